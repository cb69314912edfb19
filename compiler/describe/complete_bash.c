/* SPDX-License-Identifier: Apache-2.0 */
/* For bash 3.2 and later. A value may stand behind its option or behind "=", which readline splits
 * off as a word. */
#include "complete.h"

static const char *const kind_names[] = {
    [ARGUMENT_NOTHING] = "nothing",
    [ARGUMENT_WORDS] = "words",
    [ARGUMENT_FILE] = "file",
    [ARGUMENT_DIRECTORY] = "directory",
    [ARGUMENT_FILE_OR_DIRECTORY] = "file",
    [ARGUMENT_PROFILE] = "profile",
};

static void put_argument(struct buf *out, const struct tool_argument *argument) {
    buf_format(out, ") kind=%s", kind_names[argument->kind]);
    if (argument->kind == ARGUMENT_WORDS) {
        buf_text(out, " words='");
        complete_words(out, argument, " ");
        buf_char(out, '\'');
    }
    buf_text(out, " ;;\n");
}

/* "*:--host" or, where commands differ, "build:--format|check:--format". */
static void put_values(struct buf *out, const struct tool *tool) {
    buf_text(out, "    case $command:$before in\n");
    for (size_t i = 0; i < tool->option_count; i++) {
        const struct tool_option *option = &tool->options[i];
        str after = str_format(out->arena, ":--%s", option->name);
        if (!option->argument.name)
            continue;
        buf_text(out, "    ");
        if (complete_has_twin(tool, option))
            complete_takers(out, tool, option, "", str_c(out->arena, after), "|");
        else
            buf_format(out, "*%.*s", STR_ARG(after));
        put_argument(out, &option->argument);
    }
    buf_text(out, "    esac\n");
}

static void put_operands(struct buf *out, const struct tool *tool) {
    buf_text(out, "        case $command in\n");
    for (size_t i = 0; i < tool->command_count; i++) {
        buf_format(out, "        %s", tool->commands[i].name);
        put_argument(out, &tool->commands[i].operand);
    }
    buf_text(out, "        esac\n");
}

static void put_options(struct buf *out, const struct tool *tool) {
    buf_text(out, "        case $command in\n        '') words='--help --version' ;;\n");
    for (size_t i = 0; i < tool->command_count; i++) {
        const char *before = "";
        buf_format(out, "        %s) words='", tool->commands[i].name);
        for (size_t j = 0; j < tool->option_count; j++)
            if (tool->options[j].commands & tool->commands[i].bit) {
                buf_format(out, "%s--%s", before, tool->options[j].name);
                before = " ";
            }
        buf_text(out, "' ;;\n");
    }
    buf_text(out, "        esac\n");
}

/* The command is the first word that is neither an option nor an option's value. */
static void put_find_command(struct buf *out, const struct tool *tool) {
    const char *before = "";
    buf_text(out, "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                  "        case ${COMP_WORDS[i]} in\n        ");
    for (size_t i = 0; i < tool->option_count; i++)
        if (tool->options[i].argument.name) {
            buf_format(out, "%s--%s", before, tool->options[i].name);
            before = "|";
        }
    buf_text(out, ")\n            ((i++))\n"
                  "            [ \"${COMP_WORDS[i]}\" != = ] || ((i++)) ;;\n"
                  "        -*) ;;\n"
                  "        *) command=${COMP_WORDS[i]}; break ;;\n"
                  "        esac\n    done\n");
}

static const char start[] =
    "_modavd_profile() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    local command='' kind='' words='' i IFS=$'\\n'\n"
    "    COMPREPLY=()\n"
    "    if [ \"$word\" = = ]; then\n"
    "        word=''\n"
    "    elif [ \"$before\" = = ] && [ \"$COMP_CWORD\" -gt 1 ]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n";

static const char end[] =
    "    case $kind in\n"
    "    words) IFS=' '; COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
    "    profile)\n"
    "        COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" list 2>/dev/null | sed 's/ .*//')\" "
    "-- \"$word\")) ;;\n"
    "    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
    "    directory) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$word\")) ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _modavd_profile modavd-profile\n";

void complete_bash(struct buf *out, const struct tool *tool) {
    buf_format(out, "# Completion of modavd-profile %s for bash.\n", tool->version);
    buf_text(out, start);
    put_find_command(out, tool);
    put_values(out, tool);
    buf_text(out, "    if [ -n \"$kind\" ]; then\n        :\n"
                  "    elif [[ $word == -* ]]; then\n        kind=words\n");
    put_options(out, tool);
    buf_text(out, "    elif [ -z \"$command\" ]; then\n        kind=words words='");
    for (size_t i = 0; i < tool->command_count; i++)
        buf_format(out, "%s ", tool->commands[i].name);
    buf_text(out, "help'\n    else\n");
    put_operands(out, tool);
    buf_text(out, "    fi\n");
    buf_text(out, end);
}
