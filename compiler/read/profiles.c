/* SPDX-License-Identifier: Apache-2.0 */
#include "profiles.h"

#include "checks_read.h"
#include "expr.h"
#include "profile_tree.h"

#include <stdlib.h>

/* A parameter's limit or default as a number; INITIAL where it is not given. */
static uint64_t param_number(struct binder *binder, const struct raw_param *raw, const char *label,
                             const struct text *text, uint64_t initial) {
    static const struct scope nothing = {0};
    struct quantity quantity = {0};
    if (text->at.source == 0)
        return initial;
    if (!expr_quantity(str_from(label), text, (enum dimension)raw->type.value, &nothing,
                       binder->diags, &quantity))
        binder->sound = false;
    return quantity.value;
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

static struct params read_params(struct binder *binder, const struct raw_params *raw) {
    struct param *items = ARENA_ARRAY(binder->arena, raw->count, struct param);
    for (size_t i = 0; i < raw->count; i++) {
        const struct raw_param *from = &raw->items[i];
        items[i] = (struct param){
            .name = from->name,
            .type = (enum dimension)from->type.value,
            .initial = param_number(binder, from, "default", &from->initial, 0),
            .min = param_number(binder, from, "min", &from->min, 0),
            .max = param_number(binder, from, "max", &from->max, UINT64_MAX),
            .initial_at = from->initial.at,
            .summary = read_summary(binder, &from->summary),
        };
    }
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
    out->on_by_default = raw->on_by_default.value != 0;
    out->extends = raw->extends;
    out->when = raw->when;
    out->off_switch = raw->off_switch;
    out->risk = raw->risk.at.source ? (enum risk)raw->risk.value : RISK_NONE;
    out->risk_at = raw->risk.at;
    out->params = read_params(binder, &raw->params);
    out->globals = raw->qemu.globals;
    out->objects = raw->qemu.objects;
    out->arguments = raw->qemu.arguments;
    out->cst = raw->acpi.cst;
    out->checks = checks_read(binder, &raw->guest.checks);
    out->daemons = read_daemons(binder, &raw->guest.daemons);
    out->has_part[PART_QEMU] = out->globals.count + out->objects.count + out->arguments.count > 0;
    out->has_part[PART_ACPI] = out->cst.count > 0;
    out->has_part[PART_GUEST] = out->checks.count + out->daemons.count > 0;
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
