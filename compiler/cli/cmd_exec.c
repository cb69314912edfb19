/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

struct execution {
    struct words program; /* and its own arguments */
    size_t instances;
};

/* CreateProcess hands a batch file to cmd.exe, which takes the arguments apart once more, by other
 * rules: what they hold could become a command of its own (CVE-2024-24576 and its kind). Windows
 * drops dots and blanks at the end of a name. */
static bool is_batch(str name) {
    while (name.len > 0 && (name.at[name.len - 1] == '.' || name.at[name.len - 1] == ' '))
        name.len--;
    return str_ends_nocase(name, STR(".bat")) || str_ends_nocase(name, STR(".cmd"));
}

static bool has_word(const struct words *words, str word) {
    for (size_t i = 0; i < words->count; i++)
        if (str_equal(words->items[i], word))
            return true;
    return false;
}

/* The emulator's own arguments end at -qemu; behind it all is QEMU's, and ours come last. */
static void set_successor(struct turn *turn, const struct words *program) {
    struct session *session = turn->session;
    struct arena *arena = &session->arena;
    const struct plan *plan = &turn->plan;
    struct successor *next = &session->successor;
    next->words = ARENA_ARRAY(arena, program->count + plan->argument_count + 2, const char *);
    for (size_t i = 0; i < program->count; i++)
        next->words[next->count++] = str_c(arena, program->items[i]);
    bool needs_qemu = turn->target.emulator == EMULATOR_ANDROID && plan->argument_count > 0 &&
                      !has_word(program, STR("-qemu"));
    if (needs_qemu)
        next->words[next->count++] = "-qemu";
    for (size_t i = 0; i < plan->argument_count; i++)
        next->words[next->count++] = str_c(arena, plan->arguments[i].text);
    next->directory = str_copy(arena, turn->target.run_dir.len > 0 ? turn->target.run_dir
                                                                   : turn->instance.directory);
}

/* What build does, without a word where all is well: the output is the program's. */
static void exec_turn(struct turn *turn, void *context) {
    struct execution *execution = context;
    struct set set = turn_set_to_write(turn);
    struct changes changes = {0};
    if (execution->instances++ > 0 || !turn->sound)
        return;
    if (set_write(&set, &turn->artifacts, &changes))
        set_successor(turn, &execution->program);
}

void command_exec(struct session *session) {
    const struct words *operands = &session->options.operands;
    struct execution execution = {.instances = 0};
    if (operands->count < 2) {
        usage_error(session, "exec takes an instance, '--' and a program with its arguments");
        return;
    }
    execution.program = (struct words){operands->items + 1, operands->count - 1};
    str name = execution.program.items[0];
    if (str_equal(str_from(session->os->host), STR("windows")) && is_batch(name)) {
        diag(&session->diags, MP_BATCH_FILE, (struct span){0},
             "'%.*s' is a batch file, which would take the arguments apart again: name the program "
             "that it starts, such as emulator.exe",
             STR_ARG(name));
        return;
    }
    session_read_profiles(session, NULL);
    session_each(session, operands->items[0], exec_turn, &execution);
    if (execution.instances > 1) {
        session->successor.count = 0;
        usage_error(session, "exec takes one instance, and here are %zu", execution.instances);
    }
}
