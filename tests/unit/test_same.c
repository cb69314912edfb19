/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"

#include "os_memory.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct arena arena;

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

static int start(void **state) {
    (void)state;
    arena = arena_make(out_of_memory, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

#define PROFILE "modavd-profile: 1\nname: a\ndefault: on\nqemu:\n"
#define OBJECT PROFILE "  objects: [{type: iothread, id: x, poll-max-ns: "
#define GLOBAL PROFILE "  globals: {virtio-blk-pci: {ioeventfd: "
#define FULL                                                                                  \
    PROFILE                                                                                   \
    "  arguments: [-name, b]\nacpi:\n  cst:\n    - {state: C1, enter: hlt, latency: 100us}\n" \
    "guest:\n  checks:\n    - {cpuidle.driver: acpi_idle}\n"

/* Each row is another way to write the first one of its group: every output has the same bytes. */
static const struct {
    const char *text;
    bool first;
} rows[] = {
    {FULL, true},
    {"\xEF\xBB\xBF" FULL, false},
    {"# a comment\n---\n" FULL "...\n", false},
    {FULL "---\n# nothing more\n", false},
    {"modavd-profile: 1\r\nname: a\r\ndefault: on\r\nqemu:\r\n  arguments: [-name, b]\r\nacpi:\r\n"
     "  cst:\r\n    - {state: C1, enter: hlt, latency: 100us}\r\nguest:\r\n  checks:\r\n"
     "    - {cpuidle.driver: acpi_idle}\r\n",
     false},
    {"{\"modavd-profile\": 1, \"name\": \"a\", \"default\": true, \"qemu\": {\"arguments\": "
     "[\"-name\", "
     "\"b\"]}, \"acpi\": {\"cst\": [{\"state\": \"C1\", \"enter\": \"hlt\", \"latency\": "
     "\"100us\"}]},"
     "\t\"guest\": {\"checks\": [{\"cpuidle.driver\": \"acpi_idle\"}]}}",
     false},
    {"'name': \"a\"\n\"modavd-profile\": '1'\ndefault: 'on'\nguest:\n  checks:\n  - "
     "cpuidle.driver: "
     "'acpi_idle'\nacpi:\n  cst:\n  - state: \"C1\"\n    latency: '0.1ms'\n    enter: "
     "'hlt'\nqemu:\n"
     "  arguments:\n  - -name\n  - \"b\"\n",
     false},
    {OBJECT "5us}]\n", true},
    {OBJECT "5\xC2\xB5s}]\n", false},
    {OBJECT "5\xCE\xBCs}]\n", false},
    {OBJECT "5000ns}]\n", false},
    {OBJECT "5000}]\n", false},
    {OBJECT "0.005ms}]\n", false},
    {OBJECT "'5 us'}]\n", false},
    {OBJECT "0x1388}]\n", false},
    {OBJECT "'${5us}'}]\n", false},
    {OBJECT "0.5ms}]\n", true},
    {OBJECT "500us}]\n", false},
    {OBJECT "500000}]\n", false},
    {PROFILE "  objects: [{type: memory-backend-ram, id: x, size: 2G}]\n", true},
    {PROFILE "  objects: [{type: memory-backend-ram, id: x, size: 2GiB}]\n", false},
    {PROFILE "  objects: [{type: memory-backend-ram, id: x, size: 2048M}]\n", false},
    {PROFILE "  objects: [{type: memory-backend-ram, id: x, size: 2097152K}]\n", false},
    {PROFILE "  objects: [{type: memory-backend-ram, id: x, size: 2147483648}]\n", false},
    {GLOBAL "off}}\n", true},
    {GLOBAL "Off}}\n", false},
    {GLOBAL "OFF}}\n", false},
    {GLOBAL "false}}\n", false},
    {GLOBAL "False}}\n", false},
    {GLOBAL "FALSE}}\n", false},
    {GLOBAL "no}}\n", false},
    {GLOBAL "No}}\n", false},
    {GLOBAL "'NO'}}\n", false},
    {GLOBAL "on}}\n", true},
    {GLOBAL "On}}\n", false},
    {GLOBAL "ON}}\n", false},
    {GLOBAL "true}}\n", false},
    {GLOBAL "True}}\n", false},
    {GLOBAL "TRUE}}\n", false},
    {GLOBAL "yes}}\n", false},
    {GLOBAL "Yes}}\n", false},
    {GLOBAL "\"YES\"}}\n", false},
};

/* The arguments, the table and the script that TEXT comes to. */
static str build(const char *text) {
    static const char *const files[] = {"modavd.args", "modavd-cst.aml", "modavd-postboot.sh"};
    static const char *const words[] = {
        "modavd-profile", "build",       "m",          "--host=linux",
        "--accel=tcg",    "--qemu=10.0", "--profiles", "p"};
    struct os_memory memory = os_memory_make(&arena);
    struct os os = os_memory_os(&memory);
    char *argv[COUNT(words) + 1] = {NULL};
    for (size_t i = 0; i < COUNT(words); i++)
        argv[i] = str_c(&arena, str_from(words[i]));
    os_memory_text(&memory, "p/a.yaml", text);
    os_memory_text(&memory, "m/instance.yaml", "name: m\ncpus: 3\nram: 2G\nmachine: pc\n");
    int status = cli_main(&os, COUNT(words), argv, out_of_memory, NULL);
    if (status != 0)
        fail_msg("status %d for\n%s\n%.*s", status, text, STR_ARG(buf_view(&memory.printed[2])));
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < COUNT(files); i++) {
        const struct os_memory_node *node =
            os_memory_get(&memory, str_c(&arena, str_format(&arena, "m/%s", files[i])));
        buf_format(&out, "%s:\n", files[i]);
        buf_str(&out, node ? node->bytes : STR("none"));
    }
    return buf_view(&out);
}

static void check_rows(void) {
    str want = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        str got = build(rows[i].text);
        if (!rows[i].first && !str_equal(got, want))
            fail_msg("row %zu:\n%.*s", i, STR_ARG(got));
        assert_int_equal(str_find(got, '\r'), got.len);
        if (rows[i].first)
            want = got;
    }
}

static void test_spellings(void **state) {
    (void)state;
    check_rows();
}

/* A locale with a decimal comma, and one with another small i, change nothing. */
static void test_locales(void **state) {
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "German", "tr_TR.UTF-8",
                                          "tr_TR.utf8"};
    size_t tried = 0;
    str want = build(rows[0].text), half = build(OBJECT "0.5ms}]\n");
    for (size_t i = 0; i < COUNT(locales); i++) {
        if (!setlocale(LC_ALL, locales[i]))
            continue;
        tried++;
        check_rows();
        assert_true(str_equal(build(rows[0].text), want));
        assert_true(str_equal(build(OBJECT "0.5ms}]\n"), half));
    }
    setlocale(LC_ALL, "C");
    if (tried == 0)
        skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_locales),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
