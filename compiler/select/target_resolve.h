/* SPDX-License-Identifier: Apache-2.0 */
/* The target from its layers. */
#ifndef MODAVD_TARGET_RESOLVE_H
#define MODAVD_TARGET_RESOLVE_H

#include "backend.h"
#include "diag.h"

/* What holds where no layer says more. */
struct target_defaults {
    enum host host;         /* the one that this program runs on */
    enum emulator emulator; /* android for an AVD, qemu for other machines */
    bool complete;          /* all layers could be read: facts may be held against each other */
};

/* The strongest layer's value of each fact, over DEFAULTS. False after findings. */
bool target_resolve(struct arena *arena, struct diags *diags, const struct layers *layers,
                    const struct target_defaults *defaults, struct target *out);

#endif
