/* SPDX-License-Identifier: Apache-2.0 */
/* A byte builder on an arena: every emitter writes into one and never into a file. */
#ifndef MODAVD_BUF_H
#define MODAVD_BUF_H

#include "str.h"

struct buf {
    struct arena *arena;
    char *bytes;
    size_t len, room;
};

/* An empty builder whose bytes live on ARENA. */
struct buf buf_make(struct arena *arena);

void buf_put(struct buf *buf, const void *bytes, size_t size);
void buf_str(struct buf *buf, str s);
void buf_text(struct buf *buf, const char *text);
void buf_char(struct buf *buf, char c);
void buf_format(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);

/* VALUE in SIZE bytes, least significant first. SIZE is 1 to 8. */
void buf_le(struct buf *buf, uint64_t value, size_t size);

/* Puts SIZE bytes in at AT (<= len), moving what follows. */
void buf_insert(struct buf *buf, size_t at, const void *bytes, size_t size);

/* What was written so far; stays valid on the arena. */
str buf_view(const struct buf *buf);

#endif
