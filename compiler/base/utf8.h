/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8: decoding, and how wide a text stands on a terminal. */
#ifndef MODAVD_UTF8_H
#define MODAVD_UTF8_H

#include "str.h"

struct utf8_char {
    uint32_t point;
    size_t size; /* bytes taken, at least 1; */
    bool valid;  /* false: the byte at the start begins no well-formed sequence (size is 1) */
};

/* The code point that starts at byte AT (< s.len). Overlong forms, surrogates and values above
 * U+10FFFF are not valid (Unicode 15, table 3-7). */
struct utf8_char utf8_next(str s, size_t at);

/* Code points in S; a bad byte counts as one. */
size_t utf8_count(str s);

/* Terminal columns of S: 0 for combining marks, 2 for wide East Asian characters, else 1. */
size_t utf8_width(str s);

/* Whether every byte is below 0x80. */
bool utf8_is_ascii(str s);

#endif
