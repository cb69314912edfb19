/* SPDX-License-Identifier: Apache-2.0 */
#include "yaml_print.h"
#include "yaml_tree.h"

#include "findings.h"

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

static struct sources sources;
static struct diags diags;

static struct node *read_text(str text, bool *sound) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    return yaml_read(&arena, &diags, source_add(&sources, STR("x.yaml"), text), sound);
}

/* "{a: [b, c], d: ~}" */
static str dump(const struct node *node) {
    if (node->kind == NODE_NULL)
        return STR("~");
    if (node->kind == NODE_SCALAR)
        return str_format(&arena, node->plain ? "%.*s" : "'%.*s'", STR_ARG(node->text));
    str out = {0};
    for (const struct node *child = node->first; child; child = child->next) {
        str inner = dump(child), key = child->key ? child->key->text : (str){0};
        out = str_format(&arena, "%.*s%s%.*s%s%.*s", STR_ARG(out), out.len ? ", " : "",
                         STR_ARG(key), child->key ? ": " : "", STR_ARG(inner));
    }
    return str_format(&arena, node->kind == NODE_LIST ? "[%.*s]" : "{%.*s}", STR_ARG(out));
}

#define BYTES(literal) STR_INIT(literal)

static const struct {
    str text;
    const char *want;
} good[] = {
    {BYTES("a: b\n"), "{a: b}"},
    {BYTES("a: b"), "{a: b}"},
    {BYTES("\xEF\xBB\xBF"
           "a: b\n"),
     "{a: b}"},
    {BYTES("a: b\r\nc:\r\n  - d\r\n"), "{a: b, c: [d]}"},
    {BYTES("a: b\rc: d\r"), "{a: b, c: d}"},
    {BYTES("---\na: b\n"), "{a: b}"},
    {BYTES("---\na: b\n...\n"), "{a: b}"},
    {BYTES("a: b\n---\n# nothing more\n"), "{a: b}"},
    {BYTES("a: b\n---\n---\n"), "{a: b}"},
    {BYTES("%YAML 1.1\n---\na: b\n"), "{a: b}"},
    {BYTES("# a comment\n\na: b # another\n"), "{a: b}"},
    {BYTES("{\"a\": [1, true, null, \"x\"], \"b\": {}}"), "{a: [1, true, ~, 'x'], b: {}}"},
    {BYTES("{\"a\":\"\\u00b5\\t\\/\"}"), "{a: '\xC2\xB5\t/'}"},
    {BYTES("{\n\t\"a\": 1,\n\t\"b\": [2]\n}\n"), "{a: 1, b: [2]}"},
    {BYTES("a: 'b'\nc: \"d\"\n"), "{a: 'b', c: 'd'}"},
    {BYTES("a: ''\nb:\nc: ~\nd: null\ne: 'null'\n"), "{a: '', b: ~, c: ~, d: ~, e: 'null'}"},
    {BYTES("a: yes\nb: 010\nc: 1:30\nd: 0.5\n"), "{a: yes, b: 010, c: 1:30, d: 0.5}"},
    {BYTES("a: |\n  b\n  c\n"), "{a: 'b\nc\n'}"},
    {BYTES("a: >-\n  b\n  c\n"), "{a: 'b c'}"},
    {BYTES("a: b\n  c\n"), "{a: b c}"},
    {BYTES("a: b\t# c\n"), "{a: b}"},
    {BYTES("'<<': a\n"), "{<<: a}"},
    {BYTES("\xE5\xBF\xAB: \xF0\x9F\x98\x80\n"), "{\xE5\xBF\xAB: \xF0\x9F\x98\x80}"},
    {BYTES("a: b\xC2\x85"
           "c: d\n"),
     "{a: b, c: d}"},
    {BYTES("- a\n- b: c\n"), "[a, {b: c}]"},
    {BYTES("a\n"), "a"},
    {BYTES("[]\n"), "[]"},
};

static void test_good(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        bool sound;
        const struct node *root = read_text(good[i].text, &sound);
        if (!sound || !root)
            fail_msg("row %zu: %.*s", i, STR_ARG(findings_full(&arena, &diags)));
        assert_string_equal(str_c(&arena, dump(root)), good[i].want);
    }
}

/* Every scalar and key knows its place, whatever stands before it. */
static void test_places(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } rows[] = {
        {"a: X", 1, 4},
        {"\xEF\xBB\xBFX: a", 1, 1},
        {"a: b\r\nc: X\r\n", 2, 4},
        {"a: {\xC2\xB5: 1, b: X}", 1, 14},
        {"\xE5\xBF\xAB: \xF0\x9F\x98\x80\nb: [c, X]", 2, 8},
        {"# \xE5\xBF\xAB\n\n  \na: X", 4, 4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool sound;
        str text = str_from(rows[i].text);
        const struct node *node = read_text(text, &sound);
        const struct span want = {1, (uint32_t)str_find(text, 'X'), 1};
        const struct node *last = NULL;
        for (const struct node *child = node; child; child = child->first) {
            while (child->next)
                child = child->next;
            last = child;
        }
        struct span at = str_equal(last->text, STR("X")) ? last->at : last->key->at;
        struct position position = span_position(&sources, at);
        assert_int_equal(at.offset, want.offset);
        assert_int_equal(at.length, want.length);
        assert_int_equal(position.line, rows[i].line);
        assert_int_equal(position.column, rows[i].column);
    }
}

static str repeat(const char *piece, size_t count) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < count; i++)
        buf_text(&out, piece);
    return buf_view(&out);
}

/* The largest inputs that pass, and the least that do not. */
static void test_limits(void **state) {
    (void)state;
    bool sound;
    for (size_t depth = YAML_DEPTH_MAX - 1; depth <= YAML_DEPTH_MAX; depth++) {
        str text = str_format(&arena, "%.*sa%.*s", STR_ARG(repeat("[", depth)),
                              STR_ARG(repeat("]", depth)));
        read_text(text, &sound);
        assert_int_equal(sound, depth < YAML_DEPTH_MAX);
    }
    for (size_t count = YAML_ENTRIES_MAX; count <= YAML_ENTRIES_MAX + 1; count++) {
        read_text(str_format(&arena, "[%.*s]", STR_ARG(repeat("a,", count))), &sound);
        assert_int_equal(sound, count <= YAML_ENTRIES_MAX);
        assert_true(sound || findings_hold(findings_brief(&arena, &diags), "MP0013"));
    }
    for (size_t length = 1024; length <= 1025; length++) {
        read_text(str_format(&arena, "a: b\n%.*s: c\n", STR_ARG(repeat("k", length))), &sound);
        assert_int_equal(sound, length <= 1024);
        assert_true(sound || findings_hold(findings_full(&arena, &diags), "1024 characters"));
    }
}

/* Thousands of brackets or aliases end at once: the limit comes before the work. */
static void test_hostile(void **state) {
    (void)state;
    bool sound;
    read_text(repeat("[", 500000), &sound);
    assert_false(sound);
    assert_int_equal(diags.count, 1);
    read_text(repeat("{a: ", 100000), &sound);
    assert_false(sound);
    read_text(repeat("- ", 300000), &sound);
    assert_false(sound);
}

/* What a syntax error leaves is not asked for keys that may stand behind it. */
static void test_broken_tree(void **state) {
    (void)state;
    bool sound;
    const struct node *root = read_text(STR("a: b\nc: [d\n"), &sound);
    assert_false(sound);
    assert_int_equal(root->kind, NODE_BAD);
    assert_non_null(yaml_get(root, STR("a")));
    assert_int_equal(diags.count, 1);
}

/* Every start of a file and every single wrong byte gives a tree or findings, and nothing else. */
static void test_damage(void **state) {
    (void)state;
    static const char text[] =
        "modavd-profile: 1\nname: \"\xC2\xB5\"\nqemu:\n  globals: {a: {b: [c]}}"
        "\n  arguments:\n    - &x -a\n    - *x\nacpi: !t\n  ? k\n  : |\n   v\n";
    for (size_t i = 0; i < sizeof text - 1; i++) {
        static const unsigned char bytes[] = {0, '\t', '\n', '{', '[', ':', '"', '&', 0xFF};
        bool sound;
        const struct node *root = read_text((str){text, i}, &sound);
        assert_true(root || diags.count > 0);
        assert_int_equal(sound, diags.count == 0);
        for (size_t j = 0; j < sizeof bytes; j++) {
            str damaged = str_copy(&arena, STR(text));
            char *copy = str_c(&arena, damaged);
            copy[i] = (char)bytes[j];
            root = read_text((str){copy, damaged.len}, &sound);
            assert_true(root || diags.count > 0);
            assert_int_equal(sound, diags.count == 0);
        }
    }
}

static str as_written(void *context, const struct text *text) {
    (void)context;
    return text->s;
}

/* What is printed reads back as the same tree. */
static void test_print(void **state) {
    (void)state;
    static const char *const texts[] = {
        "a: b\n",
        "a: [b, c]\nd: {e: f}\n",
        "a: 'null'\nb: ''\nc: 'x: y'\nd: \"\\t\"\ne: '010'\n",
        "a:\n  - b: c\n    d: []\n  - {}\n",
        "a: \xE5\xBF\xAB \xC2\xB5s\n",
        "a: \"b\\nc\"\n",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        bool sound;
        struct buf out = buf_make(&arena);
        const struct node *root = read_text(str_from(texts[i]), &sound);
        str before = dump(root);
        yaml_print(&out, root, as_written, NULL);
        root = read_text(buf_view(&out), &sound);
        assert_true(sound);
        assert_string_equal(str_c(&arena, dump(root)), str_c(&arena, before));
        json_t *json = yaml_print_json(&arena, root, as_written, NULL);
        assert_non_null(json);
        json_decref(json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),        cmocka_unit_test(test_places),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_broken_tree), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
