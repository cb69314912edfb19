/* SPDX-License-Identifier: Apache-2.0 */
/* Ini files against what the emulator's IniFile makes of the same bytes. */
#include "ini.h"

#include "findings.h"
#include "os_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

struct bench {
    struct arena arena;
    struct sources sources;
    struct diags diags;
    struct os_memory memory;
    struct os os;
    struct reading reading;
};

static void bench_start(struct bench *bench) {
    bench->arena = arena_make(out_of_memory, NULL);
    bench->sources = (struct sources){.arena = &bench->arena};
    bench->diags = diags_make(&bench->arena, &bench->sources);
    bench->memory = os_memory_make(&bench->arena);
    bench->os = os_memory_os(&bench->memory);
    bench->reading = (struct reading){&bench->os, &bench->arena, &bench->diags};
}

static bool bench_read(struct bench *bench, str bytes, struct ini *ini) {
    os_memory_file(&bench->memory, "x.ini", bytes);
    return ini_read(&bench->reading, STR("x.ini"), STR("x.ini"), ini);
}

/* Every entry as "key>value|", every skipped line by its number as "!2|". */
static str dump(struct bench *bench, const struct ini *ini) {
    struct buf out = buf_make(&bench->arena);
    for (size_t i = 0; i < ini->count; i++) {
        buf_str(&out, ini->entries[i].key);
        buf_char(&out, '>');
        buf_str(&out, ini->entries[i].value);
        buf_char(&out, '|');
    }
    for (size_t i = 0; i < ini->skip_count; i++)
        buf_format(&out, "!%u|", span_position(&bench->sources, ini->skips[i].at).line);
    return buf_view(&out);
}

#define BYTES(literal) STR_INIT(literal)

static const struct {
    str bytes;
    str want;
} lines[] = {
    {BYTES(""), BYTES("")},
    {BYTES("\n\n \t\r\n"), BYTES("")},
    {BYTES("a=1"), BYTES("a>1|")},
    {BYTES("a=1\nb = 2\r\n c\t=\t3 \r\n"), BYTES("a>1|b>2|c>3|")},
    {BYTES("a=\nb =  \nc\t=\r\n"), BYTES("a>|b>|c>|")},
    {BYTES("# a=1\n;b=2\n \t# c=3\n\r;d=4"), BYTES("")},
    {BYTES("a=1 # one\nb=2 ; two"), BYTES("a>1 # one|b>2 ; two|")},
    {BYTES("a=\"x\"\nb='y'\nc=z\\\nd=1"), BYTES("a>\"x\"|b>'y'|c>z\\|d>1|")},
    {BYTES("a=b=c\n"), BYTES("a>b=c|")},
    {BYTES("a==b\n"), BYTES("a>=b|")},
    {BYTES("_a.b-c9=1\nA=2\na=3\n"), BYTES("_a.b-c9>1|A>2|a>3|")},
    {BYTES("a=1\na=2\na=3\n"), BYTES("a>1|a>2|a>3|")},
    /* lines that the emulator skips */
    {BYTES("[x]\na=1"), BYTES("a>1|!1|")},
    {BYTES("9a=1\n.b=2\n-c=3\n=4\n!d=5"), BYTES("!1|!2|!3|!4|!5|")},
    {BYTES("a\nb c=1\nd:2\n\xC3\xA9=3\ne\xC3\xA9=4"), BYTES("!1|!2|!3|!4|!5|")},
    {BYTES("a=1\rb=2\nc=3\n"), BYTES("c>3|!1|")},
    {BYTES("a=1\r \t\r\nb\r=\r2\r"), BYTES("a>1|b>2|")},
    {BYTES("\xEF\xBB\xBF"
           "a=1\r\nb=2\r\n"),
     BYTES("b>2|!1|")},
    {BYTES("\xEF\xBB\xBF# a\nb=2\n"), BYTES("b>2|")},
    {BYTES("\xEF\xBB\xBF\r\nb=2\n"), BYTES("b>2|")},
    {BYTES("a=1\n\xEF\xBB\xBF"
           "b=2\n"),
     BYTES("a>1|!2|")},
    {BYTES("\xFF\xFE"
           "a\0=\0001\0\n\0"),
     BYTES("!1|")},
    {BYTES("\xFE\xFF\0a\0=\0001\0\n"), BYTES("!1|")},
    {BYTES("a\0=\0001\0\n\0"), BYTES("!1|!2|")},
    /* values are bytes */
    {BYTES("a=x\0y\nb=\xFF\xE9\n"), BYTES("a>x\0y|b>\xFF\xE9|")},
    {BYTES("a=\v1\f\n"), BYTES("a>\v1\f|")},
    {BYTES("a=\xE4\xBA\x91\xE6\x89\x8B\xE6\x9C\xBA 7 \xE5\x8F\xB7 \n"),
     BYTES("a>\xE4\xBA\x91\xE6\x89\x8B\xE6\x9C\xBA 7 \xE5\x8F\xB7|")},
};

static void test_lines(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct bench bench;
        struct ini ini;
        bench_start(&bench);
        assert_true(bench_read(&bench, lines[i].bytes, &ini));
        str got = dump(&bench, &ini);
        if (!str_equal(got, lines[i].want))
            fail_msg("row %zu: '%.*s', not '%.*s'", i, STR_ARG(got), STR_ARG(lines[i].want));
        arena_free(&bench.arena);
    }
}

static void test_last_holds(void **state) {
    (void)state;
    struct bench bench;
    struct ini ini;
    bench_start(&bench);
    assert_true(bench_read(&bench, STR("a=1\nA=2\nab=3\na=4\n"), &ini));
    assert_string_equal(str_c(&bench.arena, ini_get(&ini, "a")->value), "4");
    assert_string_equal(str_c(&bench.arena, ini_get(&ini, "A")->value), "2");
    assert_null(ini_get(&ini, "b"));
    assert_null(ini_get(&ini, ""));
    arena_free(&bench.arena);
}

static void test_many(void **state) {
    (void)state;
    struct bench bench;
    struct ini ini;
    bench_start(&bench);
    struct buf text = buf_make(&bench.arena);
    for (int i = 0; i < 1000; i++)
        buf_format(&text, "k%d=%d\n!\n", i, i);
    assert_true(bench_read(&bench, buf_view(&text), &ini));
    assert_int_equal(ini.count, 1000);
    assert_int_equal(ini.skip_count, 1000);
    for (int i = 0; i < 1000; i++) {
        str want = str_format(&bench.arena, "%d", i);
        assert_true(str_equal(ini.entries[i].value, want));
        assert_int_equal(span_position(&bench.sources, ini.skips[i].at).line, 2 * i + 2);
    }
    arena_free(&bench.arena);
}

/* Key and value of the entry, as offsets and lengths. */
static const struct {
    str bytes;
    struct span key, value;
} places[] = {
    {BYTES("a=1\n"), {1, 0, 1}, {1, 2, 1}},
    {BYTES("\r\n \tkey\t= value \r\n"), {1, 4, 3}, {1, 10, 5}},
    {BYTES("a="), {1, 0, 1}, {1, 2, 0}},
    {BYTES("a =   \r\n"), {1, 0, 1}, {1, 3, 0}}, /* where one would write it */
};

static void test_places(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct bench bench;
        struct ini ini;
        bench_start(&bench);
        assert_true(bench_read(&bench, places[i].bytes, &ini));
        assert_int_equal(ini.count, 1);
        assert_memory_equal(&ini.entries[0].key_at, &places[i].key, sizeof(struct span));
        assert_memory_equal(&ini.entries[0].value_at, &places[i].value, sizeof(struct span));
        arena_free(&bench.arena);
    }
}

/* envSubst of IniFile.cpp, with FOO=bar and EMPTY= in the environment. */
static const struct {
    const char *value, *want;
} substitutions[] = {
    {"", ""},
    {"plain", "plain"},
    {"%FOO%", "bar"},
    {"<%FOO%>", "<bar>"},
    {"%FOO%%FOO%", "barbar"}, /* the second '%' ends a name, so the third begins one */
    {"%foo%", ""},
    {"%UNSET%x", "x"},
    {"%EMPTY%x", "x"},
    {"%FOO", "%FOO"},
    {"a%", "a%"},
    {"%", "%"},
    {"%%", "%"},
    {"%%%", "%%"},
    {"%%%%", "%%"},
    {"%%FOO%%", "%FOO%"},
    {"%%%FOO%", "%bar"},
    {"100%", "100%"},
    {"%FOO%/%FOO", "bar/%FOO"},
    {"%NO\\SUCH NAME%y", "y"},
};

static void test_substitution(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    os_memory_set(&bench.memory, "FOO", "bar");
    os_memory_set(&bench.memory, "EMPTY", "");
    for (size_t i = 0; i < sizeof substitutions / sizeof *substitutions; i++) {
        struct ini_entry entry = {.value = str_from(substitutions[i].value)};
        str got = ini_value(&bench.reading, &entry);
        assert_string_equal(str_c(&bench.arena, got), substitutions[i].want);
    }
    arena_free(&bench.arena);
}

static const struct {
    str bytes;
    const char *brief, *words;
} reports[] = {
    {BYTES("used=1\nother=2\nother=3\n"), "", NULL},
    {BYTES("used=1\nused=1\n"), "", NULL},
    {BYTES("used=1\nx=0\n used = 2\n"), "x.ini:3:2 MP0306",
     "'used';takes this one;x.ini:1:1: ;'1'"},
    {BYTES("used=1\nused=2\nused=1\nused=3"), "x.ini:4:1 MP0306",
     "x.ini:1:1: ;x.ini:2:1: ;x.ini:3:1: "},
    {BYTES("used=a\x01\xFF\nused=2"), "x.ini:2:1 MP0306", "'a\\x01\\xFF'"},
    {BYTES("\xEF\xBB\xBFused=1\n"), "x.ini:1:1 MP0311", "byte order mark;skips"},
    {BYTES("\xFF\xFEu\0=\0001\0\n\0=\0"), "x.ini:1:1 MP0311", "UTF-16"},
    {BYTES("a=1\n  [used]\n"), "x.ini:2:3 MP0311", "no sections"},
    {BYTES("\t9=1\n"), "x.ini:1:2 MP0311", "letter"},
    {BYTES("used 1\n"), "x.ini:1:1 MP0311", "'='"},
    {BYTES("used=1\rz\n"), "x.ini:1:7 MP0311", "carriage return"},
    {BYTES("a\nb\nc\nd\ne\nf\ng\n"),
     "x.ini:1:1 MP0311, x.ini:2:1 MP0311, x.ini:3:1 MP0311, x.ini:4:1 MP0311, x.ini:5:1 MP0311",
     "2 more lines"},
};

static void test_reports(void **state) {
    (void)state;
    static const char *const keys[] = {"used", NULL};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        struct bench bench;
        struct ini ini;
        bench_start(&bench);
        assert_true(bench_read(&bench, reports[i].bytes, &ini));
        assert_int_equal(bench.diags.count, 0);
        ini_report(&bench.reading, &ini, keys);
        str brief = findings_brief(&bench.arena, &bench.diags);
        str full = findings_full(&bench.arena, &bench.diags);
        if (!str_equal(brief, str_from(reports[i].brief)) || !findings_hold(full, reports[i].words))
            fail_msg("row %zu: '%.*s'\n%.*s", i, STR_ARG(brief), STR_ARG(full));
        arena_free(&bench.arena);
    }
}

static void test_limits(void **state) {
    (void)state;
    struct bench bench;
    struct ini ini;
    bench_start(&bench);
    char *bytes = arena_alloc(&bench.arena, INI_MAX + 1);
    memset(bytes, 'a', INI_MAX + 1);
    memcpy(bytes, "k=", 2);
    assert_true(bench_read(&bench, (str){bytes, INI_MAX}, &ini));
    assert_int_equal(ini_get(&ini, "k")->value.len, INI_MAX - 2);
    assert_false(bench_read(&bench, (str){bytes, INI_MAX + 1}, &ini));
    assert_string_equal(str_c(&bench.arena, findings_brief(&bench.arena, &bench.diags)),
                        "x.ini MP0002");
    assert_false(bench.diags.io_failed);
    arena_free(&bench.arena);
}

static void test_unreadable(void **state) {
    (void)state;
    struct bench bench;
    struct ini ini;
    bench_start(&bench);
    assert_false(ini_read(&bench.reading, STR("y.ini"), STR("y.ini"), &ini));
    os_memory_text(&bench.memory, "x.ini", "a=1");
    os_memory_break(&bench.memory, "x.ini", OS_DENIED);
    assert_false(ini_read(&bench.reading, STR("x.ini"), STR("x.ini"), &ini));
    assert_string_equal(str_c(&bench.arena, findings_brief(&bench.arena, &bench.diags)),
                        "x.ini MP0001, y.ini MP0001");
    assert_true(bench.diags.io_failed);
    arena_free(&bench.arena);
}

static void test_show(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    str shown = ini_show(&bench.arena, STR("a\0b\tc\x7F\xC3\xA9\xE9\x1B[0m"));
    assert_string_equal(str_c(&bench.arena, shown), "a\\x00b\\x09c\\x7F\xC3\xA9\\xE9\\x1B[0m");
    char many[200];
    memset(many, 'x', sizeof many);
    shown = ini_show(&bench.arena, (str){many, sizeof many});
    assert_int_equal(shown.len, 63);
    arena_free(&bench.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),      cmocka_unit_test(test_last_holds),
        cmocka_unit_test(test_places),     cmocka_unit_test(test_substitution),
        cmocka_unit_test(test_reports),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_unreadable), cmocka_unit_test(test_show),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
