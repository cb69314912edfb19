/* SPDX-License-Identifier: Apache-2.0 */
/* What the probe reads out of help texts, and the text of the file it makes. A real QEMU is asked
 * in tests/probe. */
#include "probe.h"

#include "catalogue_print.h"
#include "catalogue_read.h"
#include "help_text.h"
#include "os_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

static int stop(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static void assert_json(json_t *value, const char *expected) {
    char *text = json_dumps(value, JSON_SORT_KEYS | JSON_COMPACT);
    assert_string_equal(text, expected);
    free(text);
    json_decref(value);
}

static const struct {
    const char *help, *options;
} options[] = {
    {"", "{}"},
    {"QEMU emulator version 7.2\nusage: qemu [options]\n", "{}"},
    {"-m [size=]megs[,slots=n]\n", "{\"M\":[],\"m\":[]}"},
    {"-m x\n-m y\n", "{\"M\":[],\"m\":[]}"},
    {"-h or -help     display this\n", "{\"M\":[],\"h\":[],\"help\":[]}"},
    {"-fda/-fdb file  use 'file'\n", "{\"M\":[],\"fda\":[],\"fdb\":[]}"},
    {"--preconfig     pause\n", "{\"M\":[],\"preconfig\":[]}"},
    {"-no-user-config\n-fw_cfg [name=]<name>\r\n",
     "{\"M\":[],\"fw_cfg\":[],\"no-user-config\":[]}"},
    {"-win2k-hack     use it or lose it -x\n", "{\"M\":[],\"win2k-hack\":[]}"},
    /* the help of one option goes on in further lines */
    {"-S              freeze\n                -s is another\n  -t\n", "{\"M\":[],\"S\":[]}"},
    {"-\n--\n- x\n", "{}"},
    {"-a", "{\"M\":[],\"a\":[]}"},
};

static void test_options(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        assert_json(help_options(&arena, str_from(options[i].help)), options[i].options);
}

static const struct {
    const char *help, *aliases;
} aliases[] = {
    {"", "{}"},
    {"Storage devices:\nname \"nvme\", bus PCI, desc \"NVMe\"\n", "{}"},
    {"name \"virtio-blk-pci\", bus PCI, alias \"virtio-blk\"\n",
     "{\"virtio-blk\":\"virtio-blk-pci\"}"},
    {"name \"AC97\", bus PCI, alias \"ac97\", desc \"Audio\"\r\nname \"e1000\", bus PCI, alias "
     "\"e1000-82540em\"",
     "{\"ac97\":\"AC97\",\"e1000-82540em\":\"e1000\"}"},
    {"name \"x\", desc \"with no alias \"\n", "{}"},
    {", alias \"y\"\n", "{}"},
    {"name \"x\", alias \"", "{}"},
    {"name \"x", "{}"},
};

static void test_aliases(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        assert_json(help_aliases(&arena, str_from(aliases[i].help)), aliases[i].aliases);
}

static const char printed[] = "{\n"
                              "  \"accelerators\": [\n"
                              "    \"kvm\",\n"
                              "    \"tcg\"\n"
                              "  ],\n"
                              "  \"aliases\": {},\n"
                              "  \"machines\": [],\n"
                              "  \"modavd-catalogue\": 1,\n"
                              "  \"options\": {\n"
                              "    \"m\": [],\n"
                              "    \"smp\": [\"cpus\", \"maxcpus\"]\n"
                              "  },\n"
                              "  \"types\": {\n"
                              "    \"Zoë \\\"x\\\"\": {\n"
                              "      \"abstract\": true\n"
                              "    },\n"
                              "    \"iothread\": {\n"
                              "      \"object\": true,\n"
                              "      \"properties\": {\n"
                              "        \"list\": {\"default\": [], \"type\": \"list\"},\n"
                              "        \"poll\": {\"default\": 32768, \"type\": \"int\"}\n"
                              "      }\n"
                              "    }\n"
                              "  },\n"
                              "  \"version\": \"7.2.22\"\n"
                              "}\n";

/* Printed text is read as a catalogue, and printing what was read gives the same text. */
static void test_print(void **state) {
    (void)state;
    struct buf out = buf_make(&arena);
    json_t *catalogue = json_loads(printed, 0, NULL);
    assert_non_null(catalogue);
    catalogue_print(&out, catalogue);
    json_decref(catalogue);
    buf_char(&out, '\0');
    assert_string_equal(out.bytes, printed);
    struct sources sources = {.arena = &arena};
    struct diags diags = diags_make(&arena, &sources);
    assert_non_null(catalogue_read(&arena, &diags, source_add(&sources, STR("q"), STR(printed))));
}

static void test_no_program(void **state) {
    (void)state;
    struct os_memory memory = os_memory_make(&arena);
    struct os os = os_memory_os(&memory);
    struct sources sources = {.arena = &arena};
    struct diags diags = diags_make(&arena, &sources);
    str text;
    assert_false(probe_qemu(&os, &arena, &diags, STR("qemu-system-x86_64"), &text));
    assert_true(diags.io_failed);
    assert_int_equal(diags.count, 1);
    assert_int_equal(diags.first->code, MP_PROBE_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_options, start, stop),
        cmocka_unit_test_setup_teardown(test_aliases, start, stop),
        cmocka_unit_test_setup_teardown(test_print, start, stop),
        cmocka_unit_test_setup_teardown(test_no_program, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
