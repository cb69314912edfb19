/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"

#include "utf8.h"

#include <string.h>

static const struct span no_line = {.offset = UINT32_MAX};

uint32_t source_add(struct sources *sources, str path, str bytes) {
    if (sources->count == sources->room) {
        uint32_t room = sources->room ? sources->room * 2 : 16;
        struct source *items = ARENA_ARRAY(sources->arena, room, struct source);
        if (sources->count)
            memcpy(items, sources->items, sources->count * sizeof *items);
        sources->items = items;
        sources->room = room;
    }
    sources->items[sources->count++] = (struct source){.path = path, .bytes = bytes};
    return sources->count;
}

const struct source *source_get(const struct sources *sources, uint32_t id) {
    return &sources->items[id - 1];
}

void source_set_name(struct sources *sources, uint32_t id, str name) {
    sources->items[id - 1].name = name;
}

void source_set_of_run(struct sources *sources, uint32_t id, str name) {
    source_set_name(sources, id, name);
    sources->items[id - 1].of_run = true;
}

struct span span_file(uint32_t source) {
    return (struct span){source, no_line.offset, 0};
}

bool span_has_position(struct span span) {
    return span.source != 0 && span.offset != no_line.offset;
}

/* Lines end at LF; a CR before it belongs to the end. */
static size_t line_start(str bytes, size_t offset) {
    while (offset > 0 && bytes.at[offset - 1] != '\n')
        offset--;
    return offset;
}

static size_t count_lines(str bytes, size_t until) {
    size_t lines = 1;
    for (size_t i = 0; i < until; i++)
        lines += bytes.at[i] == '\n';
    return lines;
}

struct position span_position(const struct sources *sources, struct span span) {
    str bytes = source_get(sources, span.source)->bytes;
    size_t offset = span.offset < bytes.len ? span.offset : bytes.len;
    size_t start = line_start(bytes, offset);
    str line = str_from_at(bytes, start);
    line = str_trim(str_first(line, str_find(line, '\n')), "\r");
    str before = {bytes.at + start, offset - start};
    const str mark = STR("\xEF\xBB\xBF"); /* the byte order mark takes no column */
    if (start == 0 && str_starts(line, mark) && before.len >= mark.len) {
        line = str_from_at(line, mark.len);
        before = str_from_at(before, mark.len);
    }
    return (struct position){(uint32_t)count_lines(bytes, offset), (uint32_t)utf8_count(before) + 1,
                             line, before};
}
