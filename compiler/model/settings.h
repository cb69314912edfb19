/* SPDX-License-Identifier: Apache-2.0 */
/* One layer of settings: a modavd.yaml or the command line. What is not set has at.source 0. */
#ifndef MODAVD_SETTINGS_H
#define MODAVD_SETTINGS_H

#include "profile.h"
#include "target.h"

struct target_settings {
    struct choice host, accel, emulator;
    struct text emulator_version, emulator_dir, qemu, run_dir, cores, base_args;
};

/* Values for the parameters of one profile. */
struct param_values {
    struct text profile;
    struct properties values;
};

struct param_values_list LIST_OF(struct param_values);

struct profile_choice {
    struct text_list enable, disable;
};

struct settings {
    enum layer layer;
    uint32_t source; /* 0: there is no such layer */
    str directory;   /* what a relative run-dir is relative to; absolute */
    struct target_settings target;
    struct profile_choice profiles;
    struct param_values_list params;
    struct word_set accept; /* of enum risk */
    struct text_list only;  /* --profile: nothing else is built */
};

/* From the weakest layer to the strongest. */
struct layers {
    const struct settings *items[4];
    size_t count;
};

#endif
