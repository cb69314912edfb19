/* SPDX-License-Identifier: Apache-2.0 */
#include "here.h"

#include "emulator.h"
#include "path.h"

/* A source.properties, read once a run; of other instances' turns only the bytes are left. */
struct properties_file {
    str path, bytes;
    enum os_status status;
};

enum host here_host(const struct os *os) {
    int host = HOST_LINUX;
    word_find(host_words, str_from(os->host), &host);
    return (enum host)host;
}

/* ---- the emulator ---- */

static const struct properties_file *load(struct session *session, str directory) {
    const struct os *os = session->os;
    str path = path_join(&session->arena, directory, STR(EMULATOR_PROPERTIES));
    struct properties_file *loaded = session->properties.items;
    for (size_t i = 0; i < session->properties.count; i++)
        if (str_equal(loaded[i].path, path))
            return &loaded[i];
    loaded = growing_add(&session->arena, &session->properties, sizeof *loaded);
    loaded->path = path;
    loaded->status =
        os->read_file(os->context, &session->arena, path, EMULATOR_PROPERTIES_MAX, &loaded->bytes);
    return loaded;
}

/* Only a directory that was named as the emulator's has to be one. */
static bool report_other(struct turn *turn, str other) {
    const struct target *target = &turn->target;
    const char *instead = other.len ? "it holds another package" : "it is not the emulator's";
    diag(&turn->session->diags, MP_EMULATOR_DIR, target->from[TARGET_EMULATOR_DIR].at,
         "'emulator-dir' cannot be '%.*s': %s%s%.*s%s", STR_ARG(target->emulator_dir.shown),
         instead, other.len ? ", '" : "", STR_ARG(other), other.len ? "'" : "");
    return false;
}

static bool report_unread(struct turn *turn, enum os_status status) {
    const struct target *target = &turn->target;
    diag(&turn->session->diags, MP_EMULATOR_DIR, target->from[TARGET_EMULATOR_DIR].at,
         "'emulator-dir' cannot be '%.*s': " EMULATOR_PROPERTIES ": %s",
         STR_ARG(target->emulator_dir.shown), os_status_text(status));
    return false;
}

/* NAMED: by emulator-dir. Any other directory may as well hold something else. */
static bool take_version(struct turn *turn, str directory, bool named) {
    struct session *session = turn->session;
    const struct reading reading = {session->os, &session->scratch, &session->diags};
    const struct properties_file *properties = load(session, directory);
    struct emulator_package package;
    if (properties->status != OS_OK)
        return named ? report_unread(turn, properties->status) : true;
    uint32_t source = source_add(&session->sources, properties->path, properties->bytes);
    enum emulator_state state = emulator_read(&reading, source, &package);
    if (state == EMULATOR_OTHER)
        return named ? report_other(turn, package.other) : true;
    if (state == EMULATOR_WRONG)
        return false;
    turn->target.emulator_version = package.version;
    turn->target.from[TARGET_EMULATOR_VERSION] = (struct origin){LAYER_DETECTED, package.at};
    return true;
}

static str sdk_emulator(struct session *session) {
    if (!session->sdk_asked)
        session->sdk_emulator = emulator_find(session->os, &session->arena);
    session->sdk_asked = true;
    return session->sdk_emulator;
}

/* A version that is told wins over a directory of the same layer or a weaker one. */
static bool find_version(struct turn *turn, bool is_here) {
    const struct target *target = &turn->target;
    enum layer told = target->from[TARGET_EMULATOR_VERSION].layer;
    str sdk = {0};
    if (target->emulator_dir.path.len > 0 && target->from[TARGET_EMULATOR_DIR].layer > told)
        return take_version(turn, target->emulator_dir.path, true);
    if (told != LAYER_DEFAULT)
        return true;
    if (target->run_dir.len > 0 && !take_version(turn, target->run_dir, false))
        return false;
    if (is_here && !target->emulator_version.known)
        sdk = sdk_emulator(turn->session);
    return sdk.len == 0 || take_version(turn, sdk, false);
}

/* What is looked for and cannot be read is not the same as what nobody tells. */
static bool complete_emulator(struct turn *turn, bool is_here) {
    if (turn->target.emulator != EMULATOR_ANDROID || find_version(turn, is_here))
        return true;
    turn->target.from[TARGET_EMULATOR_VERSION].layer = LAYER_DETECTED;
    return false;
}

/* ---- the accelerator ---- */

/* Told once a run: it is the same for every instance. */
static void note_none(struct session *session, const char *from) {
    if (session->accelerator_noted)
        return;
    session->accelerator_noted = true;
    diag(
        &session->diags, MP_NO_ACCELERATOR, (struct span){0},
        "this machine has no accelerator for guests (%s), and the target names none: built for tcg",
        from);
    diag_note(&session->diags, (struct span){0},
              "for another machine or user, say --accel, or 'accel' under 'target'");
}

static void complete_accelerator(struct turn *turn) {
    struct session *session = turn->session;
    if (!session->accelerator.name)
        session->accelerator = session->os->accelerator(session->os->context);
    const struct os_accelerator *found = &session->accelerator;
    int accel;
    if (!found->name || !word_find(accel_words, str_from(found->name), &accel))
        return;
    uint32_t source = source_add(&session->sources, str_from(found->from), (str){0});
    turn->target.accel = (enum accel)accel;
    turn->target.from[TARGET_ACCEL] = (struct origin){LAYER_DETECTED, span_file(source)};
    if (accel == ACCEL_TCG)
        note_none(session, found->from);
}

bool here_complete(struct turn *turn) {
    const struct origin *from = turn->target.from;
    bool is_here = from[TARGET_HOST].layer == LAYER_DETECTED;
    if (is_here && from[TARGET_ACCEL].layer == LAYER_DEFAULT)
        complete_accelerator(turn);
    return complete_emulator(turn, is_here);
}
