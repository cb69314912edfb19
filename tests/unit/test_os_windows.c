/* SPDX-License-Identifier: Apache-2.0 */
/* The machine itself, on real directories of Windows, or of wine. What another process does is done
 * by this program started again: test_os_windows --hold PATH MS EVENT and the like. Another word is
 * a pattern of the tests to run. */
#include "os.h"
#include "path.h"
#include "quote.h"
#include "windows_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <shellapi.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A directory of its own for each test; spaces and Chinese in its name, as users have them. */
struct place {
    struct arena arena;
    struct os os;
    str directory;
};

static void no_memory(void *context) {
    (void)context;
    abort();
}

static struct wide wide_of(str path) {
    struct wide wide;
    assert_int_equal(wide_path(path, &wide), OS_OK);
    return wide;
}

static void make_directory(str path) {
    struct wide wide = wide_of(path);
    assert_true(CreateDirectoryW(wide.text, NULL));
}

static int set_up(void **state) {
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    place->arena = arena_make(no_memory, NULL);
    place->os = os_machine();
    wchar_t base[MAX_PATH + 1];
    DWORD len = GetTempPathW(MAX_PATH, base);
    str top = wide_to_path(&place->arena, base, len);
    place->directory =
        str_format(&place->arena, "%.*smodavd os 磁盘 Жук Zoë %lu %llu", STR_ARG(top),
                   GetCurrentProcessId(), (unsigned long long)GetTickCount64());
    make_directory(place->directory);
    *state = place;
    return 0;
}

static void remove_tree(struct place *place, str directory) {
    struct os_listing listing;
    assert_int_equal(place->os.list(NULL, &place->arena, directory, &listing), OS_OK);
    for (size_t i = 0; i < listing.count; i++) {
        str path = path_join(&place->arena, directory, listing.entries[i].name);
        struct wide wide = wide_of(path);
        SetFileAttributesW(wide.text, FILE_ATTRIBUTE_NORMAL);
        if (listing.entries[i].kind == OS_KIND_DIRECTORY)
            remove_tree(place, path);
        else
            assert_int_equal(place->os.remove(NULL, path), OS_OK);
    }
    struct wide wide = wide_of(directory);
    assert_true(RemoveDirectoryW(wide.text));
}

static int tear_down(void **state) {
    struct place *place = *state;
    remove_tree(place, place->directory);
    arena_free(&place->arena);
    free(place);
    return 0;
}

static str path_in(struct place *place, const char *name) {
    return path_join(&place->arena, place->directory, str_from(name));
}

static enum os_status put(struct place *place, const char *name, const char *text) {
    return place->os.write_file(NULL, path_in(place, name), str_from(text), false);
}

static enum os_status get(struct place *place, const char *name, str *out) {
    return place->os.read_file(NULL, &place->arena, path_in(place, name), 1 << 20, out);
}

static void assert_text(str actual, const char *expected) {
    if (!str_equal(actual, str_from(expected)))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(actual), expected);
}

static void assert_holds(struct place *place, const char *name, const char *expected) {
    str bytes;
    assert_int_equal(get(place, name, &bytes), OS_OK);
    assert_text(bytes, expected);
}

static void make_kinds(struct place *place) {
    assert_int_equal(put(place, "file", "twelve bytes"), OS_OK);
    assert_int_equal(put(place, "empty", ""), OS_OK);
    assert_int_equal(put(place, "中文 名字.ini", "hello"), OS_OK);
    make_directory(path_in(place, "directory"));
}

/* --- another process --- */

struct child {
    HANDLE process, output; /* output: what it prints, or NULL */
};

static str own_path(struct arena *arena) {
    wchar_t text[MAX_PATH + 1];
    DWORD len = GetModuleFileNameW(NULL, text, MAX_PATH);
    return wide_to_path(arena, text, len);
}

static struct child start(struct place *place, str arguments, bool piped) {
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE ours = NULL, theirs = NULL;
    if (piped) {
        assert_true(CreatePipe(&ours, &theirs, &inherited, 0));
        SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
        how.dwFlags = STARTF_USESTDHANDLES;
        how.hStdOutput = how.hStdError = theirs;
    }
    struct wide line;
    str text = str_format(&place->arena, "\"%.*s\" %.*s", STR_ARG(own_path(&place->arena)),
                          STR_ARG(arguments));
    assert_int_equal(wide_from(text, &line), OS_OK);
    assert_true(CreateProcessW(NULL, line.text, NULL, NULL, piped, 0, NULL, NULL, &how, &made));
    CloseHandle(made.hThread);
    if (theirs)
        CloseHandle(theirs);
    return (struct child){made.hProcess, ours};
}

/* One that holds a file or a lock; it does when this returns. */
static struct child start_holder(struct place *place, const char *mode, str path, int ms) {
    const char *name = "modavd-test-held";
    HANDLE held = CreateEventA(NULL, TRUE, FALSE, name);
    str arguments = str_format(&place->arena, "%s \"%.*s\" %d %s", mode, STR_ARG(path), ms, name);
    struct child child = start(place, arguments, false);
    assert_int_equal(WaitForSingleObject(held, 20000), WAIT_OBJECT_0);
    CloseHandle(held);
    return child;
}

static DWORD finish(struct child child) {
    DWORD status = 99;
    assert_int_equal(WaitForSingleObject(child.process, 30000), WAIT_OBJECT_0);
    GetExitCodeProcess(child.process, &status);
    CloseHandle(child.process);
    if (child.output)
        CloseHandle(child.output);
    return status;
}

static void end(struct child child) {
    assert_true(TerminateProcess(child.process, 1));
    finish(child);
}

static void say_held(const char *event) {
    HANDLE held = OpenEventA(EVENT_MODIFY_STATE, FALSE, event);
    if (held)
        SetEvent(held);
}

/* Shares reading only, as a scanner does. */
static int child_hold(char **words) {
    struct wide wide = wide_of(str_from(words[0]));
    HANDLE file =
        CreateFileW(wide.text, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    say_held(words[2]);
    Sleep((DWORD)atoi(words[1]));
    return 0;
}

static int child_hold_alone(char **words) {
    struct wide wide = wide_of(str_from(words[0]));
    HANDLE file = CreateFileW(wide.text, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    say_held(words[2]);
    Sleep((DWORD)atoi(words[1]));
    return 0;
}

static int child_lock(char **words) {
    struct arena arena = arena_make(no_memory, NULL);
    struct os os = os_machine();
    struct os_lock *lock;
    if (os.lock(NULL, &arena, str_from(words[0]), &lock) != OS_OK)
        return 1;
    say_held(words[2]);
    Sleep((DWORD)atoi(words[1]));
    return 0;
}

static int child_print(char **words) {
    struct os os = os_machine();
    for (size_t i = 0; words[i]; i++)
        if (os.print(NULL, 1, str_from(words[i])) != OS_OK || os.print(NULL, 1, STR("\n")) != OS_OK)
            return 1;
    return os.is_terminal(NULL, 1) ? 2 : 0;
}

/* The reader is gone: to be seen once the pipe's buffer is full, or at once. */
static int child_print_forever(char **words) {
    (void)words;
    struct os os = os_machine();
    for (;;) {
        enum os_status status = os.print(NULL, 1, STR("text\n"));
        if (status != OS_OK)
            return (int)status;
        Sleep(1);
    }
}

/* The words as Windows hands them on, each in brackets: '\\' stays what it is. */
static int child_words(char **words) {
    (void)words;
    struct arena arena = arena_make(no_memory, NULL);
    struct os os = os_machine();
    int count;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    struct buf out = buf_make(&arena);
    for (int i = 2; i < count; i++) {
        str word = wide_to_str(&arena, wide[i], wcslen(wide[i]));
        buf_format(&out, "[%.*s]", STR_ARG(word));
    }
    return (int)os.print(NULL, 1, buf_view(&out));
}

/* Standard input to stream words[0], then ends with status words[1]. */
static int child_copy(char **words) {
    static char bytes[1 << 16];
    DWORD got;
    struct os os = os_machine();
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    while (ReadFile(input, bytes, sizeof bytes, &got, NULL) && got > 0)
        if (os.print(NULL, atoi(words[0]), (str){bytes, got}) != OS_OK)
            return 99;
    return atoi(words[1]);
}

/* Reads nothing of what is written to it. */
static int child_read_nothing(char **words) {
    CloseHandle(GetStdHandle(STD_INPUT_HANDLE));
    Sleep(200);
    return atoi(words[0]);
}

static int child_crash(char **words) {
    (void)words;
    struct os os = os_machine();
    os.print(NULL, 1, STR("begun"));
    SetErrorMode(SEM_NOGPFAULTERRORBOX);
    RaiseException(EXCEPTION_ACCESS_VIOLATION, EXCEPTION_NONCONTINUABLE, 0, NULL);
    return 0;
}

/* Sleeps, then writes the file words[1]. */
static int child_sleep(char **words) {
    struct os os = os_machine();
    os.print(NULL, 1, STR("begun"));
    Sleep((DWORD)atoi(words[0]));
    return (int)os.write_file(NULL, str_from(words[1]), STR("late"), false);
}

/* Starts a sleeper, which inherits its streams, and ends. */
static int child_leave(char **words) {
    wchar_t line[2 * MAX_PATH], self[MAX_PATH + 1];
    struct wide file = wide_of(str_from(words[1]));
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    struct os os = os_machine();
    GetModuleFileNameW(NULL, self, MAX_PATH);
    _snwprintf(line, 2 * MAX_PATH, L"\"%ls\" --sleep %hs \"%ls\"", self, words[0], file.text);
    BOOL fine = CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &how, &made);
    os.print(NULL, 1, STR("left,"));
    Sleep(300);
    return fine ? 0 : 98;
}

static const struct {
    const char *mode;
    int (*body)(char **words);
} children[] = {
    {"--words", child_words},
    {"--copy", child_copy},
    {"--read-nothing", child_read_nothing},
    {"--crash", child_crash},
    {"--sleep", child_sleep},
    {"--leave", child_leave},
    {"--hold", child_hold},
    {"--hold-alone", child_hold_alone},
    {"--lock", child_lock},
    {"--print", child_print},
    {"--print-forever", child_print_forever},
};

/* --- names --- */

static const struct {
    const char *name;
    enum os_status read, read_own;
    enum os_kind kind;
} kinds[] = {
    {"file", OS_OK, OS_OK, OS_KIND_FILE},
    {"FILE", OS_OK, OS_OK, OS_KIND_FILE},
    {"directory/../file", OS_OK, OS_OK, OS_KIND_FILE},
    {"directory\\..\\.\\file", OS_OK, OS_OK, OS_KIND_FILE},
    {"empty", OS_OK, OS_OK, OS_KIND_FILE},
    {"中文 名字.ini", OS_OK, OS_OK, OS_KIND_FILE},
    {"missing", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"missing/file", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"directory", OS_IS_DIRECTORY, OS_IS_DIRECTORY, OS_KIND_DIRECTORY},
    {"file/below", OS_NOT_DIRECTORY, OS_NOT_DIRECTORY, OS_KIND_NONE},
    {"file:stream", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"a*b", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"nul", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"NUL.txt", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"nul .tar.gz", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"aux.avd/config.ini", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"Con", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"CONIN$", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"com1.log", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"lpt²", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"com10", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"null", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"//./pipe/modavd", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"\\\\.\\NUL", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
};

static void test_kinds(void **state) {
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        bool whole = kinds[i].name[0] == '/' || kinds[i].name[0] == '\\';
        str path = whole ? str_from(kinds[i].name) : path_in(place, kinds[i].name), bytes;
        struct os_file file;
        enum os_status status = place->os.read_file(NULL, &place->arena, path, 4096, &bytes);
        enum os_status own = place->os.read_own(NULL, &place->arena, path, 4096, &file);
        enum os_kind kind = place->os.kind(NULL, path);
        if (status != kinds[i].read || own != kinds[i].read_own || kind != kinds[i].kind)
            fail_msg("%s: read_file %s, read_own %s, kind %d", kinds[i].name,
                     os_status_text(status), os_status_text(own), (int)kind);
    }
}

static const struct {
    const char *path;
    unsigned more; /* so many times "/0123456789" behind it */
    enum os_status status;
    const wchar_t *starts;
    size_t cut; /* what the full form is longer by */
} forms[] = {
    {"C:/a/b", 0, OS_OK, L"C:\\a\\b", 0},
    {"C:\\a/./b/../c", 0, OS_OK, L"C:\\a\\c", 0},
    {"C:", 21, OS_OK, L"C:\\0123456789\\", 0},
    {"C:/xxxxxxxxxxxxxx", 21, OS_OK, L"\\\\?\\C:\\xxxxxxxxxxxxxx\\0123456789", 4},
    {"//server/share", 21, OS_OK, L"\\\\server\\share\\0123456789", 0},
    {"//server/share", 22, OS_OK, L"\\\\?\\UNC\\server\\share\\0123456789", 6},
    {"\\\\?\\C:\\a", 0, OS_OK, L"\\\\?\\C:\\a", 0},
    {"C:/", 2970, OS_OK, L"\\\\?\\C:\\0123456789\\", 3},
    {"C:/", 3000, OS_NAME_TOO_LONG, NULL, 0},
    {"C:/", 20000, OS_NAME_TOO_LONG, NULL, 0},
    {"C:/a/C:/b", 0, OS_NOT_FOUND, NULL, 0},
    {"C:/a/nul/b", 0, OS_NOT_FILE, NULL, 0},
    {"", 0, OS_NOT_FOUND, NULL, 0},
    {"a\xff", 0, OS_NOT_FOUND, NULL, 0},
    {"a\xed\xa0\x80", 0, OS_NOT_FOUND, NULL, 0},
};

static str form_path(struct place *place, size_t i) {
    size_t start = strlen(forms[i].path), len = start + forms[i].more * (size_t)11;
    char *text = arena_alloc(&place->arena, len + 1);
    memcpy(text, forms[i].path, start);
    for (size_t j = 0; j < len - start; j++)
        text[start + j] = "/0123456789"[j % 11];
    return (str){text, len};
}

static void test_forms(void **state) {
    struct place *place = *state;
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct wide wide;
        str path = form_path(place, i);
        enum os_status status = wide_path(path, &wide);
        if (status != forms[i].status)
            fail_msg("%s: %s", forms[i].path, os_status_text(status));
        if (status != OS_OK)
            continue;
        if (wcsncmp(wide.text, forms[i].starts, wcslen(forms[i].starts)) != 0)
            fail_msg("%s: is \"%ls\"", forms[i].path, wide.text);
        assert_int_equal(wcslen(wide.text), wide.len);
        if (forms[i].more > 0)
            assert_int_equal(wide.len, path.len + forms[i].cut);
    }
}

static void test_shown_form(void **state) {
    static const struct {
        const wchar_t *wide;
        const char *path;
    } cases[] = {{L"\\\\?\\C:\\a\\b", "C:/a/b"},
                 {L"\\\\?\\UNC\\server\\share\\a", "//server/share/a"},
                 {L"\\\\server\\share", "//server/share"},
                 {L"C:\\中\\Ж\\Zoë\\\U0001f600", "C:/中/Ж/Zoë/\U0001f600"},
                 {L"", ""}};
    struct place *place = *state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_text(wide_to_path(&place->arena, cases[i].wide, wcslen(cases[i].wide)),
                    cases[i].path);
}

/* A part beyond 255, and a whole path beyond what any call takes: refused, never cut. */
static void test_too_long(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    char *part = arena_alloc(&place->arena, 300), *all = arena_alloc(&place->arena, 40001);
    memset(part, 'x', 299);
    for (size_t i = 0; i < 40000; i++)
        all[i] = i % 50 == 49 ? '/' : 'x';
    const str paths[] = {path_in(place, part), path_in(place, all)};
    for (size_t i = 0; i < COUNT(paths); i++) {
        str out;
        struct os_lock *lock;
        struct os_listing listing;
        const enum os_status statuses[] = {
            os->read_file(NULL, &place->arena, paths[i], 9, &out),
            os->list(NULL, &place->arena, paths[i], &listing),
            os->real_path(NULL, &place->arena, paths[i], &out),
            os->write_file(NULL, paths[i], STR("x"), false),
            os->replace(NULL, paths[i], place->directory),
            os->replace(NULL, place->directory, paths[i]),
            os->remove(NULL, paths[i]),
            os->sync_directory(NULL, paths[i]),
            os->lock(NULL, &place->arena, paths[i], &lock),
        };
        for (size_t j = 0; j < COUNT(statuses); j++)
            assert_int_equal(statuses[j], OS_NAME_TOO_LONG);
        assert_int_equal(os->kind(NULL, paths[i]), OS_KIND_NONE);
    }
}

/* Everything there is to do in a directory whose path is far beyond 260. */
static void use_directory(struct place *place, str directory) {
    const struct os *os = &place->os;
    str a = path_join(&place->arena, directory, STR("a")), bytes, real;
    str b = path_join(&place->arena, directory, STR("b"));
    struct os_listing listing;
    struct os_lock *lock;
    assert_int_equal(os->lock(NULL, &place->arena, directory, &lock), OS_OK);
    assert_int_equal(os->write_file(NULL, a, STR("text"), false), OS_OK);
    assert_int_equal(os->write_file(NULL, a, STR("new text"), false), OS_OK);
    assert_int_equal(os->replace(NULL, a, b), OS_OK);
    os->unlock(NULL, lock);
    assert_int_equal(os->sync_directory(NULL, directory), OS_OK);
    assert_int_equal(os->kind(NULL, a), OS_KIND_NONE);
    assert_int_equal(os->read_file(NULL, &place->arena, b, 9, &bytes), OS_OK);
    assert_text(bytes, "new text");
    assert_int_equal(os->list(NULL, &place->arena, directory, &listing), OS_OK);
    assert_int_equal(listing.count, 1);
    assert_int_equal(os->real_path(NULL, &place->arena, b, &real), OS_OK);
    assert_true(str_ends(real, STR("/b")));
    assert_int_equal(real.at[1], ':');
    assert_int_equal(os->remove(NULL, b), OS_OK);
    assert_int_equal(os->remove(NULL, b), OS_NOT_FOUND);
}

static void test_long_path(void **state) {
    struct place *place = *state;
    str path = place->directory;
    for (int i = 0; i < 10; i++) {
        path = str_format(&place->arena, "%.*s/中文%060d", STR_ARG(path), i);
        make_directory(path);
    }
    assert_true(path.len > 600);
    use_directory(place, path);
    use_directory(place, str_format(&place->arena, "%.*s/", STR_ARG(path)));
}

/* What is short may be long behind the current directory. */
static void test_long_behind_current_directory(void **state) {
    struct place *place = *state;
    wchar_t before[MAX_PATH];
    GetCurrentDirectoryW(MAX_PATH, before);
    str current = str_format(&place->arena, "%.*s/%0100d", STR_ARG(place->directory), 1);
    make_directory(current);
    struct wide wide = wide_of(current);
    assert_true(SetCurrentDirectoryW(wide.text));
    str below = str_format(&place->arena, "%0200d", 2);
    make_directory(below);
    use_directory(place, below);
    use_directory(place,
                  str_format(&place->arena, "./%.*s/../%.*s", STR_ARG(below), STR_ARG(below)));
    assert_true(SetCurrentDirectoryW(before));
}

static void test_paths_that_name_nothing(void **state) {
    struct place *place = *state;
    str bytes;
    assert_int_equal(put(place, "a", "x"), OS_OK);
    str with_nul = str_format(&place->arena, "%.*s/a#b", STR_ARG(place->directory));
    char *at = str_c(&place->arena, with_nul);
    at[with_nul.len - 2] = '\0'; /* cut there it would be the file "a" */
    with_nul.at = at;
    const str paths[] = {STR(""), with_nul, path_in(place, "a\xff"), path_in(place, "a?")};
    for (size_t i = 0; i < COUNT(paths); i++) {
        assert_int_equal(place->os.read_file(NULL, &place->arena, paths[i], 9, &bytes),
                         OS_NOT_FOUND);
        assert_int_equal(place->os.write_file(NULL, paths[i], STR("y"), false), OS_NOT_FOUND);
        assert_int_equal(place->os.remove(NULL, paths[i]), OS_NOT_FOUND);
        assert_int_equal(place->os.replace(NULL, paths[i], path_in(place, "b")), OS_NOT_FOUND);
        assert_int_equal(place->os.replace(NULL, path_in(place, "a"), paths[i]), OS_NOT_FOUND);
    }
    assert_holds(place, "a", "x");
}

/* --- reading --- */

static void test_limit(void **state) {
    static const struct {
        size_t limit;
        enum os_status status;
    } cases[] = {
        {0, OS_TOO_LARGE}, {11, OS_TOO_LARGE}, {12, OS_OK}, {13, OS_OK}, {SIZE_MAX, OS_OK}};
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < COUNT(cases); i++) {
        str bytes;
        assert_int_equal(place->os.read_file(NULL, &place->arena, path_in(place, "file"),
                                             cases[i].limit, &bytes),
                         cases[i].status);
        assert_text(bytes, cases[i].status == OS_OK ? "twelve bytes" : "");
    }
}

/* Bytes go in and come out as they are: LF, CRLF, Ctrl-Z, NUL, and more than one piece. */
static void test_bytes(void **state) {
    enum { SIZE = (2 << 20) + 7 };
    struct place *place = *state;
    char *bytes = arena_alloc(&place->arena, SIZE);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = "\r\n\n\x1a\0\xff z"[i % 8];
    str path = path_in(place, "large"), back;
    struct os_file file;
    assert_int_equal(place->os.write_file(NULL, path, (str){bytes, SIZE}, true), OS_OK);
    assert_int_equal(place->os.read_file(NULL, &place->arena, path, SIZE, &back), OS_OK);
    assert_true(str_equal(back, (str){bytes, SIZE}));
    assert_int_equal(place->os.read_own(NULL, &place->arena, path, SIZE, &file), OS_OK);
    assert_true(str_equal(file.bytes, (str){bytes, SIZE}));
    assert_int_equal(file.mode, OS_MODE_UNKNOWN);
}

static void test_read_of_a_held_file(void **state) {
    struct place *place = *state;
    str bytes;
    assert_int_equal(put(place, "file", "text"), OS_OK);
    struct child child = start_holder(place, "--hold", path_in(place, "file"), 5000);
    assert_holds(place, "file", "text");
    end(child);
    child = start_holder(place, "--hold-alone", path_in(place, "file"), 300);
    assert_holds(place, "file", "text");
    finish(child);
    child = start_holder(place, "--hold-alone", path_in(place, "file"), 20000);
    assert_int_equal(get(place, "file", &bytes), OS_BUSY);
    assert_int_equal(place->os.kind(NULL, path_in(place, "file")), OS_KIND_FILE);
    end(child);
}

/* --- directories --- */

static void test_list(void **state) {
    static const struct {
        const char *name;
        enum os_kind kind;
    } expected[] = {
        {"B", OS_KIND_FILE},
        {"a", OS_KIND_FILE},
        {"directory", OS_KIND_DIRECTORY},
        {"empty", OS_KIND_FILE},
        {"file", OS_KIND_FILE},
        {"Ж", OS_KIND_FILE},
        {"中文 名字.ini", OS_KIND_FILE},
    };
    struct place *place = *state;
    make_kinds(place);
    put(place, "a", ""), put(place, "B", ""), put(place, "Ж", "");
    struct os_listing listing;
    assert_int_equal(place->os.list(NULL, &place->arena, place->directory, &listing), OS_OK);
    assert_int_equal(listing.count, COUNT(expected));
    for (size_t i = 0; i < listing.count; i++) {
        assert_text(listing.entries[i].name, expected[i].name);
        assert_int_equal(listing.entries[i].kind, expected[i].kind);
    }
}

static void test_list_statuses(void **state) {
    static const struct {
        const char *name;
        enum os_status status;
    } cases[] = {{"directory", OS_OK},
                 {"directory/", OS_OK},
                 {"missing", OS_NOT_FOUND},
                 {"file", OS_NOT_DIRECTORY},
                 {"file/below", OS_NOT_DIRECTORY},
                 {"nul", OS_NOT_FILE}};
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct os_listing listing;
        assert_int_equal(
            place->os.list(NULL, &place->arena, path_in(place, cases[i].name), &listing),
            cases[i].status);
        assert_int_equal(listing.count, 0);
    }
}

static void test_list_is_sorted_when_large(void **state) {
    enum { NAMES = 300 };
    struct place *place = *state;
    for (int i = 0; i < NAMES; i++) {
        struct wide wide =
            wide_of(path_in(place, str_format(&place->arena, "n%d", i * 7919 % NAMES).at));
        CloseHandle(CreateFileW(wide.text, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL));
    }
    struct os_listing listing;
    assert_int_equal(place->os.list(NULL, &place->arena, place->directory, &listing), OS_OK);
    assert_int_equal(listing.count, NAMES);
    for (size_t i = 1; i < NAMES; i++)
        assert_true(str_compare(listing.entries[i - 1].name, listing.entries[i].name) < 0);
}

static void test_real_path(void **state) {
    struct place *place = *state;
    make_kinds(place);
    str whole, other, root;
    const struct os *os = &place->os;
    assert_int_equal(os->real_path(NULL, &place->arena, path_in(place, "directory"), &whole),
                     OS_OK);
    assert_int_equal(
        os->real_path(NULL, &place->arena, path_in(place, "DIRECTORY\\..\\Directory/."), &other),
        OS_OK);
    assert_text(whole, str_c(&place->arena, other));
    assert_true(str_ends(whole, STR("/directory")));
    assert_int_equal(path_root(whole).len, 3);
    assert_int_equal(os->real_path(NULL, &place->arena, str_first(whole, 3), &root), OS_OK);
    assert_true(str_equal(root, str_first(whole, 3)));
    assert_int_equal(os->real_path(NULL, &place->arena, path_in(place, "x"), &whole), OS_NOT_FOUND);
    assert_int_equal(os->real_path(NULL, &place->arena, path_in(place, "file/x"), &whole),
                     OS_NOT_DIRECTORY);
}

/* --- writing --- */

static void test_write_statuses(void **state) {
    static const struct {
        const char *name;
        enum os_status status;
    } cases[] = {{"new", OS_OK},
                 {"file", OS_OK},
                 {"新 文件 Ж", OS_OK},
                 {"directory", OS_IS_DIRECTORY},
                 {"missing/file", OS_NOT_FOUND},
                 {"file/below", OS_NOT_DIRECTORY},
                 {"nul", OS_NOT_FILE},
                 {"file:stream", OS_NOT_FOUND}};
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < COUNT(cases); i++) {
        enum os_status status = put(place, cases[i].name, "line\n");
        if (status != cases[i].status)
            fail_msg("%s: %s", cases[i].name, os_status_text(status));
        if (status == OS_OK)
            assert_holds(place, cases[i].name, "line\n");
    }
}

static void test_write_leaves_hard_link_alone(void **state) {
    struct place *place = *state;
    assert_int_equal(put(place, "precious", "precious"), OS_OK);
    struct wide from = wide_of(path_in(place, "precious")), to = wide_of(path_in(place, "link"));
    if (!CreateHardLinkW(to.text, from.text, NULL)) {
        print_message("skipped: no hard links\n");
        skip();
    }
    assert_int_equal(put(place, "link", "other"), OS_OK);
    assert_holds(place, "precious", "precious");
    assert_holds(place, "link", "other");
}

static bool make_link(struct place *place, const char *name, const char *target, DWORD flags) {
    struct wide wide = wide_of(path_in(place, name)), to;
    assert_int_equal(wide_from(str_from(target), &to), OS_OK);
    CreateSymbolicLinkW(wide.text, to.text, flags);
    DWORD attributes = GetFileAttributesW(wide.text); /* wine's says that it did, and did not */
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT);
}

static void test_links(void **state) {
    struct place *place = *state;
    struct os_file file;
    make_kinds(place);
    if (!make_link(place, "link", "file", 0) || !make_link(place, "dangling", "nowhere", 0) ||
        !make_link(place, "to directory", "directory", SYMBOLIC_LINK_FLAG_DIRECTORY)) {
        print_message("skipped: no symbolic links\n");
        skip();
    }
    assert_holds(place, "link", "twelve bytes");
    assert_int_equal(place->os.kind(NULL, path_in(place, "to directory")), OS_KIND_DIRECTORY);
    assert_int_equal(place->os.kind(NULL, path_in(place, "dangling")), OS_KIND_NONE);
    static const char *const names[] = {"link", "dangling", "to directory"};
    for (size_t i = 0; i < COUNT(names); i++) {
        str path = path_in(place, names[i]);
        assert_int_equal(place->os.read_own(NULL, &place->arena, path, 99, &file), OS_LINK_LOOP);
        assert_int_equal(put(place, names[i], "x"), OS_LINK_LOOP);
        assert_int_equal(place->os.remove(NULL, path), OS_OK);
    }
    assert_holds(place, "file", "twelve bytes");
    assert_int_equal(place->os.kind(NULL, path_in(place, "nowhere")), OS_KIND_NONE);
    assert_int_equal(place->os.kind(NULL, path_in(place, "directory")), OS_KIND_DIRECTORY);
}

static void test_replace_and_remove(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    make_kinds(place);
    assert_int_equal(put(place, "new", "new"), OS_OK);
    assert_int_equal(os->replace(NULL, path_in(place, "new"), path_in(place, "file")), OS_OK);
    assert_holds(place, "file", "new");
    assert_int_equal(os->replace(NULL, path_in(place, "new"), path_in(place, "file")),
                     OS_NOT_FOUND);
    assert_int_equal(os->replace(NULL, path_in(place, "file"), path_in(place, "directory")),
                     OS_IS_DIRECTORY);
    assert_int_equal(os->remove(NULL, path_in(place, "directory")), OS_IS_DIRECTORY);
    assert_int_equal(os->remove(NULL, path_in(place, "file")), OS_OK);
    assert_int_equal(os->remove(NULL, path_in(place, "file")), OS_NOT_FOUND);
    assert_int_equal(os->remove(NULL, path_in(place, "empty/x")), OS_NOT_DIRECTORY);
}

static void test_read_only_file(void **state) {
    struct place *place = *state;
    assert_int_equal(put(place, "file", "old"), OS_OK);
    assert_int_equal(put(place, "new", "new"), OS_OK);
    struct wide wide = wide_of(path_in(place, "file"));
    assert_true(SetFileAttributesW(wide.text, FILE_ATTRIBUTE_READONLY));
    str file = path_in(place, "file");
    assert_int_equal(place->os.replace(NULL, path_in(place, "new"), file), OS_DENIED);
    assert_int_equal(place->os.remove(NULL, file), OS_DENIED);
    assert_int_equal(put(place, "file", "new"), OS_DENIED);
    assert_holds(place, "file", "old");
}

/* One that nobody may write in, not even root under wine. */
static void test_read_only_directory(void **state) {
    struct place *place = *state;
    str directory = STR("Z:/sys"), file = STR("Z:/sys/modavd.args");
    struct os_lock *lock;
    if (place->os.kind(NULL, directory) != OS_KIND_DIRECTORY) {
        print_message("skipped: no directory that is read-only for all\n");
        skip();
    }
    ULONGLONG since = GetTickCount64();
    enum os_status status = place->os.write_file(NULL, file, STR("x"), false);
    assert_true(status == OS_DENIED || status == OS_READ_ONLY);
    status = place->os.lock(NULL, &place->arena, directory, &lock);
    assert_true(status == OS_DENIED || status == OS_READ_ONLY);
    assert_true(GetTickCount64() - since < 2000);
}

static void test_replace_of_a_held_file(void **state) {
    static const char *const modes[] = {"--hold", "--hold-alone"};
    struct place *place = *state;
    for (size_t i = 0; i < COUNT(modes); i++) {
        str file = path_in(place, "file"), new = path_in(place, "new");
        assert_int_equal(put(place, "file", "old"), OS_OK);
        assert_int_equal(put(place, "new", "new"), OS_OK);
        struct child child = start_holder(place, modes[i], file, 300);
        assert_int_equal(place->os.replace(NULL, new, file), OS_OK);
        assert_holds(place, "file", "new");
        assert_int_equal(finish(child), 0);

        assert_int_equal(put(place, "new", "newer"), OS_OK);
        child = start_holder(place, modes[i], file, 20000);
        ULONGLONG since = GetTickCount64();
        assert_int_equal(place->os.replace(NULL, new, file), OS_BUSY);
        assert_in_range(GetTickCount64() - since, 1500, 5000);
        end(child);
        assert_holds(place, "file", "new");
        assert_holds(place, "new", "newer");
    }
}

static void test_remove_of_a_held_file(void **state) {
    struct place *place = *state;
    str file = path_in(place, "file");
    assert_int_equal(put(place, "file", "old"), OS_OK);
    struct child child = start_holder(place, "--hold", file, 20000);
    assert_int_equal(place->os.remove(NULL, file), OS_BUSY);
    assert_int_equal(put(place, "file", "new"), OS_BUSY);
    assert_holds(place, "file", "old");
    end(child);
    child = start_holder(place, "--hold", file, 300);
    assert_int_equal(place->os.remove(NULL, file), OS_OK);
    finish(child);
    assert_int_equal(place->os.kind(NULL, file), OS_KIND_NONE);
}

/* --- the lock --- */

static void test_lock(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    struct os_lock *lock;
    struct os_listing listing;
    make_kinds(place);
    str directory = path_in(place, "directory");
    assert_int_equal(os->lock(NULL, &place->arena, directory, &lock), OS_OK);
    os->unlock(NULL, lock);
    struct child child = start_holder(place, "--lock", directory, 500);
    assert_int_equal(os->lock(NULL, &place->arena, directory, &lock), OS_OK);
    os->unlock(NULL, lock);
    assert_int_equal(finish(child), 0);
    assert_int_equal(os->list(NULL, &place->arena, directory, &listing), OS_OK);
    assert_int_equal(listing.count, 0);
    assert_int_equal(os->lock(NULL, &place->arena, path_in(place, "missing"), &lock), OS_NOT_FOUND);
    assert_int_equal(os->lock(NULL, &place->arena, path_in(place, "file"), &lock),
                     OS_NOT_DIRECTORY);
}

static void test_lock_is_busy_then_free_of_a_dead_process(void **state) {
    struct place *place = *state;
    struct os_lock *lock;
    struct os_listing listing;
    struct child child = start_holder(place, "--lock", place->directory, 60000);
    assert_int_equal(place->os.lock(NULL, &place->arena, place->directory, &lock), OS_BUSY);
    end(child);
    assert_int_equal(place->os.lock(NULL, &place->arena, place->directory, &lock), OS_OK);
    place->os.unlock(NULL, lock);
    assert_int_equal(place->os.list(NULL, &place->arena, place->directory, &listing), OS_OK);
    assert_int_equal(listing.count, 0);
}

/* --- the process --- */

static void test_environment(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    SetEnvironmentVariableW(L"MODAVD_TEST", L"C:\\Users\\Zoë Жук 中文");
    assert_text(os->environment(NULL, &place->arena, STR("MODAVD_TEST")),
                "C:\\Users\\Zoë Жук 中文");
    SetEnvironmentVariableW(L"MODAVD_TEST", L"");
    str value = os->environment(NULL, &place->arena, STR("MODAVD_TEST"));
    assert_true(value.len == 0);
    SetEnvironmentVariableW(L"MODAVD_TEST", NULL);
    assert_null(os->environment(NULL, &place->arena, STR("MODAVD_TEST")).at);
    assert_null(os->environment(NULL, &place->arena, STR("")).at);
}

static str read_output(struct place *place, struct child child) {
    enum { ROOM = 4096 };
    char *bytes = arena_alloc(&place->arena, ROOM);
    size_t len = 0;
    DWORD got;
    while (len < ROOM && ReadFile(child.output, bytes + len, (DWORD)(ROOM - len), &got, NULL))
        len += got;
    return (str){bytes, len};
}

/* The way of an argument from the command line to standard output, whatever the code page. */
static void test_arguments_and_print(void **state) {
    struct place *place = *state;
    struct child child =
        start(place, STR("--print Zoë \"Жук и 中文\" C:\\a\\b \"x\\\\\" \"a\\\"b\" \"\" *"), true);
    str printed = read_output(place, child);
    assert_int_equal(finish(child), 0);
    assert_text(printed, "Zoë\nЖук и 中文\nC:/a/b\nx/\na\"b\n\n*\n");
    print_message("code page %u\n", GetACP());
}

static void test_print_to_nobody(void **state) {
    struct place *place = *state;
    struct child child = start(place, STR("--print-forever"), true);
    CloseHandle(child.output);
    child.output = NULL;
    assert_int_equal(finish(child), OS_CLOSED);
}

static void test_print_without_handle(void **state) {
    struct place *place = *state;
    HANDLE before = GetStdHandle(STD_OUTPUT_HANDLE);
    SetStdHandle(STD_OUTPUT_HANDLE, NULL);
    enum os_status status = place->os.print(NULL, 1, STR("x"));
    bool terminal = place->os.is_terminal(NULL, 1);
    SetStdHandle(STD_OUTPUT_HANDLE, before);
    assert_int_equal(status, OS_OK);
    assert_false(terminal);
}

/* Needs a terminal around it. */
static void test_console(void **state) {
    struct place *place = *state;
    HANDLE screen = CreateConsoleScreenBuffer(GENERIC_READ | GENERIC_WRITE, 0, NULL,
                                              CONSOLE_TEXTMODE_BUFFER, NULL);
    DWORD mode;
    if (!GetConsoleMode(screen, &mode)) {
        print_message("skipped: no console\n");
        skip();
    }
    HANDLE before = GetStdHandle(STD_OUTPUT_HANDLE);
    SetStdHandle(STD_OUTPUT_HANDLE, screen);
    enum os_status status = place->os.print(NULL, 1, STR("Zoë Жук"));
    bool terminal = place->os.is_terminal(NULL, 1);
    SetStdHandle(STD_OUTPUT_HANDLE, before);
    wchar_t text[8] = L"";
    DWORD got = 0;
    ReadConsoleOutputCharacterW(screen, text, 7, (COORD){0, 0}, &got);
    CloseHandle(screen);
    assert_int_equal(status, OS_OK);
    assert_true(terminal);
    assert_text(wide_to_str(&place->arena, text, got), "Zoë Жук");
}

/* --- runs of other programs --- */

static const struct {
    const char *word, *quoted;
} quotes[] = {
    {"C:\\my share\\", "\"C:\\my share\\\\\""},
    {"C:\\x\\", "C:\\x\\"},
    {"a\"b", "a\\\"b"},
    {"a b\\\\", "\"a b\\\\\\\\\""},
    {"", "\"\""},
    {"C:\\d\\\"x", "C:\\d\\\\\\\"x"},
    {"plain", "plain"},
    {"\\", "\\"},
    {"\\\\server\\share", "\\\\server\\share"},
    {"\"", "\\\""},
    {"\"\"", "\\\"\\\""},
    {"a\\\\b c", "\"a\\\\b c\""},
    {"a\\\" b", "\"a\\\\\\\" b\""},
    {"tab\there", "\"tab\there\""},
    {" ", "\" \""},
    {"%PATH%^&|<>*?", "%PATH%^&|<>*?"},
    {"Zoë Жук 中文", "\"Zoë Жук 中文\""},
    {"line\nend", "\"line\nend\""},
    {"--help", "--help"},
};

static void test_quotes(void **state) {
    struct place *place = *state;
    for (size_t i = 0; i < COUNT(quotes); i++) {
        struct buf out = buf_make(&place->arena);
        quote_windows(&out, str_from(quotes[i].word));
        assert_text(buf_view(&out), quotes[i].quoted);
    }
}

enum { QUICK = 20000, LARGE = 4 << 20, WORDS = 8 };

/* This program as the child MODE, with the words after it up to NULL. */
static enum os_status run_child(struct place *place, struct os_command how,
                                const char *const *words, struct os_result *out) {
    const char *all[WORDS + 1] = {str_c(&place->arena, own_path(&place->arena))};
    for (how.count = 1; words[how.count - 1]; how.count++)
        all[how.count] = words[how.count - 1];
    how.words = all;
    how.milliseconds = how.milliseconds ? how.milliseconds : QUICK;
    how.limit = how.limit ? how.limit : LARGE;
    return place->os.run(NULL, &place->arena, &how, out);
}

#define CHILD(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_run_words(void **state) {
    struct place *place = *state;
    const char *words[COUNT(quotes) + 2] = {str_c(&place->arena, own_path(&place->arena)),
                                            "--words"};
    struct buf wanted = buf_make(&place->arena);
    for (size_t i = 0; i < COUNT(quotes); i++) {
        words[i + 2] = quotes[i].word;
        buf_format(&wanted, "[%s]", quotes[i].word);
    }
    struct os_command command = {words, COUNT(words), STR(""), QUICK, LARGE};
    struct os_result result;
    assert_int_equal(place->os.run(NULL, &place->arena, &command, &result), OS_OK);
    assert_text(result.output, str_c(&place->arena, buf_view(&wanted)));
    assert_true(result.ended && result.code == 0);
}

static void test_run(void **state) {
    struct place *place = *state;
    struct os_result result;
    struct os_command how = {.input = STR("two\r\nlines\x1a")};
    assert_int_equal(run_child(place, how, CHILD("--copy", "1", "7"), &result), OS_OK);
    assert_true(result.ended && result.code == 7 && str_equal(result.output, how.input));
    assert_int_equal(result.errors.len, 0);
    assert_int_equal(run_child(place, how, CHILD("--copy", "2", "255"), &result), OS_OK);
    assert_true(result.code == 255 && str_equal(result.errors, how.input));
    assert_int_equal(run_child(place, how, CHILD("--crash"), &result), OS_OK);
    assert_true(str_starts(result.output, STR("begun"))); /* wine's debugger goes on from here */
    assert_true(result.ended && result.code == -1);
}

static void test_run_in_path(void **state) {
    struct place *place = *state;
    static const char *const words[] = {"cmd", "/d", "/c", "exit 5"};
    struct os_command command = {words, COUNT(words), STR(""), QUICK, LARGE};
    struct os_result result;
    assert_int_equal(place->os.run(NULL, &place->arena, &command, &result), OS_OK);
    assert_true(result.ended && result.code == 5);
}

static void test_run_with_much_input(void **state) {
    struct place *place = *state;
    char *bytes = arena_alloc(&place->arena, LARGE);
    for (size_t i = 0; i < LARGE; i++)
        bytes[i] = (char)(i * 31 % 251);
    struct os_command how = {.input = {bytes, LARGE}};
    struct os_result result;
    assert_int_equal(run_child(place, how, CHILD("--copy", "1", "0"), &result), OS_OK);
    assert_true(result.ended && result.code == 0 && str_equal(result.output, how.input));
    assert_int_equal(run_child(place, how, CHILD("--read-nothing", "6"), &result), OS_OK);
    assert_true(result.ended && result.code == 6);
}

static void test_run_over_the_limit(void **state) {
    struct place *place = *state;
    struct os_result result;
    struct os_command how = {.input = STR("1234"), .limit = 4};
    assert_int_equal(run_child(place, how, CHILD("--copy", "1", "0"), &result), OS_OK);
    assert_text(result.output, "1234");
    how.input = STR("12345");
    assert_int_equal(run_child(place, how, CHILD("--copy", "1", "0"), &result), OS_TOO_LARGE);
    assert_int_equal(run_child(place, how, CHILD("--copy", "2", "0"), &result), OS_TOO_LARGE);
    ULONGLONG since = GetTickCount64();
    assert_int_equal(run_child(place, how, CHILD("--print-forever"), &result), OS_TOO_LARGE);
    assert_true(GetTickCount64() - since < 10000);
}

/* What the killed one started is killed too, and so is what one left behind that ended. */
static void test_run_leaves_nothing_behind(void **state) {
    struct place *place = *state;
    struct os_result result;
    struct os_command how = {.milliseconds = 1500};
    const char *late = str_c(&place->arena, path_in(place, "late"));
    ULONGLONG since = GetTickCount64();
    assert_int_equal(run_child(place, how, CHILD("--sleep", "30000", late), &result), OS_OK);
    assert_in_range(GetTickCount64() - since, 1400, 9000);
    assert_text(result.output, "begun");
    assert_true(!result.ended && result.code == -1);
    how.milliseconds = QUICK;
    since = GetTickCount64();
    assert_int_equal(run_child(place, how, CHILD("--leave", "5000", late), &result), OS_OK);
    assert_true(GetTickCount64() - since < 4500);
    assert_true(result.ended && result.code == 0);
    Sleep(5500);
    assert_int_equal(place->os.kind(NULL, path_in(place, "late")), OS_KIND_NONE);
}

static void test_run_of_what_is_none(void **state) {
    struct place *place = *state;
    make_kinds(place);
    const struct {
        const char *name;
        enum os_status status;
    } cases[] = {
        {"no such program", OS_NOT_FOUND},
        {"", OS_NOT_FOUND},
        {str_c(&place->arena, path_in(place, "missing")), OS_NOT_FOUND},
        {str_c(&place->arena, path_in(place, "file")), OS_DENIED},
        {str_c(&place->arena, path_in(place, "directory")), OS_DENIED},
    };
    struct os_result result;
    assert_int_equal(put(place, "file.exe", "MZ"), OS_OK);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct os_command command = {&cases[i].name, 1, STR("x"), QUICK, LARGE};
        enum os_status status = place->os.run(NULL, &place->arena, &command, &result);
        if (status != cases[i].status)
            fail_msg("%s: %s", cases[i].name, os_status_text(status));
        assert_true(!result.ended && result.code == -1);
    }
    struct os_command nothing = {NULL, 0, STR(""), QUICK, LARGE};
    assert_int_equal(place->os.run(NULL, &place->arena, &nothing, &result), OS_NOT_FOUND);
}

static void test_host(void **state) {
    (void)state;
    assert_string_equal(os_machine().host, "windows");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static int run_all(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_kinds),
        TEST(test_forms),
        TEST(test_shown_form),
        TEST(test_too_long),
        TEST(test_long_path),
        TEST(test_long_behind_current_directory),
        TEST(test_paths_that_name_nothing),
        TEST(test_limit),
        TEST(test_bytes),
        TEST(test_read_of_a_held_file),
        TEST(test_list),
        TEST(test_list_statuses),
        TEST(test_list_is_sorted_when_large),
        TEST(test_real_path),
        TEST(test_write_statuses),
        TEST(test_write_leaves_hard_link_alone),
        TEST(test_links),
        TEST(test_replace_and_remove),
        TEST(test_read_only_file),
        TEST(test_read_only_directory),
        TEST(test_replace_of_a_held_file),
        TEST(test_remove_of_a_held_file),
        TEST(test_lock),
        TEST(test_lock_is_busy_then_free_of_a_dead_process),
        TEST(test_environment),
        TEST(test_arguments_and_print),
        TEST(test_print_to_nobody),
        TEST(test_print_without_handle),
        TEST(test_console),
        TEST(test_quotes),
        TEST(test_run_words),
        TEST(test_run),
        TEST(test_run_in_path),
        TEST(test_run_with_much_input),
        TEST(test_run_over_the_limit),
        TEST(test_run_leaves_nothing_behind),
        TEST(test_run_of_what_is_none),
        cmocka_unit_test(test_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv) {
    struct arena arena = arena_make(no_memory, NULL);
    char **words = os_arguments(&arena, &argc, argv);
    for (size_t i = 0; argc > 1 && i < COUNT(children); i++)
        if (strcmp(words[1], children[i].mode) == 0)
            return children[i].body(words + 2);
    if (argc > 1)
        cmocka_set_test_filter(words[1]);
    int failed = run_all();
    arena_free(&arena);
    return failed;
}
