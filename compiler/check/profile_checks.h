/* SPDX-License-Identifier: Apache-2.0 */
/* What a profile must hold to beyond its keys: a table of named checks, all of which always run. */
#ifndef MODAVD_PROFILE_CHECKS_H
#define MODAVD_PROFILE_CHECKS_H

#include "diag.h"
#include "profile.h"

/* PROFILES with valid cleared where a check found an error. VERSIONS, for their authors: against
 * every QEMU that they are for; whoever builds is told what concerns his own. */
struct profiles profiles_check(struct arena *arena, struct diags *diags,
                               const struct profiles *profiles, bool versions);

/* Whether NAME can name a profile: small letters, digits and '-', starting with a letter or digit,
 * at most 40, and no device of Windows. */
bool profile_name_is_valid(str name);

#endif
