/* SPDX-License-Identifier: Apache-2.0 */
/* What is to be made for one instance: everything decided and computed, nothing spelt in bytes yet
 * but the arguments. Generators read it and nothing else. */
#ifndef MODAVD_PLAN_H
#define MODAVD_PLAN_H

#include "cst.h"
#include "diag.h"
#include "instance.h"
#include "profile.h"

enum state { STATE_OFF, STATE_PARTIAL, STATE_ON };

/* "off", "partial", "on". */
const char *state_text(enum state state);

enum effect {
    EFFECT_NONE, /* only worth knowing: the profile is built all the same */
    EFFECT_PART, /* one part is not built */
    EFFECT_WHOLE /* nothing of the profile is built */
};

/* Why a profile, or one part of it, is not built. */
struct reason {
    enum code code;
    enum effect effect;
    enum part part; /* EFFECT_PART: which */
    struct span at; /* the condition or setting in the profile; source 0: none */
    str text;       /* "it is for the host windows, and this is linux" */
    str change;     /* the nearest change that would turn it on; may be empty */
};

/* What a parameter came to for one instance, and who said so. */
struct param_value {
    const struct param *param;
    struct param_content value;
    struct origin from;
};

struct decision {
    const struct profile *profile;
    enum state state;
    bool asked;             /* on by default or by name, whatever the target */
    struct origin asked_by; /* who turned it on or off by name; else LAYER_PROFILE */
    bool built[PART_COUNT]; /* a part that the profile has not is never built */
    const struct reason *reasons;
    size_t reason_count;
    const struct param_value *params; /* one for each of the profile's; NULL: it has errors */
};

struct argument {
    str text;
    const struct profile *profile;
    struct span at;
};

/* A check with its values computed, ready to be spelt. */
struct plan_check {
    const struct check *check;
    const struct profile *profile;
    const str *values; /* check->values with ${...} computed */
    size_t value_count;
    bool applies;
    str why_not; /* for "# SKIP" when it does not apply */
};

struct plan_daemon {
    str name;
    const struct profile *profile;
    const struct plan_check
        *stop_when; /* all must hold, and all apply, for the daemon to be stopped */
    size_t stop_count;
};

/* What /proc/mounts is to show of an option of a mount. */
struct plan_option {
    str name, value;
    enum check_test test; /* TEST_VALUE, TEST_AT_LEAST or TEST_ABSENT */
    bool sure;            /* silence is an answer, too; else nothing can be said then */
};

/* What the guest mounts when it is asked to, and how that shows. */
struct plan_mount {
    str type, what, path, options; /* as words of mount */
    const struct profile *profile;
    struct span at;
    const struct plan_option *shown;
    size_t shown_count;
};

struct plan {
    const struct instance *instance;
    const struct target *target;
    const struct decision *decisions; /* one for each profile, by name */
    size_t decision_count;
    const struct argument *arguments;
    size_t argument_count;
    enum cpu_names cpu_names;
    const struct cst_state *states; /* none: no table */
    size_t state_count;
    const struct plan_check *checks;
    size_t check_count;
    const struct plan_daemon *daemons;
    size_t daemon_count;
    const struct plan_mount *mounts;
    size_t mount_count;
};

#endif
