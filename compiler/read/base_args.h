/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments that a manager starts QEMU with anyway, in a file of one argument a line. */
#ifndef MODAVD_BASE_ARGS_H
#define MODAVD_BASE_ARGS_H

#include "profile.h"
#include "reading.h"
#include "target.h"

/* Reads FILE. Lines are words as they are, as in modavd.args; of the Android emulator's
 * own arguments only those behind -qemu count. False after a finding. */
bool base_args_read(const struct reading *reading, const struct target_file *file,
                    struct text_list *out, uint32_t *source);

#endif
