/* SPDX-License-Identifier: Apache-2.0 */
/* The program as its pages and the completions of shells see it: made from the tables of commands
 * and options. */
#ifndef MODAVD_TOOL_H
#define MODAVD_TOOL_H

#include "str.h"

/* What may stand for an argument. */
enum argument_kind {
    ARGUMENT_NOTHING, /* nothing that can be listed */
    ARGUMENT_WORDS,   /* one of the words */
    ARGUMENT_FILE,
    ARGUMENT_DIRECTORY,
    ARGUMENT_FILE_OR_DIRECTORY,
    ARGUMENT_PROFILE, /* the name of a profile, which "list" tells */
};

struct tool_argument {
    const char *name; /* "FILE"; NULL: it takes none */
    enum argument_kind kind;
    const char *const *words; /* ends with NULL */
};

struct tool_option {
    const char *name;  /* without "--" */
    char letter;       /* 0: none */
    unsigned commands; /* bits: those that take it */
    struct tool_argument argument;
    const char *help;
};

struct tool_command {
    const char *name;
    unsigned bit;
    struct tool_argument operand; /* its name is as in the usage: "[INSTANCES]" */
    const char *summary, *help;
};

struct tool_status {
    int status;
    const char *meaning;
};

struct tool {
    const char *version;
    const struct tool_command *commands;
    size_t command_count;
    const struct tool_option *options;
    size_t option_count;
    const struct tool_status *statuses;
    size_t status_count;
};

#endif
