/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One YAML document as a tree with places, by libyaml's events. What YAML has and the language has
 * not is refused here, each with its own finding: duplicate keys, anchors, aliases, merge keys,
 * tags, a second document, keys that are no scalars, tabs, and nesting over 64.
 */
#ifndef MODAVD_YAML_TREE_H
#define MODAVD_YAML_TREE_H

#include "diag.h"

enum { YAML_DEPTH_MAX = 64, YAML_ENTRIES_MAX = 4096 };

enum node_kind {
    NODE_BAD, /* a finding was made: readers pass over it in silence */
    NODE_NULL,
    NODE_SCALAR,
    NODE_LIST,
    NODE_MAP
};

struct node {
    enum node_kind kind;
    struct span at;
    str text;         /* of a scalar */
    bool plain;       /* a scalar without quotes */
    struct node *key; /* when it stands in a mapping */
    struct node *next;
    struct node *first; /* of a list or mapping */
    size_t count;
};

/* Reads source number SOURCE. NULL after findings when there is no tree at all; *SOUND tells
 * whether it was read without any finding. A tree that ends in the middle is NODE_BAD, and holds
 * what came before. */
struct node *yaml_read(struct arena *arena, struct diags *diags, uint32_t source, bool *sound);

/* The value of KEY in MAP, or NULL. */
struct node *yaml_get(const struct node *map, str key);

#endif
