/* SPDX-License-Identifier: Apache-2.0 */
#include "planner.h"

static const struct text *find_name(const struct text_list *list, str name) {
    for (size_t i = 0; i < list->count; i++)
        if (str_equal(list->items[i].s, name))
            return &list->items[i];
    return NULL;
}

/* --profile names the only ones: it asks for those and turns the others off. */
static bool asked_by_only(struct planner *planner, struct candidate_profile *candidate) {
    for (size_t i = 0; i < planner->in->layers->count; i++) {
        const struct settings *layer = planner->in->layers->items[i];
        if (layer->only.count == 0)
            continue;
        const struct text *named = find_name(&layer->only, candidate->profile->name.s);
        struct span at = named ? named->at : layer->only.at;
        candidate->decision->asked = named != NULL;
        candidate->decision->asked_by = (struct origin){layer->layer, at};
        if (!named)
            reason_add(planner, candidate, MP_DISABLED, EFFECT_WHOLE, at,
                       STR("--profile names other profiles only"),
                       str_format(planner->in->arena, "--profile %.*s",
                                  STR_ARG(candidate->profile->name.s)));
        return true;
    }
    return false;
}

/* One layer that names it on both sides has no answer. */
static void conflict(struct planner *planner, const struct text *on, const struct text *off) {
    diag(planner->in->diags, MP_CONFLICT, off->at, "'%.*s' is both enabled and disabled",
         STR_ARG(off->s));
    diag_note(planner->in->diags, on->at, "it is enabled here");
}

static void asked_by_layers(struct planner *planner, struct candidate_profile *candidate) {
    struct decision *decision = candidate->decision;
    str name = candidate->profile->name.s;
    decision->asked = candidate->profile->on_by_default;
    decision->asked_by = (struct origin){LAYER_PROFILE, candidate->profile->name.at};
    for (size_t i = 0; i < planner->in->layers->count; i++) {
        const struct settings *layer = planner->in->layers->items[i];
        const struct text *on = find_name(&layer->profiles.enable, name);
        const struct text *off = find_name(&layer->profiles.disable, name);
        if (on && off)
            conflict(planner, on, off);
        if (on || off) {
            decision->asked = on != NULL;
            decision->asked_by = (struct origin){layer->layer, on ? on->at : off->at};
        }
    }
}

static void reason_not_asked(struct planner *planner, struct candidate_profile *candidate) {
    struct arena *arena = planner->in->arena;
    struct origin by = candidate->decision->asked_by;
    str change = str_format(arena, "--enable %.*s", STR_ARG(candidate->profile->name.s));
    if (by.layer == LAYER_PROFILE)
        reason_add(planner, candidate, MP_NOT_ENABLED, EFFECT_WHOLE, (struct span){0},
                   STR("it is off by default"), change);
    else
        reason_add(planner, candidate, MP_DISABLED, EFFECT_WHOLE, by.at,
                   str_format(arena, "it is disabled by the %s", layer_text(by.layer)), change);
}

void decide_asked(struct planner *planner, struct candidate_profile *candidate, bool off_switch) {
    struct arena *arena = planner->in->arena;
    const struct profile *profile = candidate->profile;
    struct decision *decision = candidate->decision;
    if (!asked_by_only(planner, candidate)) {
        asked_by_layers(planner, candidate);
        if (!decision->asked)
            reason_not_asked(planner, candidate);
    }
    if (off_switch)
        reason_add(
            planner, candidate, MP_OFF_SWITCH, EFFECT_WHOLE, profile->off_switch.at,
            str_format(arena, "the environment has %.*s=off", STR_ARG(profile->off_switch.s)),
            str_format(arena, "unset %.*s", STR_ARG(profile->off_switch.s)));
}
