/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include "path.h"

/* Sources outlive the set's arena. */
static struct span at_name(const struct set *set, str name) {
    struct sources *sources = set->diags->sources;
    str path = name.len ? path_join(sources->arena, set->shown, name) : set->shown;
    return span_file(source_add(sources, str_copy(sources->arena, path), STR("")));
}

static void unreadable(const struct set *set, str name, enum os_status status) {
    set->diags->io_failed = true;
    diag(set->diags, MP_UNREADABLE, at_name(set, name), "cannot be read: %s",
         os_status_text(status));
}

static void report_foreign(const struct set *set, const struct change *change) {
    static const struct {
        enum os_status status;
        const char *text, *way_out; /* NULL: the set's */
    } texts[] = {
        {OS_OK, "not as this program wrote it", NULL},
        {OS_TOO_LARGE, "not as this program wrote it", NULL},
        {OS_LINK_LOOP, "a link, which is never written through", NULL},
        {OS_NOT_FILE, "not a regular file", NULL},
        {OS_IS_DIRECTORY, "is a directory", "move it away"}, /* --force does not help */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].status == change->status) {
            diag(set->diags, MP_EDITED, at_name(set, change->name), "%s: %s", texts[i].text,
                 texts[i].way_out ? texts[i].way_out : set->way_out);
            return;
        }
    unreadable(set, change->name, change->status);
}

static bool report_manifest(const struct set *set, const struct look *look) {
    if (look->wrong.len == 0 || set->force)
        return true;
    diag(set->diags, MP_BAD_MANIFEST, at_name(set, STR(ARTIFACT_MANIFEST)),
         "not a manifest of this program (%.*s): %s", STR_ARG(look->wrong), set->way_out);
    return false;
}

bool report_look(const struct set *set, const struct look *look) {
    if (look->blocked != OS_OK) {
        unreadable(set, look->blocked_name, look->blocked);
        return false;
    }
    /* Without its manifest every file looks foreign: one finding says it all. */
    if (!report_manifest(set, look))
        return false;
    for (size_t i = 0; i < look->count; i++)
        if (look->items[i].kind == CHANGE_EDITED)
            report_foreign(set, &look->items[i]);
    return !look->edited;
}

void report_failed(const struct set *set, str name, const char *done, enum os_status status) {
    set->diags->io_failed = true;
    diag(set->diags, MP_WRITE_FAILED, at_name(set, name), "cannot be %s: %s", done,
         os_status_text(status));
}

void report_lock(const struct set *set, enum os_status status) {
    if (status == OS_BUSY) {
        set->diags->io_failed = true;
        diag(set->diags, MP_BUSY, at_name(set, STR("")),
             "busy: another process is changing its files; try again");
    } else {
        report_failed(set, STR(""), "locked", status);
    }
}
