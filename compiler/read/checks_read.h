/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of a profile's guest part, from keys and trees. */
#ifndef MODAVD_CHECKS_READ_H
#define MODAVD_CHECKS_READ_H

#include "profile_keys.h"

/* guest.checks */
struct checks checks_read(struct binder *binder, const struct raw_checks *raw);

/* stop-when of a daemon */
struct checks conditions_read(struct binder *binder, const struct pairs *raw);

#endif
