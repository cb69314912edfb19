/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of QEMU's properties: which kind of value each takes. Of others only the text is
 * checked. From device-list-properties of QEMU 2.12, 5.2, 7.2, 10.0 and 11.1, where these agree. */
#ifndef MODAVD_KNOBS_H
#define MODAVD_KNOBS_H

#include "expr.h"

enum knob_kind {
    KNOB_BOOLEAN,
    KNOB_NUMBER,
    KNOB_DURATION /* plain ns for QEMU */,
    KNOB_SIZE,
    KNOB_TEXT
};

struct knob {
    const char *type;
    const char *property;
    enum knob_kind kind;
    uint64_t min, max; /* of a number; both 0: any */
    bool object;       /* made by -object, which -global does not reach */
};

/* The row for PROPERTY of TYPE; an empty TYPE finds the first type that has it. NULL: not known. */
const struct knob *knob_find(str type, str property);

/* The class name that QEMU gives the alias TYPE, such as virtio-blk-pci for virtio-blk; NULL when
 * TYPE is none. -global does not know aliases. */
const char *knob_alias(str type);

/* VALUE of PROPERTY of TYPE as QEMU reads it: on or off, plain integers. False after a finding. */
bool knob_value(struct arena *arena, str type, const struct property *property,
                const struct scope *scope, struct diags *diags, str *out);

#endif
