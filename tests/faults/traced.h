/* SPDX-License-Identifier: Apache-2.0 */
/* One run of the program, with a fault at one of its calls of the file system. */
#ifndef MODAVD_TRACED_H
#define MODAVD_TRACED_H

#include "tree.h"

enum fault {
    FAULT_NONE,  /* only counts */
    FAULT_KILL,  /* SIGKILL before the call */
    FAULT_ERROR, /* the call is not made, and gives an error */
    FAULT_SHORT  /* a write or read of half as much */
};

struct traced {
    /* What is to happen. */
    size_t at; /* of which call, from 1 */
    enum fault fault;
    int error; /* an errno, for FAULT_ERROR */
    /* What came of it. */
    size_t calls;     /* how many there were */
    const char *name; /* of the call */
    bool done;        /* false: there is no such call, or nothing to make shorter */
    bool on_output;   /* the call was about standard output or error */
    struct tree_run run;
};

/* Runs the program as tree_run does. Calls of the dynamic loader, before main, are not counted. */
void traced_run(const struct tree *tree, struct arena *arena, const char *command,
                enum tree_set set, struct traced *traced);

/* Starts the program and stops it for good behind its first call NAME ("flock"), which it has made.
 * The caller kills and waits for it. */
pid_t traced_hold(const struct tree *tree, struct arena *arena, const char *command,
                  enum tree_set set, const char *name);

#endif
