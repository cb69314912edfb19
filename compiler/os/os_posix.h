/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the POSIX back end share. Used by them only. */
#ifndef MODAVD_OS_POSIX_H
#define MODAVD_OS_POSIX_H

#include "os.h"

/* The system's error NUMBER as a status. */
enum os_status posix_status(int number);

/* Milliseconds of a clock that nobody sets. */
uint64_t posix_now_ms(void);

/* struct os, run. */
enum os_status posix_run(void *context, struct arena *arena, const struct os_command *command,
                         struct os_result *out);

/* struct os, hand_over. */
enum os_status posix_hand_over(void *context, struct arena *arena, str directory,
                               const struct os_command *command, int *code);

#endif
