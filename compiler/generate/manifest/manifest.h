/* SPDX-License-Identifier: Apache-2.0 */
/* The plan as JSON: for the manifest, and for explain --format json. */
#ifndef MODAVD_MANIFEST_H
#define MODAVD_MANIFEST_H

#include "artifact.h"
#include "plan.h"

#include <jansson.h>

#define MODAVD_VERSION "0.1.0"

/* The manifest of ARTIFACTS, made from PLAN and its INPUTS (sources by number). No date, host name
 * or absolute path is in it. */
str manifest_emit(struct arena *arena, const struct sources *sources, const struct plan *plan,
                  const struct artifacts *artifacts, const uint32_t *inputs, size_t input_count);

/* Instance, target, profiles and arguments of PLAN. The caller owns it. */
json_t *manifest_plan(struct arena *arena, const struct sources *sources, const struct plan *plan);

#endif
