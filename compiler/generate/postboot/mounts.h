/* SPDX-License-Identifier: Apache-2.0 */
/* How what the guest is to mount stands in the script. */
#ifndef MODAVD_MOUNTS_H
#define MODAVD_MOUNTS_H

#include "buf.h"
#include "plan.h"

/* How many results the mounts of PLAN give: one each, and one for each option that can show. */
size_t mount_results(const struct plan *plan);

/* The blocks that they use, as bits. */
uint64_t mount_blocks(const struct plan *plan);

/* The lines for MOUNT. */
void put_mount(struct buf *out, const struct plan_mount *mount);

#endif
