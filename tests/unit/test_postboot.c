/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The post-boot script, run for real under the three shells it is made for, in a guest made of
 * files: its /sys and /proc are put in place of the real ones. Daemons are real processes.
 */
#include "postboot.h"
#include "quote.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const shells[] = {"mksh", "dash", "busybox ash"};
enum { SHELLS = sizeof shells / sizeof *shells };

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

/* --- A guest made of files --- */

struct guest {
    struct arena arena;
    char directory[64];
};

static void make_parents(char *path) {
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(path, 0755);
        *at = '/';
    }
}

/* Writes a file of the guest; a NAME that ends in "/" makes a directory. */
static char *put(struct guest *guest, const char *name, str content) {
    char *path = str_c(&guest->arena, str_format(&guest->arena, "%s/%s", guest->directory, name));
    make_parents(path);
    if (path[strlen(path) - 1] == '/')
        return path;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content.at, 1, content.len, file), content.len);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void put_program(struct guest *guest, const char *name, const char *text) {
    assert_int_equal(chmod(put(guest, name, str_from(text)), 0755), 0);
}

struct file {
    const char *name, *text;
};

/* CPUs 0, 2 and 3 of which 3 is offline; two disks of which the second has not negotiated bit 34.
 */
static const struct file files[] = {
    {"sys/devices/system/cpu/cpuidle/current_driver", "acpi_idle\n"},
    {"sys/devices/system/cpu/cpuidle/current_governor_ro", "menu\n"},
    {"sys/devices/system/cpu/cpu0/cpuidle/state0/name", "POLL\n"},
    {"sys/devices/system/cpu/cpu0/cpuidle/state0/latency", "0\n"},
    {"sys/devices/system/cpu/cpu0/cpuidle/state1/name", "C1\n"},
    {"sys/devices/system/cpu/cpu0/cpuidle/state1/latency", "100\n"},
    {"sys/devices/system/cpu/cpu2/online", "1\n"},
    {"sys/devices/system/cpu/cpu2/cpuidle/state0/name", "POLL\n"},
    {"sys/devices/system/cpu/cpu2/cpuidle/state0/latency", "0\n"},
    {"sys/devices/system/cpu/cpu2/cpuidle/state1/name", "C1\n"},
    {"sys/devices/system/cpu/cpu2/cpuidle/state1/latency", "100\n"},
    {"sys/devices/system/cpu/cpu3/online", "0\n"},
    {"sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"},
    {"sys/bus/virtio/drivers/virtio_blk/virtio0/", ""},
    {"sys/bus/virtio/drivers/virtio_blk/virtio1/", ""},
    {"sys/bus/virtio/devices/virtio0/features",
     "0000000000000000000000000000110010100000000000000000000000000000\n"},
    {"sys/bus/virtio/devices/virtio1/features",
     "0000000000000000000000000000110010000000000000000000000000000000\n"},
    {"sys/block/vda/mq/0/", ""},
    {"sys/block/vda/mq/1/", ""},
    {"sys/class/net/eth0/queues/rx-0/", ""},
    {"sys/class/net/eth0/queues/rx-1/", ""},
    {"sys/class/net/eth0/queues/tx-0/", ""},
    {"proc/mounts", "root / rootfs rw 0 0\nshare /mnt/a\\040b 9p rw,msize=8192 0 0\n"
                    "share /mnt/a\\040b 9p rw,relatime,msize=512000,cache=loose 0 0\n"},
    {"proc/sys/kernel/osrelease", "6.1.0-57-amd64\n"},
    {"data/it's # a file", "18446744073709551615\nmore\n"},
    {"data/empty", ""},
    {"private/secret", "1\n"},
};

static int make_guest(void **state) {
    struct guest *guest = calloc(1, sizeof *guest);
    guest->arena = arena_make(out_of_memory, NULL);
    snprintf(guest->directory, sizeof guest->directory, "/tmp/modavd-postboot-XXXXXX");
    assert_non_null(mkdtemp(guest->directory));
    assert_int_equal(chmod(guest->directory, 0777), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        put(guest, files[i].name, str_from(files[i].text));
    put_program(guest, "bin/getprop", "#!/bin/sh\n[ \"$1\" = ro.kernel.qemu ] && echo 1\n");
    put_program(guest, "bin/dmesg", "#!/bin/sh\necho '[ 0.1] ok'\necho '[ 0.2] ACPI Error: #1'\n");
    /* As on Android: nobody but root may list it, but what is in it can be read. */
    chmod(put(guest, "sys/devices/system/cpu/", STR("")), 0711);
    chmod(put(guest, "private/", STR("")), 0700);
    *state = guest;
    return 0;
}

static int remove_guest(void **state) {
    struct guest *guest = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", guest->directory);
    assert_int_equal(system(command), 0);
    arena_free(&guest->arena);
    free(guest);
    return 0;
}

/* --- Running --- */

/* SCRIPT with its line "NAME=/NAME" pointed into the guest's directory. */
static str moved(struct guest *guest, str script, const char *name) {
    str wanted = str_format(&guest->arena, "\n%s=/%s\n", name, name);
    for (size_t i = 0; i + wanted.len <= script.len; i++)
        if (memcmp(script.at + i, wanted.at, wanted.len) == 0)
            return str_format(&guest->arena, "%.*s\n%s=%s/%s\n%.*s", (int)i, script.at, name,
                              guest->directory, name, (int)(script.len - i - wanted.len),
                              script.at + i + wanted.len);
    fail_msg("the script has no line %s=/%s", name, name);
    return script;
}

struct result {
    int code;
    str output; /* standard output and error together */
};

static struct result run_command(struct guest *guest, const char *command) {
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    struct buf output = buf_make(&guest->arena);
    char chunk[4096];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, pipe)) > 0)
        buf_put(&output, chunk, got);
    int status = pclose(pipe);
    return (struct result){WIFEXITED(status) ? WEXITSTATUS(status) : -1, buf_view(&output)};
}

/* As a user who is not root, since root may list every directory. */
static const char *as_nobody(void) {
    return geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
}

/* Runs the file NAME of the guest under SHELL, with the guest's programs first in PATH. */
static struct result run_file(struct guest *guest, const char *user, const char *shell,
                              const char *name, const char *arguments) {
    str command = str_format(&guest->arena, "cd '%s' && PATH=\"$PWD/bin:$PATH\" %s%s %s %s 2>&1",
                             guest->directory, user, shell, name, arguments);
    return run_command(guest, str_c(&guest->arena, command));
}

/* busybox ash runs its own dmesg and sync whatever PATH says, but not before functions. */
static str with_guest_tools(struct guest *guest, str script) {
    size_t line = str_find(script, '\n') + 1;
    return str_format(&guest->arena, "%.*sdmesg() { ./bin/dmesg; }\nsync() { ./bin/sync; }\n%.*s",
                      (int)line, script.at, STR_ARG(str_from_at(script, line)));
}

static struct result run_in_guest(struct guest *guest, const char *shell, str script) {
    script = moved(guest, moved(guest, script, "sys"), "proc");
    put(guest, "script.sh", with_guest_tools(guest, script));
    return run_file(guest, as_nobody(), shell, "script.sh", "");
}

/* --- Plans --- */

struct question {
    const char *name; /* as an author writes it */
    enum check_kind kind;
    const char *argument[2];
    enum check_test test;
    const char *values[3];
    const char *line; /* what the script says, without "ok 1" */
    int code;
};

static struct check *check_of(struct guest *guest, const struct question *q) {
    struct check *check = ARENA_NEW(&guest->arena, struct check);
    check->kind = q->kind;
    check->name = str_from(q->name);
    check->argument[0] = str_from(q->argument[0]);
    check->argument[1] = str_from(q->argument[1]);
    check->test = q->test;
    if (q->test == TEST_RANGE)
        assert_true(version_range_parse(str_from(q->values[0]), &check->range));
    return check;
}

static struct plan_check plan_check_of(struct guest *guest, const struct question *q) {
    str *values = ARENA_ARRAY(&guest->arena, 3, str);
    size_t count = 0;
    for (; count < 3 && q->values[count]; count++)
        values[count] = str_from(q->values[count]);
    return (struct plan_check){
        .check = check_of(guest, q), .values = values, .value_count = count, .applies = true};
}

static str emit_checks(struct guest *guest, const struct question *questions, size_t count) {
    struct plan_check *checks = ARENA_ARRAY(&guest->arena, count, struct plan_check);
    for (size_t i = 0; i < count; i++)
        checks[i] = plan_check_of(guest, &questions[i]);
    struct plan plan = {.checks = checks, .check_count = count};
    return postboot_emit(&guest->arena, &plan);
}

static const struct question driver_is_acpi = {"cpuidle.driver",
                                               CHECK_CPUIDLE_DRIVER,
                                               {0},
                                               TEST_VALUE,
                                               {"acpi_idle"},
                                               "ok 1 - cpuidle.driver is acpi_idle",
                                               0};

static const struct question questions[] = {
    {"cpuidle.driver",
     CHECK_CPUIDLE_DRIVER,
     {0},
     TEST_VALUE,
     {"acpi_idle"},
     "ok 1 - cpuidle.driver is acpi_idle",
     0},
    {"cpuidle.driver",
     CHECK_CPUIDLE_DRIVER,
     {0},
     TEST_VALUE,
     {"haltpoll"},
     "not ok 1 - cpuidle.driver: expected haltpoll, found acpi_idle",
     1},
    {"cpuidle.driver",
     CHECK_CPUIDLE_DRIVER,
     {0},
     TEST_LIST,
     {"haltpoll", "acpi_idle"},
     "ok 1 - cpuidle.driver is one of haltpoll, acpi_idle",
     0},
    {"cpuidle.driver",
     CHECK_CPUIDLE_DRIVER,
     {0},
     TEST_ABSENT,
     {0},
     "not ok 1 - cpuidle.driver: expected nothing, found acpi_idle",
     1},
    {"cpuidle.governor",
     CHECK_CPUIDLE_GOVERNOR,
     {0},
     TEST_VALUE,
     {"menu"},
     "ok 1 - cpuidle.governor is menu",
     0},
    {"cpuidle.states",
     CHECK_CPUIDLE_STATES,
     {0},
     TEST_LIST,
     {"POLL", "C1"},
     "ok 1 - cpuidle.states is POLL, C1",
     0},
    {"cpuidle.states",
     CHECK_CPUIDLE_STATES,
     {0},
     TEST_LIST,
     {"C1", "POLL"},
     "not ok 1 - cpuidle.states: expected C1, POLL, found POLL C1 on cpu0",
     1},
    {"cpuidle.states",
     CHECK_CPUIDLE_STATES,
     {0},
     TEST_LIST,
     {"POLL"},
     "not ok 1 - cpuidle.states: expected POLL, found POLL C1 on cpu0",
     1},
    {"cpuidle.latency.C1",
     CHECK_CPUIDLE_LATENCY,
     {"C1"},
     TEST_VALUE,
     {"100us"},
     "ok 1 - cpuidle.latency.C1 is 100",
     0},
    {"cpuidle.latency.C1",
     CHECK_CPUIDLE_LATENCY,
     {"C1"},
     TEST_VALUE,
     {"100"},
     "ok 1 - cpuidle.latency.C1 is 100",
     0},
    {"cpuidle.latency.C1",
     CHECK_CPUIDLE_LATENCY,
     {"C1"},
     TEST_AT_LEAST,
     {"1ms"},
     "not ok 1 - cpuidle.latency.C1: expected at least 1000, found 100 on cpu0",
     1},
    {"cpuidle.latency.C2",
     CHECK_CPUIDLE_LATENCY,
     {"C2"},
     TEST_VALUE,
     {"1us"},
     "not ok 1 - cpuidle.latency.C2: expected 1, found none on cpu0",
     1},
    {"clocksource", CHECK_CLOCKSOURCE, {0}, TEST_VALUE, {"tsc"}, "ok 1 - clocksource is tsc", 0},
    {"clocksource",
     CHECK_CLOCKSOURCE,
     {0},
     TEST_LIST,
     {"hpet", "acpi_pm"},
     "not ok 1 - clocksource: expected one of hpet, acpi_pm, found tsc",
     1},
    {"virtio.blk.features",
     CHECK_VIRTIO_FEATURES,
     {"blk"},
     TEST_LIST,
     {"28", "29"},
     "ok 1 - virtio.blk.features has the bits 28, 29",
     0},
    {"virtio.virtio-blk.features",
     CHECK_VIRTIO_FEATURES,
     {"virtio-blk"},
     TEST_VALUE,
     {"34"},
     "not ok 1 - virtio.virtio-blk.features: expected the bits 34, found 34 off on virtio1",
     1},
    {"virtio.virtio_blk.features",
     CHECK_VIRTIO_FEATURES,
     {"virtio_blk"},
     TEST_LIST,
     {"0", "64"},
     "not ok 1 - virtio.virtio_blk.features: expected the bits 0, 64, found 0 off, 64 off on "
     "virtio0",
     1},
    {"virtio.net.features",
     CHECK_VIRTIO_FEATURES,
     {"net"},
     TEST_VALUE,
     {"34"},
     "ok 1 - virtio.net.features has the bits 34 # SKIP no device has the driver virtio_net",
     0},
    {"block.vda.queues",
     CHECK_BLOCK_QUEUES,
     {"vda"},
     TEST_VALUE,
     {"2"},
     "ok 1 - block.vda.queues is 2",
     0},
    {"block.vda.queues",
     CHECK_BLOCK_QUEUES,
     {"vda"},
     TEST_AT_LEAST,
     {"3"},
     "not ok 1 - block.vda.queues: expected at least 3, found 2",
     1},
    {"block.vdb.queues",
     CHECK_BLOCK_QUEUES,
     {"vdb"},
     TEST_AT_LEAST,
     {"1"},
     "not ok 1 - block.vdb.queues: expected at least 1, found none",
     1},
    {"block.vdb.queues",
     CHECK_BLOCK_QUEUES,
     {"vdb"},
     TEST_ABSENT,
     {0},
     "ok 1 - block.vdb.queues is absent",
     0},
    {"net.eth0.queues",
     CHECK_NET_QUEUES,
     {"eth0"},
     TEST_VALUE,
     {"1"},
     "ok 1 - net.eth0.queues is 1",
     0},
    {"net.eth0.queues",
     CHECK_NET_QUEUES,
     {"eth0"},
     TEST_AT_LEAST,
     {"2"},
     "not ok 1 - net.eth0.queues: expected at least 2, found 1",
     1},
    {"mount./mnt/a b.msize",
     CHECK_MOUNT_OPTION,
     {"/mnt/a b", "msize"},
     TEST_AT_LEAST,
     {"500K"},
     "ok 1 - mount./mnt/a b.msize is at least 512000",
     0},
    {"mount./mnt/a b.cache",
     CHECK_MOUNT_OPTION,
     {"/mnt/a b", "cache"},
     TEST_VALUE,
     {"mmap"},
     "not ok 1 - mount./mnt/a b.cache: expected mmap, found loose",
     1},
    {"mount./mnt/a b.relatime",
     CHECK_MOUNT_OPTION,
     {"/mnt/a b", "relatime"},
     TEST_VALUE,
     {"on"},
     "ok 1 - mount./mnt/a b.relatime is on",
     0},
    {"mount./.size",
     CHECK_MOUNT_OPTION,
     {"/", "size"},
     TEST_ABSENT,
     {0},
     "ok 1 - mount./.size is absent",
     0},
    {"getprop.ro.kernel.qemu",
     CHECK_GETPROP,
     {"ro.kernel.qemu"},
     TEST_VALUE,
     {"1"},
     "ok 1 - getprop.ro.kernel.qemu is 1",
     0},
    {"getprop.a",
     CHECK_GETPROP,
     {"a"},
     TEST_VALUE,
     {"1"},
     "not ok 1 - getprop.a: expected 1, found none",
     1},
    {"file.data/it's # a file",
     CHECK_FILE,
     {"data/it's # a file"},
     TEST_AT_LEAST,
     {"18446744073709551615"},
     "ok 1 - file.data/it's   a file is at least 18446744073709551615",
     0},
    {"file.data/it's # a file",
     CHECK_FILE,
     {"data/it's # a file"},
     TEST_VALUE,
     {"2"},
     "not ok 1 - file.data/it's   a file: expected 2, found 18446744073709551615",
     1},
    {"file.data/empty",
     CHECK_FILE,
     {"data/empty"},
     TEST_ABSENT,
     {0},
     "not ok 1 - file.data/empty: expected nothing, found an empty line",
     1},
    {"file./no/such",
     CHECK_FILE,
     {"/no/such"},
     TEST_ABSENT,
     {0},
     "ok 1 - file./no/such is absent",
     0},
    {"file.private/secret",
     CHECK_FILE,
     {"private/secret"},
     TEST_VALUE,
     {"1"},
     "ok 1 - file.private/secret is 1 # SKIP could not check: private/secret cannot be seen "
     "without root, which Play Store images do not give",
     2},
    {"kernel-log.absent",
     CHECK_KERNEL_LOG_ABSENT,
     {0},
     TEST_VALUE,
     {"Oops"},
     "ok 1 - kernel-log has no Oops",
     0},
    {"kernel-log.absent",
     CHECK_KERNEL_LOG_ABSENT,
     {0},
     TEST_LIST,
     {"Oops", "ACPI Error"},
     "not ok 1 - kernel-log: expected no Oops, ACPI Error, found [ 0.2] ACPI Error",
     1},
    {"guest-kernel",
     CHECK_GUEST_KERNEL,
     {0},
     TEST_RANGE,
     {">= 5.8, < 6.1.1"},
     "ok 1 - guest-kernel is >= 5.8, < 6.1.1",
     0},
    {"guest-kernel",
     CHECK_GUEST_KERNEL,
     {0},
     TEST_RANGE,
     {">= 6.2"},
     "not ok 1 - guest-kernel: expected >= 6.2, found 6.1.0-57-amd64",
     1},
    {"guest-kernel",
     CHECK_GUEST_KERNEL,
     {0},
     TEST_RANGE,
     {"6.1"},
     "ok 1 - guest-kernel is = 6.1",
     0},
    {"guest-kernel",
     CHECK_GUEST_KERNEL,
     {0},
     TEST_RANGE,
     {"> 6.1"},
     "not ok 1 - guest-kernel: expected > 6.1, found 6.1.0-57-amd64",
     1},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static const char *const status_words[] = {"ok", "failed", "unknown"};

static str whole_output(struct guest *guest, const struct question *q) {
    return str_format(&guest->arena, "TAP version 13\n1..1\n%s\nmodavd-postboot: status=%s\n",
                      q->line, status_words[q->code]);
}

static void assert_result(const char *shell, struct result got, str output, int code) {
    if (str_equal(got.output, output) && got.code == code)
        return;
    fail_msg("%s: exit %d, wanted %d\n--- got\n%.*s--- wanted\n%.*s", shell, got.code, code,
             STR_ARG(got.output), STR_ARG(output));
}

/* Each alone, so that a script which lacks a function it needs is found. */
static void test_checks(void **state) {
    struct guest *guest = *state;
    for (size_t i = 0; i < QUESTIONS; i++) {
        str script = emit_checks(guest, &questions[i], 1);
        for (size_t s = 0; s < SHELLS; s++)
            assert_result(shells[s], run_in_guest(guest, shells[s], script),
                          whole_output(guest, &questions[i]), questions[i].code);
    }
}

/* The CPU that differs is named, and a CPU that is missing does not end the count. */
static void test_one_cpu_differs(void **state) {
    struct guest *guest = *state;
    static const struct question states = {
        "cpuidle.states",
        CHECK_CPUIDLE_STATES,
        {0},
        TEST_LIST,
        {"POLL", "C1"},
        "not ok 1 - cpuidle.states: expected POLL, C1, found none on cpu66",
        1};
    put(guest, "sys/devices/system/cpu/cpu66/", STR(""));
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, &states, 1)),
                      whole_output(guest, &states), 1);
}

/* A guest without cpuidle fails the check, with no error of the shell in between. */
static void test_no_cpuidle(void **state) {
    struct guest *guest = *state;
    struct question q = driver_is_acpi;
    q.line = "not ok 1 - cpuidle.driver: expected acpi_idle, found none";
    q.code = 1;
    assert_int_equal(
        system(str_c(&guest->arena,
                     str_format(&guest->arena, "rm -r %s/sys/devices/system/cpu/cpuidle",
                                guest->directory))),
        0);
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, &q, 1)),
                      whole_output(guest, &q), 1);
}

/* A tool that is missing makes the result unknown, not failed. */
static void test_missing_tool(void **state) {
    struct guest *guest = *state;
    struct question q = {"getprop.a",
                         CHECK_GETPROP,
                         {"a"},
                         TEST_VALUE,
                         {"1"},
                         "ok 1 - getprop.a is 1 # SKIP could not check: there is no getprop here",
                         2};
    assert_int_equal(unlink(put(guest, "bin/getprop", STR(""))), 0);
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, &q, 1)),
                      whole_output(guest, &q), 2);
}

static void test_not_applicable(void **state) {
    struct guest *guest = *state;
    struct plan_check check = plan_check_of(guest, &driver_is_acpi);
    check.applies = false;
    check.why_not = STR("no table\nok 2 - # TODO");
    struct plan plan = {.checks = &check, .check_count = 1};
    str want = STR("TAP version 13\n1..1\nok 1 - cpuidle.driver # SKIP no table ok 2 -   TODO\n"
                   "modavd-postboot: status=ok\n");
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s],
                      run_in_guest(guest, shells[s], postboot_emit(&guest->arena, &plan)), want, 0);
}

static void test_empty_plan(void **state) {
    struct guest *guest = *state;
    struct plan plan = {0};
    str want = STR("TAP version 13\n1..0 # SKIP nothing to check\nmodavd-postboot: status=ok\n");
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s],
                      run_in_guest(guest, shells[s], postboot_emit(&guest->arena, &plan)), want, 0);
}

static struct plan_daemon daemon_of(struct guest *guest, const char *name,
                                    const struct question *q) {
    struct plan_check *stop = ARENA_NEW(&guest->arena, struct plan_check);
    *stop = plan_check_of(guest, q);
    return (struct plan_daemon){.name = str_from(name), .stop_when = stop, .stop_count = 1};
}

/* The last line comes on a wrong call too, and names every daemon. */
static void test_usage(void **state) {
    struct guest *guest = *state;
    struct plan_daemon daemons[] = {daemon_of(guest, "a.sh", &driver_is_acpi),
                                    daemon_of(guest, "b c.sh", &driver_is_acpi)};
    struct plan plan = {.daemons = daemons, .daemon_count = 2};
    put(guest, "script.sh", postboot_emit(&guest->arena, &plan));
    str want = STR("Bail out! usage: sh modavd-postboot.sh [--dry-run] [--mount]\n"
                   "modavd-postboot: status=unknown decision.a.sh=start decision.b_c.sh=start\n");
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s], run_file(guest, "", shells[s], "script.sh", "--force"), want, 2);
}

/* --- Mounts and fw_cfg --- */

/* What Linux shows of a 9p mount, by version, and what is found there. */
static const struct {
    const char *kernel, *mounts, *option, *want, *said;
} shares[] = {
    {"5.10.0-32", "share /m 9p rw,trans=virtio 0 0\n", "msize", "8192", "is 8192"},
    {"6.1.0-57", "share /m 9p rw,trans=virtio 0 0\n", "msize", "131072", "is 131072"},
    {"6.1.0-57", "share /m 9p rw,msize=512000 0 0\n", "msize", "262144",
     ": expected 262144, found 512000"},
    {"6.1.0-57", "share /m 9p rw,trans=virtio 0 0\n", "cache", "none", "is none"},
    {"6.1.0-57", "share /m 9p rw,loose,trans=virtio 0 0\n", "cache", "loose", "is loose"},
    {"6.1.0-57", "share /m 9p rw,mmap 0 0\n", "cache", "loose", ": expected loose, found mmap"},
    {"6.6.9", "share /m 9p rw,cache=f 0 0\n", "cache", "loose", "is loose"},
    {"6.12.117", "share /m 9p rw,cache=0xf 0 0\n", "cache", "loose", "is loose"},
    {"6.12.117", "share /m 9p rw,cache=0x5 0 0\n", "cache", "mmap", "is mmap"},
    {"6.12.117", "share /m 9p rw,cache=0x8f 0 0\n", "cache", "fscache", "is fscache"},
    {"6.1.0-57", "share /m 9p rw,trans=virtio 0 0\n", "version", "9p2000.L", "is 9p2000.L"},
    {"6.1.0-57", "share /m 9p rw,noextend 0 0\n", "version", "9p2000.L",
     ": expected 9p2000.L, found 9p2000"},
    {"6.1.0-57", "share /m 9p rw,version=9p2000.u 0 0\n", "version", "9p2000.u", "is 9p2000.u"},
    {"6.1.0-57", "share /m ext4 rw 0 0\n", "cache", "none", "is none"},
    {"6.1.0-57", "share /m ext4 rw 0 0\n", "msize", "131072", ": expected 131072, found none"},
};

static void test_shares(void **state) {
    struct guest *guest = *state;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        bool ok = shares[i].said[0] != ':';
        str name = str_format(&guest->arena, "mount./m.%s", shares[i].option);
        str line = str_format(&guest->arena, "%s 1 - %.*s%s%s", ok ? "ok" : "not ok", STR_ARG(name),
                              ok ? " " : "", shares[i].said);
        struct question q = {.name = str_c(&guest->arena, name),
                             .kind = CHECK_MOUNT_OPTION,
                             .argument = {"/m", shares[i].option},
                             .test = TEST_VALUE,
                             .values = {shares[i].want},
                             .line = str_c(&guest->arena, line),
                             .code = ok ? 0 : 1};
        put(guest, "proc/mounts", str_from(shares[i].mounts));
        put(guest, "proc/sys/kernel/osrelease",
            str_format(&guest->arena, "%s\n", shares[i].kernel));
        for (size_t s = 0; s < SHELLS; s++)
            assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, &q, 1)),
                          whole_output(guest, &q), q.code);
    }
}

/* What the script says of a share at PATH, and what it lets mount do. PATH and the guest's
 * directory stand as @ in the texts. */
static const struct {
    const char *mounts, *arguments;
    bool root;
    const char *said; /* by the line of the share, and behind the ';' by that of its msize */
    int code;
    const char *mounted;
} mountings[] = {
    {"share @ 9p rw,msize=262144 0 0\n", "", false, "ok 1 - mount.@ is share;is 262144\n", 0, ""},
    {"share @ 9p rw,msize=262144 0 0\n", "--mount", true, "ok 1 - mount.@ is share;", 0, ""},
    {"other @ ext4 rw 0 0\nshare @ 9p rw,msize=8192 0 0\n", "--mount", true,
     "ok 1 - mount.@ is share;: expected 262144, found 8192\n", 1, ""},
    {"", "", true,
     "not ok 1 - mount.@: expected share, which --mount mounts, found none;# SKIP it "
     "is not mounted\n",
     1, ""},
    {"", "--dry-run", true, "not ok 1 - mount.@: expected share, which --mount", 1, ""},
    {"", "--mount --dry-run", true,
     "ok 1 - mount.@ is share # SKIP dry run, it would mount -t 9p -o 'msize=262144' share @\n;", 0,
     ""},
    {"", "--mount", false,
     "ok 1 - mount.@ is share # SKIP could not check: it cannot be mounted without root, which;# "
     "SKIP it is not mounted\n",
     2, ""},
    {"", "--mount", true, "ok 1 - mount.@ is share\n;is 262144\n", 0,
     "@: -t 9p -o msize=262144 share @\n"},
    {"share @/x 9p rw 0 0\n", "--mount", true, "ok 1 - mount.@ is share\n;is 262144\n", 0,
     "@: -t 9p -o msize=262144 share @\n"},
    /* nothing is mounted over what is there */
    {"other @ 9p rw 0 0\n", "--mount", true, "not ok 1 - mount.@: expected share, found other\n;",
     1, ""},
    {"share @ ext4 rw 0 0\n", "--mount", true,
     "not ok 1 - mount.@: expected share, found share of type ext4\n;", 1, ""},
};

/* TEXT with PATH for every @. */
static str filled(struct guest *guest, const char *text, const char *path) {
    struct buf out = buf_make(&guest->arena);
    for (; *text; text++)
        if (*text == '@')
            buf_text(&out, path);
        else
            buf_char(&out, *text);
    return buf_view(&out);
}

static bool holds(str text, str part) {
    for (size_t i = 0; part.len > 0 && i + part.len <= text.len; i++)
        if (memcmp(text.at + i, part.at, part.len) == 0)
            return true;
    return part.len == 0;
}

/* As root where the script reads so in the guest's own /proc; its mount then fills the table. */
static str share_script(struct guest *guest, const struct plan_mount *mount, const char *spelt,
                        bool root) {
    struct plan plan = {.mounts = mount, .mount_count = 1};
    put_program(
        guest, "bin/mount",
        str_c(&guest->arena,
              str_format(&guest->arena,
                         "#!/bin/sh\nprintf '%%s\\n' \"$PWD: $*\" >>'%s/mounted'\n"
                         "printf '%%s\\n' 'share %s 9p rw,msize=262144 0 0' >'%s/proc/mounts'\n",
                         guest->directory, spelt, guest->directory)));
    str script = moved(guest, moved(guest, postboot_emit(&guest->arena, &plan), "sys"), "proc");
    size_t line = str_find(script, '\n') + 1;
    return str_format(&guest->arena,
                      "%.*smkdir -p proc/$$\necho 'Uid: %d %d' >proc/$$/status\n"
                      "mount() { '%s/bin/mount' \"$@\"; }\n%.*s",
                      (int)line, script.at, root ? 0 : 1000, root ? 0 : 1000, guest->directory,
                      STR_ARG(str_from_at(script, line)));
}

static void check_mounting(struct guest *guest, const char *shell, size_t i, const char *path,
                           const char *spelt) {
    static const struct plan_option msize = {STR_INIT("msize"), STR_INIT("262144"), TEST_VALUE,
                                             true};
    const struct plan_mount mount = {.type = STR("9p"),
                                     .what = STR("share"),
                                     .path = str_from(path),
                                     .options = STR("msize=262144"),
                                     .shown = &msize,
                                     .shown_count = 1};
    put(guest, "mounted", STR(""));
    put(guest, "script.sh", share_script(guest, &mount, spelt, mountings[i].root));
    put(guest, "proc/mounts", filled(guest, mountings[i].mounts, spelt));
    struct result got = run_file(guest, "", shell, "script.sh", mountings[i].arguments);
    struct result mounted =
        run_command(guest, str_c(&guest->arena,
                                 str_format(&guest->arena, "cat '%s/mounted'", guest->directory)));
    str said = filled(guest, mountings[i].said, path), first = str_cut(&said, ';');
    if (got.code != mountings[i].code || !holds(got.output, first) || !holds(got.output, said) ||
        !str_equal(mounted.output, filled(guest, mountings[i].mounted, path)))
        fail_msg("%s, row %zu: exit %d\n%.*smounted: %.*s", shell, i, got.code, STR_ARG(got.output),
                 STR_ARG(mounted.output));
}

static void test_share(void **state) {
    struct guest *guest = *state;
    char path[96], spelt[96];
    for (size_t i = 0; i < sizeof mountings / sizeof *mountings; i++)
        for (size_t s = 0; s < SHELLS; s++) {
            snprintf(path, sizeof path, "%s/at \\%zu%zu", guest->directory, i, s);
            snprintf(spelt, sizeof spelt, "%s/at\\040\\134%zu%zu", guest->directory, i, s);
            check_mounting(guest, shells[s], i, path, spelt);
        }
}

/* The kernel's table has where a link leads to: else each run would mount once more. */
static void test_share_behind_link(void **state) {
    struct guest *guest = *state;
    char link[96], real[96];
    snprintf(link, sizeof link, "%s/link", guest->directory);
    snprintf(real, sizeof real, "%s/real", guest->directory);
    put(guest, "real/", STR(""));
    assert_int_equal(symlink(real, link), 0);
    const struct plan_mount mount = {
        .type = STR("9p"), .what = STR("share"), .path = str_from(link)};
    for (size_t s = 0; s < SHELLS; s++) {
        put(guest, "script.sh", share_script(guest, &mount, real, true));
        put(guest, "proc/mounts", filled(guest, "share @ 9p rw 0 0\n", real));
        struct result got = run_file(guest, "", shells[s], "script.sh", "--mount");
        if (got.code != 0)
            fail_msg("%s: exit %d\n%.*s", shells[s], got.code, STR_ARG(got.output));
    }
    assert_int_equal(
        run_command(guest, str_c(&guest->arena, str_format(&guest->arena, "test ! -e '%s/mounted'",
                                                           guest->directory)))
            .code,
        0);
}

/* What mount says is told, and an option of which the kernel is silent says nothing. */
static void test_share_fails(void **state) {
    struct guest *guest = *state;
    static const struct plan_option options[] = {
        {STR_INIT("trans"), STR_INIT("virtio"), TEST_VALUE, false},
        {STR_INIT("msize"), STR_INIT("512000"), TEST_AT_LEAST, true},
        {STR_INIT("ro"), STR_INIT("on"), TEST_VALUE, true},
        {STR_INIT("posixacl"), STR_INIT("on"), TEST_ABSENT, true},
    };
    char path[96];
    snprintf(path, sizeof path, "%s/m", guest->directory);
    const struct plan_mount mount = {.type = STR("9p"),
                                     .what = STR("share"),
                                     .path = str_from(path),
                                     .shown = options,
                                     .shown_count = 4};
    for (size_t s = 0; s < SHELLS; s++) {
        put(guest, "script.sh", share_script(guest, &mount, path, true));
        put(guest, "proc/mounts", STR(""));
        put_program(guest, "bin/mount", "#!/bin/sh\necho 'no such device' >&2\nexit 1\n");
        struct result got = run_file(guest, "", shells[s], "script.sh", "--mount");
        if (got.code != 1 || !holds(got.output, STR("mounting it says: no such device\n")))
            fail_msg("%s: exit %d\n%.*s", shells[s], got.code, STR_ARG(got.output));
        put(guest, "proc/mounts", filled(guest, "share @ 9p rw,msize=512000 0 0\n", path));
        got = run_file(guest, "", shells[s], "script.sh", "--mount");
        if (got.code != 1 ||
            !holds(got.output, STR(".trans is virtio # SKIP the kernel does not show it\n")) ||
            !holds(got.output, STR(".msize is at least 512000\n")) ||
            !holds(got.output, STR(".ro: expected on, found none\n")) ||
            !holds(got.output, STR(".posixacl is absent\n")))
            fail_msg("%s: exit %d\n%.*s", shells[s], got.code, STR_ARG(got.output));
    }
}

/* Without the driver nothing is known; with it a name that is not there is a failure. */
static void test_fw_cfg(void **state) {
    struct guest *guest = *state;
    struct question q = {.name = "fw-cfg.opt/modavd/a",
                         .kind = CHECK_FW_CFG,
                         .argument = {"opt/modavd/a"},
                         .test = TEST_VALUE,
                         .values = {"32768"},
                         .code = 2};
    for (size_t s = 0; s < SHELLS; s++) {
        struct result got = run_in_guest(guest, shells[s], emit_checks(guest, &q, 1));
        assert_int_equal(got.code, 2);
    }
    put(guest, "sys/firmware/qemu_fw_cfg/by_name/opt/modavd/b/raw", STR("1"));
    q.line = "not ok 1 - fw-cfg.opt/modavd/a: expected 32768, found none";
    q.code = 1;
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, &q, 1)),
                      whole_output(guest, &q), 1);
    char *raw = put(guest, "sys/firmware/qemu_fw_cfg/by_name/opt/modavd/a/raw", STR("32768"));
    assert_int_equal(chmod(raw, 0400), 0); /* as the kernel has it: for root only */
    for (size_t s = 0; s < SHELLS && geteuid() == 0; s++)
        assert_int_equal(run_in_guest(guest, shells[s], emit_checks(guest, &q, 1)).code, 2);
    assert_int_equal(chmod(raw, 0444), 0);
    q.line = "ok 1 - fw-cfg.opt/modavd/a is 32768";
    q.code = 0;
    for (size_t s = 0; s < SHELLS; s++)
        assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, &q, 1)),
                      whole_output(guest, &q), 0);
}

/* --- Form --- */

static void test_form(void **state) {
    struct guest *guest = *state;
    str script = emit_checks(guest, questions, QUESTIONS);
    assert_true(str_starts(script, STR("#!/system/bin/sh\n")));
    assert_int_equal(script.at[script.len - 1], '\n');
    assert_int_equal(str_find(script, '\r'), script.len);
    assert_int_equal(str_find(script, '\0'), script.len);
}

/* What the shells and shellcheck say of SCRIPT without running it: nothing. */
static void assert_clean(struct guest *guest, str script) {
    static const char *const commands[] = {"mksh -n", "dash -n", "busybox ash -n",
                                           "shellcheck -s sh"};
    put(guest, "script.sh", script);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_result(commands[i], run_file(guest, "", commands[i], "script.sh", ""), STR(""), 0);
}

static void test_lint(void **state) {
    struct guest *guest = *state;
    struct plan_daemon daemon = daemon_of(guest, "mas-idlepoll.sh", &driver_is_acpi);
    struct plan plan = {.daemons = &daemon, .daemon_count = 1};
    assert_clean(guest, postboot_emit(&guest->arena, &plan));
    assert_clean(guest, emit_checks(guest, questions, QUESTIONS));
    for (size_t i = 0; i < QUESTIONS; i++)
        if (i == 0 || questions[i].kind != questions[i - 1].kind)
            assert_clean(guest, emit_checks(guest, &questions[i], 1));
}

/* --- Quoting --- */

/* "printf '%s\0' WORD" for COUNT random words of any bytes but NUL; WANT collects the words. */
static str random_words(struct guest *guest, unsigned count, struct buf *want) {
    struct buf script = buf_make(&guest->arena);
    for (unsigned i = 0; i < count; i++) {
        char bytes[24];
        size_t length = (size_t)rand() % sizeof bytes;
        for (size_t j = 0; j < length; j++) /* every second byte from those that a shell minds */
            bytes[j] =
                rand() % 2 ? (char)(1 + rand() % 255) : "'\"\\$`\n;&| *~#-!(){}"[rand() % 19];
        buf_text(&script, "printf '%s\\0' ");
        quote_sh(&script, (str){bytes, length});
        buf_char(&script, '\n');
        buf_put(want, bytes, length);
        buf_char(want, '\0');
    }
    return buf_view(&script);
}

static void test_quote_random(void **state) {
    struct guest *guest = *state;
    const char *given = getenv("MODAVD_SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    print_message("MODAVD_SEED=%u\n", seed);
    srand(seed);
    for (size_t s = 0; s < SHELLS; s++) {
        struct buf want = buf_make(&guest->arena);
        put(guest, "script.sh", random_words(guest, 300, &want));
        assert_result(shells[s], run_file(guest, "", shells[s], "script.sh", ""), buf_view(&want),
                      0);
    }
}

static void test_quote(void **state) {
    struct guest *guest = *state;
    static const struct {
        str in;
        const char *want;
    } cases[] = {
        {STR_INIT(""), "''"},
        {STR_INIT("a b"), "'a b'"},
        {STR_INIT("it's"), "'it'\\''s'"},
        {STR_INIT("''"), "''\\'''\\'''"},
        {STR_INIT("a\0b"), "'a?b'"},
        {STR_INIT("a\nb\\"), "'a\nb\\'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = buf_make(&guest->arena);
        quote_sh(&out, cases[i].in);
        assert_string_equal(str_c(&guest->arena, buf_view(&out)), cases[i].want);
    }
}

static const char *const hostile[] = {
    "a; touch MARK",
    "a'$(touch MARK)'",
    "$(touch MARK)",
    "`touch MARK`",
    "' ; touch MARK ; '",
    "\ntouch MARK\n",
    "a[$(touch MARK)]",
    "0 -eq 0 ] && touch MARK",
    "\\'; touch MARK #",
    "*",
    "-n",
    "a\nok 99 - x",
};

/* A plan whose every text is TEXT: names, arguments, values, reasons, the daemon. */
static str hostile_script(struct guest *guest, const char *text) {
    struct plan_check checks[2 * CHECK_KINDS];
    struct profile profile = {.name.s = str_from(text)};
    for (int i = 0; i < 2 * CHECK_KINDS; i++) {
        struct question q = {text,
                             (enum check_kind)(i / 2),
                             {text, text},
                             i % 2 ? TEST_AT_LEAST : TEST_LIST,
                             {text, text},
                             "",
                             0};
        checks[i] = plan_check_of(guest, &q);
        checks[i].profile = &profile;
    }
    checks[0].applies = false;
    checks[0].why_not = str_from(text);
    struct plan_daemon daemon = {
        .name = str_from(text), .profile = &profile, .stop_when = checks, .stop_count = 2};
    struct plan plan = {
        .checks = checks, .check_count = 2 * CHECK_KINDS, .daemons = &daemon, .daemon_count = 1};
    return postboot_emit(&guest->arena, &plan);
}

static unsigned count_tap_lines(str output) {
    unsigned count = 0;
    while (output.at && output.len > 0) {
        str line = str_cut(&output, '\n');
        count += str_starts(line, STR("ok ")) || str_starts(line, STR("not ok "));
    }
    return count;
}

static void test_hostile(void **state) {
    struct guest *guest = *state;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        str script = hostile_script(guest, hostile[i]);
        for (size_t s = 0; s < SHELLS; s++) {
            struct result got = run_in_guest(guest, shells[s], script);
            char *mark =
                str_c(&guest->arena, str_format(&guest->arena, "%s/MARK", guest->directory));
            if (access(mark, F_OK) == 0 || count_tap_lines(got.output) != 2 * CHECK_KINDS + 1)
                fail_msg("%s with %s:\n%.*s", shells[s], hostile[i], STR_ARG(got.output));
        }
    }
}

/* --- Daemons --- */

/* Starts a program, ARGUMENTS[0] of which is PROGRAM's own name for itself. */
static pid_t start(const char *program, const char *const arguments[]) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        char *copy[6] = {0};
        for (size_t i = 0; i < 5 && arguments[i]; i++)
            copy[i] = strdup(arguments[i]);
        execvp(program, copy);
        _exit(127);
    }
    return pid;
}

/* Whether the child still runs; reaps it when not. */
static bool runs(pid_t pid) {
    return waitpid(pid, NULL, WNOHANG) == 0;
}

static void end(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

struct stage {
    char name[48], path[128], other[160], longer[160], argument[200], odd[160];
    pid_t daemons[4], bystanders[5];
};

/* Programs and scripts that are the daemon, and others that only look like it. */
static void start_stage(struct guest *guest, struct stage *stage) {
    static const char loop[] = "#!/bin/sh\nwhile :; do sleep 1; done\n";
    snprintf(stage->name, sizeof stage->name, "modavd-unit-%d.sh", (int)getpid());
    snprintf(stage->path, sizeof stage->path, "%s/d/%s", guest->directory, stage->name);
    snprintf(stage->other, sizeof stage->other, "%s/d/x%s", guest->directory, stage->name);
    snprintf(stage->longer, sizeof stage->longer, "%s.bak", stage->path);
    snprintf(stage->argument, sizeof stage->argument, "while :; do sleep 1; done; : %s",
             stage->path);
    snprintf(stage->odd, sizeof stage->odd, "sh^@%s^@", stage->path);
    const char *const made[] = {stage->path, stage->other, stage->longer};
    for (size_t i = 0; i < 3; i++)
        put_program(guest, made[i] + strlen(guest->directory) + 1, loop);
    stage->daemons[0] = start(stage->path, (const char *const[]){stage->path, NULL});
    stage->daemons[1] = start("mksh", (const char *const[]){"sh", stage->path, NULL});
    stage->daemons[2] =
        start("busybox", (const char *const[]){"busybox", "ash", stage->path, NULL});
    stage->daemons[3] = start("sleep", (const char *const[]){stage->name, "100", NULL});
    stage->bystanders[0] = start("sh", (const char *const[]){"sh", "-c", stage->argument, NULL});
    stage->bystanders[1] = start("tail", (const char *const[]){"tail", "-fn0", stage->path, NULL});
    stage->bystanders[2] = start("sh", (const char *const[]){"sh", stage->other, NULL});
    stage->bystanders[3] = start("sh", (const char *const[]){"sh", stage->longer, NULL});
    stage->bystanders[4] = start("sleep", (const char *const[]){stage->odd, "100", NULL});
    usleep(200000);
}

static void end_stage(struct stage *stage) {
    for (size_t i = 0; i < 4; i++)
        end(stage->daemons[i]);
    for (size_t i = 0; i < 5; i++)
        end(stage->bystanders[i]);
}

/* Writes the script that stops the daemon when the guest's cpuidle driver is acpi_idle, with the
 * real /proc. */
static void put_daemon_script(struct guest *guest, const char *file, const char *daemon_name) {
    struct plan_daemon daemon = daemon_of(guest, daemon_name, &driver_is_acpi);
    struct plan plan = {.daemons = &daemon, .daemon_count = 1};
    put(guest, file, moved(guest, postboot_emit(&guest->arena, &plan), "sys"));
}

static unsigned count_running(const pid_t *pids, size_t count) {
    unsigned running = 0;
    for (size_t i = 0; i < count; i++)
        running += runs(pids[i]);
    return running;
}

/* Runs FILE on a new stage; wants STATUS and so many daemons left of four, and all bystanders. */
static void run_on_stage(struct guest *guest, const char *shell, const char *arguments,
                         const char *decision, unsigned left) {
    struct stage stage;
    start_stage(guest, &stage);
    put_daemon_script(guest, "script.sh", stage.name);
    str last = str_format(&guest->arena, "modavd-postboot: status=ok decision.%s=%s\n", stage.name,
                          decision);
    for (int twice = 0; twice < 2; twice++) {
        struct result got = run_file(guest, "", shell, "script.sh", arguments);
        unsigned daemons = count_running(stage.daemons, 4);
        unsigned bystanders = count_running(stage.bystanders, 5);
        if (got.code != 0 || !str_ends(got.output, last) || daemons != left || bystanders != 5)
            fail_msg("%s: exit %d, %u daemons and %u bystanders left\n%.*s", shell, got.code,
                     daemons, bystanders, STR_ARG(got.output));
    }
    end_stage(&stage);
}

static void test_daemon_stops(void **state) {
    for (size_t s = 0; s < SHELLS; s++)
        run_on_stage(*state, shells[s], "", "stop", 0);
}

static void test_daemon_dry_run(void **state) {
    for (size_t s = 0; s < SHELLS; s++)
        run_on_stage(*state, shells[s], "--dry-run", "stop", 4);
}

static void test_daemon_stays(void **state) {
    struct guest *guest = *state;
    put(guest, "sys/devices/system/cpu/cpuidle/current_driver", STR("none\n"));
    for (size_t s = 0; s < SHELLS; s++)
        run_on_stage(guest, shells[s], "", "start", 4);
}

/* One that does not listen to SIGTERM is killed. */
static void test_daemon_stubborn(void **state) {
    struct guest *guest = *state;
    char name[48];
    snprintf(name, sizeof name, "modavd-deaf-%d.sh", (int)getpid());
    put_program(guest, name, "#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 1; done\n");
    char *path = str_c(&guest->arena, str_format(&guest->arena, "%s/%s", guest->directory, name));
    pid_t pid = start(path, (const char *const[]){path, NULL});
    usleep(200000);
    put_daemon_script(guest, "script.sh", name);
    struct result got = run_file(guest, "", "dash", "script.sh", "");
    bool ran = runs(pid);
    end(pid);
    assert_int_equal(got.code, 0);
    assert_false(ran);
}

/* Called by the very name of the daemon, from a shell script of that name: both survive. */
static void test_daemon_is_itself(void **state) {
    struct guest *guest = *state;
    char name[48];
    snprintf(name, sizeof name, "modavd-self-%d.sh", (int)getpid());
    put_daemon_script(guest, name, name);
    for (size_t s = 0; s < SHELLS; s++) {
        str parent = str_format(&guest->arena, "%s ./%s\necho \"then $?\"\n", shells[s], name);
        put(guest, str_c(&guest->arena, str_format(&guest->arena, "parent/%s", name)), parent);
        str file = str_format(&guest->arena, "parent/%s", name);
        struct result got = run_file(guest, "", shells[s], str_c(&guest->arena, file), "");
        if (got.code != 0 || !str_ends(got.output, STR("then 0\n")))
            fail_msg("%s: exit %d\n%.*s", shells[s], got.code, STR_ARG(got.output));
    }
}

/* A daemon of root's, seen by another user: the script says that it needs root. */
static void test_daemon_needs_root(void **state) {
    struct guest *guest = *state;
    if (geteuid() != 0)
        skip();
    struct stage stage;
    start_stage(guest, &stage);
    put_daemon_script(guest, "script.sh", stage.name);
    struct result got = run_file(guest, as_nobody(), "mksh", "script.sh", "");
    unsigned daemons = count_running(stage.daemons, 4);
    end_stage(&stage);
    assert_int_equal(got.code, 2);
    assert_int_equal(daemons, 4);
    str last = str_format(&guest->arena,
                          "Play Store images do not give\nmodavd-postboot: status=unknown "
                          "decision.%s=stop\n",
                          stage.name);
    assert_true(str_ends(got.output, last));
}

/* --- cpuidle.polls --- */

/* A sync that takes as long as one more poll on the second CPU. */
static void put_polling_disk(struct guest *guest, const char *usage) {
    static const char name[] = "sys/devices/system/cpu/cpu2/cpuidle/state0/usage";
    put(guest, "proc/mounts", STR("none / tmpfs rw 0 0\ndisk /tmp ext4 rw 0 0\n"));
    put(guest, "sys/devices/system/cpu/cpu0/cpuidle/state0/usage", STR("0\n"));
    assert_int_equal(chmod(put(guest, name, str_from(usage)), 0666), 0);
    put_program(guest, "bin/sync",
                "#!/bin/dash\nread -r old <sys/devices/system/cpu/cpu2/cpuidle/state0/usage\n"
                "echo $((old + 1)) >sys/devices/system/cpu/cpu2/cpuidle/state0/usage\n");
}

static void test_polls(void **state) {
    struct guest *guest = *state;
    static const char *const usages[] = {"0\n", "999999950\n", "8589934588\n"};
    static const struct question enough = {"cpuidle.polls",
                                           CHECK_CPUIDLE_POLLS,
                                           {0},
                                           TEST_AT_LEAST,
                                           {"100"},
                                           "ok 1 - cpuidle.polls is at least 100",
                                           0};
    static const struct question too_few = {
        "cpuidle.polls",
        CHECK_CPUIDLE_POLLS,
        {0},
        TEST_AT_LEAST,
        {"101"},
        "not ok 1 - cpuidle.polls: expected at least 101, found 100",
        1};
    for (size_t i = 0; i < 3; i++)
        for (size_t s = 0; s < SHELLS; s++) {
            put_polling_disk(guest, usages[i]);
            const struct question *q = i == 1 ? &too_few : &enough;
            assert_result(shells[s], run_in_guest(guest, shells[s], emit_checks(guest, q, 1)),
                          whole_output(guest, q), q->code);
        }
}

#define IN_GUEST(test) cmocka_unit_test_setup_teardown(test, make_guest, remove_guest)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_GUEST(test_shares),
        IN_GUEST(test_share),
        IN_GUEST(test_share_behind_link),
        IN_GUEST(test_share_fails),
        IN_GUEST(test_fw_cfg),
        IN_GUEST(test_checks),
        IN_GUEST(test_one_cpu_differs),
        IN_GUEST(test_no_cpuidle),
        IN_GUEST(test_missing_tool),
        IN_GUEST(test_not_applicable),
        IN_GUEST(test_empty_plan),
        IN_GUEST(test_usage),
        IN_GUEST(test_form),
        IN_GUEST(test_lint),
        IN_GUEST(test_quote),
        IN_GUEST(test_quote_random),
        IN_GUEST(test_hostile),
        IN_GUEST(test_daemon_stops),
        IN_GUEST(test_daemon_dry_run),
        IN_GUEST(test_daemon_stays),
        IN_GUEST(test_daemon_stubborn),
        IN_GUEST(test_daemon_is_itself),
        IN_GUEST(test_daemon_needs_root),
        IN_GUEST(test_polls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
