/* SPDX-License-Identifier: Apache-2.0 */
/* The rules are those of "Parsing C command-line arguments" in Microsoft's documentation: '"'
 * begins and ends a part in which blanks do not end the word, and only '\' right before a '"' need
 * one more before them. */
#include "windows_quote.h"

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
void windows_quote(struct buf *out, str word) {
    bool quoted = word.len == 0 || has_any(word, " \t\n\v");
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

void windows_quote_program(struct buf *out, str word) {
    buf_char(out, '"');
    buf_str(out, word);
    buf_char(out, '"');
}
