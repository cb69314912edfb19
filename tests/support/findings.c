/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "buf.h"
#include "path.h"

#include <string.h>

str findings_brief(struct arena *arena, const struct diags *diags) {
    struct buf out = buf_make(arena);
    size_t count;
    const struct finding **sorted = diags_sorted(diags, arena, &count);
    for (size_t i = 0; i < count; i++) {
        struct place at = sorted[i]->at;
        at.path = path_name(at.path);
        buf_text(&out, i > 0 ? ", " : "");
        buf_str(&out, place_text(arena, &at));
        buf_text(&out, at.path.len > 0 ? " " : "");
        buf_format(&out, "MP%04u", code_info(sorted[i]->code).number);
    }
    return buf_view(&out);
}

static void put_line(struct buf *out, struct arena *arena, const struct place *at, str text) {
    buf_str(out, place_text(arena, at));
    buf_text(out, at->path.len > 0 ? ": " : "");
    buf_str(out, text);
    buf_char(out, '\n');
}

str findings_full(struct arena *arena, const struct diags *diags) {
    struct buf out = buf_make(arena);
    size_t count;
    const struct finding **sorted = diags_sorted(diags, arena, &count);
    for (size_t i = 0; i < count; i++) {
        put_line(&out, arena, &sorted[i]->at, sorted[i]->text);
        for (const struct note *note = sorted[i]->notes; note; note = note->next)
            put_line(&out, arena, &note->at, note->text);
    }
    return buf_view(&out);
}

static bool holds(str text, str word) {
    for (size_t i = 0; i + word.len <= text.len; i++)
        if (memcmp(text.at + i, word.at, word.len) == 0)
            return true;
    return false;
}

bool findings_hold(str text, const char *words) {
    str rest = str_from(words);
    while (rest.len > 0)
        if (!holds(text, str_cut(&rest, ';')))
            return false;
    return true;
}
