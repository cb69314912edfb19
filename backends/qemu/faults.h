/* SPDX-License-Identifier: Apache-2.0 */
/* What is known to go wrong with a setting in some versions of QEMU. */
#ifndef MODAVD_FAULTS_H
#define MODAVD_FAULTS_H

#include "backend.h"

enum fault_effect {
    FAULT_NOTE, /* told, and built */
    FAULT_OFF   /* the profile is off */
};

struct fault {
    const char *since, *until; /* versions of QEMU: UNTIL is the first without it; NULL: open */
    uint32_t accels;           /* ACCEL_BIT of each */
    uint32_t kinds;            /* 1u << enum setting_kind of each; 0: all */
    const char *type, *property, *value; /* as match_text names them */
    const char *unless; /* a property that, set beside it, avoids the fault; NULL: none */
    enum fault_effect effect;
    const char *text;   /* completes "in this QEMU, ...": "0 halves the polling time" */
    const char *change; /* what avoids it; NULL: another version */
    const char *source; /* where this is known from */
};

/* The first fault of SETTING under QEMU and ACCEL that stands behind AFTER (NULL: the first of
 * all); NULL when there is none. Of a QEMU whose version is not known, only what all versions
 * have. */
const struct fault *fault_next(const struct fault *after, const struct version *qemu,
                               enum accel accel, const struct setting *setting);

#endif
