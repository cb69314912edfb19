/* SPDX-License-Identifier: Apache-2.0 */
/* Which known faults a setting meets, by version and accelerator. */
#include "faults.h"

#include "findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *qemu; /* "": not known */
    enum accel accel;
    struct setting setting;
    size_t count;
    enum fault_effect effect; /* of the first */
    const char *words;        /* in its text */
} rows[] = {
#define SET(kind, type, property, value) \
    { SETTING_##kind, STR_INIT(type), STR_INIT(property), STR_INIT(value) }
    {"10.0.13", ACCEL_KVM, SET(DEVICE, "virtio-blk-pci", "queue-size", "128"), 1, FAULT_NOTE,
     "with 1024 entries;queue-size"},
    {"10.0.13", ACCEL_TCG, SET(DEVICE, "virtio-scsi-pci", "virtqueue_size", "128"), 1, FAULT_NOTE,
     "with 1024 entries;virtqueue_size"},
    {"10.0.12", ACCEL_KVM, SET(DEVICE, "virtio-blk-pci", "queue-size", "128"), 0, FAULT_NOTE, ""},
    {"10.1.0", ACCEL_KVM, SET(DEVICE, "virtio-blk-pci", "queue-size", "128"), 0, FAULT_NOTE, ""},
    {"11.1.3", ACCEL_KVM, SET(DEVICE, "virtio-blk-pci", "queue-size", "128"), 0, FAULT_NOTE, ""},
    {"", ACCEL_KVM, SET(DEVICE, "virtio-blk-pci", "queue-size", "128"), 0, FAULT_NOTE, ""},
    {"10.0.13", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "tx_queue_size", "1024"), 2, FAULT_NOTE,
     "with 1024 entries"},
    {"7.2.22", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "tx_queue_size", "1024"), 1, FAULT_NOTE,
     "256 without a word"},
    {"8.0.3", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "tx_queue_size", "512"), 1, FAULT_NOTE,
     "256 without a word"},
    {"8.0.4", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "tx_queue_size", "512"), 1, FAULT_NOTE,
     "does not start"},
    {"11.1.3", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "tx_queue_size", "256"), 0, FAULT_NOTE, ""},
    {"7.2.22", ACCEL_TCG, SET(DEVICE, "virtio-net-pci", "vectors", "10"), 1, FAULT_NOTE,
     "crashes QEMU"},
    {"7.2.22", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "vectors", "10"), 0, FAULT_NOTE, ""},
    {"7.2.22", ACCEL_TCG, SET(DEVICE, "virtio-net-pci", "vectors", "0"), 0, FAULT_NOTE, ""},
    {"10.0.13", ACCEL_TCG, SET(DEVICE, "virtio-net-pci", "vectors", "10"), 0, FAULT_NOTE, ""},
    {"5.2.0", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "mq", "on"), 1, FAULT_NOTE,
     "share one interrupt"},
    {"5.2.0", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "mq", "off"), 0, FAULT_NOTE, ""},
    {"6.1.0", ACCEL_KVM, SET(DEVICE, "virtio-net-pci", "mq", "on"), 0, FAULT_NOTE, ""},
    {"10.2.2", ACCEL_KVM, SET(OBJECT, "iothread", "poll-shrink", "0"), 1, FAULT_NOTE,
     "fall to 0 at once; from QEMU"},
    {"11.1.3", ACCEL_KVM, SET(OBJECT, "iothread", "poll-shrink", "0"), 1, FAULT_NOTE, "0 halves"},
    {"11.1.3", ACCEL_KVM, SET(OBJECT, "iothread", "poll-shrink", "2"), 0, FAULT_NOTE, ""},
    {"11.1.3", ACCEL_KVM, SET(OBJECT, "iothread", "poll-grow", "0"), 1, FAULT_NOTE, "default, 2"},
    {"10.0.13", ACCEL_KVM, SET(OBJECT, "iothread", "poll-grow", "0"), 0, FAULT_NOTE, ""},
    {"5.2.0", ACCEL_KVM, SET(DEVICE, "virtio-9p-pci", "mount_tag", "share"), 1, FAULT_OFF,
     "linked list"},
    {"7.2.22", ACCEL_KVM, SET(DEVICE, "virtio-9p-pci", "mount_tag", "share"), 0, FAULT_NOTE, ""},
    {"", ACCEL_KVM, SET(OBJECT, "memory-backend-memfd", "hugetlb", "on"), 1, FAULT_NOTE,
     "Cannot allocate memory"},
    {"", ACCEL_KVM, SET(OBJECT, "memory-backend-memfd", "hugetlb", "off"), 0, FAULT_NOTE, ""},
    {"5.2.0", ACCEL_TCG, SET(CST, "", "", ""), 1, FAULT_NOTE, "no driver to its CPUs"},
    {"5.2.0", ACCEL_TCG, SET(DEVICE, "", "", ""), 0, FAULT_NOTE, ""},
    {"7.2.22", ACCEL_TCG, SET(CST, "", "", ""), 0, FAULT_NOTE, ""},
    {"5.2.0", ACCEL_TCG, SET(ARGUMENT, "-overcommit", "", ""), 0, FAULT_NOTE, ""},
};

static void test_rows(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct version qemu;
        if (!version_parse(str_from(rows[i].qemu), &qemu))
            qemu = (struct version){0};
        const struct fault *first = fault_next(NULL, &qemu, rows[i].accel, &rows[i].setting);
        size_t count = 0;
        for (const struct fault *fault = first; fault; count++) {
            assert_true(fault->text && fault->source);
            fault = fault_next(fault, &qemu, rows[i].accel, &rows[i].setting);
        }
        if (count != rows[i].count)
            fail_msg("row %zu: %zu faults", i, count);
        if (first && (first->effect != rows[i].effect ||
                      !findings_hold(str_from(first->text), rows[i].words)))
            fail_msg("row %zu: %s", i, first->text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
