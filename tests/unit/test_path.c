/* SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct arena arena;

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

static int start(void **state) {
    (void)state;
    arena = arena_make(out_of_memory, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static void assert_path(const char *of, str got, const char *want) {
    if (!str_equal(got, str_from(want)))
        fail_msg("'%s' gives '%.*s', not '%s'", of, STR_ARG(got), want);
}

static const struct {
    const char *path, *root, *parent, *name;
} parts[] = {
    {"", "", ".", ""},
    {"a", "", ".", "a"},
    {"a/b", "", "a", "b"},
    {"/", "/", "/", ""},
    {"/a", "/", "/", "a"},
    {"/a/b.c", "/", "/a", "b.c"},
    {"C:/", "C:/", "C:/", ""},
    {"c:/a", "c:/", "c:/", "a"},
    {"C:/a/b", "C:/", "C:/a", "b"},
    {"C:a", "", ".", "C:a"},
    {"1:/a", "", "1:", "a"},
    {"//server/share", "//server/share", "//server/share", ""},
    {"//server/share/", "//server/share/", "//server/share/", ""},
    {"//server/share/a", "//server/share/", "//server/share/", "a"},
    {"//server/share/a/b", "//server/share/", "//server/share/a", "b"},
    {"//server", "//server", "//server", ""},
    {"///a", "/", "//", "a"},
};

static void test_parts(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(parts); i++) {
        str path = str_from(parts[i].path);
        assert_path(parts[i].path, path_root(path), parts[i].root);
        assert_path(parts[i].path, path_parent(path), parts[i].parent);
        assert_path(parts[i].path, path_name(path), parts[i].name);
    }
}

static const struct {
    const char *a, *b, *want;
} joins[] = {
    {"", "b", "b"},
    {"a", "b", "a/b"},
    {"a/", "b", "a/b"},
    {"/", "b", "/b"},
    {"a", "/b", "/b"},
    {"a", "C:/b", "C:/b"},
    {"C:/", "b", "C:/b"},
    {".", "b", "./b"},
    {"a", "//s/h/b", "//s/h/b"},
    {"//s/h", "b", "//s/h/b"},
};

static void test_join(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(joins); i++)
        assert_path(joins[i].a, path_join(&arena, str_from(joins[i].a), str_from(joins[i].b)),
                    joins[i].want);
}

static const struct {
    const char *path, *want;
} normals[] = {
    {"", "."},
    {".", "."},
    {"./a/./b//c/", "a/b/c"},
    {"a/..", "."},
    {"a/../..", ".."},
    {"../a", "../a"},
    {"../../a/../b", "../../b"},
    {"/", "/"},
    {"/..", "/"},
    {"/../a/..", "/"},
    {"/a/../../b", "/b"},
    {"C:\\Users\\me\\.android\\", "C:/Users/me/.android"},
    {"c:\\..\\a", "c:/a"},
    {"C:/", "C:/"},
    {"\\\\server\\share\\a\\..\\b", "//server/share/b"},
    {"\\\\server\\share\\..\\b", "//server/share/b"},
    {"\\\\server\\share", "//server/share/"},
    {"//server/share/", "//server/share/"},
    {"a\\b", "a/b"},
};

static void test_normal(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(normals); i++) {
        str normal = path_normal(&arena, str_from(normals[i].path));
        assert_path(normals[i].path, normal, normals[i].want);
        assert_path(normals[i].path, path_normal(&arena, normal), normals[i].want);
    }
}

static const struct {
    const char *from, *to, *want; /* want NULL: there is no relative path */
} relatives[] = {
    {"/a", "/a", "."},
    {"/a", "/a/b", "b"},
    {"/a/b", "/a", ".."},
    {"/a/b", "/a/c", "../c"},
    {"/a/b/c", "/d", "../../../d"},
    {"/", "/a/b", "a/b"},
    {"/a/b", "/", "../.."},
    {"/", "/", "."},
    {"/ab", "/abc", "../abc"},
    {"/a", "/A", "../A"},
    {"C:/sdk/emulator", "C:/avd/mas_0.avd/x", "../../avd/mas_0.avd/x"},
    {"C:/a", "c:/a/b", "b"},
    {"C:/", "C:/b", "b"},
    {"C:/a", "D:/a", NULL},
    {"C:/a", "/a", NULL},
    {"/a", "C:/a", NULL},
    {"//s/h/", "//s/h/a", "a"},
    {"//s/h/a", "//S/H/b", "../b"},
    {"//s/h/a", "//s/i/a", NULL},
    {"//s/h/a", "//t/h/a", NULL},
    {"//s/h/a", "C:/a", NULL},
    {"a", "a/b", NULL},
    {"/a", "b", NULL},
    {"", "", NULL},
};

static void test_relative(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(relatives); i++) {
        str from = str_from(relatives[i].from), to = str_from(relatives[i].to), out = {0};
        bool found = path_relative(&arena, from, to, &out);
        if (found != (relatives[i].want != NULL))
            fail_msg("from '%s' to '%s': %d", relatives[i].from, relatives[i].to, found);
        if (!found)
            continue;
        assert_path(relatives[i].from, out, relatives[i].want);
        /* drives and shares have no case, so that only the part behind the root comes back */
        str back = path_normal(&arena, path_join(&arena, from, out));
        assert_true(
            str_equal(str_from_at(back, path_root(back).len), str_from_at(to, path_root(to).len)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_relative),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
