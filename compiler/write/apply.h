/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the changes of a look in place. The caller holds the lock. */
#ifndef MODAVD_APPLY_H
#define MODAVD_APPLY_H

#include "look.h"

/* False after a finding. LOOK has no edited items and is not blocked; WANTED is what it was made
 * of. */
bool look_apply(const struct set *set, const struct artifacts *wanted, const struct look *look);

#endif
