/* SPDX-License-Identifier: Apache-2.0 */
#include "plan_make.h"

#include "planner.h"

struct reason *reason_add(struct planner *planner, struct candidate_profile *candidate,
                          enum code code, enum effect effect, struct span at, str text,
                          str change) {
    struct reason *reason = growing_add(planner->in->arena, &candidate->reasons, sizeof *reason);
    *reason =
        (struct reason){.code = code, .effect = effect, .at = at, .text = text, .change = change};
    candidate->decision->reasons = candidate->reasons.items;
    candidate->decision->reason_count = candidate->reasons.count;
    return reason;
}

struct off_switches off_switches_read(struct arena *arena, struct diags *diags, const struct os *os,
                                      const struct profiles *profiles) {
    bool *off = ARENA_ARRAY(arena, profiles->count, bool);
    for (size_t i = 0; i < profiles->count; i++) {
        const struct text *name = &profiles->items[i].off_switch;
        str value = name->s.len > 0 ? os->environment(os->context, arena, name->s) : (str){0};
        bool on = true;
        if (value.len > 0 && !word_boolean(value, &on))
            diag(diags, MP_BAD_OFF_SWITCH, name->at,
                 "the environment has %.*s=%.*s: it is on or off", STR_ARG(name->s),
                 STR_ARG(str_shorten(arena, value)));
        off[i] = !on;
    }
    return (struct off_switches){off};
}

static void check_profile_names(struct diags *diags, const struct profiles *profiles,
                                const struct text_list *names) {
    for (size_t i = 0; i < names->count; i++) {
        str name = names->items[i].s;
        if (profiles_find(profiles, name))
            continue;
        str near = profiles_nearest(profiles, name);
        diag(diags, MP_UNKNOWN_PROFILE, names->items[i].at, "there is no profile '%.*s'%s%.*s%s",
             STR_ARG(str_shorten(diags->arena, name)), near.len ? ", did you mean '" : "",
             STR_ARG(near), near.len ? "'?" : "");
    }
}

static bool has_param(const struct profile *profile, str name) {
    for (size_t i = 0; i < profile->params.count; i++)
        if (str_equal(profile->params.items[i].name.s, name))
            return true;
    return false;
}

static str param_at(const void *context, size_t i) {
    return ((const struct params *)context)->items[i].name.s;
}

static void unknown_param(struct diags *diags, const struct profile *profile,
                          const struct text *key) {
    str near = str_nearest(key->s, profile->params.count, param_at, &profile->params);
    diag(diags, MP_UNKNOWN_PARAM, key->at, "the profile '%.*s' has no parameter '%.*s'%s%.*s%s",
         STR_ARG(profile->name.s), STR_ARG(str_shorten(diags->arena, key->s)),
         near.len ? ", did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
}

static void check_params(struct diags *diags, const struct profiles *profiles,
                         const struct param_values *values) {
    const struct text_list name = {&values->profile, 1, values->profile.at};
    const struct profile *profile = profiles_find(profiles, values->profile.s);
    check_profile_names(diags, profiles, &name);
    for (size_t i = 0; profile && profile->valid && i < values->values.count; i++) {
        const struct text *key = &values->values.items[i].key;
        if (!has_param(profile, key->s))
            unknown_param(diags, profile, key);
    }
}

void settings_check(struct diags *diags, const struct profiles *profiles,
                    const struct settings *settings) {
    check_profile_names(diags, profiles, &settings->only);
    check_profile_names(diags, profiles, &settings->profiles.enable);
    check_profile_names(diags, profiles, &settings->profiles.disable);
    for (size_t i = 0; i < settings->params.count; i++)
        check_params(diags, profiles, &settings->params.items[i]);
}

bool reason_has(const struct candidate_profile *candidate, enum effect effect) {
    const struct reason *reasons = candidate->reasons.items;
    for (size_t i = 0; i < candidate->reasons.count; i++)
        if (reasons[i].effect == effect)
            return true;
    return false;
}

/* What is left when the table cannot be had: without any host part only the guest's checks would
 * stay, which prove nothing then. */
static void set_state(struct candidate_profile *candidate) {
    struct decision *decision = candidate->decision;
    const struct profile *profile = candidate->profile;
    bool dropped = reason_has(candidate, EFFECT_PART);
    bool off = reason_has(candidate, EFFECT_WHOLE) || (dropped && !profile->has_part[PART_QEMU]);
    decision->state = off ? STATE_OFF : dropped ? STATE_PARTIAL : STATE_ON;
    for (size_t part = 0; part < PART_COUNT; part++)
        decision->built[part] = !off && profile->has_part[part];
    if (dropped)
        decision->built[PART_ACPI] = false;
}

static void warn_of_drops(struct planner *planner, const struct candidate_profile *candidate) {
    const struct reason *reasons = candidate->reasons.items;
    struct span at = span_file(planner->in->instance->source);
    for (size_t i = 0; i < candidate->reasons.count; i++)
        if (reasons[i].effect == EFFECT_PART && candidate->decision->state == STATE_PARTIAL)
            diag(planner->in->diags, reasons[i].code, at, "'%.*s' is built without its table: %.*s",
                 STR_ARG(candidate->profile->name.s), STR_ARG(reasons[i].text));
}

/* What a profile that is off would come to is told by explain; its faults are nobody's. */
static bool decide_values(struct planner *planner, struct candidate_profile *candidate, bool loud,
                          str *table) {
    const struct plan_input *input = planner->in;
    struct diags silent = diags_make(input->arena, input->diags->sources);
    struct plan_input quiet = *input;
    quiet.diags = &silent;
    if (!loud)
        planner->in = &quiet;
    bool sound = decide_params(planner, candidate);
    if (reason_has(candidate, EFFECT_WHOLE))
        planner->in = &quiet;
    decide_verdicts(planner, candidate);
    decide_access(planner, candidate);
    decide_table(planner, candidate, table);
    planner->in = input;
    return sound;
}

/* False when the profile is asked for, or may be, and has errors: its instance is not written then.
 */
static bool decide(struct planner *planner, struct candidate_profile *candidate, bool off_switch,
                   str *table) {
    decide_asked(planner, candidate, off_switch);
    bool unsure = !candidate->profile->read && candidate->decision->asked_by.layer == LAYER_PROFILE;
    bool wanted = (candidate->decision->asked || unsure) && !off_switch;
    bool sound = true;
    if (candidate->profile->valid) {
        decide_when(planner, candidate);
        sound = decide_values(planner, candidate, wanted, table);
    } else {
        sound = false;
        reason_add(planner, candidate, MP_PROFILE_INVALID, EFFECT_WHOLE,
                   candidate->profile->name.at, STR("the profile has errors"), (str){0});
    }
    set_state(candidate);
    warn_of_drops(planner, candidate);
    return sound || !wanted;
}

static bool plan_parts(struct planner *planner, const struct candidate_profile *candidate) {
    const struct decision *decision = candidate->decision;
    const struct text *caution = &candidate->profile->caution;
    if (caution->at.source && decision->state != STATE_OFF)
        diag(planner->in->diags, MP_CAUTION, caution->at, "'%.*s': %.*s",
             STR_ARG(candidate->profile->name.s), STR_ARG(caution->s));
    bool sound = true;
    if (decision->built[PART_QEMU])
        sound &= plan_qemu(planner, candidate);
    if (decision->built[PART_ACPI])
        sound &= plan_acpi(planner, candidate);
    if (decision->built[PART_GUEST])
        sound &= plan_guest(planner, candidate);
    return sound;
}

/* The table comes last: its argument is the manager's own spelling of the same thing. */
static void add_table(struct planner *planner, const struct profile *profile, str table) {
    struct arena *arena = planner->in->arena;
    struct argument *option = growing_add(arena, &planner->arguments, sizeof *option);
    *option = (struct argument){STR("-acpitable"), profile, profile->cst.at};
    struct argument *value = growing_add(arena, &planner->arguments, sizeof *value);
    *value =
        (struct argument){str_format(arena, "file=%.*s", STR_ARG(table)), profile, profile->cst.at};
}

static void finish(struct planner *planner) {
    struct plan *plan = planner->plan;
    plan->arguments = planner->arguments.items;
    plan->argument_count = planner->arguments.count;
    plan->checks = planner->checks.items;
    plan->check_count = planner->checks.count;
    plan->daemons = planner->daemons.items;
    plan->daemon_count = planner->daemons.count;
    plan->mounts = planner->mounts.items;
    plan->mount_count = planner->mounts.count;
}

bool plan_make(const struct plan_input *input, struct plan *out) {
    struct planner planner = {.in = input, .plan = out};
    size_t count = input->profiles->count;
    struct decision *decisions = ARENA_ARRAY(input->arena, count, struct decision);
    const struct profile *table_profile = NULL;
    str table = {0};
    bool sound = true;
    *out = (struct plan){input->instance, input->target, decisions, count, .argument_count = 0};
    planner.backend = backend_find(input->target->host);
    planner.cpus = machine_cpus(input->arena, input->target, input->instance);
    planner.known = known_qemu(input->target);
    sound &= check_machine(&planner);
    for (size_t i = 0; i < count; i++) {
        struct candidate_profile candidate = {.profile = &input->profiles->items[i],
                                              .decision = &decisions[i]};
        decisions[i].profile = candidate.profile;
        sound &= decide(&planner, &candidate, input->switches.off[i], &table);
        sound &= plan_parts(&planner, &candidate);
        if (decisions[i].built[PART_ACPI])
            table_profile = candidate.profile;
    }
    sound &= check_rules(&planner);
    note_catalogue(&planner);
    if (table_profile)
        add_table(&planner, table_profile, table);
    finish(&planner);
    return sound;
}
