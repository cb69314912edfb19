/* SPDX-License-Identifier: Apache-2.0 */
#include "utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define BYTES(literal) STR_INIT(literal)

/* Unicode 15, table 3-7, at its edges. */
static const struct {
    str bytes;
    uint32_t point; /* 0: not valid */
} sequences[] = {
    {BYTES("\x7F"), 0x7F},
    {BYTES("\x80"), 0},
    {BYTES("\xBF"), 0},
    {BYTES("\xC0\x80"), 0},
    {BYTES("\xC1\xBF"), 0},
    {BYTES("\xC2\x80"), 0x80},
    {BYTES("\xC2\x7F"), 0},
    {BYTES("\xC2\xC0"), 0},
    {BYTES("\xC2"), 0},
    {BYTES("\xC2\xB5"), 0xB5},
    {BYTES("\xCE\xBC"), 0x3BC},
    {BYTES("\xDF\xBF"), 0x7FF},
    {BYTES("\xE0\x9F\xBF"), 0},
    {BYTES("\xE0\xA0\x80"), 0x800},
    {BYTES("\xE1\x80\x80"), 0x1000},
    {BYTES("\xE5\xBF\xAB"), 0x5FEB},
    {BYTES("\xE5\xBF"), 0},
    {BYTES("\xE5\xBF\x2F"), 0},
    {BYTES("\xEC\xBF\xBF"), 0xCFFF},
    {BYTES("\xED\x9F\xBF"), 0xD7FF},
    {BYTES("\xED\xA0\x80"), 0},
    {BYTES("\xED\xBF\xBF"), 0},
    {BYTES("\xEE\x80\x80"), 0xE000},
    {BYTES("\xEF\xBB\xBF"), 0xFEFF},
    {BYTES("\xEF\xBF\xBF"), 0xFFFF},
    {BYTES("\xF0\x8F\xBF\xBF"), 0},
    {BYTES("\xF0\x90\x80\x80"), 0x10000},
    {BYTES("\xF1\x80\x80\x80"), 0x40000},
    {BYTES("\xF3\xBF\xBF\xBF"), 0xFFFFF},
    {BYTES("\xF4\x8F\xBF\xBF"), 0x10FFFF},
    {BYTES("\xF4\x90\x80\x80"), 0},
    {BYTES("\xF0\x9F\x98"), 0},
    {BYTES("\xF5\x80\x80\x80"), 0},
    {BYTES("\xF8\x88\x80\x80\x80"), 0},
    {BYTES("\xFF"), 0},
};

static void test_sequences(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(sequences); i++) {
        struct utf8_char c = utf8_next(sequences[i].bytes, 0);
        bool valid = sequences[i].point != 0;
        if (c.valid != valid || (valid && c.point != sequences[i].point) ||
            c.size != (valid ? sequences[i].bytes.len : 1))
            fail_msg("row %zu: %04X, %zu bytes", i, (unsigned)c.point, c.size);
    }
}

/* Every code point encoded comes back, and surrogates do not. */
static void test_all_points(void **state) {
    (void)state;
    for (uint32_t point = 0x800; point < 0x10000; point++) {
        char bytes[3] = {(char)(0xE0 | point >> 12), (char)(0x80 | (point >> 6 & 0x3F)),
                         (char)(0x80 | (point & 0x3F))};
        struct utf8_char c = utf8_next((str){bytes, 3}, 0);
        bool surrogate = point >= 0xD800 && point <= 0xDFFF;
        assert_int_equal(c.valid, !surrogate);
        assert_int_equal(c.point, surrogate ? 0xFFFD : point);
    }
}

static const struct {
    const char *text;
    size_t count, width;
    bool ascii;
} texts[] = {
    {"", 0, 0, true},
    {"abc", 3, 3, true},
    {"\x7F", 1, 1, true},
    {"\xC2\xB5s", 2, 2, false},
    {"\xE5\xBF\xAB\xE9\x80\x9F", 2, 4, false}, /* two Chinese characters */
    {"e\xCC\x81", 2, 1, false},                /* e with a combining acute */
    {"\xEF\xBC\xA1", 1, 2, false},             /* a full-width A */
    {"\xEA\xB0\x80", 1, 2, false},             /* Hangul */
    {"\xE3\x81\x82", 1, 2, false},             /* Hiragana */
    {"\xF0\x9F\x98\x80", 1, 2, false},         /* an emoji */
    {"\xF0\xA0\x80\x80", 1, 2, false},         /* a rare Chinese character */
    {"a\xE2\x80\x8B"
     "b",
     3, 2, false},              /* a zero-width space */
    {"a\xFF\xFE", 3, 3, false}, /* each bad byte is one */
    {"\xE5\xBF", 2, 2, false},
};

static void test_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        str text = str_from(texts[i].text);
        if (utf8_count(text) != texts[i].count || utf8_width(text) != texts[i].width ||
            utf8_is_ascii(text) != texts[i].ascii)
            fail_msg("row %zu: %zu code points, width %zu", i, utf8_count(text), utf8_width(text));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequences),
        cmocka_unit_test(test_all_points),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
