/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Android emulator as it is installed: a package of the SDK, whose source.properties tells what
 * it is (Pkg.Path=emulator) and its version (Pkg.Revision=35.6.3).
 */
#ifndef MODAVD_EMULATOR_H
#define MODAVD_EMULATOR_H

#include "reading.h"
#include "version.h"

/* The file in an emulator's directory. */
#define EMULATOR_PROPERTIES "source.properties"
enum { EMULATOR_PROPERTIES_MAX = 65536 }; /* bytes; the real ones have about 120 */

enum emulator_state {
    EMULATOR_FOUND,
    EMULATOR_OTHER, /* it is another package, or no package: *OTHER names it */
    EMULATOR_WRONG  /* it is the emulator, and its version cannot be read: MP0110 */
};

struct emulator_package {
    struct version version;
    struct span at; /* of its number */
    str other;
};

/* Reads SOURCE, the text of a source.properties. */
enum emulator_state emulator_read(const struct reading *reading, uint32_t source,
                                  struct emulator_package *out);

/* The emulator's directory in the SDK of this machine: the first that has a source.properties.
 * Empty: there is none. */
str emulator_find(const struct os *os, struct arena *arena);

#endif
