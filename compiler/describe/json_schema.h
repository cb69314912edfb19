/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The key tables as JSON Schema, draft 2020-12. Each key has its title, description, default and an
 * example. Alternatives of one place are told apart by their JSON type wherever that is possible,
 * so that an editor can point at what is wrong in the alternative that was meant.
 */
#ifndef MODAVD_JSON_SCHEMA_H
#define MODAVD_JSON_SCHEMA_H

#include "checks.h"
#include "documents.h"

#include <jansson.h>

/* The JSON types that a value may have, as bits. */
enum {
    JSON_TYPE_STRING = 1 << 0,
    JSON_TYPE_NUMBER = 1 << 1,
    JSON_TYPE_INTEGER = 1 << 2,
    JSON_TYPE_BOOLEAN = 1 << 3,
    JSON_TYPE_ARRAY = 1 << 4,
    JSON_TYPE_OBJECT = 1 << 5,
    JSON_TYPE_NULL = 1 << 6,
};

/* The schema of DOCUMENT's files. The caller owns it. */
json_t *json_schema(struct arena *arena, const struct document *document);

/* Adds to SCHEMA what a single value of FORM must be, but for "type": its types are returned. */
unsigned json_schema_form(json_t *schema, const struct form *form);

/* The same for on and off in all their spellings, or for those of on only. */
unsigned json_schema_boolean(struct arena *arena, json_t *schema, bool only_true);

/* Sets "type", which stands where it was first set. */
void json_schema_types(json_t *schema, unsigned types);

/* Adds to SCHEMA, one of an object, the names of checks as keys, each with the tests it takes. */
void json_schema_checks(struct arena *arena, json_t *schema);

/* TEXT as a sentence: the first letter large, a point at the end. */
json_t *json_sentence(struct arena *arena, const char *text);

/* The object under KEY of SCHEMA, made where there is none; it is SCHEMA's. */
json_t *json_part(json_t *schema, const char *key);

#endif
