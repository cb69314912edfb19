/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: crash [--long] PROGRAM
 * Kills the program before each of its calls of the file system in turn, and lets each fail, in
 * every way with --long. Afterwards each instance has its old set or its new one, or a mix of whole
 * files that verify does not take for good; the next build makes it the new one and leaves nothing
 * behind. The last line is "N passed, N failed"; each point is one test.
 */
#include "traced.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static const struct {
    const char *title;
    enum tree_set from, to;
    bool in_short; /* not only with --long */
} changes[] = {
    {"first build", TREE_NONE, TREE_FIRST, true}, {"update", TREE_FIRST, TREE_OTHER, true},
    {"less", TREE_OTHER, TREE_LESS, false},       {"more", TREE_LESS, TREE_FIRST, false},
    {"clean", TREE_FIRST, TREE_NONE, false},      {"nothing to do", TREE_FIRST, TREE_FIRST, false},
};

static const struct {
    const char *title;
    enum fault fault;
    int error;
} faults[] = {
    {"SIGKILL", FAULT_KILL, 0},    {"ENOSPC", FAULT_ERROR, ENOSPC},
    {"EIO", FAULT_ERROR, EIO},     {"EACCES", FAULT_ERROR, EACCES},
    {"EINTR", FAULT_ERROR, EINTR}, {"half as much", FAULT_SHORT, 0},
};

/* One change with one fault. */
struct point {
    const struct tree *tree;
    struct arena *arena;
    size_t change, fault;
    struct tree_state old, new;
    struct traced traced;
    struct tree_state after;
    size_t old_sets, new_sets, mixes, temporaries; /* of both instances, after the fault */
};

struct counts {
    size_t passed, failed, old_sets, new_sets, mixes;
};

static void sort_out(struct point *point) {
    point->after = tree_look(point->tree, point->arena);
    for (size_t i = 0; i < TREE_INSTANCES; i++) {
        const struct tree_content *now = &point->after.instances[i];
        point->temporaries += tree_temporaries(now);
        if (tree_equal(now, &point->new.instances[i]))
            point->new_sets++;
        else if (tree_equal(now, &point->old.instances[i]))
            point->old_sets++;
        else if (tree_is_mix(now, &point->old.instances[i], &point->new.instances[i]))
            point->mixes++;
    }
}

/* The calls that a signal can interrupt are made again; such a fault is none. */
static bool is_harmless(const struct point *point) {
    static const char *const again[] = {"read", "write", "openat", "fsync", "flock"};
    const struct traced *traced = &point->traced;
    if (traced->fault == FAULT_SHORT)
        return true;
    for (size_t i = 0; traced->error == EINTR && i < sizeof again / sizeof *again; i++)
        if (strcmp(again[i], traced->name) == 0)
            return true;
    return false;
}

/* What the run itself is to tell; NULL when it does. */
static const char *judge_end(const struct point *point) {
    const struct traced *traced = &point->traced;
    bool all_new = point->new_sets == TREE_INSTANCES;
    if (traced->fault == FAULT_KILL)
        return traced->run.code == 128 + SIGKILL ? NULL : "it was not killed";
    if (traced->run.code == 0)
        return all_new ? NULL : "it says it is done, and is not";
    if (is_harmless(point))
        return "a fault that harms nothing ended it";
    if (traced->run.code != 1 && traced->run.code != 3)
        return "an exit status that faults of files do not have";
    if (!tree_says(&traced->run, "error: ") && !traced->on_output)
        return "it failed without a word";
    return NULL;
}

/* Temporaries without a mix of sets are litter; a mix keeps its journal, to be mended by. */
static const char *judge_files(const struct point *point) {
    if (point->old_sets + point->new_sets + point->mixes != TREE_INSTANCES)
        return "a file that is neither the old one nor the new one";
    if (point->traced.fault != FAULT_KILL && point->temporaries > point->mixes)
        return "temporaries are left behind";
    return NULL;
}

/* Of an instance that is cleaned there is nothing to verify. */
static const char *judge_verify(const struct point *point) {
    if (changes[point->change].to == TREE_NONE)
        return NULL;
    struct tree_run run =
        tree_run(point->tree, point->arena, "verify", changes[point->change].to, NULL);
    bool all_new = point->new_sets == TREE_INSTANCES;
    if (run.code != (all_new ? 0 : 1))
        return all_new ? "verify finds fault with the new set" : "verify takes it for good";
    return NULL;
}

static const char *judge_next_build(const struct point *point) {
    struct tree_run run =
        tree_run(point->tree, point->arena, "build", changes[point->change].to, NULL);
    struct tree_state mended = tree_look(point->tree, point->arena);
    if (run.code != 0)
        return "the next build fails";
    for (size_t i = 0; i < TREE_INSTANCES; i++)
        if (!tree_equal(&mended.instances[i], &point->new.instances[i]))
            return "the next build does not mend it";
    return NULL;
}

static const char *judge(const struct point *point) {
    const char *(*const judges[])(const struct point *point) = {judge_end, judge_files,
                                                                judge_verify, judge_next_build};
    const char *fault = NULL;
    for (size_t i = 0; !fault && i < sizeof judges / sizeof *judges; i++)
        fault = judges[i](point);
    return fault;
}

static void report(const struct point *point, const char *fault) {
    const struct traced *traced = &point->traced;
    printf("not ok: %s, %s at call %zu (%s): %s; exit status %d\n", changes[point->change].title,
           faults[point->fault].title, traced->at, traced->name, fault, traced->run.code);
    printf("# %.*s\n", STR_ARG(traced->run.words));
    tree_print(&point->after);
}

/* False: the program makes no such call. */
static bool try_point(struct point point, size_t at, struct counts *counts) {
    point.traced = (struct traced){
        .at = at, .fault = faults[point.fault].fault, .error = faults[point.fault].error};
    traced_run(point.tree, point.arena, "build", changes[point.change].to, &point.traced);
    if (!point.traced.name)
        return false;
    sort_out(&point);
    const char *fault = point.traced.done ? judge(&point) : NULL;
    if (fault)
        report(&point, fault);
    counts->passed += point.traced.done && !fault;
    counts->failed += fault != NULL;
    counts->old_sets += point.old_sets;
    counts->new_sets += point.new_sets;
    counts->mixes += point.mixes;
    tree_restore(point.tree, point.arena, &point.old);
    return true;
}

/* What the directories hold after a run without a fault. */
static struct tree_state make_set(struct tree *tree, enum tree_set set) {
    struct tree_run run = tree_run(tree, &tree->arena, "build", set, NULL);
    if (run.code != 0) {
        printf("%.*s", STR_ARG(run.words));
        tree_die("a build without a fault fails");
    }
    return tree_look(tree, &tree->arena);
}

/* In the short form each call fails in one way, the next call in the next one. */
static bool is_turn(size_t fault, size_t at) {
    enum { ERRORS = 4 };
    return faults[fault].fault != FAULT_ERROR || at % ERRORS == fault % ERRORS;
}

static struct counts try_change(struct tree *tree, size_t change, bool whole) {
    struct counts counts = {0};
    struct arena scratch = tree->arena;
    scratch.first = scratch.current = NULL;
    struct point point = {.tree = tree, .arena = &scratch, .change = change};
    point.old = make_set(tree, changes[change].from);
    point.new = make_set(tree, changes[change].to);
    tree_restore(tree, &tree->arena, &point.old);
    size_t calls = 0;
    for (point.fault = 0; point.fault < sizeof faults / sizeof *faults; point.fault++)
        for (size_t at = 1;; at++, arena_clear(&scratch)) {
            if (!whole && !is_turn(point.fault, at))
                continue;
            if (!try_point(point, at, &counts))
                break;
            calls = at > calls ? at : calls;
        }
    printf("%s: %zu calls, %zu points: %zu old sets, %zu new ones, %zu mixes; all mended but %zu\n",
           changes[change].title, calls, counts.passed + counts.failed, counts.old_sets,
           counts.new_sets, counts.mixes, counts.failed);
    arena_free(&scratch);
    return counts;
}

int main(int argc, char **argv) {
    bool whole = argc > 1 && strcmp(argv[1], "--long") == 0;
    if (argc != 2 + whole) {
        printf("usage: crash [--long] PROGRAM\n");
        return 2;
    }
    struct tree tree = tree_make(argv[1 + whole]);
    size_t passed = 0, failed = 0;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (!whole && !changes[i].in_short)
            continue;
        struct counts counts = try_change(&tree, i, whole);
        passed += counts.passed;
        failed += counts.failed;
    }
    tree_free(&tree);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 500 ? 0 : 1;
}
