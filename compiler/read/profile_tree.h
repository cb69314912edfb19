/* SPDX-License-Identifier: Apache-2.0 */
/* Profiles as trees: finding the files, and extends. */
#ifndef MODAVD_PROFILE_TREE_H
#define MODAVD_PROFILE_TREE_H

#include "profiles.h"
#include "yaml_tree.h"

struct draft {
    str name; /* empty where the file gives none */
    struct span name_at;
    struct node *tree; /* NULL when there is none */
    uint32_t source;
    str input_name;
    bool builtin;
    bool replaced; /* a built-in one that a file replaces: only a parent */
    bool newer;    /* of a language version that is not known: none of it is read */
    bool sound;
    const struct draft *parent; /* what it extends; NULL: nothing */
    enum { MERGE_WAITING, MERGE_BUSY, MERGE_DONE } merge;
};

struct drafts {
    struct draft *items;
    size_t count, room;
};

/* Reads every file of PLACES. */
void drafts_read(const struct reading *reading, const struct profile_places *places,
                 struct drafts *out);

/* Reports names that stand twice, and marks built-in profiles that are replaced. */
void drafts_check_names(const struct reading *reading, struct drafts *drafts);

/* Puts under each tree what it extends: its own keys win, mappings are merged, lists replaced. */
void drafts_extend(const struct reading *reading, struct drafts *drafts);

#endif
