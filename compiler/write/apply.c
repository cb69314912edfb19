/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order: the journal and then the other temporaries, each synced; the directory synced;
 * renames; removals; the journal over the manifest; the directory synced. File systems keep the
 * order of renames within a directory, so that a power cut is no worse than a crash.
 */
#include "apply.h"

#include "report.h"

struct applying {
    const struct set *set;
    const struct artifacts *wanted;
    const struct look *look;
    bool begun; /* a file was moved or removed: the journal must stay until all is done */
};

static bool is_written(const struct change *change) {
    return change->kind == CHANGE_CREATE || change->kind == CHANGE_UPDATE;
}

static bool is_manifest(str name) {
    return str_equal(name, STR(ARTIFACT_MANIFEST));
}

static str temporary_name(const struct set *set, str name) {
    return str_format(set->arena, "%.*s" TEMPORARY_SUFFIX, STR_ARG(name));
}

/* --- calls that report --- */

static bool write_name(const struct set *set, str name, str bytes, bool executable, str shown) {
    const struct os *os = set->os;
    enum os_status status = os->write_file(os->context, set_path(set, name), bytes, executable);
    if (status == OS_OK)
        return true;
    /* People know the output's name; what is in the way of the temporary is named itself. */
    bool in_way = status == OS_IS_DIRECTORY || status == OS_LINK_LOOP || status == OS_NOT_FILE;
    report_failed(set, in_way ? name : shown, "written", status);
    return false;
}

static bool replace_name(const struct set *set, str from, str to) {
    const struct os *os = set->os;
    enum os_status status = os->replace(os->context, set_path(set, from), set_path(set, to));
    if (status != OS_OK)
        report_failed(set, to, "replaced", status);
    return status == OS_OK;
}

static enum os_status remove_quietly(const struct set *set, str name) {
    return set->os->remove(set->os->context, set_path(set, name));
}

static bool remove_name(const struct set *set, str name) {
    enum os_status status = remove_quietly(set, name);
    if (status == OS_OK || status == OS_NOT_FOUND)
        return true;
    report_failed(set, name, "removed", status);
    return false;
}

static bool sync_set(const struct set *set) {
    enum os_status status = set->os->sync_directory(set->os->context, set->directory);
    if (status != OS_OK)
        report_failed(set, STR(""), "synced", status);
    return status == OS_OK;
}

/* --- what a dead process left --- */

/* Files that only the journal knows would be strangers once it is gone: the manifest takes over
 * what it records. One rename, so that either file tells the truth at any time. */
static bool change_mend(const struct applying *work) {
    const struct set *set = work->set;
    str both = manifest_of_records(set->arena, &work->look->old, &work->look->pending);
    return write_name(set, STR(MEND_NAME), both, false, STR(ARTIFACT_MANIFEST)) &&
           replace_name(set, STR(MEND_NAME), STR(ARTIFACT_MANIFEST)) && sync_set(set);
}

/* All but the journal itself, without which nobody would look for the others: it names them, and
 * where it was cut short there are none. */
static bool remove_leftovers(const struct applying *work) {
    const struct records *pending = &work->look->pending;
    if (!work->look->has_journal)
        return true;
    bool good = remove_name(work->set, STR(MEND_NAME));
    for (size_t i = 0; i < pending->count; i++)
        good &= remove_name(work->set, temporary_name(work->set, pending->items[i].name));
    return good;
}

/* --- new contents --- */

/* After a failure. The journal goes too where nothing was begun: then the old set is whole. */
static void drop_temporaries(const struct applying *work) {
    for (size_t i = 0; i < work->look->count; i++) {
        const struct change *change = &work->look->items[i];
        if (is_written(change) && !is_manifest(change->name))
            remove_quietly(work->set, temporary_name(work->set, change->name));
    }
    if (!work->begun)
        remove_quietly(work->set, STR(JOURNAL_NAME));
}

static bool write_temporaries(const struct applying *work) {
    const struct set *set = work->set;
    const struct artifact *manifest = &work->wanted->items[work->wanted->count - 1];
    if (!write_name(set, STR(JOURNAL_NAME), manifest->bytes, manifest->executable, manifest->name))
        return false;
    for (size_t i = 0; i < work->look->count; i++) {
        const struct change *change = &work->look->items[i];
        if (is_written(change) && !is_manifest(change->name) &&
            !write_name(set, temporary_name(set, change->name), change->after, change->executable,
                        change->name))
            return false;
    }
    return sync_set(set);
}

static bool move_files(struct applying *work) {
    for (size_t i = 0; i < work->look->count; i++) {
        const struct change *change = &work->look->items[i];
        if (!is_written(change) || is_manifest(change->name))
            continue;
        if (!replace_name(work->set, temporary_name(work->set, change->name), change->name))
            return false;
        work->begun = true;
    }
    return true;
}

static bool remove_files(struct applying *work) {
    for (size_t i = 0; i < work->look->count; i++) {
        const struct change *change = &work->look->items[i];
        if (change->kind != CHANGE_REMOVE || is_manifest(change->name))
            continue;
        if (!remove_name(work->set, change->name))
            return false;
        work->begun = true;
    }
    return true;
}

/* The manifest's change is the last one. */
static bool finish_journal(const struct applying *work) {
    const struct change *manifest = &work->look->items[work->look->count - 1];
    if (is_written(manifest) || work->look->needs_mend) /* mending changed it */
        return replace_name(work->set, STR(JOURNAL_NAME), manifest->name);
    return remove_name(work->set, STR(JOURNAL_NAME));
}

static bool apply_writes(struct applying *work) {
    if (work->look->needs_mend && !change_mend(work))
        return false;
    if (!remove_leftovers(work))
        return false;
    if (write_temporaries(work) && move_files(work) && remove_files(work) && finish_journal(work))
        return sync_set(work->set);
    drop_temporaries(work);
    return false;
}

static bool removes_manifest(const struct look *look) {
    const struct change *last = look->count ? &look->items[look->count - 1] : NULL;
    return last && last->kind == CHANGE_REMOVE && is_manifest(last->name);
}

/* Nothing to write: the manifest, or the journal, keeps its word until the files are gone. */
static bool apply_removals(struct applying *work) {
    const struct look *look = work->look;
    if (!remove_files(work) || !remove_leftovers(work))
        return false;
    if (look->has_journal && !remove_name(work->set, STR(JOURNAL_NAME)))
        return false;
    if (removes_manifest(look) && !remove_name(work->set, STR(ARTIFACT_MANIFEST)))
        return false;
    return sync_set(work->set);
}

bool look_apply(const struct set *set, const struct artifacts *wanted, const struct look *look) {
    struct applying work = {set, wanted, look, false};
    for (size_t i = 0; i < look->count; i++)
        if (is_written(&look->items[i]))
            return apply_writes(&work);
    return apply_removals(&work);
}
