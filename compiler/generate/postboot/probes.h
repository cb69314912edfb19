/* SPDX-License-Identifier: Apache-2.0 */
/* How each kind of check is asked in the script. */
#ifndef MODAVD_PROBES_H
#define MODAVD_PROBES_H

#include "blocks.h"
#include "plan.h"

/* Where a check has to hold: once, on every running CPU, or on every device of a virtio driver. */
enum places { PLACES_HERE, PLACES_CPUS, PLACES_VIRTIO_DEVICES };

struct probe {
    const char *function; /* the shell function, which stands in BLOCK */
    enum block block;
    enum places places;
    const char *list_test; /* what TEST_LIST means for it */
};

const struct probe *probe_of(enum check_kind kind);

/* The shell's word for the test of CHECK. */
const char *probe_test(const struct check *check);

/* The blocks that CHECK uses itself. */
uint64_t probe_blocks(const struct check *check);

#endif
