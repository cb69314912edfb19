/* SPDX-License-Identifier: Apache-2.0 */
/* The ACPI table that tells a guest how its CPUs idle. */
#ifndef MODAVD_SSDT_H
#define MODAVD_SSDT_H

#include "cst.h"
#include "str.h"

/*
 * One SSDT: for each of CPUS CPUs (1 to CST_CPUS_MAX) a Scope on the machine's own object with a
 * _CST of COUNT states (1 to CST_STATES_MAX), and nothing else. Place i has the type C(i + 1), from
 * the third on C3. Empty where there can be no table: CPU_NAMES_NONE, a number out of its range,
 * or more than SSDT_SIZE_MAX bytes.
 *
 * The last can happen. A CPU takes at most 280 bytes: 251 for 7 states (35 for C1, 36 for each
 * other) and 29 round them; 36 + 255 * 280 = 71436. With latency and power below 65536 each state
 * is 4 bytes shorter, and 36 + 255 * 252 = 64296 fits.
 */
str ssdt_emit(struct arena *arena, enum cpu_names names, uint32_t cpus,
              const struct cst_state *states, size_t count);

#endif
