/* SPDX-License-Identifier: Apache-2.0 */
#include "growing.h"

#include <string.h>

void *grown(struct arena *arena, void *items, size_t count, size_t *room, size_t size) {
    enum { FIRST = 16 };
    if (count < *room)
        return items;
    *room = *room ? *room * 2 : FIRST;
    void *more = arena_array(arena, *room, size);
    if (count)
        memcpy(more, items, count * size);
    return more;
}

void *growing_add(struct arena *arena, struct growing *list, size_t size) {
    list->items = grown(arena, list->items, list->count, &list->room, size);
    return (unsigned char *)list->items + size * list->count++;
}
