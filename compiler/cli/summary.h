/* SPDX-License-Identifier: Apache-2.0 */
/* Plans and changes in words, for the commands that tell of them. */
#ifndef MODAVD_SUMMARY_H
#define MODAVD_SUMMARY_H

#include "session.h"
#include "set.h"

/* "sync-io on, small-io partial (without acpi)" of the profiles that are not off; "no profile on".
 */
void summary_states(struct buf *out, const struct plan *plan);

/* "s" unless COUNT is 1. */
const char *summary_plural(size_t count);

/* One reason as a line: "it is off by default [MP0501]; would change it: --enable x". */
void summary_reason(struct buf *out, const struct reason *reason);

/* "written: a, b; removed: c", "unchanged" and so on; WOULD puts it as what would happen. */
void summary_changes(struct buf *out, const struct changes *changes, bool would);

/* The names of what changed, as JSON: {"created": [...], ...}, or {"missing": [...], ...} of what
 * was only FOUND to differ. The caller owns it. */
json_t *summary_changes_json(struct arena *arena, const struct changes *changes, bool found);

/* The changes of text files line by line, in the unified format; others by size. */
void summary_diff(struct buf *out, str directory, const struct changes *changes);

/* Whether every reason but "nothing asks for it" is absent: --enable alone would turn it on. */
bool summary_would_apply(const struct decision *decision);

#endif
