/* SPDX-License-Identifier: Apache-2.0 */
#include "yaml_tree.h"

#include "utf8.h"
#include "yaml_text.h"

#include <yaml.h>

struct reader {
    struct arena *arena;
    struct diags *diags;
    uint32_t source;
    str bytes;
    yaml_parser_t parser;
    yaml_event_t event;
    size_t point, offset; /* a code point's number and its byte: libyaml counts in code points */
    bool sound, stop;     /* stop: no further event is to be asked for */
};

/* The byte offset of code point number INDEX. Marks come in order, so the whole file costs one
 * pass. */
static size_t byte_offset(struct reader *reader, size_t index) {
    if (index < reader->point) {
        reader->point = 0;
        reader->offset = str_starts(reader->bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
    }
    while (reader->point < index && reader->offset < reader->bytes.len) {
        reader->offset += utf8_next(reader->bytes, reader->offset).size;
        reader->point++;
    }
    return reader->offset;
}

/* Where the current event starts; a scalar's span has its length. */
static struct span event_span(struct reader *reader) {
    const yaml_event_t *event = &reader->event;
    size_t start = byte_offset(reader, event->start_mark.index), end = start;
    if (event->type == YAML_SCALAR_EVENT || event->type == YAML_ALIAS_EVENT)
        for (size_t i = event->start_mark.index; i < event->end_mark.index; i++)
            end += end < reader->bytes.len ? utf8_next(reader->bytes, end).size : 0;
    return (struct span){reader->source, (uint32_t)start, (uint32_t)(end - start)};
}

static void fail_syntax(struct reader *reader) {
    const yaml_parser_t *parser = &reader->parser;
    size_t context = parser->context ? byte_offset(reader, parser->context_mark.index) : SIZE_MAX;
    size_t offset = byte_offset(reader, parser->problem_mark.index);
    yaml_text_problem(reader->diags, reader->source, parser->problem ? parser->problem : "not YAML",
                      offset, context);
}

/* The next event into reader->event; false at the end or after a finding. */
static bool next_event(struct reader *reader) {
    if (reader->stop)
        return false;
    yaml_event_delete(&reader->event);
    if (yaml_parser_parse(&reader->parser, &reader->event))
        return true;
    if (reader->parser.error == YAML_MEMORY_ERROR)
        reader->arena->out_of_memory(reader->arena->context);
    fail_syntax(reader);
    reader->sound = false;
    reader->stop = true;
    return false;
}

static void refuse(struct reader *reader, enum code code, struct span at, const char *text) {
    diag(reader->diags, code, at, "%s", text);
    reader->sound = false;
}

/* Tags and anchors stand before a node of any kind. */
static void refuse_properties(struct reader *reader, const yaml_char_t *anchor,
                              const yaml_char_t *tag, struct span at) {
    if (anchor)
        refuse(reader, MP_YAML_ALIAS, (struct span){at.source, at.offset, 1},
               "an anchor: the language has no anchors and aliases, write the values out");
    if (tag)
        refuse(reader, MP_YAML_TAG, (struct span){at.source, at.offset, 1},
               "a tag: the language has none, values are typed by their key");
}

static struct node *node_make(struct reader *reader, enum node_kind kind, struct span at) {
    struct node *node = ARENA_NEW(reader->arena, struct node);
    node->kind = kind;
    node->at = at;
    return node;
}

static bool is_null_text(str text) {
    return text.len == 0 || str_equal(text, STR("~")) || str_equal(text, STR("null")) ||
           str_equal(text, STR("Null")) || str_equal(text, STR("NULL"));
}

static struct node *read_scalar(struct reader *reader) {
    const yaml_event_t *event = &reader->event;
    struct node *node = node_make(reader, NODE_SCALAR, event_span(reader));
    refuse_properties(reader, event->data.scalar.anchor, event->data.scalar.tag, node->at);
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text = str_copy(reader->arena,
                          (str){(const char *)event->data.scalar.value, event->data.scalar.length});
    if (node->plain && is_null_text(node->text))
        node->kind = NODE_NULL;
    return node;
}

static struct node *read_node(struct reader *reader, int depth);

/* Appends CHILD; the last of the list is kept in *END. */
static void append(struct node *parent, struct node ***end, struct node *child) {
    **end = child;
    *end = &child->next;
    parent->count++;
}

static bool too_many(struct reader *reader, const struct node *node) {
    if (node->count < YAML_ENTRIES_MAX)
        return false;
    refuse(reader, MP_YAML_COUNT, node->at, "more than 4096 entries");
    reader->stop = true;
    return true;
}

static struct node *read_list(struct reader *reader, int depth) {
    struct node *list = node_make(reader, NODE_LIST, event_span(reader));
    struct node **end = &list->first;
    refuse_properties(reader, reader->event.data.sequence_start.anchor,
                      reader->event.data.sequence_start.tag, list->at);
    while (next_event(reader) && reader->event.type != YAML_SEQUENCE_END_EVENT &&
           !too_many(reader, list))
        append(list, &end, read_node(reader, depth + 1));
    return list;
}

static void check_duplicate(struct reader *reader, const struct node *map, const struct node *key) {
    const struct node *old = yaml_get(map, key->text);
    if (!old)
        return;
    struct position first = span_position(reader->diags->sources, old->key->at);
    diag(reader->diags, MP_DUPLICATE_KEY, key->at, "duplicate key '%.*s', first at %u:%u",
         STR_ARG(str_shorten(reader->arena, key->text)), first.line, first.column);
    diag_note(reader->diags, old->key->at, "the first one is here");
    reader->sound = false;
}

/* A key must be a scalar with text; the merge key of YAML 1.1 is none of the language. */
static struct node *read_key(struct reader *reader, const struct node *map, int depth) {
    struct node *key = read_node(reader, depth + 1);
    if (key->kind == NODE_SCALAR && key->plain && str_equal(key->text, STR("<<"))) {
        refuse(reader, MP_YAML_ALIAS, key->at,
               "merge keys are not supported: write the values out");
        key->kind = NODE_BAD;
    } else if (key->kind == NODE_LIST || key->kind == NODE_MAP || key->kind == NODE_NULL) {
        refuse(reader, MP_WRONG_KIND, key->at, "a key must be a word");
        key->kind = NODE_BAD;
    } else if (key->kind == NODE_SCALAR) {
        check_duplicate(reader, map, key);
    }
    return key;
}

static struct node *read_map(struct reader *reader, int depth) {
    struct node *map = node_make(reader, NODE_MAP, event_span(reader));
    struct node **end = &map->first;
    refuse_properties(reader, reader->event.data.mapping_start.anchor,
                      reader->event.data.mapping_start.tag, map->at);
    while (next_event(reader) && reader->event.type != YAML_MAPPING_END_EVENT &&
           !too_many(reader, map)) {
        struct node *key = read_key(reader, map, depth);
        if (!next_event(reader))
            break;
        struct node *value = read_node(reader, depth + 1);
        value->key = key;
        if (key->kind != NODE_BAD)
            append(map, &end, value);
    }
    return map;
}

/* The node that the current event starts. */
static struct node *read_node(struct reader *reader, int depth) {
    struct span at = event_span(reader);
    if (depth > YAML_DEPTH_MAX) {
        refuse(reader, MP_YAML_DEPTH, at, "the nesting is deeper than 64");
        reader->stop = true;
        return node_make(reader, NODE_BAD, at);
    }
    switch (reader->event.type) {
    case YAML_SCALAR_EVENT:
        return read_scalar(reader);
    case YAML_SEQUENCE_START_EVENT:
        return read_list(reader, depth);
    case YAML_MAPPING_START_EVENT:
        return read_map(reader, depth);
    case YAML_ALIAS_EVENT:
        refuse(reader, MP_YAML_ALIAS, at,
               "an alias: the language has no anchors and aliases, write the values out");
        return node_make(reader, NODE_BAD, at);
    default:
        return node_make(reader, NODE_BAD, at);
    }
}

/* Whether the current event is the whole content of a document that has none. */
static bool is_nothing(const struct reader *reader) {
    const yaml_event_t *event = &reader->event;
    return event->type == YAML_SCALAR_EVENT && event->data.scalar.length == 0 &&
           event->data.scalar.plain_implicit && !event->data.scalar.anchor;
}

/* The one document of the stream; more than one is an error at the second "---", unless nothing
 * comes behind it. */
static struct node *read_stream(struct reader *reader) {
    struct node *root = NULL;
    while (next_event(reader) && reader->event.type != YAML_STREAM_END_EVENT) {
        if (reader->event.type != YAML_DOCUMENT_START_EVENT)
            continue;
        if (root) {
            struct span at = event_span(reader);
            at.length = 3;
            if (!next_event(reader))
                break;
            if (is_nothing(reader))
                continue;
            refuse(reader, MP_YAML_DOCUMENT, at, "a second document: one file holds one document");
            break;
        }
        if (next_event(reader))
            root = read_node(reader, 1);
    }
    return root;
}

static struct node *read_source(struct reader *reader) {
    if (!yaml_parser_initialize(&reader->parser))
        reader->arena->out_of_memory(reader->arena->context);
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    str text = str_from_at(reader->bytes, str_starts(reader->bytes, STR("\xEF\xBB\xBF")) ? 3 : 0);
    yaml_parser_set_input_string(&reader->parser, (const unsigned char *)text.at, text.len);
    struct node *root = read_stream(reader);
    yaml_event_delete(&reader->event);
    yaml_parser_delete(&reader->parser);
    return root;
}

struct node *yaml_read(struct arena *arena, struct diags *diags, uint32_t source, bool *sound) {
    struct reader reader = {.arena = arena, .diags = diags, .source = source, .sound = true};
    *sound = false;
    if (!yaml_text_check(diags, source))
        return NULL;
    reader.bytes = source_get(diags->sources, source)->bytes;
    reader.offset = str_starts(reader.bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
    struct node *root = read_source(&reader);
    if (reader.sound && (!root || root->kind == NODE_NULL)) {
        refuse(&reader, MP_YAML_EMPTY, span_file(source), "the file is empty");
        root = NULL;
    }
    if (root && reader.stop) /* the rest was not read: what is missing would be noise */
        root->kind = NODE_BAD;
    *sound = reader.sound;
    return root;
}

struct node *yaml_get(const struct node *map, str key) {
    for (struct node *node = map->first; node; node = node->next)
        if (node->key && str_equal(node->key->text, key))
            return node;
    return NULL;
}
