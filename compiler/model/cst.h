/* SPDX-License-Identifier: Apache-2.0 */
/* What the guest is told about idling: the C-states of a _CST (ACPI 6.5, 8.4.1.1). */
#ifndef MODAVD_CST_H
#define MODAVD_CST_H

#include <stddef.h>
#include <stdint.h>

enum {
    /* \_SB.CP%02X has two digits, and QEMU numbers Processor objects below APIC id 255 only. */
    CST_CPUS_MAX = 255,
    /* Linux: ACPI_PROCESSOR_MAX_POWER is 8, and place 0 is its own polling state. */
    CST_STATES_MAX = 7,
    /* QEMU refuses more for one -acpitable (a 16-bit length), header included. */
    SSDT_SIZE_MAX = 65535,
};

/* The names by which the machine's own tables declare its CPUs. */
enum cpu_names {
    CPU_NAMES_NONE,   /* no CPU objects (microvm): no table is possible */
    CPU_NAMES_CPUS_C, /* \_SB.CPUS.C%03X by CPU index: pc and q35 from machine type 2.7 */
    CPU_NAMES_CP, /* \_SB.CP%02X by APIC id: pc and q35 before; equal to the index on one socket */
    CPU_NAMES_C,  /* \_SB.C%03X by CPU index: arm virt */
};

enum cst_enter {
    CST_ENTER_HLT,
    CST_ENTER_MWAIT,
};

struct cst_state {
    enum cst_enter enter;
    uint32_t hint; /* for MWAIT: what the guest puts into EAX; HLT has none */
    uint32_t latency_us;
    uint32_t power_mw;
};

/* The bytes that a table takes for CPUS CPUs with COUNT states each: known before it is made, so
 * that the plan can leave out one that QEMU would refuse. */
size_t cst_table_size(enum cpu_names names, uint32_t cpus, const struct cst_state *states,
                      size_t count);

#endif
