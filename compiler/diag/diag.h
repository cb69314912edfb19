/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings: collected by every stage, rendered once at the end. A stage reports and goes on with
 * what is still sound; nothing is written for an input that has errors.
 */
#ifndef MODAVD_DIAG_H
#define MODAVD_DIAG_H

#include "source.h"

enum level { LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR };

enum code {
#define X(id, number, level, meaning) MP_##id,
#include "codes.def"
#undef X
    MP_COUNT
};

struct code_info {
    const char *id;  /* "UNKNOWN_KEY" */
    unsigned number; /* shown as MP0101 */
    enum level level;
    const char *meaning;
};

/* A span worked out at once and copied, so that a finding outlives its source's bytes. */
struct place {
    str path;              /* empty: no place */
    uint32_t line, column; /* 0: the file as a whole */
    str text;              /* the line */
    str before, marked;    /* of it: what precedes the place, and the place itself */
    uint32_t offset, length;
};

struct note {
    struct note *next;
    struct place at;
    str text;
};

struct finding {
    struct finding *next;
    enum code code;
    enum level level;
    struct place at;
    str text;
    struct note *notes, **notes_end;
};

/* What was told before (seen.c). */
struct seen {
    const struct finding **slots;
    size_t count, room;
};

/* ARENA must outlive the findings. Zero-initialise the rest. */
struct diags {
    struct arena *arena;
    struct sources *sources;
    struct finding *first, **end, *last;
    struct seen seen;
    size_t count, errors, warnings;
    size_t failures; /* errors, with those told before: what a stage compares before and after */
    bool warnings_are_errors; /* --werror */
    bool io_failed;           /* a file could not be read or written: exit status 3 */
};

/* Empty findings over SOURCES, kept on ARENA. */
struct diags diags_make(struct arena *arena, struct sources *sources);

/* What the list in codes.def says of CODE. */
struct code_info code_info(enum code code);

/* "note", "warning", "error". */
const char *level_name(enum level level);

/* SPAN worked out, with copies on ARENA. */
struct place place_of(const struct sources *sources, struct arena *arena, struct span span);

/* "path:line:column", "path" or "". */
str place_text(struct arena *arena, const struct place *place);

/* Reports a finding of CODE at AT (source 0: no place). The level is the code's own. One of the
 * same code, place and text as an earlier one is dropped. */
void diag(struct diags *diags, enum code code, struct span at, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Adds a line to the finding reported last. */
void diag_note(struct diags *diags, struct span at, const char *format, ...) PRINTF_LIKE(3, 4);

/* All findings ordered by path, line and column, then code; those without a place come first.
 * *COUNT findings on ARENA. */
const struct finding **diags_sorted(const struct diags *diags, struct arena *arena, size_t *count);

#endif
