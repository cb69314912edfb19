/* SPDX-License-Identifier: Apache-2.0 */
#include "str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct arena arena;

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

static int start(void **state) {
    (void)state;
    arena = arena_make(out_of_memory, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static void assert_str(str got, const char *want) {
    assert_string_equal(str_c(&arena, got), want);
}

static void test_make(void **state) {
    (void)state;
    assert_int_equal(str_from(NULL).len, 0);
    assert_int_equal(str_from("ab").len, 2);
    assert_str(str_copy(&arena, STR("ab")), "ab");
    assert_str(str_copy(&arena, (str){0}), "");
    assert_str(str_format(&arena, "%d-%s-%.*s", 5, "x", STR_ARG(STR("yz"))), "5-x-yz");
    assert_str(str_format(&arena, "%.*s", STR_ARG(((str){0}))), "");
}

static const struct {
    const char *a, *b;
    bool equal, nocase;
    int order;
} pairs[] = {
    {"", "", true, true, 0},
    {"a", "a", true, true, 0},
    {"a", "A", false, true, 1},
    {"a", "b", false, false, -1},
    {"a", "ab", false, false, -1},
    {"ab", "a", false, false, 1},
    {"Z", "[", false, false, -1},
    {"@", "`", false, false, -1},
    {"\xC3\xA9", "z", false, false, 1},
    {"I", "i", false, true, -1},
    {"\xC3\x89", "\xC3\xA9", false, false, -1},
};

static void test_compare(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        str a = str_from(pairs[i].a), b = str_from(pairs[i].b);
        int order = str_compare(a, b), back = str_compare(b, a);
        assert_int_equal(str_equal(a, b), pairs[i].equal);
        assert_int_equal(str_equal_nocase(a, b), pairs[i].nocase);
        assert_int_equal((order > 0) - (order < 0), pairs[i].order);
        assert_int_equal((back > 0) - (back < 0), -pairs[i].order);
    }
}

static const struct {
    const char *text, *part;
    bool starts, ends, starts_nocase, ends_nocase;
} affixes[] = {
    {"abc", "", true, true, true, true},      {"", "a", false, false, false, false},
    {"abc", "ab", true, false, true, false},  {"abc", "bc", false, true, false, true},
    {"abc", "AB", false, false, true, false}, {"abc", "BC", false, false, false, true},
    {"abc", "abc", true, true, true, true},   {"abc", "abcd", false, false, false, false},
};

static void test_affixes(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(affixes); i++) {
        str text = str_from(affixes[i].text), part = str_from(affixes[i].part);
        assert_int_equal(str_starts(text, part), affixes[i].starts);
        assert_int_equal(str_ends(text, part), affixes[i].ends);
        assert_int_equal(str_starts_nocase(text, part), affixes[i].starts_nocase);
        assert_int_equal(str_ends_nocase(text, part), affixes[i].ends_nocase);
    }
}

static void test_parts(void **state) {
    (void)state;
    assert_str(str_from_at(STR("abc"), 1), "bc");
    assert_str(str_from_at(STR("abc"), 9), "");
    assert_null(str_from_at((str){0}, 1).at);
    assert_str(str_first(STR("abc"), 2), "ab");
    assert_str(str_first(STR("abc"), 9), "abc");
    assert_int_equal(str_find(STR("abcb"), 'b'), 1);
    assert_int_equal(str_find(STR("abc"), 'x'), 3);
    assert_int_equal(str_find((str){0}, 'x'), 0);
    assert_str(str_trim(STR(" \tab c\t "), " \t"), "ab c");
    assert_str(str_trim(STR("   "), " "), "");
    /* the NUL that ends the set is not of it */
    assert_int_equal(str_trim((str){"\0a\0", 3}, " ").len, 3);
}

static const struct {
    const char *text, *pieces; /* each in brackets */
} cuts[] = {
    {"a,b", "[a][b]"}, {"a", "[a]"},  {",a", "[][a]"},
    {"a,", "[a][]"},   {",", "[][]"}, {"a,,b", "[a][][b]"},
};

static void test_cut(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(cuts); i++) {
        str rest = str_from(cuts[i].text), all = {0};
        while (rest.at) {
            str piece = str_cut(&rest, ',');
            all = str_format(&arena, "%.*s[%.*s]", STR_ARG(all), STR_ARG(piece));
        }
        assert_str(all, cuts[i].pieces);
    }
}

static const struct {
    const char *text;
    bool valid;
    uint64_t value;
} numbers[] = {
    {"0", true, 0},
    {"7", true, 7},
    {"18446744073709551615", true, UINT64_MAX},
    {"18446744073709551616", false, 0},
    {"18446744073709551618", false, 0},
    {"99999999999999999999999", false, 0},
    {"", false, 0},
    {"00", false, 0},
    {"010", false, 0},
    {"-1", false, 0},
    {"+1", false, 0},
    {" 1", false, 0},
    {"1 ", false, 0},
    {"1x", false, 0},
    {"0x1", false, 0},
    {"1.0", false, 0},
    {"/", false, 0},
    {":", false, 0},
};

static void test_numbers(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        uint64_t value = 0;
        if (str_to_u64(str_from(numbers[i].text), &value) != numbers[i].valid ||
            value != numbers[i].value)
            fail_msg("'%s' gives %llu", numbers[i].text, (unsigned long long)value);
    }
}

static const char *const words[] = {
    "host", "accel", "emulator", "globals", "ab", "a-name-that-is-longer-than-the-forty-bytes"};

static str word_at(const void *context, size_t i) {
    return str_from(((const char *const *)context)[i]);
}

static const struct {
    const char *text, *want;
} slips[] = {
    {"host", "host"},
    {"hots", "host"},
    {"hst", "host"},
    {"hostt", "host"},
    {"HSOT", "host"},
    {"Host", "host"},
    {"most", "host"},
    {"hoXX", ""},
    {"ghost", "host"},
    {"emulaotr", "emulator"},
    {"emltor", "emulator"},
    {"emltr", ""},
    {"globlas", "globals"},
    {"", ""},
    {"b", "ab"},
    {"a", "ab"},
    {"zzzzz", ""},
    {"a-name-that-is-longer-than-the-forty-byte", ""},
    {"hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", ""},
};

static void test_nearest(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(slips); i++) {
        str got = str_nearest(str_from(slips[i].text), COUNT(words), word_at, words);
        if (!str_equal(got, str_from(slips[i].want)))
            fail_msg("'%s' gives '%.*s'", slips[i].text, STR_ARG(got));
    }
    assert_int_equal(str_nearest(STR("host"), 0, word_at, words).len, 0);
}

/* Whatever the edit, one of them is within reach. */
static void test_nearest_edits(void **state) {
    (void)state;
    const char word[] = "emulator";
    for (size_t i = 0; i + 1 < sizeof word; i++) {
        char less[sizeof word], other[sizeof word], swapped[sizeof word];
        memcpy(other, word, sizeof word);
        memcpy(swapped, word, sizeof word);
        memcpy(less, word, i);
        memcpy(less + i, word + i + 1, sizeof word - i - 1);
        other[i] = '_';
        if (i > 0)
            swapped[i] = word[i - 1], swapped[i - 1] = word[i];
        const char *const edits[] = {less, other, swapped};
        for (size_t j = 0; j < COUNT(edits); j++)
            assert_str(str_nearest(str_from(edits[j]), COUNT(words), word_at, words), word);
    }
}

static void test_shorten(void **state) {
    (void)state;
    char text[400];
    memset(text, 'x', sizeof text);
    assert_int_equal(str_shorten(&arena, (str){text, 60}).len, 60);
    assert_int_equal(str_shorten(&arena, (str){text, 61}).len, 63);
    for (size_t i = 0; i < 100; i++)
        memcpy(text + 3 * i, "\xE5\xBF\xAB", 3);
    assert_int_equal(str_shorten(&arena, (str){text, 180}).len, 180);
    str cut = str_shorten(&arena, (str){text, 300});
    assert_int_equal(cut.len, 183);
    assert_true(str_ends(cut, STR("\xE5\xBF\xAB...")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make),    cmocka_unit_test(test_compare),
        cmocka_unit_test(test_affixes), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_cut),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_nearest), cmocka_unit_test(test_nearest_edits),
        cmocka_unit_test(test_shorten),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
