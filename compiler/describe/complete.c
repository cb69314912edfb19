/* SPDX-License-Identifier: Apache-2.0 */
#include "complete.h"

#include <string.h>

const struct shell shells[] = {
    {"bash", complete_bash},
    {"zsh", complete_zsh},
    {"fish", complete_fish},
    {"powershell", complete_powershell},
};
const size_t shell_count = sizeof shells / sizeof *shells;

str shell_name(const void *context, size_t i) {
    (void)context;
    return str_from(shells[i].name);
}

const struct shell *shell_find(str name) {
    for (size_t i = 0; i < shell_count; i++)
        if (str_equal(name, str_from(shells[i].name)))
            return &shells[i];
    return NULL;
}

void complete_quote(struct buf *out, const char *text, const char *bad,
                    const char *const *replacements) {
    buf_char(out, '\'');
    for (; *text; text++) {
        const char *found = strchr(bad, *text);
        if (found)
            buf_text(out, replacements[found - bad]);
        else
            buf_char(out, *text);
    }
    buf_char(out, '\'');
}

void complete_words(struct buf *out, const struct tool_argument *argument, const char *separator) {
    for (size_t i = 0; argument->words && argument->words[i]; i++)
        buf_format(out, "%s%s", i ? separator : "", argument->words[i]);
}

bool complete_has_twin(const struct tool *tool, const struct tool_option *option) {
    size_t count = 0;
    for (size_t i = 0; i < tool->option_count; i++)
        count += strcmp(tool->options[i].name, option->name) == 0;
    return count > 1;
}

void complete_takers(struct buf *out, const struct tool *tool, const struct tool_option *option,
                     const char *before, const char *after, const char *separator) {
    const char *between = "";
    for (size_t i = 0; i < tool->command_count; i++)
        if (option->commands & tool->commands[i].bit) {
            buf_format(out, "%s%s%s%s", between, before, tool->commands[i].name, after);
            between = separator;
        }
}
