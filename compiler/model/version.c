/* SPDX-License-Identifier: Apache-2.0 */
#include "version.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* One part of a version; false where it does not fit 32 bits. */
static bool take_number(str *rest, uint32_t *out) {
    size_t end = 0;
    uint64_t value = 0;
    while (end < rest->len && is_digit(rest->at[end]) && value <= UINT32_MAX)
        value = value * 10 + (uint64_t)(rest->at[end++] - '0');
    if (end == 0 || value > UINT32_MAX)
        return false;
    *rest = str_from_at(*rest, end);
    *out = (uint32_t)value;
    return true;
}

/* The number at the start of *REST, which moves behind it; *PARTS tells how many parts it has. */
static bool take_version(str *rest, struct version *out, size_t *parts) {
    *out = (struct version){0};
    for (*parts = 0; *parts < VERSION_PARTS; (*parts)++) {
        str next = *rest;
        if (*parts > 0) {
            if (next.len < 2 || next.at[0] != '.' || !is_digit(next.at[1]))
                break;
            next = str_from_at(next, 1);
        }
        if (!take_number(&next, &out->part[*parts]))
            return false;
        *rest = next;
    }
    out->known = *parts > 0;
    return out->known;
}

bool version_parse(str text, struct version *out) {
    str rest = text;
    size_t parts;
    if (!take_version(&rest, out, &parts))
        return false;
    out->text = text;
    return true;
}

int version_compare(const struct version *a, const struct version *b) {
    for (size_t i = 0; i < VERSION_PARTS; i++)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}

/* Two characters before one: "<=" must not be read as "<". */
static const struct {
    const char *text;
    enum range_operator operator;
} operators[] = {{"<=", RANGE_LE}, {">=", RANGE_GE}, {"!=", RANGE_NE}, {"==", RANGE_EQ},
                 {"<", RANGE_LT},  {">", RANGE_GT},  {"=", RANGE_EQ}};

static enum range_operator take_operator(str *rest) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        str text = str_from(operators[i].text);
        if (str_starts(*rest, text)) {
            *rest = str_trim(str_from_at(*rest, text.len), " ");
            return operators[i].operator;
        }
    }
    return RANGE_EQ;
}

/* The given parts only: the missing ones of the term are taken from the version compared with. */
static bool equal_prefix(const struct version *version, const struct range_term *term) {
    str rest = term->version.text;
    struct version given;
    size_t parts;
    take_version(&rest, &given, &parts);
    for (size_t i = 0; i < parts; i++)
        if (version->part[i] != given.part[i])
            return false;
    return true;
}

bool version_range_parse(str text, struct version_range *out) {
    *out = (struct version_range){.text = text};
    str rest = text;
    while (out->count < RANGE_TERMS) {
        str part = str_trim(str_cut(&rest, ','), " ");
        struct range_term *term = &out->terms[out->count++];
        term->operator= take_operator(&part);
        str left = part;
        size_t parts;
        if (!take_version(&left, &term->version, &parts) || left.len > 0)
            return false;
        term->version.text = part;
        if (!rest.at)
            return true;
    }
    return false;
}

static bool term_holds(const struct version *version, const struct range_term *term) {
    int order = version_compare(version, &term->version);
    switch (term->operator) {
    case RANGE_LT:
        return order < 0;
    case RANGE_LE:
        return order <= 0;
    case RANGE_EQ:
        return equal_prefix(version, term);
    case RANGE_NE:
        return !equal_prefix(version, term);
    case RANGE_GE:
        return order >= 0;
    case RANGE_GT:
        return order > 0;
    }
    return false;
}

bool version_in_range(const struct version *version, const struct version_range *range) {
    for (size_t i = 0; i < range->count; i++)
        if (!term_holds(version, &range->terms[i]))
            return false;
    return true;
}
