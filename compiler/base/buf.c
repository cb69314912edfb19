/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct buf buf_make(struct arena *arena) {
    return (struct buf){.arena = arena};
}

/* Room for SIZE more bytes; doubling keeps the copies linear. */
static void reserve(struct buf *buf, size_t size) {
    if (buf->room - buf->len >= size)
        return;
    size_t room = buf->room ? buf->room : 128;
    while (room - buf->len < size)
        room *= 2;
    char *bytes = arena_alloc(buf->arena, room);
    if (buf->len)
        memcpy(bytes, buf->bytes, buf->len);
    buf->bytes = bytes;
    buf->room = room;
}

void buf_put(struct buf *buf, const void *bytes, size_t size) {
    if (size == 0)
        return;
    reserve(buf, size);
    memcpy(buf->bytes + buf->len, bytes, size);
    buf->len += size;
}

void buf_str(struct buf *buf, str s) {
    buf_put(buf, s.at, s.len);
}

void buf_text(struct buf *buf, const char *text) {
    buf_put(buf, text, strlen(text));
}

void buf_char(struct buf *buf, char c) {
    buf_put(buf, &c, 1);
}

void buf_format(struct buf *buf, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length > 0) {
        reserve(buf, (size_t)length + 1); /* vsnprintf wants a place for its NUL */
        vsnprintf(buf->bytes + buf->len, (size_t)length + 1, format, again);
        buf->len += (size_t)length;
    }
    va_end(again);
}

void buf_le(struct buf *buf, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        buf_char(buf, (char)(value >> (8 * i) & 0xFF));
}

void buf_insert(struct buf *buf, size_t at, const void *bytes, size_t size) {
    if (size == 0)
        return;
    reserve(buf, size);
    memmove(buf->bytes + at + size, buf->bytes + at, buf->len - at);
    memcpy(buf->bytes + at, bytes, size);
    buf->len += size;
}

str buf_view(const struct buf *buf) {
    return (str){buf->bytes, buf->len};
}
