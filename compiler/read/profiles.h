/* SPDX-License-Identifier: Apache-2.0 */
/* Profiles: from files and from the program itself, with extends resolved. */
#ifndef MODAVD_PROFILES_H
#define MODAVD_PROFILES_H

#include "profile.h"
#include "reading.h"

/* A profile that is built into the program; the list ends with a NULL name. */
struct builtin_profile {
    const char *file; /* "sync-io.yaml" */
    const char *text;
};

struct profile_places {
    const struct builtin_profile *builtin;
    const str *directories; /* of --profiles */
    size_t directory_count;
    const str *files; /* single files, for check */
    size_t file_count;
};

/* All profiles of PLACES, sorted by name. Those with errors are there too, with valid false. A
 * profile of a directory replaces a built-in one of the same name (MP0210). */
struct profiles profiles_read(const struct reading *reading, const struct profile_places *places);

#endif
