/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"
#include "planner.h"

/* One machine has one _CST a CPU: a second profile may only say the same. */
static bool same_states(const struct plan *plan, const struct cst_state *states, size_t count) {
    bool same = plan->state_count == count;
    for (size_t i = 0; same && i < count; i++)
        same = plan->states[i].enter == states[i].enter && plan->states[i].hint == states[i].hint &&
               plan->states[i].latency_us == states[i].latency_us &&
               plan->states[i].power_mw == states[i].power_mw;
    return same;
}

static void report_states(struct planner *planner, const struct candidate_profile *candidate) {
    const struct profile *mine = candidate->profile, *other = NULL;
    for (size_t i = 0; !other; i++)
        if (planner->plan->decisions[i].built[PART_ACPI])
            other = planner->plan->decisions[i].profile;
    diag(planner->in->diags, MP_CONFLICT, mine->cst.at,
         "'%.*s' and '%.*s' set different idle states: disable one of the two",
         STR_ARG(mine->name.s), STR_ARG(other->name.s));
    diag_note(planner->in->diags, other->cst.at, "'%.*s' sets them here", STR_ARG(other->name.s));
}

/* android64 and android32 have no MONITOR/MWAIT (target/i386/cpu.c of the emulator): Linux enters a
 * C1 by HLT then, and passes over the others. */
static void warn_of_mwait(struct planner *planner, const struct idle_states *cst) {
    for (size_t i = 0; i < cst->count; i++)
        if (planner->in->target->emulator == EMULATOR_ANDROID &&
            cst->items[i].enter.value == CST_ENTER_MWAIT)
            diag(planner->in->diags, MP_NO_MWAIT, cst->items[i].enter.at,
                 "the Android emulator's CPU has no MWAIT: the guest %s this state",
                 i == 0 ? "uses HLT for" : "passes over");
}

bool plan_acpi(struct planner *planner, const struct candidate_profile *candidate) {
    const struct idle_states *cst = &candidate->profile->cst;
    struct plan *plan = planner->plan;
    struct cst_state *states = ARENA_ARRAY(planner->in->arena, cst->count, struct cst_state);
    for (size_t i = 0; i < cst->count; i++)
        if (!idle_state_compute(&cst->items[i], &candidate->scope, planner->in->diags, &states[i]))
            return false;
    if (plan->state_count > 0 && !same_states(plan, states, cst->count)) {
        report_states(planner, candidate);
        return false;
    }
    warn_of_mwait(planner, cst);
    plan->states = states;
    plan->state_count = cst->count;
    plan->cpu_names = planner->cpus.names;
    return true;
}

/* A value as the script compares it: numbers in decimal, durations in whole microseconds, as sysfs
 * shows them. */
static bool check_value(struct planner *planner, const struct candidate_profile *candidate,
                        const struct check *check, const struct text *text, str *out) {
    str argument[2];
    const struct check_info *info = check_find(check->name, argument);
    struct quantity number;
    if (!info->numeric && check->test != TEST_AT_LEAST)
        return expr_expand(planner->in->arena, text, &candidate->scope, planner->in->diags, out);
    if (!expr_quantity(check->name, text, check_dimension(info, check->test), &candidate->scope,
                       planner->in->diags, &number))
        return false;
    uint64_t unit = number.dimension == DIMENSION_DURATION ? 1000 : 1;
    *out = str_format(planner->in->arena, "%llu", (unsigned long long)(number.value / unit));
    return true;
}

static bool fill_check(struct planner *planner, const struct candidate_profile *candidate,
                       const struct check *check, struct plan_check *out) {
    struct arena *arena = planner->in->arena;
    str *values = ARENA_ARRAY(arena, check->values.count, str);
    *out = (struct plan_check){check, candidate->profile, values, check->values.count, true, {0}};
    if (check->has_proves && !candidate->decision->built[check->proves]) {
        out->applies = false;
        out->why_not = str_format(arena, "built without its %s part",
                                  word_text(part_words, (int)check->proves));
    }
    for (size_t i = 0; i < check->values.count; i++)
        if (!check_value(planner, candidate, check, &check->values.items[i], &values[i]))
            return false;
    return true;
}

static bool plan_daemon(struct planner *planner, const struct candidate_profile *candidate,
                        const struct daemon *daemon) {
    size_t count = daemon->stop_when.count;
    struct plan_check *conditions = ARENA_ARRAY(planner->in->arena, count, struct plan_check);
    struct plan_daemon *out = growing_add(planner->in->arena, &planner->daemons, sizeof *out);
    *out = (struct plan_daemon){daemon->name.s, candidate->profile, conditions, count};
    for (size_t i = 0; i < count; i++)
        if (!fill_check(planner, candidate, &daemon->stop_when.items[i], &conditions[i]))
            return false;
    return true;
}

/* A guest kernel that is not known is asked for after boot. */
static void plan_kernel_check(struct planner *planner, const struct candidate_profile *candidate) {
    const struct range_condition *wanted = &candidate->profile->when.guest_kernel;
    if (wanted->at.source == 0 || planner->in->instance->guest_kernel.known)
        return;
    struct check *check = ARENA_NEW(planner->in->arena, struct check);
    *check = (struct check){.kind = CHECK_GUEST_KERNEL,
                            .name = STR("guest-kernel"),
                            .test = TEST_RANGE,
                            .range = wanted->range,
                            .at = wanted->at};
    struct plan_check *out =
        growing_add(planner->in->arena, &planner->checks, sizeof(struct plan_check));
    *out = (struct plan_check){check, candidate->profile, NULL, 0, true, {0}};
}

bool plan_guest(struct planner *planner, const struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    bool sound = true;
    plan_kernel_check(planner, candidate);
    sound &= plan_mounts(planner, candidate);
    for (size_t i = 0; i < profile->checks.count; i++)
        sound &= fill_check(
            planner, candidate, &profile->checks.items[i],
            growing_add(planner->in->arena, &planner->checks, sizeof(struct plan_check)));
    for (size_t i = 0; i < profile->daemons.count; i++)
        sound &= plan_daemon(planner, candidate, &profile->daemons.items[i]);
    return sound;
}
