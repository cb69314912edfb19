/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include <stdarg.h>
#include <stdio.h>

static str vformat(struct arena *arena, const char *format, va_list list) {
    char text[2048]; /* texts of pages are sentences */
    int length = vsnprintf(text, sizeof text, format, list);
    size_t size = length < 0 ? 0 : (size_t)length;
    return str_copy(arena, (str){text, size < sizeof text ? size : sizeof text - 1});
}

static void set_place(struct page *page, bool in_list, bool begins) {
    page->in_list = in_list;
    page->begins = begins;
}

void page_heading(struct page *page, int level, const char *format, ...) {
    va_list list;
    va_start(list, format);
    page->markup->heading(page, level, vformat(page->out->arena, format, list));
    va_end(list);
    set_place(page, false, true);
}

void page_paragraph(struct page *page, const char *format, ...) {
    va_list list;
    va_start(list, format);
    page->markup->paragraph(page, vformat(page->out->arena, format, list));
    va_end(list);
    set_place(page, false, false);
}

void page_item(struct page *page, str term, str text) {
    page->markup->item(page, term, text);
    set_place(page, true, false);
}

void page_code(struct page *page, str text) {
    page->markup->code(page, text);
    set_place(page, false, false);
}

str page_piece(str *rest, bool *code) {
    *code = !*code;
    return str_cut(rest, '`');
}
