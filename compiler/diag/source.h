/* SPDX-License-Identifier: Apache-2.0 */
/* The texts that findings point into, kept in memory for the excerpt, and places in them. */
#ifndef MODAVD_SOURCE_H
#define MODAVD_SOURCE_H

#include "str.h"

/* A place: LENGTH bytes at byte OFFSET of source number SOURCE. Source 0 is no place at all. */
struct span {
    uint32_t source, offset, length;
};

struct source {
    str path;    /* as people see it, '/' between parts */
    str bytes;   /* whole content; empty where only the path is of interest */
    str name;    /* what outputs call it: the same on every machine; empty: outputs do not */
    bool of_run; /* what was typed for this run: outputs tell no place in it */
};

/* Zero-initialised is empty. Sources live as long as ARENA. */

struct sources {
    struct arena *arena;
    struct source *items;
    uint32_t count, room;
};

/* Adds a source; gives its number, from 1 on. */
uint32_t source_add(struct sources *sources, str path, str bytes);

/* Source number ID (1 to count). */
const struct source *source_get(const struct sources *sources, uint32_t id);

/* Gives source number ID the name that outputs use. */
void source_set_name(struct sources *sources, uint32_t id, str name);

/* Source number ID is what was typed for this run. Outputs call it NAME and tell no line and column
 * of it: the next run, of another command, spells it otherwise and gives the same outputs. */
void source_set_of_run(struct sources *sources, uint32_t id, str name);

/* The file as a whole: a span that has no line. */
struct span span_file(uint32_t source);

/* Whether the span has a line and column. */
bool span_has_position(struct span span);

struct position {
    uint32_t line,
        column; /* from 1; columns count code points, a byte order mark at the start not */
    str text;   /* the line, without its end */
    str before; /* what stands before the place in it */
};

/* Where SPAN starts. It must have a position. */
struct position span_position(const struct sources *sources, struct span span);

#endif
