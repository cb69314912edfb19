/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"

const struct backend *backend_find(enum host host) {
    static const struct backend *const backends[] = {
        [HOST_WINDOWS] = &windows_backend,
        [HOST_LINUX] = &linux_backend,
        [HOST_MACOS] = &macos_backend,
    };
    return backends[host];
}

static bool fits(const char *pattern, str text) {
    str wanted = str_from(pattern);
    if (!pattern)
        return true;
    if (str_ends(wanted, STR("*")))
        return str_starts(text, str_first(wanted, wanted.len - 1));
    return str_equal(text, wanted);
}

const struct verdict_row *backend_verdict(const struct backend *backend, enum accel accel,
                                          const struct setting *setting) {
    for (size_t i = 0; i < backend->verdict_count; i++) {
        const struct verdict_row *row = &backend->verdicts[i];
        if (row->kind == setting->kind && row->accels & ACCEL_BIT(accel) &&
            fits(row->type, setting->type) && fits(row->property, setting->property) &&
            fits(row->value, setting->value))
            return row;
    }
    return NULL;
}
