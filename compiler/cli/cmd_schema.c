/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "documents.h"
#include "json_schema.h"

#include <stdlib.h>

static void print_schema(struct session *session, json_t *schema) {
    char *text = json_dumps(schema, JSON_INDENT(2));
    if (!text)
        session->arena.out_of_memory(session->arena.context);
    buf_text(&session->out, text);
    buf_char(&session->out, '\n');
    free(text);
}

/* In JSON the schema is part of the one document. */
void command_schema(struct session *session) {
    str name;
    if (!one_word(session, "schema", false, document_count, document_name, &name))
        return;
    const struct document *document = name.len ? document_find(name) : &documents[0];
    json_t *schema = json_schema(&session->arena, document);
    if (session->json)
        json_object_set(session->json, "schema", schema);
    else
        print_schema(session, schema);
    json_decref(schema);
}
