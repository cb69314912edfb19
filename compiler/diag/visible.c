/* SPDX-License-Identifier: Apache-2.0 */
#include "visible.h"

#include "utf8.h"

/* U+0080 to 009F are controls too: U+009B starts a terminal's escape as ESC [ does. */
static bool is_control(uint32_t point) {
    return point < 0x20 || (point >= 0x7F && point <= 0x9F);
}

void put_visible(struct buf *out, str text) {
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_next(text, at);
        if (!c.valid)
            buf_text(out, "\xEF\xBF\xBD"); /* U+FFFD */
        else if (is_control(c.point))
            buf_char(out, ' '); /* one column, as utf8_width counts it: carets stay in place */
        else
            buf_put(out, text.at + at, c.size);
        at += c.size;
    }
}

str str_visible(struct arena *arena, str text) {
    struct buf out = buf_make(arena);
    put_visible(&out, text);
    return buf_view(&out);
}
