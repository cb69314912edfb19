/* SPDX-License-Identifier: Apache-2.0 */
#include "yaml_text.h"

#include "utf8.h"

#include <string.h>

static struct span at_byte(uint32_t source, size_t offset, size_t length) {
    return (struct span){source, (uint32_t)offset, (uint32_t)length};
}

/* YAML 1.1, 5.1 (c-printable), as libyaml applies it. */
static bool printable(uint32_t c) {
    return c == 0x09 || c == 0x0A || c == 0x0D || (c >= 0x20 && c <= 0x7E) || c == 0x85 ||
           (c >= 0xA0 && c <= 0xFFFD && c != 0xFEFF) || c >= 0x10000;
}

static bool report_byte(struct diags *diags, uint32_t source, str bytes, size_t at) {
    unsigned byte = (unsigned char)bytes.at[at];
    bool utf16 =
        at == 0 && (str_starts(bytes, STR("\xFF\xFE")) || str_starts(bytes, STR("\xFE\xFF")));
    diag(diags, MP_NOT_UTF8, at_byte(source, at, 1), "byte 0x%02X is not valid UTF-8%s", byte,
         utf16 ? ": the file is UTF-16, save it as UTF-8" : "");
    return false;
}

static bool report_character(struct diags *diags, uint32_t source, size_t at, struct utf8_char c) {
    struct span span = at_byte(source, at, c.size);
    if (c.point == 0)
        diag(diags, MP_CONTROL_CHARACTER, span, "a NUL byte");
    else
        diag(diags, MP_CONTROL_CHARACTER, span, "the control character U+%04X", (unsigned)c.point);
    return false;
}

bool yaml_text_check(struct diags *diags, uint32_t source) {
    str bytes = source_get(diags->sources, source)->bytes;
    size_t at = str_starts(bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
    while (at < bytes.len) {
        struct utf8_char c = utf8_next(bytes, at);
        if (!c.valid)
            return report_byte(diags, source, bytes, at);
        if (!printable(c.point))
            return report_character(diags, source, at, c);
        at += c.size;
    }
    return true;
}

static size_t line_start(str bytes, size_t at) {
    while (at > 0 && bytes.at[at - 1] != '\n')
        at--;
    return at;
}

/* The first tab in the indentation of the line that starts at START, or SIZE_MAX. */
static size_t tab_in_indent(str bytes, size_t start) {
    for (size_t i = start; i < bytes.len && (bytes.at[i] == ' ' || bytes.at[i] == '\t'); i++)
        if (bytes.at[i] == '\t')
            return i;
    return SIZE_MAX;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The tab that libyaml stumbled over: in the line of OFFSET, or in a blank line just before it. */
static size_t find_tab(str bytes, size_t offset) {
    size_t start = line_start(bytes, offset < bytes.len ? offset : bytes.len);
    size_t tab = tab_in_indent(bytes, start);
    while (tab == SIZE_MAX && start > 0) {
        size_t before = line_start(bytes, start - 1);
        for (size_t i = before; i < start; i++)
            if (!is_blank(bytes.at[i]))
                return SIZE_MAX;
        start = before;
        tab = tab_in_indent(bytes, start);
    }
    return tab;
}

/* libyaml's words, and ours. The place of an unclosed bracket or quote is where it was opened. */
static const struct hint {
    const char *problem, *text;
    bool at_context;
} hints[] = {
    {"found character that cannot start any token",
     "a value cannot start with this character: put it in quotes", false},
    {"mapping values are not allowed in this context",
     "a ':' where no key can be: is the indentation right, or does a value need quotes?", false},
    {"could not find expected ':'", "a key without ':' behind it", true},
    {"did not find expected ',' or '}'", "a '{' that is not closed, or a ',' is missing", true},
    {"did not find expected ',' or ']'", "a '[' that is not closed, or a ',' is missing", true},
    {"did not find expected key",
     "the indentation does not fit the lines above, or a quote is not closed", false},
    {"did not find expected '-' indicator", "the indentation does not fit the list above", false},
    {"found unexpected end of stream", "a quote that is not closed", true},
    {"block sequence entries are not allowed in this context",
     "a list cannot start here: put it on its own line", false},
};

static const struct hint *find_hint(const char *problem) {
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(hints[i].problem, problem) == 0)
            return &hints[i];
    return NULL;
}

enum { SIMPLE_KEY_MAX = 1024 }; /* libyaml: a key must end within 1024 characters */

/* Where a key that is too long starts, when that is what PROBLEM at OFFSET comes from; else
 * SIZE_MAX. libyaml says nothing of the length. */
static size_t find_long_key(str bytes, const char *problem, size_t offset) {
    size_t start = line_start(bytes, offset);
    while (start < offset && is_blank(bytes.at[start]))
        start++;
    if (strcmp(problem, "mapping values are not allowed in this context") != 0 &&
        strcmp(problem, "could not find expected ':'") != 0)
        return SIZE_MAX;
    for (size_t i = start; i + 1 < offset; i++)
        if (bytes.at[i] == ':' && is_blank(bytes.at[i + 1]))
            return SIZE_MAX;
    return offset - start > SIMPLE_KEY_MAX ? start : SIZE_MAX;
}

void yaml_text_problem(struct diags *diags, uint32_t source, const char *problem, size_t offset,
                       size_t context_offset) {
    str bytes = source_get(diags->sources, source)->bytes;
    size_t tab = find_tab(bytes, offset), key = find_long_key(bytes, problem, offset);
    if (tab != SIZE_MAX) {
        diag(diags, MP_YAML_TAB, at_byte(source, tab, 1),
             "a tab in the indentation: YAML takes only blanks there");
        return;
    }
    if (key != SIZE_MAX) {
        diag(diags, MP_YAML_SYNTAX, at_byte(source, key, 1), "a key longer than 1024 characters");
        return;
    }
    const struct hint *hint = find_hint(problem);
    size_t at = hint && hint->at_context && context_offset <= offset ? context_offset : offset;
    diag(diags, MP_YAML_SYNTAX, at_byte(source, at, 1), "%s", hint ? hint->text : problem);
}
