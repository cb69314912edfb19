/* SPDX-License-Identifier: Apache-2.0 */
/* One machine to build for: an AVD, or a directory with an instance.yaml. */
#ifndef MODAVD_INSTANCE_H
#define MODAVD_INSTANCE_H

#include "target.h"

enum instance_kind { INSTANCE_AVD, INSTANCE_MACHINE };

/* A file that was read for the instance: part of the manifest. */
struct input {
    str name; /* relative to the instance's directory, '/' between parts */
    str bytes;
};

struct instance {
    enum instance_kind kind;
    str name;
    str directory;   /* absolute, links resolved: where the outputs go */
    str shown;       /* the same as people named it */
    uint32_t source; /* config.ini or instance.yaml */

    uint32_t cpus; /* what the guest will have, after the emulator's rules; at least 1 */
    struct origin cpus_from;
    uint64_t ram; /* bytes; 0: not known */
    struct origin ram_from;
    enum arch arch;
    struct origin arch_from;
    str machine; /* QEMU machine type; empty: the emulator's default */
    struct span machine_at;
    struct version guest_kernel; /* mostly not known */

    const struct input *inputs;
    size_t input_count;
};

#endif
