/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 of a file's content, as the manifest has it. */
#ifndef MODAVD_HASH_H
#define MODAVD_HASH_H

#include "str.h"

struct hash {
    uint8_t bytes[32];
};

struct hash hash_of(str bytes);

/* Order by bytes: below, at or above 0. */
int hash_compare(const struct hash *a, const struct hash *b);

/* 64 lower-case hexadecimal digits. */
str hash_text(struct arena *arena, const struct hash *hash);

/* The reverse; false for any other text. */
bool hash_read(str text, struct hash *out);

#endif
