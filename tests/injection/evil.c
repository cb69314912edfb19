/* SPDX-License-Identifier: Apache-2.0 */
#include "evil.h"

#include "utf8.h"

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled"
 */
size_t chance_below(struct chance *chance, size_t limit) {
    uint64_t x = chance->state ? chance->state : 1;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    chance->state = x;
    return (size_t)((x * UINT64_C(2685821657736338717)) >> 33) % limit;
}

static const str pieces[] = {
    STR_INIT("$(touch canary)"),
    STR_INIT("`touch canary`"),
    STR_INIT("';touch canary;'"),
    STR_INIT("\";touch canary;\""),
    STR_INIT("\ntouch canary\n"),
    STR_INIT(";touch canary #"),
    STR_INIT("|touch canary"),
    STR_INIT("&touch canary&"),
    STR_INIT("||touch canary"),
    STR_INIT("\\';touch canary;'"),
    STR_INIT("'$(touch canary)'"),
    STR_INIT(">canary"),
    STR_INIT("<(touch canary)"),
    STR_INIT("\nEOF\ntouch canary\n"),
    STR_INIT(")touch canary;("),
    STR_INIT("'"),
    STR_INIT("\""),
    STR_INIT("\\"),
    STR_INIT("$"),
    STR_INIT("`"),
    STR_INIT("\n"),
    STR_INIT("\r"),
    STR_INIT("\t"),
    STR_INIT("\0"),
    STR_INIT("\x1b[2J"),
    STR_INIT("\x7f"),
    STR_INIT("\xff"),
    STR_INIT("\xc3"),
    STR_INIT("\xe2\x80\xa8"), /* a line separator */
    STR_INIT("\xe2\x80\xae"), /* from right to left */
    STR_INIT("%s%n"),
    STR_INIT("%PATH%"),
    STR_INIT(","),
    STR_INIT(",,"),
    STR_INIT(",id=x"),
    STR_INIT("="),
    STR_INIT(":"),
    STR_INIT("-"),
    STR_INIT("--"),
    STR_INIT(".."),
    STR_INIT("/"),
    STR_INIT("../../outside"),
    STR_INIT("~"),
    STR_INIT("*"),
    STR_INIT("?"),
    STR_INIT("[a-z]"),
    STR_INIT("$${"),
    STR_INIT("{"),
    STR_INIT("}"),
    STR_INIT("#"),
    STR_INIT(" "),
    STR_INIT("!"),
    STR_INIT("^"),
    STR_INIT("\xc3\xa9"),
    STR_INIT("\xe4\xb8\xad"),
    STR_INIT("\xf0\x9f\x98\x80"),
    STR_INIT("x"),
    STR_INIT("0"),
};

static bool is_printable(str text) {
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_next(text, at);
        if (!c.valid || c.point < 0x20 || c.point == 0x7F)
            return false;
        at += c.size;
    }
    return true;
}

str evil_text(struct arena *arena, struct chance *chance, size_t max, bool printable) {
    struct buf buf = buf_make(arena);
    size_t count = 1 + chance_below(chance, 5);
    while (count-- > 0) {
        str piece = pieces[chance_below(chance, sizeof pieces / sizeof *pieces)];
        char other = (char)(0x20 + chance_below(chance, 0x5F));
        if (chance_below(chance, 4) == 0)
            piece = (str){&other, 1};
        if (buf.len + piece.len <= max && (!printable || is_printable(piece)))
            buf_str(&buf, piece);
    }
    if (buf.len == 0)
        buf_char(&buf, '\'');
    return buf_view(&buf);
}

str evil_yaml(struct arena *arena, str text) {
    struct buf buf = buf_make(arena);
    buf_char(&buf, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '"' || c == '\\')
            buf_format(&buf, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            buf_format(&buf, "\\x%02x", c);
        else
            buf_char(&buf, (char)c);
    }
    buf_char(&buf, '"');
    return buf_view(&buf);
}
