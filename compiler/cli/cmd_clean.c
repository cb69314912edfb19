/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "json_text.h"
#include "summary.h"
#include "visible.h"

static void clean_turn(struct turn *turn, void *context) {
    struct session *session = turn->session;
    json_t *list = context;
    struct set set = turn_set(turn, turn->candidate->directory, session->options.force,
                              "move it away, or use --force to remove it");
    struct changes changes = {0};
    bool done = set_clean(&set, &changes);
    if (!done)
        changes = (struct changes){0}; /* what would have gone is still there */
    if (list) {
        json_t *object = json_object();
        json_object_set_new(object, "name", json_text(&session->scratch, turn->label));
        json_object_set_new(object, "directory",
                            json_text(&session->scratch, turn->candidate->shown));
        json_object_set_new(object, "result",
                            json_string(!done         ? "failed"
                                        : changes.any ? "cleaned"
                                                      : "unchanged"));
        json_object_set_new(object, "files",
                            summary_changes_json(&session->scratch, &changes, false));
        json_array_append_new(list, object);
        return;
    }
    put_visible(&session->out, turn->label);
    buf_text(&session->out, ": ");
    if (!done)
        buf_text(&session->out, "not cleaned");
    else if (!changes.any)
        buf_text(&session->out, "nothing to remove");
    else
        summary_changes(&session->out, &changes, false);
    buf_char(&session->out, '\n');
    flush_out(session);
}

void command_clean(struct session *session) {
    str path;
    if (!one_path(session, "clean", false, &path))
        return;
    json_t *list = session->json ? json_array() : NULL;
    session_each_candidate(session, path, clean_turn, list);
    if (session->json)
        json_object_set_new(session->json, "instances", list);
}
