/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"

#include "commands.h"
#include "complete.h"
#include "documents.h"
#include "doubles.h"
#include "manifest.h"
#include "render.h"
#include "topics.h"
#include "visible.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
    const char *name;
    unsigned bit;
    void (*run)(struct session *session);
    const char *operands, *summary, *help;
} commands[] = {
    {"build", COMMAND_BUILD, command_build, "[INSTANCES]",
     "compile the profiles for every instance",
     "INSTANCES is an AVD home or another directory of instances, one NAME.avd or NAME.ini, one\n"
     "directory with an instance.yaml, or the name of an AVD. Without it: the AVD home.\n"},
    {"check", COMMAND_CHECK, command_check, "[PATH...]", "report every finding and write nothing",
     "PATH is a profile, a directory of profiles, or instances as for build. Without it: the\n"
     "profiles that are built in.\n"},
    {"explain", COMMAND_EXPLAIN, command_explain, "INSTANCE",
     "say which profile is on or off, why, and what would change it",
     "INSTANCE is what build takes. Each value is told with where it comes from.\n"},
    {"list", COMMAND_LIST, command_list, "", "list the profiles", ""},
    {"show", COMMAND_SHOW, command_show, "PROFILE",
     "print a profile with extends and parameters resolved", ""},
    {"verify", COMMAND_VERIFY, command_verify, "[INSTANCES]",
     "say whether the files are what today's inputs give", "Give the same options as to build.\n"},
    {"clean", COMMAND_CLEAN, command_clean, "[INSTANCES]",
     "remove the files that build made, and no others", ""},
    {"new", COMMAND_NEW, command_new, "NAME",
     "write a commented profile to start from, which is in order as it is",
     "It is written to NAME.yaml here, and never over a file that is there.\n"},
    {"emit", COMMAND_EMIT, command_emit, "INSTANCE",
     "print the arguments for QEMU in the form of a shell, of libvirt or of QEMU's own file",
     "A line for cmd is for a batch file. What a form cannot carry is an error.\n"},
    {"exec", COMMAND_EXEC, command_exec, "INSTANCE -- PROGRAM [ARGUMENTS]",
     "build one instance, then run the emulator with the arguments in place",
     "PROGRAM runs in run-dir. Behind the Android emulator's arguments come -qemu, where it is not "
     "there,\nand ours; behind QEMU's ours. The exit status is the program's.\n"},
    {"probe", COMMAND_PROBE, command_probe, "QEMU",
     "read from a QEMU binary what it offers, as a catalogue",
     "QEMU is the program itself, such as qemu-system-x86_64. It is run a few times without a "
     "guest,\n"
     "and asked for its version, machines, options, devices and their properties.\n"},
    {"schema", COMMAND_SCHEMA, command_schema, "[KIND]",
     "print the JSON Schema of a kind of file, for editors", "Without KIND: that of profiles.\n"},
    {"doc", COMMAND_DOC, command_doc, "[TOPIC]",
     "print the reference as Markdown or as a manual page", "Without TOPIC: all of it.\n"},
    {"completion", COMMAND_COMPLETION, command_completion, "SHELL",
     "print a script by which a shell completes command lines", ""},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find_command(str name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (str_equal(name, str_from(commands[i].name)))
            return &commands[i];
    return NULL;
}

static unsigned command_bit(str name) {
    const struct command *command = find_command(name);
    return command ? command->bit : 0;
}

static str command_name(const void *context, size_t i) {
    (void)context;
    return str_from(commands[i].name);
}

void usage_error(struct session *session, const char *format, ...) {
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    diag(&session->diags, MP_USAGE, (struct span){0}, "%s", text);
    session->wrong_use = true;
}

void report_unwritten(struct session *session, str path, enum os_status status) {
    str shown = str_visible(&session->arena, path);
    session->diags.io_failed = true;
    diag(&session->diags, MP_WRITE_FAILED, (struct span){0}, "%.*s: %s", STR_ARG(shown),
         os_status_text(status));
}

/* Nothing named is not the same as an empty name, which a script's unset variable gives. */
bool one_path(struct session *session, const char *command, bool needed, str *out) {
    const struct words *operands = &session->options.operands;
    *out = operands->count > 0 ? operands->items[0] : (str){0};
    if (operands->count > 1 || (needed && operands->count == 0))
        usage_error(session, "%s takes one path, not %zu", command, operands->count);
    else if (operands->count == 1 && out->len == 0)
        usage_error(session, "%s: the path is empty", command);
    return !session->wrong_use;
}

/* "a, b or c" */
static str names_text(struct arena *arena, size_t count,
                      str (*name_at)(const void *context, size_t i)) {
    struct buf list = buf_make(arena);
    for (size_t i = 0; i < count; i++) {
        str name = name_at(NULL, i);
        buf_format(&list, "%s%.*s", i == 0 ? "" : i + 1 < count ? ", " : " or ", STR_ARG(name));
    }
    return buf_view(&list);
}

bool one_word(struct session *session, const char *command, bool needed, size_t count,
              str (*word_at)(const void *context, size_t i), str *out) {
    const struct words *operands = &session->options.operands;
    *out = operands->count > 0 ? operands->items[0] : (str){0};
    for (size_t i = 0; operands->count == 1 && i < count; i++)
        if (str_equal(word_at(NULL, i), *out))
            return true;
    if (operands->count == 0 && !needed)
        return true;
    session->wrong_use = true;
    str near = str_nearest(*out, operands->count == 1 ? count : 0, word_at, NULL);
    str list = names_text(&session->arena, count, word_at);
    diag(&session->diags, MP_UNKNOWN_TOPIC, (struct span){0}, "%s takes %.*s%s%.*s%s", command,
         STR_ARG(list), near.len ? "; did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
    return false;
}

/* What may stand for the operands of a usage line: files, or the names of a table. */
static const struct {
    const char *operands;
    enum argument_kind kind;
    const size_t *count;
    str (*name_at)(const void *context, size_t i);
} operand_kinds[] = {
    {"[INSTANCES]", ARGUMENT_FILE_OR_DIRECTORY, NULL, NULL},
    {"[PATH...]", ARGUMENT_FILE_OR_DIRECTORY, NULL, NULL},
    {"INSTANCE", ARGUMENT_FILE_OR_DIRECTORY, NULL, NULL},
    {"INSTANCE -- PROGRAM [ARGUMENTS]", ARGUMENT_FILE_OR_DIRECTORY, NULL, NULL},
    {"PROFILE", ARGUMENT_PROFILE, NULL, NULL},
    {"QEMU", ARGUMENT_FILE, NULL, NULL},
    {"NAME", ARGUMENT_NOTHING, NULL, NULL},
    {"[KIND]", ARGUMENT_WORDS, &document_count, document_name},
    {"[TOPIC]", ARGUMENT_WORDS, &topic_count, topic_name},
    {"SHELL", ARGUMENT_WORDS, &shell_count, shell_name},
};

static const char *const *name_list(struct arena *arena, size_t count,
                                    str (*name_at)(const void *context, size_t i)) {
    const char **names = ARENA_ARRAY(arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++)
        names[i] = str_c(arena, name_at(NULL, i));
    return names;
}

static struct tool_argument operand_of(struct arena *arena, const struct command *command) {
    struct tool_argument argument = {command->operands, ARGUMENT_NOTHING, NULL};
    if (command->operands[0] == '\0')
        argument.name = NULL;
    for (size_t i = 0; i < sizeof operand_kinds / sizeof *operand_kinds; i++) {
        if (strcmp(command->operands, operand_kinds[i].operands) != 0)
            continue;
        argument.kind = operand_kinds[i].kind;
        if (operand_kinds[i].count)
            argument.words = name_list(arena, *operand_kinds[i].count, operand_kinds[i].name_at);
    }
    return argument;
}

static const struct tool_status statuses[] = {
    {STATUS_OK, "Fine."},
    {STATUS_FINDINGS, "Findings with errors; whatever had none was built."},
    {STATUS_USAGE, "Wrong use."},
    {STATUS_IO, "Something could not be read or written."},
    {STATUS_BUG, "A fault of the program itself."},
};

struct tool cli_tool(struct arena *arena) {
    struct tool_command *items = ARENA_ARRAY(arena, COMMANDS, struct tool_command);
    for (size_t i = 0; i < COMMANDS; i++)
        items[i] = (struct tool_command){commands[i].name, commands[i].bit,
                                         operand_of(arena, &commands[i]), commands[i].summary,
                                         commands[i].help};
    struct tool tool = {.version = MODAVD_VERSION,
                        .commands = items,
                        .command_count = COMMANDS,
                        .statuses = statuses,
                        .status_count = sizeof statuses / sizeof *statuses};
    tool.options = options_describe(arena, &tool.option_count);
    return tool;
}

static void print_help(struct session *session) {
    struct buf *out = &session->out;
    buf_text(out, "usage: modavd-profile COMMAND [OPTIONS] [PATH]\n\n"
                  "Compiles performance profiles into an ACPI table, QEMU arguments and a check of "
                  "the\nbooted guest, for every instance.\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        buf_format(out, "  %-10s %-12s %s\n", commands[i].name, commands[i].operands,
                   commands[i].summary);
    buf_text(out, "\n'modavd-profile COMMAND --help' tells of a command's options.\n"
                  "Exit status: 0 fine, 1 findings with errors, 2 wrong use, 3 a file could not be "
                  "read or written.\n");
}

/* "KIND is profile, instance or settings." where the operand is a name of a table. */
static void put_names(struct session *session, const struct command *command) {
    for (size_t i = 0; i < sizeof operand_kinds / sizeof *operand_kinds; i++) {
        if (!operand_kinds[i].count || strcmp(command->operands, operand_kinds[i].operands) != 0)
            continue;
        str name = str_trim(str_from(command->operands), "[]");
        str list = names_text(&session->arena, *operand_kinds[i].count, operand_kinds[i].name_at);
        buf_format(&session->out, "%s%.*s is %.*s.\n", command->help[0] ? "" : "\n", STR_ARG(name),
                   STR_ARG(list));
    }
}

static void print_command_help(struct session *session, const struct command *command) {
    struct buf *out = &session->out;
    buf_format(out, "usage: modavd-profile %s [OPTIONS]%s%s\n\n%s.\n", command->name,
               command->operands[0] ? " " : "", command->operands, command->summary);
    if (command->help[0])
        buf_format(out, "\n%s", command->help);
    put_names(session, command);
    buf_text(out, "\noptions:\n");
    options_help(out, command->bit);
}

static void unknown_command(struct session *session) {
    str name = session->options.command;
    str near = str_nearest(name, COMMANDS, command_name, NULL);
    if (name.len == 0)
        usage_error(session, "a command is missing: see modavd-profile --help");
    else
        usage_error(session, "unknown command '%.*s'%s%.*s%s",
                    STR_ARG(str_shorten(&session->arena, name)), near.len ? ", did you mean '" : "",
                    STR_ARG(near), near.len ? "'?" : ": see modavd-profile --help");
}

static bool wants_colour(struct session *session) {
    const struct os *os = session->os;
    if (session->options.colour != COLOUR_AUTO)
        return session->options.colour == COLOUR_ALWAYS;
    return os->environment(os->context, &session->arena, STR("NO_COLOR")).len == 0 &&
           os->is_terminal(os->context, 2);
}

void flush_out(struct session *session) {
    const struct os *os = session->os;
    if (session->json || session->out.len == 0)
        return;
    if (session->printed == OS_OK)
        session->printed = os->print(os->context, 1, buf_view(&session->out));
    session->out.len = 0;
}

static void print_json(struct session *session) {
    json_t *document = session->json;
    if (session->options.format == FORMAT_SARIF)
        document = render_sarif(&session->diags, &session->arena, MODAVD_VERSION);
    else
        json_object_set_new(document, "findings", render_json(&session->diags, &session->arena));
    char *text = json_dumps(document, JSON_INDENT(2));
    if (document != session->json)
        json_decref(document);
    if (!text)
        session->arena.out_of_memory(session->arena.context);
    buf_text(&session->out, text);
    buf_char(&session->out, '\n');
    free(text);
}

/* Findings go to standard error as text, or into the one JSON document on standard output. GitHub
 * takes its commands from there too, among lines of text. */
static enum status print_all(struct session *session, enum status status) {
    const struct os *os = session->os;
    struct buf findings = buf_make(&session->arena);
    if (session->json) {
        print_json(session);
        json_decref(session->json);
        session->json = NULL;
    } else if (session->options.format == FORMAT_GITHUB) {
        render_github(&session->diags, &session->out);
    } else {
        render_text(&session->diags, wants_colour(session), &findings);
    }
    if (findings.len > 0)
        os->print(os->context, 2, buf_view(&findings));
    flush_out(session);
    enum os_status printed = session->printed;
    if (printed == OS_OK)
        return status;
    str text = str_format(&session->arena, "modavd-profile: error: standard output: %s\n",
                          os_status_text(printed));
    if (printed != OS_CLOSED) /* a reader that has seen enough, such as head, is no news */
        os->print(os->context, 2, text);
    return STATUS_IO;
}

/* "help" and "help COMMAND" are what people try first: they become --help. */
static bool is_help(struct session *session) {
    struct options *options = &session->options;
    if (!str_equal(options->command, STR("help")))
        return false;
    options->help = true;
    options->command = options->operands.count ? options->operands.items[0] : (str){0};
    return true;
}

static enum status run(struct session *session, int argc, char **argv) {
    bool sound =
        options_read(&session->arena, &session->diags, argc, argv, command_bit, &session->options);
    const struct command *command = find_command(session->options.command);
    session->diags.warnings_are_errors = session->options.werror;
    if (!sound)
        return STATUS_USAGE;
    if (is_help(session))
        command = find_command(session->options.command);
    drop_doubles(session->os, &session->arena, &session->options.profile_dirs);
    if (session->options.version) {
        buf_text(&session->out, "modavd-profile " MODAVD_VERSION "\n");
    } else if (session->options.help) {
        if (command)
            print_command_help(session, command);
        else if (session->options.command.len > 0)
            unknown_command(session);
        else
            print_help(session);
    } else if (!command) {
        unknown_command(session);
    } else {
        if (session->options.format == FORMAT_JSON || session->options.format == FORMAT_SARIF)
            session->json = json_object();
        command->run(session);
    }
    return session_status(session);
}

/* The last thing that this program does. */
static int hand_over(struct session *session) {
    const struct os *os = session->os;
    const struct successor *next = &session->successor;
    const struct os_command command = {.words = next->words, .count = next->count};
    int code = STATUS_IO;
    enum os_status status =
        os->hand_over(os->context, &session->arena, next->directory, &command, &code);
    if (status == OS_OK)
        return code;
    str text =
        str_format(&session->arena, "modavd-profile: error: '%s' cannot be run in '%.*s': %s\n",
                   next->words[0], STR_ARG(next->directory), os_status_text(status));
    os->print(os->context, 2, text);
    return STATUS_IO;
}

int cli_main(const struct os *os, int argc, char **argv, void (*out_of_memory)(void *context),
             void *context) {
    struct session session = {.os = os,
                              .arena = arena_make(out_of_memory, context),
                              .scratch = arena_make(out_of_memory, context)};
    session.sources.arena = &session.arena;
    session.diags = diags_make(&session.arena, &session.sources);
    session.out = buf_make(&session.arena);
    int status = (int)print_all(&session, run(&session, argc, argv));
    if (session.successor.count > 0 && status == STATUS_OK)
        status = hand_over(&session);
    arena_free(&session.scratch);
    arena_free(&session.arena);
    return status;
}
