/* SPDX-License-Identifier: Apache-2.0 */
#include "manifest.h"

#include "hash.h"
#include "json_text.h"

#include <stdlib.h>

static json_t *file_json(struct arena *arena, str name, str bytes) {
    struct hash hash = hash_of(bytes);
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(arena, name));
    json_object_set_new(object, "size", json_integer((json_int_t)bytes.len));
    json_object_set_new(object, "sha256", json_text(arena, hash_text(arena, &hash)));
    return object;
}

static void add_source(json_t *list, struct arena *arena, const struct source *source) {
    json_array_append_new(list, file_json(arena, source->name, source->bytes));
}

/* The profiles that something was built of, with what they extend. */
static void add_profiles(json_t *list, struct arena *arena, const struct sources *sources,
                         const struct plan *plan) {
    for (size_t i = 0; i < plan->decision_count; i++) {
        const struct decision *decision = &plan->decisions[i];
        for (size_t j = 0; decision->state != STATE_OFF && j < decision->profile->source_count; j++)
            add_source(list, arena, source_get(sources, decision->profile->sources[j]));
    }
}

static json_t *inputs_json(struct arena *arena, const struct sources *sources,
                           const struct plan *plan, const uint32_t *inputs, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < plan->instance->input_count; i++)
        json_array_append_new(list, file_json(arena, plan->instance->inputs[i].name,
                                              plan->instance->inputs[i].bytes));
    for (size_t i = 0; i < count; i++)
        add_source(list, arena, source_get(sources, inputs[i]));
    add_profiles(list, arena, sources, plan);
    return list;
}

/* One line end at the end, as text files have it; jansson's memory goes back at once. */
static str dump(struct arena *arena, json_t *object) {
    char *text = json_dumps(object, JSON_INDENT(2));
    json_decref(object);
    if (!text)
        arena->out_of_memory(arena->context);
    str out = str_format(arena, "%s\n", text);
    free(text);
    return out;
}

str manifest_emit(struct arena *arena, const struct sources *sources, const struct plan *plan,
                  const struct artifacts *artifacts, const uint32_t *inputs, size_t input_count) {
    json_t *object = json_object(), *files = json_array();
    json_object_set_new(object, "modavd-manifest", json_integer(1));
    json_object_set_new(object, "tool", json_string("modavd-profile " MODAVD_VERSION));
    json_t *described = manifest_plan(arena, sources, plan);
    json_object_update(object, described);
    json_decref(described);
    json_object_set_new(object, "inputs", inputs_json(arena, sources, plan, inputs, input_count));
    for (size_t i = 0; i < artifacts->count; i++)
        json_array_append_new(
            files, file_json(arena, artifacts->items[i].name, artifacts->items[i].bytes));
    json_object_set_new(object, "artifacts", files);
    return dump(arena, object);
}
