/* SPDX-License-Identifier: Apache-2.0 */
#include "growing.h"

#include <string.h>

void *growing_add(struct arena *arena, struct growing *list, size_t size) {
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 8;
        void *items = arena_array(arena, room, size);
        if (list->count)
            memcpy(items, list->items, list->count * size);
        list->items = items;
        list->room = room;
    }
    return (unsigned char *)list->items + size * list->count++;
}
