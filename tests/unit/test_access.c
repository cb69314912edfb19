/* SPDX-License-Identifier: Apache-2.0 */
/* The table of what reaches the host leaves out no option and no object of a built-in QEMU. */
#include "access.h"
#include "catalogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static size_t unknown_options(const struct catalogue *catalogue) {
    size_t count = 0;
    for (uint32_t i = 0; i < catalogue->option_count; i++) {
        str name = catalogue_str(catalogue, catalogue->options[i].name);
        if (access_knows(SETTING_ARGUMENT, name))
            continue;
        print_error("no row for -%.*s\n", STR_ARG(name));
        count++;
    }
    return count;
}

static size_t unknown_objects(const struct catalogue *catalogue) {
    size_t count = 0;
    for (uint32_t i = 0; i < catalogue->type_count; i++) {
        const struct catalogue_type *type = &catalogue->types[i];
        str name = catalogue_str(catalogue, type->name);
        if (!(type->flags & CATALOGUE_OBJECT) || access_knows(SETTING_OBJECT, name))
            continue;
        print_error("no row for -object %.*s\n", STR_ARG(name));
        count++;
    }
    return count;
}

static void test_complete(void **state) {
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < catalogue_count; i++)
        count += unknown_options(catalogues[i]) + unknown_objects(catalogues[i]);
    assert_int_equal(count, 0);
}

static void test_unknown(void **state) {
    (void)state;
    struct setting setting = {SETTING_ARGUMENT, STR("new-option"), {0}, {0}};
    assert_non_null(access_why(&setting));
    setting.kind = SETTING_OBJECT;
    assert_non_null(access_why(&setting));
    setting.kind = SETTING_DEVICE;
    assert_null(access_why(&setting));
    assert_false(access_knows(SETTING_ARGUMENT, STR("new-option")));
}

static void test_words(void **state) {
    (void)state;
    static const char *const with[] = {"name", "drive", "serial", "new-option", "nodefaultsx"};
    static const char *const without[] = {"S", "s", "no-shutdown", "nodefaults", "usb"};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        assert_true(option_takes_word(str_from(with[i])));
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        assert_false(option_takes_word(str_from(without[i])));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_complete),
                                       cmocka_unit_test(test_unknown),
                                       cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
