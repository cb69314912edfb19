/* SPDX-License-Identifier: Apache-2.0 */
/* What was reported, in forms that a table of expectations can hold. */
#ifndef MODAVD_FINDINGS_H
#define MODAVD_FINDINGS_H

#include "diag.h"

/* "config.ini:3:14 MP0303", sorted, with ", " between them. Of paths only the last part. */
str findings_brief(struct arena *arena, const struct diags *diags);

/* All of their texts and notes: "PLACE: TEXT" a line. */
str findings_full(struct arena *arena, const struct diags *diags);

/* Whether each of the WORDS, ';' between them, stands in TEXT. NULL: none is asked for. */
bool findings_hold(str text, const char *words);

#endif
