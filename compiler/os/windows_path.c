/* SPDX-License-Identifier: Apache-2.0 */
/* The rules are those of "Naming Files, Paths, and Namespaces" in Microsoft's documentation. */
#include "windows_path.h"

#include <string.h>
#include <windows.h>

/* CreateDirectoryW ends at 248, since it keeps room for an 8.3 name; files would do until 260. */
enum { LONG_PATH = 248, PART_MAX = 255 };

static const wchar_t verbatim[] = L"\\\\?\\";
static const wchar_t verbatim_share[] = L"\\\\?\\UNC\\";
static const wchar_t device[] = L"\\\\.\\";

enum os_status wide_from(str text, struct wide *out) {
    out->len = 0;
    out->text[0] = L'\0';
    if (text.len == 0 || memchr(text.at, '\0', text.len))
        return OS_NOT_FOUND;
    if (text.len > (size_t)WIDE_ROOM * 3) /* no UTF-16 unit takes more bytes of UTF-8 */
        return OS_NAME_TOO_LONG;
    int len = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.at, (int)text.len, out->text,
                                  WIDE_ROOM - 1);
    if (len == 0)
        return GetLastError() == ERROR_INSUFFICIENT_BUFFER ? OS_NAME_TOO_LONG : OS_NOT_FOUND;
    out->len = (size_t)len;
    out->text[len] = L'\0';
    return OS_OK;
}

str wide_to_str(struct arena *arena, const wchar_t *text, size_t len) {
    if (len == 0)
        return (str){"", 0};
    int size = WideCharToMultiByte(CP_UTF8, 0, text, (int)len, NULL, 0, NULL, NULL);
    char *bytes = arena_alloc(arena, (size_t)size + 1);
    WideCharToMultiByte(CP_UTF8, 0, text, (int)len, bytes, size, NULL, NULL);
    return (str){bytes, (size_t)size};
}

static bool starts(const wchar_t *text, const wchar_t *prefix) {
    return wcsncmp(text, prefix, wcslen(prefix)) == 0;
}

/* --- names that mean something else --- */

static const struct {
    const wchar_t *name;
    const wchar_t *digits; /* one of these follows; NULL: nothing does */
} devices[] = {
    {L"CON", NULL},
    {L"PRN", NULL},
    {L"AUX", NULL},
    {L"NUL", NULL},
    {L"CONIN$", NULL},
    {L"CONOUT$", NULL},
    {L"COM", L"123456789\u00b9\u00b2\u00b3"}, /* superscripts count as digits */
    {L"LPT", L"123456789\u00b9\u00b2\u00b3"},
};

/* What precedes the first '.', and blanks before that: "nul .txt" is the device NUL too. */
static size_t stem_length(const wchar_t *part, size_t len) {
    size_t stem = 0;
    while (stem < len && part[stem] != L'.')
        stem++;
    while (stem > 0 && part[stem - 1] == L' ')
        stem--;
    return stem;
}

static bool is_device(const wchar_t *part, size_t len) {
    size_t stem = stem_length(part, len);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        size_t name = wcslen(devices[i].name), whole = name + (devices[i].digits ? 1 : 0);
        if (stem != whole || _wcsnicmp(part, devices[i].name, name) != 0)
            continue;
        if (!devices[i].digits || wcschr(devices[i].digits, part[name]))
            return true;
    }
    return false;
}

static enum os_status check_part(const wchar_t *part, size_t len) {
    if (len > PART_MAX)
        return OS_NAME_TOO_LONG;
    if (len > 0 && wmemchr(part, L':', len))
        return OS_NOT_FOUND; /* a stream of another file, or a drive amid a path */
    return is_device(part, len) ? OS_NOT_FILE : OS_OK;
}

static enum os_status check_parts(const struct wide *path) {
    enum os_status status = OS_OK;
    size_t at = path->len > 1 && path->text[1] == L':' ? 2 : 0;
    while (status == OS_OK && at < path->len) {
        size_t len = wcscspn(path->text + at, L"\\");
        status = check_part(path->text + at, len);
        at += len + 1;
    }
    return status;
}

/* --- paths --- */

static void to_backslashes(struct wide *path) {
    for (size_t i = 0; i < path->len; i++)
        if (path->text[i] == L'/')
            path->text[i] = L'\\';
}

/* PREFIX in the place of the first CUT characters. */
static enum os_status put_prefix(struct wide *path, const wchar_t *prefix, size_t cut) {
    size_t room = wcslen(prefix);
    if (path->len - cut + room >= WIDE_ROOM)
        return OS_NAME_TOO_LONG;
    wmemmove(path->text + room, path->text + cut, path->len - cut + 1);
    wmemcpy(path->text, prefix, room);
    path->len += room - cut;
    return OS_OK;
}

/* From here on the system takes the path as it is, so "." and the like must be gone before. */
static enum os_status lengthen(struct wide *path) {
    if (path->len < LONG_PATH || starts(path->text, verbatim))
        return OS_OK;
    if (path->text[path->len - 1] == L'\\')
        path->text[--path->len] = L'\0';
    bool share = starts(path->text, L"\\\\");
    return put_prefix(path, share ? verbatim_share : verbatim, share ? 2 : 0);
}

enum os_status wide_path(str path, struct wide *out) {
    struct wide given;
    enum os_status status = wide_from(path, &given);
    if (status != OS_OK)
        return status;
    to_backslashes(&given);
    if (starts(given.text, device))
        return OS_NOT_FILE;
    if (starts(given.text, verbatim)) {
        *out = given;
        return OS_OK;
    }
    status = check_parts(&given);
    if (status != OS_OK)
        return status;
    DWORD len = GetFullPathNameW(given.text, WIDE_ROOM, out->text, NULL);
    if (len == 0 || len >= WIDE_ROOM)
        return len == 0 ? OS_NOT_FOUND : OS_NAME_TOO_LONG;
    out->len = len;
    return starts(out->text, device) ? OS_NOT_FILE : lengthen(out);
}

str wide_to_path(struct arena *arena, const wchar_t *text, size_t len) {
    bool share = starts(text, verbatim_share);
    size_t cut = share ? wcslen(verbatim_share) : starts(text, verbatim) ? wcslen(verbatim) : 0;
    str rest = wide_to_str(arena, text + cut, len - cut);
    char *path = str_c(arena, rest);
    for (size_t i = 0; i < rest.len; i++)
        if (path[i] == '\\')
            path[i] = '/';
    return share ? str_format(arena, "//%s", path) : (str){path, rest.len};
}
