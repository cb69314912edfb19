/* SPDX-License-Identifier: Apache-2.0 */
/* The fixed text of the post-boot script, in blocks: only those that a plan uses are written. */
#ifndef MODAVD_BLOCKS_H
#define MODAVD_BLOCKS_H

#include <stdint.h>

/* In the order in which they stand in the script. */
enum block {
    BLOCK_CORE,
    BLOCK_START,
    BLOCK_ROOT,
    BLOCK_READ_LINE,
    BLOCK_NEED,
    BLOCK_IN_ORDER,
    BLOCK_ANY_OF,
    BLOCK_AT_LEAST,
    BLOCK_NONE_OF,
    BLOCK_ALL_BITS,
    BLOCK_IN_RANGE,
    BLOCK_ASK,
    BLOCK_CHECK,
    BLOCK_CPUS,
    BLOCK_VIRTIO_DEVICES,
    BLOCK_STATE_DIRECTORY,
    BLOCK_COUNT_ENTRIES,
    BLOCK_PROBE_CPUIDLE_DRIVER,
    BLOCK_PROBE_CPUIDLE_GOVERNOR,
    BLOCK_PROBE_CPUIDLE_STATES,
    BLOCK_PROBE_CPUIDLE_LATENCY,
    BLOCK_PROBE_CPUIDLE_POLLS,
    BLOCK_PROBE_CLOCKSOURCE,
    BLOCK_PROBE_VIRTIO_FEATURES,
    BLOCK_PROBE_BLOCK_QUEUES,
    BLOCK_PROBE_NET_QUEUES,
    BLOCK_PROBE_MOUNT_OPTION,
    BLOCK_PROBE_GETPROP,
    BLOCK_PROBE_FILE,
    BLOCK_PROBE_KERNEL_LOG,
    BLOCK_PROBE_GUEST_KERNEL,
    BLOCK_PROBE_FW_CFG,
    BLOCK_SHARE,
    BLOCK_SHARE_OPTION,
    BLOCK_FIND_DAEMON,
    BLOCK_STOP_DAEMON,
    BLOCK_DAEMON,
    BLOCK_COUNT
};

#define BLOCK_BIT(block) (UINT64_C(1) << (block))

/* Usage, locale and the roots of /sys and /proc: the first lines of every script. */
extern const char block_head[];

const char *block_text(enum block block);

/* BLOCKS (bits) with all that they need, directly or not. */
uint64_t blocks_with_needs(uint64_t blocks);

#endif
