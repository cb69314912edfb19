/* SPDX-License-Identifier: Apache-2.0 */
#include "param.h"
#include "planner.h"

/* What LAYER says of parameter NAME of PROFILE, or NULL. */
static const struct text *find_value(const struct settings *layer, str profile, str name) {
    for (size_t i = 0; i < layer->params.count; i++) {
        const struct param_values *values = &layer->params.items[i];
        for (size_t j = 0; str_equal(values->profile.s, profile) && j < values->values.count; j++)
            if (str_equal(values->values.items[j].key.s, name))
                return &values->values.items[j].value;
    }
    return NULL;
}

/* The strongest layer's value, or NULL; OUT gets where it is set. */
static const struct text *strongest(struct planner *planner, const struct profile *profile,
                                    const struct param *param, struct origin *out) {
    const struct text *text = NULL;
    for (size_t i = 0; i < planner->in->layers->count; i++) {
        const struct settings *layer = planner->in->layers->items[i];
        const struct text *here = find_value(layer, profile->name.s, param->name.s);
        if (here) {
            text = here;
            *out = (struct origin){layer->layer, here->at};
        }
    }
    return text;
}

/* What has no default is for the instance to say: without it the profile is off, and an error where
 * somebody asks for it. */
static bool missing(struct planner *planner, struct candidate_profile *candidate,
                    const struct param *param) {
    struct arena *arena = planner->in->arena;
    str profile = candidate->profile->name.s, name = param->name.s;
    str change = str_format(arena, "--param %.*s.%.*s=...", STR_ARG(profile), STR_ARG(name));
    str why = str_format(arena, "its parameter '%.*s' is not set", STR_ARG(name));
    reason_add(planner, candidate, MP_MISSING_PARAM, EFFECT_WHOLE, param->name.at, why, change);
    diag(planner->in->diags, MP_MISSING_PARAM, candidate->decision->asked_by.at,
         "'%.*s' needs its parameter '%.*s': %.*s, or params: in modavd.yaml", STR_ARG(profile),
         STR_ARG(name), STR_ARG(change));
    return false;
}

static bool resolve(struct planner *planner, struct candidate_profile *candidate,
                    const struct param *param, struct param_value *out) {
    *out = (struct param_value){param, param->initial, {LAYER_PROFILE, param->initial_at}};
    const struct text *text = strongest(planner, candidate->profile, param, &out->from);
    struct param_content value = param->initial;
    if (!text)
        return !param->required || missing(planner, candidate, param);
    if (!param_read(param, text, planner->in->diags, &value))
        return false; /* the default stays, so that nothing follows from the wrong value */
    out->value = value;
    return true;
}

bool decide_params(struct planner *planner, struct candidate_profile *candidate) {
    struct arena *arena = planner->in->arena;
    const struct profile *profile = candidate->profile;
    size_t count = profile->params.count;
    struct param_value *params = ARENA_ARRAY(arena, count, struct param_value);
    bool sound = true;
    for (size_t i = 0; i < count; i++)
        sound &= resolve(planner, candidate, &profile->params.items[i], &params[i]);
    candidate->decision->params = params;
    candidate->scope =
        scope_make(arena, profile, params, planner->in->instance->cpus, planner->in->instance->ram);
    return sound;
}

void note_params(struct planner *planner, const struct candidate_profile *candidate) {
    for (size_t i = 0; i < candidate->profile->params.count; i++) {
        const struct param_value *value = &candidate->decision->params[i];
        if (value->from.layer > LAYER_PROFILE)
            diag_note(planner->in->diags, value->from.at, "the parameter '%.*s' is set here",
                      STR_ARG(value->param->name.s));
    }
}
