/* SPDX-License-Identifier: Apache-2.0 */
#include "version.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *text;
    bool valid;
    uint32_t part[VERSION_PARTS];
} rows[] = {
    {"8", true, {8}},
    {"2.12.0(gradle_1.3.0-beta4-78860)", true, {2, 12, 0}},
    {"7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)", true, {7, 2, 22}},
    {"6.1.0-57-amd64", true, {6, 1, 0}},
    {"11.0.50", true, {11, 0, 50}},
    {"35.6.3.0", true, {35, 6, 3, 0}},
    {"1.2.3.4.5", true, {1, 2, 3, 4}},
    {"10.0.0-rc4", true, {10}},
    {"5.15.", true, {5, 15}},
    {"5..15", true, {5}},
    {"09.02", true, {9, 2}},
    {"4294967295.1", true, {UINT32_MAX, 1}},
    {"4294967296", false, {0}},
    {"1.4294967296", false, {0}},
    {"99999999999999999999999999", false, {0}},
    {"", false, {0}},
    {"v7.2", false, {0}},
    {" 7.2", false, {0}},
    {".5", false, {0}},
    {"-1", false, {0}},
    {"new", false, {0}},
};

static void test_parse(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct version got;
        bool valid = version_parse(str_from(rows[i].text), &got);
        if (valid != rows[i].valid)
            fail_msg("'%s': %d", rows[i].text, valid);
        if (!valid)
            continue;
        assert_true(got.known);
        assert_memory_equal(got.part, rows[i].part, sizeof got.part);
        assert_true(str_equal(got.text, str_from(rows[i].text)));
    }
}

/* From old to new. */
static const char *const ladder[] = {"2.6.9",  "2.7",    "2.12.0(gradle_1.3.0-beta4-78860)",
                                     "7.2",    "7.2.1",  "7.2.22 (Debian 1:7.2+dfsg-7)",
                                     "9.2",    "10.0",   "10.0.0.1",
                                     "11.0.5", "11.0.50"};

static void test_compare(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ladder); i++)
        for (size_t j = 0; j < COUNT(ladder); j++) {
            struct version a, b;
            assert_true(version_parse(str_from(ladder[i]), &a));
            assert_true(version_parse(str_from(ladder[j]), &b));
            int order = version_compare(&a, &b), want = (i > j) - (i < j);
            if ((order > 0) - (order < 0) != want)
                fail_msg("'%s' and '%s': %d", ladder[i], ladder[j], order);
        }
    struct version a, b;
    version_parse(STR("7.2"), &a);
    version_parse(STR("7.2.0"), &b);
    assert_int_equal(version_compare(&a, &b), 0);
}

static const struct {
    const char *range, *in, *out; /* versions, ' ' between them */
} ranges[] = {
    {">= 2.7", "2.7 2.7.0 2.12.0(gradle_1.3.0-beta4-78860) 10.0", "2.6.9 1"},
    {">=2.7", "2.7", "2.6"},
    {"> 2.7", "2.7.1 3", "2.7 2.7.0 2.6"},
    {"<= 9.2", "9.2 9.2.0 8.9", "9.2.1 10.0"},
    {"< 10.0", "9.2 9.99", "10.0 10.0.1 11.0.50"},
    {">= 4.2, < 8", "4.2 7.2.22(Debian) 7.99", "4.1.9 8 8.0.0 10"},
    {">= 4.2,< 8,!= 5.1", "4.2 5.0 5.2", "5.1 5.1.7 8"},
    {"= 7.2", "7.2 7.2.22 7.2.0.1", "7.1 7.3 7 7.20"},
    {"== 7.2", "7.2.22", "7.3"},
    {"7.2", "7.2 7.2.22", "7.20 72"},
    {"7", "7 7.2.22", "8 70"},
    {"!= 7.2", "7.1 7.3", "7.2 7.2.22"},
    {"  >=   5.8  ", "5.8 6.1.0-57-amd64", "5.7"},
};

static void check_all(const char *range, const char *versions, bool want) {
    struct version_range parsed;
    assert_true(version_range_parse(str_from(range), &parsed));
    for (str rest = str_from(versions); rest.len > 0;) {
        str text = str_cut(&rest, ' ');
        struct version version;
        assert_true(version_parse(text, &version));
        if (version_in_range(&version, &parsed) != want)
            fail_msg("'%s' and %.*s", range, STR_ARG(text));
    }
}

static void test_ranges(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ranges); i++) {
        check_all(ranges[i].range, ranges[i].in, true);
        check_all(ranges[i].range, ranges[i].out, false);
    }
    struct version version = {.known = true};
    assert_true(version_in_range(&version, &(struct version_range){.count = 0}));
}

static const char *const wrong[] = {"",
                                    "new",
                                    ">=",
                                    "=> 2.7",
                                    ">= 2.7x",
                                    ">= 2.7,",
                                    ", < 8",
                                    "~ 2.7",
                                    ">= v2.7",
                                    ">= 2.7 < 8",
                                    "1.2.3.4.5",
                                    ">= 1, > 2, > 3, > 4, > 5",
                                    ">= 4294967296",
                                    ">> 1",
                                    "2.7-rc1",
                                    "> > 1"};

static void test_wrong_ranges(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct version_range range;
        if (version_range_parse(str_from(wrong[i]), &range))
            fail_msg("'%s' is taken", wrong[i]);
    }
    struct version_range most;
    assert_true(version_range_parse(STR("> 1, > 2, > 3, > 4"), &most));
    assert_int_equal(most.count, RANGE_TERMS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_wrong_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
