/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"
#include "spelling.h"

static const struct verdict_row verdicts[] = {
    {SETTING_DEVICE, "virtio-*", "ioeventfd", "off", ACCEL_BIT(ACCEL_KVM), NULL, NULL,
     VERDICT_HARMFUL,
     "under KVM the kernel signals the ioeventfd itself; with ioeventfd=off every request leaves "
     "to "
     "QEMU",
     "--accel tcg", "QEMU accel/kvm/kvm-all.c, kvm_set_ioeventfd_mmio and _pio"},
    {SETTING_DEVICE, "vhost-user-*", "ioeventfd", NULL, ANY_ACCEL, NULL, NULL, VERDICT_UNAVAILABLE,
     "vhost-user devices have no ioeventfd to set", NULL,
     "device-list-properties of vhost-user-blk-pci, QEMU 5.2 to 11.1"},
    {SETTING_ARGUMENT, "cpu-pm=on", NULL, NULL, ACCEL_BIT(ACCEL_TCG), NULL, NULL, VERDICT_POINTLESS,
     "cpu-pm is done by KVM", "--accel kvm", "QEMU target/i386/kvm/kvm.c: enable_cpu_pm"},
};

const struct backend linux_backend = {
    .host = HOST_LINUX,
    .accels = ACCEL_BIT(ACCEL_KVM) | ACCEL_BIT(ACCEL_TCG),
    .usual = ACCEL_KVM,
    .verdicts = verdicts,
    .verdict_count = sizeof verdicts / sizeof *verdicts,
    .spell_table_path = spelling_posix,
};
