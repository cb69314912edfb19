/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "json_text.h"
#include "path.h"
#include "summary.h"
#include "visible.h"

/* Each file that is not what today's inputs give, at its own path. */
static void report_difference(struct turn *turn, const struct change *change) {
    static const char *const texts[] = {
        [CHANGE_CREATE] = "it is missing: build makes it",
        [CHANGE_UPDATE] = "it is not what the inputs give today: build renews it",
        [CHANGE_REMOVE] = "it is no longer wanted: build removes it",
    };
    struct session *session = turn->session;
    str path = path_join(&session->scratch, turn->candidate->shown, change->name);
    uint32_t source = source_add(&session->sources, path, (str){0});
    if (change->kind != CHANGE_NONE && change->kind != CHANGE_EDITED)
        diag(&session->diags, MP_DIFFERS, span_file(source), "%s", texts[change->kind]);
}

static void verify_turn(struct turn *turn, void *context) {
    struct session *session = turn->session;
    json_t *list = context;
    struct set set =
        turn_set(turn, turn->instance.directory, false, "build overwrites it only with --force");
    struct changes changes = {0};
    bool same = turn->sound && set_compare(&set, &turn->artifacts, &changes) && !changes.any;
    for (size_t i = 0; turn->sound && i < changes.count; i++)
        report_difference(turn, &changes.items[i]);
    if (list) {
        json_t *object = json_object();
        json_object_set_new(object, "name", json_text(&session->scratch, turn->label));
        json_object_set_new(object, "directory",
                            json_text(&session->scratch, turn->candidate->shown));
        json_object_set_new(object, "same", json_boolean(same));
        json_object_set_new(object, "files",
                            summary_changes_json(&session->scratch, &changes, true));
        json_array_append_new(list, object);
    } else {
        put_visible(&session->out, turn->label);
        buf_format(&session->out, ": %s\n",
                   same          ? "ok"
                   : turn->sound ? "differs"
                                 : "cannot be checked");
        flush_out(session);
    }
}

void command_verify(struct session *session) {
    str path;
    if (!one_path(session, "verify", false, &path))
        return;
    json_t *list = session->json ? json_array() : NULL;
    session_read_profiles(session, NULL);
    session_each(session, path, verify_turn, list);
    if (session->json)
        json_object_set_new(session->json, "instances", list);
}
