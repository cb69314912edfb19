/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files of an instance change as one set. Equal content is not touched, what others changed is
 * reported and not overwritten, and a process that dies leaves the old set, the new one, or a mix
 * that the next look recognises as ours and the next write mends.
 */
#ifndef MODAVD_SET_H
#define MODAVD_SET_H

#include "artifact.h"
#include "diag.h"
#include "os.h"

struct set {
    const struct os *os;
    struct arena *arena; /* what is read from the directory, and the changes */
    struct diags *diags;
    str directory;       /* as the system takes it */
    str shown;           /* as people see it */
    bool force;          /* overwrite what others changed */
    const char *way_out; /* how to go on where something is not ours: the end of a finding */
};

enum change_kind {
    CHANGE_NONE,
    CHANGE_CREATE,
    CHANGE_UPDATE,
    CHANGE_REMOVE,
    CHANGE_EDITED /* the content of somebody else: not ours to overwrite */
};

struct change {
    enum change_kind kind;
    str name;
    str before, after;     /* contents; empty where there is none */
    bool executable;       /* of what is wanted; not compared */
    enum os_status status; /* of an edited one: why it is not read as a file, else OS_OK */
};

/* The wanted files in their order, then those to remove; the manifest is the last one. */
struct changes {
    const struct change *items;
    size_t count;
    bool any;      /* something is to be written or removed */
    bool edited;   /* something is not ours */
    bool leftover; /* a process died while it changed the set: what it left is to be removed */
};

/* Compares the directory with WANTED, whose last one is the manifest. Reads only. False after
 * findings (MP0601, MP0604, MP0603, MP0001); *OUT is filled as far as things could be read. */
bool set_compare(const struct set *set, const struct artifacts *wanted, struct changes *out);

/* Makes the directory hold WANTED; *OUT tells what changed. Makes no directory. After a finding
 * (those of set_compare, MP0602) the old set is there, but where putting files in place failed
 * midway. */
bool set_write(const struct set *set, const struct artifacts *wanted, struct changes *out);

/* Removes what the manifest records, as far as it is unchanged, and last the manifest. */
bool set_clean(const struct set *set, struct changes *out);

#endif
