/* SPDX-License-Identifier: Apache-2.0 */
#include "quote.h"
#include "shell.h"

/* What no POSIX shell takes for anything but itself, wherever it stands in a word. */
static bool is_plain(str word) {
    static const char others[] = "%+,-./:=@_";
    for (size_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && str_find(STR(others), c) == sizeof others - 1)
            return false;
    }
    return word.len > 0;
}

static bool put(struct buf *out, str word, const char **why) {
    *why = "";
    if (is_plain(word))
        buf_str(out, word);
    else
        quote_sh(out, word);
    return true;
}

const struct shell shell_sh = {"sh", put, 0};
