/* SPDX-License-Identifier: Apache-2.0 */
/* What QEMU tells in its help only. */
#ifndef MODAVD_HELP_TEXT_H
#define MODAVD_HELP_TEXT_H

#include "str.h"

#include <jansson.h>

/* The options that the text of `-help` names, without '-': {"m": [], ...}, each with an empty list.
 */
json_t *help_options(struct arena *arena, str help);

/* The device aliases in the text of `-device help`: {"virtio-blk": "virtio-blk-pci", ...}. */
json_t *help_aliases(struct arena *arena, str help);

#endif
