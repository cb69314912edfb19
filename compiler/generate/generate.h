/* SPDX-License-Identifier: Apache-2.0 */
/* From the plan to the bytes of every file of the set. Pure: no clock, files, environment, locale.
 */
#ifndef MODAVD_GENERATE_H
#define MODAVD_GENERATE_H

#include "artifact.h"
#include "plan.h"

/* The set of PLAN on ARENA, the manifest last. INPUTS are further sources that it was made from. */
struct artifacts generate(struct arena *arena, const struct sources *sources,
                          const struct plan *plan, const uint32_t *inputs, size_t input_count);

#endif
