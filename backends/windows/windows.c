/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"
#include "buf.h"
#include "spelling.h"
#include "utf8.h"

/*
 * ioeventfd=off works under every accelerator of Windows: none of whpx-all.c, aehd-all.c and
 * hax-all.c has an eventfd in the kernel, so memory.c of the emulator serves each kick in its main
 * loop.
 */
static const struct verdict_row verdicts[] = {
    {SETTING_DEVICE, "virtio-*", "iothread", NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "an iothread needs an eventfd in the kernel, which Windows does not have", NULL,
     "the emulator's main.cpp: iothread only under CONFIG_LINUX"},
    {SETTING_OBJECT, "iothread", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "iothreads do not poll on Windows", NULL, "QEMU util/aio-win32.c has no polling"},
    {SETTING_DEVICE, "vhost-user-*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "vhost-user is not built for Windows", NULL,
     "QEMU meson.build: vhost_user needs a POSIX host"},
    {SETTING_DEVICE, "virtio-9p*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "9p is not built for Windows", NULL, "QEMU meson.build: virtfs needs Linux or macOS"},
    {SETTING_FSDEV, NULL, NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "9p is not built for Windows", NULL, "QEMU meson.build: virtfs needs Linux or macOS"},
    {SETTING_DEVICE, "vhost-*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "vhost devices are in the kernel of Linux", NULL,
     "QEMU meson.build: vhost_kernel needs Linux"},
    {SETTING_DEVICE, "vfio-*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "VFIO is in the kernel of Linux", NULL, "QEMU hw/vfio/Kconfig: depends on LINUX"},
    {SETTING_OBJECT, "memory-backend-memfd", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "memfd is a call of Linux", NULL,
     "QEMU backends/meson.build: hostmem-memfd.c with CONFIG_LINUX"},
    {SETTING_OBJECT, "memory-backend-file", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "memory in a file is not built for Windows", NULL,
     "QEMU backends/meson.build: hostmem-file.c with CONFIG_POSIX"},
    {SETTING_ARGUMENT, "cpu-pm=on", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_POINTLESS,
     "cpu-pm is done by KVM", NULL, "QEMU target/i386/kvm/kvm.c: enable_cpu_pm"},
};

/* A comma could be doubled for QEMU, but managers build the command line themselves and are known
 * to cut it there; the file is opened in the system's code page, so only ASCII means the same in
 * all. */
static bool spell_table_path(struct arena *arena, str path, str *out, str *why) {
    enum { VALUE_MAX = 1023 };
    struct buf buf = buf_make(arena);
    if (!spelling_is_possible(arena, path, VALUE_MAX, why))
        return false;
    if (!utf8_is_ascii(path)) {
        *why =
            STR("the path of the table is not ASCII, and Windows would read it in its code page");
        return false;
    }
    if (str_find(path, '\\') < path.len) { /* of a directory on another system: here it separates */
        *why = STR("the path of the table has a '\\' in a name, which Windows takes apart");
        return false;
    }
    if (str_find(path, ',') < path.len) {
        *why = STR("the path of the table has a ',', where an option's value ends");
        return false;
    }
    for (size_t i = 0; i < path.len; i++)
        buf_char(&buf, path.at[i] == '/' ? '\\' : path.at[i]);
    *out = buf_view(&buf);
    return true;
}

const struct backend windows_backend = {
    .host = HOST_WINDOWS,
    .accels = ACCEL_BIT(ACCEL_WHPX) | ACCEL_BIT(ACCEL_AEHD) | ACCEL_BIT(ACCEL_HAXM) |
              ACCEL_BIT(ACCEL_TCG),
    .usual = ACCEL_WHPX,
    .verdicts = verdicts,
    .verdict_count = sizeof verdicts / sizeof *verdicts,
    .spell_table_path = spell_table_path,
    .ascii_only = true,
};
