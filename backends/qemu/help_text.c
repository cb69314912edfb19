/* SPDX-License-Identifier: Apache-2.0 */
#include "help_text.h"

#include <string.h>

static bool is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

/* Cuts "-name" or "--name" off *TEXT; empty where none stands there. */
static str take_option(str *text) {
    if (!str_starts(*text, STR("-")))
        return (str){0};
    str rest = str_from_at(*text, str_starts(*text, STR("--")) ? 2 : 1);
    size_t len = 0;
    while (len < rest.len && is_name_byte(rest.at[len]))
        len++;
    *text = str_from_at(rest, len);
    return str_first(rest, len);
}

static void add_option(struct arena *arena, json_t *options, str name) {
    if (name.len > 0)
        json_object_set_new(options, str_c(arena, name), json_array());
}

/* "-m [size=]megs", "-fda/-fdb file", "-h or -help  display this". */
static void read_line(struct arena *arena, json_t *options, str line) {
    add_option(arena, options, take_option(&line));
    str rest = str_trim(line, " ");
    bool more = str_starts(line, STR("/")) || str_starts(rest, STR("or -"));
    if (!more)
        return;
    rest = str_from_at(rest, str_find(rest, '-'));
    add_option(arena, options, take_option(&rest));
}

json_t *help_options(struct arena *arena, str help) {
    json_t *options = json_object();
    while (help.len > 0)
        read_line(arena, options, str_cut(&help, '\n'));
    if (json_object_size(options) > 0) /* which every version takes for -machine, most in silence */
        add_option(arena, options, STR("M"));
    return options;
}

/* The text in quotes behind KEY in LINE: name "virtio-blk-pci", bus PCI, alias "virtio-blk" */
static str quoted(str line, str key) {
    while (line.len > 0 && !str_starts(line, key))
        line = str_from_at(line, 1);
    str rest = str_from_at(line, key.len);
    return str_first(rest, str_find(rest, '"'));
}

json_t *help_aliases(struct arena *arena, str help) {
    json_t *aliases = json_object();
    while (help.len > 0) {
        str line = str_cut(&help, '\n');
        str alias = quoted(line, STR(", alias \"")), name = quoted(line, STR("name \""));
        if (alias.len > 0 && name.len > 0)
            json_object_set_new(aliases, str_c(arena, alias), json_stringn(name.at, name.len));
    }
    return aliases;
}
