/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { PLAIN = 1, DEVICE = 2, VARIABLE = 4, FILE_NAME = 8, QEMU = 16, ID = 32 };

static const struct {
    const char *name;
    int fits;
} rows[] = {
    {"sync-io", PLAIN | FILE_NAME | QEMU | ID},
    {"a", PLAIN | FILE_NAME | QEMU | ID},
    {"9p", PLAIN | FILE_NAME | QEMU},
    {"a-", PLAIN | FILE_NAME | QEMU | ID},
    {"-a", QEMU},
    {"", 0},
    {"Fast", FILE_NAME | QEMU | ID},
    {"A_B", VARIABLE | FILE_NAME | QEMU | ID},
    {"_A1", VARIABLE | FILE_NAME | QEMU},
    {"1A", FILE_NAME | QEMU},
    {"MODAVD_SYNC_IO", VARIABLE | FILE_NAME | QEMU | ID},
    {"A-B", FILE_NAME | QEMU | ID},
    {"a b", 0},
    {"a/b", 0},
    {"a\\b", 0},
    {"a:b", 0},
    {"a=b", 0},
    {"a,b", 0},
    {"a\nb", 0},
    {"a;b", 0},
    {"a$b", 0},
    {"\xE5\xBF\xAB", 0},
    {".", QEMU},
    {"..", QEMU},
    {"...", FILE_NAME | QEMU},
    {".hidden", FILE_NAME | QEMU},
    {"mas-idlepoll.sh", FILE_NAME | QEMU | ID},
    {"a+b", FILE_NAME | QEMU},
    {"x86_64-cpu.a+b", FILE_NAME | QEMU},
    {"con", PLAIN | DEVICE | FILE_NAME | QEMU | ID},
    {"aux", PLAIN | DEVICE | FILE_NAME | QEMU | ID},
    {"PRN", DEVICE | VARIABLE | FILE_NAME | QEMU | ID},
    {"nul.fast", DEVICE | FILE_NAME | QEMU | ID},
    {"NUL.", DEVICE | FILE_NAME | QEMU | ID},
    {"com0", PLAIN | DEVICE | FILE_NAME | QEMU | ID},
    {"Com9.tar.gz", DEVICE | FILE_NAME | QEMU | ID},
    {"lpt1", PLAIN | DEVICE | FILE_NAME | QEMU | ID},
    {"com", PLAIN | FILE_NAME | QEMU | ID},
    {"com10", PLAIN | FILE_NAME | QEMU | ID},
    {"comx", PLAIN | FILE_NAME | QEMU | ID},
    {"lpta", PLAIN | FILE_NAME | QEMU | ID},
    {"cons", PLAIN | FILE_NAME | QEMU | ID},
    {"CONIN$", DEVICE},
    {"conout$", DEVICE},
};

static int kinds(str name) {
    return (name_is_plain(name, 40) ? PLAIN : 0) | (name_is_device(name) ? DEVICE : 0) |
           (name_is_variable(name) ? VARIABLE : 0) | (name_is_file(name) ? FILE_NAME : 0) |
           (name_is_qemu(name) ? QEMU : 0) | (name_is_qemu_id(name) ? ID : 0);
}

static void test_kinds(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        if (kinds(str_from(rows[i].name)) != rows[i].fits)
            fail_msg("'%s' fits %#x", rows[i].name, (unsigned)kinds(str_from(rows[i].name)));
}

static void test_lengths(void **state) {
    (void)state;
    char name[64];
    memset(name, 'a', sizeof name);
    assert_true(name_is_plain((str){name, 40}, 40));
    assert_false(name_is_plain((str){name, 41}, 40));
    assert_true(name_is_qemu((str){name, 63}));
    assert_false(name_is_qemu((str){name, 64}));
    assert_false(name_is_file((str){"a\0b", 3}));
    assert_false(name_is_qemu((str){"a\0b", 3}));
    assert_false(name_is_plain((str){"a\0", 2}, 40));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
