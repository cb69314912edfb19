/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A page of the reference: what it says, apart from how it is marked up. In texts, `...` is what is
 * typed as it stands. Each page is written once, and comes out as Markdown or as a manual page.
 */
#ifndef MODAVD_PAGE_H
#define MODAVD_PAGE_H

#include "buf.h"

struct page;

struct page_title {
    const char *name;    /* "modavd-profile" */
    const char *section; /* of the manual: "1" */
    const char *summary;
    const char *version;
};

struct markup {
    void (*title)(struct page *page, const struct page_title *title);
    void (*heading)(struct page *page, int level, str text); /* level 1 or 2 */
    void (*paragraph)(struct page *page, str text);
    void (*item)(struct page *page, str term, str text); /* of a list: what, and what of it */
    void (*code)(struct page *page, str text);           /* lines as they are */
};

extern const struct markup markdown_markup, man_markup;

struct page {
    struct buf *out;
    const struct markup *markup;
    bool in_list; /* the last thing was an item */
    bool begins;  /* it was a heading */
};

void page_heading(struct page *page, int level, const char *format, ...) PRINTF_LIKE(3, 4);
void page_paragraph(struct page *page, const char *format, ...) PRINTF_LIKE(2, 3);
void page_item(struct page *page, str term, str text);
void page_code(struct page *page, str text);

/* TEXT up to the next '`', which *REST moves behind; *CODE tells whether it stood between two. */
str page_piece(str *rest, bool *code);

#endif
