/* SPDX-License-Identifier: Apache-2.0 */
#include "yaml_print.h"

#include "json_text.h"

#include <yaml.h>

struct printer {
    yaml_emitter_t emitter;
    scalar_text text;
    void *context;
};

static int write_buf(void *data, unsigned char *bytes, size_t size) {
    buf_put(data, bytes, size);
    return 1;
}

static void emit(struct printer *printer, yaml_event_t *event) {
    yaml_emitter_emit(&printer->emitter, event);
}

static void print_scalar(struct printer *printer, str text, bool plain) {
    yaml_event_t event;
    yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)(text.at ? text.at : ""),
                                 (int)text.len, 1, 1,
                                 plain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    emit(printer, &event);
}

static void print_node(struct printer *printer, const struct node *node) {
    yaml_event_t event;
    const struct text text = {node->text, node->at};
    bool list = node->kind == NODE_LIST;
    if (node->kind != NODE_LIST && node->kind != NODE_MAP) {
        str shown = printer->text(printer->context, &text);
        print_scalar(printer, shown, node->plain || !str_equal(shown, node->text));
        return;
    }
    if (list)
        yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_ANY_SEQUENCE_STYLE);
    else
        yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_ANY_MAPPING_STYLE);
    emit(printer, &event);
    for (const struct node *child = node->first; child; child = child->next) {
        if (!list)
            print_scalar(printer, child->key->text, true);
        print_node(printer, child);
    }
    if (list)
        yaml_sequence_end_event_initialize(&event);
    else
        yaml_mapping_end_event_initialize(&event);
    emit(printer, &event);
}

void yaml_print(struct buf *out, const struct node *tree, scalar_text text, void *context) {
    struct printer printer = {.text = text, .context = context};
    yaml_event_t event;
    if (!yaml_emitter_initialize(&printer.emitter))
        out->arena->out_of_memory(out->arena->context);
    yaml_emitter_set_output(&printer.emitter, write_buf, out);
    yaml_emitter_set_width(&printer.emitter, -1); /* a line stays a line */
    yaml_emitter_set_unicode(&printer.emitter, 1);
    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
    emit(&printer, &event);
    yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1);
    emit(&printer, &event);
    print_node(&printer, tree);
    yaml_document_end_event_initialize(&event, 1);
    emit(&printer, &event);
    yaml_stream_end_event_initialize(&event);
    emit(&printer, &event);
    yaml_emitter_delete(&printer.emitter);
}

json_t *yaml_print_json(struct arena *arena, const struct node *tree, scalar_text text,
                        void *context) {
    const struct text scalar = {tree->text, tree->at};
    if (tree->kind != NODE_LIST && tree->kind != NODE_MAP)
        return json_text(arena, text(context, &scalar));
    json_t *out = tree->kind == NODE_LIST ? json_array() : json_object();
    for (const struct node *child = tree->first; child; child = child->next) {
        json_t *value = yaml_print_json(arena, child, text, context);
        if (tree->kind == NODE_LIST)
            json_array_append_new(out, value);
        else
            json_object_set_new(out, str_c(arena, child->key->text), value);
    }
    return out;
}
