/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"
#include "spelling.h"

/* Under HVF ioeventfd=off works as on Windows: hvf-all.c has no eventfd in the kernel. */
static const struct verdict_row verdicts[] = {
    {SETTING_DEVICE, "vhost-user-*", NULL, NULL, ANY_ACCEL, VERDICT_UNAVAILABLE,
     "vhost-user is for Linux", NULL, "QEMU docs/interop/vhost-user.rst: kicks by eventfd"},
};

const struct backend macos_backend = {
    .host = HOST_MACOS,
    .accels = ACCEL_BIT(ACCEL_HVF) | ACCEL_BIT(ACCEL_TCG),
    .usual = ACCEL_HVF,
    .verdicts = verdicts,
    .verdict_count = sizeof verdicts / sizeof *verdicts,
    .spell_table_path = spelling_posix,
};
