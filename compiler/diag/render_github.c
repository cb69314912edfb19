/* SPDX-License-Identifier: Apache-2.0 */
/* GitHub's "Workflow commands for GitHub Actions": ::error
 * file=,line=,col=,endColumn=,title=::message */
#include "render.h"

#include "utf8.h"

/* What ends or parts a command; the last two only in a property (actions/toolkit, command.ts). */
static const struct {
    char c;
    bool in_property_only;
    const char *text;
} escapes[] = {{'%', false, "%25"},
               {'\r', false, "%0D"},
               {'\n', false, "%0A"},
               {':', true, "%3A"},
               {',', true, "%2C"}};

static void put_escaped(struct buf *out, str text, bool property) {
    for (size_t i = 0; i < text.len; i++) {
        const char *escape = NULL;
        for (size_t j = 0; j < sizeof escapes / sizeof *escapes; j++)
            if (text.at[i] == escapes[j].c && (property || !escapes[j].in_property_only))
                escape = escapes[j].text;
        if (escape)
            buf_text(out, escape);
        else
            buf_char(out, text.at[i]);
    }
}

/* Columns count characters from 1, and the end is the one behind the last. */
static void put_properties(struct buf *out, const struct finding *finding) {
    const struct place *at = &finding->at;
    if (at->path.len > 0) {
        buf_text(out, "file=");
        put_escaped(out, at->path, true);
        buf_char(out, ',');
    }
    if (at->path.len > 0 && at->line > 0) {
        size_t length = utf8_count(at->marked);
        buf_format(out, "line=%u,col=%u,endColumn=%zu,", at->line, at->column,
                   at->column + (length ? length : 1));
    }
    buf_format(out, "title=MP%04u", code_info(finding->code).number);
}

void render_github(const struct diags *diags, struct buf *out) {
    static const char *const names[] = {"notice", "warning", "error"};
    size_t count;
    const struct finding **sorted = diags_sorted(diags, out->arena, &count);
    for (size_t i = 0; i < count; i++) {
        const struct finding *finding = sorted[i];
        buf_format(out, "::%s ", names[finding->level]);
        put_properties(out, finding);
        buf_text(out, "::");
        put_escaped(out, finding->text, false);
        for (const struct note *note = finding->notes; note; note = note->next) {
            str place = place_text(out->arena, &note->at);
            put_escaped(out,
                        str_format(out->arena, "\n%.*s%s%.*s", STR_ARG(place),
                                   place.len ? ": " : "", STR_ARG(note->text)),
                        false);
        }
        buf_char(out, '\n');
    }
}
