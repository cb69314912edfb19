/* SPDX-License-Identifier: Apache-2.0 */
/* modavd-postboot.sh: checks in the booted guest, and stops daemons that are not needed there. */
#ifndef MODAVD_POSTBOOT_H
#define MODAVD_POSTBOOT_H

#include "plan.h"

/* The whole script for PLAN, ended by a line feed, on ARENA. */
str postboot_emit(struct arena *arena, const struct plan *plan);

#endif
