/* SPDX-License-Identifier: Apache-2.0 */
/* The key tables of profiles, modavd.yaml and instance.yaml, and the structures they fill. */
#ifndef MODAVD_PROFILE_KEYS_H
#define MODAVD_PROFILE_KEYS_H

#include "cst.h"
#include "schema.h"

struct raw_param {
    struct text name;
    struct choice type;
    struct text initial, min, max, summary;
    struct text_list values;
};

/* A check: one key that names it, and proves. */
struct raw_check {
    struct choice proves;
    struct pairs names;
    struct span at;
};

struct raw_daemon {
    struct text name;
    struct pairs stop_when;
    struct span at;
};

struct raw_params LIST_OF(struct raw_param);
struct raw_checks LIST_OF(struct raw_check);
struct raw_daemons LIST_OF(struct raw_daemon);

struct raw_qemu {
    struct globals globals;
    struct objects objects, devices, fsdevs;
    struct text_list arguments;
};

struct raw_acpi {
    struct idle_states cst;
};

struct raw_guest {
    struct raw_checks checks;
    struct mounts mounts;
    struct raw_daemons daemons;
};

struct raw_profile {
    struct text version, name, summary, caution, extends, off_switch;
    struct choice on_by_default, risk;
    struct when when;
    struct raw_params params;
    struct raw_qemu qemu;
    struct raw_acpi acpi;
    struct raw_guest guest;
};

struct raw_machine {
    struct text name, cpus, ram, machine, guest_kernel;
    struct choice arch;
};

extern const struct type profile_type;  /* struct raw_profile */
extern const struct type settings_type; /* struct settings */
extern const struct type machine_type;  /* struct raw_machine */

#endif
