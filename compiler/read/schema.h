/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A language as data: records of keys, each with a type and a place in a C structure. The same
 * tables drive the reader, and whatever describes the language to people and editors.
 */
#ifndef MODAVD_SCHEMA_H
#define MODAVD_SCHEMA_H

#include "diag.h"
#include "settings.h"
#include "yaml_tree.h"

struct record;
struct binder;

struct type {
    const char *wanted; /* for messages: "a list", "a duration such as 100us" */
    /* Reads NODE, which is not NODE_BAD, into OUT of SIZE bytes, or reports why not. */
    void (*bind)(struct binder *binder, const struct type *type, const struct node *node,
                 void *out);
    size_t size;
    const struct word *words;    /* of a word or set of words */
    const struct type *element;  /* of a list or map */
    const struct record *record; /* of a record */
    bool one_or_list;            /* a single element may stand for a list of it */
};

struct field {
    const char *key;
    const struct type *type;
    size_t offset;
    bool required;
    const char *summary;
    const char *initial; /* what holds where it is not given, for the docs; NULL: nothing */
};

struct record {
    const char *name; /* "a profile" */
    const struct field *fields;
    size_t count;
    const struct field *other; /* takes every other key into a list; NULL: they are unknown */
    ptrdiff_t at;              /* offset of a struct span for the record itself, or -1 */
};

struct binder {
    struct arena *arena;
    struct diags *diags;
    const struct record *language; /* where a misplaced key is looked for */
    bool sound;                    /* no finding so far */
};

/* A key and its value as a tree: what struct pairs holds for keys that no table lists. */
struct pair {
    struct text key;
    const struct node *value;
};

struct pairs LIST_OF(struct pair);

/* Binders for the rows of the tables. */
void bind_text(struct binder *, const struct type *, const struct node *, void *); /* struct text */
void bind_choice(struct binder *, const struct type *, const struct node *,
                 void *); /* struct choice */
void bind_boolean(struct binder *, const struct type *, const struct node *,
                  void *); /* struct choice */
void bind_word_set(struct binder *, const struct type *, const struct node *, void *);
void bind_range(struct binder *, const struct type *, const struct node *,
                void *); /* range_condition */
void bind_list(struct binder *, const struct type *, const struct node *, void *); /* LIST_OF */
void bind_map(struct binder *, const struct type *, const struct node *, void *);  /* LIST_OF */
void bind_record(struct binder *, const struct type *, const struct node *, void *);

/* NODE by TYPE into OUT. NODE may be NODE_BAD (nothing happens) or NODE_NULL (a finding). */
void schema_bind(struct binder *binder, const struct type *type, const struct node *node,
                 void *out);

/* "'latency'" or "the element": how messages call NODE. */
str schema_label(struct arena *arena, const struct node *node);

/* Reports at NODE and marks the binder. */
void schema_error(struct binder *binder, enum code code, const struct node *node,
                  const char *format, ...) PRINTF_LIKE(4, 5);

#endif
