/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODAVD_CLI_H
#define MODAVD_CLI_H

#include "os.h"

/* The whole program over OS: prints through it and gives the exit status. Calls out_of_memory,
 * which must not return, when the system has no memory left. */
int cli_main(const struct os *os, int argc, char **argv, void (*out_of_memory)(void *context),
             void *context);

#endif
