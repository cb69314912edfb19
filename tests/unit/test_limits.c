/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of numbers, and how rows name settings and versions. */
#include "limits.h"

#include "match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *pattern, *text;
    bool fits;
} patterns[] = {
    {NULL, "", true},
    {NULL, "a", true},
    {"", "", true},
    {"", "a", false},
    {"a", "a", true},
    {"a", "ab", false},
    {"ab", "a", false},
    {"a*", "a", true},
    {"a*", "ab", true},
    {"a*", "b", false},
    {"a*", "", false},
    {"*", "", true},
    {"*", "a", true},
    {"!0", "0", false},
    {"!0", "1", true},
    {"!0", "", true},
    {"virtio-*", "virtio-", true},
    {"virtio-*", "vhost-user", false},
};

static void test_patterns(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(patterns); i++)
        if (match_text(patterns[i].pattern, str_from(patterns[i].text)) != patterns[i].fits)
            fail_msg("row %zu: '%s'", i, patterns[i].text);
}

static struct version version_of(const char *text) {
    struct version version;
    if (!version_parse(str_from(text), &version))
        return (struct version){0};
    return version;
}

static const struct {
    const char *qemu, *since, *until; /* "": not known */
    bool within;
} ranges[] = {
    {"7.2", NULL, NULL, true},
    {"", NULL, NULL, true},
    {"", "5.2", NULL, false},
    {"", NULL, "5.2", false},
    {"5.2", "5.2", NULL, true},
    {"5.2.0", "5.2", NULL, true},
    {"5.1.99", "5.2", NULL, false},
    {"5.1.99", NULL, "5.2", true},
    {"5.2", NULL, "5.2", false},
    {"10.0.13", "5.2", NULL, true},
    {"10.0.13", "10.0.13", "10.1", true},
    {"10.0.12", "10.0.13", "10.1", false},
    {"10.1.0", "10.0.13", "10.1", false},
    {"2.12.0(gradle_1.3.0)", NULL, "5.2", true},
};

static void test_ranges(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ranges); i++) {
        struct version qemu = version_of(ranges[i].qemu);
        if (match_version(&qemu, ranges[i].since, ranges[i].until) != ranges[i].within)
            fail_msg("row %zu: '%s'", i, ranges[i].qemu);
    }
}

/* Numbers inside and outside, tried on the real binaries of 5.2, 7.2, 10.0 and 11.1. */
static const struct {
    const char *qemu, *type, *property;
    uint64_t value;
    bool holds;
    const char *text; /* NULL: no range is known */
} values[] = {
    {"7.2", "virtio-blk-pci", "num-queues", 1, true, "1 to 1024, or 65535"},
    {"7.2", "virtio-blk-pci", "num-queues", 0, false, "1 to 1024, or 65535"},
    {"7.2", "virtio-blk-pci", "num-queues", 1024, true, "1 to 1024, or 65535"},
    {"7.2", "virtio-blk-pci", "num-queues", 1025, false, "1 to 1024, or 65535"},
    {"7.2", "virtio-blk-pci", "num-queues", 65535, true, "1 to 1024, or 65535"},
    {"7.2", "virtio-blk-pci-transitional", "num-queues", 65536, false, "1 to 1024, or 65535"},
    {"2.12.0", "virtio-blk-pci", "num-queues", 65535, false, "1 to 1024"},
    {"", "virtio-blk-pci", "num-queues", 1, true, NULL},
    {"2.12.0", "virtio-blk-pci", "queue-size", 2, true, "1 to 1024, a power of two"},
    {"5.2", "virtio-blk-pci", "queue-size", 2, false, "4 to 1024, a power of two"},
    {"11.1", "virtio-blk-device", "queue-size", 4, true, "4 to 1024, a power of two"},
    {"11.1", "virtio-blk-device", "queue-size", 1024, true, "4 to 1024, a power of two"},
    {"11.1", "virtio-blk-device", "queue-size", 2048, false, "4 to 1024, a power of two"},
    {"11.1", "virtio-blk-device", "queue-size", 96, false, "4 to 1024, a power of two"},
    {"5.2", "virtio-scsi-pci", "num_queues", 1022, true, "1 to 1022, or 4294967295"},
    {"5.2", "virtio-scsi-pci", "num_queues", 1023, false, "1 to 1022, or 4294967295"},
    {"2.12", "virtio-scsi-pci", "num_queues", 4294967295, false, "1 to 1022"},
    {"7.2", "virtio-scsi-pci", "virtqueue_size", 2, false, "4 to 1024, a power of two"},
    {"2.12", "virtio-scsi-pci", "virtqueue_size", 2, true, "1 to 1024, a power of two"},
    {"", "virtio-net-pci", "rx_queue_size", 256, true, "256 to 1024, a power of two"},
    {"7.2", "virtio-net-pci", "rx_queue_size", 128, false, "256 to 1024, a power of two"},
    {"7.2", "virtio-net-pci", "tx_queue_size", 1024, true, "256 to 1024, a power of two"},
    {"7.2", "virtio-net-pci", "tx_queue_size", 2048, false, "256 to 1024, a power of two"},
    {"7.2", "virtio-net-pci", "vectors", 4294967295, true, "0 to 2048, or 4294967295"},
    {"5.2", "virtio-net-pci", "vectors", 4294967295, false, "0 to 2048"},
    {"5.2", "virtio-net-pci", "vectors", 0, true, "0 to 2048"},
    {"5.2", "virtio-blk-pci", "vectors", 2049, false, "0 to 2048, or 4294967295"},
    {"", "virtio-9p-pci", "vectors", 2048, true, "0 to 2048"},
    {"7.2", "vhost-user-fs-pci", "num-request-queues", 0, false, "1 to 1023"},
    {"7.2", "vhost-user-fs-pci", "queue-size", 1024, true, "1 to 1024, a power of two"},
    {"7.2", "vhost-user-blk-pci", "num-queues", 65535, true, "1 to 1024, or 65535"},
    {"7.2", "virtio-serial-pci", "max_ports", 512, false, "1 to 511"},
    {"7.2", "virtio-rng-pci", "period", 0, false, "1 to 4294967295"},
    {"2.12", "scsi-hd", "logical_block_size", 65536, false, "512 to 32768, a power of two"},
    {"7.2", "scsi-hd", "logical_block_size", 2097152, true, "512 to 2097152, a power of two"},
    {"7.2", "ide-hd", "physical_block_size", 4194304, false, "512 to 2097152, a power of two"},
    {"", "iothread", "poll-max-ns", 0, true, "0 to 9223372036854775807"},
    {"11.1", "iothread", "poll-max-ns", UINT64_C(1) << 63, false, "0 to 9223372036854775807"},
    {"11.1", "iothread", "poll-weight", 63, true, "0 to 63"},
    {"11.1", "iothread", "poll-weight", 64, false, "0 to 63"},
    {"11.1", "iothread", "thread-pool-max", 0, false, "1 to 2147483647"},
    {"11.1", "iothread", "thread-pool-min", 0, true, "0 to 2147483647"},
    {"11.1", "iothread", "poll", 0, true, NULL},
    {"11.1", "virtio-blk-pci", "queue_size", 0, true, NULL},
    {"11.1", "virtio-net-pci", "queue-size", 0, true, NULL},
    {"11.1", "-overcommit", "", 0, true, NULL},
};

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

static void test_values(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < COUNT(values); i++) {
        struct version qemu = version_of(values[i].qemu);
        const struct setting setting = {.type = str_from(values[i].type),
                                        .property = str_from(values[i].property)};
        const struct limit *limit = limit_find(&qemu, &setting);
        if (!limit != !values[i].text)
            fail_msg("row %zu: %s", i, limit ? "a range" : "no range");
        if (!limit)
            continue;
        if (limit_holds(limit, values[i].value) != values[i].holds)
            fail_msg("row %zu: %s.%s", i, values[i].type, values[i].property);
        assert_string_equal(str_c(&arena, limit_text(&arena, limit)), values[i].text);
    }
    arena_free(&arena);
}

/* Whether PATTERN names nothing that EARLIER does not name. */
static bool covers(const char *earlier, const char *pattern) {
    str text = str_from(pattern);
    if (str_ends(text, STR("*")))
        text = str_first(text, text.len - 1);
    return match_text(earlier, text);
}

/* A range that holds something, with its reasons; and none that an earlier row hides. */
static void test_table(void **state) {
    (void)state;
    for (size_t i = 0; i < limit_count; i++) {
        assert_true(limits[i].min <= limits[i].max);
        assert_true(limit_holds(&limits[i], limits[i].max));
        assert_true(limits[i].outside && limits[i].source);
        for (size_t j = 0; j < i; j++)
            if (covers(limits[j].type, limits[i].type) &&
                covers(limits[j].property, limits[i].property) && !limits[j].since &&
                !limits[j].until)
                fail_msg("row %zu is hidden by row %zu", i, j);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
