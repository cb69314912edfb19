/* SPDX-License-Identifier: Apache-2.0 */
#include "pointer.h"

#include "avd_home.h"
#include "buf.h"
#include "ini.h"
#include "lookup.h"
#include "path.h"

static const char *const keys_used[] = {"path", "path.rel", NULL};
static const struct span nowhere = {0};

/* The shortest way for people to DIRECTORY, which a pointer in HOME names: beside the pointer, or
 * without "..", where links do not make that another directory. */
static str shown_directory(const struct reading *reading, str home, str directory) {
    struct arena *arena = reading->arena;
    str beside = path_normal(arena, path_join(arena, home, path_name(directory)));
    if (lookup_same(reading, beside, directory))
        return beside;
    str normal = path_normal(arena, directory);
    return lookup_same(reading, normal, directory) ? normal : directory;
}

/* Studio writes '\' into path.rel on Windows; AVD names cannot hold one. */
static str relative_path(const struct reading *reading, const struct ini_entry *entry) {
    struct buf out = buf_make(reading->arena);
    str value = ini_value(reading, entry);
    for (size_t i = 0; i < value.len; i++)
        buf_char(&out, value.at[i] == '\\' ? '/' : value.at[i]);
    return buf_view(&out);
}

/* emu/avd util.c, path_getAvdContentPath: path.rel counts from the directory above the AVD home,
 * and is taken only where a config.ini lies at its end. The ".." is left to the system: HOME may be
 * a link. */
static bool follow_relative(const struct reading *reading, str home, const struct ini_entry *entry,
                            str *directory) {
    if (!entry)
        return false;
    str above = path_join(reading->arena, home, STR(".."));
    str relative = relative_path(reading, entry);
    *directory = str_format(reading->arena, "%.*s/%.*s", STR_ARG(above), STR_ARG(relative));
    return lookup_is_directory(reading, *directory) &&
           lookup_kind(reading, path_join(reading->arena, *directory, STR(AVD_CONFIG_NAME))) !=
               OS_KIND_NONE;
}

/* The emulator counts a relative path= from where it is started, which nobody knows here. Where we
 * are started is no better guess, and another one each time: the pointer's directory stays. */
static str follow_path(const struct reading *reading, str home, const struct ini_entry *entry) {
    str path = avd_home_slashes(reading->arena, ini_value(reading, entry));
    return path.len == 0 || str_equal(home, STR(".")) ? path
                                                      : path_join(reading->arena, home, path);
}

/* What else is known about a pointer that leads nowhere: farms are copied from machine to machine,
 * and their directories lie beside the pointers then. */
static void note_others(const struct reading *reading, str home, const struct ini *ini,
                        const struct ini_entry *by, str directory) {
    struct arena *arena = reading->arena;
    const struct ini_entry *relative = ini_get(ini, "path.rel");
    str beside = path_join(arena, home, path_name(path_normal(arena, directory))), other;
    if (relative && relative != by) {
        follow_relative(reading, home, relative, &other);
        diag_note(reading->diags, relative->value_at, "path.rel= came to '%.*s': no AVD is there",
                  STR_ARG(ini_show(arena, path_normal(arena, other))));
    }
    if (directory.len > 0 && lookup_holds(reading, beside, AVD_CONFIG_NAME))
        diag_note(reading->diags, nowhere, "'%.*s' lies beside the pointer",
                  STR_ARG(ini_show(arena, path_normal(arena, beside))));
}

/* DIRECTORY, as ENTRY has it, is none. */
static void report_gone(const struct reading *reading, str directory,
                        const struct ini_entry *entry) {
    struct diags *diags = reading->diags;
    str shown = ini_show(reading->arena, directory), real;
    enum os_status status = lookup_real(reading, directory, &real);
    if (entry->value.len == 0) {
        diag(diags, MP_AVD_CONFIG, entry->value_at, "%.*s= names no directory",
             STR_ARG(entry->key));
    } else if (status == OS_OK) {
        diag(diags, MP_AVD_CONFIG, entry->value_at, "'%.*s' is not a directory", STR_ARG(shown));
    } else if (lookup_is_nothing(status)) {
        diag(diags, MP_AVD_CONFIG, entry->value_at, "directory '%.*s' does not exist",
             STR_ARG(shown));
    } else {
        lookup_report(reading, directory, status);
        diag_note(diags, entry->value_at, "the directory is named here");
    }
}

void pointer_report_config(const struct reading *reading, str directory) {
    str config = path_join(reading->arena, directory, STR(AVD_CONFIG_NAME)), real;
    enum os_status status = lookup_real(reading, config, &real);
    if (status == OS_OK || lookup_is_nothing(status))
        diag(reading->diags, MP_AVD_CONFIG, lookup_place(reading, config),
             "does not exist: the directory is no complete AVD");
    else
        lookup_report(reading, config, status);
}

/* The directory of a pointer that has at least one of its two keys; *BY is the key that gave it. */
static str follow_keys(const struct reading *reading, str home, const struct ini *ini,
                       const struct ini_entry **by) {
    const struct ini_entry *relative = ini_get(ini, "path.rel"), *path = ini_get(ini, "path");
    str directory = {0};
    *by = relative;
    if (follow_relative(reading, home, relative, &directory) || !path)
        return directory;
    *by = path;
    return follow_path(reading, home, path);
}

static bool check_directory(const struct reading *reading, str home, const struct ini *ini,
                            const struct ini_entry *by, struct candidate *candidate) {
    str directory = candidate->directory;
    if (!lookup_is_directory(reading, directory)) {
        report_gone(reading, directory, by);
        note_others(reading, home, ini, by, directory);
        return false;
    }
    candidate->shown = shown_directory(reading, home, directory);
    if (lookup_holds(reading, directory, AVD_CONFIG_NAME))
        return true;
    pointer_report_config(reading, candidate->shown);
    diag_note(reading->diags, by->value_at, "the directory is named here");
    return false;
}

/* An ini file without the keys of a pointer: still one that lost them, if it looks like one? */
static bool was_pointer(const struct reading *reading, str file, const struct ini *ini) {
    str directory =
        str_format(reading->arena, "%.*s" AVD_SUFFIX, STR_ARG(lookup_stem(file, POINTER_SUFFIX)));
    return ini_get(ini, "target") || ini_get(ini, "avd.ini.encoding") ||
           lookup_is_directory(reading, directory);
}

enum pointer_state pointer_follow(const struct reading *reading, str file, bool expected,
                                  struct candidate *out) {
    str home = path_parent(file), shown = path_normal(reading->arena, file);
    struct ini ini;
    *out = (struct candidate){0};
    if (!ini_read(reading, file, shown, &ini))
        return POINTER_BAD;
    bool pointer = ini_get(&ini, "path") || ini_get(&ini, "path.rel");
    if (!pointer && !expected && !was_pointer(reading, file, &ini))
        return POINTER_NONE;
    ini_report(reading, &ini, keys_used);
    if (!pointer) {
        diag(reading->diags, MP_AVD_CONFIG, span_file(ini.source),
             "names no AVD directory: neither path= nor path.rel= is in it");
        return POINTER_BAD;
    }
    const struct ini_entry *by;
    str directory = follow_keys(reading, home, &ini, &by);
    *out = (struct candidate){.kind = INSTANCE_AVD,
                              .name = lookup_stem(path_name(file), POINTER_SUFFIX),
                              .directory = directory,
                              .pointer = file,
                              .at = by->value_at};
    return check_directory(reading, home, &ini, by, out) ? POINTER_GOOD : POINTER_BAD;
}

bool pointer_is_entry(const struct os_entry *entry) {
    return entry->kind == OS_KIND_FILE && str_ends(entry->name, STR(POINTER_SUFFIX));
}

bool pointer_leads(const struct reading *reading, str file, str *directory) {
    struct lookup_quiet quiet;
    struct candidate candidate;
    lookup_hush(&quiet, reading);
    if (lookup_kind(reading, file) != OS_KIND_FILE ||
        pointer_follow(&quiet.reading, file, false, &candidate) != POINTER_GOOD)
        return false;
    *directory = candidate.shown;
    return true;
}

static bool names_directory(const struct reading *reading, str file, str directory) {
    struct candidate candidate;
    return pointer_follow(reading, file, false, &candidate) == POINTER_GOOD &&
           lookup_same(reading, candidate.directory, directory);
}

/* It mostly has the same name as the directory; after a renaming in Android Studio it has not. */
str pointer_find(const struct reading *reading, str home, str directory, str stem) {
    struct lookup_quiet quiet;
    struct os_listing listing;
    lookup_hush(&quiet, reading);
    str usual = path_join(reading->arena, home,
                          str_format(reading->arena, "%.*s" POINTER_SUFFIX, STR_ARG(stem)));
    if (lookup_kind(reading, usual) == OS_KIND_FILE &&
        names_directory(&quiet.reading, usual, directory))
        return usual;
    if (lookup_list(reading, home, &listing) != OS_OK)
        return (str){0};
    for (size_t i = 0; i < listing.count; i++) {
        str file = path_join(reading->arena, home, listing.entries[i].name);
        if (pointer_is_entry(&listing.entries[i]) &&
            names_directory(&quiet.reading, file, directory))
            return file;
    }
    return (str){0};
}

size_t pointer_names(const struct reading *reading, str home, str **names) {
    struct os_listing listing;
    struct lookup_quiet quiet;
    struct candidate candidate;
    size_t count = 0;
    lookup_hush(&quiet, reading);
    if (lookup_list(reading, home, &listing) != OS_OK)
        return 0;
    *names = ARENA_ARRAY(reading->arena, listing.count, str);
    for (size_t i = 0; i < listing.count; i++) {
        str file = path_join(reading->arena, home, listing.entries[i].name);
        if (pointer_is_entry(&listing.entries[i]) &&
            pointer_follow(&quiet.reading, file, false, &candidate) != POINTER_NONE)
            (*names)[count++] = lookup_stem(listing.entries[i].name, POINTER_SUFFIX);
    }
    return count;
}
