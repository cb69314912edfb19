/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Questions to a QEMU binary over QMP on its standard streams. All of them are sent at once, and
 * what a QEMU says until its end is read: it may crash at any of them. That one is asked again in a
 * new run, before the rest, and lost when the QEMU stops at it once more.
 */
#ifndef MODAVD_QMP_H
#define MODAVD_QMP_H

#include "diag.h"
#include "os.h"

#include <jansson.h>

enum qmp_state { QMP_OPEN, QMP_ANSWERED, QMP_LOST };

struct qmp_query {
    const char *command;
    json_t *arguments; /* NULL: none */
    str subject;       /* what it is about, for messages; empty: nothing in particular */
    bool prepares;     /* the queries behind it need it: it is sent in every run */
    bool suspected;    /* a QEMU stopped at it: another query may have been the cause */
    enum qmp_state state;
    json_t *answer; /* what "return" holds; NULL: not known, or it was refused */
};

struct qmp_queries {
    struct qmp_query *items;
    size_t count, room;
};

/* Zero-initialise what is not in the first line. */
struct qmp {
    const struct os *os;
    struct arena *arena;
    struct diags *diags;
    const char *program;
    size_t form;          /* the command line that this QEMU starts with */
    bool spoke;           /* it has answered with that form */
    unsigned stops, hung; /* runs that ended early, and those of them that were killed */
};

/* Adds a query; ARGUMENTS becomes the list's. Gives it until the next is added. */
struct qmp_query *qmp_add(struct qmp *qmp, struct qmp_queries *queries, const char *command,
                          json_t *arguments, str subject);

/* Asks all of QUERIES. A note (MP0406) for each that is lost. False after an error (MP0405): the
 * program cannot be started (then diags->io_failed is set too), is no QEMU, or crashes all the
 * time. */
bool qmp_ask(struct qmp *qmp, struct qmp_queries *queries);

/* What the program prints when it is run with COUNT WORDS, on both its streams; empty after an
 * error (MP0405). */
str qmp_print(struct qmp *qmp, const char *const *words, size_t count);

/* An error (MP0405) about what the program did: WHAT, and the last line of ERRORS. */
void qmp_fail(struct qmp *qmp, const char *what, str errors);

/* Gives back what the queries hold. */
void qmp_free(struct qmp_queries *queries);

#endif
