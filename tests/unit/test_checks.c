/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct arena arena;

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

static int start(void **state) {
    (void)state;
    arena = arena_make(out_of_memory, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct {
    const char *name, *pattern; /* NULL: there is none */
    const char *argument[2];
} rows[] = {
    {"cpuidle.driver", "cpuidle.driver", {"", ""}},
    {"cpuidle.governor", "cpuidle.governor", {"", ""}},
    {"cpuidle.states", "cpuidle.states", {"", ""}},
    {"cpuidle.polls", "cpuidle.polls", {"", ""}},
    {"clocksource", "clocksource", {"", ""}},
    {"kernel-log.absent", "kernel-log.absent", {"", ""}},
    {"cpuidle.latency.C1", "cpuidle.latency.<state>", {"C1", ""}},
    {"cpuidle.latency.", NULL, {"", ""}},
    {"cpuidle.latency", NULL, {"", ""}},
    {"virtio.virtio_blk.features", "virtio.<driver>.features", {"virtio_blk", ""}},
    {"virtio..features", NULL, {"", ""}},
    {"virtio.features", NULL, {"", ""}},
    {"block.vda.queues", "block.<dev>.queues", {"vda", ""}},
    {"block.vda.queue", NULL, {"", ""}},
    {"net.eth0.queues", "net.<if>.queues", {"eth0", ""}},
    {"net.eth0.100.queues", "net.<if>.queues", {"eth0.100", ""}},
    {"mount./data.msize", "mount.<path>.<option>", {"/data", "msize"}},
    {"mount./mnt/a.b/c.ro", "mount.<path>.<option>", {"/mnt/a.b/c", "ro"}},
    {"mount./data", NULL, {"", ""}},
    {"mount./data.", NULL, {"", ""}},
    {"mount..ro", NULL, {"", ""}},
    {"getprop.ro.product.cpu.abi", "getprop.<name>", {"ro.product.cpu.abi", ""}},
    {"file./sys/a.b", "file.<path>", {"/sys/a.b", ""}},
    {"file.", NULL, {"", ""}},
    {"fw-cfg.opt/modavd/a", "fw-cfg.<name>", {"opt/modavd/a", ""}},
    {"fw-cfg.", NULL, {"", ""}},
    {"", NULL, {"", ""}},
    {"CPUIDLE.driver", NULL, {"", ""}},
    {"guest-kernel", NULL, {"", ""}},
};

static void test_find(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        str argument[2] = {{0}, {0}};
        const struct check_info *info = check_find(str_from(rows[i].name), argument);
        if (!info != !rows[i].pattern)
            fail_msg("'%s' is %s", rows[i].name, info ? info->pattern : "unknown");
        if (!info)
            continue;
        assert_string_equal(info->pattern, rows[i].pattern);
        for (size_t j = 0; j < 2; j++)
            assert_string_equal(str_c(&arena, argument[j]), rows[i].argument[j]);
    }
}

static const struct {
    const char *name, *near;
} slips[] = {
    {"cpuidle.drivers", "cpuidle.driver"},
    {"cpuidel.driver", "cpuidle.driver"},
    {"clocksorce", "clocksource"},
    {"cpuidle.latencies.C1", "cpuidle.latency.<state>"},
    {"block.vda.queue", "block.<dev>.queues"},
    {"virtoi.virtio_blk.features", "virtio.<driver>.features"},
    {"mood", ""},
    {"", ""},
};

static void test_nearest(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(slips); i++) {
        str got = check_nearest(&arena, str_from(slips[i].name));
        if (!str_equal(got, str_from(slips[i].near)))
            fail_msg("'%s' gives '%.*s'", slips[i].name, STR_ARG(got));
    }
}

/* The kinds stand in the order of their numbers; what is counted has a test for it. */
static void test_rows(void **state) {
    (void)state;
    assert_int_equal(check_info_count, CHECK_GUEST_KERNEL);
    for (size_t i = 0; i < check_info_count; i++) {
        assert_int_equal(check_infos[i].kind, i);
        assert_int_not_equal(check_infos[i].tests, 0);
        assert_true(check_infos[i].summary[0] != '\0');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
