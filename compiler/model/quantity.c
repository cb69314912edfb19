/* SPDX-License-Identifier: Apache-2.0 */
#include "quantity.h"

/* Units, each with its dimension and size in base units. Sizes after QEMU's qemu_strtosz: K, M, G
 * and T are powers of 1024 in either case. */
static const struct unit {
    const char *text;
    enum dimension dimension;
    uint64_t scale;
} units[] = {
    {"ns", DIMENSION_DURATION, 1},
    {"us", DIMENSION_DURATION, 1000},
    {"\xC2\xB5s", DIMENSION_DURATION, 1000}, /* U+00B5 micro sign */
    {"\xCE\xBCs", DIMENSION_DURATION, 1000}, /* U+03BC Greek small mu */
    {"ms", DIMENSION_DURATION, 1000000},
    {"s", DIMENSION_DURATION, 1000000000},
    {"B", DIMENSION_SIZE, 1},
    {"K", DIMENSION_SIZE, 1ull << 10},
    {"k", DIMENSION_SIZE, 1ull << 10},
    {"KiB", DIMENSION_SIZE, 1ull << 10},
    {"M", DIMENSION_SIZE, 1ull << 20},
    {"m", DIMENSION_SIZE, 1ull << 20},
    {"MiB", DIMENSION_SIZE, 1ull << 20},
    {"G", DIMENSION_SIZE, 1ull << 30},
    {"g", DIMENSION_SIZE, 1ull << 30},
    {"GiB", DIMENSION_SIZE, 1ull << 30},
    {"T", DIMENSION_SIZE, 1ull << 40},
    {"TiB", DIMENSION_SIZE, 1ull << 40},
};

static const struct unit *find_unit(str text) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_equal(text, str_from(units[i].text)))
            return &units[i];
    return NULL;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/* Digits of BASE from the start of *REST; false on overflow. */
static bool take_digits(str *rest, uint64_t base, uint64_t *value, size_t *digits) {
    *value = 0;
    for (*digits = 0; rest->len > 0; (*digits)++) {
        uint64_t digit = (uint64_t)digit_value(rest->at[0]);
        if (digit >= base)
            break;
        if (*value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
        *rest = str_from_at(*rest, 1);
    }
    return true;
}

/* ".25" times SCALE as a whole number: 25 * SCALE / 100, which must leave nothing over. */
static enum quantity_fault scale_fraction(str digits, uint64_t scale, uint64_t *out) {
    uint64_t value, power = 1;
    size_t count;
    while (digits.len > 1 && digits.at[digits.len - 1] == '0')
        digits.len--;
    for (size_t i = 0; i < digits.len; i++) {
        if (power > UINT64_MAX / 10)
            return QUANTITY_FRACTION;
        power *= 10;
    }
    str rest = digits;
    if (!take_digits(&rest, 10, &value, &count) || value > UINT64_MAX / scale)
        return QUANTITY_FRACTION; /* finer than any base unit */
    *out = value * scale / power;
    return value * scale % power == 0 ? QUANTITY_OK : QUANTITY_FRACTION;
}

/* WHOLE and the digits after the point, in units of SCALE, as base units. */
static enum quantity_fault scale_number(uint64_t whole, str fraction, uint64_t scale,
                                        uint64_t *out) {
    uint64_t part = 0;
    if (fraction.len > 0) {
        enum quantity_fault fault = scale_fraction(fraction, scale, &part);
        if (fault)
            return fault;
    }
    if (whole > (UINT64_MAX - part) / scale)
        return QUANTITY_OVERFLOW;
    *out = whole * scale + part;
    return QUANTITY_OK;
}

/* "0x10": only plain numbers are written so. */
static enum quantity_fault parse_hex(str text, struct quantity *out) {
    str rest = str_from_at(text, 2);
    size_t digits;
    if (!take_digits(&rest, 16, &out->value, &digits))
        return QUANTITY_OVERFLOW;
    return digits == 0 || rest.len > 0 ? QUANTITY_NOT_A_NUMBER : QUANTITY_OK;
}

/* Cuts ".5" off *REST: the digits; false where a point has none behind it. */
static bool take_point(str *rest, str *fraction) {
    *fraction = (str){0};
    if (rest->len == 0 || rest->at[0] != '.')
        return true;
    str from = *rest = str_from_at(*rest, 1);
    while (rest->len > 0 && rest->at[0] >= '0' && rest->at[0] <= '9')
        *rest = str_from_at(*rest, 1);
    *fraction = str_first(from, from.len - rest->len);
    return fraction->len > 0;
}

enum quantity_fault quantity_parse(str text, struct quantity *out) {
    static const struct unit plain = {"", DIMENSION_NUMBER, 1};
    *out = (struct quantity){DIMENSION_NUMBER, 0};
    if (str_starts_nocase(text, STR("0x")))
        return parse_hex(text, out);
    str rest = text, fraction;
    uint64_t whole;
    size_t digits;
    if (!take_digits(&rest, 10, &whole, &digits))
        return QUANTITY_OVERFLOW;
    if (digits == 0 || !take_point(&rest, &fraction))
        return QUANTITY_NOT_A_NUMBER;
    if (digits > 1 && text.at[0] == '0')
        return QUANTITY_LEADING_ZERO;
    str name = str_trim(rest, " ");
    const struct unit *unit = name.len > 0 ? find_unit(name) : &plain;
    if (!unit)
        return digit_value(name.at[0]) < 10 || name.at[0] == ':' || name.at[0] == ','
                   ? QUANTITY_NOT_A_NUMBER
                   : QUANTITY_UNIT;
    out->dimension = unit->dimension;
    return scale_number(whole, fraction, unit->scale, &out->value);
}

/* Units for output, the largest first. */
static const struct unit shown_units[] = {
    {"s", DIMENSION_DURATION, 1000000000},
    {"ms", DIMENSION_DURATION, 1000000},
    {"us", DIMENSION_DURATION, 1000},
    {"ns", DIMENSION_DURATION, 1},
    {"GiB", DIMENSION_SIZE, 1ull << 30},
    {"MiB", DIMENSION_SIZE, 1ull << 20},
    {"KiB", DIMENSION_SIZE, 1ull << 10},
    {"B", DIMENSION_SIZE, 1},
    {"", DIMENSION_NUMBER, 1},
};

str quantity_text(struct arena *arena, struct quantity quantity) {
    size_t i = 0;
    while (shown_units[i].dimension != quantity.dimension ||
           (shown_units[i].scale > 1 &&
            (quantity.value == 0 || quantity.value % shown_units[i].scale != 0)))
        i++;
    return str_format(arena, "%llu%s", (unsigned long long)(quantity.value / shown_units[i].scale),
                      shown_units[i].text);
}

const char *dimension_text(enum dimension dimension) {
    static const char *const texts[] = {"a number", "a duration such as 100us",
                                        "a size such as 512MiB"};
    return texts[dimension];
}
