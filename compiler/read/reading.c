/* SPDX-License-Identifier: Apache-2.0 */
#include "reading.h"

uint32_t reading_file(const struct reading *reading, str path, str shown, size_t limit) {
    str bytes;
    enum os_status status =
        reading->os->read_file(reading->os->context, reading->arena, path, limit, &bytes);
    uint32_t source = source_add(reading->diags->sources, shown, bytes);
    if (status == OS_OK)
        return source;
    if (status == OS_TOO_LARGE) {
        diag(reading->diags, MP_TOO_LARGE, span_file(source), "larger than %zu bytes", limit);
        return 0;
    }
    reading->diags->io_failed = true;
    diag(reading->diags, MP_UNREADABLE, span_file(source), "cannot be read: %s",
         os_status_text(status));
    return 0;
}
