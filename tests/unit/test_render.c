/* SPDX-License-Identifier: Apache-2.0 */
#include "render.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static struct sources sources;
static struct diags diags;

static uint32_t add(const char *path, const char *text) {
    return source_add(&sources, str_from(path), str_from(text));
}

static void clear(void) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
}

static const char *rendered(bool colour) {
    struct buf out = buf_make(&arena);
    render_text(&diags, colour, &out);
    return str_c(&arena, buf_view(&out));
}

/* One finding at the '<' in TEXT, which is as long as what stands before '>'; both are taken out.
 */
static const struct {
    const char *text, *want;
} carets[] = {
    {"a: <b>\n", "x:1:4: error: bad [MP0101]\n    a: b\n       ^\n"},
    {"a: <bcd> e\n", "x:1:4: error: bad [MP0101]\n    a: bcd e\n       ^~~\n"},
    {"a: b\nc: <d>", "x:2:4: error: bad [MP0101]\n    c: d\n       ^\n"},
    {"a: b\r\nc: <d>\r\n", "x:2:4: error: bad [MP0101]\n    c: d\n       ^\n"},
    {"\xE5\xBF\xAB\xE9\x80\x9F: <b>\n",
     "x:1:5: error: bad [MP0101]\n    \xE5\xBF\xAB\xE9\x80\x9F: b\n          ^\n"},
    {"a: <\xE5\xBF\xAB\xE9\x80\x9F>\n",
     "x:1:4: error: bad [MP0101]\n    a: \xE5\xBF\xAB\xE9\x80\x9F\n       ^~~~\n"},
    {"\xC2\xB5s: <b>\n", "x:1:5: error: bad [MP0101]\n    \xC2\xB5s: b\n        ^\n"},
    {"\t<b>\n", "x:1:2: error: bad [MP0101]\n     b\n     ^\n"},
    {"a\tb\t<c>\n", "x:1:5: error: bad [MP0101]\n    a b c\n        ^\n"},
    {"\xEF\xBB\xBF<a>: b\n", "x:1:1: error: bad [MP0101]\n    a: b\n    ^\n"},
    {"a\x1B[31m<b>\n", "x:1:7: error: bad [MP0101]\n    a [31mb\n          ^\n"},
    {"a\xC2\x9B"
     "31m<b>\n",
     "x:1:6: error: bad [MP0101]\n    a 31mb\n         ^\n"},
    {"a\xFF<b>\n", "x:1:3: error: bad [MP0101]\n    a\xEF\xBF\xBD"
                   "b\n      ^\n"},
    {"a<>\n", "x:1:2: error: bad [MP0101]\n    a\n     ^\n"},
    {"<>", "x:1:1: error: bad [MP0101]\n    \n    ^\n"},
    {"a: <b\nc>: d\n", "x:1:4: error: bad [MP0101]\n    a: b\n       ^\n"},
};

static void test_carets(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(carets); i++) {
        str text = str_from(carets[i].text);
        size_t open = str_find(text, '<'), close = str_find(text, '>');
        str clean = str_format(&arena, "%.*s%.*s%.*s", (int)open, text.at, (int)(close - open - 1),
                               text.at + open + 1, STR_ARG(str_from_at(text, close + 1)));
        clear();
        uint32_t source = source_add(&sources, STR("x"), clean);
        diag(&diags, MP_UNKNOWN_KEY,
             (struct span){source, (uint32_t)open, (uint32_t)(close - open - 1)}, "bad");
        assert_string_equal(rendered(false), carets[i].want);
    }
}

/* A long line is cut, and one whose place lies beyond the cut is left out. */
static void test_long_lines(void **state) {
    (void)state;
    char line[1000];
    memset(line, 'x', sizeof line);
    clear();
    uint32_t source = source_add(&sources, STR("x"), (str){line, sizeof line});
    diag(&diags, MP_UNKNOWN_KEY, (struct span){source, 10, 900}, "bad");
    const char *text = rendered(false);
    assert_non_null(strstr(text, "xxx...\n"));
    assert_true(strlen(text) < 400);
    clear();
    source = source_add(&sources, STR("x"), (str){line, sizeof line});
    diag(&diags, MP_UNKNOWN_KEY, (struct span){source, 500, 3}, "bad");
    assert_string_equal(rendered(false), "x:1:501: error: bad [MP0101]\n");
}

static void test_places(void **state) {
    (void)state;
    clear();
    uint32_t source = add("dir/x", "a\n");
    diag(&diags, MP_YAML_EMPTY, span_file(source), "empty");
    diag(&diags, MP_NO_PROFILES, (struct span){0}, "none");
    diag(&diags, MP_NO_EFFECT, (struct span){source, 0, 1}, "warn");
    diag(&diags, MP_OVERRIDES, (struct span){source, 0, 1}, "note");
    diag_note(&diags, (struct span){source, 0, 1}, "more");
    assert_string_equal(rendered(false), "modavd-profile: error: none [MP0209]\n"
                                         "dir/x: error: empty [MP0011]\n"
                                         "dir/x:1:1: warning: warn [MP0207]\n    a\n    ^\n"
                                         "dir/x:1:1: note: note [MP0210]\n    a\n    ^\n"
                                         "dir/x:1:1: note: more\n    a\n    ^\n");
    assert_int_equal(diags.errors, 2);
    assert_int_equal(diags.warnings, 1);
}

/* Escapes come only with colour, and every one of them is ended. */
static void test_colour(void **state) {
    (void)state;
    clear();
    uint32_t source = add("x", "abc\n");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){source, 1, 2}, "bad");
    assert_null(strchr(rendered(false), '\033'));
    assert_string_equal(rendered(true), "\033[1mx:1:2: \033[1;31merror: \033[0mbad [MP0101]\n"
                                        "    abc\n     \033[1;32m^~\033[0m\n");
}

/* By path, line, column and code; the same finding only once. */
static void test_order(void **state) {
    (void)state;
    clear();
    uint32_t b = add("b", "1\n2\n3\n"), a = add("a", "1 2 3\n");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){b, 4, 1}, "five");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){b, 2, 1}, "four");
    diag(&diags, MP_BAD_WORD, (struct span){a, 2, 1}, "two");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){a, 2, 1}, "one");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){a, 4, 1}, "three");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){a, 2, 1}, "one");
    diag_note(&diags, (struct span){0}, "a note on one that was dropped");
    diag(&diags, MP_YAML_SYNTAX, (struct span){0}, "zero");
    size_t count;
    const struct finding **sorted = diags_sorted(&diags, &arena, &count);
    static const char *const want[] = {"zero", "one", "two", "three", "four", "five"};
    assert_int_equal(count, COUNT(want));
    for (size_t i = 0; i < count; i++)
        assert_string_equal(str_c(&arena, sorted[i]->text), want[i]);
    assert_null(sorted[1]->notes);
    assert_int_equal(diags.errors, 6);
}

static void test_warnings_as_errors(void **state) {
    (void)state;
    clear();
    diags.warnings_are_errors = true;
    diag(&diags, MP_NO_EFFECT, (struct span){0}, "x");
    diag(&diags, MP_OVERRIDES, (struct span){0}, "y");
    assert_int_equal(diags.errors, 1);
    assert_int_equal(diags.warnings, 0);
}

/* A finding outlives what it was found in. */
static void test_copies(void **state) {
    (void)state;
    clear();
    char text[] = "ab: c\n", path[] = "x";
    uint32_t source = add(path, text);
    diag(&diags, MP_UNKNOWN_KEY, (struct span){source, 0, 2}, "bad");
    memset(text, '?', sizeof text - 1);
    path[0] = '?';
    assert_string_equal(rendered(false), "x:1:1: error: bad [MP0101]\n    ab: c\n    ^~\n");
}

static void test_json(void **state) {
    (void)state;
    clear();
    uint32_t source = add("dir/\xFFx", "\xE5\xBF\xAB: b\n");
    diag(&diags, MP_UNKNOWN_KEY, (struct span){source, 0, 3}, "bad \"one\"");
    diag_note(&diags, span_file(source), "more");
    diag(&diags, MP_NO_PROFILES, (struct span){0}, "none");
    json_t *list = render_json(&diags, &arena);
    char *text = json_dumps(list, JSON_COMPACT);
    assert_string_equal(
        text, "[{\"code\":\"MP0209\",\"level\":\"error\",\"message\":\"none\",\"notes\":[]},"
              "{\"code\":\"MP0101\",\"level\":\"error\",\"path\":\"dir/\xEF\xBF\xBDx\",\"line\":1,"
              "\"column\":1,\"length\":1,\"message\":\"bad \\\"one\\\"\",\"notes\":["
              "{\"path\":\"dir/\xEF\xBF\xBDx\",\"message\":\"more\"}]}]");
    free(text);
    json_decref(list);
}

/* Numbers are public: no two codes share one. */
static void test_codes(void **state) {
    (void)state;
    for (int i = 0; i < MP_COUNT; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(code_info((enum code)i).number, code_info((enum code)j).number);
    assert_string_equal(code_info(MP_UNKNOWN_KEY).id, "UNKNOWN_KEY");
    assert_string_equal(level_name(LEVEL_WARNING), "warning");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carets), cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_places), cmocka_unit_test(test_colour),
        cmocka_unit_test(test_order),  cmocka_unit_test(test_warnings_as_errors),
        cmocka_unit_test(test_copies), cmocka_unit_test(test_json),
        cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
