/* SPDX-License-Identifier: Apache-2.0 */
#include "knob.h"

/* The kinds that QMP names, as far as a value can be judged by them. */
static const struct {
    const char *kind;
    struct knob knob;
} kinds[] = {
    {"bool", {KNOB_BOOLEAN, 0, NULL}},           {"OnOffAuto", {KNOB_AUTO, 0, NULL}},
    {"uint8", {KNOB_NUMBER, UINT8_MAX, NULL}},   {"uint16", {KNOB_NUMBER, UINT16_MAX, NULL}},
    {"uint32", {KNOB_NUMBER, UINT32_MAX, NULL}}, {"uint64", {KNOB_NUMBER, 0, NULL}},
    {"int", {KNOB_NUMBER, INT64_MAX, NULL}},     {"size", {KNOB_SIZE, 0, NULL}},
};

static struct knob knob_of_kind(str kind) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_equal(kind, str_from(kinds[i].kind)))
            return kinds[i].knob;
    enum knob_kind other = str_starts(kind, STR("link<")) ? KNOB_LINK : KNOB_TEXT;
    return (struct knob){other, 0, NULL};
}

/* A property that no catalogue has: its value tells a boolean. */
static struct knob guess(str value) {
    bool on;
    return (struct knob){word_boolean(value, &on) ? KNOB_BOOLEAN : KNOB_TEXT, 0, NULL};
}

static const struct catalogue_property *find_in(const struct catalogue *catalogue, str type,
                                                str property, str *kind) {
    const struct catalogue_type *found = catalogue_type(catalogue, type);
    const struct catalogue_property *has =
        found ? catalogue_property(catalogue, found, property) : NULL;
    if (has)
        *kind = catalogue_str(catalogue, has->kind);
    return has;
}

static bool find(const struct known_qemu *known, str type, str property, str *kind) {
    for (size_t i = 0; i < known->count; i++)
        if (find_in(known->items[i], type, property, kind))
            return true;
    for (size_t i = catalogue_count; i-- > 0;)
        if (find_in(catalogues[i], type, property, kind))
            return true;
    return false;
}

/* QMP calls both an "int": times end in -ns, and memory backends have a size. */
static void name_unit(struct knob *knob, str type, str property) {
    if (str_ends(property, STR("-ns")))
        knob->kind = KNOB_DURATION;
    else if (str_starts(type, STR("memory-backend-")) && str_equal(property, STR("size")))
        *knob = (struct knob){KNOB_SIZE, 0, NULL};
}

/* The newest version that KNOWN tells of, or of all. */
static struct version newest(const struct known_qemu *known) {
    const struct catalogue *last =
        known->count > 0 ? known->items[known->count - 1] : catalogues[catalogue_count - 1];
    return catalogue_version(last);
}

struct knob knob_of(const struct known_qemu *known, str type, str property, str value) {
    str kind;
    const struct version version = newest(known);
    const struct setting setting = {SETTING_DEVICE, type, property, value};
    struct knob knob = find(known, type, property, &kind) ? knob_of_kind(kind) : guess(value);
    name_unit(&knob, type, property);
    knob.limit = limit_find(&version, &setting);
    return knob;
}

static bool boolean_value(const struct text *key, const struct text *text, bool automatic,
                          struct diags *diags, str *out) {
    bool value;
    if (automatic && str_equal_nocase(text->s, STR("auto"))) {
        *out = STR("auto");
        return true;
    }
    if (!word_boolean(text->s, &value)) {
        diag(diags, MP_BAD_WORD, text->at, "'%.*s' cannot be '%.*s': it is %.*s%s", STR_ARG(key->s),
             STR_ARG(str_shorten(diags->arena, text->s)),
             STR_ARG(word_list(diags->arena, boolean_words)), automatic ? " or auto" : "");
        return false;
    }
    *out = value ? STR("on") : STR("off");
    return true;
}

static bool out_of_range(struct arena *arena, const struct knob *knob, const struct text *key,
                         const struct text *text, str value, struct diags *diags) {
    str range = knob->limit ? limit_text(arena, knob->limit)
                            : str_format(arena, "0 to %llu", (unsigned long long)knob->max);
    diag(diags, MP_OUT_OF_RANGE, text->at, "'%.*s' cannot be '%.*s': it is %.*s", STR_ARG(key->s),
         STR_ARG(str_shorten(arena, value)), STR_ARG(range));
    return false;
}

static bool in_range(const struct knob *knob, uint64_t value) {
    if (knob->limit)
        return limit_holds(knob->limit, value);
    return knob->max == 0 || value <= knob->max;
}

/* Unlike expr_quantity, a duration or size may be given without unit: as QEMU counts it. */
static bool number_value(struct arena *arena, const struct knob *knob, const struct text *key,
                         const struct text *text, const struct scope *scope, struct diags *diags,
                         str *out) {
    static const enum dimension dimensions[] = {[KNOB_NUMBER] = DIMENSION_NUMBER,
                                                [KNOB_DURATION] = DIMENSION_DURATION,
                                                [KNOB_SIZE] = DIMENSION_SIZE};
    struct quantity quantity;
    enum quantity_fault fault = quantity_parse(text->s, &quantity);
    if (fault == QUANTITY_OVERFLOW && (knob->max > 0 || knob->limit))
        return out_of_range(arena, knob, key, text, text->s, diags);
    bool plain = fault == QUANTITY_OK && quantity.dimension == DIMENSION_NUMBER;
    if (!plain && !expr_quantity(key->s, text, dimensions[knob->kind], scope, diags, &quantity))
        return false;
    *out = str_format(arena, "%llu", (unsigned long long)quantity.value);
    if ((plain || !scope_is_open(scope)) && !in_range(knob, quantity.value))
        return out_of_range(arena, knob, key, text, expr_has(text->s) ? *out : text->s, diags);
    return true;
}

bool knob_value(struct arena *arena, const struct knob *knob, const struct text *key,
                const struct text *value, const struct scope *scope, struct diags *diags,
                str *out) {
    if (knob->kind == KNOB_BOOLEAN || knob->kind == KNOB_AUTO)
        return boolean_value(key, value, knob->kind == KNOB_AUTO, diags, out);
    if (knob->kind == KNOB_LINK || knob->kind == KNOB_TEXT)
        return expr_expand(arena, value, scope, diags, out);
    return number_value(arena, knob, key, value, scope, diags, out);
}
