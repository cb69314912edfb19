/* SPDX-License-Identifier: Apache-2.0 */
#include "profiles.h"

#include "checks_read.h"
#include "expr.h"
#include "param.h"
#include "profile_tree.h"

#include <stdlib.h>

/* A limit of PARAM; INITIAL where it is not given. Only numbers have limits. */
static uint64_t read_limit(struct binder *binder, const struct param *param, const char *key,
                           const struct text *text, uint64_t initial) {
    static const struct scope nothing = {0};
    struct quantity quantity = {0};
    if (text->at.source == 0)
        return initial;
    if (param_is_text(param))
        diag(binder->diags, MP_MISPLACED_KEY, text->at, "'%s' is for numbers, and '%.*s' is a text",
             key, STR_ARG(param->name.s));
    else if (expr_quantity(str_from(key), text, (enum dimension)param->type, &nothing,
                           binder->diags, &quantity))
        return quantity.value;
    binder->sound = false;
    return initial;
}

/* The default is checked against the limits when all is read; as a text it must be one of the
 * values at once. */
static void read_default(struct binder *binder, const struct text *text, struct param *param) {
    static const struct scope nothing = {0};
    param->required = text->at.source == 0;
    param->initial_at = text->at;
    param->initial.number.dimension = (enum dimension)param->type;
    if (param->required)
        return;
    const struct text label = {STR("default"), param->name.at};
    bool sound = param_is_text(param)
                     ? param_read(param, text, binder->diags, &param->initial)
                     : expr_quantity(label.s, text, (enum dimension)param->type, &nothing,
                                     binder->diags, &param->initial.number);
    binder->sound = binder->sound && sound;
}

static struct text_list read_values(struct binder *binder, const struct raw_param *raw,
                                    const struct param *param) {
    if (raw->values.at.source && param->type != PARAM_WORD) {
        diag(binder->diags, MP_MISPLACED_KEY, raw->values.at,
             "'values' is for words, and '%.*s' is none", STR_ARG(param->name.s));
        binder->sound = false;
    }
    return raw->values;
}

/* Summaries are one line each, wherever they are shown. */
static str read_summary(struct binder *binder, const struct text *text) {
    for (size_t i = 0; i < text->s.len; i++)
        if ((unsigned char)text->s.at[i] < 0x20 || text->s.at[i] == 0x7F) {
            diag(binder->diags, MP_BAD_TEXT, text->at,
                 "a line end or control character: a summary is one line");
            binder->sound = false;
            break;
        }
    return text->s;
}

static struct param read_param(struct binder *binder, const struct raw_param *raw) {
    struct param param = {.name = raw->name, .type = (enum param_type)raw->type.value};
    param.values = read_values(binder, raw, &param);
    param.min = read_limit(binder, &param, "min", &raw->min, 0);
    param.max = read_limit(binder, &param, "max", &raw->max, UINT64_MAX);
    param.summary = read_summary(binder, &raw->summary);
    read_default(binder, &raw->initial, &param);
    return param;
}

static struct params read_params(struct binder *binder, const struct raw_params *raw) {
    struct param *items = ARENA_ARRAY(binder->arena, raw->count, struct param);
    for (size_t i = 0; i < raw->count; i++)
        items[i] = read_param(binder, &raw->items[i]);
    return (struct params){items, raw->count, raw->at};
}

static struct daemons read_daemons(struct binder *binder, const struct raw_daemons *raw) {
    struct daemon *items = ARENA_ARRAY(binder->arena, raw->count, struct daemon);
    for (size_t i = 0; i < raw->count; i++)
        items[i] = (struct daemon){
            .name = raw->items[i].name,
            .stop_when = conditions_read(binder, &raw->items[i].stop_when),
            .at = raw->items[i].at,
        };
    return (struct daemons){items, raw->count, raw->at};
}

static void fill_profile(struct binder *binder, const struct raw_profile *raw,
                         struct profile *out) {
    out->version = raw->version;
    out->name = raw->name;
    out->summary = read_summary(binder, &raw->summary);
    out->caution = (struct text){read_summary(binder, &raw->caution), raw->caution.at};
    out->on_by_default = raw->on_by_default.value != 0;
    out->extends = raw->extends;
    out->when = raw->when;
    out->off_switch = raw->off_switch;
    out->risk = raw->risk.at.source ? (enum risk)raw->risk.value : RISK_NONE;
    out->risk_at = raw->risk.at;
    out->params = read_params(binder, &raw->params);
    out->globals = raw->qemu.globals;
    out->objects = raw->qemu.objects;
    out->devices = raw->qemu.devices;
    out->fsdevs = raw->qemu.fsdevs;
    out->arguments = raw->qemu.arguments;
    out->cst = raw->acpi.cst;
    out->checks = checks_read(binder, &raw->guest.checks);
    out->daemons = read_daemons(binder, &raw->guest.daemons);
    out->mounts = raw->guest.mounts;
    out->has_part[PART_QEMU] = out->globals.count + out->objects.count + out->devices.count +
                                   out->fsdevs.count + out->arguments.count >
                               0;
    out->has_part[PART_ACPI] = out->cst.count > 0;
    out->has_part[PART_GUEST] = out->checks.count + out->daemons.count + out->mounts.count > 0;
}

/* A ring has no parent at the entry that closes it, so that the way ends. */
static void list_sources(struct arena *arena, const struct draft *draft, struct profile *out) {
    for (const struct draft *at = draft; at; at = at->parent)
        out->source_count++;
    uint32_t *sources = ARENA_ARRAY(arena, out->source_count, uint32_t);
    for (size_t i = 0; i < out->source_count; i++, draft = draft->parent)
        sources[i] = draft->source;
    out->sources = sources;
}

static void read_profile(const struct reading *reading, const struct draft *draft,
                         struct profile *out) {
    struct binder binder = {reading->arena, reading->diags, profile_type.record, draft->sound};
    struct raw_profile *raw = ARENA_NEW(reading->arena, struct raw_profile);
    *out =
        (struct profile){.name = {draft->name, draft->name_at},
                         .source = draft->source,
                         .tree = draft->tree && draft->tree->kind == NODE_MAP ? draft->tree : NULL,
                         .input_name = draft->input_name,
                         .builtin = draft->builtin};
    list_sources(reading->arena, draft, out);
    if (!draft->tree || draft->newer)
        return;
    schema_bind(&binder, &profile_type, draft->tree, raw);
    fill_profile(&binder, raw, out);
    out->read = draft->sound;
    out->valid = binder.sound;
}

static int compare_profiles(const void *a, const void *b) {
    const struct profile *x = a, *y = b;
    int order = str_compare(x->name.s, y->name.s);
    return order ? order : str_compare(x->input_name, y->input_name);
}

struct profiles profiles_read(const struct reading *reading, const struct profile_places *places) {
    struct drafts drafts;
    drafts_read(reading, places, &drafts);
    drafts_check_names(reading, &drafts);
    drafts_extend(reading, &drafts);
    struct profile *items = ARENA_ARRAY(reading->arena, drafts.count, struct profile);
    size_t count = 0;
    for (size_t i = 0; i < drafts.count; i++)
        if (!drafts.items[i].replaced)
            read_profile(reading, &drafts.items[i], &items[count++]);
    qsort(items, count, sizeof *items, compare_profiles);
    return (struct profiles){items, count, {0}};
}
