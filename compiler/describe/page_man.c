/* SPDX-License-Identifier: Apache-2.0 */
/* Manual pages, by the macros of man(7). */
#include "page.h"

/* The day that the pages of this version were last changed: a manual page has one, and the day of
 * the build would make each build another one. */
#define PAGE_DATE "2026-12-01"

/* One line that troff reads as text, with its escapes and the '-' that people can copy. */
static void put_plain(struct buf *out, str text) {
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\\')
            buf_text(out, "\\e");
        else if (text.at[i] == '-')
            buf_text(out, "\\-");
        else if (text.at[i] == '"') /* ends an argument of a macro */
            buf_text(out, "\\(dq");
        else
            buf_char(out, text.at[i]);
    }
}

/* A '.' or '\'' at the start of a line would be a request. */
static void put_line(struct buf *out, str text) {
    bool code = true;
    if (text.len > 0 && (text.at[0] == '.' || text.at[0] == '\''))
        buf_text(out, "\\&");
    for (str rest = text; rest.at;) {
        str piece = page_piece(&rest, &code);
        buf_text(out, code ? "\\fB" : "");
        put_plain(out, piece);
        buf_text(out, code ? "\\fR" : "");
    }
    buf_char(out, '\n');
}

/* Each sentence on a line of its own, as troff wants them: it sets the blanks between. */
static void put_text(struct buf *out, str text) {
    bool code = false;
    size_t start = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '`')
            code = !code;
        if (code || text.at[i] != '.' || i + 2 >= text.len || text.at[i + 1] != ' ' ||
            text.at[i + 2] < 'A' || text.at[i + 2] > 'Z')
            continue;
        put_line(out, str_first(str_from_at(text, start), i + 1 - start));
        start = i + 2;
    }
    put_line(out, str_from_at(text, start));
}

static void title(struct page *page, const struct page_title *of) {
    struct buf *out = page->out;
    buf_format(out, ".TH %s %s %s \"modavd-profile %s\"\n.SH NAME\n", of->name, of->section,
               PAGE_DATE, of->version);
    put_plain(out, str_from(of->name));
    buf_text(out, " \\- ");
    put_line(out, str_from(of->summary));
}

static void heading(struct page *page, int level, str text) {
    struct buf *out = page->out;
    if (level > 1) {
        buf_text(out, ".SS ");
        put_line(out, text);
        return;
    }
    buf_text(out, ".SH ");
    for (size_t i = 0; i < text.len; i++) {
        bool small = text.at[i] >= 'a' && text.at[i] <= 'z';
        buf_char(out, small ? (char)(text.at[i] - 'a' + 'A') : text.at[i]);
    }
    buf_char(out, '\n');
}

/* Behind a heading a paragraph begins by itself. */
static void begin(struct page *page) {
    if (!page->begins)
        buf_text(page->out, ".PP\n");
}

static void paragraph(struct page *page, str text) {
    begin(page);
    put_text(page->out, text);
}

static void item(struct page *page, str term, str text) {
    buf_text(page->out, ".TP\n");
    put_line(page->out, term);
    put_text(page->out, text);
}

static void code(struct page *page, str text) {
    begin(page);
    buf_text(page->out, ".nf\n");
    for (str rest = text; rest.at;) {
        str line = str_cut(&rest, '\n');
        if (line.len == 0 && !rest.at)
            break;
        if (line.len > 0 && (line.at[0] == '.' || line.at[0] == '\''))
            buf_text(page->out, "\\&");
        put_plain(page->out, line);
        buf_char(page->out, '\n');
    }
    buf_text(page->out, ".fi\n");
}

const struct markup man_markup = {title, heading, paragraph, item, code};
