/* SPDX-License-Identifier: Apache-2.0 */
/* How a property of QEMU reads its value: its kind from the catalogues, its range from limits.c. */
#ifndef MODAVD_KNOB_H
#define MODAVD_KNOB_H

#include "expr.h"
#include "known.h"
#include "limits.h"

enum knob_kind {
    KNOB_BOOLEAN,
    KNOB_AUTO, /* on, off or auto */
    KNOB_NUMBER,
    KNOB_DURATION, /* plain ns for QEMU */
    KNOB_SIZE,
    KNOB_LINK, /* the id of an object */
    KNOB_TEXT
};

struct knob {
    enum knob_kind kind;
    uint64_t max;              /* of a number, by its width; 0: any */
    const struct limit *limit; /* the range that QEMU checks; NULL: none is known */
};

/* How PROPERTY of TYPE reads its value for KNOWN, else for any version that has it. What no
 * catalogue tells is told by the name and by VALUE, its text. */
struct knob knob_of(const struct known_qemu *known, str type, str property, str value);

/* VALUE of the property KEY as QEMU reads it: on or off, plain integers. False after a finding. */
bool knob_value(struct arena *arena, const struct knob *knob, const struct text *key,
                const struct text *value, const struct scope *scope, struct diags *diags, str *out);

#endif
