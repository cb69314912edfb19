/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "args.h"

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

static const struct {
    const char *arguments[5];
    size_t count;
    const char *want;
} rows[] = {
    {{0}, 0, ""},
    {{"-nodefaults"}, 1, "-nodefaults\n"},
    {{"-global", "virtio-blk-pci.ioeventfd=off", "-acpitable", "file=..\\a b\\modavd-cst.aml"},
     4,
     "-global\nvirtio-blk-pci.ioeventfd=off\n-acpitable\nfile=..\\a b\\modavd-cst.aml\n"},
    {{"a", "b", "c"}, 2, "a\nb\n"},
    {{"path=/srv/a,,b", "\"'$`*"}, 2, "path=/srv/a,,b\n\"'$`*\n"}, /* nothing is quoted */
};

static void test_lines(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct argument arguments[5] = {0};
        for (size_t j = 0; j < 5; j++)
            arguments[j].text = str_from(rows[i].arguments[j]);
        struct plan plan = {.arguments = arguments, .argument_count = rows[i].count};
        str got = args_emit(&arena, &plan);
        if (!str_equal(got, str_from(rows[i].want)))
            fail_msg("row %zu: %.*s", i, STR_ARG(got));
    }
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
