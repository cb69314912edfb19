/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A language as data: records of keys, each with a type and a place in a C structure. The same
 * tables drive the reader, and whatever describes the language to people and editors.
 */
#ifndef MODAVD_SCHEMA_H
#define MODAVD_SCHEMA_H

#include "diag.h"
#include "forms.h"
#include "settings.h"
#include "yaml_tree.h"

struct record;
struct binder;

/* How a value stands in a file, for whatever describes the language. */
enum shape {
    SHAPE_TEXT,    /* a single value, of type->form */
    SHAPE_BOOLEAN, /* on or off, in all their words */
    SHAPE_WORD,    /* one of type->words */
    SHAPE_WORDS,   /* one of them, or a list of them */
    SHAPE_LIST,    /* of type->element */
    SHAPE_MAP,     /* from keys of type->form to type->element */
    SHAPE_RECORD,  /* the keys of type->record */
    SHAPE_VALUE,   /* a single value of type->form, or the keys of type->record */
    SHAPE_TEST,    /* of a check: which tests it takes depends on its name (checks.h) */
};

struct type {
    enum shape shape;
    const char *wanted; /* for messages: "a list", "a duration such as 100us" */
    /* Reads NODE, which is not NODE_BAD, into OUT of SIZE bytes, or reports why not. */
    void (*bind)(struct binder *binder, const struct type *type, const struct node *node,
                 void *out);
    size_t size;
    const struct word *words;    /* of a word or set of words */
    const struct type *element;  /* of a list or map */
    const struct record *record; /* of a record */
    const struct form *form;     /* of a single value, or of a map's keys */
    size_t least, most;          /* of a list: how many elements; most 0: any number */
    bool one_or_list;            /* a single element may stand for a list of it */
};

struct field {
    const char *key;
    const struct type *type;
    size_t offset;
    bool required;
    const char *initial; /* what holds where it is not given, in words; NULL: nothing */
    const char *summary; /* a phrase, for messages and titles */
    const char *text;    /* sentences, for pages and editors */
    const char *example; /* a value, as it stands behind the key in YAML's flow form */
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
