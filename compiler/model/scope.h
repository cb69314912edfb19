/* SPDX-License-Identifier: Apache-2.0 */
/* The names that expressions of a profile may use: its parameters, and cpus and ram. */
#ifndef MODAVD_SCOPE_H
#define MODAVD_SCOPE_H

#include "expr.h"
#include "plan.h"

/* CPUS or RAM 0: not known. With VALUES for the profile's parameters, one each in their order;
 * NULL: their defaults. */
struct scope scope_make(struct arena *arena, const struct profile *profile,
                        const struct param_value *values, uint32_t cpus, uint64_t ram);

/* Whether NAME is a fact, so that no parameter may have it. */
bool scope_is_fact(str name);

#endif
