/* SPDX-License-Identifier: Apache-2.0 */
#include "faults.h"

#include "match.h"

#define CST (1u << SETTING_CST)
#define NOT_KVM (ANY_ACCEL & ~ACCEL_BIT(ACCEL_KVM))

/* Of the stable series: the fix of 11.1 (a5cff318f0, d530f2dfbd) trusts the size that was
 * allocated, so v10.0.13 allocates the largest one for every queue, and offers it. */
#define ALL_1024(type, property)                                                              \
    {                                                                                         \
        "10.0.13", "10.1", ANY_ACCEL, 0, type, property, NULL, NULL, FAULT_NOTE,              \
            "every virtqueue is offered with 1024 entries, whatever " property " says", NULL, \
            "hw/virtio/virtio.c of v10.0.13, virtio_add_queue; measured"                      \
    }

/* 4271f40383 (8.1, 8.0.4): the size is checked against what the backend can do, and not cut. */
#define TX_QUEUE(value)                                                                          \
    {"2.10",                                                                                     \
     "8.0.4",                                                                                    \
     ANY_ACCEL,                                                                                  \
     0,                                                                                          \
     "virtio-net-*",                                                                             \
     "tx_queue_size",                                                                            \
     value,                                                                                      \
     NULL,                                                                                       \
     FAULT_NOTE,                                                                                 \
     "tx_queue_size is 256 without a word, but with a vhost-user or vDPA network",               \
     "tx_queue_size: 256, or a vhost-user network",                                              \
     "hw/net/virtio-net.c, virtio_net_device_realize, before 4271f40383; measured on 5.2, 7.2"}, \
    {                                                                                            \
        "8.0.4", NULL, ANY_ACCEL, 0, "virtio-net-*", "tx_queue_size", value, NULL, FAULT_NOTE,   \
            "QEMU does not start with more than 256 but on a vhost-user or vDPA network",        \
            "tx_queue_size: 256, or a vhost-user network",                                       \
            "hw/net/virtio-net.c, virtio_net_device_realize, 4271f40383; measured on 10.0, 11.1" \
    }

static const struct fault faults[] = {
    ALL_1024("virtio-*", "queue-size"),
    ALL_1024("vhost-user-*", "queue-size"),
    ALL_1024("virtio-scsi-*", "virtqueue_size"),
    ALL_1024("virtio-net-*", "rx_queue_size"),
    ALL_1024("virtio-net-*", "tx_queue_size"),
    TX_QUEUE("512"),
    TX_QUEUE("1024"),

    /* vhost_net_start turns masking off for vhost-user; the vectors are set up all the same, with
     * an irqfd that only KVM has. 5.2 reads as 7.2 does; 10.0 asks use_guest_notifier_mask first.
     */
    {"5.2", "10.0", NOT_KVM, 0, "virtio-net-*", "vectors", "!0", NULL, FAULT_NOTE,
     "a vhost-user network with MSI-X crashes QEMU where KVM does not run the guest", "vectors: 0",
     "hw/virtio/virtio-pci.c, virtio_pci_set_guest_notifiers; measured on 7.2 under TCG"},
    {NULL, "6.1", ANY_ACCEL, 0, "virtio-net-*", "mq", "on", "vectors", FAULT_NOTE,
     "the queues share one interrupt, since 3 vectors are the default", "vectors: 2 * queues + 2",
     "hw/core/machine.c, hw_compat_6_0; measured on 5.2"},

    /* 9563d0b5e2 and 9fea80ddf0 (11.1). */
    {NULL, "11.1", ANY_ACCEL, 0, "iothread", "poll-shrink", "0", NULL, FAULT_NOTE,
     "0 lets the polling time fall to 0 at once; from QEMU 11.1 on it halves the time",
     "poll-shrink: 2, which is the same in all versions",
     "util/aio-posix.c, adjust_polling_time of 10.2"},
    {"11.1", NULL, ANY_ACCEL, 0, "iothread", "poll-shrink", "0", NULL, FAULT_NOTE,
     "0 halves the polling time; before QEMU 11.1 it let the time fall to 0 at once",
     "poll-shrink: 2, which is the same in all versions", "9fea80ddf0; reads back as 2 in 11.1"},
    {"11.1", NULL, ANY_ACCEL, 0, "iothread", "poll-grow", "0", NULL, FAULT_NOTE,
     "0 stands for the default, 2, and reads back as 2", "poll-grow: 2",
     "9fea80ddf0; reads back as 2 in 11.1"},

    {NULL, "7.2", ANY_ACCEL, 0, "virtio-9p-*", NULL, NULL, NULL, FAULT_OFF,
     "the 9p server looks each file up in a linked list: the more are open, the slower it is",
     "QEMU 7.2 or later", "hw/9pfs/9p.c, get_fid, before f5265c8f91 (GHashTable)"},
    {NULL, NULL, ANY_ACCEL, 0, "memory-backend-memfd", "hugetlb", "on", NULL, FAULT_NOTE,
     "QEMU does not start (\"Cannot allocate memory\") where the host has no free huge pages",
     "huge pages reserved on the host (vm.nr_hugepages)",
     "backends/hostmem-memfd.c; measured on 5.2 to 11.1"},
    {"5.2", "6.0", ANY_ACCEL, CST, NULL, NULL, NULL, NULL, FAULT_NOTE,
     "a Linux 6.1 guest binds no driver to its CPUs, so that the table has no effect", NULL,
     "measured on 5.2.0: /sys/bus/acpi/devices/LNXCPU:00/status is 0 instead of 15"},
};

static bool fits(const struct fault *fault, const struct version *qemu, enum accel accel,
                 const struct setting *setting) {
    return (!fault->kinds || fault->kinds & 1u << setting->kind) &&
           fault->accels & ACCEL_BIT(accel) && match_text(fault->type, setting->type) &&
           match_text(fault->property, setting->property) &&
           match_text(fault->value, setting->value) &&
           match_version(qemu, fault->since, fault->until);
}

const struct fault *fault_next(const struct fault *after, const struct version *qemu,
                               enum accel accel, const struct setting *setting) {
    const struct fault *end = faults + sizeof faults / sizeof *faults;
    for (const struct fault *fault = after ? after + 1 : faults; fault < end; fault++)
        if (fits(fault, qemu, accel, setting))
            return fault;
    return NULL;
}
