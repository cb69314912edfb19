/* SPDX-License-Identifier: Apache-2.0 */
#include "example.h"

#include "json_text.h"
#include "yaml_tree.h"

static json_t *scalar_json(struct arena *arena, const struct node *node) {
    uint64_t number;
    if (node->plain && str_to_u64(node->text, &number) && number <= INT64_MAX)
        return json_integer((json_int_t)number);
    if (node->plain && str_equal(node->text, STR("true")))
        return json_true();
    if (node->plain && str_equal(node->text, STR("false")))
        return json_false();
    return json_text(arena, node->text);
}

static json_t *node_json(struct arena *arena, const struct node *node) {
    if (node->kind == NODE_SCALAR)
        return scalar_json(arena, node);
    json_t *out = node->kind == NODE_LIST ? json_array() : json_object();
    for (const struct node *child = node->first; child; child = child->next) {
        json_t *value = node_json(arena, child);
        if (node->kind == NODE_LIST)
            json_array_append_new(out, value);
        else
            json_object_set_new(out, str_c(arena, child->key->text), value);
    }
    return out;
}

json_t *example_json(struct arena *arena, const char *example) {
    struct sources sources = {.arena = arena};
    struct diags diags = diags_make(arena, &sources);
    bool sound;
    str text = str_format(arena, "example: %s", example);
    const struct node *tree =
        yaml_read(arena, &diags, source_add(&sources, STR("example"), text), &sound);
    return sound && tree->first ? node_json(arena, tree->first) : NULL;
}
