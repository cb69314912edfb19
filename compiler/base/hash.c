/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <sha2.h>
#include <string.h>
#include <sys/types.h>

static const char digits[] = "0123456789abcdef";

struct hash hash_of(str bytes) {
    struct hash hash;
    SHA2_CTX sum;
    SHA256Init(&sum);
    if (bytes.len)
        SHA256Update(&sum, (const uint8_t *)bytes.at, bytes.len);
    SHA256Final(hash.bytes, &sum);
    return hash;
}

int hash_compare(const struct hash *a, const struct hash *b) {
    return memcmp(a->bytes, b->bytes, sizeof a->bytes);
}

str hash_text(struct arena *arena, const struct hash *hash) {
    char *text = arena_alloc(arena, 2 * sizeof hash->bytes);
    for (size_t i = 0; i < sizeof hash->bytes; i++) {
        text[2 * i] = digits[hash->bytes[i] >> 4];
        text[2 * i + 1] = digits[hash->bytes[i] & 15];
    }
    return (str){text, 2 * sizeof hash->bytes};
}

bool hash_read(str text, struct hash *out) {
    if (text.len != 2 * sizeof out->bytes)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        const char *at = memchr(digits, text.at[i], sizeof digits - 1);
        if (!at)
            return false;
        unsigned value = (unsigned)(at - digits);
        out->bytes[i / 2] = (uint8_t)(i % 2 ? out->bytes[i / 2] | value : value << 4);
    }
    return true;
}
