/* SPDX-License-Identifier: Apache-2.0 */
#include "probes.h"

/* A list for a thing that has one value only can but mean a choice. */
static const char any_of[] = "any-of";

static const struct probe probes[CHECK_KINDS] = {
    [CHECK_CPUIDLE_DRIVER] = {"probe_cpuidle_driver", BLOCK_PROBE_CPUIDLE_DRIVER, PLACES_HERE,
                              any_of},
    [CHECK_CPUIDLE_GOVERNOR] = {"probe_cpuidle_governor", BLOCK_PROBE_CPUIDLE_GOVERNOR, PLACES_HERE,
                                any_of},
    [CHECK_CPUIDLE_STATES] = {"probe_cpuidle_states", BLOCK_PROBE_CPUIDLE_STATES, PLACES_CPUS,
                              "list"},
    [CHECK_CPUIDLE_LATENCY] = {"probe_cpuidle_latency", BLOCK_PROBE_CPUIDLE_LATENCY, PLACES_CPUS,
                               any_of},
    [CHECK_CPUIDLE_POLLS] = {"probe_cpuidle_polls", BLOCK_PROBE_CPUIDLE_POLLS, PLACES_HERE, any_of},
    [CHECK_CLOCKSOURCE] = {"probe_clocksource", BLOCK_PROBE_CLOCKSOURCE, PLACES_HERE, any_of},
    [CHECK_VIRTIO_FEATURES] = {"probe_virtio_features", BLOCK_PROBE_VIRTIO_FEATURES,
                               PLACES_VIRTIO_DEVICES, "bits"},
    [CHECK_BLOCK_QUEUES] = {"probe_block_queues", BLOCK_PROBE_BLOCK_QUEUES, PLACES_HERE, any_of},
    [CHECK_NET_QUEUES] = {"probe_net_queues", BLOCK_PROBE_NET_QUEUES, PLACES_HERE, any_of},
    [CHECK_MOUNT_OPTION] = {"probe_mount_option", BLOCK_PROBE_MOUNT_OPTION, PLACES_HERE, any_of},
    [CHECK_GETPROP] = {"probe_getprop", BLOCK_PROBE_GETPROP, PLACES_HERE, any_of},
    [CHECK_FILE] = {"probe_file", BLOCK_PROBE_FILE, PLACES_HERE, any_of},
    [CHECK_KERNEL_LOG_ABSENT] = {"probe_kernel_log", BLOCK_PROBE_KERNEL_LOG, PLACES_HERE,
                                 "without"},
    [CHECK_FW_CFG] = {"probe_fw_cfg", BLOCK_PROBE_FW_CFG, PLACES_HERE, any_of},
    [CHECK_GUEST_KERNEL] = {"probe_guest_kernel", BLOCK_PROBE_GUEST_KERNEL, PLACES_HERE, any_of},
};

const struct probe *probe_of(enum check_kind kind) {
    return &probes[kind];
}

const char *probe_test(const struct check *check) {
    switch (check->test) {
    case TEST_AT_LEAST:
        return "at-least";
    case TEST_ABSENT:
        return "absent";
    case TEST_RANGE:
        return "in-range";
    case TEST_LIST:
        return probes[check->kind].list_test;
    case TEST_VALUE:
        break;
    }
    /* One bit, or one text that must not be there, is a list of one. */
    bool set_of_one =
        check->kind == CHECK_VIRTIO_FEATURES || check->kind == CHECK_KERNEL_LOG_ABSENT;
    return set_of_one ? probes[check->kind].list_test : "is";
}

/* The function behind each test, by the shell's word. */
static uint64_t test_blocks(const char *test) {
    static const struct {
        const char *test;
        enum block block;
    } tests[] = {
        {"at-least", BLOCK_AT_LEAST}, {"in-range", BLOCK_IN_RANGE}, {"list", BLOCK_IN_ORDER},
        {"any-of", BLOCK_ANY_OF},     {"bits", BLOCK_ALL_BITS},     {"without", BLOCK_NONE_OF},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (str_equal(str_from(tests[i].test), str_from(test)))
            return BLOCK_BIT(tests[i].block);
    return 0;
}

uint64_t probe_blocks(const struct check *check) {
    return BLOCK_BIT(probes[check->kind].block) | test_blocks(probe_test(check));
}
