/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator.h"

#include "avd_home.h"
#include "ini.h"
#include "path.h"

/*
 * The variables in the emulator's order (external/qemu, ConfigDirs.cpp, getSdkRootDirectoryByEnv).
 * It finds its own directory by its program's path, which we cannot; where Android Studio puts the
 * SDK unless told otherwise is the next best guess.
 */
static const struct sdk_place {
    const char *variable, *below;
} places[] = {
    {"ANDROID_HOME", "emulator"},
    {"ANDROID_SDK_ROOT", "emulator"},
    {"LOCALAPPDATA", "Android/Sdk/emulator"},
    {"HOME", "Library/Android/sdk/emulator"},
    {"HOME", "Android/Sdk/emulator"},
};

/* Without the quotation marks that some put around it, as the emulator takes them off. */
static str unquoted(str text) {
    bool quoted = text.len > 1 && text.at[0] == '"' && text.at[text.len - 1] == '"';
    return quoted ? (str){text.at + 1, text.len - 2} : text;
}

str emulator_find(const struct os *os, struct arena *arena) {
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        str root = unquoted(os->environment(os->context, arena, str_from(places[i].variable)));
        str directory = path_join(arena, avd_home_slashes(arena, root), str_from(places[i].below));
        str file = path_join(arena, directory, STR(EMULATOR_PROPERTIES));
        if (root.len > 0 && os->kind(os->context, file) == OS_KIND_FILE)
            return directory;
    }
    return (str){0};
}

enum emulator_state emulator_read(const struct reading *reading, uint32_t source,
                                  struct emulator_package *out) {
    struct ini ini = ini_parse(reading->arena, reading->diags->sources, source);
    const struct ini_entry *path = ini_get(&ini, "Pkg.Path");
    const struct ini_entry *revision = ini_get(&ini, "Pkg.Revision");
    *out = (struct emulator_package){.other = path ? path->value : (str){0}};
    if (!path || !str_equal(path->value, STR("emulator")))
        return EMULATOR_OTHER;
    out->at = revision ? revision->value_at : span_file(source);
    if (revision && version_parse(revision->value, &out->version))
        return EMULATOR_FOUND;
    str fault = STR("is missing");
    str shown = revision ? ini_show(reading->arena, revision->value) : STR("");
    if (revision)
        fault = str_format(reading->arena, "cannot be '%.*s'", STR_ARG(shown));
    diag(reading->diags, MP_BAD_VERSION, out->at,
         "Pkg.Revision %.*s: it is the emulator's version, such as 35.6.3", STR_ARG(fault));
    return EMULATOR_WRONG;
}
