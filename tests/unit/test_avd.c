/* SPDX-License-Identifier: Apache-2.0 */
/* AVDs against what the Android emulator makes of their files: those of tests/data/avd, read from
 * the disk, and config.ini texts in memory. */
#include "avd.h"

#include "findings.h"
#include "os_memory.h"
#include "path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MB (1024ull * 1024)

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
    struct target target;
    struct instance instance;
};

static void bench_start(struct bench *bench) {
    memset(bench, 0, sizeof *bench);
    bench->arena = arena_make(out_of_memory, NULL);
    bench->sources.arena = &bench->arena;
    bench->diags = diags_make(&bench->arena, &bench->sources);
    bench->memory = os_memory_make(&bench->arena);
    bench->os = os_memory_os(&bench->memory);
    bench->reading = (struct reading){&bench->os, &bench->arena, &bench->diags};
    bench->target.emulator = EMULATOR_ANDROID;
}

static bool bench_read(struct bench *bench, const char *path) {
    struct candidates found;
    if (!instances_find(&bench->reading, str_from(path), &found))
        return false;
    assert_int_equal(found.count, 1);
    return avd_read(&bench->reading, &found.items[0], &bench->target, &bench->instance);
}

/* Compares the findings with BRIEF, and their texts with WORDS. */
static void check_findings(struct bench *bench, const char *row, const char *brief,
                           const char *words) {
    str got = findings_brief(&bench->arena, &bench->diags);
    str full = findings_full(&bench->arena, &bench->diags);
    if (!str_equal(got, str_from(brief)) || !findings_hold(full, words))
        fail_msg("%s: '%.*s'\n%.*s", row, STR_ARG(got), STR_ARG(full));
}

/* Name of the AVD, and what comes of it; cpus 0: nothing, because of an error. */
static const struct {
    const char *name, *shown_as;
    uint32_t cpus;
    uint64_t ram_mb;
    enum arch arch;
    const char *brief, *words;
} avds[] = {
    {"phone_34.avd", "phone_34", 4, 2048, ARCH_X86_64, "", NULL},
    {"tablet_33.avd", "tablet_33", 8, 8192, ARCH_ARM64, "", NULL},
    {"farm_7.avd", "farm_7", 6, 6144, ARCH_X86_64, "config.ini:13:16 MP0304", "8 CPUs;starts 6"},
    {"minimal_28.avd", "minimal_28", 2, 0, ARCH_X86, "config.ini MP0305", "hw.cpu.ncore;2 CPUs"},
    {"template.avd", "template", 0, 0, ARCH_X86, "config.ini:11:13 MP0303",
     "hw.cpu.arch: '{{cpu}}' is not;x86, x86_64, arm or arm64"},
    {"commented_24.avd", "commented_24", 4, 1024, ARCH_X86_64, "", NULL},
    {"old_4.avd", "old_4", 2, 384, ARCH_ARM, "config.ini MP0305, config.ini MP0305",
     "no hw.cpu.arch: the emulator takes arm;2 CPUs"},
    {"arm_16.avd", "arm_16", 2, 1024, ARCH_ARM, "config.ini MP0305", NULL},
    {"twice_29.avd", "twice_29", 4, 1536, ARCH_X86, "", NULL},
    {"appended_30.avd", "appended_30", 2, 2048, ARCH_X86_64, "config.ini:6:1 MP0306",
     "hw.cpu.ncore;config.ini:4:1: without effect: '4'"},
    {"mark_30.avd", "mark_30", 2, 2048, ARCH_X86_64, "config.ini MP0305, config.ini:1:1 MP0311",
     "byte order mark;2 CPUs"},
    {"utf16_30.avd", "utf16_30", 2, 0, ARCH_ARM,
     "config.ini MP0305, config.ini MP0305, config.ini:1:1 MP0311", "UTF-16"},
    {"gbk_30.avd", "gbk_30", 3, 1536, ARCH_X86_64, "", NULL},
    {"blanks_31.avd", "blanks_31", 5, 2048, ARCH_X86_64, "", NULL},
    {"remark_31.avd", "remark_31", 0, 0, ARCH_X86_64,
     "config.ini:3:16 MP0303, config.ini:4:12 MP0303", "hw.cpu.ncore: '6 ; six';'2048 # MB'"},
    {"empty_31.avd", "empty_31", 0, 0, ARCH_X86_64,
     "config.ini:3:14 MP0303, config.ini:4:13 MP0303",
     "hw.cpu.ncore has no value;hw.ramSize has no value"},
    {"abi_30.avd", "abi_30", 0, 0, ARCH_X86, "config.ini:3:13 MP0303",
     "'arm64-v8a';did you mean 'arm64'?"},
    {"noarch_30.avd", "noarch_30", 4, 2048, ARCH_X86_64, "config.ini:2:10 MP0305",
     "no hw.cpu.arch: x86_64 is taken from abi.type"},
    {"big.avd", "big", 0, 0, ARCH_X86_64, "config.ini:3:14 MP0310", "hw.cpu.ncore;300;255"},
    {"edge.avd", "edge", 255, 0, ARCH_ARM64, "", NULL},
    {"environment.avd", "environment", 0, 0, ARCH_X86_64, "config.ini:2:14 MP0303",
     "'' is not a number;'%MODAVD_TEST_CORES%'"},
    {"24.avd", "24a", 3, 0, ARCH_X86_64, "", NULL},
    {"24a.ini", "24a", 3, 0, ARCH_X86_64, "", NULL},
    {"my phone 7.avd", "my phone 7", 4, 0, ARCH_X86_64, "", NULL},
    {"orphan.avd", "orphan", 1, 1536, ARCH_X86, "orphan.avd MP0307", NULL},
    {"half.avd", NULL, 0, 0, ARCH_X86, "config.ini MP0302", "half.avd/config.ini: does not exist"},
    {"gone.ini", NULL, 0, 0, ARCH_X86, "gone.ini:1:6 MP0302", "avd/gone.avd' does not exist"},
};

static void test_files(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof avds / sizeof *avds; i++) {
        struct bench bench;
        bench_start(&bench);
        bench.os = os_machine();
        str path = str_format(&bench.arena, MODAVD_TEST_DATA "/avd/%s", avds[i].name);
        bool read = bench_read(&bench, str_c(&bench.arena, path));
        const struct instance *got = &bench.instance;
        check_findings(&bench, avds[i].name, avds[i].brief, avds[i].words);
        if (read != (avds[i].cpus > 0))
            fail_msg("%s: %s", avds[i].name, read ? "read" : "not read");
        if (read &&
            (got->cpus != avds[i].cpus || got->ram != avds[i].ram_mb * MB ||
             got->arch != avds[i].arch || !str_equal(got->name, str_from(avds[i].shown_as))))
            fail_msg("%s: %u CPUs, %llu MB, %s, '%.*s'", avds[i].name, got->cpus,
                     (unsigned long long)(got->ram / MB), word_text(arch_words, (int)got->arch),
                     STR_ARG(got->name));
        arena_free(&bench.arena);
    }
}

/* The whole home: those that are sound, by name, whatever is wrong with the others. */
static void test_home(void **state) {
    (void)state;
    static const char *const names[] = {
        "24a",          "abi_30",     "appended_30", "arm_16",      "big",      "blanks_31",
        "commented_24", "edge",       "empty_31",    "environment", "farm_7",   "gbk_30",
        "mark_30",      "minimal_28", "my phone 7",  "noarch_30",   "old_4",    "orphan",
        "phone_34",     "remark_31",  "tablet_33",   "template",    "twice_29", "utf16_30"};
    struct bench bench;
    struct candidates found;
    bench_start(&bench);
    bench.os = os_machine();
    assert_true(instances_find(&bench.reading, STR(MODAVD_TEST_DATA "/avd/"), &found));
    assert_int_equal(found.count, sizeof names / sizeof *names);
    for (size_t i = 0; i < found.count; i++)
        assert_string_equal(str_c(&bench.arena, found.items[i].name), names[i]);
    check_findings(&bench, "home", "gone.ini:1:6 MP0302, config.ini MP0302, orphan.avd MP0307",
                   NULL);
    assert_true(str_ends(found.root, STR("/avd")));
    assert_null(found.variable);
    arena_free(&bench.arena);
}

#define LINES "AvdId=t\nhw.cpu.arch=x86_64\nhw.cpu.ncore="

/* The text behind "hw.cpu.ncore=" on line 3, and the CPUs of an arm64 guest; 0: MP0303 at 3:14. */
static const struct {
    const char *text;
    uint32_t cpus;
    const char *words;
} cores[] = {
    {"1", 1, NULL},
    {"4", 4, NULL},
    {"64", 64, NULL},
    {"255", 255, NULL},
    {"+4", 4, NULL},  /* strtol reads it */
    {"007", 7, NULL}, /* and in base 10 */
    {" 3 \t", 3, NULL},
    {"", 0, "hw.cpu.ncore has no value"},
    {"4x", 0, "hw.cpu.ncore: '4x' is not a number of CPUs"},
    {"auto", 0, "'auto'"},
    {"0", 0, "'0'"},
    {"-2", 0, "'-2'"},
    {"0x4", 0, "'0x4'"},
    {"4.0", 0, "'4.0'"},
    {"4,5", 0, "'4,5'"},
    {"1 2", 0, "'1 2'"},
    {"+", 0, "'+'"},
    {"+-4", 0, "'+-4'"},
    {"\"4\"", 0, "'\"4\"'"},
    {"\xD9\xA4", 0, "'\xD9\xA4'"}, /* an Arabic 4 */
    {"\xFF", 0, "'\\xFF'"},
};

static void put_config(struct bench *bench, const char *text) {
    os_memory_text(&bench->memory, "t.avd/config.ini", text);
    os_memory_text(&bench->memory, "t.ini", "path=t.avd\n");
}

static void test_cores(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        struct bench bench;
        bench_start(&bench);
        str text = str_format(&bench.arena, "AvdId=t\nhw.cpu.arch=arm64\nhw.cpu.ncore=%s\n",
                              cores[i].text);
        put_config(&bench, str_c(&bench.arena, text));
        bool read = bench_read(&bench, "t.avd");
        check_findings(&bench, cores[i].text, cores[i].cpus ? "" : "config.ini:3:14 MP0303",
                       cores[i].words);
        assert_int_equal(read, cores[i].cpus > 0);
        if (read)
            assert_int_equal(bench.instance.cpus, cores[i].cpus);
        arena_free(&bench.arena);
    }
}

static const struct {
    const char *text;
    uint32_t given; /* -cores */
    const char *arch, *version;
    enum emulator emulator;
    uint32_t cpus;
    const char *brief;
} caps[] = {
    {"6", 0, "x86_64", "", EMULATOR_ANDROID, 6, ""},
    {"7", 0, "x86_64", "", EMULATOR_ANDROID, 6, "config.ini:2:14 MP0304"},
    {"255", 0, "x86", "", EMULATOR_ANDROID, 6, "config.ini:2:14 MP0304"},
    {"8", 0, "x86", "35.6.3", EMULATOR_ANDROID, 6, "config.ini:2:14 MP0304"},
    {"8", 0, "x86", "35.6", EMULATOR_ANDROID, 6, "config.ini:2:14 MP0304"},
    {"8", 0, "x86", "36.1.9", EMULATOR_ANDROID, 6, "config.ini:2:14 MP0304"},
    {"8", 0, "x86_64", "35.5.10", EMULATOR_ANDROID, 8, ""},
    {"8", 0, "x86_64", "31.2.8", EMULATOR_ANDROID, 8, ""},
    {"8", 0, "arm64", "", EMULATOR_ANDROID, 8, ""},
    {"8", 0, "arm", "36.1", EMULATOR_ANDROID, 8, ""},
    {"8", 0, "x86_64", "", EMULATOR_QEMU, 8, ""},
    {"2", 4, "x86_64", "", EMULATOR_ANDROID, 4, ""},
    {"4x", 4, "x86_64", "", EMULATOR_ANDROID, 4, ""},  /* replaced, so of no effect */
    {"300", 4, "x86_64", "", EMULATOR_ANDROID, 4, ""}, /* the same */
    {"2", 16, "x86_64", "", EMULATOR_ANDROID, 6, "MP0304"},
    {"2", 16, "arm64", "", EMULATOR_ANDROID, 16, ""},
    {"256", 0, "arm64", "", EMULATOR_ANDROID, 0, "config.ini:2:14 MP0310"},
    {"256", 0, "x86_64", "", EMULATOR_ANDROID, 0, "config.ini:2:14 MP0310"}, /* before the cap */
    {"4294967298", 0, "x86_64", "", EMULATOR_ANDROID, 0, "config.ini:2:14 MP0310"},
    {"99999999999999999999999", 0, "arm", "", EMULATOR_ANDROID, 0, "config.ini:2:14 MP0310"},
};

static void test_caps(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        struct bench bench;
        bench_start(&bench);
        bench.target.cores = caps[i].given;
        bench.target.from[TARGET_CORES].layer = LAYER_COMMAND_LINE;
        bench.target.emulator = caps[i].emulator;
        version_parse(str_from(caps[i].version), &bench.target.emulator_version);
        put_config(&bench,
                   str_c(&bench.arena, str_format(&bench.arena, "hw.cpu.arch=%s\nhw.cpu.ncore=%s\n",
                                                  caps[i].arch, caps[i].text)));
        bool read = bench_read(&bench, "t.avd");
        check_findings(&bench, caps[i].text, caps[i].brief, caps[i].cpus == 6 ? NULL : "");
        assert_int_equal(read, caps[i].cpus > 0);
        if (read)
            assert_int_equal(bench.instance.cpus, caps[i].cpus);
        if (read && caps[i].given)
            assert_int_equal(bench.instance.cpus_from.layer, LAYER_COMMAND_LINE);
        arena_free(&bench.arena);
    }
}

/* The text behind "hw.ramSize="; MB, 0 for "the emulator picks"; -1: MP0303 at 3:12. */
static const struct {
    const char *text;
    int64_t mb;
} sizes[] = {
    {"1", 1},
    {"1536", 1536},
    {"2048M", 2048},
    {"2048MB", 2048},
    {"2048m", 2048},
    {"2G", 2048},
    {"2GB", 2048},
    {"2g", 2048},
    {"1T", 1048576},
    {"1048576", 1048576},
    {"1048576K", 1024},
    {"1024KB", 1},
    {"1073741824K", 1048576},
    {"1023k", -1},
    {"0", 0},
    {"00", 0},
    {"0M", -1},
    {"", -1},
    {"-1", -1},
    {"1048577", -1},
    {"2T", -1},
    {"1025G", -1},
    {"99999999999K", -1},
    {"18446744073709551617", -1},
    {"18014398509481985K", -1},
    {"2Gb", -1},
    {"2gb", -1},
    {"2GiB", -1},
    {"2 G", -1},
    {"512 MB", -1},
    {"1.5G", -1},
    {"M", -1},
    {"2P", -1},
    {"2B", -1},
    {"2MBB", -1},
    {"auto", -1},
};

static void test_ram(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bench bench;
        bench_start(&bench);
        str text = str_format(&bench.arena, "hw.cpu.arch=x86\nhw.cpu.ncore=2\nhw.ramSize=%s\n",
                              sizes[i].text);
        put_config(&bench, str_c(&bench.arena, text));
        bool read = bench_read(&bench, "t.avd");
        check_findings(&bench, sizes[i].text, sizes[i].mb < 0 ? "config.ini:3:12 MP0303" : "",
                       sizes[i].mb < 0 ? "hw.ramSize" : NULL);
        assert_int_equal(read, sizes[i].mb >= 0);
        if (read && bench.instance.ram != (uint64_t)sizes[i].mb * MB)
            fail_msg("%s: %llu", sizes[i].text, (unsigned long long)bench.instance.ram);
        arena_free(&bench.arena);
    }
}

/* hw.cpu.arch and abi.type, "-" for a key that is not there. */
static const struct {
    const char *arch, *abi;
    int want; /* -1: an error */
    const char *brief, *words;
} archs[] = {
    {"x86", "arm64-v8a", ARCH_X86, "", NULL},
    {"x86_64", "-", ARCH_X86_64, "", NULL},
    {"arm", "-", ARCH_ARM, "", NULL},
    {"arm64", "-", ARCH_ARM64, "", NULL},
    {"-", "x86", ARCH_X86, "config.ini:3:10 MP0305", "abi.type"},
    {"-", "x86_64", ARCH_X86_64, "config.ini:3:10 MP0305", "x86_64"},
    {"-", "arm64-v8a", ARCH_ARM64, "config.ini:3:10 MP0305", "arm64 is taken"},
    {"-", "armeabi-v7a", ARCH_ARM, "config.ini:3:10 MP0305", NULL},
    {"-", "armeabi", ARCH_ARM, "config.ini:3:10 MP0305", NULL},
    {"-", "riscv64", ARCH_ARM, "config.ini MP0305", "the emulator takes arm"},
    {"-", "-", ARCH_ARM, "config.ini MP0305", "the emulator takes arm"},
    {"arm64-v8a", "-", -1, "config.ini:2:13 MP0303", "did you mean 'arm64'?"},
    {"armeabi-v7a", "-", -1, "config.ini:2:13 MP0303", "did you mean 'arm'?"},
    {"x86-64", "-", -1, "config.ini:2:13 MP0303", "did you mean 'x86_64'?"},
    {"X86", "-", -1, "config.ini:2:13 MP0303", "did you mean 'x86'?"},
    {"mips", "-", -1, "config.ini:2:13 MP0303", "x86, x86_64, arm or arm64"},
    {"", "x86", -1, "config.ini:2:13 MP0303", "has no value"},
};

static void test_archs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
        struct bench bench;
        bench_start(&bench);
        struct buf text = buf_make(&bench.arena);
        buf_text(&text, "hw.cpu.ncore=2\n");
        buf_format(&text, archs[i].arch[0] == '-' ? "#%s\n" : "hw.cpu.arch=%s\n", archs[i].arch);
        buf_format(&text, archs[i].abi[0] == '-' ? "#%s\n" : "abi.type=%s\n", archs[i].abi);
        put_config(&bench, str_c(&bench.arena, buf_view(&text)));
        bool read = bench_read(&bench, "t.avd");
        check_findings(&bench, archs[i].arch, archs[i].brief, archs[i].words);
        assert_int_equal(read, archs[i].want >= 0);
        if (read)
            assert_int_equal(bench.instance.arch, archs[i].want);
        arena_free(&bench.arena);
    }
}

static void test_variables(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    put_config(&bench, "hw.cpu.arch=x86_64\nhw.cpu.ncore=%CORES%\nhw.ramSize=%RAM%\n");
    os_memory_set(&bench.memory, "CORES", "5");
    os_memory_set(&bench.memory, "RAM", "3G");
    assert_true(bench_read(&bench, "t.avd"));
    assert_int_equal(bench.instance.cpus, 5);
    assert_int_equal(bench.instance.ram, 3072 * MB);
    os_memory_set(&bench.memory, "CORES", "many");
    assert_false(bench_read(&bench, "t.avd"));
    check_findings(&bench, "variables", "config.ini:2:14 MP0303", "'many';'%CORES%'");
    arena_free(&bench.arena);
}

/* Everything that is wrong is told in one run. */
static void test_all_told(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    put_config(&bench,
               "[x]\nhw.cpu.arch=sparc\nhw.ramSize=lots\nhw.cpu.ncore=4\nhw.cpu.ncore=none\n");
    assert_false(bench_read(&bench, "t.avd"));
    check_findings(&bench, "all",
                   "config.ini:1:1 MP0311, config.ini:2:13 MP0303, config.ini:3:12 MP0303, "
                   "config.ini:5:1 MP0306, config.ini:5:14 MP0303",
                   NULL);
    arena_free(&bench.arena);
}

static void test_origins(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    put_config(&bench, LINES "3\nhw.ramSize=2048\n");
    assert_true(bench_read(&bench, "t.avd"));
    const struct instance *got = &bench.instance;
    assert_int_equal(got->kind, INSTANCE_AVD);
    assert_int_equal(got->cpus_from.layer, LAYER_AVD);
    assert_int_equal(span_position(&bench.sources, got->cpus_from.at).line, 3);
    assert_int_equal(span_position(&bench.sources, got->ram_from.at).line, 4);
    assert_int_equal(span_position(&bench.sources, got->arch_from.at).column, 13);
    assert_string_equal(str_c(&bench.arena, got->directory), "/home/t.avd");
    assert_string_equal(str_c(&bench.arena, got->shown), "t.avd");
    assert_string_equal(str_c(&bench.arena, source_get(&bench.sources, got->source)->path),
                        "t.avd/config.ini");
    put_config(&bench, "hw.cpu.arch=x86\n");
    assert_true(bench_read(&bench, "t.avd"));
    assert_int_equal(got->cpus_from.layer, LAYER_DEFAULT);
    assert_int_equal(got->cpus_from.at.source, 0);
    arena_free(&bench.arena);
}

static void check_inputs(struct bench *bench, const char *path, const char *want) {
    struct buf names = buf_make(&bench->arena);
    assert_true(bench_read(bench, path));
    for (size_t i = 0; i < bench->instance.input_count; i++)
        buf_format(&names, "%.*s:%zu ", STR_ARG(bench->instance.inputs[i].name),
                   bench->instance.inputs[i].bytes.len);
    assert_string_equal(str_c(&bench->arena, buf_view(&names)), want);
}

/* What goes into the manifest is the same on every machine. */
static void test_inputs(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    const char *config = "hw.cpu.arch=x86\nhw.cpu.ncore=2\n";
    os_memory_text(&bench.memory, "t.avd/config.ini", config);
    check_inputs(&bench, "t.avd", "config.ini:31 ");
    os_memory_text(&bench.memory, "t.ini", "path=/home/t.avd\n");
    check_inputs(&bench, "t.avd", "config.ini:31 ../t.ini:17 ");
    check_inputs(&bench, "t.ini", "config.ini:31 ../t.ini:17 ");
    os_memory_text(&bench.memory, "/data/far/config.ini", config);
    os_memory_text(&bench.memory, "far.ini", "path=/data/far\n");
    check_inputs(&bench, "far.ini", "config.ini:31 far.ini:15 ");
    arena_free(&bench.arena);
}

/* Whichever call fails: no crash, an error, and exit status 3. */
static void test_failures(void **state) {
    (void)state;
    for (unsigned at = 1;; at++) {
        struct bench bench;
        bench_start(&bench);
        put_config(&bench, "hw.cpu.arch=x86\nhw.cpu.ncore=2\n");
        bench.memory.fail_at = at;
        bench.memory.fail_status = OS_IO;
        bool read = bench_read(&bench, "t.ini");
        bool reached = bench.memory.calls >= at;
        if (!read) {
            assert_true(bench.diags.io_failed);
            assert_int_equal(bench.diags.errors, 1);
        }
        arena_free(&bench.arena);
        if (!reached)
            break;
    }
}

static void test_unreadable(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    put_config(&bench, "hw.cpu.ncore=2\n");
    os_memory_break(&bench.memory, "t.avd/config.ini", OS_DENIED);
    assert_false(bench_read(&bench, "t.avd"));
    check_findings(&bench, "unreadable", "config.ini MP0001",
                   "t.avd/config.ini: cannot be read: permission denied");
    assert_true(bench.diags.io_failed);
    arena_free(&bench.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),     cmocka_unit_test(test_home),
        cmocka_unit_test(test_cores),     cmocka_unit_test(test_caps),
        cmocka_unit_test(test_ram),       cmocka_unit_test(test_archs),
        cmocka_unit_test(test_variables), cmocka_unit_test(test_all_told),
        cmocka_unit_test(test_origins),   cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_failures),  cmocka_unit_test(test_unreadable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
