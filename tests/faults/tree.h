/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two instances on a real file system, and the real program over them: what tests of crashes, of
 * full disks and of many builds at once compare.
 */
#ifndef MODAVD_TREE_H
#define MODAVD_TREE_H

#include "os.h"

#include <sys/types.h>

enum { TREE_INSTANCES = 2 };

struct tree_file {
    str name, bytes;
};

/* What the directory of one instance holds, by name. */
struct tree_content {
    struct tree_file *files;
    size_t count;
};

struct tree_state {
    struct tree_content instances[TREE_INSTANCES];
};

struct tree {
    struct os os;
    struct arena arena;
    str program, top; /* top: a new directory; the instances are in top/home */
};

/* How one run of the program ended. */
struct tree_run {
    int code;  /* its exit status, or 128 and the number of the signal that ended it */
    str words; /* what it printed, on both streams, on the arena handed in */
};

/* Which options are given: by them the sets differ. */
enum tree_set { TREE_NONE, TREE_FIRST, TREE_OTHER, TREE_LESS };

/* Makes the directory and the inputs of both instances. Ends the test where that fails. */
struct tree tree_make(const char *program);

/* Removes the directory. */
void tree_free(struct tree *tree);

/* COMMAND of SET as words for execv, ended by NULL. COMMAND is a row of a table: a command of the
 * program, or one with --format json, such as "check-json". TREE_NONE's "build" is "clean". */
char **tree_words(const struct tree *tree, struct arena *arena, const char *command,
                  enum tree_set set);

/* Runs the program to its end. VARIABLES are its whole environment: lines of NAME=value, or NULL.
 */
struct tree_run tree_run(const struct tree *tree, struct arena *arena, const char *command,
                         enum tree_set set, const char *variables);

/* The same in two steps, for many at once: each has a file SAID of its own in the top. */
pid_t tree_start(const struct tree *tree, struct arena *arena, const char *command,
                 enum tree_set set, const char *said, const char *variables);
struct tree_run tree_end(const struct tree *tree, struct arena *arena, pid_t child,
                         const char *said);

/* To be called in a child: becomes the program, with both outputs in top/SAID. */
void tree_become(const struct tree *tree, char **words, const char *said, const char *variables);

/* What top/SAID holds. */
str tree_said(const struct tree *tree, struct arena *arena, const char *said);

/* Whether WORDS are somewhere in what was printed. */
bool tree_says(const struct tree_run *run, const char *words);

struct tree_state tree_look(const struct tree *tree, struct arena *arena);

/* Makes both directories hold STATE and nothing else. */
void tree_restore(const struct tree *tree, struct arena *arena, const struct tree_state *state);

bool tree_equal(const struct tree_content *a, const struct tree_content *b);

/* Whether every file of NOW but temporaries is, whole, one of OLD or NEW, and all that is in both
 * is there. */
bool tree_is_mix(const struct tree_content *now, const struct tree_content *old,
                 const struct tree_content *new);

/* How many names are those of temporaries. */
size_t tree_temporaries(const struct tree_content *content);

/* The whole state on standard output, for a failure's report. */
void tree_print(const struct tree_state *state);

/* Ends the test: something it needs does not work. */
void tree_die(const char *what);

#endif
