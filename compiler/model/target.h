/* SPDX-License-Identifier: Apache-2.0 */
/* What outputs are made for: host, accelerator, emulator, QEMU. Pure data: any host can be
 * described on any other. */
#ifndef MODAVD_TARGET_H
#define MODAVD_TARGET_H

#include "source.h"
#include "version.h"
#include "words.h"

/* Who set a value; a higher layer wins. */
enum layer {
    LAYER_DEFAULT,
    LAYER_DETECTED, /* found on this machine */
    LAYER_PROFILE,
    LAYER_AVD,      /* the AVD's own files or instance.yaml */
    LAYER_ROOT,     /* modavd.yaml at the root of the instances */
    LAYER_INSTANCE, /* modavd.yaml in the instance's directory */
    LAYER_COMMAND_LINE
};

struct origin {
    enum layer layer;
    struct span at; /* source 0: none */
};

/* "built-in default", "command line" and so on. */
const char *layer_text(enum layer layer);

enum target_fact {
    TARGET_HOST,
    TARGET_ACCEL,
    TARGET_EMULATOR,
    TARGET_EMULATOR_VERSION,
    TARGET_EMULATOR_DIR,
    TARGET_QEMU,
    TARGET_RUN_DIR,
    TARGET_CORES,
    TARGET_BASE_ARGS,
    TARGET_FACTS
};

struct catalogue; /* backends/qemu */

/* A file that a setting names: absolute, and as it was written. Empty: none is named. */
struct target_file {
    str path, shown;
};

struct target {
    enum host host;
    enum accel accel;
    enum emulator emulator;
    struct version emulator_version; /* of the Android emulator: 35.6.3 */
    struct target_file emulator_dir; /* where it is installed */
    struct version qemu;
    struct target_file qemu_file;      /* the catalogue that was given for it */
    const struct catalogue *catalogue; /* what that file holds; NULL: only the version is known */
    struct target_file base_args;      /* the manager's own arguments */
    str run_dir;    /* absolute and normal; empty: each instance's own directory */
    uint32_t cores; /* what the manager passes as -cores; 0: nothing */
    struct origin from[TARGET_FACTS];
};

#endif
