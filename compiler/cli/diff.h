/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODAVD_DIFF_H
#define MODAVD_DIFF_H

#include "buf.h"

/* The lines in which BEFORE and AFTER differ, as hunks of the unified format with three lines of
 * context. */
void diff_lines(struct buf *out, str before, str after);

#endif
