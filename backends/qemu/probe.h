/* SPDX-License-Identifier: Apache-2.0 */
/* Reads from a QEMU binary what it offers, by running it a few times without a guest. */
#ifndef MODAVD_PROBE_H
#define MODAVD_PROBE_H

#include "diag.h"
#include "os.h"

/* The catalogue of PROGRAM as the text of its file (catalogue_read.h reads it), on ARENA. PROGRAM
 * is looked up in PATH where it has no '/'. At most about a minute, whatever the program does. What
 * a crash left unknown is left out, with a note (MP0406). False after an error (MP0405), with
 * diags->io_failed where the program could not be started. */
bool probe_qemu(const struct os *os, struct arena *arena, struct diags *diags, str program,
                str *out);

#endif
