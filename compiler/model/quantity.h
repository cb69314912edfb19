/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers with a unit: durations, sizes and plain ones. No octal, no base 60, no locale. */
#ifndef MODAVD_QUANTITY_H
#define MODAVD_QUANTITY_H

#include "str.h"

enum dimension { DIMENSION_NUMBER, DIMENSION_DURATION /* ns */, DIMENSION_SIZE /* bytes */ };

struct quantity {
    enum dimension dimension;
    uint64_t value; /* in the base unit */
};

/* Why a text is no quantity. */
enum quantity_fault {
    QUANTITY_OK,
    QUANTITY_NOT_A_NUMBER,
    QUANTITY_LEADING_ZERO, /* octal or decimal? */
    QUANTITY_OVERFLOW,     /* over 2^64-1 base units */
    QUANTITY_FRACTION,     /* not a whole number of base units */
    QUANTITY_UNIT          /* an unknown unit */
};

/* Reads "100", "0x10", "1.5ms", "32us", "5 µs" (U+00B5 and U+03BC), "2G", "512MiB" as a whole.
 * Sizes count in steps of 1024, as QEMU's do. A number without unit is a plain one. */
enum quantity_fault quantity_parse(str text, struct quantity *out);

/* VALUE in base units with the largest unit that leaves it whole: "100us", "2GiB", "6". */
str quantity_text(struct arena *arena, struct quantity quantity);

/* "a number", "a duration such as 100us", "a size such as 512MiB". */
const char *dimension_text(enum dimension dimension);

#endif
