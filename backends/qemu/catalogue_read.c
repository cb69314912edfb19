/* SPDX-License-Identifier: Apache-2.0 */
#include "catalogue_read.h"

#include "buf.h"
#include "visible.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_KEY "modavd-catalogue"

/* Rows of unknown number grow in builders, whose bytes are aligned for any object. */
struct reader {
    struct arena *arena;
    struct diags *diags;
    uint32_t source;
    struct buf pool, properties, keys;
};

/* Where a value stands: the keys that lead to it. */
struct way {
    const struct way *up; /* NULL: the file as a whole */
    str key;
};

/* "types.iothread.properties" */
static str way_text(struct arena *arena, const struct way *way) {
    if (!way->up)
        return STR("the file");
    str key = str_shorten(arena, str_visible(arena, way->key));
    if (!way->up->up)
        return key;
    str up = way_text(arena, way->up);
    return str_format(arena, "%.*s.%.*s", STR_ARG(up), STR_ARG(key));
}

static void fault(struct reader *reader, const struct way *way, const char *what) {
    str where = way_text(reader->arena, way);
    diag(reader->diags, MP_BAD_CATALOGUE, span_file(reader->source), "%.*s %s", STR_ARG(where),
         what);
}

enum kind { KIND_MAPPING, KIND_LIST, KIND_TEXT, KIND_NUMBER, KIND_BOOLEAN, KIND_VALUE };

static const char *const kind_faults[] = {
    [KIND_MAPPING] = "must be a mapping",
    [KIND_LIST] = "must be a list",
    [KIND_TEXT] = "must be a text",
    [KIND_NUMBER] = "must be a whole number",
    [KIND_BOOLEAN] = "must be true or false",
    [KIND_VALUE] = "must be a text, a whole number, true, false, null or an empty list",
};

static bool is_kind(const json_t *value, enum kind kind) {
    switch (kind) {
    case KIND_MAPPING:
        return json_is_object(value);
    case KIND_LIST:
        return json_is_array(value);
    case KIND_TEXT:
        return json_is_string(value) && json_string_length(value) > 0;
    case KIND_NUMBER:
        return json_is_integer(value);
    case KIND_BOOLEAN:
        return json_is_boolean(value);
    case KIND_VALUE:
        return json_is_string(value) || json_is_integer(value) || json_is_boolean(value) ||
               json_is_null(value) || (json_is_array(value) && json_array_size(value) == 0);
    }
    return false;
}

/* False after a finding. */
static bool check_kind(struct reader *reader, const struct way *way, const json_t *value,
                       enum kind kind) {
    if (is_kind(value, kind))
        return true;
    bool empty = kind == KIND_TEXT && json_is_string(value);
    fault(reader, way, empty ? "must not be empty" : kind_faults[kind]);
    return false;
}

struct key {
    const char *name;
    enum kind kind;
    bool required;
};

struct keys {
    const struct key *items;
    size_t count;
};

#define KEYS(table)                            \
    (struct keys) {                            \
        table, sizeof(table) / sizeof *(table) \
    }

static const struct key *find_key(const struct keys *keys, const char *name) {
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->items[i].name, name) == 0)
            return &keys->items[i];
    return NULL;
}

/* Whether MAPPING is one and has each of KEYS, of its kind, and no others. Findings tell. */
static bool check_keys(struct reader *reader, const struct way *way, json_t *mapping,
                       struct keys keys) {
    if (!check_kind(reader, way, mapping, KIND_MAPPING))
        return false;
    size_t before = reader->diags->failures;
    for (size_t i = 0; i < keys.count; i++) {
        const struct way inner = {way, str_from(keys.items[i].name)};
        if (keys.items[i].required && !json_object_get(mapping, keys.items[i].name))
            fault(reader, &inner, "is missing");
    }
    for (void *at = json_object_iter(mapping); at; at = json_object_iter_next(mapping, at)) {
        const struct way inner = {way, str_from(json_object_iter_key(at))};
        const struct key *key = find_key(&keys, json_object_iter_key(at));
        if (!key)
            fault(reader, &inner, "is no key of a catalogue");
        else
            check_kind(reader, &inner, json_object_iter_value(at), key->kind);
    }
    return reader->diags->failures == before;
}

/* An entry of a mapping or a list. */
struct entry {
    str name;
    json_t *value;
};

struct entries {
    struct entry *items;
    size_t count;
};

static int entry_compare(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return str_compare(x->name, y->name);
}

static void sort(struct entries *entries) {
    if (entries->count > 0)
        qsort(entries->items, entries->count, sizeof *entries->items, entry_compare);
}

/* The entries of the mapping KEY in OBJECT, sorted; none when it is not there. */
static struct entries entries_of(struct reader *reader, const struct way *way, json_t *object,
                                 const char *key) {
    json_t *mapping = json_object_get(object, key);
    size_t room = json_object_size(mapping);
    struct entries entries = {ARENA_ARRAY(reader->arena, room, struct entry), 0};
    const struct way inner = {way, str_from(key)};
    for (void *at = json_object_iter(mapping); at; at = json_object_iter_next(mapping, at)) {
        str name = str_from(json_object_iter_key(at));
        if (name.len == 0)
            fault(reader, &inner, "has a key that is empty");
        entries.items[entries.count++] = (struct entry){name, json_object_iter_value(at)};
    }
    sort(&entries);
    return entries;
}

/* The texts of LIST, sorted. */
static struct entries texts_of(struct reader *reader, const struct way *way, const json_t *list) {
    size_t room = json_array_size(list);
    struct entries entries = {ARENA_ARRAY(reader->arena, room, struct entry), 0};
    for (size_t i = 0; i < room; i++) {
        json_t *text = json_array_get(list, i);
        if (is_kind(text, KIND_TEXT))
            entries.items[entries.count++] =
                (struct entry){str_from(json_string_value(text)), text};
        else
            fault(reader, way, "must hold texts that are not empty, and nothing else");
    }
    sort(&entries);
    for (size_t i = 1; i < entries.count; i++) {
        const struct way inner = {way, entries.items[i].name};
        if (str_equal(entries.items[i - 1].name, entries.items[i].name))
            fault(reader, &inner, "stands twice");
    }
    return entries;
}

static catalogue_text add_text(struct reader *reader, str text) {
    catalogue_text offset = (catalogue_text)reader->pool.len;
    if (text.len == 0)
        return 0;
    buf_str(&reader->pool, text);
    buf_char(&reader->pool, 0);
    return offset;
}

static catalogue_text add_string(struct reader *reader, const json_t *object, const char *key) {
    return add_text(reader, str_from(json_string_value(json_object_get(object, key))));
}

/* A default as a command line would have it. */
static catalogue_text add_initial(struct reader *reader, const json_t *value) {
    if (json_is_integer(value)) {
        long long number = json_integer_value(value);
        return add_text(reader, str_format(reader->arena, "%lld", number));
    }
    if (json_is_boolean(value))
        return add_text(reader, json_is_true(value) ? STR("on") : STR("off"));
    return add_text(reader, str_from(json_string_value(value)));
}

/* A catalogue's rows as they were built. */
static const void *rows(const struct buf *buf) {
    return buf->bytes;
}

/* The texts of the list WAY leads to, as offsets on the arena. */
static const catalogue_text *read_texts(struct reader *reader, const struct way *way,
                                        const json_t *list, uint32_t *count) {
    struct entries texts = texts_of(reader, way, list);
    catalogue_text *out = ARENA_ARRAY(reader->arena, texts.count, catalogue_text);
    for (size_t i = 0; i < texts.count; i++)
        out[i] = add_text(reader, texts.items[i].name);
    *count = (uint32_t)texts.count;
    return out;
}

static void read_aliases(struct reader *reader, const struct way *way, json_t *root,
                         struct catalogue *out) {
    struct entries entries = entries_of(reader, way, root, "aliases");
    struct catalogue_alias *aliases =
        ARENA_ARRAY(reader->arena, entries.count, struct catalogue_alias);
    const struct way list = {way, STR("aliases")};
    for (size_t i = 0; i < entries.count; i++) {
        const struct entry *entry = &entries.items[i];
        const struct way inner = {&list, entry->name};
        check_kind(reader, &inner, entry->value, KIND_TEXT);
        aliases[i].name = add_text(reader, entry->name);
        aliases[i].type = add_text(reader, str_from(json_string_value(entry->value)));
    }
    out->aliases = aliases;
    out->alias_count = (uint32_t)entries.count;
}

/* The keys of one option go behind those of the options before it. */
static struct catalogue_option read_option(struct reader *reader, const struct way *way,
                                           const struct entry *entry) {
    const struct way inner = {way, entry->name};
    struct catalogue_option option = {
        .name = add_text(reader, entry->name),
        .first = (uint32_t)(reader->keys.len / sizeof(catalogue_text)),
    };
    if (!check_kind(reader, &inner, entry->value, KIND_LIST))
        return option;
    const catalogue_text *keys = read_texts(reader, &inner, entry->value, &option.count);
    buf_put(&reader->keys, keys, option.count * sizeof *keys);
    return option;
}

static void read_options(struct reader *reader, const struct way *way, json_t *root,
                         struct catalogue *out) {
    struct entries entries = entries_of(reader, way, root, "options");
    struct catalogue_option *options =
        ARENA_ARRAY(reader->arena, entries.count, struct catalogue_option);
    const struct way list = {way, STR("options")};
    for (size_t i = 0; i < entries.count; i++)
        options[i] = read_option(reader, &list, &entries.items[i]);
    out->options = options;
    out->option_count = (uint32_t)entries.count;
}

static const struct key property_keys[] = {
    {"type", KIND_TEXT, true},
    {"default", KIND_VALUE, false},
    {"source", KIND_TEXT, false}, /* the file of QEMU that it was taken from, where none was run */
};

static void read_property(struct reader *reader, const struct way *way, const struct entry *entry) {
    const struct way inner = {way, entry->name};
    if (!check_keys(reader, &inner, entry->value, KEYS(property_keys)))
        return;
    struct catalogue_property property = {
        .name = add_text(reader, entry->name),
        .kind = add_string(reader, entry->value, "type"),
        .initial = add_initial(reader, json_object_get(entry->value, "default")),
    };
    buf_put(&reader->properties, &property, sizeof property);
}

static const struct key type_keys[] = {
    {"parent", KIND_TEXT, false},        {"device", KIND_BOOLEAN, false},
    {"object", KIND_BOOLEAN, false},     {"abstract", KIND_BOOLEAN, false},
    {"properties", KIND_MAPPING, false}, {"source", KIND_TEXT, false},
};

static uint32_t read_flags(const json_t *type) {
    static const struct {
        const char *key;
        uint32_t flag;
    } flags[] = {
        {"device", CATALOGUE_DEVICE},
        {"object", CATALOGUE_OBJECT},
        {"abstract", CATALOGUE_ABSTRACT},
    };
    uint32_t set = json_object_get(type, "properties") ? CATALOGUE_LISTED : 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (json_is_true(json_object_get(type, flags[i].key)))
            set |= flags[i].flag;
    return set;
}

/* The properties of one type go behind those of the types before it. */
static struct catalogue_type read_type(struct reader *reader, const struct way *way,
                                       const struct entry *entry) {
    const struct way inner = {way, entry->name};
    struct catalogue_type type = {
        .first = (uint32_t)(reader->properties.len / sizeof(struct catalogue_property)),
    };
    if (!check_keys(reader, &inner, entry->value, KEYS(type_keys)))
        return type;
    type.name = add_text(reader, entry->name);
    type.parent = add_string(reader, entry->value, "parent");
    type.flags = read_flags(entry->value);
    struct entries properties = entries_of(reader, &inner, entry->value, "properties");
    const struct way list = {&inner, STR("properties")};
    for (size_t i = 0; i < properties.count; i++)
        read_property(reader, &list, &properties.items[i]);
    type.count = (uint32_t)properties.count;
    return type;
}

static void read_types(struct reader *reader, const struct way *way, json_t *root,
                       struct catalogue *out) {
    struct entries entries = entries_of(reader, way, root, "types");
    struct catalogue_type *types = ARENA_ARRAY(reader->arena, entries.count, struct catalogue_type);
    const struct way list = {way, STR("types")};
    for (size_t i = 0; i < entries.count; i++)
        types[i] = read_type(reader, &list, &entries.items[i]);
    out->types = types;
    out->type_count = (uint32_t)entries.count;
}

static void read_version(struct reader *reader, const struct way *way, const json_t *root,
                         struct catalogue *out) {
    const struct way inner = {way, STR("version")};
    struct version version;
    out->version = add_string(reader, root, "version");
    if (!version_parse(str_from(json_string_value(json_object_get(root, "version"))), &version))
        fault(reader, &inner, "must begin with a version such as 7.2.22");
}

static const struct key root_keys[] = {
    {FORMAT_KEY, KIND_NUMBER, true},   {"version", KIND_TEXT, true},
    {"accelerators", KIND_LIST, true}, {"aliases", KIND_MAPPING, true},
    {"machines", KIND_LIST, true},     {"options", KIND_MAPPING, true},
    {"types", KIND_MAPPING, true},
};

/* A file of another kind or version would only give a page of findings. */
static bool check_format(struct reader *reader, const struct way *way, const json_t *root) {
    const json_t *format = json_object_get(root, FORMAT_KEY);
    if (!format)
        fault(reader, way, "is no catalogue: it has no \"" FORMAT_KEY "\"");
    else if (!json_is_integer(format) || json_integer_value(format) != CATALOGUE_FORMAT)
        fault(reader, way, "is a catalogue of another version: \"" FORMAT_KEY "\" must be 1");
    else
        return true;
    return false;
}

static void read_root(struct reader *reader, json_t *root, struct catalogue *out) {
    const struct way whole = {0}, machines = {&whole, STR_INIT("machines")},
                     accelerators = {&whole, STR_INIT("accelerators")};
    if (!check_format(reader, &whole, root) || !check_keys(reader, &whole, root, KEYS(root_keys)))
        return;
    buf_char(&reader->pool, 0);
    read_version(reader, &whole, root, out);
    out->machines =
        read_texts(reader, &machines, json_object_get(root, "machines"), &out->machine_count);
    out->accelerators = read_texts(reader, &accelerators, json_object_get(root, "accelerators"),
                                   &out->accelerator_count);
    read_aliases(reader, &whole, root, out);
    read_options(reader, &whole, root, out);
    read_types(reader, &whole, root, out);
    out->pool = rows(&reader->pool);
    out->properties = rows(&reader->properties);
    out->keys = rows(&reader->keys);
}

/* jansson's position is behind the token that it did not expect; short tokens stand in its text. */
static struct span error_span(uint32_t source, str bytes, const json_error_t *error) {
    static const char before[] = " near '";
    const char *near = strstr(error->text, before);
    size_t length = near ? strlen(near + sizeof before - 1) : 0;
    size_t end = error->position > 0 ? (size_t)error->position : 0;
    length = length > 1 ? length - 1 : 1; /* without the quote behind it */
    if (end > bytes.len || length > end)
        return span_file(source);
    return (struct span){source, (uint32_t)(end - length), (uint32_t)length};
}

static json_t *parse(struct reader *reader) {
    str bytes = source_get(reader->diags->sources, reader->source)->bytes;
    json_error_t error;
    json_t *root = json_loadb(bytes.at ? bytes.at : "", bytes.len, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_out_of_memory)
        reader->arena->out_of_memory(reader->arena->context);
    if (!root)
        diag(reader->diags, MP_BAD_CATALOGUE, error_span(reader->source, bytes, &error),
             "not JSON: %s", error.text);
    return root;
}

const struct catalogue *catalogue_read(struct arena *arena, struct diags *diags, uint32_t source) {
    struct reader reader = {arena,           diags,           source,
                            buf_make(arena), buf_make(arena), buf_make(arena)};
    struct catalogue *out = ARENA_NEW(arena, struct catalogue);
    size_t before = diags->failures;
    json_t *root = parse(&reader);
    if (root)
        read_root(&reader, root, out);
    json_decref(root);
    return diags->failures == before ? out : NULL;
}
