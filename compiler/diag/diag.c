/* SPDX-License-Identifier: Apache-2.0 */
#include "diag.h"

#include "seen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const struct code_info codes[MP_COUNT] = {
#define X(id, number, level, meaning) {#id, number, LEVEL_##level, meaning},
#include "codes.def"
#undef X
};

struct code_info code_info(enum code code) {
    return codes[code];
}

const char *level_name(enum level level) {
    static const char *const names[] = {"note", "warning", "error"};
    return names[level];
}

struct diags diags_make(struct arena *arena, struct sources *sources) {
    return (struct diags){.arena = arena, .sources = sources};
}

struct place place_of(const struct sources *sources, struct arena *arena, struct span span) {
    if (span.source == 0)
        return (struct place){0};
    struct place place = {.path = str_copy(arena, source_get(sources, span.source)->path)};
    if (!span_has_position(span))
        return place;
    struct position position = span_position(sources, span);
    str rest = str_from_at(position.text, position.before.len);
    place.line = position.line;
    place.column = position.column;
    place.text = str_copy(arena, position.text);
    place.before = str_first(place.text, position.before.len);
    place.marked = str_first(str_from_at(place.text, position.before.len),
                             span.length < rest.len ? span.length : rest.len);
    place.offset = span.offset;
    place.length = span.length;
    return place;
}

str place_text(struct arena *arena, const struct place *place) {
    if (place->line == 0)
        return place->path;
    return str_format(arena, "%.*s:%u:%u", STR_ARG(place->path), place->line, place->column);
}

static str format_list(struct arena *arena, const char *format, va_list list) PRINTF_LIKE(2, 0);

static str format_list(struct arena *arena, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    size_t size = length > 0 ? (size_t)length : 0;
    char *bytes = arena_alloc(arena, size + 1);
    vsnprintf(bytes, size + 1, format, again);
    va_end(again);
    return (str){bytes, size};
}

static int compare_places(const struct place *a, const struct place *b) {
    int order = str_compare(a->path, b->path);
    if (order)
        return order;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static void append(struct diags *diags, struct finding *finding) {
    if (diags->end)
        *diags->end = finding;
    else
        diags->first = finding;
    diags->end = &finding->next;
    diags->count++;
    diags->errors += finding->level == LEVEL_ERROR;
    diags->warnings += finding->level == LEVEL_WARNING;
}

void diag(struct diags *diags, enum code code, struct span at, const char *format, ...) {
    struct finding *finding = ARENA_NEW(diags->arena, struct finding);
    va_list list;
    va_start(list, format);
    finding->text = format_list(diags->arena, format, list);
    va_end(list);
    finding->code = code;
    finding->level = codes[code].level;
    if (finding->level == LEVEL_WARNING && diags->warnings_are_errors)
        finding->level = LEVEL_ERROR;
    finding->at = place_of(diags->sources, diags->arena, at);
    finding->notes_end = &finding->notes;
    diags->failures += finding->level == LEVEL_ERROR;
    diags->last = finding; /* notes for a dropped one are dropped with it */
    if (!seen_before(&diags->seen, diags->arena, finding))
        append(diags, finding);
}

void diag_note(struct diags *diags, struct span at, const char *format, ...) {
    struct note *note = ARENA_NEW(diags->arena, struct note);
    va_list list;
    va_start(list, format);
    note->text = format_list(diags->arena, format, list);
    va_end(list);
    note->at = place_of(diags->sources, diags->arena, at);
    *diags->last->notes_end = note;
    diags->last->notes_end = &note->next;
}

static int compare_findings(const void *a, const void *b) {
    const struct finding *x = *(const struct finding *const *)a;
    const struct finding *y = *(const struct finding *const *)b;
    int order = compare_places(&x->at, &y->at);
    if (order)
        return order;
    if (x->code != y->code)
        return codes[x->code].number < codes[y->code].number ? -1 : 1;
    return str_compare(x->text, y->text);
}

const struct finding **diags_sorted(const struct diags *diags, struct arena *arena, size_t *count) {
    const struct finding **sorted = ARENA_ARRAY(arena, diags->count, const struct finding *);
    *count = 0;
    for (const struct finding *finding = diags->first; finding; finding = finding->next)
        sorted[(*count)++] = finding;
    qsort(sorted, *count, sizeof *sorted, compare_findings); /* NOLINT: pointers are sorted */
    return sorted;
}
