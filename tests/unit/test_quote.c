/* SPDX-License-Identifier: Apache-2.0 */
/* Words on command lines, as documents of each shell have them; random ones are tried in the real
 * shells by tests/quote/run.sh and tests/windows/program.sh. */
#include "quote.h"
#include "shell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

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

/* NULL: refused. */
static const struct {
    const struct shell *shell;
    const char *word, *line;
} rows[] = {
    {&shell_sh, "-global", "-global"},
    {&shell_sh, "virtio-blk-pci.ioeventfd=off", "virtio-blk-pci.ioeventfd=off"},
    {&shell_sh, "", "''"},
    {&shell_sh, "a b", "'a b'"},
    {&shell_sh, "it's", "'it'\\''s'"},
    {&shell_sh, "~", "'~'"},
    {&shell_sh, "$(x)", "'$(x)'"},
    {&shell_sh, "a\nb", "'a\nb'"},
    {&shell_cmd, "file=..\\a\\b.aml", "file=..\\a\\b.aml"},
    {&shell_cmd, "", "\"\""},
    {&shell_cmd, "a b", "\"a b\""},
    {&shell_cmd, "C:\\my share\\", "\"C:\\my share\\\\\""},
    {&shell_cmd, "a&b", "\"a&b\""},
    {&shell_cmd, "a^", "\"a^\""},
    {&shell_cmd, "(x)\\", "\"(x)\\\\\""},
    {&shell_cmd, "50%", "50%%"},
    {&shell_cmd, "%PATH% x", "\"%%PATH%% x\""},
    {&shell_cmd, "a\"b", "a\\^\"b"},
    {&shell_cmd, "a\" & b", "^\"a\\^\" ^& b^\""},
    {&shell_cmd, "a!b", "a!b"},
    {&shell_cmd, "a\nb", NULL},
    {&shell_cmd, "a\rb", NULL},
    {&shell_cmd, "a\x1A", NULL},
    {&shell_powershell, "-global", "-global"},
    {&shell_powershell, "-device", "-device"},
    {&shell_powershell, "-fw_cfg", "-fw_cfg"},
    {&shell_powershell, "-", "'-'"},
    {&shell_powershell, "--%", "'--%'"},
    {&shell_powershell, "-1", "'-1'"},
    {&shell_powershell, "-a.b", "'-a.b'"},
    {&shell_powershell, "-a:b", "'-a:b'"},
    {&shell_powershell, "a,b", "'a,b'"},
    {&shell_powershell, "$x", "'$x'"},
    {&shell_powershell, "it's", "'it''s'"},
    {&shell_powershell, "\xE2\x80\x98 \xE2\x80\x99",
     "'\xE2\x80\x98\xE2\x80\x98 \xE2\x80\x99\xE2\x80\x99'"},
    {&shell_powershell, "\xE2\x80\x9A\xE2\x80\x9B",
     "'\xE2\x80\x9A\xE2\x80\x9A\xE2\x80\x9B\xE2\x80\x9B'"},
    {&shell_powershell, "\xE2\x80\x9C", "'\xE2\x80\x9C'"},
    {&shell_powershell, "C:\\x\\", "'C:\\x\\'"},
    {&shell_powershell, "C:\\my share\\", NULL},
    {&shell_powershell, "a\"b", NULL},
    {&shell_powershell, "", NULL},
};

static void test_shells(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf out = buf_make(&arena);
        const char *why = NULL;
        bool put = rows[i].shell->put(&out, str_from(rows[i].word), &why);
        if (put != (rows[i].line != NULL) ||
            (put && !str_equal(buf_view(&out), str_from(rows[i].line))))
            fail_msg("%s, '%s': '%.*s'", rows[i].shell->name, rows[i].word,
                     STR_ARG(buf_view(&out)));
        if (!put)
            assert_non_null(why);
    }
}

/* Those that other programs got wrong in public: the '\' before the last quotation mark. */
static const struct {
    const char *word, *line, *always;
} windows[] = {
    {"C:\\my share\\", "\"C:\\my share\\\\\"", "\"C:\\my share\\\\\""},
    {"C:\\x\\", "C:\\x\\", "\"C:\\x\\\\\""},
    {"a\"b", "a\\\"b", "\"a\\\"b\""},
    {"a b\\\\", "\"a b\\\\\\\\\"", "\"a b\\\\\\\\\""},
    {"", "\"\"", "\"\""},
    {"C:\\d\"x", "C:\\d\\\"x", "\"C:\\d\\\"x\""},
    {"C:\\d\\\"x", "C:\\d\\\\\\\"x", "\"C:\\d\\\\\\\"x\""},
    {"a\tb", "\"a\tb\"", "\"a\tb\""},
};

static void test_windows(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct buf out = buf_make(&arena), always = buf_make(&arena);
        quote_windows(&out, str_from(windows[i].word));
        quote_windows_always(&always, str_from(windows[i].word));
        assert_string_equal(str_c(&arena, buf_view(&out)), windows[i].line);
        assert_string_equal(str_c(&arena, buf_view(&always)), windows[i].always);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shells),
                                       cmocka_unit_test(test_windows)};
    return cmocka_run_group_tests(tests, start, finish);
}
