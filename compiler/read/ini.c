/* SPDX-License-Identifier: Apache-2.0 */
#include "ini.h"

#include "buf.h"
#include "growing.h"
#include "utf8.h"

/* Locale and signedness of char must not decide what a key is, hence no <ctype.h>. */
static bool is_key_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_key(char c) {
    return is_key_start(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

/* A carriage return is a blank like the others: that is how CRLF files come out right. */
static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_value(char c) {
    return c != '\r';
}

/* Walks over one line. */
struct cursor {
    str line;
    size_t at;
};

static char cursor_peek(const struct cursor *cursor) {
    return cursor->at < cursor->line.len ? cursor->line.at[cursor->at] : '\n';
}

static str cursor_take(struct cursor *cursor, bool (*wanted)(char)) {
    size_t start = cursor->at;
    while (cursor->at < cursor->line.len && wanted(cursor->line.at[cursor->at]))
        cursor->at++;
    return str_first(str_from_at(cursor->line, start), cursor->at - start);
}

struct parser {
    struct arena *arena;
    uint32_t source;
    str bytes;
    struct ini_entry *entries;
    size_t count, room;
    struct ini_skip *skips;
    size_t skip_count, skip_room;
};

static struct span span_of(const struct parser *parser, str part) {
    return (struct span){parser->source, (uint32_t)(part.at - parser->bytes.at),
                         (uint32_t)part.len};
}

static void skip_line(struct parser *parser, enum ini_fault fault, str at) {
    parser->skips = grown(parser->arena, parser->skips, parser->skip_count, &parser->skip_room,
                          sizeof *parser->skips);
    parser->skips[parser->skip_count++] = (struct ini_skip){fault, span_of(parser, at)};
}

static void add_entry(struct parser *parser, struct ini_entry entry) {
    parser->entries = grown(parser->arena, parser->entries, parser->count, &parser->room,
                            sizeof *parser->entries);
    parser->entries[parser->count++] = entry;
}

/* The rest of the line from the cursor on, as a place. */
static str cursor_rest(const struct cursor *cursor) {
    return str_from_at(cursor->line, cursor->at);
}

static bool is_idle(str text) {
    return text.len == 0 || text.at[0] == '#' || text.at[0] == ';';
}

/* The line starts with no key. A byte order mark in front of a comment costs nothing. */
static void skip_start(struct parser *parser, str rest) {
    const str mark = STR("\xEF\xBB\xBF");
    if (rest.at != parser->bytes.at || !str_starts(rest, mark))
        skip_line(parser, rest.at[0] == '[' ? INI_SECTION : INI_KEY, rest);
    else if (!is_idle(str_trim(str_from_at(rest, mark.len), " \t\r")))
        skip_line(parser, INI_MARK, rest);
}

/* The cursor stands behind the '='. An empty value has its place there, where it would begin. */
static bool read_value(struct parser *parser, struct cursor *cursor, struct ini_entry *entry) {
    str behind = str_first(cursor_rest(cursor), 0);
    cursor_take(cursor, is_blank);
    entry->value = str_trim(cursor_take(cursor, is_value), " \t");
    size_t end = cursor->at;
    cursor_take(cursor, is_blank);
    if (cursor->at < cursor->line.len) {
        skip_line(parser, INI_RETURN, str_first(str_from_at(cursor->line, end), 1));
        return false;
    }
    if (entry->value.len == 0)
        entry->value = behind;
    entry->value_at = span_of(parser, entry->value);
    return true;
}

static void read_line(struct parser *parser, str line) {
    struct cursor cursor = {line, 0};
    struct ini_entry entry = {0};
    cursor_take(&cursor, is_blank);
    str rest = cursor_rest(&cursor);
    if (is_idle(rest))
        return;
    if (!is_key_start(rest.at[0])) {
        skip_start(parser, rest);
        return;
    }
    entry.key = cursor_take(&cursor, is_key);
    entry.key_at = span_of(parser, entry.key);
    cursor_take(&cursor, is_blank);
    if (cursor_peek(&cursor) != '=') {
        skip_line(parser, INI_EQUALS, rest);
        return;
    }
    cursor.at++;
    if (read_value(parser, &cursor, &entry))
        add_entry(parser, entry);
}

/* In UTF-16 a NUL follows each ASCII letter, so that no line has a key and a '='. One finding says
 * it better than one a line. */
static bool is_utf16(str bytes) {
    return str_starts(bytes, STR("\xFF\xFE")) || str_starts(bytes, STR("\xFE\xFF"));
}

struct ini ini_parse(struct arena *arena, const struct sources *sources, uint32_t source) {
    struct parser parser = {.arena = arena, .source = source};
    str rest = parser.bytes = source_get(sources, source)->bytes;
    if (is_utf16(rest)) {
        skip_line(&parser, INI_UTF16, str_first(rest, 2));
        rest.len = 0;
    }
    while (rest.len > 0)
        read_line(&parser, str_cut(&rest, '\n'));
    return (struct ini){source, parser.entries, parser.count, parser.skips, parser.skip_count};
}

bool ini_read(const struct reading *reading, str path, str shown, struct ini *out) {
    uint32_t source = reading_file(reading, path, shown, INI_MAX);
    if (source == 0)
        return false;
    *out = ini_parse(reading->arena, reading->diags->sources, source);
    return true;
}

const struct ini_entry *ini_get(const struct ini *ini, const char *key) {
    for (size_t i = ini->count; i > 0; i--)
        if (str_equal(ini->entries[i - 1].key, str_from(key)))
            return &ini->entries[i - 1];
    return NULL;
}

static str environment_get(const struct reading *reading, str name) {
    if (name.len == 0)
        return name;
    return reading->os->environment(reading->os->context, reading->arena, name);
}

/* IniFile.cpp, envSubst: "%%" is a '%' outside of a name; a name that is not set is empty; one that
 * is not ended stays as it is. */
str ini_value(const struct reading *reading, const struct ini_entry *entry) {
    str rest = entry->value;
    struct buf out = buf_make(reading->arena);
    while (rest.len > 0) {
        size_t open = str_find(rest, '%');
        buf_str(&out, str_first(rest, open));
        str behind = str_from_at(rest, open + 1);
        size_t close = str_find(behind, '%');
        if (open < rest.len && (close == behind.len || close == 0))
            buf_char(&out, '%');
        if (close == behind.len) {
            buf_str(&out, behind);
            break;
        }
        buf_str(&out, environment_get(reading, str_first(behind, close)));
        rest = str_from_at(behind, close + 1);
    }
    return buf_view(&out);
}

static const char *const fault_texts[] = {
    [INI_MARK] = "a byte order mark: the emulator skips the whole line",
    [INI_UTF16] = "the file is UTF-16: the emulator finds no line in it",
    [INI_SECTION] = "the format has no sections: the emulator skips the line",
    [INI_KEY] = "a key starts with a letter or '_': the emulator skips the line",
    [INI_EQUALS] = "no '=' behind the key: the emulator skips the line",
    [INI_RETURN] = "a carriage return inside the value: the emulator skips the line",
};

enum { SKIPS_TOLD = 5 }; /* a file of something else entirely should not fill the screen */

static void report_skips(const struct reading *reading, const struct ini *ini) {
    for (size_t i = 0; i < ini->skip_count && i < SKIPS_TOLD; i++)
        diag(reading->diags, MP_AVD_LINE, ini->skips[i].at, "%s", fault_texts[ini->skips[i].fault]);
    if (ini->skip_count > SKIPS_TOLD)
        diag_note(reading->diags, span_file(0), "%zu more lines of the file are skipped",
                  ini->skip_count - SKIPS_TOLD);
}

/* A line that scripts add again and again with one value changes nothing, and is not worth a word.
 */
static void report_twice(const struct reading *reading, const struct ini *ini, const char *key) {
    const struct ini_entry *last = ini_get(ini, key);
    bool told = false;
    for (const struct ini_entry *entry = ini->entries; last && entry < last; entry++) {
        if (!str_equal(entry->key, last->key) || str_equal(entry->value, last->value))
            continue;
        if (!told)
            diag(reading->diags, MP_AVD_DUPLICATE, last->key_at,
                 "'%s' stands here again: the emulator takes this one", key);
        diag_note(reading->diags, entry->key_at, "without effect: '%.*s'",
                  STR_ARG(ini_show(reading->arena, entry->value)));
        told = true;
    }
}

void ini_report(const struct reading *reading, const struct ini *ini, const char *const *keys) {
    report_skips(reading, ini);
    for (; *keys; keys++)
        report_twice(reading, ini, *keys);
}

str ini_show(struct arena *arena, str bytes) {
    struct buf out = buf_make(arena);
    str shown = str_shorten(arena, bytes);
    for (size_t at = 0; at < shown.len;) {
        struct utf8_char c = utf8_next(shown, at);
        if (!c.valid || c.point < 0x20 || c.point == 0x7F)
            buf_format(&out, "\\x%02X", (unsigned)(unsigned char)shown.at[at]);
        else
            buf_str(&out, str_first(str_from_at(shown, at), c.size));
        at += c.size;
    }
    return buf_view(&out);
}
