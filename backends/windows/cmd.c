/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line of a batch file. cmd.exe reads it first, and the program takes what is left apart by the
 * rules of quote_windows(). The two do not agree on '"': for cmd.exe each one begins or ends a part
 * in which nothing but '%' is special, and '\' means nothing. So a word with a '"' in it is written
 * without such parts, with '^' before each character that is special ("help cmd"; David Deley, How
 * Command Line Parameters Are Parsed, 4). '%' is doubled, as batch files want it: on a typed line
 * nothing keeps it from naming a variable. '!' is left alone: it is special only where somebody
 * switched delayed expansion on.
 */
#include "quote.h"
#include "shell.h"

static bool is_special(char c) {
    return str_find(STR("()^\"<>&|"), c) < 8;
}

/* Control characters but the tab end the line, or the file. */
static bool has_control(str word) {
    for (size_t i = 0; i < word.len; i++)
        if ((unsigned char)word.at[i] < 0x20 && word.at[i] != '\t')
            return true;
    return false;
}

static bool has_special(str word) {
    for (size_t i = 0; i < word.len; i++)
        if (is_special(word.at[i]))
            return true;
    return false;
}

/* Without a '"' inside, the ones around a word do for cmd.exe what '^' does elsewhere. */
static void put_word(struct buf *out, str word) {
    bool carets = str_find(word, '"') < word.len;
    struct buf line = buf_make(out->arena);
    if (!carets && has_special(word))
        quote_windows_always(&line, word);
    else
        quote_windows(&line, word);
    str text = buf_view(&line);
    for (size_t i = 0; i < text.len; i++) {
        if (carets && is_special(text.at[i]))
            buf_char(out, '^');
        buf_char(out, text.at[i]);
        if (text.at[i] == '%')
            buf_char(out, '%');
    }
}

static bool put(struct buf *out, str word, const char **why) {
    *why = "a batch file has no way to write a line end or control character";
    if (has_control(word))
        return false;
    put_word(out, word);
    return true;
}

/* Microsoft, "Command prompt line string limitation". */
const struct shell shell_cmd = {"cmd.exe", put, 8191};
