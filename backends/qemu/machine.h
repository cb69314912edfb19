/* SPDX-License-Identifier: Apache-2.0 */
/* QEMU's machine types: how each calls its CPUs, and whether it takes a table at all. */
#ifndef MODAVD_MACHINE_H
#define MODAVD_MACHINE_H

#include "cst.h"
#include "instance.h"

struct machine_cpus {
    enum cpu_names names; /* how the machine's own tables call the CPUs */
    bool takes_tables;    /* whether -acpitable reaches the guest */
    str why_not;          /* when no table is possible */
    str change;           /* what would make it possible; may be empty */
};

/* What is known of the machine that TARGET runs INSTANCE on. Nothing is guessed. */
struct machine_cpus machine_cpus(struct arena *arena, const struct target *target,
                                 const struct instance *instance);

#endif
