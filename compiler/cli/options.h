/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: one table of options, from which the parser and --help both work. */
#ifndef MODAVD_OPTIONS_H
#define MODAVD_OPTIONS_H

#include "buf.h"
#include "diag.h"
#include "emit.h"
#include "settings.h"
#include "tool.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB, FORMAT_MARKDOWN, FORMAT_MAN };
enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* Commands as bits, for the options that each takes. */
enum {
    COMMAND_BUILD = 1 << 0,
    COMMAND_CHECK = 1 << 1,
    COMMAND_EXPLAIN = 1 << 2,
    COMMAND_LIST = 1 << 3,
    COMMAND_SHOW = 1 << 4,
    COMMAND_VERIFY = 1 << 5,
    COMMAND_CLEAN = 1 << 6,
    COMMAND_PROBE = 1 << 7,
    COMMAND_SCHEMA = 1 << 8,
    COMMAND_DOC = 1 << 9,
    COMMAND_COMPLETION = 1 << 10,
    COMMAND_EMIT = 1 << 11,
    COMMAND_EXEC = 1 << 12,
    COMMAND_NEW = 1 << 13,
    COMMAND_ANY = 0x3FFF,
    /* those that print text or JSON */
    COMMAND_TEXT_OR_JSON = COMMAND_ANY & ~(COMMAND_CHECK | COMMAND_DOC | COMMAND_COMPLETION |
                                           COMMAND_EMIT | COMMAND_EXEC | COMMAND_NEW),
    /* those that plan for a target */
    COMMAND_PLANS = COMMAND_BUILD | COMMAND_CHECK | COMMAND_EXPLAIN | COMMAND_VERIFY |
                    COMMAND_EMIT | COMMAND_EXEC,
};

struct words {
    str *items;
    size_t count;
};

struct options {
    str command;           /* empty: none given */
    struct words operands; /* behind the command */
    struct settings layer; /* what the options set */
    struct words profile_dirs;
    str output; /* at NULL: not given */
    enum format format;
    enum emit_form form; /* of emit */
    enum colour colour;
    bool dry_run, diff, force, werror, help, version;
};

/* Reads ARGV. Findings are about the source "command line", which holds its words; false after one.
 * ALLOWED gives the bit of a command's name, 0 for an unknown one. */
bool options_read(struct arena *arena, struct diags *diags, int argc, char **argv,
                  unsigned (*command_bit)(str name), struct options *out);

/* The rows of the table for pages and completions, on ARENA. */
const struct tool_option *options_describe(struct arena *arena, size_t *count);

/* The options that COMMAND takes, one a line, for its help. */
void options_help(struct buf *out, unsigned command);

#endif
