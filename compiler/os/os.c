/* SPDX-License-Identifier: Apache-2.0 */
#include "os.h"

static const char *const texts[OS_STATUS_COUNT] = {
    [OS_OK] = "success",
    [OS_NOT_FOUND] = "no such file or directory",
    [OS_DENIED] = "permission denied",
    [OS_IS_DIRECTORY] = "is a directory",
    [OS_NOT_DIRECTORY] = "not a directory",
    [OS_NOT_FILE] = "not a regular file",
    [OS_LINK_LOOP] = "too many levels of symbolic links",
    [OS_NAME_TOO_LONG] = "file name too long",
    [OS_TOO_LARGE] = "file too large",
    [OS_NO_SPACE] = "no space left on device",
    [OS_READ_ONLY] = "read-only file system",
    [OS_BUSY] = "in use by another process",
    [OS_EXISTS] = "file exists",
    [OS_TOO_MANY_FILES] = "too many open files",
    [OS_CLOSED] = "broken pipe",
    [OS_IO] = "input/output error",
};

const char *os_status_text(enum os_status status) {
    return texts[status];
}

int os_identity_compare(const struct os_identity *a, const struct os_identity *b) {
    if (a->volume != b->volume)
        return a->volume < b->volume ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return a->low == b->low ? 0 : a->low < b->low ? -1 : 1;
}
