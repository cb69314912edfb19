/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: together [--long] PROGRAM
 * Many processes of the program over one tree: builds of one set, of two sets, and builds, clean,
 * verify and check at once. Each ends well or says that it is busy, and leaves one whole set. A
 * process that is killed leaves no lock. The last line is "N passed, N failed".
 */
#include "traced.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES = 20, NEVER = 256 };

struct part {
    const char *command;
    enum tree_set set;
    int also; /* an exit status that is right too, besides 0; NEVER: none */
};

/* What the processes do in turn. Afterwards each instance has one of SETS. */
static const struct {
    const char *title;
    enum tree_set from;
    struct part parts[4];
    size_t part_count;
    enum tree_set sets[3];
    size_t set_count;
} mixes[] = {
    {"20 first builds", TREE_NONE, {{"build", TREE_FIRST, NEVER}}, 1, {TREE_FIRST}, 1},
    {"20 updates", TREE_FIRST, {{"build", TREE_OTHER, NEVER}}, 1, {TREE_OTHER}, 1},
    {"builds of two sets",
     TREE_NONE,
     {{"build", TREE_FIRST, NEVER}, {"build", TREE_OTHER, NEVER}},
     2,
     {TREE_FIRST, TREE_OTHER},
     2},
    {"builds and verify",
     TREE_FIRST,
     {{"build", TREE_OTHER, NEVER}, {"verify", TREE_OTHER, 1}},
     2,
     {TREE_OTHER},
     1},
    {"builds, clean, verify and check",
     TREE_FIRST,
     {{"build", TREE_OTHER, NEVER},
      {"clean", TREE_NONE, NEVER},
      {"verify", TREE_OTHER, 1},
      {"check", TREE_OTHER, NEVER}},
     4,
     {TREE_NONE, TREE_OTHER},
     2},
};

struct counts {
    size_t passed, failed, busy;
};

static bool is_one_of(const struct tree_state *wanted, size_t count, const struct tree_content *now,
                      size_t instance) {
    for (size_t i = 0; i < count; i++)
        if (tree_equal(now, &wanted[i].instances[instance]))
            return true;
    return false;
}

static void count(struct counts *counts, bool good, const char *title, const char *fault) {
    counts->passed += good;
    counts->failed += !good;
    if (!good)
        printf("not ok: %s: %s\n", title, fault);
}

static bool is_busy(const struct tree_run *run) {
    return run->code == 3 && tree_says(run, "[MP0603]");
}

static void run_mix(struct tree *tree, size_t mix, const struct tree_state *wanted,
                    struct counts *counts) {
    pid_t children[PROCESSES];
    struct arena *arena = &tree->arena;
    for (size_t i = 0; i < PROCESSES; i++) {
        const struct part *part = &mixes[mix].parts[i % mixes[mix].part_count];
        str said = str_format(arena, "said-%zu", i);
        children[i] = tree_start(tree, arena, part->command, part->set, str_c(arena, said), NULL);
    }
    for (size_t i = 0; i < PROCESSES; i++) {
        const struct part *part = &mixes[mix].parts[i % mixes[mix].part_count];
        str said = str_format(arena, "said-%zu", i);
        struct tree_run run = tree_end(tree, arena, children[i], str_c(arena, said));
        bool good = run.code == 0 || run.code == part->also || is_busy(&run);
        counts->busy += is_busy(&run);
        count(counts, good, mixes[mix].title, "a process ends otherwise");
        if (!good)
            printf("# %s, exit status %d: %.*s\n", part->command, run.code, STR_ARG(run.words));
    }
    struct tree_state now = tree_look(tree, arena);
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        count(counts,
              is_one_of(wanted, mixes[mix].set_count, &now.instances[i], i) &&
                  tree_temporaries(&now.instances[i]) == 0,
              mixes[mix].title, "what is left is not one whole set");
}

static struct tree_state make_set(struct tree *tree, enum tree_set set) {
    if (tree_run(tree, &tree->arena, "build", set, NULL).code != 0)
        tree_die("a build alone fails");
    return tree_look(tree, &tree->arena);
}

static void try_mix(struct tree *tree, size_t mix, size_t rounds, struct counts *counts) {
    struct tree_state wanted[3];
    for (size_t i = 0; i < mixes[mix].set_count; i++)
        wanted[i] = make_set(tree, mixes[mix].sets[i]);
    for (size_t round = 0; round < rounds; round++) {
        make_set(tree, mixes[mix].from);
        run_mix(tree, mix, wanted, counts);
    }
    printf("%s: %zu rounds\n", mixes[mix].title, rounds);
}

/* One holds the lock of an instance and sleeps: others say so, and change nothing there. */
static void try_busy(struct tree *tree, struct counts *counts) {
    static const char *const title = "a build while another holds the lock";
    struct tree_state old = make_set(tree, TREE_FIRST);
    pid_t holder = traced_hold(tree, &tree->arena, "build", TREE_OTHER, "flock");
    pid_t verify = tree_start(tree, &tree->arena, "verify", TREE_OTHER, "said-verify", NULL);
    struct tree_run build = tree_run(tree, &tree->arena, "build", TREE_OTHER, NULL);
    struct tree_run verified = tree_end(tree, &tree->arena, verify, "said-verify");
    struct tree_state now = tree_look(tree, &tree->arena);
    kill(holder, SIGKILL);
    waitpid(holder, NULL, 0);
    count(counts, is_busy(&build), title, "it does not say that it is busy");
    count(counts, is_busy(&verified), title, "verify does not say that it is busy");
    count(counts, tree_equal(&now.instances[0], &old.instances[0]), title,
          "something changed below the lock");
}

/* CALL: how far the holder got; what waits for it goes on as soon as it is killed. */
static void try_killed(struct tree *tree, const char *call, struct counts *counts) {
    static const char *const title = "the holder of the lock is killed";
    const struct timespec moment = {.tv_nsec = 200 * 1000 * 1000};
    struct tree_state wanted = make_set(tree, TREE_OTHER);
    make_set(tree, TREE_FIRST);
    pid_t holder = traced_hold(tree, &tree->arena, "build", TREE_OTHER, call);
    pid_t build = tree_start(tree, &tree->arena, "build", TREE_OTHER, "said-2", NULL);
    nanosleep(&moment, NULL);
    count(counts, waitpid(build, NULL, WNOHANG) == 0, title, "the other does not wait");
    kill(holder, SIGKILL);
    waitpid(holder, NULL, 0);
    struct tree_run run = tree_end(tree, &tree->arena, build, "said-2");
    struct tree_state now = tree_look(tree, &tree->arena);
    count(counts, run.code == 0, title, "the other fails");
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        count(counts, tree_equal(&now.instances[i], &wanted.instances[i]), title,
              "the other's set is not whole");
}

int main(int argc, char **argv) {
    bool whole = argc > 1 && strcmp(argv[1], "--long") == 0;
    if (argc != 2 + whole) {
        printf("usage: together [--long] PROGRAM\n");
        return 2;
    }
    struct tree tree = tree_make(argv[1 + whole]);
    struct counts counts = {0};
    for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++)
        try_mix(&tree, i, whole ? 50 : 5, &counts);
    try_busy(&tree, &counts);
    try_killed(&tree, "flock", &counts);
    try_killed(&tree, "rename", &counts);
    tree_free(&tree);
    printf("%zu said that they were busy\n", counts.busy);
    printf("%zu passed, %zu failed\n", counts.passed, counts.failed);
    return counts.failed == 0 ? 0 : 1;
}
