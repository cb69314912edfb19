/* SPDX-License-Identifier: Apache-2.0 */
/* Options of file systems that the guest mounts: which values they take, and what Linux does to
 * them. */
#ifndef MODAVD_MOUNT_H
#define MODAVD_MOUNT_H

#include "expr.h"

/* The value of OPTION of a mount of TYPE as mount -o takes it: sizes in bytes. Warns of what works
 * and is slow, or what Linux changes (MP0229). False after an error. */
bool mount_option_value(struct arena *arena, enum mount_type type, const struct property *option,
                        const struct scope *scope, struct diags *diags, str *out);

#endif
