/* SPDX-License-Identifier: Apache-2.0 */
#include "manifest_read.h"

#include "artifact.h"
#include "buf.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define VERSION_KEY "modavd-manifest"

static int record_compare(const void *a, const void *b) {
    const struct record *x = a, *y = b;
    int by_name = str_compare(x->name, y->name);
    if (by_name)
        return by_name;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return hash_compare(&x->hash, &y->hash);
}

/* Names come from a file that anybody may have written, and recorded files get removed: only names
 * that this program gives are taken, none that leads elsewhere, none of an AVD's own files. */
static bool is_own_name(str name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789.-_";
    if (name.len > 128 || !str_starts(name, STR("modavd")) ||
        str_starts(name, STR(ARTIFACT_MANIFEST)))
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (!memchr(letters, name.at[i], sizeof letters - 1))
            return false;
    return true;
}

static str text_of(const json_t *value) {
    if (!json_is_string(value))
        return (str){NULL, 0};
    return (str){json_string_value(value), json_string_length(value)};
}

static bool read_record(struct arena *arena, const json_t *value, struct record *out) {
    str name = text_of(json_object_get(value, "name"));
    const json_t *size = json_object_get(value, "size");
    if (!is_own_name(name) || !json_is_integer(size) || json_integer_value(size) < 0)
        return false;
    out->name = str_copy(arena, name);
    out->size = (uint64_t)json_integer_value(size);
    return hash_read(text_of(json_object_get(value, "sha256")), &out->hash);
}

static const char *read_records(struct arena *arena, const json_t *list, struct records *out) {
    if (!json_is_array(list))
        return "it has no list \"artifacts\"";
    size_t count = json_array_size(list);
    struct record *items = ARENA_ARRAY(arena, count, struct record);
    for (size_t i = 0; i < count; i++)
        if (!read_record(arena, json_array_get(list, i), &items[i]))
            return "its list \"artifacts\" names something that is not ours";
    if (count)
        qsort(items, count, sizeof *items, record_compare);
    *out = (struct records){items, count};
    return NULL;
}

static const char *read_root(struct arena *arena, const json_t *root, struct records *out) {
    const json_t *version = json_object_get(root, VERSION_KEY);
    if (!json_is_integer(version))
        return "it has no \"" VERSION_KEY "\"";
    if (json_integer_value(version) != 1)
        return "it is of another version";
    return read_records(arena, json_object_get(root, "artifacts"), out);
}

bool manifest_read(struct arena *arena, str bytes, struct records *out, str *why) {
    *out = (struct records){0};
    json_error_t error;
    json_t *root = json_loadb(bytes.at, bytes.len, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_out_of_memory)
        arena->out_of_memory(arena->context); /* else a good file would count as broken */
    if (!root) {
        *why = str_format(arena, "not JSON: line %d, column %d: %s", error.line, error.column,
                          error.text);
        return false;
    }
    const char *problem = read_root(arena, root, out);
    json_decref(root);
    *why = str_from(problem);
    return problem == NULL;
}

/* The first record that is not below KEY. */
static size_t lower_bound(const struct records *records, const struct record *key) {
    size_t low = 0, high = records->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (record_compare(&records->items[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool records_have(const struct records *records, str name, uint64_t size, const struct hash *hash) {
    const struct record key = {name, size, *hash};
    size_t at = lower_bound(records, &key);
    return at < records->count && record_compare(&records->items[at], &key) == 0;
}

bool records_have_name(const struct records *records, str name) {
    const struct record least = {.name = name};
    size_t at = lower_bound(records, &least);
    return at < records->count && str_equal(records->items[at].name, name);
}

/* The names were checked when they were read: they need no escapes. */
static void put_records(struct buf *out, const struct records *records, bool *first) {
    for (size_t i = 0; i < records->count; i++) {
        const struct record *record = &records->items[i];
        str hash = hash_text(out->arena, &record->hash);
        buf_text(out, *first ? "\n" : ",\n");
        buf_format(out, "    {\"name\": \"%.*s\", \"size\": %llu, \"sha256\": \"%.*s\"}",
                   STR_ARG(record->name), (unsigned long long)record->size, STR_ARG(hash));
        *first = false;
    }
}

str manifest_of_records(struct arena *arena, const struct records *a, const struct records *b) {
    struct buf out = buf_make(arena);
    bool first = true;
    buf_text(&out, "{\n  \"" VERSION_KEY "\": 1,\n  \"artifacts\": [");
    put_records(&out, a, &first);
    put_records(&out, b, &first);
    buf_text(&out, "\n  ]\n}\n");
    return buf_view(&out);
}
