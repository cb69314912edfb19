/* SPDX-License-Identifier: Apache-2.0 */
#include "quantity.h"

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
    enum quantity_fault fault;
    enum dimension dimension;
    uint64_t value;
} rows[] = {
    {"0", QUANTITY_OK, DIMENSION_NUMBER, 0},
    {"100", QUANTITY_OK, DIMENSION_NUMBER, 100},
    {"18446744073709551615", QUANTITY_OK, DIMENSION_NUMBER, UINT64_MAX},
    {"0x10", QUANTITY_OK, DIMENSION_NUMBER, 16},
    {"0XfF", QUANTITY_OK, DIMENSION_NUMBER, 255},
    {"0x0010", QUANTITY_OK, DIMENSION_NUMBER, 16},
    {"0xffffffffffffffff", QUANTITY_OK, DIMENSION_NUMBER, UINT64_MAX},
    {"1.0", QUANTITY_OK, DIMENSION_NUMBER, 1},
    {"0ns", QUANTITY_OK, DIMENSION_DURATION, 0},
    {"7ns", QUANTITY_OK, DIMENSION_DURATION, 7},
    {"100us", QUANTITY_OK, DIMENSION_DURATION, 100000},
    {"5\xC2\xB5s", QUANTITY_OK, DIMENSION_DURATION, 5000},
    {"5 \xCE\xBCs", QUANTITY_OK, DIMENSION_DURATION, 5000},
    {"1ms", QUANTITY_OK, DIMENSION_DURATION, 1000000},
    {"0.5ms", QUANTITY_OK, DIMENSION_DURATION, 500000},
    {"1.25us", QUANTITY_OK, DIMENSION_DURATION, 1250},
    {"1.5000000000000000000000000us", QUANTITY_OK, DIMENSION_DURATION, 1500},
    {"0.000000001s", QUANTITY_OK, DIMENSION_DURATION, 1},
    {"2s", QUANTITY_OK, DIMENSION_DURATION, 2000000000},
    {"18446744073.709551615s", QUANTITY_OK, DIMENSION_DURATION, UINT64_MAX},
    {"512B", QUANTITY_OK, DIMENSION_SIZE, 512},
    {"1K", QUANTITY_OK, DIMENSION_SIZE, 1024},
    {"1k", QUANTITY_OK, DIMENSION_SIZE, 1024},
    {"1KiB", QUANTITY_OK, DIMENSION_SIZE, 1024},
    {"2m", QUANTITY_OK, DIMENSION_SIZE, 2097152},
    {"512MiB", QUANTITY_OK, DIMENSION_SIZE, 536870912},
    {"0.5M", QUANTITY_OK, DIMENSION_SIZE, 524288},
    {"2G", QUANTITY_OK, DIMENSION_SIZE, 2147483648},
    {"1 GiB", QUANTITY_OK, DIMENSION_SIZE, 1073741824},
    {"1T", QUANTITY_OK, DIMENSION_SIZE, 1099511627776},
    {"16777215TiB", QUANTITY_OK, DIMENSION_SIZE, 18446742974197923840u},
    {"", QUANTITY_NOT_A_NUMBER, 0, 0},
    {" 1", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"-1", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"+1", QUANTITY_NOT_A_NUMBER, 0, 0},
    {".5ms", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"1.ms", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"0,5ms", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"1:30", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"1 0us", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"0x", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"0xg", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"0x10us", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"us", QUANTITY_NOT_A_NUMBER, 0, 0},
    {"010", QUANTITY_LEADING_ZERO, 0, 0},
    {"00", QUANTITY_LEADING_ZERO, 0, 0},
    {"010us", QUANTITY_LEADING_ZERO, 0, 0},
    {"00.5ms", QUANTITY_LEADING_ZERO, 0, 0},
    {"18446744073709551616", QUANTITY_OVERFLOW, 0, 0},
    {"18446744073709551618", QUANTITY_OVERFLOW, 0, 0},
    {"0x10000000000000000", QUANTITY_OVERFLOW, 0, 0},
    {"18446744073.709551616s", QUANTITY_OVERFLOW, 0, 0},
    {"18446744073709552us", QUANTITY_OVERFLOW, 0, 0},
    {"16777216T", QUANTITY_OVERFLOW, 0, 0},
    {"1.5", QUANTITY_FRACTION, 0, 0},
    {"0.5ns", QUANTITY_FRACTION, 0, 0},
    {"0.1K", QUANTITY_FRACTION, 0, 0},
    {"1.0000000000000000000000000001s", QUANTITY_FRACTION, 0, 0},
    {"4x", QUANTITY_UNIT, 0, 0},
    {"5min", QUANTITY_UNIT, 0, 0},
    {"1e3us", QUANTITY_UNIT, 0, 0},
    {"1KB", QUANTITY_UNIT, 0, 0},
    {"1_000", QUANTITY_UNIT, 0, 0},
    {"5US", QUANTITY_UNIT, 0, 0},
    {"5\xB5s", QUANTITY_UNIT, 0, 0},
};

static void test_parse(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct quantity got;
        enum quantity_fault fault = quantity_parse(str_from(rows[i].text), &got);
        bool ok = fault == QUANTITY_OK;
        if (fault != rows[i].fault ||
            (ok && (got.dimension != rows[i].dimension || got.value != rows[i].value)))
            fail_msg("'%s': fault %d, kind %d, %llu", rows[i].text, (int)fault, (int)got.dimension,
                     (unsigned long long)got.value);
    }
}

static const struct {
    struct quantity quantity;
    const char *want;
} shown[] = {
    {{DIMENSION_NUMBER, 0}, "0"},
    {{DIMENSION_NUMBER, 1000}, "1000"},
    {{DIMENSION_DURATION, 0}, "0ns"},
    {{DIMENSION_DURATION, 999}, "999ns"},
    {{DIMENSION_DURATION, 1000}, "1us"},
    {{DIMENSION_DURATION, 100000}, "100us"},
    {{DIMENSION_DURATION, 1500000}, "1500us"},
    {{DIMENSION_DURATION, 1000000}, "1ms"},
    {{DIMENSION_DURATION, 3000000000}, "3s"},
    {{DIMENSION_DURATION, UINT64_MAX}, "18446744073709551615ns"},
    {{DIMENSION_SIZE, 0}, "0B"},
    {{DIMENSION_SIZE, 1023}, "1023B"},
    {{DIMENSION_SIZE, 1024}, "1KiB"},
    {{DIMENSION_SIZE, 1536u << 20}, "1536MiB"},
    {{DIMENSION_SIZE, 2147483648}, "2GiB"},
};

/* What is shown reads back as the same. */
static void test_text(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(shown); i++) {
        str text = quantity_text(&arena, shown[i].quantity);
        struct quantity back;
        assert_string_equal(str_c(&arena, text), shown[i].want);
        assert_int_equal(quantity_parse(text, &back), QUANTITY_OK);
        assert_int_equal(back.dimension, shown[i].quantity.dimension);
        assert_true(back.value == shown[i].quantity.value);
    }
    assert_string_equal(dimension_text(DIMENSION_NUMBER), "a number");
    assert_string_equal(dimension_text(DIMENSION_DURATION), "a duration such as 100us");
    assert_string_equal(dimension_text(DIMENSION_SIZE), "a size such as 512MiB");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
