/* SPDX-License-Identifier: Apache-2.0 */
#include "catalogue_print.h"

#include <stdlib.h>
#include <string.h>

/* Nothing stands on lines of its own below types.NAME.properties, nor in a list of an option. */
enum { DEPTH_MAX = 4, LIST_DEPTH_MAX = 2, INDENT = 2 };

static int compare_keys(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char **sorted_keys(struct arena *arena, json_t *object) {
    const char **keys = ARENA_ARRAY(arena, json_object_size(object) + 1, const char *);
    size_t count = 0;
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at))
        keys[count++] = json_object_iter_key(at);
    if (count)
        qsort(keys, count, sizeof *keys, compare_keys);
    return keys;
}

static void put_inline(struct buf *out, const json_t *value) {
    char *text = json_dumps(value, JSON_SORT_KEYS | JSON_ENCODE_ANY);
    if (!text)
        out->arena->out_of_memory(out->arena->context);
    buf_text(out, text);
    free(text);
}

static void put_text(struct buf *out, const char *text) {
    json_t *value = json_string(text);
    put_inline(out, value);
    json_decref(value);
}

static void new_line(struct buf *out, size_t depth) {
    buf_char(out, '\n');
    for (size_t i = 0; i < depth * INDENT; i++)
        buf_char(out, ' ');
}

static bool is_inline(const json_t *value, size_t depth) {
    if (json_is_object(value))
        return depth >= DEPTH_MAX || json_object_size(value) == 0;
    return !json_is_array(value) || depth >= LIST_DEPTH_MAX || json_array_size(value) == 0;
}

static void put_value(struct buf *out, json_t *value, size_t depth);

static void put_list(struct buf *out, const json_t *list, size_t depth) {
    buf_char(out, '[');
    for (size_t i = 0; i < json_array_size(list); i++) {
        buf_text(out, i ? "," : "");
        new_line(out, depth + 1);
        put_value(out, json_array_get(list, i), depth + 1);
    }
    new_line(out, depth);
    buf_char(out, ']');
}

static void put_object(struct buf *out, json_t *object, size_t depth) {
    const char **keys = sorted_keys(out->arena, object);
    buf_char(out, '{');
    for (size_t i = 0; keys[i]; i++) {
        buf_text(out, i ? "," : "");
        new_line(out, depth + 1);
        put_text(out, keys[i]);
        buf_text(out, ": ");
        put_value(out, json_object_get(object, keys[i]), depth + 1);
    }
    new_line(out, depth);
    buf_char(out, '}');
}

static void put_value(struct buf *out, json_t *value, size_t depth) {
    if (is_inline(value, depth))
        put_inline(out, value);
    else if (json_is_array(value))
        put_list(out, value, depth);
    else
        put_object(out, value, depth);
}

void catalogue_print(struct buf *out, json_t *catalogue) {
    put_value(out, catalogue, 0);
    buf_char(out, '\n');
}
