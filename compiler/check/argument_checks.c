/* SPDX-License-Identifier: Apache-2.0 */
#include "argument_checks.h"

#include "knobs.h"
#include "names.h"

void check_line(struct checker *checker, const struct text *text) {
    for (size_t i = 0; i < text->s.len; i++)
        if ((unsigned char)text->s.at[i] < 0x20 || text->s.at[i] == 0x7F) {
            diag(checker->diags, MP_BAD_TEXT, text->at,
                 "a line end or control character: every output is made of lines");
            return;
        }
}

static void check_property(struct checker *checker, str type, const struct property *property) {
    str value;
    if (!name_is_qemu(property->key.s))
        diag(checker->diags, MP_BAD_NAME, property->key.at, "'%.*s' cannot name a property",
             STR_ARG(str_shorten(checker->arena, property->key.s)));
    check_line(checker, &property->value);
    knob_value(checker->arena, type, property, &checker->scope, checker->diags, &value);
}

/* QEMU only warns of a global for an alias or an object, and ignores it. */
static void check_driver(struct checker *checker, const struct global *global) {
    str driver = global->driver.s;
    const char *name = knob_alias(driver);
    const struct knob *knob =
        global->properties.count > 0 ? knob_find(driver, global->properties.items[0].key.s) : NULL;
    if (name)
        diag(checker->diags, MP_BAD_NAME, global->driver.at,
             "'%.*s' is an alias, which QEMU ignores in -global: write '%s'", STR_ARG(driver),
             name);
    else if (knob && knob->object)
        diag(checker->diags, MP_MISPLACED_KEY, global->driver.at,
             "'%.*s' is an object, which -global does not reach: it goes under 'qemu.objects'",
             STR_ARG(driver));
    else if (!name_is_qemu(driver))
        diag(checker->diags, MP_BAD_NAME, global->driver.at, "'%.*s' cannot name a device type",
             STR_ARG(str_shorten(checker->arena, driver)));
}

void check_globals(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->globals.count; i++) {
        const struct global *global = &profile->globals.items[i];
        check_driver(checker, global);
        for (size_t j = 0; j < global->properties.count; j++)
            check_property(checker, global->driver.s, &global->properties.items[j]);
    }
}

static void check_object_id(struct checker *checker, const struct profile *profile, size_t i) {
    const struct object *object = &profile->objects.items[i];
    if (!name_is_qemu_id(object->id.s))
        diag(checker->diags, MP_BAD_NAME, object->id.at,
             "'%.*s' cannot be an id: a letter, then letters, digits, '-', '.' and '_'",
             STR_ARG(str_shorten(checker->arena, object->id.s)));
    for (size_t j = 0; j < i; j++)
        if (str_equal(profile->objects.items[j].id.s, object->id.s)) {
            diag(checker->diags, MP_CONFLICT, object->id.at, "a second object with the id '%.*s'",
                 STR_ARG(object->id.s));
            diag_note(checker->diags, profile->objects.items[j].id.at, "the first one is here");
        }
}

void check_objects(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->objects.count; i++) {
        const struct object *object = &profile->objects.items[i];
        check_object_id(checker, profile, i);
        if (!name_is_qemu(object->type.s))
            diag(checker->diags, MP_BAD_NAME, object->type.at, "'%.*s' cannot name an object type",
                 STR_ARG(str_shorten(checker->arena, object->type.s)));
        for (size_t j = 0; j < object->properties.count; j++)
            check_property(checker, object->type.s, &object->properties.items[j]);
    }
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
    {"-acpitable", "tables are made from 'acpi.cst'"},
    {"-smp", "the instance says how many CPUs it has"},
    {"-machine", "the instance says which machine it is"},
    {"-M", "the instance says which machine it is"},
    {"-accel", "the target says which accelerator it has"},
};

static void check_keyed(struct checker *checker, const struct text *word, str option) {
    for (size_t i = 0; i < sizeof keyed / sizeof *keyed; i++)
        if (str_equal(option, str_from(keyed[i].option)))
            diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at, "'%s' cannot stand here: %s",
                 keyed[i].option, keyed[i].instead);
}

void check_arguments(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->arguments.count; i++) {
        const struct text *word = &profile->arguments.items[i];
        str expanded;
        check_line(checker, word);
        if (!expr_expand(checker->arena, word, &checker->scope, checker->diags, &expanded))
            continue;
        check_keyed(checker, word, expanded);
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
    }
}
