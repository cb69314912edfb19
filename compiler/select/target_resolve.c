/* SPDX-License-Identifier: Apache-2.0 */
#include "target_resolve.h"

#include "path.h"
#include "quantity.h"

/* The Android emulator's base (QEMU_VERSION in its VERSION file): that of every release up to 35.6,
 * the last whose sources were read. */
static const str android_base = STR_INIT("2.12.0");

static void set_choice(const struct choice *choice, const struct settings *layer, int *value,
                       struct origin *from) {
    if (choice->at.source == 0)
        return;
    *value = choice->value;
    *from = (struct origin){layer->layer, choice->at};
}

static void set_words(const struct settings *layer, struct target *target) {
    int host = (int)target->host, accel = (int)target->accel, emulator = (int)target->emulator;
    set_choice(&layer->target.host, layer, &host, &target->from[TARGET_HOST]);
    set_choice(&layer->target.accel, layer, &accel, &target->from[TARGET_ACCEL]);
    set_choice(&layer->target.emulator, layer, &emulator, &target->from[TARGET_EMULATOR]);
    target->host = (enum host)host;
    target->accel = (enum accel)accel;
    target->emulator = (enum emulator)emulator;
}

static void set_version(struct diags *diags, const struct text *text, const struct settings *layer,
                        const char *key, struct version *version, struct origin *from) {
    if (text->at.source == 0)
        return;
    *from = (struct origin){layer->layer, text->at};
    if (!version_parse(text->s, version))
        diag(diags, MP_BAD_VERSION, text->at,
             "'%s' cannot be '%.*s': it is a version such as 7.2.22", key,
             STR_ARG(str_shorten(diags->arena, text->s)));
}

/* A file is named by a path or its ending; a version has neither. */
static bool is_catalogue(str text) {
    return str_find(text, '/') < text.len || str_find(text, '\\') < text.len ||
           str_ends_nocase(text, STR(".json"));
}

static struct target_file file_of(struct arena *arena, const struct settings *layer, str text) {
    str path = path_normal(arena, text);
    return (struct target_file){path_join(arena, layer->directory, path), path};
}

static void set_qemu(struct arena *arena, struct diags *diags, const struct settings *layer,
                     struct target *target) {
    const struct text *text = &layer->target.qemu;
    if (text->at.source == 0)
        return;
    target->from[TARGET_QEMU] = (struct origin){layer->layer, text->at};
    target->qemu = (struct version){.known = false};
    target->qemu_file = (struct target_file){{0}, {0}};
    if (is_catalogue(text->s))
        target->qemu_file = file_of(arena, layer, text->s);
    else
        set_version(diags, text, layer, "qemu", &target->qemu, &target->from[TARGET_QEMU]);
}

static void set_file(struct arena *arena, const struct text *text, const struct settings *layer,
                     struct target_file *file, struct origin *from) {
    if (text->at.source == 0)
        return;
    *file = file_of(arena, layer, text->s);
    *from = (struct origin){layer->layer, text->at};
}

static void set_cores(struct diags *diags, const struct settings *layer, struct target *target) {
    enum { CORES_MAX = 64 }; /* the emulator's -cores takes 1 to 64 (main-common.c) */
    const struct text *text = &layer->target.cores;
    uint64_t cores;
    if (text->at.source == 0)
        return;
    target->from[TARGET_CORES] = (struct origin){layer->layer, text->at};
    if (str_to_u64(text->s, &cores) && cores >= 1 && cores <= CORES_MAX)
        target->cores = (uint32_t)cores;
    else
        diag(diags, MP_BAD_NUMBER, text->at, "'cores' cannot be '%.*s': it is 1 to 64",
             STR_ARG(str_shorten(diags->arena, text->s)));
}

/* Forms that a shell or Windows would take for another place than the one written. */
static const char *run_dir_fault(str path) {
    bool drive = path.len > 1 && path.at[1] == ':';
    if (path.len == 0)
        return "it is empty";
    if (path.at[0] == '~')
        return "'~' is the shell's, write the directory out";
    return drive && path_root(path).len == 0 ? "a drive needs a '\\' or '/' behind it" : NULL;
}

static void set_run_dir(struct arena *arena, struct diags *diags, const struct settings *layer,
                        struct target *target) {
    const struct text *text = &layer->target.run_dir;
    if (text->at.source == 0)
        return;
    str path = path_normal(arena, text->s);
    const char *fault = run_dir_fault(text->s.len > 0 ? path : text->s);
    if (fault)
        diag(diags, MP_BAD_TARGET, text->at, "'run-dir' cannot be '%.*s': %s", STR_ARG(text->s),
             fault);
    target->run_dir = path_normal(arena, path_join(arena, layer->directory, path));
    target->from[TARGET_RUN_DIR] = (struct origin){layer->layer, text->at};
}

static void set_layer(struct arena *arena, struct diags *diags, const struct settings *layer,
                      struct target *target) {
    set_words(layer, target);
    set_version(diags, &layer->target.emulator_version, layer, "emulator-version",
                &target->emulator_version, &target->from[TARGET_EMULATOR_VERSION]);
    set_qemu(arena, diags, layer, target);
    set_file(arena, &layer->target.base_args, layer, &target->base_args,
             &target->from[TARGET_BASE_ARGS]);
    set_file(arena, &layer->target.emulator_dir, layer, &target->emulator_dir,
             &target->from[TARGET_EMULATOR_DIR]);
    set_cores(diags, layer, target);
    set_run_dir(arena, diags, layer, target);
}

/* What depends on facts that a layer may have set. */
static void set_defaults(struct target *target) {
    if (target->from[TARGET_ACCEL].layer == LAYER_DEFAULT)
        target->accel = backend_find(target->host)->usual;
    if (!target->qemu.known && target->from[TARGET_QEMU].layer == LAYER_DEFAULT &&
        target->emulator == EMULATOR_ANDROID)
        version_parse(android_base, &target->qemu);
}

static void check_accel(struct arena *arena, struct diags *diags, const struct target *target) {
    const struct backend *backend = backend_find(target->host);
    struct span at = target->from[TARGET_ACCEL].at;
    if (backend->accels & ACCEL_BIT(target->accel))
        return;
    str names = {0};
    for (const struct word *word = accel_words; word->text; word++)
        if (backend->accels & ACCEL_BIT(word->value))
            names =
                str_format(arena, "%.*s%s%s", STR_ARG(names), names.len ? ", " : "", word->text);
    diag(diags, MP_TARGET_PAIR, at, "%s has no accelerator '%s': it has %.*s",
         word_text(host_words, (int)target->host), word_text(accel_words, (int)target->accel),
         STR_ARG(names));
}

bool target_resolve(struct arena *arena, struct diags *diags, const struct layers *layers,
                    const struct target_defaults *defaults, struct target *out) {
    size_t failures = diags->failures;
    *out = (struct target){.host = defaults->host, .emulator = defaults->emulator};
    out->from[TARGET_HOST].layer = LAYER_DETECTED;
    for (size_t i = 0; i < layers->count; i++)
        set_layer(arena, diags, layers->items[i], out);
    set_defaults(out);
    if (defaults->complete)
        check_accel(arena, diags, out);
    return diags->failures == failures;
}
