/* SPDX-License-Identifier: Apache-2.0 */
/* Sets in real directories: what only the machine shows. Links, inodes, many processes, SIGKILL. */
#define _DEFAULT_SOURCE 1 /* mkdtemp, nftw under -std=c11 */
#define _XOPEN_SOURCE 700

#include "buf.h"
#include "hash.h"
#include "path.h"
#include "set.h"

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct real {
    struct arena arena;
    struct os os;
    struct sources sources;
    struct diags diags;
    struct changes changes;
    str directory;
};

static void no_memory(void *context) {
    (void)context;
    abort();
}

static int set_up(void **state) {
    struct real *real = calloc(1, sizeof *real);
    assert_non_null(real);
    real->arena = arena_make(no_memory, NULL);
    real->os = os_machine();
    const char *base = getenv("TMPDIR");
    str pattern = str_format(&real->arena, "%s/modavd 像素 7 XXXXXX", base ? base : "/tmp");
    real->directory = str_from(mkdtemp(str_c(&real->arena, pattern)));
    assert_true(real->directory.len > 0);
    *state = real;
    return 0;
}

static int remove_one(const char *path, const struct stat *facts, int type, struct FTW *at) {
    (void)facts, (void)type, (void)at;
    return remove(path);
}

static int tear_down(void **state) {
    struct real *real = *state;
    int result = nftw(str_c(&real->arena, real->directory), remove_one, 16, FTW_DEPTH | FTW_PHYS);
    arena_free(&real->arena);
    free(real);
    return result;
}

static char *path_in(struct real *real, const char *name) {
    return str_c(&real->arena, path_join(&real->arena, real->directory, str_from(name)));
}

/* Every file of a set says which VERSION it belongs to. */
static struct artifacts version_make(struct arena *arena, unsigned version) {
    static const char *const names[] = {ARTIFACT_TABLE, ARTIFACT_ARGUMENTS, ARTIFACT_SCRIPT};
    enum { COUNT = sizeof names / sizeof *names };
    struct artifact *items = ARENA_ARRAY(arena, COUNT + 1, struct artifact);
    struct buf manifest = buf_make(arena);
    buf_text(&manifest, "{\"modavd-manifest\": 1, \"artifacts\": [");
    for (size_t i = 0; i < COUNT; i++) {
        str text = str_format(arena, "%s of version %u\n", names[i], version);
        items[i] = (struct artifact){str_from(names[i]), text, i == 2};
        struct hash hash = hash_of(text);
        buf_format(&manifest, "%s{\"name\": \"%s\", \"size\": %zu, \"sha256\": \"%.*s\"}",
                   i ? ", " : "", names[i], text.len, STR_ARG(hash_text(arena, &hash)));
    }
    buf_text(&manifest, "]}");
    items[COUNT] = (struct artifact){STR(ARTIFACT_MANIFEST), buf_view(&manifest), false};
    return (struct artifacts){items, COUNT + 1};
}

static struct set set_in(struct real *real) {
    real->sources = (struct sources){.arena = &real->arena};
    real->diags = diags_make(&real->arena, &real->sources);
    return (struct set){&real->os, &real->arena, &real->diags, real->directory, STR("avd"), false,
                        ""};
}

static bool write_version(struct real *real, unsigned version) {
    struct set set = set_in(real);
    struct artifacts wanted = version_make(&real->arena, version);
    return set_write(&set, &wanted, &real->changes);
}

static bool holds(struct real *real, unsigned version) {
    struct set set = set_in(real);
    struct artifacts wanted = version_make(&real->arena, version);
    return set_compare(&set, &wanted, &real->changes) && !real->changes.any;
}

static size_t file_count(struct real *real) {
    struct os_listing listing;
    assert_int_equal(real->os.list(NULL, &real->arena, real->directory, &listing), OS_OK);
    return listing.count;
}

static bool has_finding(const struct real *real, enum code code) {
    return real->diags.first && real->diags.first->code == code;
}

/* --- unchanged --- */

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_ino == b->st_ino && a->st_mtime == b->st_mtime && a->st_ctime == b->st_ctime;
}

static void test_unchanged_is_not_touched(void **state) {
    static const char *const names[] = {ARTIFACT_TABLE, ARTIFACT_ARGUMENTS, ARTIFACT_SCRIPT,
                                        ARTIFACT_MANIFEST, "."};
    enum { COUNT = sizeof names / sizeof *names };
    struct real *real = *state;
    struct stat before[COUNT], after;
    assert_true(write_version(real, 1));
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(stat(path_in(real, names[i]), &before[i]), 0);
    const struct timespec pause = {.tv_sec = 1, .tv_nsec = 100000000};
    nanosleep(&pause, NULL);
    assert_true(write_version(real, 1));
    assert_false(real->changes.any);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(stat(path_in(real, names[i]), &after), 0);
        assert_true(same_file(&before[i], &after));
    }
}

/* A build that changes one file leaves the others alone. */
static void test_equal_file_keeps_its_inode(void **state) {
    struct real *real = *state;
    struct stat before, after;
    assert_true(write_version(real, 1));
    assert_int_equal(stat(path_in(real, ARTIFACT_TABLE), &before), 0);
    assert_int_equal(unlink(path_in(real, ARTIFACT_ARGUMENTS)), 0);
    assert_true(write_version(real, 1));
    assert_int_equal(stat(path_in(real, ARTIFACT_TABLE), &after), 0);
    assert_true(same_file(&before, &after));
    assert_true(holds(real, 1));
    assert_int_equal(file_count(real), 4);
}

/* Where the x bit cannot be kept, writing the script again would not help: it is run with sh. */
static void test_mode_is_left(void **state) {
    struct real *real = *state;
    struct stat facts;
    assert_true(write_version(real, 1));
    assert_int_equal(chmod(path_in(real, ARTIFACT_SCRIPT), 0644), 0);
    assert_true(holds(real, 1));
    assert_true(write_version(real, 1));
    assert_false(real->changes.any);
    assert_int_equal(stat(path_in(real, ARTIFACT_SCRIPT), &facts), 0);
    assert_false(facts.st_mode & S_IXUSR);
}

/* --- links --- */

static void put(struct real *real, const char *name, const char *text) {
    FILE *file = fopen(path_in(real, name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_text(struct real *real, const char *name, const char *expected) {
    str bytes;
    str path = str_from(path_in(real, name));
    assert_int_equal(real->os.read_file(NULL, &real->arena, path, 4096, &bytes), OS_OK);
    assert_true(str_equal(bytes, str_from(expected)));
}

static void test_no_link_is_followed(void **state) {
    static const struct {
        const char *name;
        enum code code;
    } cases[] = {{ARTIFACT_ARGUMENTS, MP_EDITED},
                 {ARTIFACT_MANIFEST, MP_EDITED},
                 {ARTIFACT_ARGUMENTS ".modavd-new", MP_WRITE_FAILED},
                 {ARTIFACT_MANIFEST ".modavd-new", MP_WRITE_FAILED}};
    struct real *real = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int exists = 0; exists < 2; exists++) {
            put(real, "precious", "precious");
            const char *target = exists ? "precious" : "nowhere";
            assert_int_equal(symlink(target, path_in(real, cases[i].name)), 0);
            assert_false(write_version(real, 1));
            assert_true(has_finding(real, cases[i].code));
            assert_text(real, "precious", "precious");
            assert_int_not_equal(access(path_in(real, "nowhere"), F_OK), 0);
            unlink(path_in(real, cases[i].name));
            assert_int_equal(file_count(real), 1);
        }
}

static void test_no_hard_link_is_written_through(void **state) {
    struct real *real = *state;
    assert_true(write_version(real, 1));
    assert_int_equal(link(path_in(real, ARTIFACT_ARGUMENTS), path_in(real, "precious")), 0);
    assert_int_equal(link(path_in(real, "precious"), path_in(real, "modavd.args.modavd-new")), 0);
    assert_true(write_version(real, 2));
    assert_text(real, "precious", "modavd.args of version 1\n");
}

static void test_fifo_does_not_hang(void **state) {
    struct real *real = *state;
    assert_int_equal(mkfifo(path_in(real, ARTIFACT_ARGUMENTS), 0644), 0);
    assert_false(write_version(real, 1));
    assert_true(has_finding(real, MP_EDITED));
}

/* --- many at once --- */

enum { BUILDERS = 20, ROUNDS = 5, VERSIONS = 2, KILLS = 60 };

static int build_rounds(struct real *real, unsigned version) {
    for (int round = 0; round < ROUNDS; round++)
        if (!write_version(real, version) && !has_finding(real, MP_BUSY))
            return 1;
    return 0;
}

/* The set as a whole is of one version, whoever came last. */
static void assert_one_version(struct real *real) {
    assert_int_not_equal(holds(real, 0), holds(real, 1));
    assert_int_equal(file_count(real), 4);
}

static void test_many_at_once(void **state) {
    struct real *real = *state;
    for (unsigned versions = 1; versions <= VERSIONS; versions++) {
        fflush(NULL);
        for (unsigned i = 0; i < BUILDERS; i++)
            if (fork() == 0)
                _exit(build_rounds(real, i % versions));
        int status, failed = 0;
        while (wait(&status) > 0)
            failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        assert_int_equal(failed, 0);
        assert_one_version(real);
    }
    print_message("%d processes, %d builds each\n", BUILDERS, ROUNDS);
}

static void build_forever(struct real *real) {
    for (unsigned version = 0;; version = (version + 1) % VERSIONS)
        write_version(real, version);
}

static int versions_there(struct real *real) {
    return holds(real, 0) + holds(real, 1);
}

/* SIGKILL at a time that nobody chose. What is there counts as ours, and the next build mends it.
 */
static void test_killed(void **state) {
    struct real *real = *state;
    int mixed = 0;
    for (int kills = 0; kills < KILLS; kills++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            build_forever(real);
        const struct timespec pause = {.tv_nsec = 1000000 + kills * 7919 % 20 * 500000};
        nanosleep(&pause, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        mixed += versions_there(real) == 0;
        assert_int_equal(real->diags.errors, 0);
        assert_true(write_version(real, (unsigned)kills % VERSIONS));
        assert_one_version(real);
    }
    print_message("%d kills, %d of them amid a change\n", KILLS, mixed);
}

static void test_clean(void **state) {
    struct real *real = *state;
    put(real, "config.ini", "x");
    assert_true(write_version(real, 1));
    struct set set = set_in(real);
    assert_true(set_clean(&set, &real->changes));
    assert_int_equal(file_count(real), 1);
    assert_true(set_clean(&set, &real->changes));
    assert_false(real->changes.any);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_unchanged_is_not_touched),
        TEST(test_equal_file_keeps_its_inode),
        TEST(test_mode_is_left),
        TEST(test_no_link_is_followed),
        TEST(test_no_hard_link_is_written_through),
        TEST(test_fifo_does_not_hang),
        TEST(test_many_at_once),
        TEST(test_killed),
        TEST(test_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
