/* SPDX-License-Identifier: Apache-2.0 */
/* What is said about a set that cannot be read or written. */
#ifndef MODAVD_REPORT_H
#define MODAVD_REPORT_H

#include "look.h"

/* Findings for what stands in the way; true when nothing does. */
bool report_look(const struct set *set, const struct look *look);

/* "cannot be DONE: ..." at NAME, or at the directory where it is empty. */
void report_failed(const struct set *set, str name, const char *done, enum os_status status);

/* Why the set's lock was not to be had. */
void report_lock(const struct set *set, enum os_status status);

#endif
