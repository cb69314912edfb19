/* SPDX-License-Identifier: Apache-2.0 */
/* The directory that AVDs are in when nobody names one: found as the emulator finds it. */
#ifndef MODAVD_AVD_HOME_H
#define MODAVD_AVD_HOME_H

#include "reading.h"

enum avd_home_state {
    AVD_HOME_FOUND,
    AVD_HOME_WRONG,  /* ANDROID_AVD_HOME is set, and what it names is no directory */
    AVD_HOME_NOWHERE /* no variable leads to a directory */
};

struct avd_home {
    str path;             /* FOUND and WRONG */
    const char *variable; /* the environment variable that led there */
};

/* Looks the home up. Reports nothing, since not having one is no fault where none is needed. */
enum avd_home_state avd_home_find(const struct os *os, struct arena *arena, struct avd_home *out);

/* The finding (MP0301) for a home that is WRONG or NOWHERE; MP0001 for one that is not reached. */
void avd_home_report(const struct reading *reading, enum avd_home_state state,
                     const struct avd_home *home);

/* PATH with '/' between its parts where it has a drive letter or is a share: as the environment and
 * ini files of Windows give paths. Others are left alone: elsewhere '\' may be part of a name. */
str avd_home_slashes(struct arena *arena, str path);

#endif
