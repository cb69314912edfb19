/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of numbers that QEMU checks and that its monitor does not tell. */
#ifndef MODAVD_LIMITS_H
#define MODAVD_LIMITS_H

#include "backend.h"

/* The first row that fits decides. */
struct limit {
    const char *type, *property; /* as match_text names them */
    const char *since, *until;   /* versions of QEMU: UNTIL is the first that differs; NULL: open */
    uint64_t min, max;
    bool power_of_two;
    uint64_t also;       /* one number outside that QEMU takes as well; 0: none */
    const char *outside; /* what becomes of other numbers: "QEMU does not start" */
    const char *source;  /* where this is known from */
};

extern const struct limit limits[];
extern const size_t limit_count;

/* The row for the setting's type and property; NULL: no range is known. Of a QEMU whose version is
 * not known, only what holds for all versions. */
const struct limit *limit_find(const struct version *qemu, const struct setting *setting);

/* Whether VALUE is in the range. */
bool limit_holds(const struct limit *limit, uint64_t value);

/* The range for a message, on ARENA: "4 to 1024, a power of two". */
str limit_text(struct arena *arena, const struct limit *limit);

#endif
