/* SPDX-License-Identifier: Apache-2.0 */
/* For fish: one "complete" for each command, option and operand. */
#include "complete.h"

static void quote(struct buf *out, const char *text) {
    static const char *const replacements[] = {"\\'", "\\\\"};
    complete_quote(out, text, "'\\", replacements);
}

static void put_argument(struct buf *out, const struct tool_argument *argument, bool option) {
    static const char *const sources[] = {
        [ARGUMENT_NOTHING] = "",
        [ARGUMENT_WORDS] = "",
        [ARGUMENT_FILE] = "",
        [ARGUMENT_DIRECTORY] = "(__fish_complete_directories)",
        [ARGUMENT_FILE_OR_DIRECTORY] = "",
        [ARGUMENT_PROFILE] = "(__modavd_profile_profiles)",
    };
    if (argument->kind == ARGUMENT_FILE || argument->kind == ARGUMENT_FILE_OR_DIRECTORY) {
        buf_text(out, option ? " -r -F" : " -F");
        return;
    }
    buf_text(out, option ? " -x" : "");
    if (argument->kind == ARGUMENT_NOTHING)
        return;
    buf_format(out, " -a '%s", sources[argument->kind]);
    complete_words(out, argument, " ");
    buf_char(out, '\'');
}

static void put_option(struct buf *out, const struct tool *tool, const struct tool_option *option) {
    buf_text(out, "complete -c modavd-profile -n '__fish_seen_subcommand_from ");
    complete_takers(out, tool, option, "", "", " ");
    buf_format(out, "' -l %s", option->name);
    if (option->letter)
        buf_format(out, " -s %c", option->letter);
    if (option->argument.name)
        put_argument(out, &option->argument, true);
    buf_text(out, " -d ");
    quote(out, option->help);
    buf_char(out, '\n');
}

static void put_command(struct buf *out, const struct tool_command *command) {
    buf_format(out, "complete -c modavd-profile -n __fish_use_subcommand -a %s -d ", command->name);
    quote(out, command->summary);
    buf_char(out, '\n');
    if (!command->operand.name || command->operand.kind == ARGUMENT_NOTHING)
        return;
    buf_format(out, "complete -c modavd-profile -n '__fish_seen_subcommand_from %s'",
               command->name);
    put_argument(out, &command->operand, false);
    buf_char(out, '\n');
}

void complete_fish(struct buf *out, const struct tool *tool) {
    buf_format(out,
               "# Completion of modavd-profile %s for fish.\n"
               "function __modavd_profile_profiles\n"
               "    set -l words (commandline -opc)\n"
               "    $words[1] list 2>/dev/null | string replace -r ' .*' ''\n"
               "end\n"
               "complete -c modavd-profile -f\n"
               "complete -c modavd-profile -n __fish_use_subcommand -l help -s h -d 'show the "
               "commands'\n"
               "complete -c modavd-profile -n __fish_use_subcommand -l version -s V -d 'print the "
               "version'\n",
               tool->version);
    for (size_t i = 0; i < tool->command_count; i++)
        put_command(out, &tool->commands[i]);
    for (size_t i = 0; i < tool->option_count; i++)
        put_option(out, tool, &tool->options[i]);
}
