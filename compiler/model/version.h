/* SPDX-License-Identifier: Apache-2.0 */
/* Version numbers as QEMU, its forks, Linux and the emulator print them, and ranges of them. */
#ifndef MODAVD_VERSION_H
#define MODAVD_VERSION_H

#include "str.h"

enum { VERSION_PARTS = 4, RANGE_TERMS = 4 };

/* known false: the fact is not known, and no comparison is to be made. */
struct version {
    bool known;
    uint32_t part[VERSION_PARTS];
    str text; /* as given */
};

/* Reads the leading number of "2.12.0(gradle_1.3.0-beta4)", "7.2.22 (Debian 1:7.2+dfsg-7)",
 * "6.1.0-57-amd64", "11.0.50", "8": false when TEXT does not start with one. */
bool version_parse(str text, struct version *out);

/* Numeric, part by part: below, at or above 0. Missing parts count as 0. */
int version_compare(const struct version *a, const struct version *b);

enum range_operator { RANGE_LT, RANGE_LE, RANGE_EQ, RANGE_NE, RANGE_GE, RANGE_GT };

struct range_term {
    enum range_operator operator;
    struct version version;
};

/* All terms must hold. count 0: everything is in the range. */
struct version_range {
    struct range_term terms[RANGE_TERMS];
    size_t count;
    str text;
};

/* Reads ">= 2.7", ">= 4.2, < 8", "= 7.2", "7.2" (the same as "= 7.2"): false when TEXT is none. "="
 * compares only the parts that the range gives: 7.2 holds for 7.2.22. */
bool version_range_parse(str text, struct version_range *out);

bool version_in_range(const struct version *version, const struct version_range *range);

#endif
