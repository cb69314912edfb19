/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a host is: its accelerators, what each setting does under them, and how a path is spelt. One
 * folder a host, each ending in one struct; table.c lists them.
 */
#ifndef MODAVD_BACKEND_H
#define MODAVD_BACKEND_H

#include "settings.h"

/* A property of a device is the same knob by -global and by -device: both are SETTING_DEVICE. */
enum setting_kind { SETTING_DEVICE, SETTING_OBJECT, SETTING_FSDEV, SETTING_ARGUMENT, SETTING_CST };

/* One thing that a profile sets. */
struct setting {
    enum setting_kind kind;
    str type;     /* device or object type, driver; of an argument the word itself */
    str property; /* empty: of the thing itself */
    str value;    /* as QEMU reads it */
};

enum verdict {
    VERDICT_WORKS,
    VERDICT_POINTLESS,  /* no effect: told, and built */
    VERDICT_HARMFUL,    /* makes it slower or stops it: the profile is off */
    VERDICT_UNAVAILABLE /* does not exist here: the profile is off */
};

#define ACCEL_BIT(accel) (1u << (accel))
enum { ANY_ACCEL = 0xFF };

/* The first row that fits decides. NULL fits everything, and a type may end in '*'. A row of
 * VERDICT_WORKS is there for its source: it is what others have to be held against. */
struct verdict_row {
    enum setting_kind kind;
    const char *type, *property, *value;
    uint32_t accels;           /* ACCEL_BIT of each */
    const char *since, *until; /* QEMU versions: from SINCE on, before UNTIL; NULL: all */
    enum verdict verdict;
    const char *reason; /* completes "the profile is off: ..." */
    const char *change; /* what would turn it on; NULL: nothing on this host */
    const char *source; /* where this is known from */
};

struct backend {
    enum host host;
    uint32_t accels; /* those that exist there */
    enum accel usual;
    const struct verdict_row *verdicts;
    size_t verdict_count;
    /* Spells a path, relative to the run directory and with '/', for the value of -acpitable file=.
     * False with a reason where it cannot be carried. */
    bool (*spell_table_path)(struct arena *arena, str path, str *out, str *why);
    bool ascii_only; /* arguments reach QEMU in an unknown code page */
};

extern const struct backend windows_backend, linux_backend, macos_backend;

/* The back end of HOST. */
const struct backend *backend_find(enum host host);

/* The row for SETTING under ACCEL in QEMU; NULL: it works. Rows that are for some versions do not
 * fit one that is not known. */
const struct verdict_row *backend_verdict(const struct backend *backend, enum accel accel,
                                          const struct version *qemu,
                                          const struct setting *setting);

#endif
