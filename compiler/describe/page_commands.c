/* SPDX-License-Identifier: Apache-2.0 */
#include "topics.h"

static str operand_text(struct arena *arena, const struct tool_command *command) {
    const char *name = command->operand.name;
    return name ? str_format(arena, " %s", name) : (str){0};
}

/* TEXT, whose lines are broken for terminals, as one line. */
static void put_joined(struct buf *out, const char *text) {
    str rest = str_trim(str_from(text), "\n");
    while (rest.at) {
        str line = str_cut(&rest, '\n');
        buf_format(out, "%.*s%s", STR_ARG(line), rest.at ? " " : "");
    }
}

static void put_words(struct buf *out, const struct tool_argument *argument, const char *before) {
    if (argument->kind != ARGUMENT_WORDS)
        return;
    buf_text(out, before);
    for (size_t i = 0; argument->words[i]; i++)
        buf_format(out, "%s`%s`", i ? ", " : "", argument->words[i]);
}

static void put_command(struct page *page, const struct tool *tool,
                        const struct tool_command *command) {
    struct arena *arena = page->out->arena;
    struct buf text = buf_make(arena);
    const char *before = command->operand.kind == ARGUMENT_WORDS ? ". Options: " : " Options: ";
    buf_format(&text, "%s.%s", command->summary, command->help[0] ? " " : "");
    put_joined(&text, command->help);
    put_words(&text, &command->operand, " One of: ");
    for (size_t i = 0; i < tool->option_count; i++)
        if (tool->options[i].commands & command->bit) {
            buf_format(&text, "%s`--%s`", before, tool->options[i].name);
            before = ", ";
        }
    buf_char(&text, '.');
    str operand = operand_text(arena, command);
    page_item(page, str_format(arena, "`%s`%.*s", command->name, STR_ARG(operand)),
              buf_view(&text));
}

/* Of an option that means the same to all commands, those that take it need no list. */
static void put_takers(struct buf *out, const struct tool *tool, const struct tool_option *option) {
    const char *before = ". Of ";
    bool all = true;
    for (size_t i = 0; i < tool->command_count; i++)
        all &= (option->commands & tool->commands[i].bit) != 0;
    for (size_t i = 0; !all && i < tool->command_count; i++)
        if (option->commands & tool->commands[i].bit) {
            buf_format(out, "%s`%s`", before, tool->commands[i].name);
            before = ", ";
        }
    buf_char(out, '.');
}

static void put_option(struct page *page, const struct tool *tool,
                       const struct tool_option *option) {
    struct arena *arena = page->out->arena;
    struct buf term = buf_make(arena), text = buf_make(arena);
    if (option->letter)
        buf_format(&term, "`-%c`, ", option->letter);
    buf_format(&term, "`--%s`", option->name);
    if (option->argument.name)
        buf_format(&term, " %s", option->argument.name);
    buf_text(&text, option->help);
    put_words(&text, &option->argument, ". One of: ");
    put_takers(&text, tool, option);
    page_item(page, buf_view(&term), buf_view(&text));
}

static void put_synopsis(struct page *page, const struct tool *tool) {
    struct arena *arena = page->out->arena;
    struct buf lines = buf_make(arena);
    for (size_t i = 0; i < tool->command_count; i++) {
        str operand = operand_text(arena, &tool->commands[i]);
        buf_format(&lines, "modavd-profile %s [OPTIONS]%.*s\n", tool->commands[i].name,
                   STR_ARG(operand));
    }
    page_code(page, buf_view(&lines));
}

static void put_statuses(struct page *page, const struct tool *tool) {
    struct arena *arena = page->out->arena;
    for (size_t i = 0; i < tool->status_count; i++)
        page_item(page, str_format(arena, "`%d`", tool->statuses[i].status),
                  str_from(tool->statuses[i].meaning));
}

void page_commands(struct page *page, const struct tool *tool) {
    page_heading(page, 1, "Synopsis");
    put_synopsis(page, tool);
    page_heading(page, 1, "Description");
    page_paragraph(
        page, "modavd-profile reads profiles, which people write, and the instances that are "
              "to run, and writes for each instance the arguments of QEMU, an ACPI table and a "
              "check of the booted guest.");
    page_heading(page, 1, "Commands");
    for (size_t i = 0; i < tool->command_count; i++)
        put_command(page, tool, &tool->commands[i]);
    page_heading(page, 1, "Options");
    for (size_t i = 0; i < tool->option_count; i++)
        put_option(page, tool, &tool->options[i]);
    page_heading(page, 1, "Exit status");
    put_statuses(page, tool);
    page_heading(page, 1, "Example");
    page_code(page,
              STR("modavd-profile build --host windows --accel whpx --run-dir ../sdk/emulator "
                  "instances\n"));
}
