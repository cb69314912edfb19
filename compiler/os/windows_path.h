/* SPDX-License-Identifier: Apache-2.0 */
/* Texts and paths as Windows takes them: UTF-16, '\' between parts. Used by os_windows.c only. */
#ifndef MODAVD_WINDOWS_PATH_H
#define MODAVD_WINDOWS_PATH_H

#include "os.h"

#include <wchar.h>

/* NT keeps the length of a path in 16 bits of bytes, so nothing is longer. */
enum { WIDE_ROOM = 32768 };

/* A text that ends with NUL. */
struct wide {
    wchar_t text[WIDE_ROOM];
    size_t len;
};

/* UTF-8 to UTF-16. OS_NOT_FOUND for what no name can be (empty, NUL inside, no UTF-8),
 * OS_NAME_TOO_LONG for what does not fit. */
enum os_status wide_from(str text, struct wide *out);

/* UTF-16 to UTF-8. What is no UTF-16 becomes U+FFFD. */
str wide_to_str(struct arena *arena, const wchar_t *text, size_t len);

/* PATH in full, in the form without limits where it is long. OS_NOT_FILE for devices (aux, nul.txt,
 * //./pipe/x), OS_NOT_FOUND for streams (file:stream). */
enum os_status wide_path(str path, struct wide *out);

/* A path of the system's as ours: '/' between parts, without the prefix of the long form. */
str wide_to_path(struct arena *arena, const wchar_t *text, size_t len);

#endif
