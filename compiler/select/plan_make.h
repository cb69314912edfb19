/* SPDX-License-Identifier: Apache-2.0 */
/* From profiles, settings, target and instance to the plan. */
#ifndef MODAVD_PLAN_MAKE_H
#define MODAVD_PLAN_MAKE_H

#include "backend.h"
#include "cmdline.h"
#include "os.h"
#include "plan.h"

/* What the environment says of the profiles' off-switches: one for each profile, in their order. */
struct off_switches {
    const bool *off;
};

/* Asks the environment once. A value that is neither on nor off is a finding (MP0403). */
struct off_switches off_switches_read(struct arena *arena, struct diags *diags, const struct os *os,
                                      const struct profiles *profiles);

struct plan_input {
    struct arena *arena;
    struct diags *diags;
    const struct profiles *profiles;
    struct off_switches switches;
    const struct layers *layers;
    const struct target *target;
    const struct instance *instance;
    const struct cmd_items *base; /* what the manager starts QEMU with; NULL: not known */
};

/* Names in SETTINGS that no profile or parameter has (MP0211, MP0212): once for each layer. */
void settings_check(struct diags *diags, const struct profiles *profiles,
                    const struct settings *settings);

/* The plan for one instance. False after findings: nothing is to be written for it then; the plan
 * still tells the decisions. */
bool plan_make(const struct plan_input *input, struct plan *out);

#endif
