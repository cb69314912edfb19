/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"
#include "knobs.h"
#include "planner.h"
#include "utf8.h"

/* A knob that is already set: the same value is no news, another one a conflict of two profiles. */
struct set_knob {
    str type, property, value;
    const struct profile *profile;
    struct span at;
};

/* The type of all objects: their ids are of one space. */
static const str object_type = STR_INIT("-object");

static void add_argument(struct planner *planner, const struct candidate_profile *candidate,
                         str text, struct span at) {
    struct argument *argument =
        growing_add(planner->in->arena, &planner->arguments, sizeof *argument);
    *argument = (struct argument){text, candidate->profile, at};
}

/* Arguments reach QEMU on Windows in a code page that nobody knows here. */
static bool check_ascii(struct planner *planner, str text, struct span at) {
    if (!planner->backend->ascii_only || utf8_is_ascii(text))
        return true;
    diag(planner->in->diags, MP_BAD_TEXT, at, "'%.*s' is not ASCII, which Windows would garble",
         STR_ARG(str_shorten(planner->in->arena, text)));
    return false;
}

static void report_conflict(struct planner *planner, const struct set_knob *old,
                            const struct set_knob *new) {
    str mine = new->profile->name.s, other = old->profile->name.s;
    if (str_equal(new->type, object_type))
        diag(planner->in->diags, MP_CONFLICT, new->at,
             "'%.*s' and '%.*s' make different objects with the id '%.*s': disable one of the two",
             STR_ARG(mine), STR_ARG(other), STR_ARG(new->property));
    else
        diag(planner->in->diags, MP_CONFLICT, new->at,
             "'%.*s' sets %.*s.%.*s to %.*s and '%.*s' to %.*s: disable one of the two",
             STR_ARG(mine), STR_ARG(new->type), STR_ARG(new->property), STR_ARG(new->value),
             STR_ARG(other), STR_ARG(old->value));
    diag_note(planner->in->diags, old->at, "'%.*s' sets it here", STR_ARG(other));
}

/* -global of the abstract virtio-pci reaches all of its children (object_dynamic_cast). */
static bool reaches(str parent, str type) {
    return str_equal(parent, STR("virtio-pci")) && str_starts(type, STR("virtio-")) &&
           str_ends(type, STR("-pci"));
}

static bool same_knob(const struct set_knob *a, const struct set_knob *b) {
    return str_equal(a->property, b->property) &&
           (str_equal(a->type, b->type) || reaches(a->type, b->type) || reaches(b->type, a->type));
}

enum claim { CLAIM_NEW, CLAIM_SAME, CLAIM_CONFLICT };

static enum claim claim_knob(struct planner *planner, const struct set_knob *knob) {
    struct set_knob *items = planner->settings.items;
    for (size_t i = 0; i < planner->settings.count; i++) {
        if (!same_knob(&items[i], knob))
            continue;
        if (!str_equal(items[i].type, knob->type) && str_equal(items[i].value, knob->value))
            continue; /* a parent says the same: both stand, for those who read the fragment */
        if (str_equal(items[i].value, knob->value))
            return CLAIM_SAME;
        report_conflict(planner, &items[i], knob);
        return CLAIM_CONFLICT;
    }
    struct set_knob *added = growing_add(planner->in->arena, &planner->settings, sizeof *added);
    *added = *knob;
    return CLAIM_NEW;
}

static bool plan_global(struct planner *planner, const struct candidate_profile *candidate,
                        str driver, const struct property *property) {
    struct arena *arena = planner->in->arena;
    struct set_knob knob = {driver, property->key.s, {0}, candidate->profile, property->value.at};
    if (!knob_value(arena, driver, property, &candidate->scope, planner->in->diags, &knob.value))
        return false;
    enum claim claim = claim_knob(planner, &knob);
    if (claim != CLAIM_NEW)
        return claim == CLAIM_SAME;
    str text = str_format(arena, "%.*s.%.*s=%.*s", STR_ARG(driver), STR_ARG(knob.property),
                          STR_ARG(knob.value));
    add_argument(planner, candidate, STR("-global"), knob.at);
    add_argument(planner, candidate, text, knob.at);
    return check_ascii(planner, text, knob.at);
}

static str double_commas(struct arena *arena, str text) {
    str out = {0};
    while (text.at) {
        str head = str_cut(&text, ',');
        out = str_format(arena, "%.*s%.*s%s", STR_ARG(out), STR_ARG(head), text.at ? ",," : "");
    }
    return out;
}

static bool plan_object(struct planner *planner, const struct candidate_profile *candidate,
                        const struct object *object) {
    struct arena *arena = planner->in->arena;
    struct set_knob knob = {object_type, object->id.s, {0}, candidate->profile, object->id.at};
    str text = str_format(arena, "%.*s,id=%.*s", STR_ARG(object->type.s), STR_ARG(object->id.s));
    for (size_t i = 0; i < object->properties.count; i++) {
        const struct property *property = &object->properties.items[i];
        str value;
        if (!knob_value(arena, object->type.s, property, &candidate->scope, planner->in->diags,
                        &value))
            return false;
        text = str_format(arena, "%.*s,%.*s=%.*s", STR_ARG(text), STR_ARG(property->key.s),
                          STR_ARG(double_commas(arena, value)));
    }
    knob.value = text;
    enum claim claim = claim_knob(planner, &knob);
    if (claim != CLAIM_NEW)
        return claim == CLAIM_SAME;
    add_argument(planner, candidate, STR("-object"), object->at);
    add_argument(planner, candidate, text, object->at);
    return check_ascii(planner, text, object->at);
}

bool plan_qemu(struct planner *planner, const struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    bool sound = true;
    for (size_t i = 0; i < profile->globals.count; i++) {
        const struct global *global = &profile->globals.items[i];
        for (size_t j = 0; j < global->properties.count; j++)
            sound &=
                plan_global(planner, candidate, global->driver.s, &global->properties.items[j]);
    }
    for (size_t i = 0; i < profile->objects.count; i++)
        sound &= plan_object(planner, candidate, &profile->objects.items[i]);
    for (size_t i = 0; i < profile->arguments.count; i++) {
        const struct text *word = &profile->arguments.items[i];
        str text;
        if (expr_expand(planner->in->arena, word, &candidate->scope, planner->in->diags, &text) &&
            check_ascii(planner, text, word->at))
            add_argument(planner, candidate, text, word->at);
        else
            sound = false;
    }
    return sound;
}

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
    for (size_t i = 0; i < profile->checks.count; i++)
        sound &= fill_check(
            planner, candidate, &profile->checks.items[i],
            growing_add(planner->in->arena, &planner->checks, sizeof(struct plan_check)));
    for (size_t i = 0; i < profile->daemons.count; i++)
        sound &= plan_daemon(planner, candidate, &profile->daemons.items[i]);
    return sound;
}
