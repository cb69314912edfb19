/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of the guest as keys of a schema. */
#include "buf.h"
#include "example.h"
#include "json_schema.h"

/* A part of a path that does not leave its folder. */
#define NAME "(?!\\.{1,2}(/|$))[^/\\u0000-\\u001f\\u007f]+"

/* What may stand for <...>: checks_read.c refuses the same. */
static const char *const argument_patterns[] = {
    [ARGUMENT_PART] = "[^/\\u0000-\\u001f\\u007f]+",
    [ARGUMENT_PATH] = "[^\\u0000-\\u001f\\u007f]+",
    [ARGUMENT_TREE] = "(?=.{1,55}$)" NAME "(/" NAME ")*",
};

/* "^cpuidle\.latency\.[^/]+$". A second <...> is always a part. */
static char *name_pattern(struct arena *arena, const struct check_info *info) {
    struct buf buf = buf_make(arena);
    enum check_argument argument = info->argument;
    buf_char(&buf, '^');
    for (const char *at = info->pattern; *at; at++) {
        if (*at == '<') {
            buf_text(&buf, argument_patterns[argument]);
            argument = ARGUMENT_PART;
            while (*at != '>')
                at++;
        } else {
            buf_format(&buf, "%s%c", *at == '.' ? "\\" : "", *at);
        }
    }
    buf_char(&buf, '$');
    return str_c(arena, buf_view(&buf));
}

static const struct form *number_form(const struct check_info *info, enum check_test test) {
    return info->numeric || test == TEST_AT_LEAST ? &dimension_forms[check_dimension(info, test)]
                                                  : &form_line;
}

static json_t *form_schema(const struct form *form) {
    json_t *schema = json_object();
    json_object_set_new(schema, "type", json_null());
    json_schema_types(schema, json_schema_form(schema, form));
    return schema;
}

/* {at-least: N} or {absent: true} */
static unsigned put_tests(struct arena *arena, json_t *schema, const struct check_info *info) {
    json_t *properties = json_object();
    if (info->tests & 1u << TEST_AT_LEAST) {
        json_t *least = form_schema(number_form(info, TEST_AT_LEAST));
        json_object_set_new(least, "description", json_string("The least value that will do."));
        json_object_set_new(properties, "at-least", least);
    }
    if (info->tests & 1u << TEST_ABSENT) {
        json_t *absent = json_object();
        json_object_set_new(absent, "description", json_string("There must be none."));
        json_schema_types(absent, json_schema_boolean(arena, absent, true));
        json_object_set_new(properties, "absent", absent);
    }
    if (json_object_size(properties) == 0) {
        json_decref(properties);
        return 0;
    }
    json_object_set_new(schema, "properties", properties);
    json_object_set_new(schema, "minProperties", json_integer(1));
    json_object_set_new(schema, "maxProperties", json_integer(1));
    json_object_set_new(schema, "additionalProperties", json_false());
    return JSON_TYPE_OBJECT;
}

static json_t *check_schema(struct arena *arena, const struct check_info *info) {
    json_t *schema = json_object();
    unsigned types = 0;
    json_object_set_new(schema, "description", json_sentence(arena, info->summary));
    json_object_set_new(schema, "type", json_null());
    if (info->tests & 1u << TEST_VALUE)
        types |= json_schema_form(schema, number_form(info, TEST_VALUE));
    if (info->tests & 1u << TEST_LIST) {
        json_object_set_new(schema, "items", form_schema(number_form(info, TEST_LIST)));
        types |= JSON_TYPE_ARRAY;
    }
    types |= put_tests(arena, schema, info);
    json_schema_types(schema, types);
    json_t *element = example_json(arena, info->example), *examples = json_array();
    json_array_append(examples, json_object_iter_value(json_object_iter(element)));
    json_object_set_new(schema, "examples", examples);
    json_decref(element);
    return schema;
}

void json_schema_checks(struct arena *arena, json_t *schema) {
    for (size_t i = 0; i < check_info_count; i++) {
        const struct check_info *info = &check_infos[i];
        bool open = str_find(str_from(info->pattern), '<') < str_from(info->pattern).len;
        json_object_set_new(json_part(schema, open ? "patternProperties" : "properties"),
                            open ? name_pattern(arena, info) : info->pattern,
                            check_schema(arena, info));
    }
    json_object_set_new(schema, "additionalProperties", json_false());
}
