/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What reaches the host is built only where the instance accepts it. It is found from what is set,
 * so that no author has to tell and none can forget. A path that the instance's own settings give
 * needs no more: who writes them names the very thing that is opened, while a path in a profile is
 * somebody else's choice.
 */
#include "access.h"
#include "planner.h"

/* One profile, and what holds for it. */
struct reaching {
    struct planner *planner;
    struct candidate_profile *candidate;
    bool accepted;
};

/* Whether VALUE is one parameter that is a path and that the instance sets, or has to. */
static bool is_instance_path(const struct reaching *reaching, const struct text *value) {
    const struct profile *profile = reaching->candidate->profile;
    const struct param_value *params = reaching->candidate->decision->params;
    str name = str_trim(value->s, " ");
    if (!str_starts(name, STR("${")) || !str_ends(name, STR("}")))
        return false;
    name = str_trim(str_from_at(str_first(name, name.len - 1), 2), " ");
    for (size_t i = 0; params && i < profile->params.count; i++)
        if (str_equal(profile->params.items[i].name.s, name))
            return params[i].param->type == PARAM_PATH &&
                   (params[i].from.layer != LAYER_PROFILE || params[i].param->required);
    return false;
}

static bool is_told(const struct reaching *reaching, str text) {
    const struct decision *decision = reaching->candidate->decision;
    for (size_t i = 0; i < decision->reason_count; i++)
        if (str_equal(decision->reasons[i].text, text))
            return true;
    return false;
}

/* SETTING, which is written as VALUE at AT; people know it as WHAT. */
static void reach(const struct reaching *reaching, const struct setting *setting, const char *dash,
                  str what, const struct text *value) {
    struct arena *arena = reaching->planner->in->arena;
    const char *why = access_why(setting);
    if (!why)
        return;
    bool own = setting->property.len > 0 && is_instance_path(reaching, value);
    const char *ends = own                  ? ": the instance names it"
                       : reaching->accepted ? ": the instance accepts it"
                                            : ", which the instance does not accept";
    str text = str_format(arena, "it %s (%s%.*s)%s", why, dash, STR_ARG(what), ends);
    bool off = !own && !reaching->accepted;
    bool moot = !off && reason_has(reaching->candidate, EFFECT_WHOLE);
    if (moot || is_told(reaching, text))
        return;
    reason_add(reaching->planner, reaching->candidate, MP_HOST_ACCESS,
               off ? EFFECT_WHOLE : EFFECT_NONE, value->at, text,
               off ? STR("--accept host-access") : (str){0});
}

static void reach_properties(const struct reaching *reaching, enum setting_kind kind, str type,
                             const struct assignments *list) {
    for (size_t i = 0; i < list->count; i++) {
        str why_not, key = list->items[i].key.s;
        const struct text *value = value_pick(reaching->planner, &list->items[i], &why_not);
        if (!value)
            continue;
        const struct setting setting = {kind, type, key, value->s};
        reach(reaching, &setting, "", key, value);
    }
}

static void reach_objects(const struct reaching *reaching, enum setting_kind kind,
                          const struct objects *objects) {
    for (size_t i = 0; i < objects->count; i++) {
        const struct object *object = &objects->items[i];
        const struct setting setting = {kind, object->type.s, {0}, {0}};
        reach(reaching, &setting, "", object->type.s, &object->type);
        reach_properties(reaching, kind, object->type.s, &object->properties);
    }
}

/* OPTION with WORD behind it, empty where it takes none. */
static void reach_option(const struct reaching *reaching, const struct text *option, str word) {
    struct arena *arena = reaching->planner->in->arena;
    str name = str_from_at(option->s, str_starts(option->s, STR("--")) ? 2 : 1);
    const struct setting itself = {SETTING_ARGUMENT, name, {0}, word};
    reach(reaching, &itself, "-", name, option);
    struct text words[] = {*option, {word, option->at}};
    const struct text_list list = {words, word.len > 0 ? 2 : 1, option->at};
    struct cmd_items items = cmdline_parse(arena, &list, reaching->candidate->profile);
    for (size_t i = 0; i < items.count; i++)
        for (size_t j = 0; j < items.items[i].count; j++) {
            const struct cmd_property *property = &items.items[i].properties[j];
            const struct setting setting = {SETTING_ARGUMENT, name, property->key, property->value};
            reach(reaching, &setting, "-", name, option);
        }
}

/* Walks the words as QEMU does: what an option takes is no option, whatever it looks like, and a
 * word that none takes is a disk (system/vl.c, qemu_init). */
static void reach_arguments(const struct reaching *reaching) {
    const struct plan_input *in = reaching->planner->in;
    const struct text_list *from = &reaching->candidate->profile->arguments;
    struct diags silent = diags_make(in->arena, in->diags->sources);
    struct text *words = ARENA_ARRAY(in->arena, from->count, struct text);
    for (size_t i = 0; i < from->count; i++) {
        words[i] = from->items[i];
        expr_expand(in->arena, &from->items[i], &reaching->candidate->scope, &silent, &words[i].s);
    }
    for (size_t i = 0; i < from->count; i++) {
        const struct text *option = &words[i];
        const struct setting disk = {SETTING_ARGUMENT, STR("hda"), {0}, option->s};
        if (!str_starts(option->s, STR("-"))) {
            reach(reaching, &disk, "", option->s, option);
            continue;
        }
        bool takes = option_takes_word(str_trim(option->s, "-")) && i + 1 < from->count;
        i += takes;
        reach_option(reaching, option, takes ? words[i].s : (str){0});
    }
}

void decide_access(struct planner *planner, struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    const struct reaching reaching = {planner, candidate,
                                      risk_is_accepted(planner, RISK_HOST_ACCESS)};
    for (size_t i = 0; i < profile->globals.count; i++)
        reach_properties(&reaching, SETTING_DEVICE, profile->globals.items[i].driver.s,
                         &profile->globals.items[i].properties);
    reach_objects(&reaching, SETTING_OBJECT, &profile->objects);
    reach_objects(&reaching, SETTING_FSDEV, &profile->fsdevs);
    reach_objects(&reaching, SETTING_DEVICE, &profile->devices);
    reach_arguments(&reaching);
}
