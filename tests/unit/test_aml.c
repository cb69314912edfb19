/* SPDX-License-Identifier: Apache-2.0 */
/* The AML encoder against bytes worked out by hand from ACPI 6.5, 20.2. */
#include "aml.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

/* Everything a test encodes into. */
struct bench {
    struct arena arena;
    struct buf out;
    struct aml aml;
};

static void bench_open(struct bench *bench) {
    bench->arena = arena_make(out_of_memory, NULL);
    bench->out = buf_make(&bench->arena);
    bench->aml = aml_make(&bench->out);
}

static void bench_close(struct bench *bench) {
    assert_int_equal(bench->aml.depth, 0);
    arena_free(&bench->arena);
}

static void bench_expect(struct bench *bench, const char *want, size_t size) {
    assert_int_equal(bench->out.len, size);
    assert_memory_equal(bench->out.bytes, want, size);
}

#define EXPECT(bench, literal) bench_expect((bench), literal, sizeof(literal) - 1)

/* The body's length, and the PkgLength of the object: both sides of every change of form. */
static const struct {
    size_t body, size;
    unsigned char bytes[4];
} lengths[] = {
    {0, 1, {0x01}},
    {1, 1, {0x02}},
    {61, 1, {0x3E}},
    {62, 1, {0x3F}},
    {63, 2, {0x41, 0x04}},
    {64, 2, {0x42, 0x04}},
    {65, 2, {0x43, 0x04}},
    {253, 2, {0x4F, 0x0F}},
    {254, 2, {0x40, 0x10}},
    {255, 2, {0x41, 0x10}},
    {256, 2, {0x42, 0x10}},
    {4092, 2, {0x4E, 0xFF}},
    {4093, 2, {0x4F, 0xFF}},
    {4094, 3, {0x81, 0x00, 0x01}},
    {4095, 3, {0x82, 0x00, 0x01}},
    {4096, 3, {0x83, 0x00, 0x01}},
    {65533, 3, {0x80, 0x00, 0x10}},
    {65534, 3, {0x81, 0x00, 0x10}},
    {1048571, 3, {0x8E, 0xFF, 0xFF}},
    {1048572, 3, {0x8F, 0xFF, 0xFF}},
    {1048573, 4, {0xC1, 0x00, 0x00, 0x01}},
    {1048574, 4, {0xC2, 0x00, 0x00, 0x01}},
    {268435451, 4, {0xCF, 0xFF, 0xFF, 0xFF}},
};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static void test_pkg_length(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTHS; i++) {
        unsigned char bytes[4] = {0xEE, 0xEE, 0xEE, 0xEE};
        print_message("body %zu\n", lengths[i].body);
        assert_int_equal(aml_pkg_length(lengths[i].body, bytes), lengths[i].size);
        assert_memory_equal(bytes, lengths[i].bytes, lengths[i].size);
        for (size_t rest = lengths[i].size; rest < 4; rest++)
            assert_int_equal(bytes[rest], 0xEE);
    }
}

/* The same lengths in place: a Package whose body is that long, and stays whole behind it. */
static void test_package_lengths(void **state) {
    (void)state;
    static unsigned char body[1048574];
    for (size_t i = 0; i < sizeof body; i++)
        body[i] = (unsigned char)(i % 251);
    for (size_t i = 1; i < LENGTHS && lengths[i].body <= sizeof body; i++) {
        struct bench b;
        size_t size = lengths[i].size;
        bench_open(&b);
        aml_begin_package(&b.aml, 0); /* is body[0] */
        buf_put(&b.out, body + 1, lengths[i].body - 1);
        aml_end(&b.aml);
        assert_int_equal(b.out.len, 1 + size + lengths[i].body);
        assert_int_equal(b.out.bytes[0], 0x12);
        assert_memory_equal(b.out.bytes + 1, lengths[i].bytes, size);
        assert_memory_equal(b.out.bytes + 1 + size, body, lengths[i].body);
        bench_close(&b);
    }
}

static void test_integers(void **state) {
    (void)state;
    static const struct {
        uint64_t value;
        size_t size;
        const char *bytes;
    } cases[] = {
        {0, 1, "\x00"},
        {1, 1, "\x01"},
        {2, 2, "\x0A\x02"},
        {100, 2, "\x0A\x64"},
        {255, 2, "\x0A\xFF"},
        {256, 3, "\x0B\x00\x01"},
        {65535, 3, "\x0B\xFF\xFF"},
        {65536, 5, "\x0C\x00\x00\x01\x00"},
        {0xFFFFFFFF, 5, "\x0C\xFF\xFF\xFF\xFF"},
        {0x100000000, 9, "\x0E\x00\x00\x00\x00\x01\x00\x00\x00"},
        {0x0123456789ABCDEF, 9, "\x0E\xEF\xCD\xAB\x89\x67\x45\x23\x01"},
        {0xFFFFFFFFFFFFFFFE, 9, "\x0E\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"},
        {0xFFFFFFFFFFFFFFFF, 1, "\xFF"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        bench_open(&b);
        aml_integer(&b.aml, cases[i].value);
        bench_expect(&b, cases[i].bytes, cases[i].size);
        bench_close(&b);
    }
}

static void test_names(void **state) {
    (void)state;
    static const struct {
        const char *name, *bytes;
    } cases[] = {
        {"A", "\x08"
              "A___"},
        {"_SB", "\x08"
                "_SB_"},
        {"_CST", "\x08"
                 "_CST"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        bench_open(&b);
        aml_name(&b.aml, str_from(cases[i].name));
        bench_expect(&b, cases[i].bytes, 5);
        bench_close(&b);
    }
}

/* One segment stands alone, two have a DualNamePrefix, more a MultiNamePrefix with their number. */
static void test_scopes(void **state) {
    (void)state;
    static const struct {
        const char *path;
        size_t size;
        const char *bytes;
    } cases[] = {
        {"\\C000", 7, "\x10\x06\\C000"},
        {"\\_SB", 7, "\x10\x06\\_SB_"},
        {"\\_SB.CP00", 12, "\x10\x0B\\\x2E_SB_CP00"},
        {"\\_SB.CPUS.C013", 17, "\x10\x10\\\x2F\x03_SB_CPUSC013"},
        {"\\_SB.PCI0.X.Y1", 21, "\x10\x14\\\x2F\x04_SB_PCI0X___Y1__"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        bench_open(&b);
        aml_begin_scope(&b.aml, str_from(cases[i].path));
        aml_end(&b.aml);
        bench_expect(&b, cases[i].bytes, cases[i].size);
        bench_close(&b);
    }
}

/* The size of a Buffer is an integer inside its body. */
static void test_buffers(void **state) {
    (void)state;
    static const struct {
        size_t bytes, head_size;
        const char *head;
    } cases[] = {
        {0, 3, "\x11\x02\x00"},          {1, 3, "\x11\x03\x01"},
        {17, 4, "\x11\x14\x0A\x11"},     {60, 4, "\x11\x3F\x0A\x3C"},
        {61, 5, "\x11\x41\x04\x0A\x3D"}, {300, 6, "\x11\x41\x13\x0B\x2C\x01"},
    };
    char bytes[300];
    memset(bytes, 'x', sizeof bytes);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        bench_open(&b);
        aml_buffer(&b.aml, (str){bytes, cases[i].bytes});
        assert_int_equal(b.out.len, cases[i].head_size + cases[i].bytes);
        assert_memory_equal(b.out.bytes, cases[i].head, cases[i].head_size);
        assert_memory_equal(b.out.bytes + cases[i].head_size, bytes, cases[i].bytes);
        bench_close(&b);
    }
}

/* Name(X, Package(2){One, Package(1){0x1234}}) behind other bytes, then a second object. */
static void test_nesting(void **state) {
    (void)state;
    struct bench b;
    bench_open(&b);
    buf_text(&b.out, "head");
    aml_name(&b.aml, STR("X"));
    aml_begin_package(&b.aml, 2);
    aml_integer(&b.aml, 1);
    aml_begin_package(&b.aml, 1);
    aml_integer(&b.aml, 0x1234);
    aml_end(&b.aml);
    aml_end(&b.aml);
    aml_begin_package(&b.aml, 0);
    aml_end(&b.aml);
    EXPECT(&b, "head"
               "\x08X___"
               "\x12\x09\x02\x01"
               "\x12\x05\x01\x0B\x34\x12"
               "\x12\x02\x00");
    bench_close(&b);
}

/* Inner lengths that grow to two bytes count in the outer one. */
static void test_nested_growth(void **state) {
    (void)state;
    struct bench b;
    bench_open(&b);
    aml_begin_package(&b.aml, 1);
    aml_begin_package(&b.aml, 62);
    for (size_t i = 0; i < 62; i++)
        aml_integer(&b.aml, 0);
    aml_end(&b.aml);
    aml_end(&b.aml);
    assert_int_equal(b.out.len, 70);
    assert_memory_equal(b.out.bytes, "\x12\x45\x04\x01\x12\x41\x04\x3E\x00", 9);
    bench_close(&b);
}

/* As deep, and as many elements, as it goes. */
static void test_limits(void **state) {
    (void)state;
    struct bench b;
    bench_open(&b);
    for (size_t i = 0; i < 4; i++)
        aml_begin_package(&b.aml, 255 - i);
    for (size_t i = 0; i < 4; i++)
        aml_end(&b.aml);
    EXPECT(&b, "\x12\x0B\xFF\x12\x08\xFE\x12\x05\xFD\x12\x02\xFC");
    bench_close(&b);
}

#ifndef NDEBUG

/* Wrong use ends in abort(); the handler leaves by longjmp, which C and POSIX allow for it. */
static jmp_buf aborted;

static void on_abort(int signal_number) {
    (void)signal_number;
    longjmp(aborted, 1);
}

static void too_deep(struct aml *aml) {
    for (size_t i = 0; i < 5; i++)
        aml_begin_package(aml, 1);
}

static void end_without_begin(struct aml *aml) {
    aml_end(aml);
}

static void too_many_elements(struct aml *aml) {
    aml_begin_package(aml, 256);
}

static void long_segment(struct aml *aml) {
    aml_name(aml, STR("CPU00"));
}

static void empty_segment(struct aml *aml) {
    aml_name(aml, STR(""));
}

static void relative_path(struct aml *aml) {
    aml_begin_scope(aml, STR("_SB.C000"));
}

static void long_body(struct aml *aml) {
    unsigned char bytes[4];
    (void)aml;
    aml_pkg_length(268435452, bytes);
}

static bool aborts(void (*misuse)(struct aml *), struct aml *aml) {
    volatile bool caught = true;
    signal(SIGABRT, on_abort);
    if (setjmp(aborted) == 0) {
        misuse(aml);
        caught = false;
    }
    signal(SIGABRT, SIG_DFL);
    return caught;
}

static void test_misuse(void **state) {
    (void)state;
    static const struct {
        void (*misuse)(struct aml *);
        size_t depth; /* afterwards */
    } cases[] = {
        {too_deep, 4},      {end_without_begin, 0}, {too_many_elements, 0}, {long_segment, 0},
        {empty_segment, 0}, {relative_path, 1},     {long_body, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        bench_open(&b);
        print_message("misuse %zu\n", i);
        assert_true(aborts(cases[i].misuse, &b.aml));
        assert_int_equal(b.aml.depth, cases[i].depth);
        arena_free(&b.arena);
    }
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pkg_length), cmocka_unit_test(test_package_lengths),
        cmocka_unit_test(test_integers),   cmocka_unit_test(test_names),
        cmocka_unit_test(test_scopes),     cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_nesting),    cmocka_unit_test(test_nested_growth),
        cmocka_unit_test(test_limits),
#ifndef NDEBUG
        cmocka_unit_test(test_misuse),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
