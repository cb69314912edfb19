/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In single quotes nothing is special but the single quote, and PowerShell takes four more letters
 * for one (about_Quoting_Rules; CharExtensions.IsSingleQuote). What it then hands to a program
 * differs (about_Parsing, PSNativeCommandArgumentPassing): Windows PowerShell 5.1 and PowerShell
 * before 7.3 put quotation marks around a word with blanks and mind nothing inside it, later ones
 * do all that quote_windows() does. So what is not the same in both is refused.
 */
#include "quote.h"
#include "shell.h"

/* The bytes of U+2018 to U+201B, left, right, low and reversed single quotation marks. */
static bool is_curly(str rest) {
    return rest.len >= 3 && rest.at[0] == '\xE2' && rest.at[1] == '\x80' &&
           (unsigned char)rest.at[2] >= 0x98 && (unsigned char)rest.at[2] <= 0x9B;
}

/* "-S" and the like; with a '.' or ':' in it PowerShell would take a parameter apart. */
static bool is_plain(str word) {
    bool plain = word.len > 1 && word.at[0] == '-';
    for (size_t i = 1; i < word.len; i++) {
        char c = word.at[i];
        plain &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                 (i > 1 && ((c >= '0' && c <= '9') || c == '-'));
    }
    return plain;
}

static bool has_blank(str word) {
    for (size_t i = 0; i < word.len; i++)
        if (word.at[i] == ' ' || (word.at[i] >= '\t' && word.at[i] <= '\r'))
            return true;
    return false;
}

static const char *fault_of(str word) {
    if (word.len == 0)
        return "Windows PowerShell drops an empty word";
    if (str_find(word, '"') < word.len)
        return "Windows PowerShell and PowerShell 7 hand a '\"' on in two ways";
    if (has_blank(word) && word.at[word.len - 1] == '\\')
        return "Windows PowerShell loses the end of a word with blanks and a '\\' last";
    return NULL;
}

static bool put(struct buf *out, str word, const char **why) {
    *why = fault_of(word);
    if (*why)
        return false;
    if (is_plain(word)) {
        buf_str(out, word);
        return true;
    }
    buf_char(out, '\'');
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] == '\'')
            buf_char(out, '\'');
        else if (is_curly(str_from_at(word, i)))
            buf_str(out, str_first(str_from_at(word, i), 3));
        buf_char(out, word.at[i]);
    }
    buf_char(out, '\'');
    return true;
}

/* CreateProcess takes 32767 characters, the NUL among them. */
const struct shell shell_powershell = {"PowerShell", put, 32766};
