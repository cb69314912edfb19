/* SPDX-License-Identifier: Apache-2.0 */
#include "limits.h"

#include "match.h"

#define REFUSED "QEMU does not start"
#define ABORTS "QEMU does not start, and aborts above the range"

/* QEMU's constants: VIRTIO_QUEUE_MAX and VIRTQUEUE_MAX_SIZE are 1024 (include/hw/virtio/virtio.h),
 * PCI_MSIX_FLAGS_QSIZE + 1 is 2048. Ranges of blk, scsi, net rx, serial, rng,
 * block sizes, vectors and thread-pool-max were tried on 5.2, 7.2, 10.0 and 11.1; the others are
 * read. */
enum { QUEUES = 1024, ENTRIES = 1024, VECTORS = 2048 };

const struct limit limits[] = {
    /* 65535 and, of 32 bits, 4294967295 stand for "as many as there are CPUs" from 5.2 on. */
    {"virtio-blk-*", "num-queues", NULL, "5.2", 1, QUEUES, false, 0, ABORTS,
     "hw/block/virtio-blk.c, virtio_blk_device_realize; hw/virtio/virtio.c, virtio_add_queue"},
    {"virtio-blk-*", "num-queues", "5.2", NULL, 1, QUEUES, false, UINT16_MAX, ABORTS,
     "hw/block/virtio-blk.c, VIRTIO_BLK_AUTO_NUM_QUEUES; hw/virtio/virtio.c, virtio_add_queue"},
    {"vhost-user-blk*", "num-queues", NULL, "5.2", 1, QUEUES, false, 0, REFUSED,
     "hw/block/vhost-user-blk.c, vhost_user_blk_device_realize"},
    {"vhost-user-blk*", "num-queues", "5.2", NULL, 1, QUEUES, false, UINT16_MAX, REFUSED,
     "hw/block/vhost-user-blk.c, vhost_user_blk_device_realize"},
    {"virtio-scsi-*", "num_queues", NULL, "5.2", 1, QUEUES - 2, false, 0, REFUSED,
     "hw/scsi/virtio-scsi.c, virtio_scsi_common_realize: two queues are for control and events"},
    {"virtio-scsi-*", "num_queues", "5.2", NULL, 1, QUEUES - 2, false, UINT32_MAX, REFUSED,
     "hw/scsi/virtio-scsi.c, virtio_scsi_common_realize: two queues are for control and events"},
    {"vhost-user-fs*", "num-request-queues", NULL, NULL, 1, QUEUES - 1, false, 0, ABORTS,
     "hw/virtio/vhost-user-fs.c, vuf_device_realize: one queue is for priority"},

    /* 1bf8a989a5 (5.0) made the number of segments the size less two: 2 is too small since then. */
    {"virtio-blk-*", "queue-size", NULL, "5.0", 1, ENTRIES, true, 0, REFUSED,
     "hw/block/virtio-blk.c, virtio_blk_device_realize"},
    {"virtio-blk-*", "queue-size", "5.0", NULL, 4, ENTRIES, true, 0, REFUSED,
     "hw/block/virtio-blk.c, virtio_blk_device_realize"},
    {"vhost-user-blk*", "queue-size", NULL, NULL, 1, ENTRIES, true, 0,
     "QEMU does not start or aborts; a Linux guest takes only powers of two",
     "hw/block/vhost-user-blk.c; hw/virtio/virtio.c, virtio_add_queue; Linux virtio_ring.c"},
    {"virtio-scsi-*", "virtqueue_size", NULL, "5.0", 1, ENTRIES, true, 0,
     "QEMU aborts; a Linux guest takes only powers of two",
     "hw/virtio/virtio.c, virtio_add_queue; Linux drivers/virtio/virtio_ring.c"},
    {"virtio-scsi-*", "virtqueue_size", "5.0", NULL, 4, ENTRIES, true, 0,
     "QEMU does not start or aborts; a Linux guest takes only powers of two",
     "hw/scsi/virtio-scsi.c; hw/virtio/virtio.c, virtio_add_queue; Linux virtio_ring.c"},
    {"vhost-user-fs*", "queue-size", NULL, NULL, 1, ENTRIES, true, 0, REFUSED,
     "hw/virtio/vhost-user-fs.c, vuf_device_realize"},
    {"virtio-net-*", "rx_queue_size", NULL, NULL, 256, ENTRIES, true, 0, REFUSED,
     "hw/net/virtio-net.c, virtio_net_device_realize, VIRTIO_NET_RX_QUEUE_MIN_SIZE"},
    {"virtio-net-*", "tx_queue_size", NULL, NULL, 256, ENTRIES, true, 0, REFUSED,
     "hw/net/virtio-net.c, virtio_net_device_realize, VIRTIO_NET_TX_QUEUE_MIN_SIZE"},

    /* Where the device counts its vectors itself, 4294967295 asks for it: network from 6.1 on. */
    {"virtio-blk-*", "vectors", NULL, NULL, 0, VECTORS, false, UINT32_MAX,
     "QEMU warns and goes on without MSI-X", "hw/virtio/virtio-pci.c, virtio_pci_device_plugged"},
    {"virtio-scsi-*", "vectors", NULL, NULL, 0, VECTORS, false, UINT32_MAX,
     "QEMU warns and goes on without MSI-X", "hw/virtio/virtio-pci.c, virtio_pci_device_plugged"},
    {"virtio-net-*", "vectors", "6.1", NULL, 0, VECTORS, false, UINT32_MAX,
     "QEMU warns and goes on without MSI-X", "hw/virtio/virtio-pci.c, virtio_pci_device_plugged"},
    {"virtio-*", "vectors", NULL, NULL, 0, VECTORS, false, 0,
     "QEMU warns and goes on without MSI-X", "hw/virtio/virtio-pci.c, virtio_pci_device_plugged"},

    {"virtio-net-*", "speed", NULL, NULL, 0, INT32_MAX, false, 0, REFUSED,
     "hw/net/virtio-net.c, virtio_net_device_realize"},
    {"virtio-serial-*", "max_ports", NULL, NULL, 1, QUEUES / 2 - 1, false, 0, REFUSED,
     "hw/char/virtio-serial-bus.c, virtio_serial_device_realize"},
    {"virtio-rng-*", "period", NULL, NULL, 1, UINT32_MAX, false, 0, REFUSED,
     "hw/virtio/virtio-rng.c, virtio_rng_device_realize"},
    {"virtio-rng-*", "max-bytes", NULL, NULL, 0, INT64_MAX, false, 0, REFUSED,
     "hw/virtio/virtio-rng.c, virtio_rng_device_realize"},
    {"nvme", "max_ioqpairs", NULL, NULL, 1, UINT16_MAX, false, 0, REFUSED,
     "hw/nvme/ctrl.c, nvme_check_params, NVME_MAX_IOQPAIRS"},
    {"nvme", "msix_qsize", NULL, NULL, 1, VECTORS, false, 0, REFUSED,
     "hw/nvme/ctrl.c, nvme_check_params"},
    {"*", "logical_block_size", NULL, "5.1", 512, 32768, true, 0, REFUSED,
     "hw/core/qdev-properties.c, set_blocksize"},
    {"*", "logical_block_size", "5.1", NULL, 512, 2097152, true, 0, REFUSED,
     "util/block-helpers.c, check_block_size"},
    {"*", "physical_block_size", NULL, "5.1", 512, 32768, true, 0, REFUSED,
     "hw/core/qdev-properties.c, set_blocksize"},
    {"*", "physical_block_size", "5.1", NULL, 512, 2097152, true, 0, REFUSED,
     "util/block-helpers.c, check_block_size"},

    {"iothread", "poll-max-ns", NULL, NULL, 0, INT64_MAX, false, 0, REFUSED,
     "iothread.c, iothread_set_param"},
    {"iothread", "poll-grow", NULL, NULL, 0, INT64_MAX, false, 0, REFUSED,
     "iothread.c, iothread_set_param"},
    {"iothread", "poll-shrink", NULL, NULL, 0, INT64_MAX, false, 0, REFUSED,
     "iothread.c, iothread_set_param"},
    {"iothread", "poll-weight", NULL, NULL, 0, 63, false, 0, REFUSED,
     "QEMU 11.1: \"poll-weight value must be in range [0, 63]\"; 9fea80ddf0"},
    {"iothread", "aio-max-batch", NULL, NULL, 0, INT64_MAX, false, 0, REFUSED,
     "event-loop-base.c, event_loop_base_set_param"},
    {"iothread", "thread-pool-min", NULL, NULL, 0, INT32_MAX, false, 0, REFUSED,
     "util/async.c, aio_context_set_thread_pool_params: nor above thread-pool-max"},
    {"iothread", "thread-pool-max", NULL, NULL, 1, INT32_MAX, false, 0, REFUSED,
     "util/async.c, aio_context_set_thread_pool_params"},
};
const size_t limit_count = sizeof limits / sizeof *limits;

const struct limit *limit_find(const struct version *qemu, const struct setting *setting) {
    for (size_t i = 0; i < limit_count; i++) {
        const struct limit *limit = &limits[i];
        if (match_text(limit->type, setting->type) &&
            match_text(limit->property, setting->property) &&
            match_version(qemu, limit->since, limit->until))
            return limit;
    }
    return NULL;
}

bool limit_holds(const struct limit *limit, uint64_t value) {
    if (limit->also && value == limit->also)
        return true;
    bool power = value > 0 && (value & (value - 1)) == 0;
    return value >= limit->min && value <= limit->max && (power || !limit->power_of_two);
}

str limit_text(struct arena *arena, const struct limit *limit) {
    unsigned long long min = limit->min, max = limit->max, also = limit->also;
    const char *power = limit->power_of_two ? ", a power of two" : "";
    if (also)
        return str_format(arena, "%llu to %llu%s, or %llu", min, max, power, also);
    return str_format(arena, "%llu to %llu%s", min, max, power);
}
