/* SPDX-License-Identifier: Apache-2.0 */
#include "quote.h"

void quote_sh(struct buf *out, str s) {
    buf_char(out, '\'');
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] == '\'')
            buf_text(out, "'\\''");
        else
            buf_char(out, s.at[i] == '\0' ? '?' : s.at[i]);
    }
    buf_char(out, '\'');
}

/* The rules are those of "Parsing C command-line arguments" in Microsoft's documentation: '"'
 * begins and ends a part in which blanks do not end the word, and only '\' right before a '"' need
 * one more before them. */
static void put_backslashes(struct buf *out, size_t count) {
    while (count-- > 0)
        buf_char(out, '\\');
}

static bool has_any(str word, const char *set) {
    for (; *set; set++)
        if (str_find(word, *set) < word.len)
            return true;
    return false;
}

/* A '"' behind N '\' takes 2N+1 of them, the one that ends the word 2N; elsewhere they stay. */
static void put_word(struct buf *out, str word, bool quoted) {
    size_t backslashes = 0;
    buf_text(out, quoted ? "\"" : "");
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] == '"')
            put_backslashes(out, backslashes + 1);
        backslashes = word.at[i] == '\\' ? backslashes + 1 : 0;
        buf_char(out, word.at[i]);
    }
    if (!quoted)
        return;
    put_backslashes(out, backslashes);
    buf_char(out, '"');
}

void quote_windows(struct buf *out, str word) {
    put_word(out, word, word.len == 0 || has_any(word, " \t\n\v"));
}

void quote_windows_always(struct buf *out, str word) {
    put_word(out, word, true);
}

void quote_windows_program(struct buf *out, str word) {
    buf_char(out, '"');
    buf_str(out, word);
    buf_char(out, '"');
}
