/* SPDX-License-Identifier: Apache-2.0 */
/* For zsh's completion system, by _arguments. */
#include "complete.h"

/* A specification of _arguments is between single quotes, and ends its parts with ':' and ']'. */
static void quote(struct buf *out, const char *text) {
    static const char *const replacements[] = {"'\\''", "\\:", "\\[", "\\]", "\\\\"};
    static const char bad[] = "':[]\\";
    struct buf quoted = buf_make(out->arena);
    complete_quote(&quoted, text, bad, replacements);
    str view = buf_view(&quoted);
    buf_str(out, str_first(str_from_at(view, 1), view.len - 2)); /* the caller has the quotes */
}

static const char *const actions[] = {
    [ARGUMENT_NOTHING] = " ",
    [ARGUMENT_WORDS] = "",
    [ARGUMENT_FILE] = "_files",
    [ARGUMENT_DIRECTORY] = "_files -/",
    [ARGUMENT_FILE_OR_DIRECTORY] = "_files",
    [ARGUMENT_PROFILE] = "_modavd_profile_profiles",
};

/* ":HOST:(windows linux)" */
static void put_argument(struct buf *out, const struct tool_argument *argument) {
    buf_char(out, ':');
    quote(out, argument->name);
    buf_char(out, ':');
    if (argument->kind != ARGUMENT_WORDS) {
        buf_text(out, actions[argument->kind]);
        return;
    }
    buf_char(out, '(');
    complete_words(out, argument, " ");
    buf_char(out, ')');
}

/* An option may be repeated: the last one holds, or each adds. */
static void put_option(struct buf *out, const struct tool_option *option) {
    if (option->letter) {
        buf_format(out, " \\\n            '-%c[", option->letter);
        quote(out, option->help);
        buf_text(out, "]'");
    }
    buf_format(out, " \\\n            '*--%s%s[", option->name, option->argument.name ? "=" : "");
    quote(out, option->help);
    buf_char(out, ']');
    if (option->argument.name)
        put_argument(out, &option->argument);
    buf_char(out, '\'');
}

static void put_command(struct buf *out, const struct tool *tool,
                        const struct tool_command *command) {
    buf_format(out, "        %s)\n            _arguments -S", command->name);
    for (size_t i = 0; i < tool->option_count; i++)
        if (tool->options[i].commands & command->bit)
            put_option(out, &tool->options[i]);
    if (command->operand.name) {
        buf_text(out, " \\\n            '*");
        put_argument(out, &command->operand);
        buf_char(out, '\'');
    }
    buf_text(out, " ;;\n");
}

void complete_zsh(struct buf *out, const struct tool *tool) {
    buf_format(out,
               "#compdef modavd-profile\n# Completion of modavd-profile %s for zsh.\n"
               "_modavd_profile_profiles() {\n"
               "    local -a names\n"
               "    names=(${(f)\"$($_modavd_profile_program list 2>/dev/null)\"})\n"
               "    names=(${names%%%% *})\n"
               "    compadd -a names\n"
               "}\n"
               "_modavd_profile() {\n"
               "    local curcontext=$curcontext state line _modavd_profile_program=$words[1]\n"
               "    typeset -A opt_args\n"
               "    local -a commands\n"
               "    commands=(\n",
               tool->version);
    for (size_t i = 0; i < tool->command_count; i++) {
        buf_format(out, "        '%s:", tool->commands[i].name);
        quote(out, tool->commands[i].summary);
        buf_text(out, "'\n");
    }
    buf_text(out,
             "    )\n"
             "    _arguments -C '--help[show the commands]' '--version[print the version]' \\\n"
             "        '1: :->command' '*:: :->rest' && return\n"
             "    case $state in\n"
             "    command) _describe command commands ;;\n"
             "    rest)\n"
             "        case $words[1] in\n");
    for (size_t i = 0; i < tool->command_count; i++)
        put_command(out, tool, &tool->commands[i]);
    buf_text(out, "        esac ;;\n    esac\n}\n"
                  "if [ \"$funcstack[1]\" = _modavd-profile ]; then\n"
                  "    _modavd_profile \"$@\"\n"
                  "else\n"
                  "    compdef _modavd_profile modavd-profile\n"
                  "fi\n");
}
