/* SPDX-License-Identifier: Apache-2.0 */
#include "expr.h"

#include "findings.h"
#include "scope.h"

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

/* TEXT as a scalar of a file of its own, without findings so far. */
static struct text make_text(const char *text) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    uint32_t source = source_add(&sources, STR("x.yaml"), str_from(text));
    return (struct text){str_from(text), {source, 0, (uint32_t)str_from(text).len}};
}

static const struct variable variables[] = {
    {STR_INIT("a"), {DIMENSION_DURATION, 10000}, {0}, true, false},
    {STR_INIT("n"), {DIMENSION_NUMBER, 3}, {0}, true, false},
    {STR_INIT("ram"), {DIMENSION_SIZE, 1u << 30}, {0}, true, false},
    {STR_INIT("cpus"), {DIMENSION_NUMBER, 6}, {0}, true, false},
    {STR_INIT("poll-max"), {DIMENSION_DURATION, 32000}, {0}, true, false},
    {STR_INIT("min"), {DIMENSION_NUMBER, 77}, {0}, true, false},
    {STR_INIT("path"), {0}, STR_INIT("/srv/a,b"), true, true},
};
static const struct scope scope = {.items = variables, .count = COUNT(variables)};

static const struct {
    const char *text;
    enum dimension dimension;
    uint64_t value;
    const char *fault; /* NULL: none */
} rows[] = {
    {"100us", DIMENSION_DURATION, 100000, NULL},
    {"0", DIMENSION_DURATION, 0, NULL},
    {"0", DIMENSION_SIZE, 0, NULL},
    {"${a}", DIMENSION_DURATION, 10000, NULL},
    {"${ a }", DIMENSION_DURATION, 10000, NULL},
    {"${a + 5us}", DIMENSION_DURATION, 15000, NULL},
    {"${a - 5us}", DIMENSION_DURATION, 5000, NULL},
    {"${a * n}", DIMENSION_DURATION, 30000, NULL},
    {"${n * a}", DIMENSION_DURATION, 30000, NULL},
    {"${a / n}", DIMENSION_DURATION, 3333, NULL},
    {"${a / 3us}", DIMENSION_NUMBER, 3, NULL},
    {"${poll-max / 2}", DIMENSION_DURATION, 16000, NULL},
    {"${poll-max}", DIMENSION_DURATION, 32000, NULL},
    {"${ram / cpus / n}", DIMENSION_SIZE, (1u << 30) / 6 / 3, NULL},
    {"${1 + 2 * 3}", DIMENSION_NUMBER, 7, NULL},
    {"${(1 + 2) * 3}", DIMENSION_NUMBER, 9, NULL},
    {"${10 - 2 - 3}", DIMENSION_NUMBER, 5, NULL},
    {"${24 / 4 / 2}", DIMENSION_NUMBER, 3, NULL},
    {"${24 / 4 * 2}", DIMENSION_NUMBER, 12, NULL},
    {"${0x10 + 1}", DIMENSION_NUMBER, 17, NULL},
    {"${min(cpus, 4)}", DIMENSION_NUMBER, 4, NULL},
    {"${max(cpus, 4)}", DIMENSION_NUMBER, 6, NULL},
    {"${min(5, 3, 4)}", DIMENSION_NUMBER, 3, NULL},
    {"${max(a, poll-max, 1us)}", DIMENSION_DURATION, 32000, NULL},
    {"${min (1, 2)}", DIMENSION_NUMBER, 1, NULL},
    {"${min}", DIMENSION_NUMBER, 77, NULL},
    {"${min(max(1, 2), 3) + 1}", DIMENSION_NUMBER, 3, NULL},
    {"${18446744073709551615}", DIMENSION_NUMBER, UINT64_MAX, NULL},
    {"${18446744073709551614 + 1}", DIMENSION_NUMBER, UINT64_MAX, NULL},
    {"${4294967296 * 4294967295}", DIMENSION_NUMBER, 18446744069414584320u, NULL},
    {"${n - 3}", DIMENSION_NUMBER, 0, NULL},
    {"${0 * a}", DIMENSION_DURATION, 0, NULL},
    {"100", DIMENSION_DURATION, 0, "'x' cannot be '100': it is not a duration such as 100us"},
    {"1M", DIMENSION_DURATION, 0, "it is not a duration"},
    {"010us", DIMENSION_DURATION, 0, "a leading zero"},
    {"4x", DIMENSION_NUMBER, 0, "not a number"},
    {"0.5ns", DIMENSION_DURATION, 0, "smallest unit"},
    {"18446744073709551616", DIMENSION_NUMBER, 0, "too large"},
    {"${n}", DIMENSION_DURATION, 0, "it is not a duration"},
    {"${a}us", DIMENSION_DURATION, 0, "it is not a duration"},
    {"x${a}", DIMENSION_DURATION, 0, "it is not a duration"},
    {"${18446744073709551615 + 1}", DIMENSION_NUMBER, 0, "too large"},
    {"${4294967296 * 4294967296}", DIMENSION_NUMBER, 0, "too large"},
    {"${n - 4}", DIMENSION_NUMBER, 0, "below zero"},
    {"${-1}", DIMENSION_NUMBER, 0, "a value is missing"},
    {"${1 / 0}", DIMENSION_NUMBER, 0, "division by zero"},
    {"${1 / (n - 3)}", DIMENSION_NUMBER, 0, "division by zero"},
    {"${a + n}", DIMENSION_DURATION, 0, "different kinds"},
    {"${ram - a}", DIMENSION_SIZE, 0, "different kinds"},
    {"${a * a}", DIMENSION_DURATION, 0, "plain number"},
    {"${n / a}", DIMENSION_NUMBER, 0, "do not fit"},
    {"${min(a, n)}", DIMENSION_DURATION, 0, "one kind"},
    {"${b}", DIMENSION_NUMBER, 0, "no parameter or fact 'b'"},
    {"${}", DIMENSION_NUMBER, 0, "a value is missing"},
    {"${1 +}", DIMENSION_NUMBER, 0, "a value is missing"},
    {"${1 + + 1}", DIMENSION_NUMBER, 0, "a value is missing"},
    {"${(1}", DIMENSION_NUMBER, 0, "')' is missing"},
    {"${1)}", DIMENSION_NUMBER, 0, "not understood"},
    {"${min(1}", DIMENSION_NUMBER, 0, "')' is missing"},
    {"${min()}", DIMENSION_NUMBER, 0, "a value is missing"},
    {"${1", DIMENSION_NUMBER, 0, "'}' is missing"},
    {"${1 2}", DIMENSION_NUMBER, 0, "not understood"},
    {"${010}", DIMENSION_NUMBER, 0, "not a number"},
    {"${4x}", DIMENSION_NUMBER, 0, "not a number"},
    {"${\xE5\xBF\xAB}", DIMENSION_NUMBER, 0, "no parameter or fact"},
};

static void test_quantity(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text text = make_text(rows[i].text);
        struct quantity got = {0};
        bool sound = expr_quantity(STR("x"), &text, rows[i].dimension, &scope, &diags, &got);
        str said = findings_full(&arena, &diags);
        if (sound != !rows[i].fault || sound != (diags.count == 0))
            fail_msg("'%s': %d, %.*s", rows[i].text, sound, STR_ARG(said));
        if (!sound && (!findings_hold(said, rows[i].fault) || diags.count != 1))
            fail_msg("'%s': %.*s", rows[i].text, STR_ARG(said));
        if (sound && (got.value != rows[i].value || got.dimension != rows[i].dimension))
            fail_msg("'%s': %llu", rows[i].text, (unsigned long long)got.value);
    }
}

static void test_depth(void **state) {
    (void)state;
    for (size_t depth = 30; depth < 35; depth++) {
        str open = {0}, close = {0};
        for (size_t i = 0; i < depth; i++) {
            open = str_format(&arena, "%.*s(", STR_ARG(open));
            close = str_format(&arena, "%.*s)", STR_ARG(close));
        }
        struct quantity got;
        struct text text = make_text(
            str_c(&arena, str_format(&arena, "${%.*s1%.*s}", STR_ARG(open), STR_ARG(close))));
        assert_int_equal(expr_quantity(STR("x"), &text, DIMENSION_NUMBER, &scope, &diags, &got),
                         depth < 32);
    }
}

static const struct {
    const char *text, *want; /* want NULL: a finding */
} texts[] = {
    {"", ""},
    {"plain", "plain"},
    {"${cpus}", "6"},
    {"size=${ram / 1M},x", "size=1024,x"},
    {"${a}-${n}", "10000-3"},
    {"$${cpus}", "${cpus}"},
    {"$$${cpus}", "$${cpus}"},
    {"a$${b}c${n}", "a${b}c3"},
    {"$", "$"},
    {"$n", "$n"},
    {"{n}", "{n}"},
    {"${n}}", "3}"},
    {"${", NULL},
    {"x${nope}", NULL},
    {"${path}", "/srv/a,b"},
    {"-${ path }-", "-/srv/a,b-"},
    {"${path + 1}", NULL},
    {"${n * path}", NULL},
    {"${n}${1/0}", NULL},
};

static void test_expand(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct text text = make_text(texts[i].text);
        str out = {0};
        bool sound = expr_expand(&arena, &text, &scope, &diags, &out);
        if (sound != (texts[i].want != NULL) || sound != (diags.count == 0))
            fail_msg("'%s': %d", texts[i].text, sound);
        if (sound && !str_equal(out, str_from(texts[i].want)))
            fail_msg("'%s' gives '%.*s'", texts[i].text, STR_ARG(out));
    }
    struct scope option = scope;
    option.in_option = true;
    struct text word = make_text("path=${path}"), whole = make_text("${path}");
    str out;
    assert_true(expr_expand(&arena, &word, &option, &diags, &out));
    assert_true(str_equal(out, STR("path=/srv/a,,b")));
    assert_true(expr_expand(&arena, &whole, &option, &diags, &out));
    assert_true(str_equal(out, STR("/srv/a,b")));
    assert_true(expr_has(STR("x${y")));
    assert_false(expr_has(STR("$x{}")));
    assert_false(expr_has(STR("$")));
}

static const struct {
    const char *latency, *power, *hint;
    bool sound;
    struct cst_state want;
} states[] = {
    {"100us", NULL, NULL, true, {CST_ENTER_HLT, 0, 100, 0}},
    {"0us", "1000", "0x20", true, {CST_ENTER_HLT, 0x20, 0, 1000}},
    {"${a * n}", "${n}", "${n}", true, {CST_ENTER_HLT, 3, 30, 3}},
    {"4294967295us", "4294967295", NULL, true, {CST_ENTER_HLT, 0, UINT32_MAX, UINT32_MAX}},
    {"4294967296us", NULL, NULL, false, {0}},
    {"1500ns", NULL, NULL, false, {0}},
    {"1us", "4294967296", NULL, false, {0}},
    {"1us", "1us", NULL, false, {0}},
    {"1", NULL, NULL, false, {0}},
};

static void test_states(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(states); i++) {
        struct idle_state from = {.latency = make_text(states[i].latency)};
        const struct span at = from.latency.at;
        if (states[i].power)
            from.power = (struct text){str_from(states[i].power), at};
        if (states[i].hint)
            from.hint = (struct text){str_from(states[i].hint), at};
        struct cst_state got = {0};
        bool sound = idle_state_compute(&from, &scope, &diags, &got);
        assert_int_equal(sound, states[i].sound);
        assert_int_equal(sound, diags.count == 0);
        if (sound)
            assert_memory_equal(&got, &states[i].want, sizeof got);
    }
}

static void test_scope(void **state) {
    (void)state;
    const struct param params[] = {{.name = {STR_INIT("p"), {0}},
                                    .type = PARAM_DURATION,
                                    .initial = {.number = {DIMENSION_DURATION, 5}}}};
    const struct profile profile = {.params = {params, 1, {0}}};
    const struct param_value values[] = {{.value = {.number = {DIMENSION_DURATION, 7}}}};
    struct scope initial = scope_make(&arena, &profile, NULL, 4, 1u << 20);
    struct scope given = scope_make(&arena, &profile, values, 4, 1u << 20);
    assert_int_equal(initial.count, 3);
    assert_int_equal(initial.items[0].value.value, 5);
    assert_int_equal(given.items[0].value.value, 7);
    assert_int_equal(given.items[1].value.value, 4);
    assert_int_equal(given.items[2].value.dimension, DIMENSION_SIZE);
    assert_true(scope_is_fact(STR("cpus")));
    assert_true(scope_is_fact(STR("ram")));
    assert_false(scope_is_fact(STR("p")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantity), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_expand),   cmocka_unit_test(test_states),
        cmocka_unit_test(test_scope),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
