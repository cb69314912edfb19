/* SPDX-License-Identifier: Apache-2.0 */
/* What the Android emulator will start for an AVD, worked out from the AVD's config.ini. */
#ifndef MODAVD_AVD_H
#define MODAVD_AVD_H

#include "instances.h"

/* Reads the AVD of CANDIDATE for TARGET. All of its values are looked at before it is false because
 * one of them is wrong (MP0303, MP0310), or because a file cannot be read. */
bool avd_read(const struct reading *reading, const struct candidate *candidate,
              const struct target *target, struct instance *out);

#endif
