/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#include "buf.h"
#include "known.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

str schema_label(struct arena *arena, const struct node *node) {
    if (!node->key)
        return STR("the element");
    return str_format(arena, "'%.*s'", STR_ARG(str_shorten(arena, node->key->text)));
}

void schema_error(struct binder *binder, enum code code, const struct node *node,
                  const char *format, ...) {
    char text[1024]; /* longer texts are cut: names in messages are shortened before */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    diag(binder->diags, code, node->at, "%s", text);
    binder->sound = false;
}

static const char *const kind_texts[] = {
    [NODE_BAD] = "",        [NODE_NULL] = "nothing",  [NODE_SCALAR] = "a single value",
    [NODE_LIST] = "a list", [NODE_MAP] = "a mapping",
};

static bool wrong_kind(struct binder *binder, const struct type *type, const struct node *node) {
    /* a record that no key leads to, the whole file for one, has a name of its own */
    bool named = !node->key && type->record;
    str label = named ? str_from(type->record->name) : schema_label(binder->arena, node);
    schema_error(binder, MP_WRONG_KIND, node, "%.*s must be %s, not %s", STR_ARG(label),
                 type->wanted, kind_texts[node->kind]);
    return false;
}

static bool need_scalar(struct binder *binder, const struct type *type, const struct node *node) {
    return node->kind == NODE_SCALAR || wrong_kind(binder, type, node);
}

/* An absent value is told at the key when nothing is there to point at. */
static void no_value(struct binder *binder, const struct type *type, const struct node *node) {
    const struct node *at = node->text.len == 0 && node->key ? node->key : node;
    schema_error(binder, MP_NO_VALUE, at, "%.*s has no value: it must be %s",
                 STR_ARG(schema_label(binder->arena, node)), type->wanted);
}

void schema_bind(struct binder *binder, const struct type *type, const struct node *node,
                 void *out) {
    if (node->kind == NODE_BAD)
        binder->sound = false;
    else if (node->kind == NODE_NULL)
        no_value(binder, type, node);
    else
        type->bind(binder, type, node, out);
}

void bind_text(struct binder *binder, const struct type *type, const struct node *node, void *out) {
    if (need_scalar(binder, type, node))
        *(struct text *)out = (struct text){node->text, node->at};
}

static bool find_word(struct binder *binder, const struct type *type, const struct node *node,
                      int *value) {
    if (!need_scalar(binder, type, node))
        return false;
    if (word_find(type->words, node->text, value))
        return true;
    str near = word_nearest(type->words, node->text);
    schema_error(binder, MP_BAD_WORD, node, "%.*s cannot be '%.*s': it is %.*s%s%.*s%s",
                 STR_ARG(schema_label(binder->arena, node)),
                 STR_ARG(str_shorten(binder->arena, node->text)),
                 STR_ARG(word_list(binder->arena, type->words)), near.len ? ", did you mean '" : "",
                 STR_ARG(near), near.len ? "'?" : "");
    return false;
}

void bind_choice(struct binder *binder, const struct type *type, const struct node *node,
                 void *out) {
    int value;
    if (find_word(binder, type, node, &value))
        *(struct choice *)out = (struct choice){value, node->at};
}

void bind_boolean(struct binder *binder, const struct type *type, const struct node *node,
                  void *out) {
    bool value;
    if (!need_scalar(binder, type, node))
        return;
    if (word_boolean(node->text, &value))
        *(struct choice *)out = (struct choice){value, node->at};
    else
        schema_error(binder, MP_BAD_WORD, node, "%.*s cannot be '%.*s': it is %.*s",
                     STR_ARG(schema_label(binder->arena, node)),
                     STR_ARG(str_shorten(binder->arena, node->text)),
                     STR_ARG(word_list(binder->arena, boolean_words)));
}

void bind_word_set(struct binder *binder, const struct type *type, const struct node *node,
                   void *out) {
    struct word_set *set = out;
    const struct node *item = node->kind == NODE_LIST ? node->first : node;
    set->at = node->at;
    if (node->kind == NODE_LIST && node->count == 0)
        schema_error(binder, MP_NO_VALUE, node, "%.*s is an empty list, which nothing is in",
                     STR_ARG(schema_label(binder->arena, node)));
    for (; item; item = node->kind == NODE_LIST ? item->next : NULL) {
        int value;
        if (item->kind == NODE_BAD)
            binder->sound = false;
        else if (find_word(binder, type, item, &value))
            set->bits |= 1u << value;
    }
}

void bind_range(struct binder *binder, const struct type *type, const struct node *node,
                void *out) {
    struct range_condition *condition = out;
    if (!need_scalar(binder, type, node))
        return;
    condition->at = node->at;
    if (!version_range_parse(node->text, &condition->range))
        schema_error(binder, MP_BAD_VERSION, node, "%.*s cannot be '%.*s': it is %s",
                     STR_ARG(schema_label(binder->arena, node)),
                     STR_ARG(str_shorten(binder->arena, node->text)), type->wanted);
}

/* What every LIST_OF has, whatever its items are. */
struct any_list LIST_OF(void);

static void bind_items(struct binder *binder, const struct type *type, const struct node *node,
                       const struct node *item, size_t count, void *out) {
    size_t size = type->element->size;
    unsigned char *items = arena_array(binder->arena, count, size);
    for (size_t i = 0; i < count; i++, item = item->next) {
        if (node->kind == NODE_MAP) /* a map's element starts with its key */
            *(struct text *)(void *)(items + i * size) =
                (struct text){item->key->text, item->key->at};
        schema_bind(binder, type->element, item, items + i * size);
    }
    struct any_list list = {items, count, node->at};
    memcpy(out, &list, sizeof list); /* OUT is a LIST_OF another type, of the same layout */
}

void bind_list(struct binder *binder, const struct type *type, const struct node *node, void *out) {
    if (node->kind == NODE_LIST)
        bind_items(binder, type, node, node->first, node->count, out);
    else if (type->one_or_list && (node->kind == NODE_SCALAR || type->element->record))
        bind_items(binder, type, node, node, 1, out);
    else
        wrong_kind(binder, type, node);
}

void bind_map(struct binder *binder, const struct type *type, const struct node *node, void *out) {
    if (node->kind == NODE_MAP)
        bind_items(binder, type, node, node->first, node->count, out);
    else
        wrong_kind(binder, type, node);
}

static const struct field *find_field(const struct record *record, str key) {
    for (size_t i = 0; i < record->count; i++)
        if (str_equal(str_from(record->fields[i].key), key))
            return &record->fields[i];
    return NULL;
}

static str field_at(const void *context, size_t i) {
    return str_from(((const struct record *)context)->fields[i].key);
}

/* The record that TYPE, or what its lists and maps hold, is bound to. */
static const struct record *inner_record(const struct type *type) {
    while (type && !type->record)
        type = type->element;
    return type ? type->record : NULL;
}

/* The way to the key called KEY anywhere in the language: "acpi.cst"; empty when there is none. */
static bool find_place(const struct record *record, str key, struct buf *path) {
    for (size_t i = 0; i < record->count; i++) {
        const struct field *field = &record->fields[i];
        const struct record *inner = inner_record(field->type);
        if (!inner)
            continue;
        size_t length = path->len;
        buf_format(path, "%s%s", length ? "." : "", field->key);
        if (find_field(inner, key) || find_place(inner, key, path))
            return true;
        path->len = length;
    }
    return false;
}

static void unknown_key(struct binder *binder, const struct record *record,
                        const struct node *node) {
    struct buf path = buf_make(binder->arena);
    str key = node->key->text, shown = str_shorten(binder->arena, key);
    const struct catalogue *catalogue;
    const struct catalogue_type *owner = known_owner(&catalogue, key);
    str near = str_nearest(key, record->count, field_at, record);
    if (find_field(binder->language, key))
        schema_error(binder, MP_MISPLACED_KEY, node->key,
                     "'%.*s' does not belong into %s: it is a "
                     "key of the top level",
                     STR_ARG(shown), record->name);
    else if (find_place(binder->language, key, &path))
        schema_error(binder, MP_MISPLACED_KEY, node->key,
                     "'%.*s' does not belong into %s: it goes "
                     "under '%.*s'",
                     STR_ARG(shown), record->name, STR_ARG(buf_view(&path)));
    else if (near.len > 0)
        schema_error(binder, MP_UNKNOWN_KEY, node->key, "unknown key '%.*s', did you mean '%.*s'?",
                     STR_ARG(shown), STR_ARG(near));
    else if (owner && record == binder->language)
        schema_error(binder, MP_MISPLACED_KEY, node->key,
                     "'%.*s' does not belong into %s: it goes "
                     "under '%s.%.*s'",
                     STR_ARG(shown), record->name,
                     owner->flags & CATALOGUE_OBJECT ? "qemu.objects" : "qemu.globals",
                     STR_ARG(catalogue_str(catalogue, owner->name)));
    else
        schema_error(binder, MP_UNKNOWN_KEY, node->key, "unknown key '%.*s' in %s", STR_ARG(shown),
                     record->name);
}

static void missing_key(struct binder *binder, const struct record *record,
                        const struct field *field, const struct node *node) {
    struct span at = node->at; /* a mapping has no length of its own */
    const struct node place = {.at = node->key ? node->key->at : at};
    schema_error(binder, MP_MISSING_KEY, &place, "%s needs '%s': %s", record->name, field->key,
                 field->summary);
}

/* All keys that no field has, as one mapping for the field that takes the others. */
static void bind_others(struct binder *binder, const struct record *record, const struct node *node,
                        unsigned char *out) {
    struct node rest = {.kind = NODE_MAP, .at = node->at, .key = node->key};
    struct node **end = &rest.first;
    for (const struct node *child = node->first; child; child = child->next)
        if (!find_field(record, child->key->text)) {
            struct node *copy = ARENA_NEW(binder->arena, struct node);
            *copy = *child;
            copy->next = NULL;
            *end = copy;
            end = &copy->next;
            rest.count++;
        }
    schema_bind(binder, record->other->type, &rest, out + record->other->offset);
}

void bind_record(struct binder *binder, const struct type *type, const struct node *node,
                 void *out) {
    const struct record *record = type->record;
    unsigned char *bytes = out;
    if (node->kind != NODE_MAP) {
        wrong_kind(binder, type, node);
        return;
    }
    if (record->at >= 0)
        *(struct span *)(void *)(bytes + record->at) = node->at;
    for (const struct node *child = node->first; child; child = child->next) {
        const struct field *field = find_field(record, child->key->text);
        if (field)
            schema_bind(binder, field->type, child, bytes + field->offset);
        else if (!record->other)
            unknown_key(binder, record, child);
    }
    if (record->other)
        bind_others(binder, record, node, bytes);
    for (size_t i = 0; i < record->count; i++)
        if (record->fields[i].required && !yaml_get(node, str_from(record->fields[i].key)))
            missing_key(binder, record, &record->fields[i], node);
}
