/* SPDX-License-Identifier: Apache-2.0 */
/* What every reader is handed. */
#ifndef MODAVD_READING_H
#define MODAVD_READING_H

#include "diag.h"
#include "os.h"

/* Inputs larger than this are refused: no profile or AVD file comes near it. */
enum { INPUT_MAX = 1024 * 1024 };

struct reading {
    const struct os *os;
    struct arena *arena; /* what is read lives here */
    struct diags *diags; /* findings go here, their sources to diags->sources */
};

/* Reads the file at PATH, which messages show as SHOWN, and adds it to the sources. Gives its
 * source number, or 0 after a finding about why not (MP0001, MP0002). */
uint32_t reading_file(const struct reading *reading, str path, str shown, size_t limit);

#endif
