/* SPDX-License-Identifier: Apache-2.0 */
/* The machine itself, on real directories. What needs another user, a mount or a limit runs in a
 * child process, and is skipped with a word where the system does not let us. */
#define _GNU_SOURCE 1 /* unshare */

#include "os.h"
#include "path.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/mount.h>
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SKIPPED = 77 };

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

static int set_up(void **state) {
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    place->arena = arena_make(no_memory, NULL);
    place->os = os_machine();
    const char *base = getenv("TMPDIR");
    str pattern = str_format(&place->arena, "%s/modavd os 磁盘 XXXXXX", base ? base : "/tmp");
    char *name = mkdtemp(str_c(&place->arena, pattern));
    assert_non_null(name);
    place->directory = str_from(name);
    *state = place;
    return 0;
}

static int remove_one(const char *path, const struct stat *facts, int type, struct FTW *at) {
    (void)facts, (void)type, (void)at;
    return remove(path);
}

static int tear_down(void **state) {
    struct place *place = *state;
    int result = nftw(str_c(&place->arena, place->directory), remove_one, 16, FTW_DEPTH | FTW_PHYS);
    arena_free(&place->arena);
    free(place);
    return result;
}

static str path_in(struct place *place, const char *name) {
    return path_join(&place->arena, place->directory, str_from(name));
}

static char *c_path_in(struct place *place, const char *name) {
    return str_c(&place->arena, path_in(place, name));
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

/* Runs BODY in a process of its own; gives its exit status, 128 and more for a signal. */
static int in_child(int (*body)(struct place *), struct place *place) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(body(place));
    int status;
    while (waitpid(child, &status, 0) != child)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void expect_child(int (*body)(struct place *), struct place *place, const char *why) {
    int result = in_child(body, place);
    if (result == SKIPPED) {
        print_message("skipped: %s\n", why);
        skip();
    }
    assert_int_equal(result, OS_OK);
}

/* What every test of the statuses of names meets. */
static void make_kinds(struct place *place) {
    assert_int_equal(put(place, "file", "twelve bytes"), OS_OK);
    assert_int_equal(put(place, "empty", ""), OS_OK);
    assert_int_equal(put(place, "中文 名字.ini", "hello"), OS_OK);
    assert_int_equal(place->os.write_file(NULL, path_in(place, "tool"), STR("#!"), true), OS_OK);
    assert_int_equal(mkdir(c_path_in(place, "directory"), 0755), 0);
    assert_int_equal(symlink("loop", c_path_in(place, "loop")), 0);
    assert_int_equal(symlink("file", c_path_in(place, "link")), 0);
    assert_int_equal(symlink("directory", c_path_in(place, "link to directory")), 0);
    assert_int_equal(symlink("nowhere", c_path_in(place, "dangling")), 0);
    assert_int_equal(mkfifo(c_path_in(place, "fifo"), 0644), 0);
}

static const struct {
    const char *name;
    enum os_status read, read_own;
    enum os_kind kind;
} kinds[] = {
    {"file", OS_OK, OS_OK, OS_KIND_FILE},
    {"empty", OS_OK, OS_OK, OS_KIND_FILE},
    {"中文 名字.ini", OS_OK, OS_OK, OS_KIND_FILE},
    {"missing", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"missing/file", OS_NOT_FOUND, OS_NOT_FOUND, OS_KIND_NONE},
    {"directory", OS_IS_DIRECTORY, OS_IS_DIRECTORY, OS_KIND_DIRECTORY},
    {"file/below", OS_NOT_DIRECTORY, OS_NOT_DIRECTORY, OS_KIND_NONE},
    {"loop", OS_LINK_LOOP, OS_LINK_LOOP, OS_KIND_NONE},
    {"loop/below", OS_LINK_LOOP, OS_LINK_LOOP, OS_KIND_NONE},
    {"link", OS_OK, OS_LINK_LOOP, OS_KIND_FILE},
    {"link to directory", OS_IS_DIRECTORY, OS_LINK_LOOP, OS_KIND_DIRECTORY},
    {"dangling", OS_NOT_FOUND, OS_LINK_LOOP, OS_KIND_NONE},
    {"fifo", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
    {"/dev/null", OS_NOT_FILE, OS_NOT_FILE, OS_KIND_OTHER},
};

static void test_kinds(void **state) {
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        str path = path_in(place, kinds[i].name), bytes;
        struct os_file file;
        enum os_status status = place->os.read_file(NULL, &place->arena, path, 4096, &bytes);
        enum os_status own = place->os.read_own(NULL, &place->arena, path, 4096, &file);
        enum os_kind kind = place->os.kind(NULL, path);
        if (status != kinds[i].read || own != kinds[i].read_own || kind != kinds[i].kind)
            fail_msg("%s: read_file %s, read_own %s, kind %d", kinds[i].name,
                     os_status_text(status), os_status_text(own), (int)kind);
    }
}

static str long_name(struct place *place, size_t size, size_t part) {
    char *text = arena_alloc(&place->arena, size + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = i % part == part - 1 ? '/' : 'x';
    return path_in(place, text);
}

/* Refused, never cut: a whole path of more than the system takes, and a part of one. */
static void test_long_paths(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    const str paths[] = {long_name(place, 5000, 100), long_name(place, 300, 301)};
    for (size_t i = 0; i < 2; i++) {
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
        for (size_t j = 0; j < sizeof statuses / sizeof *statuses; j++)
            assert_int_equal(statuses[j], OS_NAME_TOO_LONG);
        assert_int_equal(os->kind(NULL, paths[i]), OS_KIND_NONE);
    }
}

/* Beyond 260, where Windows ends and many a buffer did. */
static void test_path_of_some_length(void **state) {
    struct place *place = *state;
    str path = place->directory;
    for (int i = 0; i < 10; i++) {
        path = str_format(&place->arena, "%.*s/%060d", STR_ARG(path), i);
        assert_int_equal(mkdir(str_c(&place->arena, path), 0755), 0);
    }
    str file = path_join(&place->arena, path, STR("f")), bytes;
    assert_int_equal(place->os.write_file(NULL, file, STR("text"), false), OS_OK);
    assert_int_equal(place->os.read_file(NULL, &place->arena, file, 9, &bytes), OS_OK);
    assert_text(bytes, "text");
}

static void test_paths_that_name_nothing(void **state) {
    struct place *place = *state;
    str bytes;
    assert_int_equal(put(place, "a", "x"), OS_OK);
    str with_nul = str_format(&place->arena, "%.*s/a#b", STR_ARG(place->directory));
    char *at = str_c(&place->arena, with_nul);
    at[with_nul.len - 2] = '\0'; /* cut there it would be the file "a" */
    with_nul.at = at;
    const str paths[] = {STR(""), with_nul};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(place->os.read_file(NULL, &place->arena, paths[i], 9, &bytes),
                         OS_NOT_FOUND);
        assert_int_equal(place->os.write_file(NULL, paths[i], STR("y"), false), OS_NOT_FOUND);
        assert_int_equal(place->os.remove(NULL, paths[i]), OS_NOT_FOUND);
        assert_int_equal(place->os.replace(NULL, paths[i], path_in(place, "a")), OS_NOT_FOUND);
        assert_int_equal(place->os.replace(NULL, path_in(place, "a"), paths[i]), OS_NOT_FOUND);
    }
    assert_holds(place, "a", "x");
}

static void test_socket_is_no_file(void **state) {
    struct place *place = *state;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    const char *path = c_path_in(place, "s");
    if (strlen(path) >= sizeof name.sun_path) {
        close(fd);
        print_message("skipped: the directory's path is too long for a socket\n");
        skip();
    }
    memcpy(name.sun_path, path, strlen(path));
    assert_int_equal(bind(fd, (const struct sockaddr *)&name, sizeof name), 0);
    str bytes;
    assert_int_equal(get(place, "s", &bytes), OS_NOT_FILE);
    close(fd);
}

static void test_limit(void **state) {
    static const struct {
        size_t limit;
        enum os_status status;
    } cases[] = {
        {0, OS_TOO_LARGE}, {11, OS_TOO_LARGE}, {12, OS_OK}, {13, OS_OK}, {SIZE_MAX, OS_OK}};
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str bytes;
        assert_int_equal(place->os.read_file(NULL, &place->arena, path_in(place, "file"),
                                             cases[i].limit, &bytes),
                         cases[i].status);
        assert_text(bytes, cases[i].status == OS_OK ? "twelve bytes" : "");
    }
}

/* /proc says size 0 for files that have content: as with a file that grows while it is read. */
static void test_size_is_not_trusted(void **state) {
    struct place *place = *state;
    str bytes, path = STR("/proc/self/smaps");
    if (place->os.kind(NULL, path) != OS_KIND_FILE) {
        print_message("skipped: no /proc\n");
        skip();
    }
    assert_int_equal(place->os.read_file(NULL, &place->arena, path, 1 << 24, &bytes), OS_OK);
    assert_true(bytes.len > 4096);
    assert_int_equal(place->os.read_file(NULL, &place->arena, path, 4095, &bytes), OS_TOO_LARGE);
    assert_int_equal(place->os.read_file(NULL, &place->arena, path, 5000, &bytes), OS_TOO_LARGE);
}

static void test_mode(void **state) {
    struct place *place = *state;
    make_kinds(place);
    struct os_file file;
    place->os.read_own(NULL, &place->arena, path_in(place, "tool"), 99, &file);
    assert_int_equal(file.mode, OS_MODE_EXECUTABLE);
    place->os.read_own(NULL, &place->arena, path_in(place, "file"), 99, &file);
    assert_int_equal(file.mode, OS_MODE_PLAIN);
}

static void test_list(void **state) {
    static const struct {
        const char *name;
        enum os_kind kind;
    } expected[] = {
        {"dangling", OS_KIND_NONE},
        {"directory", OS_KIND_DIRECTORY},
        {"empty", OS_KIND_FILE},
        {"fifo", OS_KIND_OTHER},
        {"file", OS_KIND_FILE},
        {"link", OS_KIND_FILE},
        {"link to directory", OS_KIND_DIRECTORY},
        {"loop", OS_KIND_NONE},
        {"tool", OS_KIND_FILE},
        {"中文 名字.ini", OS_KIND_FILE},
    };
    struct place *place = *state;
    make_kinds(place);
    struct os_listing listing;
    assert_int_equal(place->os.list(NULL, &place->arena, place->directory, &listing), OS_OK);
    assert_int_equal(listing.count, sizeof expected / sizeof *expected);
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
                 {"link to directory", OS_OK},
                 {"missing", OS_NOT_FOUND},
                 {"file", OS_NOT_DIRECTORY},
                 {"loop", OS_LINK_LOOP}};
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct os_listing listing;
        assert_int_equal(
            place->os.list(NULL, &place->arena, path_in(place, cases[i].name), &listing),
            cases[i].status);
        assert_int_equal(listing.count, 0);
    }
}

static void test_list_is_sorted_when_large(void **state) {
    enum { COUNT = 500 };
    struct place *place = *state;
    for (int i = 0; i < COUNT; i++) {
        const char *path = c_path_in(place, str_format(&place->arena, "n%d", i * 7919 % COUNT).at);
        close(open(path, O_CREAT | O_WRONLY, 0644));
    }
    struct os_listing listing;
    assert_int_equal(place->os.list(NULL, &place->arena, place->directory, &listing), OS_OK);
    assert_int_equal(listing.count, COUNT);
    for (size_t i = 1; i < COUNT; i++)
        assert_true(str_compare(listing.entries[i - 1].name, listing.entries[i].name) < 0);
}

static void test_real_path(void **state) {
    struct place *place = *state;
    make_kinds(place);
    str whole, through, at_root;
    const struct os *os = &place->os;
    assert_int_equal(os->real_path(NULL, &place->arena, path_in(place, "directory"), &whole),
                     OS_OK);
    assert_int_equal(os->real_path(NULL, &place->arena,
                                   path_in(place, "link to directory/../directory/."), &through),
                     OS_OK);
    assert_true(str_equal(whole, through));
    assert_true(whole.at[0] == '/');
    assert_int_equal(os->real_path(NULL, &place->arena, STR("/"), &at_root), OS_OK);
    assert_text(at_root, "/");
    assert_int_equal(os->real_path(NULL, &place->arena, path_in(place, "x"), &whole), OS_NOT_FOUND);
    assert_int_equal(os->real_path(NULL, &place->arena, path_in(place, "loop"), &whole),
                     OS_LINK_LOOP);
}

/* --- writing --- */

static void test_write_statuses(void **state) {
    static const struct {
        const char *name;
        enum os_status status;
    } cases[] = {{"new", OS_OK},
                 {"file", OS_OK},
                 {"新 文件", OS_OK},
                 {"directory", OS_IS_DIRECTORY},
                 {"missing/file", OS_NOT_FOUND},
                 {"file/below", OS_NOT_DIRECTORY},
                 {"link", OS_LINK_LOOP},
                 {"dangling", OS_LINK_LOOP},
                 {"fifo", OS_NOT_FILE},
                 {"/dev/null", OS_NOT_FILE}};
    struct place *place = *state;
    make_kinds(place);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum os_status status = put(place, cases[i].name, "new text");
        if (status != cases[i].status)
            fail_msg("%s: %s", cases[i].name, os_status_text(status));
        if (status == OS_OK)
            assert_holds(place, cases[i].name, "new text");
    }
    assert_int_equal(place->os.kind(NULL, path_in(place, "nowhere")), OS_KIND_NONE);
    assert_int_equal(place->os.kind(NULL, path_in(place, "missing")), OS_KIND_NONE);
}

static void test_write_leaves_hard_link_alone(void **state) {
    struct place *place = *state;
    assert_int_equal(put(place, "precious", "old"), OS_OK);
    assert_int_equal(link(c_path_in(place, "precious"), c_path_in(place, "ours")), 0);
    assert_int_equal(put(place, "ours", "new"), OS_OK);
    assert_holds(place, "precious", "old");
    assert_holds(place, "ours", "new");
}

static void test_write_modes(void **state) {
    static const struct {
        mode_t mask;
        bool executable;
        mode_t mode;
    } cases[] = {{022, false, 0644}, {022, true, 0755}, {077, false, 0600}, {077, true, 0700}};
    struct place *place = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mode_t before = umask(cases[i].mask);
        place->os.write_file(NULL, path_in(place, "f"), STR("x"), cases[i].executable);
        umask(before);
        struct stat facts;
        assert_int_equal(stat(c_path_in(place, "f"), &facts), 0);
        assert_int_equal(facts.st_mode & 0777, cases[i].mode);
    }
}

static void test_replace_and_remove(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    make_kinds(place);
    assert_int_equal(os->replace(NULL, path_in(place, "file"), path_in(place, "link")), OS_OK);
    assert_holds(place, "link", "twelve bytes"); /* the link itself gave way */
    assert_int_equal(os->kind(NULL, path_in(place, "file")), OS_KIND_NONE);
    assert_int_equal(os->replace(NULL, path_in(place, "file"), path_in(place, "x")), OS_NOT_FOUND);
    assert_int_equal(os->replace(NULL, path_in(place, "tool"), path_in(place, "directory")),
                     OS_IS_DIRECTORY);
    assert_int_equal(os->remove(NULL, path_in(place, "file")), OS_NOT_FOUND);
    assert_int_equal(os->remove(NULL, path_in(place, "directory")), OS_IS_DIRECTORY);
    assert_int_equal(os->remove(NULL, path_in(place, "link to directory")), OS_OK);
    assert_int_equal(os->kind(NULL, path_in(place, "directory")), OS_KIND_DIRECTORY);
    assert_int_equal(os->remove(NULL, path_in(place, "link")), OS_OK);
    assert_int_equal(os->sync_directory(NULL, place->directory), OS_OK);
    assert_int_equal(os->sync_directory(NULL, path_in(place, "tool")), OS_NOT_DIRECTORY);
    assert_int_equal(os->sync_directory(NULL, path_in(place, "none")), OS_NOT_FOUND);
}

/* --- limits, other users, mounts --- */

static int child_file_size_limit(struct place *place) {
    const struct rlimit limit = {4096, 4096};
    static char large[10000];
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return SKIPPED;
    str bytes = {large, sizeof large};
    if (place->os.write_file(NULL, path_in(place, "large"), bytes, false) != OS_TOO_LARGE)
        return 1;
    return place->os.kind(NULL, path_in(place, "large")) == OS_KIND_NONE ? OS_OK : 2;
}

static void test_file_size_limit(void **state) {
    expect_child(child_file_size_limit, *state, "no limit can be set");
}

static int child_open_files_limit(struct place *place) {
    const struct rlimit limit = {3, 3};
    str bytes;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        return SKIPPED;
    return get(place, "file", &bytes) == OS_TOO_MANY_FILES ? OS_OK : 1;
}

static void test_open_files_limit(void **state) {
    expect_child(child_open_files_limit, *state, "no limit can be set");
}

/* As root every file may be read: an ordinary user is asked. */
static int child_denied(struct place *place) {
    str bytes;
    struct os_lock *lock;
    const struct os *os = &place->os;
    if (chmod(c_path_in(place, "."), 0755) != 0 || chmod(c_path_in(place, "file"), 0) != 0 ||
        chmod(c_path_in(place, "directory"), 0111) != 0)
        return 1;
    if (geteuid() == 0 && setuid(65534) != 0)
        return SKIPPED;
    if (get(place, "file", &bytes) != OS_DENIED)
        return 2;
    if (os->lock(NULL, &place->arena, path_in(place, "directory"), &lock) != OS_DENIED)
        return 3;
    if (put(place, "directory/new", "x") != OS_DENIED)
        return 4;
    return OS_OK;
}

static void test_denied(void **state) {
    make_kinds(*state);
    expect_child(child_denied, *state, "cannot become an ordinary user");
}

#ifdef __linux__
static int child_small_disk(struct place *place) {
    static char large[200000];
    const char *at = c_path_in(place, "directory");
    str path = path_in(place, "directory/large"), bytes = {large, sizeof large};
    const struct os *os = &place->os;
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", at, "tmpfs", 0, "size=64k") != 0)
        return SKIPPED;
    if (put(place, "directory/kept", "kept") != OS_OK)
        return 1;
    if (os->write_file(NULL, path, bytes, false) != OS_NO_SPACE)
        return 2;
    if (os->kind(NULL, path) != OS_KIND_NONE)
        return 3;
    if (mount("none", at, "tmpfs", MS_REMOUNT | MS_RDONLY, NULL) != 0)
        return 4;
    if (put(place, "directory/new", "x") != OS_READ_ONLY ||
        put(place, "directory/kept", "x") != OS_READ_ONLY ||
        os->remove(NULL, path_in(place, "directory/kept")) != OS_READ_ONLY)
        return 5;
    str kept;
    return get(place, "directory/kept", &kept) == OS_OK && kept.len == 4 ? OS_OK : 6;
}

static void test_small_and_read_only_disk(void **state) {
    make_kinds(*state);
    expect_child(child_small_disk, *state, "no tmpfs can be mounted here");
}
#else
static void test_small_and_read_only_disk(void **state) {
    (void)state;
    print_message("skipped: Linux only\n");
    skip();
}
#endif

/* --- the lock --- */

static int child_take_lock(struct place *place) {
    struct os_lock *lock;
    return (int)place->os.lock(NULL, &place->arena, place->directory, &lock);
}

static void test_lock_is_busy_then_free(void **state) {
    struct place *place = *state;
    const struct os *os = &place->os;
    struct os_lock *lock;
    assert_int_equal(os->lock(NULL, &place->arena, place->directory, &lock), OS_OK);
    assert_int_equal(in_child(child_take_lock, place), OS_BUSY); /* after the whole wait */
    os->unlock(NULL, lock);
    assert_int_equal(in_child(child_take_lock, place), OS_OK);
    struct os_listing listing;
    os->list(NULL, &place->arena, place->directory, &listing);
    assert_int_equal(listing.count, 0);
    assert_int_equal(os->lock(NULL, &place->arena, path_in(place, "none"), &lock), OS_NOT_FOUND);
}

static int child_dies_with_lock(struct place *place) {
    if (child_take_lock(place) == OS_OK)
        raise(SIGKILL);
    return 1;
}

static void test_lock_of_a_dead_process(void **state) {
    struct place *place = *state;
    assert_int_equal(in_child(child_dies_with_lock, place), 128 + SIGKILL);
    assert_int_equal(in_child(child_take_lock, place), OS_OK);
}

/* --- the process --- */

static void test_environment(void **state) {
    struct place *place = *state;
    setenv("MODAVD_TEST", "值 1", 1);
    setenv("MODAVD_EMPTY", "", 1);
    unsetenv("MODAVD_NONE");
    assert_text(place->os.environment(NULL, &place->arena, STR("MODAVD_TEST")), "值 1");
    str empty = place->os.environment(NULL, &place->arena, STR("MODAVD_EMPTY"));
    assert_true(empty.at != NULL && empty.len == 0);
    assert_null(place->os.environment(NULL, &place->arena, STR("MODAVD_NONE")).at);
}

static void on_alarm(int number) {
    (void)number;
}

enum { PRINTED = 1 << 20 };

/* A signal each millisecond, a pipe that takes little at a time and does not block. */
static int child_print(struct place *place) {
    struct sigaction action = {.sa_handler = on_alarm}; /* no SA_RESTART */
    const struct itimerval each = {{0, 1000}, {0, 1000}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &each, NULL);
    char *bytes = arena_alloc(&place->arena, PRINTED);
    for (size_t i = 0; i < PRINTED; i++)
        bytes[i] = (char)(i * 31 / 7);
    return (int)place->os.print(NULL, 1, (str){bytes, PRINTED});
}

static size_t read_slowly(int fd) {
    static char got[4000];
    size_t total = 0;
    const struct timespec pause = {.tv_nsec = 50000};
    for (ssize_t n; (n = read(fd, got, sizeof got)) > 0; nanosleep(&pause, NULL))
        for (ssize_t i = 0; i < n; i++, total++)
            if (got[i] != (char)(total * 31 / 7))
                return 0;
    return total;
}

static void test_print_in_pieces(void **state) {
    for (int flags = 0; flags < 2; flags++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            dup2(ends[1], 1);
            close(ends[0]);
            close(ends[1]);
            fcntl(1, F_SETFL, flags ? O_NONBLOCK : 0);
            _exit(child_print(*state));
        }
        close(ends[1]);
        assert_int_equal(read_slowly(ends[0]), PRINTED);
        close(ends[0]);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == OS_OK);
    }
}

static int child_print_closed(struct place *place) {
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], 1) != 1)
        return 1;
    close(ends[0]);
    return place->os.print(NULL, 1, STR("text")) == OS_CLOSED ? OS_OK : 2;
}

static int child_print_full(struct place *place) {
    int fd = open("/dev/full", O_WRONLY);
    if (fd < 0 || dup2(fd, 1) != 1)
        return SKIPPED;
    return place->os.print(NULL, 1, STR("text")) == OS_NO_SPACE ? OS_OK : 2;
}

static void test_print_fails(void **state) {
    assert_int_equal(in_child(child_print_closed, *state), OS_OK);
    expect_child(child_print_full, *state, "no /dev/full");
}

static int child_terminal(struct place *place) {
    int host = posix_openpt(O_RDWR | O_NOCTTY);
    if (host < 0 || grantpt(host) != 0 || unlockpt(host) != 0)
        return SKIPPED;
    int fd = open(ptsname(host), O_RDWR | O_NOCTTY);
    if (fd < 0 || dup2(fd, 1) != 1)
        return SKIPPED;
    static const struct {
        const char *term;
        bool colour;
    } cases[] = {{"xterm-256color", true}, {"dumb", false}, {"", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("TERM", cases[i].term, 1);
        if (place->os.is_terminal(NULL, 1) != cases[i].colour)
            return (int)i + 1;
    }
    int null = open("/dev/null", O_WRONLY);
    setenv("TERM", "xterm", 1);
    return dup2(null, 1) == 1 && !place->os.is_terminal(NULL, 1) ? OS_OK : 9;
}

static void test_terminal(void **state) {
    expect_child(child_terminal, *state, "no pseudo terminal");
}

/* --- runs of other programs --- */

enum { QUICK = 20000, LARGE = 4 << 20 };

/* A shell that runs SCRIPT. */
static enum os_status run_script(struct place *place, const char *script, struct os_command how,
                                 struct os_result *out) {
    const char *const words[] = {"sh", "-c", script, "sh", place->directory.at};
    how.words = words;
    how.count = sizeof words / sizeof *words;
    how.milliseconds = how.milliseconds ? how.milliseconds : QUICK;
    how.limit = how.limit ? how.limit : LARGE;
    return place->os.run(NULL, &place->arena, &how, out);
}

static uint64_t clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void assert_no_children(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static const struct {
    const char *script, *input, *output, *errors;
    int code;
} scripts[] = {
    {":", "", "", "", 0},
    {"echo out; echo err >&2; exit 3", "unread", "out\n", "err\n", 3},
    {"exit 255", "", "", "", 255},
    {"cat; cat >&2", "two\nlines", "two\nlines", "", 0},
    {"echo before; kill -SEGV $$", "", "before\n", "", -1},
    {"exec <&- >&- 2>&-; sleep 0.1; exit 4", "", "", "", 4},
    /* what is ignored here is not in the program */
    {"kill -PIPE $$; echo lives", "", "", "", -1},
    {"kill -XFSZ $$; echo lives", "", "", "", -1},
    {"yes | head -n 1; exit 5", "", "y\n", "", 5},
    /* no descriptor but the three; sh itself may open some above 9 */
    {"for n in 3 4 5 6 7 8 9; do { true <&$n; } 2>/dev/null && echo $n; done; :", "", "", "", 0},
};

static void test_run(void **state) {
    struct place *place = *state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        struct os_result result;
        struct os_command how = {.input = str_from(scripts[i].input)};
        assert_int_equal(run_script(place, scripts[i].script, how, &result), OS_OK);
        assert_text(result.output, scripts[i].output);
        assert_text(result.errors, scripts[i].errors);
        assert_true(result.ended);
        if (result.code != scripts[i].code)
            fail_msg("%s: %d", scripts[i].script, result.code);
    }
    assert_no_children();
}

static str many_lines(struct place *place) {
    char *bytes = arena_alloc(&place->arena, LARGE);
    for (size_t i = 0; i < LARGE; i++)
        bytes[i] = i % 61 ? (char)('!' + i % 89) : '\n';
    return (str){bytes, LARGE};
}

/* More than any pipe holds, in both directions at once. */
static void test_run_with_much_input(void **state) {
    struct place *place = *state;
    struct os_result result;
    struct os_command how = {.input = many_lines(place)};
    assert_int_equal(run_script(place, "exec cat", how, &result), OS_OK);
    assert_true(result.ended && result.code == 0 && str_equal(result.output, how.input));
    assert_int_equal(run_script(place, "exec cat >&2", how, &result), OS_OK);
    assert_true(result.output.len == 0 && str_equal(result.errors, how.input));
    assert_int_equal(run_script(place, "exec <&-; sleep 0.2; echo done", how, &result), OS_OK);
    assert_text(result.output, "done\n");
    assert_int_equal(run_script(place, "head -c 5 >/dev/null; exit 6", how, &result), OS_OK);
    assert_int_equal(result.code, 6);
}

static void test_run_over_the_limit(void **state) {
    struct place *place = *state;
    struct os_result result;
    struct os_command how = {.limit = 4};
    assert_int_equal(run_script(place, "printf 1234; printf 5678 >&2", how, &result), OS_OK);
    assert_text(result.output, "1234");
    assert_text(result.errors, "5678");
    assert_int_equal(run_script(place, "printf 12345", how, &result), OS_TOO_LARGE);
    assert_int_equal(run_script(place, "printf 12345 >&2", how, &result), OS_TOO_LARGE);
    assert_int_equal(run_script(place, "exec yes", how, &result), OS_TOO_LARGE);
    assert_no_children();
}

/* What is killed at the deadline does not come to its next command; nor does what it started. */
static void test_run_at_the_deadline(void **state) {
    static const char *const forever[] = {
        "echo begun; sleep 30; echo late",
        "trap '' TERM INT HUP; echo begun; sleep 30",
        "echo begun; (sleep 30; touch \"$1/late\") & wait",
        "echo begun; exec >&- 2>&- <&-; sleep 30",
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof forever / sizeof *forever; i++) {
        struct os_result result;
        struct os_command how = {.milliseconds = 400};
        uint64_t since = clock_ms();
        assert_int_equal(run_script(place, forever[i], how, &result), OS_OK);
        assert_in_range(clock_ms() - since, 390, 5000);
        assert_false(result.ended);
        assert_int_equal(result.code, -1);
        assert_text(result.output, "begun\n");
    }
    assert_no_children();
}

/* It holds the pipes when the program itself is done: nobody waits for it. */
static void test_run_leaves_nothing_behind(void **state) {
    struct place *place = *state;
    struct os_result result;
    struct os_command how = {.input = STR("")};
    uint64_t since = clock_ms();
    const char *script = "(sleep 1; touch \"$1/late\") & echo done";
    assert_int_equal(run_script(place, script, how, &result), OS_OK);
    assert_true(clock_ms() - since < 900);
    assert_true(result.ended && result.code == 0);
    assert_text(result.output, "done\n");
    usleep(1200000);
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
        {c_path_in(place, "missing"), OS_NOT_FOUND},
        {c_path_in(place, "file/below"), OS_NOT_DIRECTORY},
        {c_path_in(place, "directory"), OS_DENIED},
        {c_path_in(place, "file"), OS_DENIED},
        {c_path_in(place, "loop"), OS_LINK_LOOP},
    };
    struct os_result result;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct os_command command = {&cases[i].name, 1, STR("x"), QUICK, LARGE};
        assert_int_equal(place->os.run(NULL, &place->arena, &command, &result), cases[i].status);
        assert_true(!result.ended && result.code == -1);
    }
    struct os_command nothing = {NULL, 0, STR(""), QUICK, LARGE};
    assert_int_equal(place->os.run(NULL, &place->arena, &nothing, &result), OS_NOT_FOUND);
    assert_no_children();
}

/* The ends of pipes take the numbers of the standard streams where these are closed. */
static int child_runs_without_streams(struct place *place) {
    struct os_result result;
    struct os_command how = {.input = STR("in")};
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    if (run_script(place, "cat; echo err >&2", how, &result) != OS_OK)
        return 90;
    return str_equal(result.output, STR("in")) && str_equal(result.errors, STR("err\n")) ? OS_OK
                                                                                         : 91;
}

static int child_runs_without_descriptors(struct place *place) {
    struct os_result result;
    struct rlimit few;
    getrlimit(RLIMIT_NOFILE, &few);
    few.rlim_cur = 6; /* the hard limit stays: valgrind refuses another */
    if (setrlimit(RLIMIT_NOFILE, &few) != 0)
        return SKIPPED;
    struct os_command how = {.input = STR("in")};
    for (int i = 0; i < 3; i++)
        if (run_script(place, "cat", how, &result) != OS_TOO_MANY_FILES)
            return 92;
    return dup(0) >= 0 ? OS_OK : 93; /* none is lost */
}

/* As a program that asks for its children to vanish starts us. */
static int child_runs_where_children_vanish(struct place *place) {
    struct os_result result;
    struct os_command how = {.input = STR("")};
    signal(SIGCHLD, SIG_IGN);
    place->os = os_machine();
    enum os_status status = run_script(place, "exit 7", how, &result);
    return status == OS_OK && result.ended && result.code == 7 ? OS_OK : 94;
}

static void test_run_in_odd_surroundings(void **state) {
    expect_child(child_runs_without_streams, *state, "");
    expect_child(child_runs_without_descriptors, *state, "no limit can be set");
    expect_child(child_runs_where_children_vanish, *state, "");
}

static void test_texts(void **state) {
    (void)state;
    for (int i = 0; i < OS_STATUS_COUNT; i++) {
        assert_non_null(os_status_text((enum os_status)i));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(os_status_text((enum os_status)i),
                                    os_status_text((enum os_status)j));
    }
    assert_string_equal(os_status_text(OS_IS_DIRECTORY), "is a directory");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_kinds),
        TEST(test_long_paths),
        TEST(test_path_of_some_length),
        TEST(test_paths_that_name_nothing),
        TEST(test_socket_is_no_file),
        TEST(test_limit),
        TEST(test_size_is_not_trusted),
        TEST(test_mode),
        TEST(test_list),
        TEST(test_list_statuses),
        TEST(test_list_is_sorted_when_large),
        TEST(test_real_path),
        TEST(test_write_statuses),
        TEST(test_write_leaves_hard_link_alone),
        TEST(test_write_modes),
        TEST(test_replace_and_remove),
        TEST(test_file_size_limit),
        TEST(test_open_files_limit),
        TEST(test_denied),
        TEST(test_small_and_read_only_disk),
        TEST(test_lock_is_busy_then_free),
        TEST(test_lock_of_a_dead_process),
        TEST(test_environment),
        TEST(test_print_in_pieces),
        TEST(test_print_fails),
        TEST(test_terminal),
        TEST(test_run),
        TEST(test_run_with_much_input),
        TEST(test_run_over_the_limit),
        TEST(test_run_at_the_deadline),
        TEST(test_run_leaves_nothing_behind),
        TEST(test_run_of_what_is_none),
        TEST(test_run_in_odd_surroundings),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
