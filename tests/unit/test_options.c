/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

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
static struct options options;

static unsigned command_bit(str name) {
    static const char *const names[] = {"build", "check",  "explain", "list",
                                        "show",  "verify", "clean"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return 1u << i;
    return 0;
}

/* LINE's words, '|' between them, as a command line. */
static bool read_line(const char *line) {
    char *argv[40] = {str_c(&arena, STR("/somewhere/modavd-profile"))};
    int argc = 1;
    for (str rest = str_from(line); rest.at && argc < 39; argc++) {
        str word = str_cut(&rest, '|');
        argv[argc] = str_c(&arena, word);
    }
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    return options_read(&arena, &diags, argc, argv, command_bit, &options);
}

static const struct {
    const char *line, *finding; /* finding NULL: it is right */
} rows[] = {
    {"build", NULL},
    {"--version", NULL},
    {"-V", NULL},
    {"--help", NULL},
    {"-h", NULL},
    {"-hV", NULL},
    {"build|--help", NULL},
    {"--host|linux|build|dir", NULL},
    {"build|dir|--host=linux", NULL},
    {"build|--|--host", NULL},
    {"build|--dry-run|--diff|--force|--werror", NULL},
    {"list|--profiles|a|--profiles|b|--format|json|--color|never", NULL},
    {"build|--emulator-version|35.6.3|--qemu|2.12|--run-dir|C:/x|--cores|4", NULL},
    {"build|--param|sync-io.latency=50us", NULL},
    {"check|--werror", NULL},
    {"clean|--force", NULL},
    {"build|--hots|linux", "unknown option '--hots', did you mean '--host'?"},
    {"build|--hots=linux", "unknown option '--hots=linux', did you mean '--host'?"},
    {"build|--zzz", "unknown option '--zzz'"},
    {"build|-x", "unknown option '-x'"},
    {"build|-hx", "unknown option '-hx'"},
    {"list|-xh", "unknown option '-xh'"},
    {"build|--hos|linux", "unknown option '--hos', did you mean '--host'?"},
    {"build|--dry", "unknown option '--dry'"},
    {"build|--dry-run=yes", "'--dry-run' takes no value"},
    {"build|--host", "'--host' needs a value"},
    {"build|--param", "'--param' needs a value"},
    {"build|--host|beos", "'host' cannot be 'beos';windows, linux or macos"},
    {"build|--accel|kvmm", "did you mean 'kvm'?"},
    {"build|--emulator|x", "android or qemu"},
    {"build|--format|xml", "--format is text or json"},
    {"build|--color|sometimes", "--color is auto, always or never"},
    {"build|--accept|everything", "'everything'"},
    {"build|--param|latency=50us", "--param is PROFILE.NAME=VALUE"},
    {"build|--param|sync-io.latency", "--param is PROFILE.NAME=VALUE"},
    {"build|--param|.x=1", "--param is PROFILE.NAME=VALUE"},
    {"list|--dry-run", "'list' has no option --dry-run"},
    {"clean|--host|linux", "'clean' has no option --host"},
    {"show|--werror|x", "'show' has no option --werror"},
    {"explain|--diff", "'explain' has no option --diff"},
};

static void test_rows(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool sound = read_line(rows[i].line);
        str said = findings_full(&arena, &diags);
        if (sound != !rows[i].finding || sound != (diags.count == 0) ||
            !findings_hold(said, rows[i].finding))
            fail_msg("'%s': %.*s", rows[i].line, STR_ARG(said));
        if (!sound)
            assert_int_equal(diags.count, 1);
    }
}

static void test_values(void **state) {
    (void)state;
    assert_true(
        read_line("--host|macos|build|--accel=hvf|a dir|--emulator|qemu|--qemu|7.2|--run-dir|/r|"
                  "--cores|4|--enable|a|--enable=b|--disable|c|--profile|d|--profile|e|"
                  "--profiles|p"));
    const struct settings *layer = &options.layer;
    assert_int_equal(layer->layer, LAYER_COMMAND_LINE);
    assert_true(str_equal(options.command, STR("build")));
    assert_int_equal(options.operands.count, 1);
    assert_true(str_equal(options.operands.items[0], STR("a dir")));
    assert_int_equal(layer->target.host.value, HOST_MACOS);
    assert_int_equal(layer->target.accel.value, ACCEL_HVF);
    assert_int_equal(layer->target.emulator.value, EMULATOR_QEMU);
    assert_true(str_equal(layer->target.qemu.s, STR("7.2")));
    assert_true(str_equal(layer->target.run_dir.s, STR("/r")));
    assert_true(str_equal(layer->target.cores.s, STR("4")));
    assert_int_equal(layer->profiles.enable.count, 2);
    assert_true(str_equal(layer->profiles.enable.items[1].s, STR("b")));
    assert_int_equal(layer->profiles.disable.count, 1);
    assert_int_equal(layer->only.count, 2);
    assert_int_equal(options.profile_dirs.count, 1);
    assert_false(options.dry_run || options.diff || options.force || options.werror);
}

static void test_flags(void **state) {
    (void)state;
    assert_true(read_line("build|--dry-run|--diff|--force|--werror|--format|json|--color|always"));
    assert_true(options.dry_run && options.diff && options.force && options.werror);
    assert_int_equal(options.format, FORMAT_JSON);
    assert_int_equal(options.colour, COLOUR_ALWAYS);
    assert_true(read_line("-hV"));
    assert_true(options.help && options.version);
    assert_true(read_line("-hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhV")); /* more options than words */
    assert_true(options.help && options.version);
    assert_true(read_line(""));
    assert_int_equal(options.command.len, 0);
}

/* The last of two holds; "--" ends the options; an empty operand is one. */
static void test_edges(void **state) {
    (void)state;
    assert_true(read_line("build|--host|linux|--host|macos"));
    assert_int_equal(options.layer.target.host.value, HOST_MACOS);
    assert_true(read_line("build|--|--dry-run|-h"));
    assert_int_equal(options.operands.count, 2);
    assert_false(options.dry_run || options.help);
    assert_true(read_line("build|"));
    assert_int_equal(options.operands.count, 1);
    assert_int_equal(options.operands.items[0].len, 0);
}

static void test_params(void **state) {
    (void)state;
    assert_true(read_line("build|--param|a.x=1|--param|a.y=2=3|--param|b.x=|--param|a.x=4"));
    const struct param_values_list *params = &options.layer.params;
    assert_int_equal(params->count, 2);
    assert_int_equal(params->items[0].values.count, 2);
    assert_true(str_equal(params->items[0].values.items[0].value.s, STR("4")));
    assert_true(str_equal(params->items[0].values.items[1].value.s, STR("2=3")));
    assert_int_equal(params->items[1].values.items[0].value.s.len, 0);
}

/* A finding points into the line as it was typed, whatever getopt did to the order. */
static const struct {
    const char *line, *brief;
} places[] = {
    {"build|dir|--host|beos", "command line:1:33 MP0105"},
    {"build|dir|--host=beos", "command line:1:33 MP0105"},
    {"--hots|build", "command line:1:16 MP0901"},
    {"build|--param|nope", "command line:1:30 MP0901"},
    {"list|a|b|--dry-run", "command line:1:25 MP0901"},
    {"build|--host", "command line:1:22 MP0901"},
};

static void test_places(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(places); i++) {
        read_line(places[i].line);
        assert_string_equal(str_c(&arena, findings_brief(&arena, &diags)), places[i].brief);
    }
}

static void test_help(void **state) {
    (void)state;
    struct buf build = buf_make(&arena), list = buf_make(&arena);
    options_help(&build, COMMAND_BUILD);
    options_help(&list, COMMAND_LIST);
    assert_true(
        findings_hold(buf_view(&build), "--host HOST;--dry-run;--param PROFILE.NAME=VALUE"));
    assert_true(findings_hold(buf_view(&list), "--profiles DIR;--format FORMAT;--help"));
    assert_false(findings_hold(buf_view(&list), "--dry-run"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),  cmocka_unit_test(test_values), cmocka_unit_test(test_flags),
        cmocka_unit_test(test_edges), cmocka_unit_test(test_params), cmocka_unit_test(test_places),
        cmocka_unit_test(test_help),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
