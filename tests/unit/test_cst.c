/* SPDX-License-Identifier: Apache-2.0 */
/* The size of a table that the plan reckons with is the size that the generator makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cst.h"
#include "ssdt.h"

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

/* Each limit of an AML integer, from both sides. */
static const uint32_t edges[] = {0, 1, 2, 255, 256, 65535, 65536, UINT32_MAX};
enum { EDGES = sizeof edges / sizeof *edges };

static void check_size(struct arena *arena, enum cpu_names names, uint32_t cpus,
                       const struct cst_state *states, size_t count) {
    str table = ssdt_emit(arena, names, cpus, states, count);
    size_t size = cst_table_size(names, cpus, states, count);
    if (size > SSDT_SIZE_MAX)
        assert_int_equal(table.len, 0);
    else
        assert_int_equal(table.len, size);
    arena_clear(arena);
}

static void test_every_size(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    struct cst_state states[CST_STATES_MAX] = {0};
    for (size_t count = 1; count <= CST_STATES_MAX; count++)
        for (size_t i = 0; i < EDGES * EDGES; i++) {
            for (size_t j = 0; j < count; j++) {
                states[j].latency_us = edges[(i + j) % EDGES];
                states[j].power_mw = edges[(i / EDGES + j) % EDGES];
            }
            for (enum cpu_names names = CPU_NAMES_CPUS_C; names <= CPU_NAMES_C; names++)
                check_size(&arena, names, 1 + (uint32_t)i % 9, states, count);
        }
    arena_free(&arena);
}

/* 36 + 255 * 280: the largest of all is over the limit, and is told so without being made. */
static void test_limit(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    struct cst_state states[CST_STATES_MAX];
    for (size_t i = 0; i < CST_STATES_MAX; i++)
        states[i] = (struct cst_state){CST_ENTER_MWAIT, 0, UINT32_MAX, UINT32_MAX};
    assert_int_equal(cst_table_size(CPU_NAMES_CPUS_C, 255, states, 7), 71436);
    check_size(&arena, CPU_NAMES_CPUS_C, 255, states, 7);
    for (uint32_t cpus = 225; cpus <= 240; cpus++)
        check_size(&arena, CPU_NAMES_CPUS_C, cpus, states, 7);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
