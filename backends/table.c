/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"
#include "match.h"

const struct backend *backend_find(enum host host) {
    static const struct backend *const backends[] = {
        [HOST_WINDOWS] = &windows_backend,
        [HOST_LINUX] = &linux_backend,
        [HOST_MACOS] = &macos_backend,
    };
    return backends[host];
}

const struct verdict_row *backend_verdict(const struct backend *backend, enum accel accel,
                                          const struct version *qemu,
                                          const struct setting *setting) {
    for (size_t i = 0; i < backend->verdict_count; i++) {
        const struct verdict_row *row = &backend->verdicts[i];
        if (row->kind == setting->kind && row->accels & ACCEL_BIT(accel) &&
            match_text(row->type, setting->type) && match_text(row->property, setting->property) &&
            match_text(row->value, setting->value) && match_version(qemu, row->since, row->until))
            return row;
    }
    return NULL;
}
