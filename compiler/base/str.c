/* SPDX-License-Identifier: Apache-2.0 */
#include "str.h"

#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

str str_from(const char *text) {
    return (str){text, text ? strlen(text) : 0};
}

str str_copy(struct arena *arena, str s) {
    char *bytes = arena_alloc(arena, s.len + 1);
    if (s.len)
        memcpy(bytes, s.at, s.len);
    return (str){bytes, s.len};
}

char *str_c(struct arena *arena, str s) {
    /* str_copy leaves the zero byte behind; the bytes are the arena's own, hence writable. */
    char *bytes = arena_alloc(arena, s.len + 1);
    if (s.len)
        memcpy(bytes, s.at, s.len);
    return bytes;
}

str str_format(struct arena *arena, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    size_t size = length > 0 ? (size_t)length : 0;
    char *bytes = arena_alloc(arena, size + 1);
    vsnprintf(bytes, size + 1, format, again);
    va_end(again);
    return (str){bytes, size};
}

/* The analyzer does not know that at is NULL only where len is 0. */
bool str_equal(str a, str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0); /* NOLINT */
}

/* ASCII only: tolower() follows the locale, and a Turkish one has another i. */
static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_equal_nocase(str a, str b) {
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.at[i]) != lower(b.at[i])) /* NOLINT */
            return false;
    return true;
}

int str_compare(str a, str b) {
    size_t shared = a.len < b.len ? a.len : b.len;
    int order = shared ? memcmp(a.at, b.at, shared) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool str_starts(str s, str prefix) {
    return s.len >= prefix.len && str_equal(str_first(s, prefix.len), prefix);
}

bool str_ends(str s, str suffix) {
    return s.len >= suffix.len && str_equal(str_from_at(s, s.len - suffix.len), suffix);
}

bool str_starts_nocase(str s, str prefix) {
    return s.len >= prefix.len && str_equal_nocase(str_first(s, prefix.len), prefix);
}

bool str_ends_nocase(str s, str suffix) {
    return s.len >= suffix.len && str_equal_nocase(str_from_at(s, s.len - suffix.len), suffix);
}

str str_from_at(str s, size_t from) {
    size_t cut = from < s.len ? from : s.len;
    return (str){s.at ? s.at + cut : NULL, s.len - cut};
}

str str_first(str s, size_t count) {
    return (str){s.at, count < s.len ? count : s.len};
}

size_t str_find(str s, char byte) {
    const char *hit = s.len ? memchr(s.at, byte, s.len) : NULL;
    return hit ? (size_t)(hit - s.at) : s.len;
}

str str_trim(str s, const char *set) {
    while (s.len && strchr(set, s.at[0]) && s.at[0])
        s = str_from_at(s, 1);
    while (s.len && strchr(set, s.at[s.len - 1]) && s.at[s.len - 1])
        s.len--;
    return s;
}

str str_cut(str *rest, char separator) {
    size_t end = str_find(*rest, separator);
    str head = str_first(*rest, end);
    *rest = end < rest->len ? str_from_at(*rest, end + 1) : (str){0};
    return head;
}

bool str_to_u64(str s, uint64_t *value) {
    if (s.len == 0 || (s.len > 1 && s.at[0] == '0'))
        return false;
    uint64_t sum = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(s.at[i] - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return true;
}

enum { NEAREST_MAX = 40 }; /* longer words are no typing slips; bounds the rows below */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool alike(char a, char b) {
    return lower(a) == lower(b);
}

/* Optimal string alignment: insert, delete, replace and swap of neighbours cost 1 each. */
static size_t distance(str a, str b) {
    size_t rows[3][NEAREST_MAX + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b.len; j++)
        above[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            bool same = alike(a.at[i - 1], b.at[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + !same);
            if (i > 1 && j > 1 && alike(a.at[i - 1], b.at[j - 2]) &&
                alike(a.at[i - 2], b.at[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = above, above = row, row = spare;
    }
    return above[b.len];
}

str str_nearest(str s, size_t count, str (*word_at)(const void *context, size_t i),
                const void *context) {
    str best = {0};
    size_t limit = s.len / 3 > 1 ? s.len / 3 : 1;
    for (size_t i = 0; i < count && s.len <= NEAREST_MAX; i++) {
        str word = word_at(context, i);
        if (word.len > NEAREST_MAX)
            continue;
        size_t cost = distance(s, word);
        if (cost <= limit) {
            best = word;
            limit = cost - (cost > 0); /* only a nearer one replaces it */
            if (cost == 0)
                break;
        }
    }
    return best;
}

str str_shorten(struct arena *arena, str s) {
    enum { SHOWN = 60 };
    size_t end = 0;
    for (size_t points = 0; end < s.len; points++) {
        if (points == SHOWN)
            return str_format(arena, "%.*s...", (int)end, s.at);
        end += utf8_next(s, end).size;
    }
    return s;
}
