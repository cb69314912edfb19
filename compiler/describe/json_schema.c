/* SPDX-License-Identifier: Apache-2.0 */
#include "json_schema.h"

#include "buf.h"
#include "example.h"
#include "json_text.h"

/* What is being described. */
struct maker {
    struct arena *arena;
    const struct document *document;
    json_t *shared; /* "$defs" */
};

static void set_string(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, json_string(text));
}

static void set_number(json_t *object, const char *key, uint64_t number) {
    json_object_set_new(object, key, json_integer((json_int_t)number));
}

json_t *json_part(json_t *schema, const char *key) {
    json_t *part = json_object_get(schema, key);
    if (!part) {
        part = json_object();
        json_object_set_new(schema, key, part);
    }
    return part;
}

json_t *json_sentence(struct arena *arena, const char *text) {
    struct buf buf = buf_make(arena);
    bool small = text[0] >= 'a' && text[0] <= 'z';
    buf_char(&buf, small ? (char)(text[0] - 'a' + 'A') : text[0]);
    buf_text(&buf, text + 1);
    if (!str_ends(buf_view(&buf), STR(".")))
        buf_char(&buf, '.');
    return json_text(arena, buf_view(&buf));
}

static const struct {
    unsigned bit;
    const char *name;
} type_names[] = {
    {JSON_TYPE_STRING, "string"},   {JSON_TYPE_NUMBER, "number"}, {JSON_TYPE_INTEGER, "integer"},
    {JSON_TYPE_BOOLEAN, "boolean"}, {JSON_TYPE_ARRAY, "array"},   {JSON_TYPE_OBJECT, "object"},
    {JSON_TYPE_NULL, "null"},
};

void json_schema_types(json_t *schema, unsigned types) {
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++)
        if (types & type_names[i].bit)
            json_array_append_new(list, json_string(type_names[i].name));
    if (json_array_size(list) == 1)
        json_object_set(schema, "type", json_array_get(list, 0));
    else
        json_object_set(schema, "type", list);
    json_decref(list);
}

/* patternErrorMessage is VS Code's and its YAML server's; others pass over it. */
static void set_pattern(json_t *schema, const char *pattern, const char *wanted) {
    set_string(schema, "pattern", pattern);
    json_object_set_new(schema, "patternErrorMessage", json_sprintf("Wanted: %s.", wanted));
}

unsigned json_schema_form(json_t *schema, const struct form *form) {
    unsigned types = JSON_TYPE_STRING;
    if (form->pattern)
        set_pattern(schema, form->pattern, form->wanted);
    if (form->boolean)
        types |= JSON_TYPE_BOOLEAN;
    if (!form->number)
        return types;
    if (form->limited || !form->negative)
        set_number(schema, "minimum", form->least);
    if (form->limited)
        set_number(schema, "maximum", form->most);
    return types | (form->fraction ? JSON_TYPE_NUMBER : JSON_TYPE_INTEGER);
}

/* "on|On|ON", the spellings of WORD that word_boolean() takes. */
static void put_spellings(struct buf *pattern, const char *word) {
    char *upper = str_c(pattern->arena, str_from(word));
    for (char *at = upper; *at; at++)
        *at = (char)(*at - 'a' + 'A');
    buf_format(pattern, "%s%s|%c%s|%s", pattern->len ? "|" : "^(", word, upper[0], word + 1, upper);
}

unsigned json_schema_boolean(struct arena *arena, json_t *schema, bool only_true) {
    struct buf pattern = buf_make(arena);
    for (const struct word *word = boolean_words; word->text; word++)
        if (word->value || !only_true)
            put_spellings(&pattern, word->text);
    buf_text(&pattern, ")$");
    set_pattern(schema, str_c(arena, buf_view(&pattern)), only_true ? "true" : "on or off");
    if (only_true)
        json_object_set_new(schema, "not", json_pack("{s:b}", "const", 0));
    return JSON_TYPE_STRING | JSON_TYPE_BOOLEAN;
}

static json_t *word_array(const struct word *words) {
    json_t *list = json_array();
    for (; words->text; words++)
        json_array_append_new(list, json_string(words->text));
    return list;
}

static void put_word(json_t *schema, const struct word *words) {
    set_string(schema, "type", "string");
    json_object_set_new(schema, "enum", word_array(words));
}

/* An editor offers the words of an enum only where nothing but words can stand, so here two schemas
 * stand side by side. */
static void put_words(const struct maker *maker, json_t *schema, const struct word *words) {
    json_t *any = json_array(), *one = json_object(), *list = json_object(), *item = json_object();
    put_word(one, words);
    put_word(item, words);
    set_string(list, "type", "array");
    json_object_set_new(list, "items", item);
    set_number(list, "minItems", 1);
    json_array_append_new(any, one);
    json_array_append_new(any, list);
    if (maker->document->empty_sections) {
        json_t *nothing = json_object();
        set_string(nothing, "type", "null");
        json_array_append_new(any, nothing);
    }
    json_object_set_new(schema, "anyOf", any);
}

static unsigned put_type(const struct maker *maker, json_t *schema, const struct type *type);

/* In how many places below TYPE RECORD stands on its own. */
static size_t count_uses(const struct type *type, const struct record *record) {
    size_t count = type->shape == SHAPE_RECORD && type->record == record;
    if (type->element)
        count += count_uses(type->element, record);
    for (size_t i = 0; type->record && i < type->record->count; i++)
        count += count_uses(type->record->fields[i].type, record);
    if (type->record && type->record->other)
        count += count_uses(type->record->other->type, record);
    return count;
}

/* What stands in several places is described once, by the name of its record. */
static bool put_reference(const struct maker *maker, json_t *schema, const struct type *type) {
    if (type->shape != SHAPE_RECORD || count_uses(maker->document->type, type->record) < 2)
        return false;
    json_object_set_new(schema, "$ref", json_sprintf("#/$defs/%s", type->record->name));
    if (!json_object_get(maker->shared, type->record->name)) {
        json_t *shared = json_object();
        json_object_set_new(shared, "type", json_null());
        json_object_set_new(maker->shared, type->record->name, shared);
        json_schema_types(shared, put_type(maker, shared, type));
    }
    return true;
}

/* SCHEMA with the keywords and "type" of TYPE. */
static json_t *fill(const struct maker *maker, json_t *schema, const struct type *type) {
    if (put_reference(maker, schema, type))
        return schema;
    if (type->shape != SHAPE_WORDS)
        json_object_set_new(schema, "type", json_null());
    unsigned types = put_type(maker, schema, type);
    bool section = type->record || type->element;
    if (maker->document->empty_sections && section)
        types |= JSON_TYPE_NULL;
    if (type->shape != SHAPE_WORDS)
        json_schema_types(schema, types);
    return schema;
}

/* The default where it is a value, and not words about one. */
static void put_initial(json_t *schema, const struct field *field) {
    int value;
    bool on;
    str initial = str_from(field->initial);
    if ((field->type->words && word_find(field->type->words, initial, &value)) ||
        (field->type->shape == SHAPE_BOOLEAN && word_boolean(initial, &on)))
        set_string(schema, "default", field->initial);
}

static json_t *field_schema(const struct maker *maker, const struct field *field) {
    json_t *schema = json_object();
    json_object_set_new(schema, "title", json_string(field->summary));
    set_string(schema, "description", field->text);
    fill(maker, schema, field->type);
    put_initial(schema, field);
    json_t *examples = json_array();
    if (field->type->shape == SHAPE_BOOLEAN) {
        json_array_append_new(examples, json_string("on"));
        json_array_append_new(examples, json_string("off"));
    } else {
        json_array_append_new(examples, example_json(maker->arena, field->example));
    }
    json_object_set_new(schema, "examples", examples);
    return schema;
}

/* The keys that are free, so that they are of FORM and none of RECORD's own (NULL: there are none).
 */
static void put_free_keys(const struct maker *maker, json_t *schema, const struct form *form,
                          const struct record *record, json_t *element) {
    struct buf pattern = buf_make(maker->arena);
    if (!form->pattern) {
        json_object_set_new(schema, "additionalProperties", element);
        return;
    }
    str rest = str_from(form->pattern);
    for (size_t i = 0; record && i < record->count; i++)
        buf_format(&pattern, "%s%s", i ? "|" : "^(?!(", record->fields[i].key);
    if (record)
        buf_text(&pattern, ")$)");
    buf_str(&pattern, str_from_at(rest, record ? 1 : 0)); /* its '^' stands before */
    json_object_set_new(json_part(schema, "patternProperties"),
                        str_c(maker->arena, buf_view(&pattern)), element);
    json_object_set_new(schema, "additionalProperties", json_false());
}

static unsigned put_map(const struct maker *maker, json_t *schema, const struct type *type,
                        const struct record *record) {
    if (type->element->shape == SHAPE_TEST)
        json_schema_checks(maker->arena, schema);
    else
        put_free_keys(maker, schema, type->form, record, fill(maker, json_object(), type->element));
    return JSON_TYPE_OBJECT;
}

/* An element of guest.checks: one check, and proves. */
static void put_single(json_t *schema) {
    json_object_set_new(schema, "if", json_pack("{s:[s]}", "required", "proves"));
    json_object_set_new(schema, "then",
                        json_pack("{s:i, s:i}", "minProperties", 2, "maxProperties", 2));
    json_object_set_new(schema, "else",
                        json_pack("{s:i, s:i}", "minProperties", 1, "maxProperties", 1));
}

static unsigned put_record(const struct maker *maker, json_t *schema, const struct record *record) {
    json_t *required = json_array();
    json_t *properties = json_part(schema, "properties");
    for (size_t i = 0; i < record->count; i++) {
        const struct field *field = &record->fields[i];
        json_object_set_new(properties, field->key, field_schema(maker, field));
        if (field->required)
            json_array_append_new(required, json_string(field->key));
    }
    if (json_array_size(required) > 0)
        json_object_set(schema, "required", required);
    json_decref(required);
    json_object_set_new(schema, "additionalProperties", json_false());
    if (!record->other)
        return JSON_TYPE_OBJECT;
    put_map(maker, schema, record->other->type, record);
    if (record->other->type->element->shape == SHAPE_TEST)
        put_single(schema);
    return JSON_TYPE_OBJECT;
}

static unsigned put_list(const struct maker *maker, json_t *schema, const struct type *type) {
    unsigned types = JSON_TYPE_ARRAY;
    if (type->one_or_list)
        types |= put_type(maker, schema, type->element);
    json_object_set_new(schema, "items", fill(maker, json_object(), type->element));
    if (type->least > 0)
        set_number(schema, "minItems", type->least);
    if (type->most > 0)
        set_number(schema, "maxItems", type->most);
    return types;
}

/* Adds the keywords of TYPE; the JSON types are returned, 0 where SCHEMA says them otherwise. */
static unsigned put_type(const struct maker *maker, json_t *schema, const struct type *type) {
    switch (type->shape) {
    case SHAPE_TEXT:
        return json_schema_form(schema, type->form);
    case SHAPE_BOOLEAN:
        return json_schema_boolean(maker->arena, schema, false);
    case SHAPE_WORD:
        put_word(schema, type->words);
        return JSON_TYPE_STRING;
    case SHAPE_WORDS:
        put_words(maker, schema, type->words);
        return 0;
    case SHAPE_LIST:
        return put_list(maker, schema, type);
    case SHAPE_MAP:
        return put_map(maker, schema, type, NULL);
    case SHAPE_RECORD:
        return put_record(maker, schema, type->record);
    case SHAPE_VALUE:
        return json_schema_form(schema, type->form) | put_record(maker, schema, type->record);
    case SHAPE_TEST: /* its map has put it */
        break;
    }
    return 0;
}

static json_t *move_needs(json_t *schema, const struct type *type);

static void move_part(json_t *needs, const char *keyword, const char *key, json_t *schema,
                      const struct type *type) {
    json_t *part = move_needs(schema, type);
    if (json_object_size(part) > 0)
        json_object_set(json_part(needs, keyword), key, part);
    json_decref(part);
}

/* Takes the keys that TYPE needs out of SCHEMA, and gives them as a schema of their own. They are
 * those that another file may have: of mappings in mappings, since a list comes from one file.
 * What is described by reference needs none. */
static json_t *move_needs(json_t *schema, const struct type *type) {
    const struct type *own = type->one_or_list ? type->element : type; /* one, not in a list */
    const struct record *record = own->shape == SHAPE_LIST ? NULL : own->record;
    json_t *needs = json_object();
    json_t *below = json_object_get(schema, "properties");
    for (size_t i = 0; record && i < record->count; i++)
        move_part(needs, "properties", record->fields[i].key,
                  json_object_get(below, record->fields[i].key), record->fields[i].type);
    void *free_keys = json_object_iter(json_object_get(schema, "patternProperties"));
    if (own->shape == SHAPE_MAP && free_keys)
        move_part(needs, "patternProperties", json_object_iter_key(free_keys),
                  json_object_iter_value(free_keys), own->element);
    if (record && json_object_get(schema, "required")) {
        json_object_set(needs, "required", json_object_get(schema, "required"));
        json_object_del(schema, "required");
    }
    return needs;
}

/* What a profile leaves out may stand in the one that it extends. */
static void loosen(json_t *schema, const struct type *type) {
    json_t *own = json_incref(json_object_get(schema, "required"));
    json_t *needs = move_needs(schema, type);
    json_object_set_new(schema, "required", own);
    json_object_del(needs, "required");
    json_object_set_new(schema, "if", json_pack("{s:{s:[s]}}", "not", "required", "extends"));
    json_object_set_new(schema, "then", needs);
}

json_t *json_schema(struct arena *arena, const struct document *document) {
    const struct maker maker = {arena, document, json_object()};
    json_t *schema = json_object();
    set_string(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_object_set_new(schema, "$id", json_sprintf("urn:modavd-profile:1:%s", document->name));
    json_object_set_new(schema, "title", json_sprintf("%s: %s", document->file, document->title));
    set_string(schema, "description", document->text);
    fill(&maker, schema, document->type);
    if (json_object_size(maker.shared) > 0)
        json_object_set(schema, "$defs", maker.shared);
    json_decref(maker.shared);
    if (document->extends)
        loosen(schema, document->type);
    return schema;
}
