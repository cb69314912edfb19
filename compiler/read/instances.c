/* SPDX-License-Identifier: Apache-2.0 */
#include "instances.h"

#include "avd_home.h"
#include "buf.h"
#include "growing.h"
#include "ini.h"
#include "lookup.h"
#include "path.h"
#include "pointer.h"
#include "utf8.h"

#include <stdlib.h>

static const struct span nowhere = {0};

/* A candidate with what tells whether two are one. */
struct found {
    struct candidate candidate;
    struct os_identity identity; /* of its directory */
    bool dropped;
};

struct names {
    str *items; /* by their bytes, once all are in */
    size_t count;
};

struct identities {
    struct os_identity *items; /* in order, once all are in */
    size_t count;
};

/* One search. */
struct finder {
    const struct reading *reading;
    struct found *items;
    size_t count, room;
    struct identities taken; /* the directories that pointers lead to */
    struct names broken;     /* the last parts of what pointers name in vain */
};

const char *instance_name_fault(str name) {
    for (size_t at = 0; at < name.len;) {
        struct utf8_char c = utf8_next(name, at);
        if (!c.valid)
            return "is not valid UTF-8";
        if (c.point < 0x20 || c.point == 0x7F)
            return "holds a control character";
        if (c.point == '"' || c.point == '\'')
            return "holds a quote";
        if (c.point == '/' || c.point == '\\')
            return "holds a slash";
        at += c.size;
    }
    return name.len == 0 ? "is empty" : NULL;
}

static void add_found(struct finder *finder, struct candidate candidate) {
    const struct reading *reading = finder->reading;
    const char *fault = instance_name_fault(candidate.name);
    struct found found = {.candidate = candidate};
    if (fault) {
        diag(reading->diags, MP_INSTANCE_NAME, candidate.at, "the name '%.*s' %s",
             STR_ARG(ini_show(reading->arena, candidate.name)), fault);
        return;
    }
    enum os_status status = lookup_identity(reading, candidate.directory, &found.identity);
    if (status != OS_OK) {
        lookup_report(reading, candidate.shown, status);
        return;
    }
    finder->items =
        grown(reading->arena, finder->items, finder->count, &finder->room, sizeof *finder->items);
    finder->items[finder->count++] = found;
}

/* ---- directories ---- */

static struct candidate directory_candidate(const struct reading *reading, enum instance_kind kind,
                                            str directory, str name) {
    str shown = path_normal(reading->arena, directory);
    return (struct candidate){
        kind,      kind == INSTANCE_AVD ? lookup_stem(name, AVD_SUFFIX) : name,
        directory, lookup_same(reading, shown, directory) ? shown : directory,
        {0},       lookup_place(reading, shown)};
}

/* ---- a directory of instances ---- */

static int by_bytes(const void *a, const void *b) {
    return str_compare(*(const str *)a, *(const str *)b);
}

static void names_sort(struct names *names) {
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, by_bytes);
}

static bool names_hold(const struct names *names, str name) {
    return names->count > 0 &&
           bsearch(&name, names->items, names->count, sizeof *names->items, by_bytes);
}

static int by_identity(const void *a, const void *b) {
    return os_identity_compare(a, b);
}

/* Ready for is_claimed: all pointers have been followed. */
static void sort_claims(struct finder *finder) {
    struct identities *taken = &finder->taken;
    taken->items = ARENA_ARRAY(finder->reading->arena, finder->count, struct os_identity);
    for (size_t i = 0; i < finder->count; i++)
        taken->items[taken->count++] = finder->items[i].identity;
    if (taken->count > 0)
        qsort(taken->items, taken->count, sizeof *taken->items, by_identity);
    names_sort(&finder->broken);
}

/* By a pointer that leads to it, or by one that leads nowhere but has its name at the end: what the
 * pointer is told to lack would be built under another name else. */
static bool is_claimed(const struct finder *finder, str directory, str name) {
    const struct identities *taken = &finder->taken;
    struct os_identity identity;
    if (names_hold(&finder->broken, name))
        return true;
    return lookup_identity(finder->reading, directory, &identity) == OS_OK && taken->count > 0 &&
           bsearch(&identity, taken->items, taken->count, sizeof *taken->items, by_identity);
}

static str pointer_beside(const struct reading *reading, str home, str name) {
    return path_join(reading->arena, home,
                     str_format(reading->arena, "%.*s" POINTER_SUFFIX, STR_ARG(name)));
}

/* No pointer leads to CANDIDATE, which would have the name of the pointer at POINTER. */
static void report_orphan(const struct reading *reading, const struct candidate *candidate,
                          str pointer) {
    str shown = ini_show(reading->arena, path_normal(reading->arena, pointer)), other;
    if (pointer_leads(reading, pointer, &other)) {
        diag(reading->diags, MP_AVD_ORPHAN, candidate->at,
             "'%.*s' leads to another directory: the emulator does not use this one",
             STR_ARG(shown));
        diag_note(reading->diags, nowhere, "it leads to '%.*s'",
                  STR_ARG(ini_show(reading->arena, other)));
        return;
    }
    diag(reading->diags, MP_AVD_ORPHAN, candidate->at,
         "no pointer file names this AVD: the emulator does not find it");
    diag_note(reading->diags, nowhere, "'%.*s' with path=... would", STR_ARG(shown));
}

/* NAME.avd that no pointer led to. Where a NAME.ini is there but leads elsewhere, or is broken, the
 * name is taken, and building for both would leave two instances of one name. */
static void scan_orphan(struct finder *finder, str home, str directory, str name) {
    const struct reading *reading = finder->reading;
    struct candidate candidate = directory_candidate(reading, INSTANCE_AVD, directory, name);
    str pointer = pointer_beside(reading, home, candidate.name), other;
    bool is_taken = lookup_kind(reading, pointer) == OS_KIND_FILE;
    if (is_taken && !pointer_leads(reading, pointer, &other))
        return; /* told when the pointer was followed */
    if (lookup_holds(reading, directory, AVD_CONFIG_NAME)) {
        report_orphan(reading, &candidate, pointer);
        if (!is_taken)
            add_found(finder, candidate);
    } else if (!is_taken) {
        pointer_report_config(reading, candidate.shown);
    }
}

/* Of directories that may not be looked into only NAME.avd is told: a lost+found is no instance. */
static void scan_directory(struct finder *finder, str home, str name) {
    const struct reading *reading = finder->reading;
    str directory = path_join(reading->arena, home, name);
    if (lookup_holds(reading, directory, MACHINE_CONFIG_NAME))
        add_found(finder, directory_candidate(reading, INSTANCE_MACHINE, directory, name));
    else if (str_ends(name, STR(AVD_SUFFIX)) && !is_claimed(finder, directory, name))
        scan_orphan(finder, home, directory, name);
}

static void scan_pointer(struct finder *finder, str home, str name) {
    struct arena *arena = finder->reading->arena;
    struct candidate candidate;
    str file = path_join(arena, home, name);
    enum pointer_state state = pointer_follow(finder->reading, file, false, &candidate);
    if (state == POINTER_GOOD)
        add_found(finder, candidate);
    else if (state == POINTER_BAD)
        finder->broken.items[finder->broken.count++] =
            path_name(path_normal(arena, candidate.directory));
}

/* A link that leads nowhere, where an AVD should be. One that a pointer names was told with it. */
static void scan_dangling(struct finder *finder, str home, str name) {
    const struct reading *reading = finder->reading;
    str path = path_join(reading->arena, home, name), real;
    str pointer = pointer_beside(reading, home, lookup_stem(name, AVD_SUFFIX));
    bool avd = str_ends(name, STR(AVD_SUFFIX)) && !names_hold(&finder->broken, name) &&
               lookup_absent(reading, pointer);
    if (!avd && !str_ends(name, STR(POINTER_SUFFIX)))
        return;
    enum os_status status = lookup_real(reading, path, &real);
    if (status != OS_OK)
        lookup_report(reading, path, status);
}

/* Pointers first: they say which of the directories are theirs. */
static void scan(struct finder *finder, str home) {
    struct os_listing listing;
    enum os_status status = lookup_list(finder->reading, home, &listing);
    if (status != OS_OK) {
        lookup_report(finder->reading, home, status);
        return;
    }
    finder->broken.items = ARENA_ARRAY(finder->reading->arena, listing.count, str);
    for (size_t i = 0; i < listing.count; i++)
        if (pointer_is_entry(&listing.entries[i]))
            scan_pointer(finder, home, listing.entries[i].name);
    sort_claims(finder);
    for (size_t i = 0; i < listing.count; i++)
        if (listing.entries[i].kind == OS_KIND_DIRECTORY)
            scan_directory(finder, home, listing.entries[i].name);
        else if (listing.entries[i].kind == OS_KIND_NONE)
            scan_dangling(finder, home, listing.entries[i].name);
}

/* ---- order, and each directory once ---- */

static int compare_names(const struct found *a, const struct found *b) {
    int order = str_compare(a->candidate.name, b->candidate.name);
    return order ? order : str_compare(a->candidate.shown, b->candidate.shown);
}

static int by_name(const void *a, const void *b) {
    return compare_names(a, b);
}

static int by_directory(const void *a, const void *b) {
    const struct found *x = a, *y = b;
    int order = os_identity_compare(&x->identity, &y->identity);
    return order ? order : compare_names(x, y);
}

/* Two instances in one directory would overwrite each other's files. */
static void drop_doubles(struct finder *finder) {
    struct diags *diags = finder->reading->diags;
    const struct found *first = finder->items;
    for (size_t i = 1; i < finder->count; i++) {
        struct found *next = &finder->items[i];
        if (os_identity_compare(&first->identity, &next->identity) != 0) {
            first = next;
            continue;
        }
        next->dropped = true;
        diag(diags, MP_SAME_DIRECTORY, next->candidate.at,
             "'%.*s' has the directory of '%.*s': it is left out", STR_ARG(next->candidate.name),
             STR_ARG(first->candidate.name));
        diag_note(diags, first->candidate.at, "'%.*s' is named here",
                  STR_ARG(first->candidate.name));
    }
}

static void finish(struct finder *finder, struct candidates *out) {
    if (finder->count == 0)
        return;
    qsort(finder->items, finder->count, sizeof *finder->items, by_directory);
    drop_doubles(finder);
    qsort(finder->items, finder->count, sizeof *finder->items, by_name);
    struct candidate *items = ARENA_ARRAY(finder->reading->arena, finder->count, struct candidate);
    for (size_t i = 0; i < finder->count; i++)
        if (!finder->items[i].dropped)
            items[out->count++] = finder->items[i].candidate;
    out->items = items;
}

/* ---- what PATH may be ---- */

static void find_all(struct finder *finder, str home, struct candidates *out) {
    const struct diags *diags = finder->reading->diags;
    size_t errors = diags->errors;
    out->root = home;
    scan(finder, home);
    /* Where something was there but broken, that is what to say. */
    if (finder->count > 0 || diags->errors > errors)
        return;
    diag(finder->reading->diags, MP_NO_INSTANCES, lookup_place(finder->reading, home),
         "no instance is in this directory");
    diag_note(finder->reading->diags, nowhere,
              "looked for AVDs (NAME.ini, NAME.avd/config.ini) and for */" MACHINE_CONFIG_NAME);
    if (out->variable)
        diag_note(finder->reading->diags, nowhere, "the directory comes from %s", out->variable);
}

/* The last part of "." or ".." is no name: the directory's own is. */
static str directory_name(const struct reading *reading, str directory) {
    str name = path_name(directory), real;
    bool dots = str_equal(name, STR(".")) || str_equal(name, STR(".."));
    if (dots && lookup_real(reading, directory, &real) == OS_OK)
        return path_name(real);
    return name;
}

static str directory_above(const struct reading *reading, str directory) {
    str name = path_name(directory);
    if (str_equal(name, STR(".")) || str_equal(name, STR("..")))
        return path_join(reading->arena, directory, STR(".."));
    return path_parent(directory);
}

/* The directory that DIRECTORY really lies in, so that a link from elsewhere leads to the same
 * modavd.yaml; in the form of the given path where that is the same. */
static str real_above(const struct reading *reading, str directory) {
    str above = directory_above(reading, directory), real;
    if (lookup_real(reading, directory, &real) != OS_OK ||
        lookup_same(reading, above, path_parent(real)))
        return above;
    return path_parent(real);
}

static bool find_pointer_in(const struct reading *reading, str home, str directory,
                            struct candidates *out, str *pointer) {
    str name = lookup_stem(directory_name(reading, directory), AVD_SUFFIX);
    *pointer = pointer_find(reading, home, directory, name);
    if (pointer->len > 0)
        out->root = home;
    return pointer->len > 0;
}

/* The pointer that names DIRECTORY: beside it as given or as it really lies, or in the AVD home;
 * empty when there is none. The root is the same as when the pointer's whole directory is built, so
 * that the same modavd.yaml holds. */
static str find_pointer_of(const struct reading *reading, str directory, struct candidates *out) {
    struct avd_home home;
    str pointer;
    out->root = real_above(reading, directory);
    if (find_pointer_in(reading, directory_above(reading, directory), directory, out, &pointer) ||
        find_pointer_in(reading, out->root, directory, out, &pointer))
        return pointer;
    if (avd_home_find(reading->os, reading->arena, &home) == AVD_HOME_FOUND &&
        find_pointer_in(reading, home.path, directory, out, &pointer))
        out->variable = home.variable;
    return pointer;
}

static void find_avd(struct finder *finder, str directory, struct candidates *out) {
    const struct reading *reading = finder->reading;
    str name = directory_name(reading, directory);
    struct candidate candidate = directory_candidate(reading, INSTANCE_AVD, directory, name);
    if (!lookup_holds(reading, directory, AVD_CONFIG_NAME)) {
        out->root = real_above(reading, directory);
        pointer_report_config(reading, candidate.shown);
        return;
    }
    str pointer = find_pointer_of(reading, directory, out);
    if (pointer.len == 0)
        report_orphan(reading, &candidate, pointer_beside(reading, out->root, candidate.name));
    else if (pointer_follow(reading, pointer, true, &candidate) != POINTER_GOOD)
        return;
    add_found(finder, candidate);
}

static void find_directory(struct finder *finder, str directory, struct candidates *out) {
    const struct reading *reading = finder->reading;
    str name = directory_name(reading, directory);
    if (lookup_holds(reading, directory, MACHINE_CONFIG_NAME)) {
        out->root = real_above(reading, directory);
        add_found(finder, directory_candidate(reading, INSTANCE_MACHINE, directory, name));
    } else if (lookup_holds(reading, directory, AVD_CONFIG_NAME) ||
               str_ends(name, STR(AVD_SUFFIX))) {
        find_avd(finder, directory, out);
    } else {
        find_all(finder, directory, out);
    }
}

static void find_pointer(struct finder *finder, str file, struct candidates *out) {
    struct candidate candidate;
    out->root = path_parent(file);
    if (pointer_follow(finder->reading, file, true, &candidate) == POINTER_GOOD)
        add_found(finder, candidate);
}

static void find_file(struct finder *finder, str file, struct candidates *out) {
    const struct reading *reading = finder->reading;
    str name = path_name(file);
    bool inside =
        str_equal(name, STR(AVD_CONFIG_NAME)) || str_equal(name, STR(MACHINE_CONFIG_NAME));
    if (!inside && str_ends_nocase(name, STR(POINTER_SUFFIX))) {
        find_pointer(finder, file, out);
        return;
    }
    diag(reading->diags, MP_NO_INSTANCES, lookup_place(reading, file),
         "is a file: an instance is a directory, or an AVD's NAME.ini");
    if (inside)
        diag_note(reading->diags, nowhere, "did you mean '%.*s'?",
                  STR_ARG(ini_show(reading->arena, path_parent(file))));
}

/* ---- an AVD by its name ---- */

static str name_at(const void *context, size_t i) {
    return ((const str *)context)[i];
}

enum { NAMES_TOLD = 20 }; /* a farm has a thousand */

static str join_names(const struct reading *reading, const str *names, size_t count) {
    struct buf out = buf_make(reading->arena);
    for (size_t i = 0; i < count && i < NAMES_TOLD; i++) {
        buf_text(&out, i > 0 ? ", " : "");
        buf_str(&out, ini_show(reading->arena, names[i]));
    }
    if (count > NAMES_TOLD)
        buf_format(&out, " and %zu more", count - NAMES_TOLD);
    return buf_view(&out);
}

static void report_unknown(const struct reading *reading, const struct avd_home *home, str name) {
    str *names = NULL;
    size_t count = pointer_names(reading, home->path, &names);
    str near = str_nearest(name, count, name_at, names);
    diag(reading->diags, MP_UNKNOWN_INSTANCE, nowhere,
         "'%.*s' is neither a path nor an AVD in '%.*s'", STR_ARG(ini_show(reading->arena, name)),
         STR_ARG(ini_show(reading->arena, home->path)));
    if (near.len > 0)
        diag_note(reading->diags, nowhere, "did you mean '%.*s'?",
                  STR_ARG(ini_show(reading->arena, near)));
    if (count > 0)
        diag_note(reading->diags, nowhere, "AVDs there: %.*s",
                  STR_ARG(join_names(reading, names, count)));
    diag_note(reading->diags, nowhere, "the directory comes from %s", home->variable);
}

static void find_name(struct finder *finder, str name, struct candidates *out) {
    const struct reading *reading = finder->reading;
    struct avd_home home;
    enum avd_home_state state = avd_home_find(reading->os, reading->arena, &home);
    if (state != AVD_HOME_FOUND) {
        lookup_report(reading, name, OS_NOT_FOUND);
        if (state == AVD_HOME_WRONG)
            diag_note(reading->diags, nowhere, "nor is it an AVD: %s names '%.*s', no directory",
                      home.variable, STR_ARG(ini_show(reading->arena, home.path)));
        else
            diag_note(reading->diags, nowhere, "nor is it an AVD: no AVD home is there");
        return;
    }
    out->variable = home.variable;
    str file = pointer_beside(reading, home.path, name), real;
    enum os_status status = lookup_real(reading, file, &real);
    if (lookup_kind(reading, file) == OS_KIND_FILE)
        find_pointer(finder, file, out);
    else if (status != OS_OK && !lookup_is_nothing(status))
        lookup_report(reading, file, status);
    else
        report_unknown(reading, &home, name);
}

static void find_home(struct finder *finder, struct candidates *out) {
    const struct reading *reading = finder->reading;
    struct avd_home home;
    enum avd_home_state state = avd_home_find(reading->os, reading->arena, &home);
    if (state != AVD_HOME_FOUND) {
        avd_home_report(reading, state, &home);
        return;
    }
    out->variable = home.variable;
    find_all(finder, home.path, out);
}

/* Nothing is at PATH. What the system says about it (a loop of links, no permission) says more than
 * "not there". */
static void find_missing(struct finder *finder, str path, struct candidates *out) {
    str real;
    enum os_status status = lookup_real(finder->reading, path, &real);
    bool separator = str_find(path, '/') < path.len || str_find(path, '\\') < path.len;
    if (status == OS_NOT_FOUND && !separator)
        find_name(finder, path, out);
    else
        lookup_report(finder->reading, path, status == OS_OK ? OS_NOT_FOUND : status);
}

/* "avds/" is "avds". */
static str without_end(str path) {
    while (path.len > path_root(path).len && path.at[path.len - 1] == '/')
        path.len--;
    return path;
}

bool instances_find(const struct reading *reading, str path, struct candidates *out) {
    struct finder finder = {.reading = reading};
    *out = (struct candidates){0};
    str given = without_end(path);
    enum os_kind kind = given.len > 0 ? lookup_kind(reading, given) : OS_KIND_NONE;
    if (given.len == 0)
        find_home(&finder, out);
    else if (kind == OS_KIND_DIRECTORY)
        find_directory(&finder, given, out);
    else if (kind == OS_KIND_NONE)
        find_missing(&finder, path, out);
    else
        find_file(&finder, given, out);
    finish(&finder, out);
    return out->count > 0;
}
