/* SPDX-License-Identifier: Apache-2.0 */
/* Windows. Function names are those of struct os. Only calls for UTF-16 are used: the others see
 * what the code page of the user's system has, and lose the rest. */
#include "os_windows.h"
#include "accelerator.h"
#include "growing.h"
#include "windows_path.h"

#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

enum {
    LOCK_WAIT_MS = 10000,
    HELD_WAIT_MS = 2000, /* for a file that another process holds: a scanner, an indexer */
    DENIED_TRIES = 20,   /* a file whose deletion is not complete is "denied" too */
    STEP_MS = 10,
};

/* Lets others read, write, rename and delete what we read. */
enum { SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

struct os_lock {
    HANDLE file;
};

static const struct {
    DWORD error;
    enum os_status status;
} statuses[] = {
    {ERROR_FILE_NOT_FOUND, OS_NOT_FOUND},
    {ERROR_PATH_NOT_FOUND, OS_NOT_FOUND},
    {ERROR_INVALID_DRIVE, OS_NOT_FOUND},
    {ERROR_INVALID_NAME, OS_NOT_FOUND}, /* '*', '<' and the like are in no name */
    {ERROR_BAD_PATHNAME, OS_NOT_FOUND},
    {ERROR_BAD_NETPATH, OS_NOT_FOUND},
    {ERROR_BAD_NET_NAME, OS_NOT_FOUND},
    {ERROR_ACCESS_DENIED, OS_DENIED},
    {ERROR_NETWORK_ACCESS_DENIED, OS_DENIED},
    {ERROR_PRIVILEGE_NOT_HELD, OS_DENIED},
    {ERROR_BAD_EXE_FORMAT, OS_DENIED}, /* as where a file is not executable */
    {ERROR_LOGON_FAILURE, OS_DENIED},
    {ERROR_DIRECTORY, OS_NOT_DIRECTORY},
    {ERROR_CANT_RESOLVE_FILENAME, OS_LINK_LOOP},
    {ERROR_FILENAME_EXCED_RANGE, OS_NAME_TOO_LONG},
    {ERROR_BUFFER_OVERFLOW, OS_NAME_TOO_LONG},
    {ERROR_FILE_TOO_LARGE, OS_TOO_LARGE},
    {ERROR_DISK_FULL, OS_NO_SPACE},
    {ERROR_HANDLE_DISK_FULL, OS_NO_SPACE},
    {1295, OS_NO_SPACE}, /* ERROR_DISK_QUOTA_EXCEEDED; mingw has no name for it */
    {ERROR_WRITE_PROTECT, OS_READ_ONLY},
    {ERROR_SHARING_VIOLATION, OS_BUSY},
    {ERROR_LOCK_VIOLATION, OS_BUSY},
    {ERROR_BUSY, OS_BUSY},
    {ERROR_DELETE_PENDING, OS_BUSY},
    {ERROR_USER_MAPPED_FILE, OS_BUSY},
    {ERROR_FILE_EXISTS, OS_EXISTS},
    {ERROR_ALREADY_EXISTS, OS_EXISTS},
    {ERROR_DIR_NOT_EMPTY, OS_EXISTS},
    {ERROR_TOO_MANY_OPEN_FILES, OS_TOO_MANY_FILES},
    {ERROR_BROKEN_PIPE, OS_CLOSED},
    {ERROR_NO_DATA, OS_CLOSED},
};

enum os_status windows_status(DWORD error) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].error == error)
            return statuses[i].status;
    return OS_IO;
}

/* How long to go on with what fails for a while. */
struct patience {
    ULONGLONG end;
    unsigned denied; /* tries of late */
};

static struct patience patience_make(DWORD wait_ms) {
    return (struct patience){GetTickCount64() + wait_ms, 0};
}

/* Whether to try once more after STATUS, having slept. */
static bool again(struct patience *patience, enum os_status status) {
    if (status != OS_BUSY && status != OS_DENIED)
        return false;
    patience->denied = status == OS_DENIED ? patience->denied + 1 : 0;
    if (GetTickCount64() >= patience->end || patience->denied > DENIED_TRIES)
        return false;
    Sleep(STEP_MS);
    return true;
}

/* A way through a file is "not found" here, and "not a directory" elsewhere. */
static bool leads_through_file(const struct wide *path) {
    struct wide above = *path;
    while (above.len > 0) {
        above.text[--above.len] = L'\0';
        if (path->text[above.len] != L'\\')
            continue;
        DWORD attributes = GetFileAttributesW(above.text);
        if (attributes != INVALID_FILE_ATTRIBUTES)
            return !(attributes & FILE_ATTRIBUTE_DIRECTORY);
    }
    return false;
}

static enum os_status status_at(const struct wide *path, DWORD error) {
    if (error == ERROR_PATH_NOT_FOUND && leads_through_file(path))
        return OS_NOT_DIRECTORY;
    return windows_status(error);
}

struct opening {
    DWORD access, share, creation, flags, wait_ms;
};

/* Retries while another process holds the file. */
static enum os_status open_wide(const struct wide *path, struct opening how, HANDLE *out) {
    struct patience patience = patience_make(how.wait_ms);
    enum os_status status;
    do {
        *out = CreateFileW(path->text, how.access, how.share, NULL, how.creation, how.flags, NULL);
        status = *out == INVALID_HANDLE_VALUE ? status_at(path, GetLastError()) : OS_OK;
    } while (again(&patience, status));
    return status;
}

static enum os_status open_path(str path, struct opening how, struct wide *wide, HANDLE *out) {
    enum os_status status = wide_path(path, wide);
    return status == OS_OK ? open_wide(wide, how, out) : status;
}

/* Without BACKUP_SEMANTICS a directory would be "denied". */
static const struct opening to_read = {GENERIC_READ, SHARE_ALL, OPEN_EXISTING,
                                       FILE_FLAG_BACKUP_SEMANTICS, HELD_WAIT_MS};
static const struct opening to_look = {0, SHARE_ALL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, 0};

/* Of an open handle, which is of the name itself or of what a link points at. */
static enum os_kind kind_of(HANDLE handle) {
    FILE_BASIC_INFO facts;
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return OS_KIND_OTHER;
    if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &facts, sizeof facts))
        return OS_KIND_OTHER;
    return facts.FileAttributes & FILE_ATTRIBUTE_DIRECTORY ? OS_KIND_DIRECTORY : OS_KIND_FILE;
}

/* A symbolic link or a junction. Other reparse points are files: those in a cloud, packed ones. */
static bool is_link(HANDLE handle) {
    FILE_ATTRIBUTE_TAG_INFO facts;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &facts, sizeof facts) &&
           (facts.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
           IsReparseTagNameSurrogate(facts.ReparseTag);
}

static enum os_status status_of_kind(enum os_kind kind) {
    static const enum os_status by_kind[] = {[OS_KIND_NONE] = OS_NOT_FOUND,
                                             [OS_KIND_FILE] = OS_OK,
                                             [OS_KIND_DIRECTORY] = OS_IS_DIRECTORY,
                                             [OS_KIND_OTHER] = OS_NOT_FILE};
    return by_kind[kind];
}

/* What stands at PATH, of the name itself. */
static enum os_status status_of_name(const struct wide *path) {
    struct opening how = to_look;
    how.flags |= FILE_FLAG_OPEN_REPARSE_POINT;
    HANDLE handle;
    enum os_status status = open_wide(path, how, &handle);
    if (status != OS_OK)
        return status;
    status = is_link(handle) ? OS_LINK_LOOP : status_of_kind(kind_of(handle));
    CloseHandle(handle);
    return status;
}

/* --- reading --- */

static char *grow(struct arena *arena, const char *bytes, size_t len, size_t room) {
    char *more = arena_alloc(arena, room);
    if (len)
        memcpy(more, bytes, len);
    return more;
}

/* Reads to the end, not to the size of before: the file may grow. */
static enum os_status read_all(HANDLE file, struct arena *arena, size_t size, size_t limit,
                               str *out) {
    enum { PIECE = 1 << 20 };
    size_t room = size + 1, len = 0;
    char *bytes = arena_alloc(arena, room);
    for (;;) {
        DWORD wanted = room - len < PIECE ? (DWORD)(room - len) : PIECE, got = 0;
        if (!ReadFile(file, bytes + len, wanted, &got, NULL))
            return windows_status(GetLastError());
        len += got;
        if (len > limit)
            return OS_TOO_LARGE;
        if (got == 0)
            break;
        if (len == room) {
            room = room > limit / 2 ? limit + 1 : room * 2;
            bytes = grow(arena, bytes, len, room);
        }
    }
    *out = (str){bytes, len};
    return OS_OK;
}

static enum os_status read_open(HANDLE file, struct arena *arena, size_t limit, str *out) {
    enum os_status status = status_of_kind(kind_of(file));
    LARGE_INTEGER size;
    if (limit == SIZE_MAX)
        limit--;
    if (status != OS_OK)
        return status;
    if (!GetFileSizeEx(file, &size))
        return windows_status(GetLastError());
    if ((ULONGLONG)size.QuadPart > limit)
        return OS_TOO_LARGE;
    return read_all(file, arena, (size_t)size.QuadPart, limit, out);
}

static enum os_status read_file(void *context, struct arena *arena, str path, size_t limit,
                                str *out) {
    (void)context;
    *out = (str){"", 0};
    struct wide wide;
    HANDLE file;
    enum os_status status = open_path(path, to_read, &wide, &file);
    if (status != OS_OK)
        return status;
    status = read_open(file, arena, limit, out);
    CloseHandle(file);
    return status;
}

/* Opened once for the look and for the bytes, so that no link can slip in between. */
static enum os_status read_own(void *context, struct arena *arena, str path, size_t limit,
                               struct os_file *out) {
    *out = (struct os_file){.bytes = {"", 0}, .mode = OS_MODE_UNKNOWN};
    struct wide wide;
    struct opening how = to_read;
    how.flags |= FILE_FLAG_OPEN_REPARSE_POINT;
    HANDLE file;
    enum os_status status = open_path(path, how, &wide, &file);
    if (status != OS_OK)
        return status;
    FILE_BASIC_INFO facts = {.FileAttributes = 0};
    GetFileInformationByHandleEx(file, FileBasicInfo, &facts, sizeof facts);
    bool plain = !(facts.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT);
    status = is_link(file) ? OS_LINK_LOOP : OS_OK;
    if (status == OS_OK && plain)
        status = read_open(file, arena, limit, &out->bytes);
    CloseHandle(file);
    /* The bytes of a file in a cloud or a packed one come by the ordinary way only. */
    return status == OS_OK && !plain ? read_file(context, arena, path, limit, &out->bytes) : status;
}

/* --- directories --- */

static enum os_kind kind(void *context, str path) {
    (void)context;
    struct wide wide;
    HANDLE handle;
    enum os_status status = wide_path(path, &wide);
    if (status == OS_NOT_FILE)
        return OS_KIND_OTHER;
    if (status != OS_OK || open_wide(&wide, to_look, &handle) != OS_OK)
        return OS_KIND_NONE;
    enum os_kind found = kind_of(handle);
    CloseHandle(handle);
    return found;
}

struct entries {
    struct os_entry *items;
    size_t count, room;
};

static void entry_add(struct arena *arena, struct entries *entries, struct os_entry entry) {
    entries->items =
        grown(arena, entries->items, entries->count, &entries->room, sizeof *entries->items);
    entries->items[entries->count++] = entry;
}

/* The attributes come with the name, which spares a call for each entry but links. */
static struct os_entry entry_make(struct arena *arena, str directory,
                                  const WIN32_FIND_DATAW *found) {
    str name = wide_to_str(arena, found->cFileName, wcslen(found->cFileName));
    DWORD attributes = found->dwFileAttributes;
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        str path = str_format(arena, "%.*s/%.*s", STR_ARG(directory), STR_ARG(name));
        return (struct os_entry){name, kind(NULL, path)};
    }
    return (struct os_entry){name, attributes & FILE_ATTRIBUTE_DIRECTORY ? OS_KIND_DIRECTORY
                                                                         : OS_KIND_FILE};
}

static bool is_dots(const wchar_t *name) {
    return wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0;
}

static enum os_status read_entries(const wchar_t *pattern, struct arena *arena, str directory,
                                   struct entries *out) {
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileExW(pattern, FindExInfoBasic, &found, FindExSearchNameMatch, NULL,
                                     FIND_FIRST_EX_LARGE_FETCH);
    if (search == INVALID_HANDLE_VALUE) /* the root of an empty drive has not even "." */
        return GetLastError() == ERROR_FILE_NOT_FOUND ? OS_OK : windows_status(GetLastError());
    do {
        if (!is_dots(found.cFileName))
            entry_add(arena, out, entry_make(arena, directory, &found));
    } while (FindNextFileW(search, &found));
    DWORD error = GetLastError();
    FindClose(search);
    return error == ERROR_NO_MORE_FILES ? OS_OK : windows_status(error);
}

static int entry_compare(const void *a, const void *b) {
    return str_compare(((const struct os_entry *)a)->name, ((const struct os_entry *)b)->name);
}

/* An open directory is asked first, since a search in a file or a loop only says "not found". */
static enum os_status status_of_directory(const struct wide *path) {
    HANDLE handle;
    enum os_status status = open_wide(path, to_look, &handle);
    if (status != OS_OK)
        return status;
    status = kind_of(handle) == OS_KIND_DIRECTORY ? OS_OK : OS_NOT_DIRECTORY;
    CloseHandle(handle);
    return status;
}

static enum os_status list(void *context, struct arena *arena, str path, struct os_listing *out) {
    (void)context;
    *out = (struct os_listing){0};
    struct wide wide;
    struct entries entries = {0};
    enum os_status status = wide_path(path, &wide);
    if (status == OS_OK)
        status = status_of_directory(&wide);
    if (status != OS_OK)
        return status;
    if (wide.len + 3 > WIDE_ROOM)
        return OS_NAME_TOO_LONG;
    wcscpy(wide.text + wide.len, wide.text[wide.len - 1] == L'\\' ? L"*" : L"\\*");
    status = read_entries(wide.text, arena, path, &entries);
    if (entries.count)
        qsort(entries.items, entries.count, sizeof *entries.items, entry_compare);
    if (status == OS_OK)
        *out = (struct os_listing){entries.items, entries.count};
    return status;
}

/* Some drivers, of RAM disks for one, cannot tell the name of what is open: it is as given then. */
static enum os_status real_path(void *context, struct arena *arena, str path, str *out) {
    (void)context;
    *out = (str){"", 0};
    struct wide wide;
    HANDLE handle;
    enum os_status status = open_path(path, to_look, &wide, &handle);
    if (status != OS_OK)
        return status;
    struct wide real;
    DWORD len = GetFinalPathNameByHandleW(handle, real.text, WIDE_ROOM, FILE_NAME_NORMALIZED);
    CloseHandle(handle);
    bool known = len > 0 && len < WIDE_ROOM;
    *out = known ? wide_to_path(arena, real.text, len) : wide_to_path(arena, wide.text, wide.len);
    return OS_OK;
}

/* File systems that number files with 128 bits (ReFS) tell them by the first call only, and older
 * servers know only the second. */
static bool identify(HANDLE handle, struct os_identity *out) {
    FILE_ID_INFO id;
    BY_HANDLE_FILE_INFORMATION old;
    if (GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) {
        out->volume = id.VolumeSerialNumber;
        memcpy(&out->low, id.FileId.Identifier, sizeof out->low);
        memcpy(&out->high, id.FileId.Identifier + sizeof out->low, sizeof out->high);
        return true;
    }
    if (!GetFileInformationByHandle(handle, &old))
        return false;
    *out = (struct os_identity){.volume = old.dwVolumeSerialNumber,
                                .low = (uint64_t)old.nFileIndexHigh << 32 | old.nFileIndexLow};
    return true;
}

static enum os_status identity(void *context, str path, struct os_identity *out) {
    (void)context;
    struct wide wide;
    HANDLE handle;
    enum os_status status = open_path(path, to_look, &wide, &handle);
    if (status != OS_OK)
        return status;
    if (!identify(handle, out))
        status = windows_status(GetLastError());
    CloseHandle(handle);
    return status;
}

/* --- writing --- */

/* Whether another process has PATH open: it cannot be opened for us alone. */
static bool is_held(const wchar_t *path) {
    HANDLE handle = CreateFileW(path, DELETE, 0, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_status(GetLastError()) == OS_BUSY;
    CloseHandle(handle);
    return false;
}

/* Somebody wants the file to stay as it is. */
static bool is_read_only(const wchar_t *path) {
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY) &&
           (attributes & FILE_ATTRIBUTE_READONLY);
}

/* Makes CHANGE, which removes what is at TO. A held file is "in use" or "denied", as it comes. */
static enum os_status change_name(BOOL (*change)(const wchar_t *from, const wchar_t *to),
                                  const wchar_t *from, const struct wide *to) {
    struct patience patience = patience_make(HELD_WAIT_MS);
    enum os_status status;
    if (is_read_only(to->text))
        return OS_DENIED;
    do {
        status = change(from, to->text) ? OS_OK : status_at(to, GetLastError());
        if (status == OS_DENIED && is_held(to->text))
            status = OS_BUSY;
    } while (again(&patience, status));
    return status;
}

static BOOL change_delete(const wchar_t *from, const wchar_t *to) {
    (void)from;
    return DeleteFileW(to);
}

/* A link to a directory is one itself. */
static BOOL change_unlink_directory(const wchar_t *from, const wchar_t *to) {
    (void)from;
    return RemoveDirectoryW(to);
}

static BOOL change_move(const wchar_t *from, const wchar_t *to) {
    return MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

static enum os_status write_all(HANDLE file, str bytes) {
    enum { PIECE = 1 << 20 };
    while (bytes.len > 0) {
        DWORD put = 0;
        if (!WriteFile(file, bytes.at, (DWORD)(bytes.len < PIECE ? bytes.len : PIECE), &put, NULL))
            return windows_status(GetLastError());
        bytes = str_from_at(bytes, put);
    }
    return OS_OK;
}

/* Always a new file: an old one may be a hard link to something that is not ours. */
static enum os_status open_new(const struct wide *path, HANDLE *file) {
    static const struct opening how = {GENERIC_WRITE, FILE_SHARE_READ, CREATE_NEW,
                                       FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT,
                                       HELD_WAIT_MS};
    enum os_status status = open_wide(path, how, file);
    if (status != OS_EXISTS)
        return status;
    status = status_of_name(path);
    if (status == OS_OK)
        status = change_name(change_delete, NULL, path);
    return status == OS_OK || status == OS_NOT_FOUND ? open_wide(path, how, file) : status;
}

static enum os_status write_file(void *context, str path, str bytes, bool executable) {
    (void)context, (void)executable;
    struct wide wide;
    HANDLE file;
    enum os_status status = wide_path(path, &wide);
    if (status == OS_OK)
        status = open_new(&wide, &file);
    if (status != OS_OK)
        return status;
    status = write_all(file, bytes);
    if (status == OS_OK && !FlushFileBuffers(file))
        status = windows_status(GetLastError());
    CloseHandle(file);
    if (status != OS_OK)
        DeleteFileW(wide.text);
    return status;
}

/* The old file is never deleted first: there is no moment without one. */
static enum os_status replace(void *context, str from, str to) {
    (void)context;
    struct wide wide_from, wide_to;
    enum os_status status = wide_path(from, &wide_from);
    if (status == OS_OK)
        status = wide_path(to, &wide_to);
    if (status != OS_OK)
        return status;
    if (status_of_name(&wide_to) == OS_IS_DIRECTORY) /* "denied" without end */
        return OS_IS_DIRECTORY;
    return change_name(change_move, wide_from.text, &wide_to);
}

static bool is_directory_link(const struct wide *path) {
    DWORD attributes = GetFileAttributesW(path->text);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

static enum os_status remove_name(void *context, str path) {
    (void)context;
    struct wide wide;
    enum os_status status = wide_path(path, &wide);
    if (status == OS_OK)
        status = status_of_name(&wide);
    if (status == OS_LINK_LOOP && is_directory_link(&wide))
        return change_name(change_unlink_directory, NULL, &wide);
    if (status != OS_OK && status != OS_LINK_LOOP)
        return status;
    return change_name(change_delete, NULL, &wide);
}

/* NTFS keeps a log of renames, and MOVEFILE_WRITE_THROUGH waits for it. Flushing a directory is not
 * documented, does no harm, and is refused on some file systems: so only its being there counts. */
static enum os_status sync_directory(void *context, str path) {
    (void)context;
    struct wide wide;
    enum os_status status = wide_path(path, &wide);
    if (status == OS_OK)
        status = status_of_directory(&wide);
    if (status != OS_OK)
        return status;
    HANDLE handle = CreateFileW(wide.text, GENERIC_WRITE, SHARE_ALL, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle != INVALID_HANDLE_VALUE) {
        FlushFileBuffers(handle);
        CloseHandle(handle);
    }
    return OS_OK;
}

/* --- the lock: a file that nobody else may open, and that goes with the last handle on it, so
 * that nothing is left by a dead process --- */

static enum os_status lock(void *context, struct arena *arena, str directory,
                           struct os_lock **out) {
    (void)context;
    static const struct opening how = {DELETE, 0, OPEN_ALWAYS,
                                       FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE |
                                           FILE_FLAG_OPEN_REPARSE_POINT,
                                       LOCK_WAIT_MS};
    struct wide wide;
    HANDLE file;
    enum os_status status = wide_path(directory, &wide);
    if (status == OS_OK)
        status = status_of_directory(&wide);
    if (status == OS_OK)
        status = wide_path(str_format(arena, "%.*s/.modavd-lock", STR_ARG(directory)), &wide);
    if (status == OS_OK)
        status = open_wide(&wide, how, &file);
    if (status != OS_OK)
        return status;
    *out = ARENA_NEW(arena, struct os_lock);
    (*out)->file = file;
    return OS_OK;
}

static void unlock(void *context, struct os_lock *held) {
    (void)context;
    CloseHandle(held->file);
}

/* --- the process --- */

static str environment(void *context, struct arena *arena, str name) {
    (void)context;
    struct wide wide, value;
    if (wide_from(name, &wide) != OS_OK)
        return (str){NULL, 0};
    SetLastError(ERROR_SUCCESS); /* an empty variable comes to 0 too */
    DWORD len = GetEnvironmentVariableW(wide.text, value.text, WIDE_ROOM);
    if (len >= WIDE_ROOM || (len == 0 && GetLastError() != ERROR_SUCCESS))
        return (str){NULL, 0};
    return wide_to_str(arena, value.text, len);
}

/* NULL where the process was given none, as by a service or a program with windows only. */
static HANDLE standard_handle(int stream) {
    HANDLE handle = GetStdHandle(stream == 1 ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

/* As much of BYTES as one call takes, without cutting a character. */
static size_t console_piece(str bytes) {
    enum { PIECE = 4096 };
    size_t len = bytes.len < PIECE ? bytes.len : PIECE;
    size_t cut = len;
    while (cut > 0 && cut < bytes.len && ((unsigned char)bytes.at[cut] & 0xc0) == 0x80)
        cut--;
    return cut > 0 ? cut : len;
}

/* A console shows UTF-16 whatever code page it is set to. */
static enum os_status write_console(HANDLE console, str bytes) {
    while (bytes.len > 0) {
        wchar_t text[4096];
        size_t piece = console_piece(bytes);
        DWORD put, len = (DWORD)MultiByteToWideChar(CP_UTF8, 0, bytes.at, (int)piece, text, 4096);
        for (DWORD at = 0; at < len; at += put)
            if (!WriteConsoleW(console, text + at, len - at, &put, NULL))
                return windows_status(GetLastError());
        bytes = str_from_at(bytes, piece);
    }
    return OS_OK;
}

static enum os_status print(void *context, int stream, str bytes) {
    (void)context;
    HANDLE handle = standard_handle(stream);
    DWORD mode;
    if (!handle)
        return OS_OK; /* whoever started us wants to see nothing */
    return GetConsoleMode(handle, &mode) ? write_console(handle, bytes) : write_all(handle, bytes);
}

static bool is_terminal(void *context, int stream) {
    (void)context;
    HANDLE handle = standard_handle(stream);
    DWORD mode;
    return handle && GetConsoleMode(handle, &mode) &&
           SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

struct os os_machine(void) {
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX); /* no box for an empty drive */
    return (struct os){
        .host = "windows",
        .read_file = read_file,
        .read_own = read_own,
        .list = list,
        .kind = kind,
        .real_path = real_path,
        .identity = identity,
        .write_file = write_file,
        .replace = replace,
        .remove = remove_name,
        .sync_directory = sync_directory,
        .lock = lock,
        .unlock = unlock,
        .environment = environment,
        .run = windows_run,
        .hand_over = windows_hand_over,
        .accelerator = machine_accelerator,
        .print = print,
        .is_terminal = is_terminal,
    };
}

/* What main() is given went through the user's code page. A word with '\' is a path, or wrong;
 * behind
 * "--" words are another program's. */
char **os_arguments(struct arena *arena, int *argc, char **argv) {
    int count;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    if (!wide)
        return argv;
    char **words = ARENA_ARRAY(arena, (size_t)count + 1, char *);
    bool ours = true;
    for (int i = 0; i < count; i++) {
        size_t len = wcslen(wide[i]);
        words[i] = str_c(arena, ours ? wide_to_path(arena, wide[i], len)
                                     : wide_to_str(arena, wide[i], len));
        ours &= wcscmp(wide[i], L"--") != 0;
    }
    LocalFree(wide);
    *argc = count;
    return words;
}
