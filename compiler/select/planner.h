/* SPDX-License-Identifier: Apache-2.0 */
/* What the steps of planning share; of no use outside this folder. */
#ifndef MODAVD_PLANNER_H
#define MODAVD_PLANNER_H

#include "machine.h"
#include "plan.h"
#include "plan_make.h"
#include "scope.h"

/* A list on an arena that grows by one. */
struct growing {
    void *items;
    size_t count, room, size;
};

/* The place for one more item of SIZE bytes, zeroed. */
void *growing_add(struct arena *arena, struct growing *list, size_t size);

struct planner {
    const struct plan_input *in;
    const struct backend *backend;
    struct machine_cpus cpus;
    struct plan *plan;
    struct growing arguments, checks, daemons, settings;
};

/* One profile on its way to a decision. */
struct candidate_profile {
    const struct profile *profile;
    struct decision *decision;
    struct growing reasons;
    struct scope scope;
};

/* A reason of CODE at AT; TEXT says why, CHANGE what would help (may be empty). */
struct reason *reason_add(struct planner *planner, struct candidate_profile *candidate,
                          enum code code, enum effect effect, struct span at, str text, str change);

/* Whether there is a reason of EFFECT so far. */
bool reason_has(const struct candidate_profile *candidate, enum effect effect);

/* Whether the profile is asked for here, and by whom (decide_asked.c). */
void decide_asked(struct planner *planner, struct candidate_profile *candidate, bool off_switch);

/* The conditions of when:, the risk and the back end's verdicts (decide_target.c). */
void decide_when(struct planner *planner, struct candidate_profile *candidate);
void decide_verdicts(struct planner *planner, struct candidate_profile *candidate);

/* The values of the profile's parameters and its scope (decide_params.c). False after findings. */
bool decide_params(struct planner *planner, struct candidate_profile *candidate);

/* Adds to the last finding, which is about a value computed from them, where settings set
 * parameters. */
void note_params(struct planner *planner, const struct candidate_profile *candidate);

/* Parts that drop alone: the table. *SPELT is the value of -acpitable file= (decide_table.c). */
void decide_table(struct planner *planner, struct candidate_profile *candidate, str *spelt);

/* What the built parts put into the plan. False after findings. */
bool plan_qemu(struct planner *planner, const struct candidate_profile *candidate);
bool plan_acpi(struct planner *planner, const struct candidate_profile *candidate);
bool plan_guest(struct planner *planner, const struct candidate_profile *candidate);

#endif
