/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODAVD_PLACE_NAME_H
#define MODAVD_PLACE_NAME_H

#include "source.h"

/* "builtin/sync-io.yaml:12:7": the place with the source's name for outputs, the same on every
 * machine. */
str place_name(struct arena *arena, const struct sources *sources, struct span at);

#endif
