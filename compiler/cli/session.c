/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include "avd.h"
#include "base_args.h"
#include "builtin.h"
#include "catalogue_read.h"
#include "generate.h"
#include "here.h"
#include "lookup.h"
#include "path.h"
#include "profile_checks.h"
#include "settings_read.h"
#include "target_resolve.h"

/* DIRECTORY by its real path, or as it is where nothing is there. */
static str real_directory(struct session *session, struct arena *arena, str directory) {
    const struct reading reading = {session->os, arena, &session->diags};
    str real;
    enum os_status status = lookup_real(&reading, directory, &real);
    if (status != OS_OK && !lookup_is_nothing(status))
        lookup_report(&reading, directory, status);
    return status == OS_OK ? real : directory;
}

/* What the command line says of the target is wrong use for every instance alike. */
static void check_command_line(struct session *session) {
    const struct layers layers = {{&session->options.layer}, 1};
    const struct target_defaults defaults = {here_host(session->os), EMULATOR_ANDROID, false};
    struct target target;
    if (!target_resolve(&session->arena, &session->diags, &layers, &defaults, &target))
        session->wrong_use = true;
}

void session_read_profiles(struct session *session, const struct words *files) {
    struct reading reading = {session->os, &session->arena, &session->diags};
    struct profile_places places = {builtin_profiles, session->options.profile_dirs.items,
                                    session->options.profile_dirs.count, NULL, 0};
    if (files) {
        places.files = files->items;
        places.file_count = files->count;
    }
    struct profiles read = profiles_read(&reading, &places);
    session->profiles = profiles_check(&session->arena, &session->diags, &read, session->authoring);
    size_t failures = session->diags.failures;
    session->options.layer.directory = real_directory(session, &session->arena, STR("."));
    session->switches =
        off_switches_read(&session->arena, &session->diags, session->os, &session->profiles);
    settings_check(&session->diags, &session->profiles, &session->options.layer);
    check_command_line(session);
    session->session_errors = session->diags.failures - failures;
}

enum status session_status(const struct session *session) {
    if (session->wrong_use)
        return STATUS_USAGE;
    if (session->diags.io_failed)
        return STATUS_IO;
    return session->diags.errors > 0 ? STATUS_FINDINGS : STATUS_OK;
}

/* The modavd.yaml files and options that hold for one instance, from weak to strong. */
struct turn_layers {
    struct settings root, own;
    struct layers list;
    uint32_t inputs[3];
    size_t input_count;
};

static void add_layer(struct turn_layers *layers, const struct settings *layer) {
    layers->list.items[layers->list.count++] = layer;
    if (layer->source && layer->layer != LAYER_COMMAND_LINE)
        layers->inputs[layers->input_count++] = layer->source;
}

static bool read_layers(struct turn *turn, const struct settings *root,
                        struct turn_layers *layers) {
    struct session *session = turn->session;
    struct reading reading = {session->os, &session->scratch, &session->diags};
    str directory = real_directory(session, &session->scratch, turn->candidate->directory);
    layers->root = *root;
    add_layer(layers, &layers->root);
    bool sound = true;
    if (!lookup_same(&reading, directory, root->directory)) {
        sound = settings_read(&reading, directory, turn->candidate->shown, STR("modavd.yaml"),
                              LAYER_INSTANCE, &layers->own);
        settings_check(&session->diags, &session->profiles, &layers->own);
        add_layer(layers, &layers->own);
    }
    add_layer(layers, &session->options.layer);
    return sound;
}

/* Relative paths are found from the instance's real directory, so a run directory that exists is
 * told by its real path too; one of another machine stays as it is written. */
static void resolve_run_dir(struct turn *turn) {
    const struct os *os = turn->session->os;
    struct diags *diags = &turn->session->diags;
    struct span at = turn->target.from[TARGET_RUN_DIR].at;
    str real, run_dir = turn->target.run_dir;
    if (run_dir.len == 0)
        return;
    enum os_status status = os->real_path(os->context, &turn->session->scratch, run_dir, &real);
    if (status == OS_IO) {
        diags->io_failed = true;
        diag(diags, MP_UNREADABLE, at, "'run-dir': '%.*s' cannot be looked at: %s",
             STR_ARG(run_dir), os_status_text(status));
    }
    if (status != OS_OK)
        return;
    if (os->kind(os->context, real) == OS_KIND_FILE)
        diag(diags, MP_BAD_TARGET, at, "'run-dir' cannot be '%.*s': it is a file",
             STR_ARG(run_dir));
    turn->target.run_dir = real;
}

/* A catalogue file that was read; NULL: with findings, which are not told again. */
struct loaded_catalogue {
    str path;
    const struct catalogue *catalogue;
};

/* The catalogue in the file at PATH, read once a run. */
static const struct catalogue *load_catalogue(struct session *session,
                                              const struct target_file *file) {
    const struct reading reading = {session->os, &session->arena, &session->diags};
    struct loaded_catalogue *loaded = session->catalogues.items;
    for (size_t i = 0; i < session->catalogues.count; i++)
        if (str_equal(loaded[i].path, file->path))
            return loaded[i].catalogue;
    loaded = growing_add(&session->arena, &session->catalogues, sizeof *loaded);
    loaded->path = str_copy(&session->arena, file->path);
    uint32_t source =
        reading_file(&reading, loaded->path, str_copy(&session->arena, file->shown), CATALOGUE_MAX);
    if (source)
        loaded->catalogue = catalogue_read(&session->arena, &session->diags, source);
    return loaded->catalogue;
}

static bool resolve_qemu(struct turn *turn) {
    struct target *target = &turn->target;
    if (target->qemu_file.path.len == 0)
        return true;
    target->catalogue = load_catalogue(turn->session, &target->qemu_file);
    if (target->catalogue)
        target->qemu = catalogue_version(target->catalogue);
    return target->catalogue != NULL;
}

static bool read_base_args(struct turn *turn, struct turn_layers *layers) {
    struct session *session = turn->session;
    const struct reading reading = {session->os, &session->scratch, &session->diags};
    struct text_list words;
    uint32_t source;
    if (turn->target.base_args.path.len == 0)
        return true;
    if (!base_args_read(&reading, &turn->target.base_args, &words, &source))
        return false;
    turn->base = cmdline_parse(&session->scratch, &words, NULL);
    layers->inputs[layers->input_count++] = source;
    return true;
}

static bool read_instance(struct turn *turn) {
    struct session *session = turn->session;
    struct reading reading = {session->os, &session->scratch, &session->diags};
    if (turn->candidate->kind == INSTANCE_AVD)
        return avd_read(&reading, turn->candidate, &turn->target, &turn->instance);
    return machine_read(&reading, turn->candidate, &turn->instance);
}

static void plan_turn(struct turn *turn, const struct settings *root) {
    struct session *session = turn->session;
    struct arena *arena = &session->scratch;
    struct turn_layers layers = {.input_count = 0};
    size_t failures = session->diags.failures;
    bool sound = read_layers(turn, root, &layers);
    struct target_defaults defaults = {here_host(session->os),
                                       turn->candidate->kind == INSTANCE_AVD ? EMULATOR_ANDROID
                                                                             : EMULATOR_QEMU,
                                       sound && session->root_sound};
    sound &= target_resolve(arena, &session->diags, &layers.list, &defaults, &turn->target);
    resolve_run_dir(turn);
    sound &= here_complete(turn);
    sound &= resolve_qemu(turn);
    sound &= read_base_args(turn, &layers);
    sound &= read_instance(turn);
    turn->planned = sound;
    if (!sound)
        return;
    struct plan_input input = {arena,
                               &session->diags,
                               &session->profiles,
                               session->switches,
                               &layers.list,
                               &turn->target,
                               &turn->instance,
                               turn->target.base_args.path.len > 0 ? &turn->base : NULL};
    turn->sound = plan_make(&input, &turn->plan) && session->diags.failures == failures &&
                  session->session_errors == 0;
    if (turn->sound)
        turn->artifacts =
            generate(arena, &session->sources, &turn->plan, layers.inputs, layers.input_count);
}

struct set turn_set(const struct turn *turn, str directory, bool force, const char *way_out) {
    struct session *session = turn->session;
    return (struct set){session->os, &session->scratch,      &session->diags,
                        directory,   turn->candidate->shown, force,
                        way_out};
}

struct set turn_set_to_write(const struct turn *turn) {
    return turn_set(turn, turn->instance.directory, turn->session->options.force,
                    "move it away, or use --force to overwrite it");
}

struct visit {
    struct session *session;
    const struct candidates *candidates;
    const struct settings *root; /* NULL: only find them */
    void (*each)(struct turn *turn, void *context);
    void *context;
};

/* Sources and memory of one instance go before the next one comes: findings keep what they need. */
static void visit_all(const struct visit *visit) {
    struct session *session = visit->session;
    for (size_t i = 0; i < visit->candidates->count; i++) {
        uint32_t sources = session->sources.count;
        struct turn turn = {.session = session, .candidate = &visit->candidates->items[i]};
        turn.label = turn.candidate->name;
        if (visit->root)
            plan_turn(&turn, visit->root);
        visit->each(&turn, visit->context);
        session->sources.count = sources;
        arena_clear(&session->scratch);
    }
}

static bool each_instance(struct session *session, str path, bool read,
                          void (*each)(struct turn *turn, void *context), void *context) {
    struct reading reading = {session->os, &session->arena, &session->diags};
    struct candidates candidates;
    struct settings root;
    if (!instances_find(&reading, path, &candidates))
        return false;
    size_t failures = session->diags.failures;
    if (read) {
        str directory = real_directory(session, &session->arena, candidates.root);
        session->root_sound = settings_read(&reading, directory, candidates.root,
                                            STR("root/modavd.yaml"), LAYER_ROOT, &root);
        settings_check(&session->diags, &session->profiles, &root);
        session->session_errors += session->diags.failures - failures;
    }
    struct visit visit = {session, &candidates, read ? &root : NULL, each, context};
    visit_all(&visit);
    return true;
}

bool session_each(struct session *session, str path, void (*each)(struct turn *turn, void *context),
                  void *context) {
    return each_instance(session, path, true, each, context);
}

bool session_each_candidate(struct session *session, str path,
                            void (*each)(struct turn *turn, void *context), void *context) {
    return each_instance(session, path, false, each, context);
}
