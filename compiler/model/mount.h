/* SPDX-License-Identifier: Apache-2.0 */
/* File systems that the guest mounts: which tags, paths and options they take, and what Linux does
 * to them. Each function computes a text of a mount; false after an error. Where the value is not
 * known yet (scope_is_open) it is not judged. */
#ifndef MODAVD_MOUNT_H
#define MODAVD_MOUNT_H

#include "expr.h"

enum option_form {
    OPTION_VALUE, /* name=value */
    OPTION_ON,    /* the bare word */
    OPTION_OFF    /* left out */
};

/* An option as mount -o takes it, and what /proc/mounts tells of it afterwards. */
struct mount_option {
    enum option_form form;
    str value;    /* sizes in bytes; of a bare word "on" */
    str at_least; /* what Linux cuts the value to; empty: it takes the value */
    bool sure;    /* /proc/mounts tells it, be it by silence; else silence tells nothing */
};

/* OPTION of a mount of TYPE. Warns of what works and is slow, or what Linux changes (MP0229). */
bool mount_option_value(struct arena *arena, enum mount_type type, const struct property *option,
                        const struct scope *scope, struct diags *diags, struct mount_option *out);

/* The tag of the device, which stands on the command line of mount. */
bool mount_what(struct arena *arena, enum mount_type type, const struct text *text,
                const struct scope *scope, struct diags *diags, str *out);

/* The mount point, as the kernel's own table spells it but for blanks. */
bool mount_path(struct arena *arena, const struct text *text, const struct scope *scope,
                struct diags *diags, str *out);

#endif
