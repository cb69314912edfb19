/* SPDX-License-Identifier: Apache-2.0 */
#include "utf8.h"

/* By lead byte: sequence length, and the least and the largest second byte (Unicode 15, table 3-7).
 */
static const struct lead {
    unsigned char first, last, size, low, high;
} leads[] = {
    {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF},
    {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF},
    {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

static const struct lead *find_lead(unsigned char byte) {
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
        if (byte >= leads[i].first && byte <= leads[i].last)
            return &leads[i];
    return NULL;
}

struct utf8_char utf8_next(str s, size_t at) {
    const unsigned char *p = (const unsigned char *)s.at + at;
    if (p[0] < 0x80)
        return (struct utf8_char){p[0], 1, true};
    const struct utf8_char bad = {0xFFFD, 1, false};
    const struct lead *lead = find_lead(p[0]);
    if (!lead || s.len - at < lead->size || p[1] < lead->low || p[1] > lead->high)
        return bad;
    uint32_t point = p[0] & (0x7Fu >> lead->size);
    for (size_t i = 1; i < lead->size; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return bad;
        point = point << 6 | (p[i] & 0x3Fu);
    }
    return (struct utf8_char){point, lead->size, true};
}

size_t utf8_count(str s) {
    size_t count = 0;
    for (size_t at = 0; at < s.len; at += utf8_next(s, at).size)
        count++;
    return count;
}

/* Ranges that matter to people's paths and profiles, after Unicode's EastAsianWidth.txt (W and F)
 * and the combining-mark blocks; wcwidth() would depend on the locale. */
static const struct range {
    uint32_t first, last;
    size_t width;
} ranges[] = {
    {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2}, {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},
    {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0}, {0x2E80, 0x303E, 2},   {0x3041, 0x33FF, 2},
    {0x3400, 0x4DBF, 2},   {0x4E00, 0x9FFF, 2}, {0xA000, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},
    {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0}, {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},
    {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2}, {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2},
    {0x20000, 0x3FFFD, 2},
};

static size_t point_width(uint32_t point) {
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

size_t utf8_width(str s) {
    size_t width = 0;
    for (size_t at = 0; at < s.len;) {
        struct utf8_char c = utf8_next(s, at);
        width += point_width(c.point);
        at += c.size;
    }
    return width;
}

bool utf8_is_ascii(str s) {
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.at[i] >= 0x80)
            return false;
    return true;
}
