/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODAVD_ARGS_H
#define MODAVD_ARGS_H

#include "plan.h"

/* The arguments of PLAN, one a line, LF at the end of each, and nothing else; empty when there are
 * none. The plan's arguments hold no line end: the checks see to that. */
str args_emit(struct arena *arena, const struct plan *plan);

#endif
