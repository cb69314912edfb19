/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"
#include "spelling.h"

#define HVF ACCEL_BIT(ACCEL_HVF)

/*
 * HVF leaves more to QEMU than KVM does: there is no eventfd in the kernel (accel/hvf has none, so
 * memory.c serves each kick), and HLT comes out to QEMU, which sleeps (target/i386/hvf/hvf.c,
 * EXIT_REASON_HLT; WFI in target/arm/hvf/hvf.c). Both are so since HVF came with 2.12.
 */
static const struct verdict_row verdicts[] = {
    {SETTING_DEVICE, "virtio-*", "ioeventfd", "off", HVF, NULL, NULL, VERDICT_WORKS,
     "HVF has no eventfd in the kernel: QEMU serves each kick itself either way", NULL,
     "QEMU accel/hvf: no ioeventfd listener; softmmu/memory.c, memory_region_dispatch_write"},
    {SETTING_OBJECT, "iothread", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_WORKS,
     "iothreads poll on macOS", NULL, "QEMU util/aio-posix.c, built for every POSIX host"},
    {SETTING_CST, NULL, "enter", "hlt", HVF, NULL, NULL, VERDICT_WORKS,
     "under HVF, HLT comes out to QEMU, which sleeps until the next interrupt", NULL,
     "QEMU target/i386/hvf/hvf.c, EXIT_REASON_HLT"},
    {SETTING_CST, NULL, "enter", "mwait", HVF, NULL, NULL, VERDICT_POINTLESS,
     "under HVF the guest's CPU has no MWAIT: a C1 is entered by HLT, and others are passed over",
     NULL, "QEMU target/i386/hvf/x86_cpuid.c: no CPUID_EXT_MONITOR in leaf 1"},
    {SETTING_DEVICE, "vhost-user-*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "vhost-user is not built for macOS unless QEMU was configured for it, and no kernel passes "
     "its kicks on",
     NULL, "QEMU meson.build: vhost_user is automatic on Linux only"},
    {SETTING_DEVICE, "vhost-*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "vhost devices are in the kernel of Linux", NULL,
     "QEMU meson.build: vhost_kernel needs Linux"},
    {SETTING_DEVICE, "vfio-*", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "VFIO is in the kernel of Linux", NULL, "QEMU hw/vfio/Kconfig: depends on LINUX"},
    {SETTING_DEVICE, "virtio-9p*", NULL, NULL, ANY_ACCEL, NULL, "7.0", VERDICT_UNAVAILABLE,
     "9p is built for macOS since QEMU 7.0", "QEMU 7.0 or later",
     "QEMU 7.0, '9p: darwin: meson: Allow VirtFS on Darwin'"},
    {SETTING_FSDEV, NULL, NULL, NULL, ANY_ACCEL, NULL, "7.0", VERDICT_UNAVAILABLE,
     "9p is built for macOS since QEMU 7.0", "QEMU 7.0 or later",
     "QEMU 7.0, '9p: darwin: meson: Allow VirtFS on Darwin'"},
    {SETTING_OBJECT, "memory-backend-memfd", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "memfd is a call of Linux", NULL,
     "QEMU backends/meson.build: hostmem-memfd.c with CONFIG_LINUX"},
    {SETTING_ARGUMENT, "cpu-pm=on", NULL, NULL, ANY_ACCEL, NULL, NULL, VERDICT_POINTLESS,
     "cpu-pm is done by KVM", NULL, "QEMU target/i386/kvm/kvm.c: enable_cpu_pm"},
};

const struct backend macos_backend = {
    .host = HOST_MACOS,
    .accels = ACCEL_BIT(ACCEL_HVF) | ACCEL_BIT(ACCEL_TCG),
    .usual = ACCEL_HVF,
    .verdicts = verdicts,
    .verdict_count = sizeof verdicts / sizeof *verdicts,
    .spell_table_path = spelling_posix,
};
