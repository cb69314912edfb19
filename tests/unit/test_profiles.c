/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_checks.h"
#include "profiles.h"

#include "findings.h"
#include "os_memory.h"

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

static struct sources sources;
static struct diags diags;
static struct os_memory memory;
static struct os os;
static struct profiles profiles;

static const struct builtin_profile builtin[] = {
    {"base.yaml", "modavd-profile: 1\nname: base\nsummary: the base\ndefault: on\n"
                  "when: {host: linux, accel: kvm}\nparams: {p: {type: number, default: 1}}\n"
                  "qemu:\n  globals: {virtio-blk-pci: {packed: on, event_idx: off}}\n"
                  "  arguments: [-x, y]\n"},
    {0}};

static void begin(void) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    memory = os_memory_make(&arena);
    os = os_memory_os(&memory);
}

static void read_all(bool with_builtin) {
    const struct reading reading = {&os, &arena, &diags};
    const str directory = STR("p");
    struct profile_places places = {
        .builtin = with_builtin ? builtin : NULL, .directories = &directory, .directory_count = 1};
    struct profiles read = profiles_read(&reading, &places);
    profiles = profiles_check(&arena, &diags, &read, false);
}

static const struct profile *find(const char *name) {
    return profiles_find(&profiles, str_from(name));
}

static void assert_clean(void) {
    if (diags.errors + diags.warnings > 0)
        fail_msg("%.*s", STR_ARG(findings_full(&arena, &diags)));
}

static void test_all_keys(void **state) {
    (void)state;
    begin();
    os_memory_text(&memory, "p/full.yaml",
                   "modavd-profile: 1\nname: full\nsummary: all of it\ndefault: yes\n"
                   "when:\n  host: [windows, linux]\n  accel: whpx\n  emulator: android\n"
                   "  qemu: '>= 2.7, < 8'\n  arch: [x86, x86_64]\n  guest-kernel: '>= 5.8'\n"
                   "off-switch: MODAVD_FULL\nrisk: data\n"
                   "params:\n  latency: {type: duration, default: 100us, min: 1us, max: 1ms}\n"
                   "  n: {type: number, default: 0x10}\n  m: {type: size, default: 1.5G}\n"
                   "qemu:\n  globals: {virtio-blk-pci: {ioeventfd: off}}\n"
                   "  objects: [{type: iothread, id: modavd-io, poll-max-ns: 1us}]\n"
                   "  arguments: [-name, b]\n"
                   "acpi:\n  cst: [{state: C1, enter: hlt, latency: '${latency}', power: 7}]\n"
                   "guest:\n  checks:\n    - {cpuidle.driver: acpi_idle, proves: acpi}\n"
                   "    - {cpuidle.polls: {at-least: 1}}\n    - {clocksource: [tsc, kvm-clock]}\n"
                   "    - {getprop.ro.x: {absent: true}}\n"
                   "  daemons: [{name: x.sh, stop-when: {clocksource: tsc, cpuidle.driver: a}}]\n");
    read_all(false);
    assert_clean();
    const struct profile *full = find("full");
    assert_true(full->valid && full->on_by_default && !full->builtin);
    assert_int_equal(full->when.host.bits, 1u << HOST_WINDOWS | 1u << HOST_LINUX);
    assert_int_equal(full->when.accel.bits, 1u << ACCEL_WHPX);
    assert_int_equal(full->when.qemu.range.count, 2);
    assert_int_equal(full->when.guest_kernel.range.count, 1);
    assert_int_equal(full->risk, RISK_DATA);
    assert_true(str_equal(full->off_switch.s, STR("MODAVD_FULL")));
    assert_int_equal(full->params.count, 3);
    assert_int_equal(full->params.items[0].max, 1000000);
    assert_int_equal(full->params.items[1].initial.number.value, 16);
    assert_int_equal(full->params.items[2].initial.number.value, 1610612736);
    assert_true(full->params.items[1].max == UINT64_MAX);
    assert_int_equal(full->globals.count, 1);
    assert_int_equal(full->objects.items[0].properties.count, 1);
    assert_int_equal(full->arguments.count, 2);
    assert_int_equal(full->cst.count, 1);
    assert_int_equal(full->checks.count, 4);
    static const enum check_test tests[] = {TEST_VALUE, TEST_AT_LEAST, TEST_LIST, TEST_ABSENT};
    for (size_t i = 0; i < COUNT(tests); i++)
        assert_int_equal(full->checks.items[i].test, tests[i]);
    assert_true(full->checks.items[0].has_proves && !full->checks.items[1].has_proves);
    assert_int_equal(full->daemons.items[0].stop_when.count, 2);
    for (size_t i = 0; i < PART_COUNT; i++)
        assert_true(full->has_part[i]);
}

/* Own keys win, mappings are merged, lists are replaced; what a file is itself is not inherited. */
static void test_extends(void **state) {
    (void)state;
    begin();
    os_memory_text(&memory, "p/child.yaml",
                   "modavd-profile: 1\nname: child\nextends: base\nwhen: {accel: [tcg, hvf]}\n"
                   "params: {p: {default: 5}, q: {type: size, default: 1M}}\n"
                   "qemu:\n  globals: {virtio-blk-pci: {packed: off}, virtio-net-pci: {mq: on}}\n"
                   "  arguments: [-z]\n");
    read_all(true);
    assert_clean();
    assert_int_equal(profiles.count, 2);
    const struct profile *child = find("child"), *base = find("base");
    assert_true(child->valid && child->on_by_default);
    assert_true(str_equal(child->summary, STR("the base")));
    assert_int_equal(child->when.host.bits, 1u << HOST_LINUX);
    assert_int_equal(child->when.accel.bits, 1u << ACCEL_TCG | 1u << ACCEL_HVF);
    assert_int_equal(child->params.count, 2);
    assert_int_equal(child->params.items[0].initial.number.value, 5);
    assert_int_equal(child->globals.count, 2);
    assert_int_equal(child->globals.items[0].properties.count, 2);
    assert_true(
        str_equal(child->globals.items[0].properties.items[0].values.items[0].value.s, STR("off")));
    assert_int_equal(child->arguments.count, 1);
    assert_int_equal(base->arguments.count, 2);
    assert_int_equal(base->params.items[0].initial.number.value, 1);
    /* a value that came from the parent still points into its file */
    assert_int_equal(child->globals.items[0].properties.items[1].values.items[0].value.at.source,
                     base->source);
}

/* In whatever order the files come. */
static void read_chain(int length) {
    begin();
    for (int i = 0; i < length; i++) {
        str path = str_format(&arena, "p/%03d.yaml", length - i);
        str text =
            i == 0 ? STR("modavd-profile: 1\nname: n0\nqemu: {arguments: [-deep]}\n")
                   : str_format(&arena, "modavd-profile: 1\nname: n%d\nextends: n%d\n", i, i - 1);
        os_memory_file(&memory, str_c(&arena, path), text);
    }
    read_all(false);
}

static void test_long_chain(void **state) {
    (void)state;
    enum { LENGTH = 65 };
    read_chain(LENGTH);
    assert_clean();
    assert_int_equal(profiles.count, LENGTH);
    for (size_t i = 0; i < LENGTH; i++)
        assert_int_equal(profiles.items[i].arguments.count, 1);
    read_chain(LENGTH + 2);
    assert_int_equal(diags.errors, 2);
    assert_true(findings_hold(findings_full(&arena, &diags), "p/001.yaml:3:10: the profiles that"));
    assert_false(find("n66")->valid);
    assert_false(find("n65")->valid);
    assert_true(find("n64")->valid);
}

/* Two children of one parent, and a grandchild of both levels: no ring. */
static void test_diamond(void **state) {
    (void)state;
    begin();
    os_memory_text(&memory, "p/a.yaml", "modavd-profile: 1\nname: a\nextends: base\n");
    os_memory_text(&memory, "p/b.yaml", "modavd-profile: 1\nname: b\nextends: base\n");
    os_memory_text(&memory, "p/c.yml", "modavd-profile: 1\nname: c\nextends: a\n");
    read_all(true);
    assert_clean();
    assert_int_equal(profiles.count, 4);
}

static void test_override(void **state) {
    (void)state;
    begin();
    os_memory_text(&memory, "p/base.yaml",
                   "modavd-profile: 1\nname: base\nextends: base\nqemu: {arguments: [-mine]}\n");
    read_all(true);
    assert_clean();
    assert_int_equal(diags.count, 1);
    assert_true(
        findings_hold(findings_full(&arena, &diags), "replaces the built-in profile 'base'"));
    assert_int_equal(profiles.count, 1);
    assert_false(find("base")->builtin);
    assert_int_equal(find("base")->arguments.count, 1);
    assert_int_equal(find("base")->globals.items[0].properties.count, 2);
}

/* Other files of the directory are left alone. */
static void test_files(void **state) {
    (void)state;
    begin();
    os_memory_text(&memory, "p/a.yaml", "modavd-profile: 1\nname: a\nqemu: {arguments: [-x]}\n");
    os_memory_text(&memory, "p/.b.yaml", "]");
    os_memory_text(&memory, "p/c.txt", "]");
    os_memory_text(&memory, "p/d.yaml~", "]");
    os_memory_text(&memory, "p/sub.yaml/e.yaml", "]");
    read_all(false);
    assert_clean();
    assert_int_equal(profiles.count, 1);
    assert_true(str_equal(profiles.items[0].input_name, STR("profiles/a.yaml")));
}

/* A file that cannot be read is told with the system's reason, and the others are read. */
static const struct {
    enum os_status status;
    const char *words;
} broken[] = {
    {OS_DENIED, "permission denied"},    {OS_LINK_LOOP, "too many levels of symbolic links"},
    {OS_IS_DIRECTORY, "is a directory"}, {OS_NOT_FOUND, "no such file"},
    {OS_IO, "input/output error"},
};

static void test_unreadable(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(broken); i++) {
        begin();
        os_memory_text(&memory, "p/a.yaml",
                       "modavd-profile: 1\nname: a\nqemu: {arguments: [-x]}\n");
        os_memory_text(&memory, "p/b.yaml", "");
        os_memory_break(&memory, "p/b.yaml", broken[i].status);
        read_all(false);
        str said = findings_full(&arena, &diags);
        if (diags.errors != 1 || !findings_hold(said, broken[i].words))
            fail_msg("%.*s", STR_ARG(said));
        assert_true(diags.io_failed);
        assert_true(find("a")->valid);
    }
}

static void test_nearest(void **state) {
    (void)state;
    begin();
    os_memory_text(&memory, "p/a.yaml",
                   "modavd-profile: 1\nname: fast-disk\nqemu: {arguments: [-x]}\n");
    read_all(false);
    assert_true(str_equal(profiles_nearest(&profiles, STR("fast-dsik")), STR("fast-disk")));
    assert_int_equal(profiles_nearest(&profiles, STR("slow")).len, 0);
    assert_null(find("slow"));
    assert_true(profile_name_is_valid(STR("a-1")));
    assert_false(profile_name_is_valid(STR("nul")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_keys),   cmocka_unit_test(test_extends),
        cmocka_unit_test(test_long_chain), cmocka_unit_test(test_diamond),
        cmocka_unit_test(test_override),   cmocka_unit_test(test_files),
        cmocka_unit_test(test_unreadable), cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
