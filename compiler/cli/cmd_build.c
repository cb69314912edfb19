/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "json_text.h"
#include "manifest.h"
#include "path.h"
#include "summary.h"
#include "visible.h"

struct build {
    json_t *list; /* of instances; NULL for text */
    size_t written, unchanged, failed;
    bool any_on, default_run_dir;
    struct buf hints; /* of the first instance: what would apply, and why the rest is off */
};

static bool is_dry(const struct session *session) {
    return session->options.dry_run || session->options.diff;
}

static void add_json(struct build *build, struct turn *turn, const char *result,
                     const struct changes *changes) {
    struct arena *arena = &turn->session->scratch;
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(arena, turn->label));
    json_object_set_new(object, "directory", json_text(arena, turn->candidate->shown));
    json_object_set_new(object, "result", json_string(result));
    json_t *profiles = json_object();
    for (size_t i = 0; turn->planned && i < turn->plan.decision_count; i++)
        json_object_set_new(profiles, str_c(arena, turn->plan.decisions[i].profile->name.s),
                            json_string(state_text(turn->plan.decisions[i].state)));
    json_object_set_new(object, "profiles", profiles);
    if (changes)
        json_object_set_new(object, "files", summary_changes_json(arena, changes, false));
    json_array_append_new(build->list, object);
}

/* "--enable x", and what else it needs. */
static void note_way(struct build *build, const struct decision *decision) {
    str name = decision->profile->name.s;
    buf_format(&build->hints, "  %.*s would apply here: --enable %.*s", STR_ARG(name),
               STR_ARG(name));
    for (size_t i = 0; i < decision->reason_count; i++)
        if (decision->reasons[i].code == MP_MISSING_PARAM)
            buf_format(&build->hints, " %.*s", STR_ARG(decision->reasons[i].change));
    buf_char(&build->hints, '\n');
}

/* Why a profile is off: all of it where somebody asks for it, else the first obstacle. */
static void note_reasons(struct build *build, const struct decision *decision) {
    for (size_t i = 0; i < decision->reason_count; i++) {
        const struct reason *reason = &decision->reasons[i];
        if (reason->effect != EFFECT_WHOLE || reason->code == MP_NOT_ENABLED)
            continue;
        buf_format(&build->hints, "  %.*s is off: ", STR_ARG(decision->profile->name.s));
        summary_reason(&build->hints, reason);
        if (!decision->asked)
            return;
    }
}

/* What people need to know when nothing is on. */
static void note_hints(struct build *build, const struct plan *plan) {
    for (size_t i = 0; i < plan->decision_count; i++) {
        const struct decision *decision = &plan->decisions[i];
        if (decision->state != STATE_OFF)
            build->any_on = true;
    }
    if (build->any_on || build->hints.len > 0)
        return;
    for (size_t i = 0; i < plan->decision_count; i++) {
        const struct decision *decision = &plan->decisions[i];
        if (summary_would_apply(decision)) {
            note_way(build, decision);
            continue;
        }
        note_reasons(build, decision);
    }
}

static void report_turn(struct build *build, struct turn *turn, const struct changes *changes) {
    struct session *session = turn->session;
    struct buf *out = &session->out;
    bool dry = is_dry(session);
    if (build->list) {
        add_json(build, turn, changes->any ? (dry ? "would-change" : "written") : "unchanged",
                 changes);
        return;
    }
    if (session->options.diff) {
        summary_diff(out, turn->candidate->shown, changes);
        return;
    }
    put_visible(out, turn->label);
    buf_text(out, ": ");
    summary_states(out, &turn->plan);
    buf_text(out, "; ");
    summary_changes(out, changes, dry);
    buf_char(out, '\n');
}

/* Where writing failed midway the files may be some of both. */
static bool old_files_stay(const struct turn *turn) {
    const struct session *session = turn->session;
    const struct os *os = session->os;
    const struct finding *last = session->diags.last;
    if (turn->sound && last && last->code == MP_WRITE_FAILED)
        return false;
    str manifest =
        path_join(&turn->session->scratch, turn->candidate->directory, STR(ARTIFACT_MANIFEST));
    return os->kind(os->context, manifest) == OS_KIND_FILE;
}

static void report_failure(struct build *build, struct turn *turn) {
    struct buf *out = &turn->session->out;
    build->failed++;
    if (build->list) {
        add_json(build, turn, "failed", NULL);
    } else if (!turn->session->options.diff) {
        put_visible(out, turn->label);
        buf_text(out, old_files_stay(turn) ? ": not built; the files of the last build stay\n"
                                           : ": not built\n");
    }
}

static void build_one(struct build *build, struct turn *turn) {
    struct session *session = turn->session;
    struct set set = turn_set_to_write(turn);
    struct changes changes = {0};
    if (!turn->sound) {
        report_failure(build, turn);
        return;
    }
    note_hints(build, &turn->plan);
    build->default_run_dir |= turn->plan.state_count > 0 && turn->target.run_dir.len == 0;
    bool done = is_dry(session) ? set_compare(&set, &turn->artifacts, &changes)
                                : set_write(&set, &turn->artifacts, &changes);
    if (!done) {
        report_failure(build, turn);
        return;
    }
    build->written += changes.any;
    build->unchanged += !changes.any;
    report_turn(build, turn, &changes);
}

static void build_turn(struct turn *turn, void *context) {
    build_one(context, turn);
    flush_out(turn->session);
}

static void print_summary(struct session *session, const struct build *build) {
    size_t all = build->written + build->unchanged + build->failed;
    struct buf *out = &session->out;
    if (!build->any_on && build->hints.len > 0)
        buf_format(out, "no profile is on:\n%.*s", STR_ARG(buf_view(&build->hints)));
    buf_format(out, "%zu instance%s: %zu %s, %zu unchanged, %zu not built\n", all,
               summary_plural(all), build->written, is_dry(session) ? "would change" : "written",
               build->unchanged, build->failed);
}

void command_build(struct session *session) {
    str path;
    if (!one_path(session, "build", false, &path))
        return;
    struct build build = {.list = session->json ? json_array() : NULL,
                          .hints = buf_make(&session->arena)};
    session_read_profiles(session, NULL);
    bool found = session_each(session, path, build_turn, &build);
    if (build.default_run_dir)
        diag(&session->diags, MP_DEFAULT_RUN_DIR, (struct span){0},
             "start each emulator in its instance's directory, or say --run-dir: the path of the "
             "table is relative to it");
    if (session->json)
        json_object_set_new(session->json, "instances", build.list);
    else if (found && !session->options.diff)
        print_summary(session, &build);
}
