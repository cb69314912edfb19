/* SPDX-License-Identifier: Apache-2.0 */
#include "avd_home.h"

#include "buf.h"
#include "lookup.h"
#include "path.h"

/*
 * In the emulator's order (external/qemu, emulation/ConfigDirs.cpp, getAvdRootDirectory and
 * getUserDirectory; USERPROFILE is what its getHomeDirectory comes to on Windows). A place counts
 * only where the directory exists. ANDROID_USER_HOME is read by Android Studio and avdmanager but
 * not by the emulator, so it comes last: AVDs of the other places are those that would start.
 */
static const struct home_place {
    const char *variable, *below;
} places[] = {
    {"ANDROID_PREFS_ROOT", "avd"},   {"ANDROID_PREFS_ROOT", ".android/avd"},
    {"ANDROID_SDK_HOME", "avd"},     {"ANDROID_SDK_HOME", ".android/avd"},
    {"TEST_TMPDIR", ".android/avd"}, {"USER_HOME", ".android/avd"},
    {"HOME", ".android/avd"},        {"ANDROID_EMULATOR_HOME", "avd"},
    {"USERPROFILE", ".android/avd"}, {"ANDROID_USER_HOME", "avd"},
};
enum { PLACES = sizeof places / sizeof *places };
static const char first_variable[] = "ANDROID_AVD_HOME";

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_windows_path(str path) {
    return (path.len > 1 && is_letter(path.at[0]) && path.at[1] == ':') ||
           str_starts(path, STR("\\\\"));
}

str avd_home_slashes(struct arena *arena, str path) {
    struct buf out = buf_make(arena);
    if (!is_windows_path(path))
        return path;
    for (size_t i = 0; i < path.len; i++)
        buf_char(&out, path.at[i] == '\\' ? '/' : path.at[i]);
    return buf_view(&out);
}

/* Empty counts as not set, as it does for the emulator. */
static str variable_path(const struct os *os, struct arena *arena, const char *name) {
    return avd_home_slashes(arena, os->environment(os->context, arena, str_from(name)));
}

enum avd_home_state avd_home_find(const struct os *os, struct arena *arena, struct avd_home *out) {
    *out = (struct avd_home){variable_path(os, arena, first_variable), first_variable};
    /* The emulator falls back when the directory is missing. We do not: who sets the variable means
     * that directory, and would get artifacts for other AVDs without a word. */
    if (out->path.len > 0)
        return os->kind(os->context, out->path) == OS_KIND_DIRECTORY ? AVD_HOME_FOUND
                                                                     : AVD_HOME_WRONG;
    for (size_t i = 0; i < PLACES; i++) {
        str top = variable_path(os, arena, places[i].variable);
        *out =
            (struct avd_home){path_join(arena, top, str_from(places[i].below)), places[i].variable};
        if (top.len > 0 && os->kind(os->context, out->path) == OS_KIND_DIRECTORY)
            return AVD_HOME_FOUND;
    }
    *out = (struct avd_home){0};
    return AVD_HOME_NOWHERE;
}

/* Names the places that were looked at: only those whose variable is set. */
static void note_places(const struct reading *reading) {
    bool any = false;
    for (size_t i = 0; i < PLACES; i++) {
        str top = variable_path(reading->os, reading->arena, places[i].variable);
        if (top.len == 0)
            continue;
        any = true;
        diag_note(reading->diags, span_file(0), "%s: no directory '%.*s'", places[i].variable,
                  STR_ARG(path_join(reading->arena, top, str_from(places[i].below))));
    }
    if (!any)
        diag_note(reading->diags, span_file(0), "neither ANDROID_AVD_HOME nor HOME is set");
}

void avd_home_report(const struct reading *reading, enum avd_home_state state,
                     const struct avd_home *home) {
    str real;
    enum os_status status =
        state == AVD_HOME_WRONG ? lookup_real(reading, home->path, &real) : OS_OK;
    if (status != OS_OK && !lookup_is_nothing(status)) {
        lookup_report(reading, home->path, status);
        diag_note(reading->diags, span_file(0), "the directory comes from %s", home->variable);
        return;
    }
    if (state == AVD_HOME_WRONG) {
        diag(reading->diags, MP_NO_INSTANCES, span_file(0),
             "%s names '%.*s', which is no directory", home->variable, STR_ARG(home->path));
        diag_note(reading->diags, span_file(0),
                  "correct the variable, or name the instances' directory");
        return;
    }
    diag(reading->diags, MP_NO_INSTANCES, span_file(0),
         "no instances are named, and no AVD home is there");
    note_places(reading);
}
