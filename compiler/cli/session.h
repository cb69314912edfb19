/* SPDX-License-Identifier: Apache-2.0 */
/* One run of the program: what every command shares. */
#ifndef MODAVD_SESSION_H
#define MODAVD_SESSION_H

#include "artifact.h"
#include "growing.h"
#include "instances.h"
#include "options.h"
#include "os.h"
#include "plan_make.h"
#include "set.h"

#include <jansson.h>

/* DESIGN: exit statuses, part of the interface. */
enum status { STATUS_OK, STATUS_FINDINGS, STATUS_USAGE, STATUS_IO, STATUS_BUG = 70 };

/* A program to hand over to, when all has been printed. */
struct successor {
    str directory;
    const char **words;
    size_t count; /* 0: there is none */
};

struct session {
    const struct os *os;
    struct arena arena;   /* the whole run */
    struct arena scratch; /* one instance */
    struct sources sources;
    struct diags diags;
    struct options options;
    struct profiles profiles;
    struct off_switches switches;
    struct buf out;         /* standard output, for people or for machines, never both */
    enum os_status printed; /* what writing it came to so far */
    json_t *json;           /* with --format json: what the command adds to; findings come last */
    bool root_sound;        /* modavd.yaml at the root could be read, or there is none */
    bool wrong_use;         /* the operands are not what the command takes */
    struct growing catalogues; /* struct loaded_catalogue: files that --qemu named, read once */
    struct growing properties; /* struct properties_file: of emulators, read once */
    struct os_accelerator accelerator; /* of this machine; name NULL: not asked yet */
    bool accelerator_noted;
    bool sdk_asked;
    str sdk_emulator; /* the emulator's directory in this machine's SDK; empty: none */
    bool authoring;   /* profiles are checked against every QEMU that they are for */
    struct successor successor;
    size_t session_errors; /* in profiles and settings of all instances: nothing is written */
};

/* Reads and checks the profiles that the options name, and FILES (for check). */
void session_read_profiles(struct session *session, const struct words *files);

/* An instance in the middle of its turn. All lives on session->scratch. */
struct turn {
    struct session *session;
    const struct candidate *candidate;
    struct instance instance;
    struct target target;
    struct cmd_items base; /* the manager's arguments, where they are given */
    struct plan plan;
    struct artifacts artifacts;
    bool planned; /* false: it could not be read, or its settings are wrong */
    bool sound;   /* the set may be written */
    str label;    /* what messages call it */
};

/* Calls EACH for every instance that PATH leads to (empty: the AVD home), one after another. False
 * when there is none. */
bool session_each(struct session *session, str path, void (*each)(struct turn *turn, void *context),
                  void *context);

/* The same without reading them: turn->instance and plan are empty. */
bool session_each_candidate(struct session *session, str path,
                            void (*each)(struct turn *turn, void *context), void *context);

/* The files of the turn's instance, in DIRECTORY; what others changed is left alone unless FORCE
 * says so, and WAY_OUT ends the finding about it. */
struct set turn_set(const struct turn *turn, str directory, bool force, const char *way_out);

/* The same for a command that writes them. */
struct set turn_set_to_write(const struct turn *turn);

/* The exit status that the findings so far come to. */
enum status session_status(const struct session *session);

#endif
