/* SPDX-License-Identifier: Apache-2.0 */
/* Findings that were told before: a hash set, so that ten thousand of them stay linear. */
#ifndef MODAVD_SEEN_H
#define MODAVD_SEEN_H

#include "diag.h"

/* Whether a finding of the same code, place and text was added to SET before. Adds FINDING when
 * not; the set keeps a pointer to it, and grows on ARENA. */
bool seen_before(struct seen *set, struct arena *arena, const struct finding *finding);

#endif
