/* SPDX-License-Identifier: Apache-2.0 */
/* What a manifest on disk records of the files beside it: which content is ours. */
#ifndef MODAVD_MANIFEST_READ_H
#define MODAVD_MANIFEST_READ_H

#include "hash.h"

struct record {
    str name;
    uint64_t size;
    struct hash hash;
};

/* Sorted by name. A name may stand twice with different hashes: after a crash either content is
 * ours. */
struct records {
    const struct record *items;
    size_t count;
};

/* Reads the JSON text of a manifest. False, and *WHY a word about it, when it is no manifest of
 * this program. */
bool manifest_read(struct arena *arena, str bytes, struct records *out, str *why);

/* Whether a file NAME of this content is recorded. */
bool records_have(const struct records *records, str name, uint64_t size, const struct hash *hash);

/* Whether any content of NAME is recorded. */
bool records_have_name(const struct records *records, str name);

/* A manifest that records what A and B do, and nothing else. */
str manifest_of_records(struct arena *arena, const struct records *a, const struct records *b);

#endif
