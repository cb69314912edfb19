/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const directories[TREE_INSTANCES] = {"home/a.avd", "home/b"};

static const struct {
    const char *path, *text;
} inputs[] = {
    {"home/a.ini", "path=a.avd\npath.rel=a.avd\n"},
    {"home/a.avd/config.ini", "hw.cpu.arch=x86_64\nhw.cpu.ncore=4\n"},
    {"home/b/instance.yaml", "name: b\ncpus: 2\nram: 1GiB\narch: x86_64\n"},
    {"home/b/modavd.yaml", "target: {emulator: qemu, qemu: 7.2.0}\n"},
    {"home/modavd.yaml", "target: {host: windows, accel: whpx, run-dir: ..}\n"},
};

static const char *const options[][6] = {
    [TREE_FIRST] = {NULL},
    [TREE_OTHER] = {"--enable", "small-io", "--param", "sync-io.latency=50us", NULL},
    [TREE_LESS] = {"--disable", "sync-io", NULL},
    [TREE_NONE] = {NULL},
};

/* What a command is called with: it, its options and its operand. */
static const struct {
    const char *name, *words[4];
    bool plans, on_home; /* takes the set's options; takes the directory of all instances */
} commands[] = {
    {"build", {"build"}, true, true},
    {"clean", {"clean"}, false, true},
    {"verify", {"verify"}, true, true},
    {"check", {"check"}, true, true},
    {"check-json", {"check", "--format", "json"}, true, true},
    {"explain-json", {"explain", "--format", "json"}, true, false},
    {"list", {"list"}, false, false},
    {"schema", {"schema"}, false, false},
    {"doc", {"doc"}, false, false},
    {"completion", {"completion", "bash"}, false, false},
};

void tree_die(const char *what) {
    printf("%s: %s\n", what, strerror(errno));
    exit(2);
}

static void out_of_memory(void *context) {
    (void)context;
    errno = ENOMEM;
    tree_die("the test itself");
}

static const char *in_top(const struct tree *tree, struct arena *arena, const char *name) {
    return str_c(arena, path_join(arena, tree->top, str_from(name)));
}

static void put_file(const char *path, str bytes) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.at, 1, bytes.len, file) != bytes.len || fclose(file) != 0)
        tree_die(path);
}

struct tree tree_make(const char *program) {
    struct tree tree = {.os = os_machine(), .arena = arena_make(out_of_memory, NULL)};
    char top[] = "/tmp/modavd-tree-XXXXXX", *real = realpath(program, NULL);
    if (!real || !mkdtemp(top))
        tree_die(program);
    tree.program = str_copy(&tree.arena, str_from(real));
    tree.top = str_copy(&tree.arena, str_from(top));
    free(real);
    if (mkdir(in_top(&tree, &tree.arena, "home"), 0755) != 0)
        tree_die(top);
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        if (mkdir(in_top(&tree, &tree.arena, directories[i]), 0755) != 0)
            tree_die(directories[i]);
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        put_file(in_top(&tree, &tree.arena, inputs[i].path), str_from(inputs[i].text));
    return tree;
}

static void remove_all(const struct tree *tree, str path) {
    struct arena arena = arena_make(out_of_memory, NULL);
    struct os_listing listing = {0};
    const struct os *os = &tree->os;
    if (os->list(os->context, &arena, path, &listing) == OS_OK)
        for (size_t i = 0; i < listing.count; i++)
            remove_all(tree, path_join(&arena, path, listing.entries[i].name));
    if (remove(str_c(&arena, path)) != 0)
        tree_die("remove");
    arena_free(&arena);
}

void tree_free(struct tree *tree) {
    remove_all(tree, tree->top);
    arena_free(&tree->arena);
}

char **tree_words(const struct tree *tree, struct arena *arena, const char *command,
                  enum tree_set set) {
    char **words = ARENA_ARRAY(arena, 16, char *);
    size_t count = 0, row = 0;
    if (set == TREE_NONE && strcmp(command, "build") == 0)
        command = "clean";
    while (strcmp(commands[row].name, command) != 0)
        row++;
    words[count++] = str_c(arena, tree->program);
    for (size_t i = 0; i < 4 && commands[row].words[i]; i++)
        words[count++] = str_c(arena, str_from(commands[row].words[i]));
    for (size_t i = 0; commands[row].plans && options[set][i]; i++)
        words[count++] = str_c(arena, str_from(options[set][i]));
    if (commands[row].plans || commands[row].on_home)
        words[count] = str_c(arena, path_join(arena, tree->top,
                                              str_from(commands[row].on_home ? "home" : "home/b")));
    return words;
}

void tree_become(const struct tree *tree, char **words, const char *said, const char *variables) {
    struct arena arena = arena_make(out_of_memory, NULL);
    char *environment[8] = {NULL};
    str rest = str_from(variables);
    for (size_t i = 0; rest.len > 0 && i < 7; i++)
        environment[i] = str_c(&arena, str_cut(&rest, '\n'));
    int fd = open(in_top(tree, &arena, said), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
    if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 || close(fd) != 0)
        _exit(126);
    execve(words[0], words, environment);
    _exit(126);
}

str tree_said(const struct tree *tree, struct arena *arena, const char *said) {
    str bytes = {0};
    const struct os *os = &tree->os;
    str path = path_join(arena, tree->top, str_from(said));
    if (os->read_file(os->context, arena, path, 1u << 24, &bytes) != OS_OK)
        tree_die(said);
    return bytes;
}

pid_t tree_start(const struct tree *tree, struct arena *arena, const char *command,
                 enum tree_set set, const char *said, const char *variables) {
    char **words = tree_words(tree, arena, command, set);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        tree_become(tree, words, said, variables);
    if (child < 0)
        tree_die("fork");
    return child;
}

struct tree_run tree_end(const struct tree *tree, struct arena *arena, pid_t child,
                         const char *said) {
    int status;
    if (waitpid(child, &status, 0) != child)
        tree_die("waitpid");
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return (struct tree_run){code, tree_said(tree, arena, said)};
}

struct tree_run tree_run(const struct tree *tree, struct arena *arena, const char *command,
                         enum tree_set set, const char *variables) {
    pid_t child = tree_start(tree, arena, command, set, "said", variables);
    return tree_end(tree, arena, child, "said");
}

/* --- states --- */

static struct tree_content look_at(const struct tree *tree, struct arena *arena, size_t instance) {
    const struct os *os = &tree->os;
    str directory = path_join(arena, tree->top, str_from(directories[instance]));
    struct os_listing listing;
    if (os->list(os->context, arena, directory, &listing) != OS_OK)
        tree_die("list");
    struct tree_content content = {ARENA_ARRAY(arena, listing.count + 1, struct tree_file),
                                   listing.count};
    for (size_t i = 0; i < listing.count; i++) {
        struct tree_file *file = &content.files[i];
        file->name = listing.entries[i].name;
        str path = path_join(arena, directory, file->name);
        if (os->read_file(os->context, arena, path, 1u << 24, &file->bytes) != OS_OK)
            tree_die("read");
    }
    return content;
}

struct tree_state tree_look(const struct tree *tree, struct arena *arena) {
    struct tree_state state;
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        state.instances[i] = look_at(tree, arena, i);
    return state;
}

static const struct tree_file *find(const struct tree_content *content, str name) {
    for (size_t i = 0; i < content->count; i++)
        if (str_equal(content->files[i].name, name))
            return &content->files[i];
    return NULL;
}

static bool has(const struct tree_content *content, const struct tree_file *file) {
    const struct tree_file *found = find(content, file->name);
    return found && str_equal(found->bytes, file->bytes);
}

/* Only what differs is written: most runs change little or nothing. */
static void restore_one(const struct tree *tree, struct arena *arena, size_t instance,
                        const struct tree_content *wanted) {
    str directory = path_join(arena, tree->top, str_from(directories[instance]));
    struct tree_content now = look_at(tree, arena, instance);
    for (size_t i = 0; i < now.count; i++)
        if (!find(wanted, now.files[i].name) &&
            unlink(str_c(arena, path_join(arena, directory, now.files[i].name))) != 0)
            tree_die("unlink");
    for (size_t i = 0; i < wanted->count; i++)
        if (!has(&now, &wanted->files[i]))
            put_file(str_c(arena, path_join(arena, directory, wanted->files[i].name)),
                     wanted->files[i].bytes);
}

void tree_restore(const struct tree *tree, struct arena *arena, const struct tree_state *state) {
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        restore_one(tree, arena, i, &state->instances[i]);
}

static bool is_within(const struct tree_content *a, const struct tree_content *b) {
    for (size_t i = 0; i < a->count; i++)
        if (!has(b, &a->files[i]))
            return false;
    return true;
}

bool tree_equal(const struct tree_content *a, const struct tree_content *b) {
    return a->count == b->count && is_within(a, b);
}

static bool is_temporary(str name) {
    return str_ends(name, STR(".modavd-new")) || str_ends(name, STR(".modavd-mend"));
}

/* The manifest may also be the one that records both sets, which mending makes for a moment. */
bool tree_is_mix(const struct tree_content *now, const struct tree_content *old,
                 const struct tree_content *new) {
    for (size_t i = 0; i < now->count; i++) {
        const struct tree_file *file = &now->files[i];
        if (!is_temporary(file->name) && !has(old, file) && !has(new, file))
            return false;
    }
    for (size_t i = 0; i < old->count; i++)
        if (has(new, &old->files[i]) && !has(now, &old->files[i]))
            return false;
    return true;
}

size_t tree_temporaries(const struct tree_content *content) {
    size_t count = 0;
    for (size_t i = 0; i < content->count; i++)
        count += is_temporary(content->files[i].name);
    return count;
}

bool tree_says(const struct tree_run *run, const char *words) {
    size_t size = strlen(words);
    for (size_t i = 0; i + size <= run->words.len; i++)
        if (memcmp(run->words.at + i, words, size) == 0)
            return true;
    return false;
}

void tree_print(const struct tree_state *state) {
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        for (size_t k = 0; k < state->instances[i].count; k++) {
            const struct tree_file *file = &state->instances[i].files[k];
            printf("#   %s/%.*s: %zu bytes\n", directories[i], STR_ARG(file->name),
                   file->bytes.len);
        }
}
