/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"
#include "knob.h"
#include "planner.h"
#include "utf8.h"

bool value_compute(struct planner *planner, const struct candidate_profile *candidate,
                   enum setting_kind kind, str type, const struct text *key,
                   const struct text *value, str *out) {
    /* -fsdev is no QOM type: but for one its keys are texts (QEMU fsdev/qemu-fsdev-opts.c) */
    struct knob knob = {str_equal(key->s, STR("readonly")) ? KNOB_BOOLEAN : KNOB_TEXT, 0, NULL};
    if (kind != SETTING_FSDEV)
        knob = knob_of(&planner->known, type, key->s, value->s);
    bool sound = knob_value(planner->in->arena, &knob, key, value, &candidate->scope,
                            planner->in->diags, out);
    if (!sound && expr_has(value->s))
        note_params(planner, candidate);
    return sound;
}

static void add_argument(struct planner *planner, const struct profile *profile, str text,
                         struct span at) {
    struct argument *argument =
        growing_add(planner->in->arena, &planner->arguments, sizeof *argument);
    *argument = (struct argument){text, profile, at};
}

/* Arguments reach QEMU on Windows in a code page that nobody knows here. */
static bool check_ascii(struct planner *planner, str text, struct span at) {
    if (!planner->backend->ascii_only || utf8_is_ascii(text))
        return true;
    diag(planner->in->diags, MP_BAD_TEXT, at, "'%.*s' is not ASCII, which Windows would garble",
         STR_ARG(str_shorten(planner->in->arena, text)));
    return false;
}

static bool add_option(struct planner *planner, const struct cmd_item *item, str value) {
    str option = str_format(planner->in->arena, "-%.*s", STR_ARG(item->option));
    add_argument(planner, item->profile, option, item->at);
    add_argument(planner, item->profile, value, item->at);
    return check_ascii(planner, value, item->at);
}

/* "type,id=x,key=value", a ',' in a value doubled as QEMU reads it. */
static str item_text(struct arena *arena, const struct cmd_item *item) {
    struct buf buf = buf_make(arena);
    buf_format(&buf, "%.*s,id=%.*s", STR_ARG(item->type), STR_ARG(item->id));
    for (size_t i = 0; i < item->count; i++) {
        str value = item->properties[i].value;
        buf_format(&buf, ",%.*s=", STR_ARG(item->properties[i].key));
        for (size_t j = 0; j < value.len; j++) {
            buf_char(&buf, value.at[j]);
            if (value.at[j] == ',')
                buf_char(&buf, ',');
        }
    }
    return buf_view(&buf);
}

static bool is_made(const struct cmd_item *item) {
    return cmd_is(item, "object") || cmd_is(item, "device") || cmd_is(item, "fsdev");
}

/* ---- settings that meet ---- */

static bool types_meet(struct planner *planner, str a, str b) {
    return str_equal(a, b) || known_is_a(&planner->known, a, b) ||
           known_is_a(&planner->known, b, a);
}

/* A -global reaches the devices of its type; two devices are two knobs. */
static bool knobs_meet(struct planner *planner, const struct cmd_item *a,
                       const struct cmd_item *b) {
    bool global = cmd_is(a, "global") || cmd_is(b, "global");
    bool devices =
        !cmd_is(a, "object") && !cmd_is(b, "object") && !cmd_is(a, "fsdev") && !cmd_is(b, "fsdev");
    return global && devices && types_meet(planner, a->type, b->type);
}

static void report_knob(struct planner *planner, const struct cmd_item *new,
                        const struct cmd_item *old, const struct cmd_property *mine,
                        const struct cmd_property *other) {
    diag(planner->in->diags, MP_CONFLICT, mine->at,
         "'%.*s' sets %.*s.%.*s to %.*s and '%.*s' to %.*s: disable one of the two",
         STR_ARG(new->profile->name.s), STR_ARG(new->type), STR_ARG(mine->key),
         STR_ARG(mine->value), STR_ARG(old->profile->name.s), STR_ARG(other->value));
    diag_note(planner->in->diags, other->at, "'%.*s' sets it here", STR_ARG(old->profile->name.s));
}

enum claim { CLAIM_NEW, CLAIM_SAME, CLAIM_CONFLICT };

/* A parent type, or a device, that says the same stands beside it, for those who read the
 * fragment. */
static enum claim claim_property(struct planner *planner, const struct cmd_item *new,
                                 const struct cmd_property *mine, const struct cmd_item *old) {
    const struct cmd_property *other = cmd_property(old, mine->key);
    if (!other || !knobs_meet(planner, new, old))
        return CLAIM_NEW;
    if (!str_equal(mine->value, other->value)) {
        report_knob(planner, new, old, mine, other);
        return CLAIM_CONFLICT;
    }
    bool twice = cmd_is(new, "global") && cmd_is(old, "global") && str_equal(new->type, old->type);
    return twice ? CLAIM_SAME : CLAIM_NEW;
}

/* Ids of one kind are of one space, whatever the types. */
static enum claim claim_id(struct planner *planner, const struct cmd_item *new,
                           const struct cmd_item *old) {
    struct arena *arena = planner->in->arena;
    if (!is_made(new) || !str_equal(new->option, old->option) || !str_equal(new->id, old->id))
        return CLAIM_NEW;
    if (str_equal(item_text(arena, new), item_text(arena, old)))
        return CLAIM_SAME;
    diag(planner->in->diags, MP_CONFLICT, new->at,
         "'%.*s' and '%.*s' make different %.*ss with the id '%.*s': disable one of the two",
         STR_ARG(new->profile->name.s), STR_ARG(old->profile->name.s), STR_ARG(new->option),
         STR_ARG(new->id));
    diag_note(planner->in->diags, old->at, "'%.*s' makes it here", STR_ARG(old->profile->name.s));
    return CLAIM_CONFLICT;
}

static enum claim claim(struct planner *planner, const struct cmd_item *new) {
    const struct cmd_item *items = planner->items.items;
    for (size_t i = 0; i < planner->items.count; i++) {
        enum claim found = claim_id(planner, new, &items[i]);
        for (size_t j = 0; found == CLAIM_NEW && j < new->count; j++)
            found = claim_property(planner, new, &new->properties[j], &items[i]);
        if (found != CLAIM_NEW)
            return found;
    }
    struct cmd_item *added = growing_add(planner->in->arena, &planner->items, sizeof *added);
    *added = *new;
    return CLAIM_NEW;
}

/* ---- what a profile makes ---- */

/* Faults of this QEMU that the setting meets: it is built all the same, and said. */
static void note_faults(struct planner *planner, const struct setting *setting,
                        const struct assignments *list, struct span at) {
    const struct fault *fault = NULL;
    while ((fault = next_fault(planner, fault, setting, list)) != NULL)
        diag(planner->in->diags, MP_KNOWN_FAULT, at, "in %.*s, %s%s%s%s",
             STR_ARG(offer_here(planner).label), fault->text, fault->change ? " (" : "",
             fault->change ? fault->change : "", fault->change ? ")" : "");
}

/* Adds KEY with VALUE to ITEM, if QEMU has it and reads the value. */
static bool add_property(struct planner *planner, const struct candidate_profile *candidate,
                         enum setting_kind kind, const struct text *key, const struct text *value,
                         struct cmd_item *item, struct cmd_property *out) {
    const struct offer offer = offer_here(planner);
    *out = (struct cmd_property){key->s, {0}, value->at};
    if (kind != SETTING_FSDEV && !offer_property(&offer, item->type, key, value->at))
        return false;
    if (!value_compute(planner, candidate, kind, item->type, key, value, &out->value))
        return false;
    item->count++;
    return true;
}

/* The properties of LIST that hold here. False after findings. */
static bool compute(struct planner *planner, const struct candidate_profile *candidate,
                    enum setting_kind kind, const struct assignments *list, struct cmd_item *item) {
    struct cmd_property *properties =
        ARENA_ARRAY(planner->in->arena, list->count, struct cmd_property);
    bool sound = true;
    item->properties = properties;
    for (size_t i = 0; i < list->count; i++) {
        const struct text *key = &list->items[i].key;
        str why;
        const struct text *value = value_pick(planner, &list->items[i], &why);
        struct cmd_property *property = &properties[item->count];
        if (!value)
            diag(planner->in->diags, MP_LEFT_OUT, key->at, "'%.*s' is left out: %.*s",
                 STR_ARG(key->s), STR_ARG(why));
        else if (!add_property(planner, candidate, kind, key, value, item, property)) {
            if (expr_has(value->s))
                note_params(planner, candidate);
            sound = false;
        } else
            note_faults(planner, &(struct setting){kind, item->type, key->s, property->value}, list,
                        value->at);
    }
    return sound;
}

static bool plan_one(struct planner *planner, const struct cmd_item *item, str text) {
    enum claim found = claim(planner, item);
    return found == CLAIM_NEW ? add_option(planner, item, text) : found == CLAIM_SAME;
}

static bool plan_global(struct planner *planner, const struct candidate_profile *candidate,
                        const struct global *global) {
    struct arena *arena = planner->in->arena;
    const struct offer offer = offer_here(planner);
    struct cmd_item all = {
        .option = STR("global"), .type = global->driver.s, .profile = candidate->profile};
    bool sound = offer_type(&offer, &global->driver, CATALOGUE_DEVICE) &&
                 compute(planner, candidate, SETTING_DEVICE, &global->properties, &all);
    for (size_t i = 0; sound && i < all.count; i++) {
        const struct cmd_property *property = &all.properties[i];
        struct cmd_item one = all;
        one.properties = property;
        one.count = 1;
        one.at = property->at;
        sound = plan_one(planner, &one,
                         str_format(arena, "%.*s.%.*s=%.*s", STR_ARG(one.type),
                                    STR_ARG(property->key), STR_ARG(property->value)));
    }
    return sound;
}

static bool plan_object(struct planner *planner, const struct candidate_profile *candidate,
                        const char *option, enum setting_kind kind, const struct object *object) {
    const struct offer offer = offer_here(planner);
    struct cmd_item item = {.option = str_from(option),
                            .type = object->type.s,
                            .id = object->id.s,
                            .at = object->id.at,
                            .profile = candidate->profile};
    uint32_t flags = kind == SETTING_OBJECT ? CATALOGUE_OBJECT : CATALOGUE_DEVICE;
    return (kind == SETTING_FSDEV || offer_type(&offer, &object->type, flags)) &&
           compute(planner, candidate, kind, &object->properties, &item) &&
           plan_one(planner, &item, item_text(planner->in->arena, &item));
}

static bool plan_objects(struct planner *planner, const struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    const struct {
        const char *option;
        enum setting_kind kind;
        const struct objects *objects;
    } lists[] = {{"object", SETTING_OBJECT, &profile->objects},
                 {"fsdev", SETTING_FSDEV, &profile->fsdevs},
                 {"device", SETTING_DEVICE, &profile->devices}};
    bool sound = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t j = 0; j < lists[i].objects->count; j++)
            sound &= plan_object(planner, candidate, lists[i].option, lists[i].kind,
                                 &lists[i].objects->items[j]);
    return sound;
}

/* Whether another profile has said the same: QEMU refuses a second -numa or -fw_cfg of one name. */
static bool is_repeated(const struct planner *planner, const struct profile *profile,
                        const struct text *words, size_t count) {
    const struct argument *old = planner->arguments.items;
    for (size_t i = 0; i + count <= planner->arguments.count; i++) {
        bool same = old[i].profile != profile;
        for (size_t j = 0; same && j < count; j++)
            same = str_equal(old[i + j].text, words[j].s);
        if (same)
            return true;
    }
    return false;
}

/* An option with the word that belongs to it, if one does. */
static size_t option_words(const struct text_list *words, size_t i) {
    bool alone = i + 1 == words->count || str_starts(words->items[i + 1].s, STR("-"));
    return alone ? 1 : 2;
}

/* The words of the profile as QEMU gets them. False after findings. */
static bool expand_words(struct planner *planner, const struct candidate_profile *candidate,
                         struct text *words, struct text_list *out) {
    const struct text_list *from = &candidate->profile->arguments;
    struct scope scope = candidate->scope;
    scope.in_option = true;
    *out = (struct text_list){words, from->count, from->at};
    for (size_t i = 0; i < from->count; i++) {
        words[i].at = from->items[i].at;
        if (!expr_expand(planner->in->arena, &from->items[i], &scope, planner->in->diags,
                         &words[i].s) ||
            !check_ascii(planner, words[i].s, words[i].at))
            return false;
    }
    return true;
}

/* Raw arguments stand as they are; what they mean is read back for the rules. */
static bool plan_arguments(struct planner *planner, const struct candidate_profile *candidate) {
    struct arena *arena = planner->in->arena;
    const struct profile *profile = candidate->profile;
    const struct offer offer = offer_here(planner);
    struct text *words = ARENA_ARRAY(arena, profile->arguments.count, struct text);
    struct text_list list;
    bool sound = true;
    if (!expand_words(planner, candidate, words, &list))
        return false;
    for (size_t i = 0, count; i < list.count; i += count) {
        count = option_words(&list, i);
        if (is_repeated(planner, profile, &words[i], count))
            continue;
        sound &= offer_word(&offer, &list, i);
        for (size_t j = 0; j < count; j++)
            add_argument(planner, profile, words[i + j].s, words[i + j].at);
        const struct text_list option = {&words[i], count, list.at};
        struct cmd_items items = cmdline_parse(arena, &option, profile);
        for (size_t j = 0; j < items.count; j++)
            *(struct cmd_item *)growing_add(arena, &planner->items, sizeof *items.items) =
                items.items[j];
    }
    return sound;
}

bool plan_qemu(struct planner *planner, const struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    bool sound = true;
    for (size_t i = 0; i < profile->globals.count; i++)
        sound &= plan_global(planner, candidate, &profile->globals.items[i]);
    sound &= plan_objects(planner, candidate);
    return plan_arguments(planner, candidate) && sound;
}
