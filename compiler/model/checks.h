/* SPDX-License-Identifier: Apache-2.0 */
/* The checks that a profile can ask of a booted guest: one row each, for the parser and the docs.
 */
#ifndef MODAVD_CHECKS_H
#define MODAVD_CHECKS_H

#include "profile.h"

/* What may stand for <...> in the name of a check. */
enum check_argument {
    ARGUMENT_PART, /* no '/': it becomes a part of a path in the guest, and must not leave it */
    ARGUMENT_PATH, /* may have '/' */
    ARGUMENT_TREE, /* names between '/', each a name of a file; at most 55 bytes */
};

/* Which tests a check allows, as bits of enum check_test. */
struct check_info {
    enum check_kind kind;
    const char *pattern; /* "cpuidle.latency.<state>" */
    unsigned tests;
    enum dimension dimension; /* of a number */
    bool numeric;
    enum check_argument argument; /* what may stand for <...>, the first one where there are two */
    const char *summary;          /* a phrase: what is asked, and where the answer comes from */
    const char *example;          /* an element of guest.checks in YAML's flow form */
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
