/* SPDX-License-Identifier: Apache-2.0 */
/* String views: bytes with a length, UTF-8 by convention, not ended by NUL. */
#ifndef MODAVD_STR_H
#define MODAVD_STR_H

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct str {
    const char *at;
    size_t len;
} str;

/* A view of a string literal, as an initialiser and as an expression. */
#define STR_INIT(literal) \
    { literal, sizeof(literal) - 1 }
#define STR(literal) ((str){literal, sizeof(literal) - 1})
/* For printf's "%.*s". */
#define STR_ARG(s) (int)(s).len, (s).at ? (s).at : ""

/* A view of the NUL-ended TEXT; NULL gives the empty string. */
str str_from(const char *text);

/* A NUL-ended copy of S on ARENA. */
char *str_c(struct arena *arena, str s);

/* A copy of S on ARENA. */
str str_copy(struct arena *arena, str s);

/* Lets the compiler check the arguments from FIRST on against parameter TEXT. The build
 * names the dialect where the C library's own is another one. */
#ifndef PRINTF_DIALECT
#define PRINTF_DIALECT printf
#endif
#define PRINTF_LIKE(text, first) __attribute__((format(PRINTF_DIALECT, text, first)))

/* printf into ARENA. */
str str_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);

bool str_equal(str a, str b);

/* Equal but for the case of ASCII letters. */
bool str_equal_nocase(str a, str b);

/* Order by unsigned bytes, the shorter first: below, at or above 0. */
int str_compare(str a, str b);

bool str_starts(str s, str prefix);
bool str_ends(str s, str suffix);
bool str_starts_nocase(str s, str prefix);
bool str_ends_nocase(str s, str suffix);

/* The part from FROM (cut to the length) on, and the first COUNT bytes of it. */
str str_from_at(str s, size_t from);
str str_first(str s, size_t count);

/* The index of the first BYTE, or s.len. */
size_t str_find(str s, char byte);

/* Without bytes of SET at both ends. */
str str_trim(str s, const char *set);

/* Cuts *REST at the first SEPARATOR: the head; *REST is what follows, empty with at NULL at the
 * end. */
str str_cut(str *rest, char separator);

/* A decimal number without sign, blanks or leading zeros, of the whole of S: false where it is none
 * or does not fit. */
bool str_to_u64(str s, uint64_t *value);

/* The nearest of COUNT words to S by optimal string alignment, or an empty string where none is
 * within max(1, len/3) edits. WORD_AT gives word I of CONTEXT. */
str str_nearest(str s, size_t count, str (*word_at)(const void *context, size_t i),
                const void *context);

/* S for a message: cut to 60 code points with "..." behind. */
str str_shorten(struct arena *arena, str s);

#endif
