/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena arena_make(void (*out_of_memory)(void *context), void *context) {
    return (struct arena){.out_of_memory = out_of_memory, .context = context};
}

/* A block that has room for SIZE, put behind the current one. */
static struct arena_block *block_add(struct arena *arena, size_t size) {
    size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    struct arena_block *block =
        room > SIZE_MAX - sizeof *block ? NULL : malloc(sizeof *block + room);
    if (!block) {
        arena->out_of_memory(arena->context);
        abort(); /* the hook broke its promise */
    }
    *block = (struct arena_block){.size = room};
    if (arena->current) {
        block->next = arena->current->next;
        arena->current->next = block;
    } else {
        arena->first = block;
    }
    return block;
}

/* After arena_clear the blocks behind the current one are empty: use them before new ones. */
static struct arena_block *block_with_room(struct arena *arena, size_t size) {
    struct arena_block *block = arena->current;
    if (block && block->size - block->used >= size)
        return block;
    if (block && block->next && block->next->size >= size)
        return block->next;
    return block_add(arena, size);
}

void *arena_alloc(struct arena *arena, size_t size) {
    size_t step = alignof(max_align_t);
    size_t whole = size > SIZE_MAX - step ? SIZE_MAX : (size + step - 1) / step * step;
    struct arena_block *block = block_with_room(arena, whole);
    arena->current = block;
    void *at = block->bytes + block->used;
    block->used += whole;
    return memset(at, 0, size);
}

void *arena_array(struct arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        return arena_alloc(arena, SIZE_MAX);
    return arena_alloc(arena, count * size);
}

void arena_clear(struct arena *arena) {
    for (struct arena_block *block = arena->first; block; block = block->next)
        block->used = 0;
    arena->current = arena->first;
}

void arena_free(struct arena *arena) {
    for (struct arena_block *block = arena->first; block;) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena->first = arena->current = NULL;
}
