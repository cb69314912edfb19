/* SPDX-License-Identifier: Apache-2.0 */
/* struct os, accelerator: one file a system, of which a build has one. */
#ifndef MODAVD_ACCELERATOR_H
#define MODAVD_ACCELERATOR_H

#include "os.h"

struct os_accelerator machine_accelerator(void *context);

#endif
