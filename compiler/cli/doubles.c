/* SPDX-License-Identifier: Apache-2.0 */
#include "doubles.h"

#include "path.h"

/* What a path leads to; where nothing is there, which others report, the path itself. */
struct place_found {
    bool there;
    struct os_identity identity;
    str path;
};

static struct place_found find_place(const struct os *os, str path) {
    struct place_found place = {.path = path};
    place.there = os->identity(os->context, path, &place.identity) == OS_OK;
    return place;
}

static bool same_place(const struct place_found *a, const struct place_found *b) {
    if (a->there && b->there)
        return os_identity_compare(&a->identity, &b->identity) == 0;
    return a->there == b->there && str_equal(a->path, b->path);
}

static bool has(const struct place_found *places, size_t count, const struct place_found *place) {
    for (size_t i = 0; i < count; i++)
        if (same_place(&places[i], place))
            return true;
    return false;
}

void drop_doubles(const struct os *os, struct arena *arena, struct words *words) {
    struct place_found *places = ARENA_ARRAY(arena, words->count, struct place_found);
    size_t kept = 0;
    for (size_t i = 0; i < words->count; i++) {
        struct place_found place = find_place(os, words->items[i]);
        if (has(places, kept, &place))
            continue;
        places[kept] = place;
        words->items[kept++] = words->items[i];
    }
    words->count = kept;
}

void drop_held(const struct os *os, struct arena *arena, struct words *files,
               const struct words *directories) {
    struct place_found *places = ARENA_ARRAY(arena, directories->count, struct place_found);
    size_t kept = 0;
    for (size_t i = 0; i < directories->count; i++)
        places[i] = find_place(os, directories->items[i]);
    for (size_t i = 0; i < files->count; i++) {
        struct place_found parent = find_place(os, path_parent(files->items[i]));
        if (!has(places, directories->count, &parent))
            files->items[kept++] = files->items[i];
    }
    files->count = kept;
}
