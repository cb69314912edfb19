/* SPDX-License-Identifier: Apache-2.0 */
/*
 * golden CASES [CASE...]: runs the whole program in memory over each case's files and compares what
 * it says and writes, byte by byte. A case is a folder: commands (one a line), in/ (the files), and
 * what is wanted: said.txt and out/. With MODAVD_BLESS=1 the wanted files are made anew instead.
 */
#include "cli.h"
#include "os_memory.h"
#include "path.h"

#include <stdio.h>
#include <stdlib.h>

struct golden {
    struct arena arena;
    struct os disk;
    struct os_memory memory;
    str directory; /* of the case */
    struct buf said;
    bool bless, sound;
};

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

static str read_disk(struct golden *golden, str path) {
    str bytes = {0};
    enum { LIMIT = 4 << 20 };
    if (golden->disk.read_file(golden->disk.context, &golden->arena, path, LIMIT, &bytes) != OS_OK)
        return (str){0};
    return bytes;
}

static str part(struct golden *golden, const char *name) {
    return path_join(&golden->arena, golden->directory, str_from(name));
}

/* Calls EACH with the path below TOP of every file there, in the order of their names. */
static void each_file(struct golden *golden, str top, str below,
                      void (*each)(struct golden *golden, str top, str path)) {
    struct os_listing listing;
    str directory = path_join(&golden->arena, top, below);
    if (golden->disk.list(golden->disk.context, &golden->arena, directory, &listing) != OS_OK)
        return;
    for (size_t i = 0; i < listing.count; i++) {
        str path = path_join(&golden->arena, below, listing.entries[i].name);
        if (listing.entries[i].kind == OS_KIND_DIRECTORY)
            each_file(golden, top, path, each);
        else
            each(golden, top, path);
    }
}

static void load_file(struct golden *golden, str top, str path) {
    str bytes = read_disk(golden, path_join(&golden->arena, top, path));
    os_memory_file(&golden->memory, str_c(&golden->arena, path), bytes);
}

/* "NAME=VALUE ..." before the command's words, as a shell has it. */
static size_t set_environment(struct golden *golden, char **words, size_t count) {
    size_t i = 0;
    for (; i < count; i++) {
        str value = str_from(words[i]), name = str_cut(&value, '=');
        if (!value.at || str_starts(name, STR("-")))
            break;
        os_memory_set(&golden->memory, str_c(&golden->arena, name), str_c(&golden->arena, value));
    }
    return i;
}

/* "edit PATH LINE...": what a person does to a file between two commands. */
static void edit_file(struct golden *golden, char **words, size_t count) {
    struct buf text = buf_make(&golden->arena);
    for (size_t i = 2; i < count; i++)
        buf_format(&text, "%s\n", words[i]);
    os_memory_file(&golden->memory, words[1], buf_view(&text));
}

/* "machine HOST NAME FROM...": the machine, and the accelerator that it has, of the next commands.
 */
static void set_machine(struct golden *golden, char **words, size_t count) {
    struct buf from = buf_make(&golden->arena);
    for (size_t i = 3; i < count; i++)
        buf_format(&from, "%s%s", i > 3 ? " " : "", words[i]);
    golden->memory.host = words[1];
    golden->memory.accelerator =
        (struct os_accelerator){words[2], str_c(&golden->arena, buf_view(&from))};
}

static void run_program(struct golden *golden, char **words, size_t count) {
    struct os os = os_memory_os(&golden->memory);
    golden->memory.variable_count = 0;
    size_t from = set_environment(golden, words, count);
    for (size_t stream = 1; stream <= 2; stream++)
        golden->memory.printed[stream] = buf_make(&golden->arena);
    int status = cli_main(&os, (int)(count - from), words + from, out_of_memory, NULL);
    buf_str(&golden->said, buf_view(&golden->memory.printed[1]));
    if (golden->memory.printed[2].len > 0)
        buf_format(&golden->said, "[stderr]\n%.*s", STR_ARG(buf_view(&golden->memory.printed[2])));
    buf_format(&golden->said, "[status %d]\n", status);
}

static void run_line(struct golden *golden, str line) {
    char *words[64] = {0};
    size_t count = 0;
    buf_format(&golden->said, "$ %.*s\n", STR_ARG(line));
    while (line.len > 0 && count < 63) {
        str word = str_cut(&line, ' ');
        if (str_equal(word, STR("''"))) /* an empty word, as a shell has it */
            words[count++] = str_c(&golden->arena, STR(""));
        else if (word.len > 0)
            words[count++] = str_c(&golden->arena, word);
    }
    if (count > 1 && str_equal(str_from(words[0]), STR("edit")))
        edit_file(golden, words, count);
    else if (count > 2 && str_equal(str_from(words[0]), STR("machine")))
        set_machine(golden, words, count);
    else
        run_program(golden, words, count);
}

/* Files that the commands made or changed, by their paths below the current directory. */
static bool is_output(struct golden *golden, const struct os_memory_node *node, str *path) {
    str prefix = str_format(&golden->arena, "%.*s/", STR_ARG(golden->memory.directory));
    if (node->kind != OS_KIND_FILE || node->written == 0 || !str_starts(node->path, prefix))
        return false;
    *path = str_from_at(node->path, prefix.len);
    return true;
}

static void fail(struct golden *golden, str path, const char *why) {
    printf("#  %.*s: %s\n", STR_ARG(path), why);
    golden->sound = false;
}

static void make_parents(struct golden *golden, str path) {
    if (golden->disk.kind(golden->disk.context, path) != OS_KIND_NONE)
        return;
    str command = str_format(&golden->arena, "mkdir -p '%.*s'", STR_ARG(path));
    if (system(command.at) != 0) /* blessing is for people, on a system with a shell */
        abort();
}

static void compare(struct golden *golden, str path, str bytes) {
    if (golden->bless) {
        make_parents(golden, path_parent(path));
        if (golden->disk.write_file(golden->disk.context, path, bytes, false) != OS_OK)
            fail(golden, path, "cannot be written");
        return;
    }
    if (golden->disk.kind(golden->disk.context, path) != OS_KIND_FILE)
        fail(golden, path, "is made, and not wanted");
    else if (!str_equal(read_disk(golden, path), bytes))
        fail(golden, path, "differs");
}

/* What is wanted and was not made. */
static void check_made(struct golden *golden, str top, str path) {
    const struct os_memory_node *node = os_memory_get(&golden->memory, str_c(&golden->arena, path));
    if (!node || node->written == 0)
        fail(golden, path_join(&golden->arena, top, path), "is wanted, and not made");
}

static void show_said(struct golden *golden) {
    if (!golden->sound)
        fprintf(stderr, "--- said\n%.*s---\n", STR_ARG(buf_view(&golden->said)));
}

static bool run_case(str directory) {
    struct golden golden = {.arena = arena_make(out_of_memory, NULL),
                            .disk = os_machine(),
                            .directory = directory,
                            .bless = getenv("MODAVD_BLESS") != NULL,
                            .sound = true};
    golden.memory = os_memory_make(&golden.arena);
    golden.said = buf_make(&golden.arena);
    each_file(&golden, part(&golden, "in"), (str){0}, load_file);
    str commands = read_disk(&golden, part(&golden, "commands"));
    if (commands.len == 0)
        fail(&golden, directory, "has no commands");
    while (commands.len > 0)
        run_line(&golden, str_cut(&commands, '\n'));
    compare(&golden, part(&golden, "said.txt"), buf_view(&golden.said));
    for (size_t i = 0; i < golden.memory.count; i++) {
        str path;
        if (is_output(&golden, &golden.memory.nodes[i], &path))
            compare(&golden, path_join(&golden.arena, part(&golden, "out"), path),
                    golden.memory.nodes[i].bytes);
    }
    if (!golden.bless)
        each_file(&golden, part(&golden, "out"), (str){0}, check_made);
    show_said(&golden);
    printf("%s - %.*s\n", golden.sound ? "ok" : "not ok", STR_ARG(path_name(directory)));
    arena_free(&golden.arena);
    return golden.sound;
}

/* Every folder of CASES, or those named. */
int main(int argc, char **argv) {
    struct arena arena = arena_make(out_of_memory, NULL);
    struct os disk = os_machine();
    struct os_listing listing = {0};
    size_t passed = 0, failed = 0;
    if (argc < 2 || disk.list(disk.context, &arena, str_from(argv[1]), &listing) != OS_OK) {
        fputs("usage: golden CASES [CASE...]\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < listing.count; i++) {
        bool wanted = argc == 2 && listing.entries[i].kind == OS_KIND_DIRECTORY;
        for (int j = 2; j < argc; j++)
            wanted |= str_equal(str_from(argv[j]), listing.entries[i].name);
        if (!wanted)
            continue;
        if (run_case(path_join(&arena, str_from(argv[1]), listing.entries[i].name)))
            passed++;
        else
            failed++;
    }
    arena_free(&arena);
    printf("1..%zu\n# %zu passed, %zu failed\n", passed + failed, passed, failed);
    return failed > 0 || passed == 0;
}
