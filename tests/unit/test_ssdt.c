/* SPDX-License-Identifier: Apache-2.0 */
/* The SSDT against a decoder of its own, bytes written by hand, and digests of iasl's output. */
#include "ssdt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <sha2.h>

#include <cmocka.h>

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

/* What a table is asked to hold. */
struct wish {
    enum cpu_names names;
    uint32_t cpus;
    struct cst_state states[8];
    size_t count;
};

static str emit(struct arena *arena, const struct wish *wish) {
    return ssdt_emit(arena, wish->names, wish->cpus, wish->states, wish->count);
}

/* --- The decoder: it walks every byte, so what it does not ask for cannot be there. --- */

struct reader {
    const unsigned char *bytes;
    size_t at, end;
    const char *fault; /* the first */
};

static void want(struct reader *r, bool holds, const char *fault) {
    if (!holds && !r->fault)
        r->fault = fault;
}

static uint64_t read_le(struct reader *r, size_t size) {
    uint64_t value = 0;
    want(r, r->end - r->at >= size, "the object ends too early");
    if (r->fault)
        return 0;
    for (size_t i = size; i > 0; i--)
        value = value * 256 + r->bytes[r->at + i - 1];
    r->at += size;
    return value;
}

static void want_byte(struct reader *r, unsigned byte, const char *fault) {
    want(r, read_le(r, 1) == byte, fault);
}

static void want_text(struct reader *r, const char *text, size_t size, const char *fault) {
    for (size_t i = 0; i < size; i++)
        want_byte(r, (unsigned char)text[i], fault);
}

/* ACPI 6.5, 20.2.4: the object inside, from behind its PkgLength to where that says it ends. */
static struct reader enter(struct reader *r, unsigned opcode, const char *fault) {
    want_byte(r, opcode, fault);
    size_t start = r->at;
    unsigned lead = (unsigned)read_le(r, 1), more = lead >> 6;
    size_t length = more ? (lead & 0x0F) + 16 * (size_t)read_le(r, more) : lead & 0x3F;
    want(r, !more || (lead & 0x30) == 0, "reserved bits of a PkgLength");
    want(r, length >= (size_t[]){0, 64, 4096, 1048576}[more],
         "a PkgLength that is not the shortest");
    want(r, length <= r->end - start && start + length >= r->at, "an object ends outside its own");
    return (struct reader){r->bytes, r->at, r->fault ? r->at : start + length, r->fault};
}

static void leave(struct reader *r, const struct reader *inner, const char *fault) {
    want(r, !inner->fault, inner->fault);
    want(r, inner->at == inner->end, fault);
    r->at = inner->end;
}

/* ACPI 6.5, 20.2.3, in the shortest form only. */
static uint64_t read_integer(struct reader *r) {
    switch (read_le(r, 1)) {
    case 0x00:
        return 0;
    case 0x01:
        return 1;
    case 0x0A: {
        uint64_t value = read_le(r, 1);
        want(r, value > 1, "a byte for Zero or One");
        return value;
    }
    case 0x0B: {
        uint64_t value = read_le(r, 2);
        want(r, value > 0xFF, "a word for a byte");
        return value;
    }
    case 0x0C: {
        uint64_t value = read_le(r, 4);
        want(r, value > 0xFFFF, "a double word for a word");
        return value;
    }
    default:
        want(r, false, "not an integer of 32 bits");
        return 0;
    }
}

/* ACPI 6.5, 6.4.3.7: one Generic Register Descriptor of 15 bytes and the End Tag of 2. */
static void read_register(struct reader *package, const struct cst_state *state) {
    struct reader r = enter(package, 0x11, "element 0 is no Buffer");
    bool mwait = state->enter == CST_ENTER_MWAIT;
    want(&r, read_integer(&r) == 17 && r.end - r.at == 17, "the Buffer has not 17 bytes");
    want_text(&r, "\x82\x0C\x00\x7F", 4, "no register of fixed hardware");
    want_byte(&r, mwait ? 1 : 0, "the bit width");
    want_byte(&r, mwait ? 2 : 0, "the bit offset");
    want_byte(&r, mwait ? 1 : 0, "the access size");
    want(&r, read_le(&r, 8) == (mwait ? state->hint : 0), "the address");
    want_text(&r, "\x79\x00", 2, "no End Tag");
    leave(package, &r, "a Buffer goes on");
}

/* Linux: a state that is not a package of four, a buffer and three integers, is skipped. */
static void read_state(struct reader *cst, const struct cst_state *state, size_t place) {
    static const uint64_t types[] = {1, 2, 3, 3, 3, 3, 3};
    struct reader r = enter(cst, 0x12, "a state is no Package");
    want_byte(&r, 4, "a state has not 4 elements");
    read_register(&r, state);
    want(&r, read_integer(&r) == types[place], "the type");
    want(&r, read_integer(&r) == state->latency_us, "the latency");
    want(&r, read_integer(&r) == state->power_mw, "the power");
    leave(cst, &r, "a state goes on");
}

/* Linux: the first element is the number of states, which is that of the elements less one. */
static void read_cst(struct reader *scope, const struct wish *wish) {
    want_text(scope, "\x08_CST", 5, "no _CST");
    struct reader r = enter(scope, 0x12, "_CST is no Package");
    uint64_t elements = read_le(&r, 1), count = read_integer(&r);
    want(&r, count == wish->count && elements == count + 1, "the number of states");
    want(&r, count >= 1 && count <= 7, "more states than Linux takes");
    for (size_t i = 0; i < wish->count; i++)
        read_state(&r, &wish->states[i], i);
    leave(scope, &r, "_CST goes on");
}

static void read_scope(struct reader *table, const struct wish *wish, unsigned cpu) {
    static const char *const paths[] = {
        [CPU_NAMES_CPUS_C] = "\\\x2F\x03_SB_CPUSC%03X",
        [CPU_NAMES_CP] = "\\\x2E_SB_CP%02X",
        [CPU_NAMES_C] = "\\\x2E_SB_C%03X",
    };
    char path[32];
    int size = snprintf(path, sizeof path, paths[wish->names], cpu);
    struct reader r = enter(table, 0x10, "no Scope");
    want_text(&r, path, (size_t)size, "the name of a CPU");
    read_cst(&r, wish);
    leave(table, &r, "a Scope goes on");
}

static void read_header(struct reader *r) {
    want_text(r, "SSDT", 4, "the signature");
    want(r, read_le(r, 4) == r->end, "the length");
    want_byte(r, 2, "the revision");
    read_le(r, 1);
    want_text(r, "MODAVD", 6, "the OEM id");
    want_text(r, "CST\0\0\0\0", 8, "the OEM table id");
    want(r, read_le(r, 4) == 1, "the OEM revision");
    want_text(r, "MDVD", 4, "the creator id");
    want(r, read_le(r, 4) == 1, "the creator revision");
}

/* What is wrong with TABLE as an answer to WISH, or NULL. */
static const char *table_fault(str table, const struct wish *wish) {
    struct reader r = {(const unsigned char *)table.at, 0, table.len, NULL};
    unsigned char sum = 0;
    for (size_t i = 0; i < table.len; i++)
        sum = (unsigned char)(sum + r.bytes[i]);
    want(&r, sum == 0, "the checksum");
    read_header(&r);
    for (unsigned cpu = 0; cpu < wish->cpus; cpu++)
        read_scope(&r, wish, cpu);
    want(&r, r.at == r.end, "bytes behind the last CPU");
    return r.fault;
}

/* --- The size, added up from the grammar. --- */

static size_t integer_size(uint32_t value) {
    return value < 2 ? 1 : value < 0x100 ? 2 : value < 0x10000 ? 3 : 5;
}

static size_t object_size(size_t body) {
    return body + (body < 63 ? 2 : 3);
}

static size_t wish_size(const struct wish *wish) {
    size_t cst = 1 + integer_size((uint32_t)wish->count);
    for (size_t i = 0; i < wish->count; i++)
        cst += object_size(1 + 21 + integer_size((uint32_t)i + 1) +
                           integer_size(wish->states[i].latency_us) +
                           integer_size(wish->states[i].power_mw));
    size_t path = wish->names == CPU_NAMES_CPUS_C ? 15 : 10;
    return 36 + wish->cpus * object_size(path + 5 + object_size(cst));
}

/* --- The tests. --- */

/* States whose numbers take every size that an integer has. */
static struct wish wish_make(enum cpu_names names, uint32_t cpus, size_t count) {
    static const uint32_t values[] = {
        0, 1, 2, 100, 255, 256, 65535, 65536, 0x7FFFFFFF, 0xFFFFFFFF, 33,
    };
    struct wish wish = {.names = names, .cpus = cpus, .count = count};
    for (size_t i = 0; i < count; i++)
        wish.states[i] = (struct cst_state){
            .enter = (cpus + i) % 2 ? CST_ENTER_MWAIT : CST_ENTER_HLT,
            .hint = values[(cpus + 5 * i) % 11],
            .latency_us = values[(cpus * 3 + i) % 11],
            .power_mw = values[(cpus / 11 + count + i * 4) % 11],
        };
    return wish;
}

static void test_every_table(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    for (enum cpu_names names = CPU_NAMES_CPUS_C; names <= CPU_NAMES_C; names++)
        for (uint32_t cpus = 1; cpus <= 255; cpus++)
            for (size_t count = 1; count <= 7; count++) {
                struct wish wish = wish_make(names, cpus, count);
                str table = emit(&arena, &wish);
                const char *fault = table_fault(table, &wish);
                if (table.len != wish_size(&wish))
                    fault = "the size";
                if (fault)
                    fail_msg("names %d, %u CPUs, %zu states: %s", (int)names, (unsigned)cpus, count,
                             fault);
                arena_clear(&arena);
            }
    arena_free(&arena);
}

/* The decoder is worth something: no bit of a table can flip without a fault, though the checksum
 * is right. */
static void test_decoder(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    struct wish wish = wish_make(CPU_NAMES_CPUS_C, 3, 7);
    str table = emit(&arena, &wish);
    char *bytes = str_c(&arena, table);
    for (size_t bit = 0; bit < 8 * table.len; bit++) {
        size_t at = bit / 8;
        if (at == 9)
            continue;
        bytes[at] = (char)(table.at[at] ^ 1 << bit % 8);
        bytes[9] = (char)(table.at[9] + table.at[at] - bytes[at]);
        if (!table_fault((str){bytes, table.len}, &wish))
            fail_msg("bit %zu of byte %zu flips unseen", bit % 8, at);
        bytes[at] = table.at[at];
    }
    arena_free(&arena);
}

/* clang-format off */
/* ACPI 6.5, 20.2; the CPU is its last digit. */
#define SCOPE_HLT_100(digit)                                                                       \
    0x10, 0x35,                                             /* Scope, 53 bytes from here on */     \
        '\\', 0x2F, 3, '_', 'S', 'B', '_', 'C', 'P', 'U', 'S', 'C', '0', '0', digit,               \
        0x08, '_', 'C', 'S', 'T',                           /* Name */                             \
        0x12, 0x1F, 2,                                      /* Package of 2, 31 bytes */           \
        0x01,                                               /* One state */                        \
        0x12, 0x1B, 4,                                      /* Package of 4, 27 bytes */           \
        0x11, 0x14, 0x0A, 17,                               /* Buffer, 20 bytes, 17 of data */     \
        0x82, 12, 0, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* Register(FFixedHW, 0, 0, 0, 0) */   \
        0x79, 0,                                            /* the end of the template */          \
        0x01,                                               /* C1 */                               \
        0x0A, 100,                                          /* microseconds */                     \
        0x00                                                /* milliwatts */

static void test_six_cpus(void **state) {
    (void)state;
    static const unsigned char bytes[] = {
        'S', 'S', 'D', 'T', 0x68, 0x01, 0, 0, /* 36 + 6 * 54 = 360 bytes */
        2, 0xBC,
        'M', 'O', 'D', 'A', 'V', 'D',
        'C', 'S', 'T', 0, 0, 0, 0, 0,
        1, 0, 0, 0,
        'M', 'D', 'V', 'D',
        1, 0, 0, 0,
        SCOPE_HLT_100('0'), SCOPE_HLT_100('1'), SCOPE_HLT_100('2'),
        SCOPE_HLT_100('3'), SCOPE_HLT_100('4'), SCOPE_HLT_100('5'),
    };
    /* clang-format on */
    static const struct wish wish = {CPU_NAMES_CPUS_C, 6, {{CST_ENTER_HLT, 0, 100, 0}}, 1};
    struct arena arena = arena_make(out_of_memory, NULL);
    str table = emit(&arena, &wish);
    assert_int_equal(table.len, sizeof bytes);
    assert_memory_equal(table.at, bytes, sizeof bytes);
    arena_free(&arena);
}

/* SHA-256 of what iasl 20200925 makes of the same table in ASL, without its If (Zero) { External },
 * and with length, creator and checksum set accordingly. */
static void test_digests_of_iasl(void **state) {
    (void)state;
    static const struct {
        struct wish wish;
        const char *sha256;
    } cases[] = {
        {{CPU_NAMES_CPUS_C, 1, {{CST_ENTER_HLT, 0, 1, 0}}, 1},
         "c48c493579a1748e864c6a576330790fece6b09249a3bb00ba82334284f844af"},
        {{CPU_NAMES_CPUS_C, 2, {{CST_ENTER_HLT, 0, 50, 0}}, 1},
         "efa4f57530a51f4f38fe98a1b72dd6bbae691c8c2c6b43a48ac7694f14662e13"},
        {{CPU_NAMES_CPUS_C, 20, {{CST_ENTER_HLT, 0, 300, 0}}, 1},
         "399efc56c67fa5dd3ac5509f8f5082123ae92ff46da735dcd241edb2469f32dc"},
        {{CPU_NAMES_CPUS_C, 64, {{CST_ENTER_HLT, 0, 65535, 0}}, 1},
         "640466ee1701438909cb9a0675a2414e4827f824241c9573ffe4075cd5b230a4"},
        {{CPU_NAMES_CPUS_C, 255, {{CST_ENTER_HLT, 0, 70000, 0}}, 1},
         "1bc1f88e180c41346eb06f77bef567b7d7a191d4b22fd6481d94f7d41f0445c3"},
        {{CPU_NAMES_CP,
          255,
          {{CST_ENTER_MWAIT, 0, 1, 1000},
           {CST_ENTER_MWAIT, 0x10, 133, 500},
           {CST_ENTER_MWAIT, 0x20, 1000, 0}},
          3},
         "ce9c86d3002d40652c10a1394b630cc9c8f9be4f6869b8695e211d39d0ae3937"},
        {{CPU_NAMES_C,
          17,
          {{CST_ENTER_HLT, 0, 2, 0xFFFFFFFF},
           {CST_ENTER_MWAIT, 0xF0000001, 10, 256},
           {CST_ENTER_MWAIT, 0xF0000002, 100, 257},
           {CST_ENTER_MWAIT, 0xF0000003, 1000, 258},
           {CST_ENTER_MWAIT, 0xF0000004, 10000, 259},
           {CST_ENTER_MWAIT, 0xF0000005, 100000, 260},
           {CST_ENTER_MWAIT, 0xF0000006, 1000000, 261}},
          7},
         "c2cf98a2612c39e54449d3a12f82b34f9fb8c5729bac960a9e3ce2368f5bf0a6"},
    };
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sha256[SHA256_DIGEST_STRING_LENGTH];
        str table = emit(&arena, &cases[i].wish);
        SHA256Data((const uint8_t *)table.at, table.len, sha256);
        assert_string_equal(sha256, cases[i].sha256);
    }
    arena_free(&arena);
}

/* The number is hexadecimal, of as many digits as the machine writes: count by tens to see it. */
static void test_names(void **state) {
    (void)state;
    static const struct {
        enum cpu_names names;
        uint32_t cpus;
        const char *last;
    } cases[] = {
        {CPU_NAMES_CPUS_C, 10, "CPUSC009"}, {CPU_NAMES_CPUS_C, 11, "CPUSC00A"},
        {CPU_NAMES_CPUS_C, 20, "CPUSC013"}, {CPU_NAMES_CPUS_C, 255, "CPUSC0FE"},
        {CPU_NAMES_CP, 1, "_SB_CP00"},      {CPU_NAMES_CP, 16, "_SB_CP0F"},
        {CPU_NAMES_CP, 17, "_SB_CP10"},     {CPU_NAMES_CP, 255, "_SB_CPFE"},
        {CPU_NAMES_C, 1, "_SB_C000"},       {CPU_NAMES_C, 255, "_SB_C0FE"},
    };
    static const struct cst_state hlt = {CST_ENTER_HLT, 0, 100, 0};
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        str table = ssdt_emit(&arena, cases[i].names, cases[i].cpus, &hlt, 1);
        size_t cst = 1 + 4 + 32; /* Name, _CST, and the Package with its opcode */
        assert_memory_equal(table.at + table.len - cst - 8, cases[i].last, 8);
    }
    arena_free(&arena);
}

static void test_limits(void **state) {
    (void)state;
    static const struct {
        enum cpu_names names;
        uint32_t cpus;
        size_t count;
    } none[] = {
        {CPU_NAMES_NONE, 1, 1}, {CPU_NAMES_NONE, 255, 7},       {CPU_NAMES_CPUS_C, 0, 1},
        {CPU_NAMES_CP, 256, 1}, {CPU_NAMES_C, UINT32_MAX, 1},   {CPU_NAMES_CPUS_C, 1, 0},
        {CPU_NAMES_C, 1, 8},    {CPU_NAMES_CPUS_C, 0x10001, 1}, {CPU_NAMES_CP, 1, SIZE_MAX},
    };
    static const struct cst_state states[8] = {{CST_ENTER_HLT, 0, 1, 0}};
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        str table = ssdt_emit(&arena, none[i].names, none[i].cpus, states, none[i].count);
        assert_null(table.at);
        assert_int_equal(table.len, 0);
    }
    arena_free(&arena);
}

/* A CPU of 262 bytes: 250 of them make 65536, one byte more than QEMU takes. */
static void test_size_limit(void **state) {
    (void)state;
    struct wish wish = {CPU_NAMES_CPUS_C, 250, {{0}}, 7};
    for (size_t i = 0; i < 7; i++)
        wish.states[i].latency_us = wish.states[i].power_mw = i < 4 ? 65536 : 2;
    struct arena arena = arena_make(out_of_memory, NULL);
    assert_int_equal(wish_size(&wish), 65536);
    str table = emit(&arena, &wish);
    assert_null(table.at);
    assert_int_equal(table.len, 0);
    wish.cpus = 249;
    assert_int_equal(emit(&arena, &wish).len, 65274);
    arena_free(&arena);
}

/* The sizes that ssdt.h names. */
static void test_largest(void **state) {
    (void)state;
    struct wish wish = {CPU_NAMES_CPUS_C, 255, {{0}}, 7};
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < 7; i++)
        wish.states[i] = (struct cst_state){CST_ENTER_MWAIT, UINT32_MAX, 65535, 65535};
    assert_int_equal(emit(&arena, &wish).len, 64296);
    for (size_t i = 0; i < 7; i++)
        wish.states[i].latency_us = wish.states[i].power_mw = UINT32_MAX;
    assert_int_equal(wish_size(&wish), 71436);
    assert_int_equal(emit(&arena, &wish).len, 0);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_six_cpus),   cmocka_unit_test(test_digests_of_iasl),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_limits),
        cmocka_unit_test(test_size_limit), cmocka_unit_test(test_largest),
        cmocka_unit_test(test_decoder),    cmocka_unit_test(test_every_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
