/* SPDX-License-Identifier: Apache-2.0 */
/* What this machine tells of a target: its accelerator, and the emulator that is installed. */
#ifndef MODAVD_HERE_H
#define MODAVD_HERE_H

#include "session.h"

/* The system that this program runs on. */
enum host here_host(const struct os *os);

/* Fills in what no layer of the turn's target says: the emulator's version, from the directory that
 * 'emulator-dir' or 'run-dir' names; and, where the target is this machine (no layer names a host),
 * from its SDK, and the accelerator. False after findings. */
bool here_complete(struct turn *turn);

#endif
