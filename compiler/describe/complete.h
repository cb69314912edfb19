/* SPDX-License-Identifier: Apache-2.0 */
/* Completion for shells: a script for each, made from the tables of commands and options. */
#ifndef MODAVD_COMPLETE_H
#define MODAVD_COMPLETE_H

#include "buf.h"
#include "tool.h"

struct shell {
    const char *name;
    void (*write)(struct buf *out, const struct tool *tool);
};

extern const struct shell shells[];
extern const size_t shell_count;

/* The name of row I. CONTEXT is not used: str_nearest() has one. */
str shell_name(const void *context, size_t i);

/* The one called NAME, or NULL. */
const struct shell *shell_find(str name);

void complete_bash(struct buf *out, const struct tool *tool);
void complete_zsh(struct buf *out, const struct tool *tool);
void complete_fish(struct buf *out, const struct tool *tool);
void complete_powershell(struct buf *out, const struct tool *tool);

/* TEXT between single quotes, each of BAD's characters in it behind or as REPLACEMENT[index]. */
void complete_quote(struct buf *out, const char *text, const char *bad,
                    const char *const *replacements);

/* The words of ARGUMENT with SEPARATOR between. */
void complete_words(struct buf *out, const struct tool_argument *argument, const char *separator);

/* Whether another row of TOOL has the name of OPTION, for other commands. */
bool complete_has_twin(const struct tool *tool, const struct tool_option *option);

/* The names of the commands that take OPTION, each between BEFORE and AFTER, with SEPARATOR. */
void complete_takers(struct buf *out, const struct tool *tool, const struct tool_option *option,
                     const char *before, const char *after, const char *separator);

#endif
