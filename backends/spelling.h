/* SPDX-License-Identifier: Apache-2.0 */
/* What all hosts have in common in the spelling of -acpitable file=. */
#ifndef MODAVD_SPELLING_H
#define MODAVD_SPELLING_H

#include "str.h"

/* Whether QEMU can take PATH apart as it was meant: no ':' (acpi_table_add() splits there, without
 * an escape), no control character, at most MOST bytes. Else *WHY says what is in the way. */
bool spelling_is_possible(struct arena *arena, str path, size_t most, str *why);

/* POSIX hosts: a ',' doubled, as QemuOpts reads it. */
bool spelling_posix(struct arena *arena, str path, str *out, str *why);

#endif
