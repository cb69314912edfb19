/* SPDX-License-Identifier: Apache-2.0 */
/* The target from its layers. */
#ifndef MODAVD_TARGET_RESOLVE_H
#define MODAVD_TARGET_RESOLVE_H

#include "backend.h"
#include "diag.h"

/* The strongest layer's value of each fact, over the defaults for HERE, the host that this program
 * runs on. False after findings. */
bool target_resolve(struct arena *arena, struct diags *diags, const struct layers *layers,
                    enum host here, struct target *out);

#endif
