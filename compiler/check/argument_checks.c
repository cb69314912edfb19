/* SPDX-License-Identifier: Apache-2.0 */
#include "argument_checks.h"

#include "buf.h"
#include "knob.h"
#include "names.h"
#include "offer.h"

void check_line(struct checker *checker, const struct text *text) {
    for (size_t i = 0; i < text->s.len; i++)
        if ((unsigned char)text->s.at[i] < 0x20 || text->s.at[i] == 0x7F) {
            diag(checker->diags, MP_BAD_TEXT, text->at,
                 "a line end or control character: every output is made of lines");
            return;
        }
}

/* The catalogues of the versions that the profile is for, or one of its values. */
static struct known_qemu versions_of(const struct profile *profile, const struct when *when) {
    return known_in_range(&profile->when.qemu.range, &when->qemu.range);
}

/* A profile for the Android emulator alone may set devices that only that one has. */
static bool is_android_only(const struct profile *profile) {
    return profile->when.emulator.bits == 1u << EMULATOR_ANDROID;
}

static struct offer offer_of(const struct checker *checker, const struct known_qemu *known) {
    return (struct offer){checker->arena, checker->diags, known, STR("QEMU")};
}

/* "2.12, 5.2": those of KNOWN that have not what ONE of them has; empty: all or none have it. */
static str missing_in(const struct checker *checker, const struct known_qemu *known, str type,
                      str property) {
    struct buf buf = buf_make(checker->arena);
    size_t missing = 0;
    for (size_t i = 0; i < known->count; i++) {
        const struct known_qemu one = {{known->items[i]}, 1, true};
        if (known_has_type(&one, type) && known_has_property(&one, type, property))
            continue;
        str version = known_version(checker->arena, known->items[i]);
        buf_format(&buf, "%s%.*s", missing++ ? ", " : "", STR_ARG(version));
    }
    return missing < known->count ? buf_view(&buf) : (str){0};
}

/* An author is told of versions that refuse what the profile sets there. */
static void check_versions(struct checker *checker, str type, const struct text *key,
                           const struct alternative *alternative) {
    const struct known_qemu known = versions_of(checker->profile, &alternative->when);
    const struct offer offer = offer_of(checker, &known);
    str missing = missing_in(checker, &known, type, key->s);
    if (missing.len > 0)
        diag(checker->diags, MP_VERSION_GAP, alternative->value.at,
             "QEMU %.*s refuses '%.*s' of %.*s, and the profile is for it too: "
             "write {value: ..., when: {qemu: ...}}",
             STR_ARG(missing), STR_ARG(key->s), STR_ARG(type));
    else
        offer_property(&offer, type, key, alternative->value.at);
}

static bool has_conditions(const struct when *when) {
    return when->host.at.source || when->accel.at.source || when->emulator.at.source ||
           when->arch.at.source || when->qemu.at.source || when->guest_kernel.at.source ||
           when->cpus.at.source;
}

static void check_assignment(struct checker *checker, str type, bool option,
                             const struct assignment *assignment) {
    static const struct known_qemu any = {.count = 0};
    bool always = false;
    if (!name_is_qemu(assignment->key.s))
        diag(checker->diags, MP_BAD_NAME, assignment->key.at, "'%.*s' cannot name a property",
             STR_ARG(str_shorten(checker->arena, assignment->key.s)));
    for (size_t i = 0; i < assignment->values.count; i++) {
        const struct alternative *alternative = &assignment->values.items[i];
        struct knob knob =
            knob_of(&any, option ? (str){0} : type, assignment->key.s, alternative->value.s);
        str value;
        if (always)
            diag(checker->diags, MP_NO_EFFECT, alternative->at,
                 "this is never taken: a value before it has no conditions");
        always |= !has_conditions(&alternative->when);
        check_line(checker, &alternative->value);
        knob_value(checker->arena, &knob, &assignment->key, &alternative->value, &checker->scope,
                   checker->diags, &value);
        if (checker->versions && !option && name_is_qemu(assignment->key.s) &&
            !is_android_only(checker->profile))
            check_versions(checker, type, &assignment->key, alternative);
    }
}

static void check_assignments(struct checker *checker, str type, bool option,
                              const struct assignments *list) {
    for (size_t i = 0; i < list->count; i++)
        check_assignment(checker, type, option, &list->items[i]);
}

/* Where a type belongs that stands under the wrong key. */
static bool is_misplaced(struct checker *checker, const struct text *type, uint32_t flags) {
    const struct catalogue *catalogue;
    const struct catalogue_type *found = known_type(&catalogue, type->s);
    bool object = flags & CATALOGUE_OBJECT;
    if (!found || found->flags & (flags | CATALOGUE_ABSTRACT))
        return false;
    diag(checker->diags, MP_MISPLACED_KEY, type->at,
         object ? "'%.*s' is a device: it goes under 'qemu.devices' or 'qemu.globals'"
                : "'%.*s' is an object, which -global does not reach: it goes under 'qemu.objects'",
         STR_ARG(type->s));
    return true;
}

/* QEMU only warns of a -global for an alias or an object, and ignores it; for -device one name of a
 * type is enough. */
static void check_type(struct checker *checker, const struct text *type, uint32_t flags) {
    const struct known_qemu known =
        known_in_range(&checker->profile->when.qemu.range, &checker->profile->when.qemu.range);
    const struct offer offer = offer_of(checker, &known);
    str name = known_alias(type->s);
    if (name.len > 0)
        diag(checker->diags, MP_BAD_NAME, type->at,
             "'%.*s' is an alias, which QEMU ignores in -global: write '%.*s'", STR_ARG(type->s),
             STR_ARG(name));
    else if (!name_is_qemu(type->s))
        diag(checker->diags, MP_BAD_NAME, type->at, "'%.*s' cannot name a %s type",
             STR_ARG(str_shorten(checker->arena, type->s)),
             flags & CATALOGUE_OBJECT ? "object" : "device");
    else if (!is_misplaced(checker, type, flags) && checker->versions &&
             !is_android_only(checker->profile))
        offer_type(&offer, type, flags);
}

void check_globals(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->globals.count; i++) {
        const struct global *global = &profile->globals.items[i];
        check_type(checker, &global->driver, CATALOGUE_DEVICE);
        check_assignments(checker, global->driver.s, false, &global->properties);
    }
}

static void check_object_id(struct checker *checker, const struct objects *objects, size_t i,
                            const char *what) {
    const struct object *object = &objects->items[i];
    if (!name_is_qemu_id(object->id.s))
        diag(checker->diags, MP_BAD_NAME, object->id.at,
             "'%.*s' cannot be an id: a letter, then letters, digits, '-', '.' and '_'",
             STR_ARG(str_shorten(checker->arena, object->id.s)));
    for (size_t j = 0; j < i; j++)
        if (str_equal(objects->items[j].id.s, object->id.s)) {
            diag(checker->diags, MP_CONFLICT, object->id.at, "a second %s with the id '%.*s'", what,
                 STR_ARG(object->id.s));
            diag_note(checker->diags, objects->items[j].id.at, "the first one is here");
        }
}

static void check_list(struct checker *checker, const struct objects *objects, uint32_t flags,
                       const char *what) {
    for (size_t i = 0; i < objects->count; i++) {
        const struct object *object = &objects->items[i];
        check_object_id(checker, objects, i, what);
        if (flags)
            check_type(checker, &object->type, flags);
        check_assignments(checker, object->type.s, flags == 0, &object->properties);
    }
}

void check_objects(struct checker *checker, const struct profile *profile) {
    check_list(checker, &profile->objects, CATALOGUE_OBJECT, "object");
    check_list(checker, &profile->devices, CATALOGUE_DEVICE, "device");
    check_list(checker, &profile->fsdevs, 0, "file system");
}

/* Words that make the Android emulator drop all its own options, wherever they stand behind -qemu
 * (main-common.c, _findQemuInformationalOption), and the one that the manager writes itself. */
static const char *const forbidden[] = {"-qemu",     "-h",          "-help", "--help", "-version",
                                        "--version", "-audio-help", "?",     "help"};

static bool is_forbidden(str word) {
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (str_equal(word, str_from(forbidden[i])))
            return true;
    return false;
}

/* What has a key of its own would escape the checks, the verdicts and the conflicts here. */
static const struct {
    const char *option, *instead;
} keyed[] = {
    {"-global", "it goes under 'qemu.globals'"},
    {"-object", "it goes under 'qemu.objects'"},
    {"-device", "it goes under 'qemu.devices'"},
    {"-fsdev", "it goes under 'qemu.fsdevs'"},
    {"-set", "which form it needs depends on how the manager makes the device: use 'qemu.globals'"},
    {"-acpitable", "tables are made from 'acpi.cst'"},
    {"-smp", "the instance says how many CPUs it has"},
    {"-machine", "the instance says which machine it is"},
    {"-M", "the instance says which machine it is"},
    {"-accel", "the target says which accelerator it has"},
};

static bool is_keyed(struct checker *checker, const struct text *word, str option) {
    if (str_starts(option, STR("--"))) /* the same to QEMU */
        option = str_from_at(option, 1);
    for (size_t i = 0; i < sizeof keyed / sizeof *keyed; i++)
        if (str_equal(option, str_from(keyed[i].option))) {
            diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at, "'%s' cannot stand here: %s",
                 keyed[i].option, keyed[i].instead);
            return true;
        }
    return false;
}

/* Whether WORD, the argument number I, may stand in a fragment at all. */
static bool is_allowed(struct checker *checker, const struct text *word, str expanded, size_t i) {
    if (is_keyed(checker, word, expanded))
        return false;
    if (is_forbidden(expanded))
        diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
             "a fragment never holds '%.*s': the emulator would not start with it",
             STR_ARG(expanded));
    else if (expanded.len == 0)
        diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
             "an empty argument, which vanishes on Windows");
    else if (i == 0 && expanded.at[0] != '-')
        diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
             "the first argument must be an option: '-%.*s'?", STR_ARG(expanded));
    else
        return true;
    return false;
}

void check_arguments(struct checker *checker, const struct profile *profile) {
    const struct known_qemu known =
        known_in_range(&profile->when.qemu.range, &profile->when.qemu.range);
    const struct offer offer = offer_of(checker, &known);
    for (size_t i = 0; i < profile->arguments.count; i++) {
        const struct text *word = &profile->arguments.items[i];
        str expanded;
        check_line(checker, word);
        if (expr_expand(checker->arena, word, &checker->scope, checker->diags, &expanded) &&
            is_allowed(checker, word, expanded, i) && checker->versions)
            offer_word(&offer, &profile->arguments, i);
    }
}
