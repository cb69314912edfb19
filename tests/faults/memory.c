/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: memory [--long] PROGRAM LIBRARY
 * Lets allocations of the program fail, each in turn with --long, else one in STRIDE; once alone,
 * once with all that come after it. LIBRARY is nth_malloc's. The program says so and leaves with 70
 * or 3, or goes on to the right end; files are whole, and the next build makes them the new ones.
 * The last line is "N passed, N failed".
 */
#include "tree.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FIRST = 20, STRIDE = 97 };

static const struct {
    const char *command;
    enum tree_set from, to;
} runs[] = {
    {"build", TREE_FIRST, TREE_OTHER},
    {"verify", TREE_OTHER, TREE_OTHER},
    {"explain-json", TREE_OTHER, TREE_OTHER},
    {"check", TREE_OTHER, TREE_OTHER},
    {"check-json", TREE_OTHER, TREE_OTHER},
    {"build", TREE_OTHER, TREE_NONE},
    {"list", TREE_NONE, TREE_NONE},
    {"schema", TREE_NONE, TREE_NONE},
    {"doc", TREE_NONE, TREE_NONE},
    {"completion", TREE_NONE, TREE_NONE},
};

/* One way to run out of memory. */
struct shortage {
    const struct tree *tree;
    struct arena *arena;
    const char *library, *mark;
    size_t run, at;
    bool on; /* nothing is had from there on */
    struct tree_state old, new;
    str right; /* what the program says with enough memory */
};

static struct tree_run run_short(const struct shortage *shortage) {
    str text =
        str_format(shortage->arena,
                   "LD_PRELOAD=%s\nMODAVD_FAIL_AT=%zu\nMODAVD_FAIL_ON=%d\nMODAVD_FAIL_MARK=%s",
                   shortage->library, shortage->at, shortage->on, shortage->mark);
    return tree_run(shortage->tree, shortage->arena, runs[shortage->run].command,
                    runs[shortage->run].to, str_c(shortage->arena, text));
}

static const char *judge_end(const struct shortage *shortage, const struct tree_run *run) {
    if (run->code == 0)
        return str_equal(run->words, shortage->right) ? NULL : "it leaves with 0 and says less";
    if (run->code != 70 && run->code != 3)
        return "it ends otherwise than with 70 or 3";
    return tree_says(run, "error: ") ? NULL : "it says nothing";
}

static const char *judge_files(const struct shortage *shortage, const struct tree_run *run) {
    struct tree_state now = tree_look(shortage->tree, shortage->arena);
    for (size_t i = 0; i < TREE_INSTANCES; i++) {
        const struct tree_content *old = &shortage->old.instances[i];
        const struct tree_content *new = &shortage->new.instances[i];
        if (!tree_is_mix(&now.instances[i], old, new))
            return "a file is half written";
        if (run->code == 0 && !tree_equal(&now.instances[i], new))
            return "it leaves with 0, and the set is not the new one";
    }
    enum tree_set to = runs[shortage->run].to;
    if (tree_run(shortage->tree, shortage->arena, "build", to, NULL).code != 0)
        return "the next build fails";
    now = tree_look(shortage->tree, shortage->arena);
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        if (!tree_equal(&now.instances[i], &shortage->new.instances[i]))
            return "the next build does not mend it";
    return NULL;
}

/* False: the program makes no such allocation. */
static bool try_shortage(const struct shortage *shortage, size_t *passed, size_t *failed) {
    unlink(shortage->mark);
    struct tree_run run = run_short(shortage);
    if (access(shortage->mark, F_OK) != 0)
        return false;
    const char *fault = judge_end(shortage, &run);
    if (!fault)
        fault = judge_files(shortage, &run);
    tree_restore(shortage->tree, shortage->arena, &shortage->old);
    *passed += !fault;
    *failed += fault != NULL;
    if (fault)
        printf("not ok: %s, allocation %zu%s: %s; exit status %d\n# %.*s\n",
               runs[shortage->run].command, shortage->at, shortage->on ? " and all after it" : "",
               fault, run.code, STR_ARG(run.words));
    return true;
}

static struct tree_state make_set(struct tree *tree, enum tree_set set) {
    if (tree_run(tree, &tree->arena, "build", set, NULL).code != 0)
        tree_die("a build with enough memory fails");
    return tree_look(tree, &tree->arena);
}

static void try_run(struct tree *tree, struct shortage shortage, size_t stride, size_t *passed,
                    size_t *failed) {
    struct arena scratch = tree->arena;
    scratch.first = scratch.current = NULL;
    enum tree_set to = runs[shortage.run].to;
    shortage.arena = &scratch;
    shortage.new = make_set(tree, to);
    shortage.old = make_set(tree, runs[shortage.run].from);
    shortage.right = tree_run(tree, &tree->arena, runs[shortage.run].command, to, NULL).words;
    tree_restore(tree, &tree->arena, &shortage.old);
    size_t count = 0, before = *passed + *failed;
    for (int on = 0; on <= 1; on++) {
        shortage.on = on;
        /* The first ones each: there the libraries and the arenas begin. */
        for (shortage.at = 1; try_shortage(&shortage, passed, failed);
             shortage.at += shortage.at < FIRST ? 1 : stride, arena_clear(&scratch))
            count = shortage.at;
    }
    printf("%s: at least %zu allocations, %zu tried\n", runs[shortage.run].command, count,
           *passed + *failed - before);
    arena_free(&scratch);
}

int main(int argc, char **argv) {
    bool whole = argc > 1 && strcmp(argv[1], "--long") == 0;
    if (argc != 3 + whole) {
        printf("usage: memory [--long] PROGRAM LIBRARY\n");
        return 2;
    }
    struct tree tree = tree_make(argv[1 + whole]);
    struct shortage shortage = {.tree = &tree, .library = argv[2 + whole]};
    shortage.mark = str_c(&tree.arena, str_format(&tree.arena, "%.*s/mark", STR_ARG(tree.top)));
    size_t passed = 0, failed = 0;
    for (shortage.run = 0; shortage.run < sizeof runs / sizeof *runs; shortage.run++)
        try_run(&tree, shortage, whole ? 1 : STRIDE, &passed, &failed);
    tree_free(&tree);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 200 ? 0 : 1;
}
