/* SPDX-License-Identifier: Apache-2.0 */
#include "render.h"

#include "json_text.h"
#include "utf8.h"
#include "visible.h"

/* ECMA-48 SGR, as gcc and clang use it: errors red, warnings magenta, notes cyan, the caret green.
 */
static const char *const level_colour[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
static const char bold[] = "\033[1m", caret_colour[] = "\033[1;32m", plain[] = "\033[0m";

enum { EXCERPT_MAX = 160 }; /* bytes of a source line that are shown */

static void put_repeated(struct buf *out, char c, size_t count) {
    while (count--)
        buf_char(out, c);
}

/* The line and, below it, a caret placed by display width. */
static void put_excerpt(struct buf *out, const struct place *place, bool colour) {
    if (place->line == 0 || place->before.len > EXCERPT_MAX)
        return;
    buf_text(out, "    ");
    put_visible(out, str_first(place->text, EXCERPT_MAX));
    buf_text(out, place->text.len > EXCERPT_MAX ? "...\n    " : "\n    ");
    put_repeated(out, ' ', utf8_width(place->before));
    size_t width = utf8_width(str_first(place->marked, EXCERPT_MAX - place->before.len));
    buf_text(out, colour ? caret_colour : "");
    buf_char(out, '^');
    put_repeated(out, '~', width > 1 ? width - 1 : 0);
    buf_text(out, colour ? plain : "");
    buf_char(out, '\n');
}

static void put_place(struct buf *out, const struct place *place) {
    str text = place_text(out->arena, place);
    put_visible(out, text.len > 0 ? text : STR("modavd-profile"));
    buf_text(out, ": ");
}

static void put_head(struct buf *out, const struct place *place, enum level level, bool colour) {
    buf_text(out, colour ? bold : "");
    put_place(out, place);
    buf_text(out, colour ? level_colour[level] : "");
    buf_format(out, "%s: ", level_name(level));
    buf_text(out, colour ? plain : "");
}

void render_text(const struct diags *diags, bool colour, struct buf *out) {
    size_t count;
    const struct finding **sorted = diags_sorted(diags, out->arena, &count);
    for (size_t i = 0; i < count; i++) {
        const struct finding *finding = sorted[i];
        put_head(out, &finding->at, finding->level, colour);
        put_visible(out, finding->text);
        buf_format(out, " [MP%04u]\n", code_info(finding->code).number);
        put_excerpt(out, &finding->at, colour);
        for (const struct note *note = finding->notes; note; note = note->next) {
            put_head(out, &note->at, LEVEL_NOTE, colour);
            put_visible(out, note->text);
            buf_char(out, '\n');
            put_excerpt(out, &note->at, colour);
        }
    }
}

static void set_place(json_t *object, struct arena *arena, const struct place *place) {
    if (place->path.len == 0)
        return;
    json_object_set_new(object, "path", json_text(arena, place->path));
    if (place->line == 0)
        return;
    json_object_set_new(object, "line", json_integer(place->line));
    json_object_set_new(object, "column", json_integer(place->column));
    size_t length = utf8_count(place->marked);
    json_object_set_new(object, "length", json_integer((json_int_t)(length ? length : 1)));
}

static json_t *note_json(struct arena *arena, const struct note *note) {
    json_t *object = json_object();
    set_place(object, arena, &note->at);
    json_object_set_new(object, "message", json_text(arena, note->text));
    return object;
}

static json_t *finding_json(struct arena *arena, const struct finding *finding) {
    json_t *object = json_object();
    str code = str_format(arena, "MP%04u", code_info(finding->code).number);
    json_object_set_new(object, "code", json_text(arena, code));
    json_object_set_new(object, "level", json_string(level_name(finding->level)));
    set_place(object, arena, &finding->at);
    json_object_set_new(object, "message", json_text(arena, finding->text));
    json_t *notes = json_array();
    for (const struct note *note = finding->notes; note; note = note->next)
        json_array_append_new(notes, note_json(arena, note));
    json_object_set_new(object, "notes", notes);
    return object;
}

json_t *render_json(const struct diags *diags, struct arena *arena) {
    size_t count;
    const struct finding **sorted = diags_sorted(diags, arena, &count);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, finding_json(arena, sorted[i]));
    return list;
}
