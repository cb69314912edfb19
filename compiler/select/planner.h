/* SPDX-License-Identifier: Apache-2.0 */
/* What the steps of planning share; of no use outside this folder. */
#ifndef MODAVD_PLANNER_H
#define MODAVD_PLANNER_H

#include "cmdline.h"
#include "faults.h"
#include "growing.h"
#include "known.h"
#include "machine.h"
#include "offer.h"
#include "plan.h"
#include "plan_make.h"
#include "scope.h"

struct planner {
    const struct plan_input *in;
    const struct backend *backend;
    struct machine_cpus cpus;
    struct known_qemu known;
    struct plan *plan;
    struct growing arguments, checks, daemons, mounts;
    struct growing items; /* struct cmd_item: what our arguments mean */
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

/* Whether one of the layers accepts RISK. */
bool risk_is_accepted(const struct planner *planner, enum risk risk);

/* What of the profile reaches the host, and whether it may (decide_access.c). */
void decide_access(struct planner *planner, struct candidate_profile *candidate);

/* The target's QEMU, to be asked for what it has (plan_known.c). */
struct offer offer_here(struct planner *planner);

/* Says once what the settings could not be checked against. */
void note_catalogue(struct planner *planner);

/* Whether QEMU takes what the profiles set together, and with what the manager sets. */
bool check_rules(struct planner *planner);

/* Whether the target's QEMU has the instance's machine type. False after a finding. */
bool check_machine(struct planner *planner);

/* The value of ASSIGNMENT whose conditions hold here; NULL where none does, and why. */
const struct text *value_pick(struct planner *planner, const struct assignment *assignment,
                              str *why_not);

/* The next fault behind AFTER that SETTING, one of LIST, meets on this target; NULL: none. */
const struct fault *next_fault(struct planner *planner, const struct fault *after,
                               const struct setting *setting, const struct assignments *list);

/* VALUE of the property KEY as QEMU reads it (plan_qemu.c). False after a finding. */
bool value_compute(struct planner *planner, const struct candidate_profile *candidate,
                   enum setting_kind kind, str type, const struct text *key,
                   const struct text *value, str *out);

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
bool plan_mounts(struct planner *planner, const struct candidate_profile *candidate);
bool plan_guest(struct planner *planner, const struct candidate_profile *candidate);

#endif
