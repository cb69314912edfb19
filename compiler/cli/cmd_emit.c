/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "emit.h"

struct emission {
    str text; /* of the first instance, on the session's arena */
    size_t instances;
};

static void emit_turn(struct turn *turn, void *context) {
    struct session *session = turn->session;
    struct emission *emission = context;
    struct buf out = buf_make(&session->scratch);
    if (emission->instances++ > 0 || !turn->sound)
        return;
    if (emit_plan(&session->diags, &turn->plan, session->options.form, &out))
        emission->text = str_copy(&session->arena, buf_view(&out));
}

/* One line or document: of two nobody could tell which is whose. Only what is whole is printed:
 * half a line would start QEMU with half of the settings. */
void command_emit(struct session *session) {
    struct emission emission = {.instances = 0};
    str path;
    if (!one_path(session, "emit", true, &path))
        return;
    session_read_profiles(session, NULL);
    session_each(session, path, emit_turn, &emission);
    if (emission.instances > 1)
        usage_error(session, "emit takes one instance, and here are %zu", emission.instances);
    else
        buf_str(&session->out, emission.text);
}
