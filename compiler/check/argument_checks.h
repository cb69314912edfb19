/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of a profile's qemu part. */
#ifndef MODAVD_ARGUMENT_CHECKS_H
#define MODAVD_ARGUMENT_CHECKS_H

#include "diag.h"
#include "expr.h"
#include "offer.h"

struct checker {
    struct arena *arena;
    struct diags *diags;
    const struct profile *profile;
    struct scope scope; /* the profile's parameters at their defaults */
    bool versions;      /* for an author: against every version of QEMU that the profile is for */
};

/* QEMU in the versions of KNOWN, to be asked for what it has. */
struct offer checker_offer(const struct checker *checker, const struct known_qemu *known);

void check_globals(struct checker *checker, const struct profile *profile);
void check_objects(struct checker *checker, const struct profile *profile);
void check_mounts(struct checker *checker, const struct profile *profile);
void check_arguments(struct checker *checker, const struct profile *profile);

/* Reports control characters in TEXT, since outputs are lines. True when there is none. */
bool check_line(struct checker *checker, const struct text *text);

#endif
