/* SPDX-License-Identifier: Apache-2.0 */
/* The three back ends: how each spells the table's path, and its verdicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "backend.h"

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

/* want NULL: it cannot be spelt, and the reason holds WHY. */
static const struct {
    const char *path, *windows, *posix, *why;
} paths[] = {
    {"modavd-cst.aml", "modavd-cst.aml", "modavd-cst.aml", ""},
    {"../../avd/mas_0.avd/modavd-cst.aml", "..\\..\\avd\\mas_0.avd\\modavd-cst.aml",
     "../../avd/mas_0.avd/modavd-cst.aml", ""},
    {"my pix 7/x", "my pix 7\\x", "my pix 7/x", ""},
    {"a'b\"$(x)`;/x", "a'b\"$(x)`;\\x", "a'b\"$(x)`;/x", ""},
    {"a\\b/x", NULL, "a\\b/x", "'\\'"},
    {"a,b,,/x", NULL, "a,,b,,,,/x", "','"},
    {"pix:v2/x", NULL, NULL, "':'"},
    {":", NULL, NULL, "':'"},
    {"C:/x", NULL, NULL, "':'"},
    {"\xE6\xB5\x8B/x", NULL, "\xE6\xB5\x8B/x", "ASCII"},
    {"a\nb", NULL, NULL, "control"},
    {"a\x7F", NULL, NULL, "control"},
    {"a\x1F", NULL, NULL, "control"},
    {"~/x y", "~\\x y", "~/x y", ""},
};

static void check_path(struct arena *arena, const struct backend *backend, str path,
                       const char *want, const char *why) {
    str out = {0}, reason = {0};
    bool spelt = backend->spell_table_path(arena, path, &out, &reason);
    assert_int_equal(spelt, want != NULL);
    if (want)
        assert_true(str_equal(out, str_from(want)));
    else
        assert_non_null(strstr(str_c(arena, reason), why));
}

static void test_paths(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        str path = str_from(paths[i].path);
        check_path(&arena, &windows_backend, path, paths[i].windows, paths[i].why);
        check_path(&arena, &linux_backend, path, paths[i].posix, paths[i].why);
        check_path(&arena, &macos_backend, path, paths[i].posix, paths[i].why);
    }
    arena_free(&arena);
}

/* QEMU 2.12 reads 1023 bytes of a value. */
static void test_length(void **state) {
    (void)state;
    struct arena arena = arena_make(out_of_memory, NULL);
    char text[1025];
    memset(text, 'a', sizeof text);
    text[1024] = '\0';
    check_path(&arena, &windows_backend, str_from(text), NULL, "1024 bytes");
    check_path(&arena, &linux_backend, str_from(text), NULL, "1023");
    text[1023] = '\0';
    check_path(&arena, &windows_backend, str_from(text), text, "");
    check_path(&arena, &linux_backend, str_from(text), text, "");
    arena_free(&arena);
}

static void test_table(void **state) {
    (void)state;
    assert_ptr_equal(backend_find(HOST_WINDOWS), &windows_backend);
    assert_ptr_equal(backend_find(HOST_LINUX), &linux_backend);
    assert_ptr_equal(backend_find(HOST_MACOS), &macos_backend);
    assert_int_equal(windows_backend.usual, ACCEL_WHPX);
    assert_int_equal(linux_backend.usual, ACCEL_KVM);
    assert_int_equal(macos_backend.usual, ACCEL_HVF);
    assert_int_equal(windows_backend.accels,
                     1 << ACCEL_WHPX | 1 << ACCEL_AEHD | 1 << ACCEL_HAXM | 1 << ACCEL_TCG);
    assert_int_equal(linux_backend.accels, 1 << ACCEL_KVM | 1 << ACCEL_TCG);
    assert_int_equal(macos_backend.accels, 1 << ACCEL_HVF | 1 << ACCEL_TCG);
    assert_true(windows_backend.ascii_only);
    assert_false(linux_backend.ascii_only);
    assert_false(macos_backend.ascii_only);
}

/* want VERDICT_WORKS also where no row speaks of it. */
static const struct {
    enum host host;
    enum accel accel;
    enum setting_kind kind;
    const char *type, *property, *value;
    enum verdict want;
    const char *qemu; /* NULL: not known */
} verdicts[] = {
    {HOST_WINDOWS, ACCEL_WHPX, SETTING_DEVICE, "virtio-blk-pci", "ioeventfd", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_WINDOWS, ACCEL_AEHD, SETTING_DEVICE, "virtio-blk-pci", "ioeventfd", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "virtio-blk-pci", "ioeventfd", "off", VERDICT_HARMFUL,
     "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "virtio-net-pci", "ioeventfd", "off", VERDICT_HARMFUL,
     "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "virtio-blk-pci", "ioeventfd", "on", VERDICT_WORKS,
     "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "virtio-blk-pci", "event_idx", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "virtiofs", "ioeventfd", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "nvme", "ioeventfd", "off", VERDICT_WORKS, "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_OBJECT, "virtio-blk-pci", "ioeventfd", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_LINUX, ACCEL_TCG, SETTING_DEVICE, "virtio-blk-pci", "ioeventfd", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_MACOS, ACCEL_HVF, SETTING_DEVICE, "virtio-blk-pci", "ioeventfd", "off", VERDICT_WORKS,
     "7.2.22"},
    {HOST_WINDOWS, ACCEL_WHPX, SETTING_OBJECT, "iothread", "", "", VERDICT_UNAVAILABLE, "7.2.22"},
    {HOST_LINUX, ACCEL_KVM, SETTING_OBJECT, "iothread", "", "", VERDICT_WORKS, "7.2.22"},
    {HOST_WINDOWS, ACCEL_TCG, SETTING_DEVICE, "virtio-9p-pci", "x", "y", VERDICT_UNAVAILABLE,
     "7.2.22"},
    {HOST_WINDOWS, ACCEL_WHPX, SETTING_FSDEV, "local", "", "", VERDICT_UNAVAILABLE, "7.2.22"},
    {HOST_WINDOWS, ACCEL_WHPX, SETTING_DEVICE, "vhost-vsock-pci", "", "", VERDICT_UNAVAILABLE,
     NULL},
    {HOST_WINDOWS, ACCEL_TCG, SETTING_DEVICE, "vfio-pci", "", "", VERDICT_UNAVAILABLE, NULL},
    {HOST_WINDOWS, ACCEL_TCG, SETTING_OBJECT, "memory-backend-memfd", "", "", VERDICT_UNAVAILABLE,
     NULL},
    {HOST_WINDOWS, ACCEL_TCG, SETTING_OBJECT, "memory-backend-file", "", "", VERDICT_UNAVAILABLE,
     NULL},
    {HOST_WINDOWS, ACCEL_TCG, SETTING_OBJECT, "memory-backend-ram", "", "", VERDICT_WORKS, NULL},
    {HOST_WINDOWS, ACCEL_WHPX, SETTING_ARGUMENT, "cpu-pm=on", "", "", VERDICT_POINTLESS, NULL},
    {HOST_LINUX, ACCEL_TCG, SETTING_ARGUMENT, "cpu-pm=on", "", "", VERDICT_POINTLESS, NULL},
    {HOST_LINUX, ACCEL_KVM, SETTING_ARGUMENT, "cpu-pm=on", "", "", VERDICT_WORKS, NULL},
    {HOST_LINUX, ACCEL_KVM, SETTING_DEVICE, "vhost-vsock-pci", "", "", VERDICT_WORKS, NULL},
    {HOST_LINUX, ACCEL_KVM, SETTING_CST, "", "enter", "mwait", VERDICT_WORKS, NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_DEVICE, "vhost-user-blk-pci", "x", "y", VERDICT_UNAVAILABLE,
     "11.1"},
    {HOST_MACOS, ACCEL_TCG, SETTING_DEVICE, "vhost-scsi-pci", "x", "y", VERDICT_UNAVAILABLE,
     "11.1"},
    {HOST_MACOS, ACCEL_HVF, SETTING_DEVICE, "vfio-pci", "", "", VERDICT_UNAVAILABLE, NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_DEVICE, "virtio-9p-pci", "x", "y", VERDICT_UNAVAILABLE, "6.2"},
    {HOST_MACOS, ACCEL_HVF, SETTING_DEVICE, "virtio-9p-pci", "x", "y", VERDICT_WORKS, "7.0"},
    {HOST_MACOS, ACCEL_HVF, SETTING_DEVICE, "virtio-9p-pci", "x", "y", VERDICT_WORKS, NULL},
    {HOST_MACOS, ACCEL_TCG, SETTING_FSDEV, "local", "", "", VERDICT_UNAVAILABLE, "2.12.0"},
    {HOST_MACOS, ACCEL_TCG, SETTING_FSDEV, "local", "", "", VERDICT_WORKS, "7.2.22"},
    {HOST_MACOS, ACCEL_HVF, SETTING_OBJECT, "iothread", "", "", VERDICT_WORKS, NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_OBJECT, "memory-backend-memfd", "", "", VERDICT_UNAVAILABLE,
     NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_OBJECT, "memory-backend-file", "", "", VERDICT_WORKS, NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_CST, "", "enter", "hlt", VERDICT_WORKS, NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_CST, "", "enter", "mwait", VERDICT_POINTLESS, NULL},
    {HOST_MACOS, ACCEL_TCG, SETTING_CST, "", "enter", "mwait", VERDICT_WORKS, NULL},
    {HOST_MACOS, ACCEL_HVF, SETTING_ARGUMENT, "cpu-pm=on", "", "", VERDICT_POINTLESS, NULL},
};

static void test_verdicts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        struct setting setting = {verdicts[i].kind, str_from(verdicts[i].type),
                                  str_from(verdicts[i].property), str_from(verdicts[i].value)};
        struct version qemu = {.known = false};
        if (verdicts[i].qemu)
            assert_true(version_parse(str_from(verdicts[i].qemu), &qemu));
        const struct verdict_row *row =
            backend_verdict(backend_find(verdicts[i].host), verdicts[i].accel, &qemu, &setting);
        enum verdict got = row ? row->verdict : VERDICT_WORKS;
        if (got != verdicts[i].want)
            fail_msg("row %zu: verdict %d", i, (int)got);
        if (row) { /* nobody has to believe a verdict without a source */
            assert_non_null(row->reason);
            assert_non_null(row->source);
        }
    }
}

/* The first row that fits decides, and none behind the last is looked at. */
static void test_rows(void **state) {
    (void)state;
    static const struct verdict_row rows[] = {
        {SETTING_DEVICE, "a*", "p", NULL, ANY_ACCEL, NULL, NULL, VERDICT_POINTLESS, "", NULL, ""},
        {SETTING_DEVICE, "ab", "p", NULL, ANY_ACCEL, NULL, NULL, VERDICT_HARMFUL, "", NULL, ""},
        {SETTING_DEVICE, "b", "p", NULL, ANY_ACCEL, NULL, NULL, VERDICT_HARMFUL, "", NULL, ""},
    };
    const struct version qemu = {.known = false};
    const struct backend backend = {.verdicts = rows, .verdict_count = 2};
    struct setting setting = {SETTING_DEVICE, STR("ab"), STR("p"), STR("v")};
    assert_ptr_equal(backend_verdict(&backend, ACCEL_KVM, &qemu, &setting), &rows[0]);
    setting.type = STR("b");
    assert_null(backend_verdict(&backend, ACCEL_KVM, &qemu, &setting));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths), cmocka_unit_test(test_length),
        cmocka_unit_test(test_table), cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
