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
    struct range_condition qemu, guest_kernel;
};

struct param {
    struct text name;
    enum dimension type;
    uint64_t initial, min, max; /* in the type's base unit */
    struct span initial_at;
    str summary;
};

/* A property and its value, still with ${...}. */
struct property {
    struct text key, value;
};

struct properties LIST_OF(struct property);

/* -global: all properties that are set on one device type. */
struct global {
    struct text driver;
    struct properties properties;
};

/* -object */
struct object {
    struct text type, id;
    struct properties properties;
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

struct node; /* read/yaml_tree.h */

struct profile {
    struct text version; /* of the language */
    struct text name;
    str summary;
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
    struct objects objects;
    struct text_list arguments;
    struct idle_states cst;
    struct checks checks;
    struct daemons daemons;
};

/* All that could be read, sorted by name. */
struct profiles LIST_OF(struct profile);

/* The profile called NAME, or NULL. */
const struct profile *profiles_find(const struct profiles *profiles, str name);

/* The name nearest to NAME, empty when none is near. */
str profiles_nearest(const struct profiles *profiles, str name);

#endif
