/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of files that people write: what has a schema, and a chapter of the reference. */
#ifndef MODAVD_DOCUMENTS_H
#define MODAVD_DOCUMENTS_H

#include "schema.h"

struct document {
    const char *name;  /* what the command calls it: "profile" */
    const char *file;  /* "modavd.yaml" */
    const char *title; /* a phrase */
    const char *text;  /* sentences */
    const struct type *type;
    bool empty_sections; /* a section whose lines are all commented out is as good as none */
    bool extends;        /* mappings may leave to another file what they need */
};

extern const struct document documents[];
extern const size_t document_count;

/* The name of row I. CONTEXT is not used: str_nearest() has one. */
str document_name(const void *context, size_t i);

/* The one called NAME, or NULL. */
const struct document *document_find(str name);

#endif
