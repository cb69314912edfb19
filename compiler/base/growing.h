/* SPDX-License-Identifier: Apache-2.0 */
/* Lists on an arena that grow by one. Places given before move: keep numbers, not pointers. */
#ifndef MODAVD_GROWING_H
#define MODAVD_GROWING_H

#include "arena.h"

/* COUNT ITEMS of SIZE bytes with a place for one more: ITEMS itself, or a copy with twice the ROOM.
 */
void *grown(struct arena *arena, void *items, size_t count, size_t *room, size_t size);

/* The same for lists of anything. */
struct growing {
    void *items;
    size_t count, room;
};

/* The place for one more item of SIZE bytes, zeroed. */
void *growing_add(struct arena *arena, struct growing *list, size_t size);

#endif
