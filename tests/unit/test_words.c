/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

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

static const struct {
    const char *text;
    bool valid, value;
} booleans[] = {
    {"on", true, true},         {"off", true, false},  {"true", true, true},
    {"false", true, false},     {"yes", true, true},   {"no", true, false},
    {"On", true, true},         {"Off", true, false},  {"True", true, true},
    {"False", true, false},     {"Yes", true, true},   {"No", true, false},
    {"ON", true, true},         {"OFF", true, false},  {"TRUE", true, true},
    {"FALSE", true, false},     {"YES", true, true},   {"NO", true, false},
    {"oN", false, false},       {"oFF", false, false}, {"TRue", false, false},
    {"y", false, false},        {"n", false, false},   {"1", false, false},
    {"0", false, false},        {"", false, false},    {"on ", false, false},
    {"disabled", false, false}, {"nO", false, false},  {"falsE", false, false},
};

static void test_booleans(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(booleans); i++) {
        bool value = false;
        if (word_boolean(str_from(booleans[i].text), &value) != booleans[i].valid ||
            value != booleans[i].value)
            fail_msg("'%s'", booleans[i].text);
    }
}

static const struct {
    const struct word *words;
    const char *list;
    int last;
} tables[] = {
    {host_words, "windows, linux or macos", HOST_MACOS},
    {accel_words, "whpx, aehd, haxm, kvm, hvf or tcg", ACCEL_TCG},
    {emulator_words, "android or qemu", EMULATOR_QEMU},
    {arch_words, "x86, x86_64, arm or arm64", ARCH_ARM64},
    {part_words, "qemu, acpi or guest", PART_GUEST},
    {risk_words, "data", RISK_DATA},
    {boolean_words, "on, off, true, false, yes or no", 0},
};

/* Each word has its number, and each number its first word. */
static void test_tables(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(tables); i++) {
        const struct word *word = tables[i].words;
        int value = -1;
        assert_string_equal(str_c(&arena, word_list(&arena, word)), tables[i].list);
        for (; word->text; word++) {
            assert_true(word_find(tables[i].words, str_from(word->text), &value));
            assert_int_equal(value, word->value);
            if (tables[i].words != boolean_words)
                assert_string_equal(word_text(tables[i].words, value), word->text);
        }
        assert_int_equal(value, tables[i].last);
        assert_string_equal(word_text(tables[i].words, 99), "?");
        assert_false(word_find(tables[i].words, STR(""), &value));
        assert_false(word_find(tables[i].words, STR("WINDOWS"), &value));
    }
}

static const struct {
    const struct word *words;
    const char *text, *near;
} slips[] = {
    {host_words, "window", "windows"}, {host_words, "Linux", "linux"}, {host_words, "osx", ""},
    {accel_words, "whxp", "whpx"},     {accel_words, "KVM", "kvm"},    {accel_words, "vbox", ""},
    {arch_words, "x86-64", "x86_64"},  {arch_words, "amd64", ""},      {host_words, "", ""},
};

static void test_nearest(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(slips); i++) {
        str got = word_nearest(slips[i].words, str_from(slips[i].text));
        if (!str_equal(got, str_from(slips[i].near)))
            fail_msg("'%s' gives '%.*s'", slips[i].text, STR_ARG(got));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_booleans),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
