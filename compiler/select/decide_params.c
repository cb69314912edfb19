/* SPDX-License-Identifier: Apache-2.0 */
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

static bool check_range(struct planner *planner, const struct param *param, const struct text *text,
                        struct quantity value) {
    struct arena *arena = planner->in->arena;
    if (value.value >= param->min && value.value <= param->max)
        return true;
    diag(planner->in->diags, MP_OUT_OF_RANGE, text->at,
         "'%.*s' cannot be '%.*s': it is %.*s to %.*s", STR_ARG(param->name.s), STR_ARG(text->s),
         STR_ARG(quantity_text(arena, (struct quantity){param->type, param->min})),
         STR_ARG(quantity_text(arena, (struct quantity){param->type, param->max})));
    return false;
}

static bool resolve(struct planner *planner, const struct profile *profile,
                    const struct param *param, struct param_value *out) {
    static const struct scope nothing = {0};
    const struct text *text = NULL;
    *out = (struct param_value){
        param, {param->type, param->initial}, {LAYER_PROFILE, param->initial_at}};
    for (size_t i = 0; i < planner->in->layers->count; i++) {
        const struct settings *layer = planner->in->layers->items[i];
        const struct text *here = find_value(layer, profile->name.s, param->name.s);
        if (here) {
            text = here;
            out->from = (struct origin){layer->layer, here->at};
        }
    }
    struct quantity value;
    if (!text)
        return true;
    if (!expr_quantity(param->name.s, text, param->type, &nothing, planner->in->diags, &value) ||
        !check_range(planner, param, text, value))
        return false; /* the default stays, so that nothing follows from the wrong value */
    out->value = value;
    return true;
}

bool decide_params(struct planner *planner, struct candidate_profile *candidate) {
    struct arena *arena = planner->in->arena;
    const struct profile *profile = candidate->profile;
    size_t count = profile->params.count;
    struct param_value *params = ARENA_ARRAY(arena, count, struct param_value);
    uint64_t *values = ARENA_ARRAY(arena, count, uint64_t);
    bool sound = true;
    for (size_t i = 0; i < count; i++) {
        sound &= resolve(planner, profile, &profile->params.items[i], &params[i]);
        values[i] = params[i].value.value;
    }
    candidate->decision->params = params;
    candidate->scope =
        scope_make(arena, profile, values, planner->in->instance->cpus, planner->in->instance->ram);
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
