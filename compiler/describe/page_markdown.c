/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include <string.h>

/* What Markdown would take for marks of its own, outside of `...`. */
static void put_text(struct buf *out, str text) {
    bool code = true;
    for (str rest = text; rest.at;) {
        str piece = page_piece(&rest, &code);
        for (size_t i = 0; i < piece.len; i++) {
            if (!code && strchr("\\*_<>[]|#", piece.at[i]))
                buf_char(out, '\\');
            buf_char(out, piece.at[i]);
        }
        if (rest.at)
            buf_char(out, '`');
    }
}

/* A list ends with an empty line. */
static void part(struct page *page) {
    if (page->in_list)
        buf_char(page->out, '\n');
}

static void title(struct page *page, const struct page_title *of) {
    if (page->out->len > 0)
        buf_char(page->out, '\n');
    buf_format(page->out, "# %s(%s)\n\n", of->name, of->section);
    put_text(page->out, str_from(of->summary));
    buf_format(page->out, "; version %s.\n\n", of->version);
}

static void heading(struct page *page, int level, str text) {
    part(page);
    buf_text(page->out, level == 1 ? "## " : "### ");
    put_text(page->out, text);
    buf_text(page->out, "\n\n");
}

static void paragraph(struct page *page, str text) {
    part(page);
    put_text(page->out, text);
    buf_text(page->out, "\n\n");
}

static void item(struct page *page, str term, str text) {
    buf_text(page->out, "- ");
    put_text(page->out, term);
    buf_text(page->out, ": ");
    put_text(page->out, text);
    buf_char(page->out, '\n');
}

static void code(struct page *page, str text) {
    part(page);
    for (str rest = text; rest.at;) {
        str line = str_cut(&rest, '\n');
        if (line.len > 0 || rest.at)
            buf_format(page->out, "    %.*s\n", STR_ARG(line));
    }
    buf_char(page->out, '\n');
}

const struct markup markdown_markup = {title, heading, paragraph, item, code};
