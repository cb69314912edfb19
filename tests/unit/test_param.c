/* SPDX-License-Identifier: Apache-2.0 */
/* Values of parameters and of mount options. */
#include "param.h"

#include "findings.h"
#include "mount.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct arena arena;
static struct sources sources;
static struct diags diags;

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

static struct text make_text(const char *text) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    uint32_t source = source_add(&sources, STR("x.yaml"), str_from(text));
    return (struct text){str_from(text), {source, 0, (uint32_t)str_from(text).len}};
}

/* The findings in short and in full, a line end behind them. */
static str found(void) {
    return str_format(&arena, "%.*s %.*s\n", STR_ARG(findings_brief(&arena, &diags)),
                      STR_ARG(findings_full(&arena, &diags)));
}

static const struct text words[] = {
    {STR_INIT("none"), {0}}, {STR_INIT("loose"), {0}}, {STR_INIT("mmap"), {0}}};

static const struct param number = {
    .name = {STR_INIT("n"), {0}}, .type = PARAM_NUMBER, .min = 1, .max = 8};
static const struct param duration = {
    .name = {STR_INIT("t"), {0}}, .type = PARAM_DURATION, .min = 1000, .max = 1000000};
static const struct param size = {
    .name = {STR_INIT("s"), {0}}, .type = PARAM_SIZE, .max = UINT64_MAX};
static const struct param path = {.name = {STR_INIT("p"), {0}}, .type = PARAM_PATH};
static const struct param word = {.name = {STR_INIT("w"), {0}}, .type = PARAM_WORD};
static const struct param chosen = {
    .name = {STR_INIT("c"), {0}}, .type = PARAM_WORD, .values = {words, COUNT(words), {0}}};
static const struct param two = {
    .name = {STR_INIT("c"), {0}}, .type = PARAM_WORD, .values = {words, 2, {0}}};

static const struct {
    const struct param *param;
    const char *text;
    const char *shown;    /* NULL: it is refused */
    const char *findings; /* words of them */
} params[] = {
    {&number, "1", "1", NULL},
    {&number, "0x8", "8", NULL},
    {&number, "0", NULL, "MP0107;'n' cannot be '0': it is 1 to 8"},
    {&number, "9", NULL, "MP0107;1 to 8"},
    {&number, "2us", NULL, "MP0106"},
    {&number, "", NULL, "MP"},
    {&number, "${cpus}", NULL, "MP0111"}, /* a value has no names to stand for */
    {&duration, "1us", "1us", NULL},
    {&duration, "0.5ms", "500us", NULL},
    {&duration, "1ms", "1ms", NULL},
    {&duration, "999ns", NULL, "1us to 1ms"},
    {&duration, "1000001ns", NULL, "1us to 1ms"},
    {&duration, "500", NULL, "a duration"},
    {&size, "0", "0B", NULL},
    {&size, "2G", "2GiB", NULL},
    {&size, "18446744073709551615", NULL, "a size"},
    {&path, "/srv/share", "/srv/share", NULL},
    {&path, "/", "/", NULL},
    {&path, "C:/share", "C:/share", NULL},
    {&path, "//server/share", "//server/share", NULL},
    {&path, "/srv/a b,\xC3\xA9", "/srv/a b,\xC3\xA9", NULL},
    {&path, "srv/share", NULL, "MP0112;'p' cannot be 'srv/share': it is an absolute path"},
    {&path, "", NULL, "MP0112;an absolute path"},
    {&path, "./x", NULL, "an absolute path"},
    {&path, "/srv/a\nb", NULL, "MP0112;without control characters"},
    {&path, "/srv/a\x7F", NULL, "without control characters"},
    {&word, "mapped-xattr", "mapped-xattr", NULL},
    {&word, "9p2000.L", "9p2000.L", NULL},
    {&word, "a b", NULL, "a letter or digit, then letters"},
    {&word, "a,b", NULL, "a letter or digit, then letters"},
    {&word, "-a", NULL, "a letter or digit, then letters"},
    {&word, "", NULL, "a letter or digit, then letters"},
    {&chosen, "mmap", "mmap", NULL},
    {&chosen, "Mmap", NULL, "'c' cannot be 'Mmap': it is none, loose or mmap\n"},
    {&two, "mmap", NULL, "it is none or loose\n"},
    {&two, "loose", "loose", NULL},
};

static void test_params(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(params); i++) {
        struct text text = make_text(params[i].text);
        struct param_content content = {.number = {DIMENSION_NUMBER, 0}};
        bool sound = param_read(params[i].param, &text, &diags, &content);
        str shown = sound ? param_text(&arena, params[i].param, &content) : STR("-");
        if (sound != (params[i].shown != NULL) ||
            (sound && !str_equal(shown, str_from(params[i].shown))) ||
            diags.errors != (sound ? 0u : 1u) || !findings_hold(found(), params[i].findings))
            fail_msg("row %zu: '%s': %.*s %.*s", i, params[i].text, STR_ARG(shown),
                     STR_ARG(found()));
        assert_int_equal(param_is_text(params[i].param), params[i].param->type >= PARAM_PATH);
    }
}

/* ---- options of mounts ---- */

static const struct variable variables[] = {
    {STR_INIT("msize"), {DIMENSION_SIZE, 262144}, {0}, true, false},
    {STR_INIT("small"), {DIMENSION_SIZE, 4096}, {0}, true, false},
    {STR_INIT("cache"), {0}, STR_INIT("loose"), true, true},
    {STR_INIT("odd"), {0}, STR_INIT("a,b"), true, true},
};

static const struct {
    enum mount_type type;
    const char *key, *text;
    const char *value;    /* NULL: it is refused */
    const char *findings; /* words of them; "": none */
} options[] = {
    {MOUNT_9P, "msize", "262144", "262144", ""},
    {MOUNT_9P, "msize", "256K", "262144", ""},
    {MOUNT_9P, "msize", "${msize}", "262144", ""},
    {MOUNT_9P, "msize", "${msize * 2}", "524288", "MP0229;cuts an 'msize' of 524288 to 512000"},
    {MOUNT_9P, "msize", "512000", "512000", ""},
    {MOUNT_9P, "msize", "512001", "512001", "MP0229;to 512000"},
    {MOUNT_9P, "msize", "8193", "8193", ""},
    {MOUNT_9P, "msize", "8192", "8192", "MP0229;'msize' of 8192 is slow"},
    {MOUNT_9P, "msize", "4096", "4096", "MP0229"},
    {MOUNT_9P, "msize", "${small}", "4096", "MP0229"},
    {MOUNT_9P, "msize", "4095", NULL, "MP0107;'msize' cannot be 4095: Linux takes 4096 or more"},
    {MOUNT_9P, "msize", "0", NULL, "MP0107"},
    {MOUNT_9P, "msize", "1ms", NULL, "MP0106"},
    {MOUNT_9P, "msize", "big", NULL, "MP0106"},
    {MOUNT_VIRTIOFS, "msize", "4096", NULL, "MP0109;an option of 9p"},
    {MOUNT_9P, "cache", "none", "none", ""},
    {MOUNT_9P, "cache", "${cache}", "loose", ""},
    {MOUNT_9P, "cache", "fscache", "fscache", ""},
    {MOUNT_9P, "cache", "Loose", NULL,
     "MP0105;'cache' cannot be 'Loose': it is none, loose, mmap or fscache"},
    {MOUNT_9P, "cache", "", NULL, "MP0105"},
    {MOUNT_VIRTIOFS, "rootmode", "40000", "40000", ""},
    {MOUNT_9P, "trans", "virtio", "virtio", ""},
    {MOUNT_9P, "trans", "pigeon", NULL, "MP0105"},
    {MOUNT_9P, "uname", "a,b", NULL, "MP0112;'uname' cannot be 'a,b'"},
    {MOUNT_9P, "uname", "a b", NULL, "MP0112"},
    {MOUNT_9P, "uname", "a\tb", NULL, "MP0112"},
    {MOUNT_9P, "uname", "${odd}", NULL, "MP0112"},
    {MOUNT_9P, "trans", "${no}", NULL, "MP0111"},
};

static void test_options(void **state) {
    (void)state;
    const struct scope scope = {.items = variables, .count = COUNT(variables)};
    for (size_t i = 0; i < COUNT(options); i++) {
        const struct property option = {{str_from(options[i].key), {0}},
                                        make_text(options[i].text)};
        struct mount_option made = {0};
        bool sound = mount_option_value(&arena, options[i].type, &option, &scope, &diags, &made);
        if (sound != (options[i].value != NULL) || sound != (diags.errors == 0) ||
            (sound && !str_equal(made.value, str_from(options[i].value))) ||
            (options[i].findings[0] == '\0') != (diags.count == 0) ||
            !findings_hold(found(), options[i].findings))
            fail_msg("row %zu: %s=%s: %.*s %.*s", i, options[i].key, options[i].text,
                     STR_ARG(made.value), STR_ARG(found()));
    }
}

/* What uses a fact that is not known yet is not judged; a plain value is, whatever came before. */
static void test_open(void **state) {
    (void)state;
    static const struct {
        const char *key, *text;
        bool sound;
    } rows[] = {
        {"msize", "${ram}", true}, {"msize", "1", false}, {"cache", "${tag}", true},
        {"msize", "4095", false},  {"cache", "x", false},
    };
    bool open = false;
    const struct variable facts[] = {{STR_INIT("ram"), {DIMENSION_SIZE, 0}, {0}, false, false},
                                     {STR_INIT("tag"), {0}, {0}, false, true}};
    const struct scope scope = {.items = facts, .count = COUNT(facts), .open = &open};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct property option = {{str_from(rows[i].key), {0}}, make_text(rows[i].text)};
        struct mount_option made;
        if (mount_option_value(&arena, MOUNT_9P, &option, &scope, &diags, &made) != rows[i].sound)
            fail_msg("row %zu: %.*s", i, STR_ARG(found()));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_open),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
