/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A machine that is only in memory: files, directories, links, environment, terminal. Each call can
 * be made to fail, so that tests reach what no real disk does on request.
 */
#ifndef MODAVD_OS_MEMORY_H
#define MODAVD_OS_MEMORY_H

#include "buf.h"
#include "os.h"

struct os_memory_node {
    str path; /* absolute and normal */
    enum os_kind kind;
    str bytes; /* of a file */
    str link;  /* where it leads, for a symbolic link; else empty */
    bool executable, locked;
    bool shut;             /* a directory through which nothing is reached */
    enum os_status broken; /* what every call on it comes to; OS_OK: nothing of the kind */
    unsigned written;      /* how often write_file or replace put something here */
};

struct os_memory_variable {
    str name, value;
};

struct os_memory {
    struct arena *arena; /* must outlive the machine */
    struct os_memory_node *nodes;
    size_t count, room;
    struct os_memory_variable variables[32];
    size_t variable_count;
    str directory; /* the current one */
    bool terminal;
    int code;                          /* what a program that is handed over to ends with */
    const char *host;                  /* "linux" unless a test says another */
    struct os_accelerator accelerator; /* not known unless a test says it */
    bool folds;            /* names that differ in case or by how a letter is composed are one */
    bool without_modes;    /* as on Windows: nothing is executable or not */
    struct buf printed[3]; /* by stream */
    struct buf log; /* "write PATH", "replace FROM TO", "remove PATH", "sync PATH", a line each */

    /* Calls that give a status, counted from 1. Number fail_at gives fail_status and does nothing;
     * so do all after it when fail_forever is set: as after a crash. The write that fails
     * leaves half of its bytes when fail_partly is set: as a power cut does. */
    unsigned calls, fail_at;
    enum os_status fail_status;
    bool fail_forever, fail_partly;
};

/* A machine with an empty current directory "/home". */
struct os_memory os_memory_make(struct arena *arena);

/* Its door. MEMORY must not move while it is used. */
struct os os_memory_os(struct os_memory *memory);

/* Put something at PATH, with the directories above it. They stop the test where that is not
 * possible. Paths are relative to the current directory or absolute. */
void os_memory_file(struct os_memory *memory, const char *path, str bytes);
void os_memory_text(struct os_memory *memory, const char *path, const char *text);
void os_memory_directory(struct os_memory *memory, const char *path);
void os_memory_link(struct os_memory *memory, const char *path, const char *target);
void os_memory_special(struct os_memory *memory, const char *path); /* a FIFO or the like */

/* Every call on PATH comes to STATUS; so do writing, replacing and removing right below it. */
void os_memory_break(struct os_memory *memory, const char *path, enum os_status status);

/* Nothing below the directory at PATH can be reached: as where the permission to search it lacks.
 */
void os_memory_shut(struct os_memory *memory, const char *path);

void os_memory_set(struct os_memory *memory, const char *name, const char *value);

/* What is at PATH, links followed, or NULL. Valid until the next change. */
const struct os_memory_node *os_memory_get(struct os_memory *memory, const char *path);

#endif
