/* SPDX-License-Identifier: Apache-2.0 */
/* A list on an arena that grows by one. */
#ifndef MODAVD_GROWING_H
#define MODAVD_GROWING_H

#include "arena.h"

struct growing {
    void *items;
    size_t count, room;
};

/* The place for one more item of SIZE bytes, zeroed. Places given before move: keep numbers, not
 * pointers. */
void *growing_add(struct arena *arena, struct growing *list, size_t size);

#endif
