/* SPDX-License-Identifier: Apache-2.0 */
/* The checks that a profile can ask of a booted guest: one row each, for the parser and the docs.
 */
#ifndef MODAVD_CHECKS_H
#define MODAVD_CHECKS_H

#include "profile.h"

/* Which tests a check allows, as bits of enum check_test. */
struct check_info {
    enum check_kind kind;
    const char *pattern; /* "cpuidle.latency.<state>" */
    unsigned tests;
    enum dimension dimension; /* of a number */
    bool numeric;
    const char *summary;
};

extern const struct check_info check_infos[];
extern const size_t check_info_count;

/* The row that NAME fits, and what stands for its <...> in ARGUMENT; NULL when none does. */
const struct check_info *check_find(str name, str argument[2]);

/* What a number of INFO counts when it is tested by TEST. */
enum dimension check_dimension(const struct check_info *info, enum check_test test);

/* The pattern nearest to NAME, empty when none is near. */
str check_nearest(struct arena *arena, str name);

#endif
