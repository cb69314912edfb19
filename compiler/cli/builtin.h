/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODAVD_BUILTIN_H
#define MODAVD_BUILTIN_H

#include "profiles.h"

/* The profiles of profiles/, as built into the program (builtin.c is made by embed). */
extern const struct builtin_profile builtin_profiles[];

#endif
