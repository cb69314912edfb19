/* SPDX-License-Identifier: Apache-2.0 */
#include "seen.h"

/* FNV-1a, 64 bits (Fowler, Noll, Vo): short keys, and nobody gains by making them collide. */
static uint64_t hash_bytes(uint64_t hash, str bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        hash = (hash ^ (unsigned char)bytes.at[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t hash_finding(const struct finding *finding) {
    uint64_t hash = hash_bytes(0xCBF29CE484222325u, finding->at.path);
    hash = hash_bytes(hash ^ finding->at.line, finding->text);
    return hash ^ (uint64_t)finding->code << 32 ^ finding->at.column;
}

static bool same(const struct finding *a, const struct finding *b) {
    return a->code == b->code && a->at.line == b->at.line && a->at.column == b->at.column &&
           str_equal(a->at.path, b->at.path) && str_equal(a->text, b->text);
}

/* The place of FINDING or of one like it; the room is a power of two and never full. */
static const struct finding **find_slot(const struct seen *set, const struct finding *finding) {
    size_t i = (size_t)hash_finding(finding) & (set->room - 1);
    while (set->slots[i] && !same(set->slots[i], finding))
        i = (i + 1) & (set->room - 1);
    return &set->slots[i];
}

static void grow(struct seen *set, struct arena *arena) {
    struct seen old = *set;
    set->room = old.room ? old.room * 2 : 64;
    set->slots = ARENA_ARRAY(arena, set->room, const struct finding *);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i])
            *find_slot(set, old.slots[i]) = old.slots[i];
}

bool seen_before(struct seen *set, struct arena *arena, const struct finding *finding) {
    if (2 * set->count >= set->room)
        grow(set, arena);
    const struct finding **slot = find_slot(set, finding);
    if (*slot)
        return true;
    *slot = finding;
    set->count++;
    return false;
}
