/* SPDX-License-Identifier: Apache-2.0 */
/* How the tables of what is known about QEMU name settings and versions. */
#ifndef MODAVD_MATCH_H
#define MODAVD_MATCH_H

#include "version.h"

/* Whether TEXT is what PATTERN names: the same text, any that begins with it where it ends in '*',
 * any other where it begins with '!'. NULL names every text. */
bool match_text(const char *pattern, str text);

/* Whether QEMU is SINCE or later, and before UNTIL; NULL is no bound. A version that is not known
 * is only in a range without bounds. */
bool match_version(const struct version *qemu, const char *since, const char *until);

#endif
