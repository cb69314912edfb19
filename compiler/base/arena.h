/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bump allocator. One arena a run owns every byte that the stages hand on; a second one is
 * cleared after each instance, so that memory stays flat however many instances there are.
 * Nothing is freed on its own.
 */
#ifndef MODAVD_ARENA_H
#define MODAVD_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *first, *current;
    /* Called once when the system has no memory left; must not return (exit, longjmp). */
    void (*out_of_memory)(void *context);
    void *context;
};

/* An empty arena. OUT_OF_MEMORY must not return; CONTEXT is handed to it. */
struct arena arena_make(void (*out_of_memory)(void *context), void *context);

/* SIZE zeroed bytes, aligned for any object; never NULL. They live until arena_clear or arena_free.
 */
void *arena_alloc(struct arena *arena, size_t size);

/* COUNT zeroed objects of SIZE bytes each; an overflow of the product counts as out of memory. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* Forgets all that was handed out, and keeps the blocks for the next use. */
void arena_clear(struct arena *arena);

/* Gives every block back to the system. */
void arena_free(struct arena *arena);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
