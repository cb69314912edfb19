/* SPDX-License-Identifier: Apache-2.0 */
#include "spelling.h"

#include "buf.h"

bool spelling_is_possible(struct arena *arena, str path, size_t most, str *why) {
    for (size_t i = 0; i < path.len; i++) {
        if (path.at[i] == ':') {
            *why = STR("the path of the table has a ':', where QEMU splits it");
            return false;
        }
        if ((unsigned char)path.at[i] < 0x20 || path.at[i] == 0x7F) {
            *why = STR("the path of the table has a line end or control character");
            return false;
        }
    }
    if (path.len <= most)
        return true;
    *why =
        str_format(arena, "the path of the table has %zu bytes and QEMU reads %zu", path.len, most);
    return false;
}

bool spelling_posix(struct arena *arena, str path, str *out, str *why) {
    /* QEMU 2.12 cuts an option's value at 1023 bytes (get_opt_value() into a buffer of 1024) */
    enum { VALUE_MAX = 1023 };
    struct buf buf = buf_make(arena);
    if (!spelling_is_possible(arena, path, VALUE_MAX, why))
        return false;
    for (size_t i = 0; i < path.len; i++) {
        buf_char(&buf, path.at[i]);
        if (path.at[i] == ',')
            buf_char(&buf, ',');
    }
    *out = buf_view(&buf);
    return true;
}
