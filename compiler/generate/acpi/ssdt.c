/* SPDX-License-Identifier: Apache-2.0 */
#include "ssdt.h"

#include "aml.h"
#include "buf.h"

/* ACPI 6.5, 5.2.6: the header of every table. */
enum {
    HEADER_SIZE = 36,
    HEADER_CHECKSUM = 9,
    TABLE_REVISION = 2, /* from 2 on integers have 64 bits */
    OEM_REVISION = 1,
    CREATOR_REVISION = 1,
};

/* ACPI 6.5, 6.4.3.7: the Generic Register Descriptor; 6.4.2.9: the End Tag, whose checksum 0 means
 * "not checked". */
enum {
    REGISTER_TAG = 0x82,
    REGISTER_LENGTH = 12,
    SPACE_FIXED_HARDWARE = 0x7F,
    END_TAG = 0x79,
};

/*
 * The register of a C-state, by "Intel Processor Vendor-Specific ACPI": the width is the vendor,
 * the offset the class. All zero is class 0, plain HLT, which Linux takes for C1 on any CPU. MWAIT
 * is vendor 1 (Intel), class 2 (native instruction), with its hint as the address. The access size
 * has two flags: bit 0, the hardware coordinates the cores; bit 1, the guest must look at BM_STS
 * before it enters. Linux (arch/x86/kernel/acpi/cstate.c) sets bm_sts_skip where bit 1 is clear,
 * and no virtual machine has bus masters that need it: hence 1.
 */
static const struct {
    unsigned char width, offset, access;
} registers[] = {
    [CST_ENTER_HLT] = {0, 0, 0},
    [CST_ENTER_MWAIT] = {1, 2, 1},
};

/* Where the machine declares its CPUs; the last DIGITS of the path are the number, in hex. */
static const struct cpu_path {
    str path;
    size_t digits;
} paths[] = {
    [CPU_NAMES_CPUS_C] = {STR_INIT("\\_SB.CPUS.C000"), 3},
    [CPU_NAMES_CP] = {STR_INIT("\\_SB.CP00"), 2},
    [CPU_NAMES_C] = {STR_INIT("\\_SB.C000"), 3},
};

/* ResourceTemplate(){Register(FFixedHW, ...)} */
static str register_bytes(struct arena *arena, const struct cst_state *state) {
    struct buf out = buf_make(arena);
    buf_le(&out, REGISTER_TAG, 1);
    buf_le(&out, REGISTER_LENGTH, 2);
    buf_le(&out, SPACE_FIXED_HARDWARE, 1);
    buf_le(&out, registers[state->enter].width, 1);
    buf_le(&out, registers[state->enter].offset, 1);
    buf_le(&out, registers[state->enter].access, 1);
    buf_le(&out, state->enter == CST_ENTER_MWAIT ? state->hint : 0, 8);
    buf_le(&out, END_TAG, 2);
    return buf_view(&out);
}

/* Linux knows the types C1 to C3 and skips states of any other; deeper ones share C3. */
static uint64_t state_type(size_t place) {
    return place < 3 ? place + 1 : 3;
}

/* ACPI 6.5, 8.4.1.1. Linux drops the whole _CST where its first element is not the number of
 * states, and each state that is not a package of exactly four. */
static void put_cst(struct aml *aml, const struct cst_state *states, size_t count) {
    aml_name(aml, STR("_CST"));
    aml_begin_package(aml, count + 1);
    aml_integer(aml, count);
    for (size_t i = 0; i < count; i++) {
        aml_begin_package(aml, 4);
        aml_buffer(aml, register_bytes(aml->out->arena, &states[i]));
        aml_integer(aml, state_type(i));
        aml_integer(aml, states[i].latency_us);
        aml_integer(aml, states[i].power_mw);
        aml_end(aml);
    }
    aml_end(aml);
}

/* The Scope of CPU 0, and in *NUMBER where in it the digits stand. */
static str scope_of_first(struct arena *arena, const struct cpu_path *cpu,
                          const struct cst_state *states, size_t count, size_t *number) {
    struct buf out = buf_make(arena);
    struct aml aml = aml_make(&out);
    aml_begin_scope(&aml, cpu->path);
    size_t path_end = out.len;
    put_cst(&aml, states, count);
    size_t behind = out.len - path_end; /* aml_end moves both */
    aml_end(&aml);
    *number = out.len - behind - cpu->digits;
    return buf_view(&out);
}

static void put_header(struct buf *out, size_t size) {
    buf_text(out, "SSDT");
    buf_le(out, size, 4);
    buf_le(out, TABLE_REVISION, 1);
    buf_le(out, 0, 1); /* the checksum, once all is there */
    buf_text(out, "MODAVD");
    buf_put(out, "CST\0\0\0\0", 8); /* zeroes behind, as iasl has them */
    buf_le(out, OEM_REVISION, 4);
    buf_text(out, "MDVD");
    buf_le(out, CREATOR_REVISION, 4);
}

static void digits_set(char *at, size_t digits, uint32_t number) {
    for (size_t i = digits; i-- > 0; number >>= 4)
        at[i] = "0123456789ABCDEF"[number & 0xF];
}

/* ACPI 6.5, 5.2.6: all bytes of the table add up to zero. */
static char checksum(str table) {
    unsigned sum = 0;
    for (size_t i = 0; i < table.len; i++)
        sum += (unsigned char)table.at[i];
    return (char)(0x100 - (sum & 0xFF));
}

str ssdt_emit(struct arena *arena, enum cpu_names names, uint32_t cpus,
              const struct cst_state *states, size_t count) {
    if (names == CPU_NAMES_NONE || cpus < 1 || cpus > CST_CPUS_MAX || count < 1 ||
        count > CST_STATES_MAX)
        return (str){NULL, 0};
    size_t number;
    str scope = scope_of_first(arena, &paths[names], states, count, &number);
    size_t size = HEADER_SIZE + cpus * scope.len;
    if (size > SSDT_SIZE_MAX)
        return (str){NULL, 0};
    /* The CPUs differ in their digits only, so the Scope is encoded once and copied. */
    struct buf out = {.arena = arena, .bytes = arena_alloc(arena, size), .room = size};
    put_header(&out, size);
    for (uint32_t cpu = 0; cpu < cpus; cpu++) {
        buf_str(&out, scope);
        digits_set(out.bytes + out.len - scope.len + number, paths[names].digits, cpu);
    }
    out.bytes[HEADER_CHECKSUM] = checksum(buf_view(&out));
    return buf_view(&out);
}
