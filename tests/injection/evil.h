/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that try to be more than a text, and how they are written in YAML. */
#ifndef MODAVD_EVIL_H
#define MODAVD_EVIL_H

#include "buf.h"

/* The state of the random numbers: the seed, which gives the same ones again. */
struct chance {
    uint64_t state;
};

/* A number below LIMIT. */
size_t chance_below(struct chance *chance, size_t limit);

/* A text of pieces with a meaning to shells, to QEMU, to YAML, to paths or to terminals; at most
 * MAX bytes. A shell that ran a piece of it would make a file "canary". PRINTABLE: without control
 * characters and bytes that are not UTF-8. */
str evil_text(struct arena *arena, struct chance *chance, size_t max, bool printable);

/* TEXT as a double-quoted scalar of YAML that means just these bytes. */
str evil_yaml(struct arena *arena, str text);

#endif
