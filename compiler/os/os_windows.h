/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the Windows back end share. Used by them only. */
#ifndef MODAVD_OS_WINDOWS_H
#define MODAVD_OS_WINDOWS_H

#include "os.h"

#include <windows.h>

/* The system's ERROR as a status. */
enum os_status windows_status(DWORD error);

/* struct os, run. */
enum os_status windows_run(void *context, struct arena *arena, const struct os_command *command,
                           struct os_result *out);

/* struct os, hand_over. */
enum os_status windows_hand_over(void *context, struct arena *arena, str directory,
                                 const struct os_command *command, int *code);

#endif
