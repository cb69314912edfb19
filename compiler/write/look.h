/* SPDX-License-Identifier: Apache-2.0 */
/* What an instance's directory holds against what is wanted in it. Reads, and reports nothing. */
#ifndef MODAVD_LOOK_H
#define MODAVD_LOOK_H

#include "manifest_read.h"
#include "set.h"

#define TEMPORARY_SUFFIX ".modavd-new"

/* The new manifest, under its temporary name, is the journal: it is written before everything else
 * and goes last, so that the hashes in it tell our files at any point between. Without it there are
 * no temporaries. */
#define JOURNAL_NAME ARTIFACT_MANIFEST TEMPORARY_SUFFIX

/* See change_mend. Exists only beside a journal. */
#define MEND_NAME ARTIFACT_MANIFEST ".modavd-mend"

struct look {
    struct change *items; /* as in struct changes */
    size_t count;
    struct records old, pending; /* of the manifest and of the journal */
    str wrong;                   /* why the manifest is not one of ours; else empty */
    bool has_journal;
    bool needs_mend; /* a file is known to the journal alone */
    bool any, edited;
    /* Where nothing could be compared: the name it failed at (empty: the directory), and why. */
    enum os_status blocked;
    str blocked_name;
};

struct look look_at(const struct set *set, const struct artifacts *wanted);

/* Whether all is as wanted: nothing to do, nothing to say. */
bool look_is_clean(const struct look *look);

struct changes look_changes(const struct look *look);

/* NAME in the set's directory. */
str set_path(const struct set *set, str name);

#endif
