/* SPDX-License-Identifier: Apache-2.0 */
#include "look.h"

#include "path.h"

#include <stdlib.h>
#include <string.h>

/* No output comes near it; a larger file is not ours. */
enum { FILE_MAX = 64 * 1024 * 1024 };

/* One look at a directory. */
struct looking {
    const struct set *set;
    const struct artifacts *wanted;  /* without the manifest */
    const struct artifact *manifest; /* NULL: none is wanted */
    struct look *look;
};

str set_path(const struct set *set, str name) {
    return path_join(set->arena, set->directory, name);
}

static enum os_status read_name(const struct set *set, str name, struct os_file *out) {
    const struct os *os = set->os;
    return os->read_own(os->context, set->arena, set_path(set, name), FILE_MAX, out);
}

/* Something is there that no build of ours put there. Other failures tell nothing about it. */
static bool is_obstacle(enum os_status status) {
    return status == OS_LINK_LOOP || status == OS_IS_DIRECTORY || status == OS_NOT_FILE ||
           status == OS_TOO_LARGE;
}

/* The mode is a wish and not compared: some file systems keep no x bit and others give it to every
 * file, so that a difference would come back after each write. The script is started with sh. */
static bool is_same(const struct os_file *file, const struct artifact *wanted) {
    return str_equal(file->bytes, wanted->bytes);
}

/* --- one file --- */

/* Whether the content is one that we wrote under that name. */
static bool is_recorded(struct look *look, str name, str bytes) {
    struct hash hash = hash_of(bytes);
    bool in_old = records_have(&look->old, name, bytes.len, &hash);
    bool in_pending = records_have(&look->pending, name, bytes.len, &hash);
    look->needs_mend |= in_pending && !in_old;
    return in_old || in_pending;
}

/* A rename puts a file in the place of anything but a directory, and follows no link. */
static enum change_kind kind_of_foreign(const struct set *set, enum os_status status,
                                        enum change_kind wish) {
    bool can = status == OS_OK || (is_obstacle(status) && status != OS_IS_DIRECTORY);
    return set->force && can ? wish : CHANGE_EDITED;
}

/* ARTIFACT is NULL where NAME is not wanted any more. */
static enum change_kind kind_of(const struct looking *at, str name, enum os_status status,
                                const struct os_file *file, const struct artifact *artifact) {
    enum change_kind wish = artifact ? CHANGE_UPDATE : CHANGE_REMOVE;
    if (status == OS_NOT_FOUND)
        return artifact ? CHANGE_CREATE : CHANGE_NONE;
    if (status != OS_OK)
        return kind_of_foreign(at->set, status, wish);
    bool same = artifact && is_same(file, artifact);
    if (same && !at->look->has_journal)
        return CHANGE_NONE; /* the usual case, without a hash */
    bool recorded = is_recorded(at->look, name, file->bytes);
    if (same)
        return CHANGE_NONE;
    return recorded ? wish : kind_of_foreign(at->set, OS_OK, wish);
}

static void add_change(struct look *look, struct change change) {
    look->any |= change.kind != CHANGE_NONE && change.kind != CHANGE_EDITED;
    look->edited |= change.kind == CHANGE_EDITED;
    look->items[look->count++] = change;
}

static struct change change_make(str name, enum os_status status, const struct os_file *file,
                                 const struct artifact *artifact) {
    struct change change = {.name = name, .before = file->bytes};
    change.status = status == OS_NOT_FOUND ? OS_OK : status;
    if (artifact) {
        change.after = artifact->bytes;
        change.executable = artifact->executable;
    }
    return change;
}

static void add_file(const struct looking *at, str name, const struct artifact *artifact) {
    struct os_file file;
    enum os_status status = read_name(at->set, name, &file);
    if (status == OS_NOT_FOUND && !artifact)
        return;
    struct change change = change_make(name, status, &file, artifact);
    change.kind = kind_of(at, name, status, &file, artifact);
    add_change(at->look, change);
}

/* --- the files that are not wanted any more --- */

static int name_compare(const void *a, const void *b) {
    return str_compare(*(const str *)a, *(const str *)b);
}

/* Sorted, to find each recorded name among them quickly. */
static str *wanted_names(const struct looking *at) {
    str *names = ARENA_ARRAY(at->set->arena, at->wanted->count, str);
    for (size_t i = 0; i < at->wanted->count; i++)
        names[i] = at->wanted->items[i].name;
    if (at->wanted->count)
        qsort(names, at->wanted->count, sizeof *names, name_compare);
    return names;
}

/* Backwards, so that modavd.args goes before the modavd-cst.aml that it names. */
static void add_stale(const struct looking *at, const str *names, const struct records *records,
                      const struct records *done) {
    for (size_t i = records->count; i > 0; i--) {
        const str *name = &records->items[i - 1].name;
        bool again = i < records->count && str_equal(*name, records->items[i].name);
        bool wanted = at->wanted->count > 0 &&
                      bsearch(name, names, at->wanted->count, sizeof *names, name_compare);
        if (!again && !wanted && !records_have_name(done, *name))
            add_file(at, *name, NULL);
    }
}

/* --- the manifest --- */

static bool block(struct look *look, str name, enum os_status status) {
    look->blocked = status;
    look->blocked_name = name;
    return false;
}

static bool read_journal(const struct looking *at) {
    struct os_file file;
    str why;
    enum os_status status = read_name(at->set, STR(JOURNAL_NAME), &file);
    if (status == OS_NOT_FOUND || status == OS_NAME_TOO_LONG)
        return true;
    if (status != OS_OK && !is_obstacle(status))
        return block(at->look, STR(JOURNAL_NAME), status);
    at->look->has_journal = true;
    /* A journal that was cut short promised nothing yet: no file had been moved. */
    if (status == OS_OK)
        manifest_read(at->set->arena, file.bytes, &at->look->pending, &why);
    return true;
}

static enum change_kind kind_of_manifest(const struct looking *at, enum os_status status,
                                         const struct os_file *file) {
    enum change_kind wish = at->manifest ? CHANGE_UPDATE : CHANGE_REMOVE;
    if (status == OS_NOT_FOUND)
        return at->manifest ? CHANGE_CREATE : CHANGE_NONE;
    if (status != OS_OK)
        return kind_of_foreign(at->set, status, wish);
    bool same = at->manifest && is_same(file, at->manifest);
    /* One equal to what is wanted records just what is wanted: nothing to learn from it, unless a
     * journal is there too. */
    if (same && !at->look->has_journal)
        return CHANGE_NONE;
    if (!manifest_read(at->set->arena, file->bytes, &at->look->old, &at->look->wrong))
        return kind_of_foreign(at->set, OS_OK, wish);
    return same ? CHANGE_NONE : wish;
}

/* Read first, since the others are judged by it; listed last. */
static bool look_at_manifest(const struct looking *at, struct change *out) {
    const struct set *set = at->set;
    struct os_file file;
    enum os_status status = read_name(set, STR(ARTIFACT_MANIFEST), &file);
    if (status != OS_OK && set->os->kind(set->os->context, set->directory) != OS_KIND_DIRECTORY)
        return block(at->look, STR(""), status);
    if (status != OS_OK && status != OS_NOT_FOUND && !is_obstacle(status))
        return block(at->look, STR(ARTIFACT_MANIFEST), status);
    if (!read_journal(at))
        return false;
    *out = change_make(STR(ARTIFACT_MANIFEST), status, &file, at->manifest);
    out->kind = kind_of_manifest(at, status, &file);
    return true;
}

static void look_at_files(const struct looking *at, const struct change *manifest) {
    struct look *look = at->look;
    size_t most = at->wanted->count + look->old.count + look->pending.count + 1;
    look->items = ARENA_ARRAY(at->set->arena, most, struct change);
    for (size_t i = 0; i < at->wanted->count; i++)
        add_file(at, at->wanted->items[i].name, &at->wanted->items[i]);
    const str *names = wanted_names(at);
    add_stale(at, names, &look->old, &(struct records){0});
    add_stale(at, names, &look->pending, &look->old);
    if (at->manifest || manifest->kind != CHANGE_NONE)
        add_change(look, *manifest);
    look->any |= look->has_journal;
}

struct look look_at(const struct set *set, const struct artifacts *wanted) {
    struct look look = {.blocked = OS_OK};
    struct artifacts others = *wanted;
    const struct artifact *manifest = NULL;
    if (wanted->count)
        manifest = &wanted->items[--others.count];
    struct looking at = {set, &others, manifest, &look};
    struct change change = {.kind = CHANGE_NONE};
    if (look_at_manifest(&at, &change))
        look_at_files(&at, &change);
    return look;
}

bool look_is_clean(const struct look *look) {
    return look->blocked == OS_OK && !look->any && !look->edited;
}

struct changes look_changes(const struct look *look) {
    return (struct changes){.items = look->items,
                            .count = look->count,
                            .any = look->any,
                            .edited = look->edited,
                            .leftover = look->has_journal};
}
