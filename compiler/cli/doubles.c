/* SPDX-License-Identifier: Apache-2.0 */
#include "doubles.h"

#include "path.h"

/* The real path, or the name itself where nothing is there: others report that. */
static str real_name(const struct os *os, struct arena *arena, str path) {
    str real;
    return os->real_path(os->context, arena, path, &real) == OS_OK ? real : path;
}

static bool has(const str *names, size_t count, str name) {
    for (size_t i = 0; i < count; i++)
        if (str_equal(names[i], name))
            return true;
    return false;
}

void drop_doubles(const struct os *os, struct arena *arena, struct words *words) {
    str *names = ARENA_ARRAY(arena, words->count, str);
    size_t kept = 0;
    for (size_t i = 0; i < words->count; i++) {
        str name = real_name(os, arena, words->items[i]);
        if (has(names, kept, name))
            continue;
        names[kept] = name;
        words->items[kept++] = words->items[i];
    }
    words->count = kept;
}

void drop_held(const struct os *os, struct arena *arena, struct words *files,
               const struct words *directories) {
    str *names = ARENA_ARRAY(arena, directories->count, str);
    size_t kept = 0;
    for (size_t i = 0; i < directories->count; i++)
        names[i] = real_name(os, arena, directories->items[i]);
    for (size_t i = 0; i < files->count; i++) {
        str parent = real_name(os, arena, path_parent(files->items[i]));
        if (!has(names, directories->count, parent))
            files->items[kept++] = files->items[i];
    }
    files->count = kept;
}
