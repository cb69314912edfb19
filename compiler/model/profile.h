/* SPDX-License-Identifier: Apache-2.0 */
/* A profile as its author wrote it: values keep their text and place until an instance is known. */
#ifndef MODAVD_PROFILE_H
#define MODAVD_PROFILE_H

#include "quantity.h"
#include "source.h"
#include "version.h"
#include "words.h"

/* A scalar: its text and where it stands. at.source 0: not given. */
struct text {
    str s;
    struct span at;
};

/* A word of a closed set as its number. */
struct choice {
    int value;
    struct span at;
};

/* Items with the place of the whole list; at.source 0: not given. */
#define LIST_OF(type)      \
    {                      \
        const type *items; \
        size_t count;      \
        struct span at;    \
    }

struct text_list LIST_OF(struct text);

/* One condition of when: that is a set of words, as bits of the words' numbers. */
struct word_set {
    uint32_t bits;
    struct span at;
};

struct range_condition {
    struct version_range range;
    struct span at;
};

struct when {
    struct word_set host, accel, emulator, arch;
    struct range_condition qemu, guest_kernel, cpus;
};

/* The first three count, as the dimensions of the same values; the others are texts. */
enum param_type {
    PARAM_NUMBER = DIMENSION_NUMBER,
    PARAM_DURATION = DIMENSION_DURATION,
    PARAM_SIZE = DIMENSION_SIZE,
    PARAM_PATH, /* absolute, of the host or of the guest */
    PARAM_WORD
};

/* What a parameter comes to. */
struct param_content {
    struct quantity number;
    str text; /* of a text */
};

struct param {
    struct text name;
    enum param_type type;
    bool required; /* no default: an instance must set it */
    struct param_content initial;
    struct span initial_at;
    uint64_t min, max;       /* of a number, in the type's base unit */
    struct text_list values; /* the only words allowed; count 0: any */
    str summary;
};

/* A name and its value. */
struct property {
    struct text key, value;
};

struct properties LIST_OF(struct property);

/* A value, still with ${...}, and the conditions under which it is the one. */
struct alternative {
    struct text value;
    struct when when;
    struct span at;
};

struct alternatives LIST_OF(struct alternative);

/* A property of a QEMU type: it gets the first value whose conditions hold, if any. */
struct assignment {
    struct text key;
    struct alternatives values;
};

struct assignments LIST_OF(struct assignment);

/* -global: all properties that are set on one device type. */
struct global {
    struct text driver;
    struct assignments properties;
};

/* What QEMU is told to make: an -object, a -device or an -fsdev. */
struct object {
    struct text type, id;
    struct assignments properties;
    struct span at;
};

/* One element of acpi.cst; the guest shows them as C1, C2, ... by place. */
struct idle_state {
    struct text name;
    struct choice enter; /* enum cst_enter */
    struct text latency, power, hint;
    struct span at;
};

struct params LIST_OF(struct param);
struct globals LIST_OF(struct global);
struct objects LIST_OF(struct object);
struct idle_states LIST_OF(struct idle_state);

/* What a check asks the booted guest; the table with names and meanings is in checks.h. */
enum check_kind {
    CHECK_CPUIDLE_DRIVER,
    CHECK_CPUIDLE_GOVERNOR,
    CHECK_CPUIDLE_STATES,
    CHECK_CPUIDLE_LATENCY, /* <state> */
    CHECK_CPUIDLE_POLLS,
    CHECK_CLOCKSOURCE,
    CHECK_VIRTIO_FEATURES, /* <driver> */
    CHECK_BLOCK_QUEUES,    /* <dev> */
    CHECK_NET_QUEUES,      /* <if> */
    CHECK_MOUNT_OPTION,    /* <path>, <option> */
    CHECK_GETPROP,         /* <name> */
    CHECK_FILE,            /* <path> */
    CHECK_KERNEL_LOG_ABSENT,
    CHECK_FW_CFG,       /* <name> */
    CHECK_GUEST_KERNEL, /* made from when.guest-kernel; not a word of the language */
    CHECK_KINDS
};

enum check_test {
    TEST_VALUE, /* equal to values[0] */
    TEST_LIST,  /* one of the values; cpuidle.states: exactly these in order; features: all of these
                   bits; kernel-log.absent: none of these texts */
    TEST_AT_LEAST, /* a number, at least values[0] */
    TEST_ABSENT,   /* not there at all */
    TEST_RANGE     /* a version in range (CHECK_GUEST_KERNEL) */
};

struct check {
    enum check_kind kind;
    str name;        /* as written: "cpuidle.latency.C1" */
    str argument[2]; /* what stands for <...>: "C1" */
    enum check_test test;
    struct text_list values;
    struct version_range range; /* TEST_RANGE */
    bool has_proves;
    enum part proves; /* without this part the check does not apply */
    struct span at;
};

struct checks LIST_OF(struct check);

/* A daemon of the manager in the guest, which must not run when all of stop_when hold. */
struct daemon {
    struct text name;
    struct checks stop_when;
    struct span at;
};

struct daemons LIST_OF(struct daemon);

/* A file system that the guest is to have. */
struct mount {
    struct choice type; /* enum mount_type */
    struct text what, path;
    struct properties options;
    struct span at;
};

struct mounts LIST_OF(struct mount);

struct node; /* read/yaml_tree.h */

struct profile {
    struct text version; /* of the language */
    struct text name;
    str summary;
    struct text caution; /* what to mind where the profile is on */
    uint32_t source;
    const struct node *tree; /* as read, with extends merged; NULL: there is none */
    const uint32_t *sources; /* its own file, then those of what it extends */
    size_t source_count;
    str input_name; /* for manifests: "builtin/sync-io.yaml", "profiles/x.yaml" */
    bool builtin;
    bool valid; /* false: it had errors and is not built */
    bool read;  /* its keys could be read: on_by_default is what it says */
    bool on_by_default;
    bool has_part[PART_COUNT];
    struct text extends;
    struct when when;
    struct text off_switch;
    enum risk risk;
    struct span risk_at;
    struct params params;
    struct globals globals;
    struct objects objects, devices, fsdevs;
    struct text_list arguments;
    struct idle_states cst;
    struct checks checks;
    struct daemons daemons;
    struct mounts mounts;
};

/* All that could be read, sorted by name. */
struct profiles LIST_OF(struct profile);

/* The profile called NAME, or NULL. */
const struct profile *profiles_find(const struct profiles *profiles, str name);

/* The name nearest to NAME, empty when none is near. */
str profiles_nearest(const struct profiles *profiles, str name);

#endif
