/* SPDX-License-Identifier: Apache-2.0 */
/* The file of a manager's own arguments, and the list that it grows. */
#include "base_args.h"

#include "buf.h"
#include "findings.h"
#include "growing.h"
#include "os_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct target_file args_file = {STR_INIT("/home/x.args"), STR_INIT("x.args")};
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

#define FILE_OF(bytes) \
    { bytes, sizeof(bytes) - 1 }

/* Words with '|' behind each and, behind '@', the offset of the last. */
static const struct {
    str bytes;
    const char *words, *findings; /* words NULL: refused */
} files[] = {
    {FILE_OF("-S\n"), "-S|@0", ""},
    {FILE_OF("-S"), "-S|@0", ""},
    {FILE_OF("-m\n2G\n"), "-m|2G|@3", ""},
    {FILE_OF("-m\r\n2G\r\n"), "-m|2G|@4", ""},
    {FILE_OF("-m\r\n2G\r"), "-m|2G|@4", ""},
    {FILE_OF("\xEF\xBB\xBF-m\n2G"), "-m|2G|@6", ""},
    {FILE_OF("\n\n-S\n\n\r\n"), "-S|@2", ""},
    {FILE_OF("-device\n virtio-blk-pci, a \n"), "-device| virtio-blk-pci, a |@8", ""},
    {FILE_OF("-name\n\xC3\xA9\n"), "-name|\xC3\xA9|@6", ""},
    {FILE_OF("-append\n\"a b\" # c\n"), "-append|\"a b\" # c|@8", ""}, /* as it is */
    /* of the emulator's own only what is behind -qemu counts */
    {FILE_OF("-avd\nx\n-qemu\n-S\n"), "-S|@13", ""},
    {FILE_OF("-qemu\n-S\n-qemu\n-m\n1G\n"), "-m|1G|@18", ""},
    {FILE_OF("-avd\n -qemu\n"), "-avd| -qemu|@5", ""},
    {FILE_OF("-avd\nx\n-qemu\r\n"), NULL, "x.args MP0410"},
    {FILE_OF(""), NULL, "x.args MP0410"},
    {FILE_OF("\n\r\n"), NULL, "x.args MP0410"},
    {FILE_OF("\xEF\xBB\xBF"), NULL, "x.args MP0410"},
    {FILE_OF("-S\n\0"), NULL, "x.args:2:1 MP0004"},
    {FILE_OF("-S\n\xFF\xFE"), NULL, "x.args:2:1 MP0003"},
    {FILE_OF("\x7F"
             "ELF\x02"),
     NULL, "x.args:1:1 MP0004"},
};

static const char *words_text(const struct text_list *list) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < list->count; i++)
        buf_format(&out, "%.*s|", STR_ARG(list->items[i].s));
    if (list->count > 0)
        buf_format(&out, "@%u", list->items[list->count - 1].at.offset);
    return str_c(&arena, buf_view(&out));
}

static void test_files(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        struct sources sources = {.arena = &arena};
        struct diags diags = diags_make(&arena, &sources);
        struct os_memory memory = os_memory_make(&arena);
        struct os os = os_memory_os(&memory);
        const struct reading reading = {&os, &arena, &diags};
        os_memory_file(&memory, "/home/x.args", files[i].bytes);
        struct text_list list = {.count = 0};
        uint32_t source = 0;
        bool sound = base_args_read(&reading, &args_file, &list, &source);
        str brief = findings_brief(&arena, &diags);
        const char *got = sound ? words_text(&list) : "";
        if (sound != (files[i].words != NULL) || !str_equal(brief, str_from(files[i].findings)) ||
            (sound && !str_equal(str_from(got), str_from(files[i].words))))
            fail_msg("row %zu: %s %.*s: %.*s", i, got, STR_ARG(brief),
                     STR_ARG(findings_full(&arena, &diags)));
        if (sound) /* outputs call it the same on every machine */
            assert_true(str_equal(source_get(&sources, source)->name, STR("manager/base-args")));
    }
}

static void test_no_file(void **state) {
    (void)state;
    struct sources sources = {.arena = &arena};
    struct diags diags = diags_make(&arena, &sources);
    struct os_memory memory = os_memory_make(&arena);
    struct os os = os_memory_os(&memory);
    const struct reading reading = {&os, &arena, &diags};
    struct text_list list;
    uint32_t source = 7;
    assert_false(base_args_read(&reading, &args_file, &list, &source));
    assert_int_equal(source, 0);
    assert_true(diags.io_failed);
    assert_string_equal(str_c(&arena, findings_brief(&arena, &diags)), "x.args MP0001");
}

/* Each place comes zeroed, and what was there before it stays. */
static void test_growing(void **state) {
    (void)state;
    struct growing list = {0};
    for (size_t i = 0; i < 100; i++) {
        size_t *item = growing_add(&arena, &list, sizeof *item);
        assert_int_equal(*item, 0);
        *item = i + 1;
        assert_int_equal(list.count, i + 1);
        for (size_t j = 0; j <= i; j++)
            assert_int_equal(((size_t *)list.items)[j], j + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_growing),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
