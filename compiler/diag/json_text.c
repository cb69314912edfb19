/* SPDX-License-Identifier: Apache-2.0 */
#include "json_text.h"

#include "buf.h"
#include "utf8.h"

json_t *json_text(struct arena *arena, str text) {
    struct buf clean = buf_make(arena);
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_next(text, at);
        if (c.valid)
            buf_put(&clean, text.at + at, c.size);
        else
            buf_text(&clean, "\xEF\xBF\xBD");
        at += c.size;
    }
    str view = buf_view(&clean);
    return json_stringn(view.len ? view.at : "", view.len);
}
