/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small typed encoder of AML (ACPI 6.5, chapter 20). Every encoding is the shortest one, so that
 * disassembling and compiling again with iasl gives the same bytes. Wrong use is a failed assert.
 */
#ifndef MODAVD_AML_H
#define MODAVD_AML_H

#include "buf.h"

enum {
    AML_DEPTH_MAX = 4,        /* open objects: Scope, two Packages, and a Buffer in them */
    AML_PKG_LENGTH_BYTES = 4, /* the longest PkgLength */
};

struct aml {
    struct buf *out;
    size_t open[AML_DEPTH_MAX]; /* where the body of each open object starts */
    size_t depth;
};

/* An encoder that appends to OUT. */
struct aml aml_make(struct buf *out);

/* The PkgLength in front of BODY bytes, below 256 MiB; gives its own size, 1 to 4. */
size_t aml_pkg_length(size_t body, unsigned char bytes[AML_PKG_LENGTH_BYTES]);

/* Scope(PATH); close it with aml_end. PATH is absolute: "\_SB.CPUS.C000". */
void aml_begin_scope(struct aml *aml, str path);

/* Package(COUNT); close it with aml_end. The caller puts COUNT elements in, at most 255. */
void aml_begin_package(struct aml *aml, size_t count);

/* Closes the object that was opened last. */
void aml_end(struct aml *aml);

/* Name(SEGMENT, ...): the object follows. SEGMENT has 1 to 4 letters. */
void aml_name(struct aml *aml, str segment);

void aml_integer(struct aml *aml, uint64_t value);

/* Buffer(){BYTES} */
void aml_buffer(struct aml *aml, str bytes);

#endif
