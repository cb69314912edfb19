/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What QEMU refuses, or takes without a word and without effect, when settings meet: a table of
 * named rules over one command line, of profiles and, where it is given, of the manager too.
 */
#ifndef MODAVD_RULES_H
#define MODAVD_RULES_H

#include "cmdline.h"
#include "diag.h"
#include "known.h"

struct rules_input {
    struct arena *arena;
    struct diags *diags;
    const struct known_qemu *known;
    const struct cmd_items *ours;
    const struct cmd_items *base; /* the manager's own line; NULL: it is not known */
    enum accel accel;
    uint32_t cpus;
    uint64_t ram; /* bytes; 0: not known */
};

/* Reports every rule that is broken. False when one of them is an error. */
bool rules_hold(const struct rules_input *input);

#endif
