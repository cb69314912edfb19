/* SPDX-License-Identifier: Apache-2.0 */
/* What a profile sets by -global, -object, -device and -fsdev, against what QEMU has. */
#include "argument_checks.h"
#include "buf.h"
#include "knob.h"
#include "names.h"

/* The catalogues of the versions that the profile is for, or one of its values. */
static struct known_qemu versions_of(const struct profile *profile, const struct when *when) {
    return known_in_range(&profile->when.qemu.range, &when->qemu.range);
}

/* A profile for the Android emulator alone may set devices that only that one has. */
static bool is_android_only(const struct profile *profile) {
    return profile->when.emulator.bits == 1u << EMULATOR_ANDROID;
}

/* "2.12, 5.2": those of KNOWN that have TYPE without PROPERTY (or, where it is empty, have it not),
 * while another one has it; empty: all or none have it. */
static str missing_in(const struct checker *checker, const struct known_qemu *known, str type,
                      str property) {
    struct buf buf = buf_make(checker->arena);
    size_t missing = 0, asked = 0;
    for (size_t i = 0; i < known->count; i++) {
        const struct known_qemu one = {{known->items[i]}, 1, true};
        bool has = known_has_type(&one, type);
        asked += has || property.len == 0;
        if (property.len == 0 ? has : !has || known_has_property(&one, type, property))
            continue;
        str version = known_version(checker->arena, known->items[i]);
        buf_format(&buf, "%s%.*s", missing++ ? ", " : "", STR_ARG(version));
    }
    if (missing == asked)
        return (str){0};
    return buf_view(&buf);
}

/* An author is told of versions that refuse what the profile sets there. */
static void check_versions(struct checker *checker, str type, const struct text *key,
                           const struct alternative *alternative) {
    const struct known_qemu known = versions_of(checker->profile, &alternative->when);
    const struct offer offer = checker_offer(checker, &known);
    str missing = missing_in(checker, &known, type, key->s);
    if (missing.len > 0)
        diag(checker->diags, MP_VERSION_GAP, alternative->value.at,
             "not in QEMU %.*s: '%.*s' of %.*s, and the profile is for that too: "
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

static void check_alternative(struct checker *checker, str type, const struct text *key,
                              const struct alternative *alternative) {
    static const struct known_qemu any = {.count = 0};
    struct knob knob = knob_of(&any, type, key->s, alternative->value.s);
    str value;
    check_line(checker, &alternative->value);
    knob_value(checker->arena, &knob, key, &alternative->value, &checker->scope, checker->diags,
               &value);
    if (checker->versions && type.len > 0 && name_is_qemu(key->s) &&
        !is_android_only(checker->profile))
        check_versions(checker, type, key, alternative);
}

static void check_assignment(struct checker *checker, str type,
                             const struct assignment *assignment) {
    bool always = false;
    if (!name_is_qemu(assignment->key.s))
        diag(checker->diags, MP_BAD_NAME, assignment->key.at, "'%.*s' cannot name a property",
             STR_ARG(str_shorten(checker->arena, assignment->key.s)));
    for (size_t i = 0; i < assignment->values.count; i++) {
        const struct alternative *alternative = &assignment->values.items[i];
        if (always)
            diag(checker->diags, MP_NO_EFFECT, alternative->at,
                 "this is never taken: a value before it has no conditions");
        always |= !has_conditions(&alternative->when);
        check_alternative(checker, type, &assignment->key, alternative);
    }
}

/* TYPE is empty where no catalogue tells of the properties, as of -fsdev. */
static void check_assignments(struct checker *checker, str type, const struct assignments *list) {
    for (size_t i = 0; i < list->count; i++)
        check_assignment(checker, type, &list->items[i]);
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

static void check_type_versions(struct checker *checker, const struct text *type,
                                const struct known_qemu *known) {
    str missing = missing_in(checker, known, type->s, (str){0});
    if (missing.len > 0)
        diag(checker->diags, MP_VERSION_GAP, type->at,
             "not in QEMU %.*s: '%.*s', and the profile is for that too: add to when: qemu",
             STR_ARG(missing), STR_ARG(type->s));
}

/* QEMU only warns of a -global for an alias or an object, and ignores it; for -device one name of a
 * type is enough. */
static void check_type(struct checker *checker, const struct text *type, uint32_t flags) {
    const struct known_qemu known =
        known_in_range(&checker->profile->when.qemu.range, &checker->profile->when.qemu.range);
    const struct offer offer = checker_offer(checker, &known);
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
             !is_android_only(checker->profile) && offer_type(&offer, type, flags))
        check_type_versions(checker, type, &known);
}

void check_globals(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->globals.count; i++) {
        const struct global *global = &profile->globals.items[i];
        check_type(checker, &global->driver, CATALOGUE_DEVICE);
        check_assignments(checker, global->driver.s, &global->properties);
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
        else if (!name_is_qemu(object->type.s))
            diag(checker->diags, MP_BAD_NAME, object->type.at, "'%.*s' cannot name a driver",
                 STR_ARG(str_shorten(checker->arena, object->type.s)));
        str known = object->type.s;
        known.len = flags ? known.len : 0;
        check_assignments(checker, known, &object->properties);
    }
}

void check_objects(struct checker *checker, const struct profile *profile) {
    check_list(checker, &profile->objects, CATALOGUE_OBJECT, "object");
    check_list(checker, &profile->devices, CATALOGUE_DEVICE, "device");
    check_list(checker, &profile->fsdevs, 0, "file system");
}
