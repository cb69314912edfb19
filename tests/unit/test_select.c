/* SPDX-License-Identifier: Apache-2.0 */
#include "artifact.h"
#include "plan_make.h"
#include "profile_checks.h"
#include "profiles.h"
#include "settings_read.h"
#include "target_resolve.h"

#include "findings.h"
#include "machine.h"
#include "os_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
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

/* One run of the planner over texts. */
struct bench {
    struct sources sources;
    struct diags diags;
    struct os_memory memory;
    struct os os;
    struct reading reading;
    struct profiles profiles;
    struct settings layers[4];
    struct layers list;
    struct target target;
    struct instance instance;
    struct plan plan;
    bool resolved, sound;
};

static struct bench bench;

static void begin(void) {
    bench = (struct bench){.sources = {.arena = &arena}};
    bench.diags = diags_make(&arena, &bench.sources);
    bench.memory = os_memory_make(&arena);
    bench.os = os_memory_os(&bench.memory);
    bench.reading = (struct reading){&bench.os, &arena, &bench.diags};
    bench.instance =
        (struct instance){.name = STR("mas_0"),
                          .directory = STR("C:/avd/mas_0.avd"),
                          .source = source_add(&bench.sources, STR("config.ini"), (str){0}),
                          .cpus = 2,
                          .ram = 1u << 31,
                          .arch = ARCH_X86_64};
}

static void add_profile(const char *path, const char *text) {
    os_memory_text(&bench.memory, path, text);
}

/* One more layer of settings, from weak to strong. */
static void add_layer(enum layer layer, const char *yaml) {
    struct settings *settings = &bench.layers[bench.list.count];
    bool sound;
    uint32_t source = source_add(&bench.sources, STR("modavd.yaml"), str_from(yaml));
    const struct node *tree = yaml_read(&arena, &bench.diags, source, &sound);
    *settings = (struct settings){.layer = layer, .source = source, .directory = STR("/home")};
    assert_true(sound && settings_from_tree(&arena, &bench.diags, tree, settings));
    bench.list.items[bench.list.count++] = settings;
}

static const struct target_defaults linux_here = {HOST_LINUX, EMULATOR_ANDROID, true};

static void plan(void) {
    const str directory = STR("/home/p");
    struct profile_places places = {.directories = &directory, .directory_count = 1};
    struct profiles read = profiles_read(&bench.reading, &places);
    bench.profiles = profiles_check(&arena, &bench.diags, &read, false);
    bench.resolved = target_resolve(&arena, &bench.diags, &bench.list, &linux_here, &bench.target);
    struct plan_input input = {
        .arena = &arena,
        .diags = &bench.diags,
        .profiles = &bench.profiles,
        .switches = off_switches_read(&arena, &bench.diags, &bench.os, &bench.profiles),
        .layers = &bench.list,
        .target = &bench.target,
        .instance = &bench.instance};
    for (size_t i = 0; i < bench.list.count; i++)
        settings_check(&bench.diags, &bench.profiles, bench.list.items[i]);
    bench.sound = plan_make(&input, &bench.plan);
}

/* "sync-io on MP0517": each profile with its state and the codes of its reasons. */
static const char *states(void) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < bench.plan.decision_count; i++) {
        const struct decision *decision = &bench.plan.decisions[i];
        buf_format(&out, "%s%.*s %s", i ? ", " : "", STR_ARG(decision->profile->name.s),
                   state_text(decision->state));
        for (size_t j = 0; j < decision->reason_count; j++)
            buf_format(&out, " MP%04u", code_info(decision->reasons[j].code).number);
    }
    return str_c(&arena, buf_view(&out));
}

static const char *arguments(void) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < bench.plan.argument_count; i++) {
        buf_text(&out, i ? " " : "");
        buf_str(&out, bench.plan.arguments[i].text);
    }
    return str_c(&arena, buf_view(&out));
}

static const char *reasons(void) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < bench.plan.decision_count; i++)
        for (size_t j = 0; j < bench.plan.decisions[i].reason_count; j++) {
            const struct reason *reason = &bench.plan.decisions[i].reasons[j];
            buf_format(&out, "%.*s [%.*s]\n", STR_ARG(reason->text), STR_ARG(reason->change));
        }
    return str_c(&arena, buf_view(&out));
}

/* The shipped profile itself. */
static void add_sync_io(void) {
    struct os machine = os_machine();
    str text;
    assert_int_equal(machine.read_file(machine.context, &arena,
                                       STR(MODAVD_TEST_DATA "/../../profiles/sync-io.yaml"),
                                       1 << 20, &text),
                     OS_OK);
    os_memory_file(&bench.memory, "/home/p/sync-io.yaml", text);
}

#define GLOBAL "-global virtio-blk-pci.ioeventfd=off"
#define TABLE(path) GLOBAL " -acpitable file=" path

static const struct {
    const char *settings;
    enum arch arch;
    const char *directory, *machine, *kernel;
    const char *states, *arguments, *words; /* words: in the reasons */
} rows[] = {
    /* the three hosts */
    {"target: {host: windows, run-dir: 'C:/sdk/emulator'}", ARCH_X86_64, NULL, NULL, NULL,
     "sync-io on MP0517", TABLE("..\\..\\avd\\mas_0.avd\\modavd-cst.aml"), "not known here"},
    {"target: {host: windows, accel: aehd}", ARCH_X86, NULL, NULL, "5.15.41", "sync-io on",
     TABLE("modavd-cst.aml"), NULL},
    {"target: {host: windows, accel: haxm}", ARCH_X86_64, NULL, NULL, "6.6", "sync-io off MP0505",
     "", "whpx or aehd, and this is haxm;--accel whpx"},
    {"target: {host: windows, accel: tcg}", ARCH_X86_64, NULL, NULL, "6.6", "sync-io off MP0505",
     "", NULL},
    {"target: {host: linux, accel: kvm}", ARCH_X86_64, "/avd/mas_0.avd", NULL, "6.6",
     "sync-io off MP0504 MP0505 MP0510", "",
     "windows, and this is linux;--host windows --accel whpx;kernel signals the ioeventfd itself"},
    {"target: {host: linux, accel: tcg}", ARCH_X86_64, "/avd/mas_0.avd", NULL, "6.6",
     "sync-io off MP0504 MP0505", "", NULL},
    {"target: {host: macos}", ARCH_X86_64, "/avd/mas_0.avd", NULL, "6.6",
     "sync-io off MP0504 MP0505", "", "macos;hvf"},
    /* the other conditions */
    {"target: {host: windows}", ARCH_ARM64, NULL, NULL, "6.6", "sync-io off MP0508 MP0515", "",
     "guest architecture x86 or x86_64, and this is arm64"},
    {"target: {host: windows}", ARCH_X86_64, NULL, NULL, "5.7.19", "sync-io off MP0509", "",
     "guest kernel >= 5.8, and this is 5.7.19"},
    {"target: {host: windows, qemu: 2.6.2}", ARCH_X86_64, NULL, NULL, "5.8", "sync-io off MP0507",
     "", "QEMU >= 2.7, and this is 2.6.2;a QEMU that is >= 2.7"},
    {"target: {host: windows, qemu: '2.12.0(gradle_1.3.0-beta4-78860)'}", ARCH_X86_64, NULL, NULL,
     "5.8", "sync-io on", TABLE("modavd-cst.aml"), NULL},
    {"target: {host: windows, qemu: 10.0}", ARCH_X86_64, NULL, NULL, "10.1", "sync-io on",
     TABLE("modavd-cst.aml"), NULL},
    {"target: {host: windows, emulator: qemu}", ARCH_X86_64, NULL, "pc-i440fx-7.2", "6.6",
     "sync-io on MP0517", TABLE("modavd-cst.aml"), "QEMU >= 2.7, which is not known here"},
    /* paths that no table can have: the rest stays */
    {"target: {host: windows, run-dir: 'C:/x'}", ARCH_X86_64, "C:/a,b.avd", NULL, "6.6",
     "sync-io partial MP0514", GLOBAL, "a ','"},
    {"target: {host: windows, run-dir: 'C:/x'}", ARCH_X86_64, "C:/\xE5\xBF\xAB.avd", NULL, "6.6",
     "sync-io partial MP0514", GLOBAL, "not ASCII"},
    {"target: {host: windows, run-dir: 'D:/x'}", ARCH_X86_64, NULL, NULL, "6.6",
     "sync-io partial MP0514", GLOBAL, "another drive"},
    {"target: {host: windows, run-dir: 'C:/x'}", ARCH_X86_64, "//server/share/a.avd", NULL, "6.6",
     "sync-io partial MP0514", GLOBAL, "another drive"},
    {"target: {host: windows, run-dir: '//server/share'}", ARCH_X86_64, "//server/share/a.avd",
     NULL, "6.6", "sync-io on", TABLE("a.avd\\modavd-cst.aml"), NULL},
    {"target: {host: windows, run-dir: 'C:/x'}", ARCH_X86_64, "C:/a:b.avd", NULL, "6.6",
     "sync-io partial MP0514", GLOBAL, "a ':'"},
    {"target: {host: windows, run-dir: 'C:/x'}", ARCH_X86_64, "C:/a\nb.avd", NULL, "6.6",
     "sync-io partial MP0514", GLOBAL, "control character"},
    {"target: {host: windows, run-dir: 'C:/a b'}", ARCH_X86_64, "C:/a c/my pix.avd", NULL, "6.6",
     "sync-io on", TABLE("..\\a c\\my pix.avd\\modavd-cst.aml"), NULL},
    /* machines */
    {"target: {host: windows, qemu: 7.2}", ARCH_X86_64, NULL, "microvm", "6.6",
     "sync-io partial MP0515", GLOBAL, "microvm has no CPU objects"},
    {"target: {host: windows}", ARCH_X86_64, NULL, "isapc", "6.6", "sync-io partial MP0515", GLOBAL,
     "'isapc' are not known"},
    {"target: {host: windows, emulator: qemu}", ARCH_X86_64, NULL, "q35", "6.6",
     "sync-io partial MP0517 MP0515", GLOBAL, "which decides how CPUs are called;--qemu VERSION"},
    /* layers and names */
    {"target: {host: windows}\nprofiles: {disable: sync-io}", ARCH_X86_64, NULL, NULL, "6.6",
     "sync-io off MP0502", "", "disabled by the modavd.yaml of the root;--enable sync-io"},
    {"target: {host: windows}\nparams: {sync-io: {latency: 50us}}", ARCH_X86_64, NULL, NULL, "6.6",
     "sync-io on", TABLE("modavd-cst.aml"), NULL},
};

static void test_sync_io(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin();
        add_sync_io();
        add_layer(LAYER_ROOT, rows[i].settings);
        bench.instance.arch = rows[i].arch;
        if (rows[i].directory)
            bench.instance.directory = str_from(rows[i].directory);
        bench.instance.machine = str_from(rows[i].machine);
        version_parse(str_from(rows[i].kernel), &bench.instance.guest_kernel);
        plan();
        if (!str_equal(str_from(states()), str_from(rows[i].states)) ||
            !str_equal(str_from(arguments()), str_from(rows[i].arguments)) ||
            !findings_hold(str_from(reasons()), rows[i].words) || !bench.sound)
            fail_msg("row %zu: %s | %s | %s%.*s", i, states(), arguments(), reasons(),
                     STR_ARG(findings_full(&arena, &bench.diags)));
        /* a dropped table is told, and only that */
        bool partial = bench.plan.decisions[0].state == STATE_PARTIAL;
        assert_int_equal(bench.diags.warnings, partial);
        assert_int_equal(bench.diags.errors, 0);
        assert_int_equal(bench.plan.state_count > 0, bench.plan.decisions[0].built[PART_ACPI]);
    }
}

/* A part that was dropped takes its proofs along, and its daemon's reason to stop stays. */
static void test_dropped_proofs(void **state) {
    (void)state;
    for (int drop = 0; drop < 2; drop++) {
        begin();
        add_sync_io();
        add_layer(LAYER_ROOT, drop ? "target: {host: windows, run-dir: 'D:/'}"
                                   : "target: {host: windows}\nparams: {sync-io: {latency: 50us}}");
        plan();
        assert_int_equal(bench.plan.check_count, 5);
        for (size_t i = 0; i < bench.plan.check_count; i++)
            assert_int_equal(bench.plan.checks[i].applies,
                             !drop || !bench.plan.checks[i].check->has_proves);
        assert_int_equal(bench.plan.daemon_count, 1);
        if (!drop) {
            assert_int_equal(bench.plan.states[0].latency_us, 50);
            assert_true(str_equal(bench.plan.checks[3].values[0], STR("50")));
            assert_int_equal(bench.plan.decisions[0].params[0].from.layer, LAYER_ROOT);
        }
    }
}

static const struct {
    const char *value; /* NULL: not set */
    bool off;
    const char *findings;
} switches[] = {
    {NULL, false, ""},
    {"", false, ""},
    {"off", true, ""},
    {"OFF", true, ""},
    {"no", true, ""},
    {"false", true, ""},
    {"on", false, ""},
    {"yes", false, ""},
    {"0", false, "MP0403"},
    {"oFf", false, "MP0403"},
    {"disable", false, "MP0403"},
};

static void test_off_switch(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(switches); i++) {
        begin();
        add_sync_io();
        add_layer(LAYER_ROOT, "target: {host: windows}");
        if (switches[i].value)
            os_memory_set(&bench.memory, "MODAVD_SYNC_IO", switches[i].value);
        bench.instance.guest_kernel = (struct version){.known = true, .part = {6}};
        plan();
        assert_string_equal(states(), switches[i].off ? "sync-io off MP0503" : "sync-io on");
        assert_int_equal(bench.plan.argument_count, switches[i].off ? 0 : 4);
        assert_int_equal(bench.plan.state_count, switches[i].off ? 0 : 1);
        assert_true(findings_hold(findings_brief(&arena, &bench.diags), switches[i].findings));
        assert_int_equal(bench.diags.count, switches[i].findings[0] != '\0');
    }
}

#define PROFILE(name, rest) "modavd-profile: 1\nname: " name "\n" rest
#define PACKED(name, value, rest) \
    PROFILE(name, rest "qemu: {globals: {virtio-net-pci: {event_idx: " value "}}}\n")

/* The strongest layer that says anything wins; --profile wins over all. */
static const struct {
    const char *root, *own, *options, *only;
    const char *states;
} precedences[] = {
    {"{}", "{}", "{}", NULL, "a off MP0501, b on"},
    {"profiles: {enable: a}", "{}", "{}", NULL, "a on, b on"},
    {"profiles: {enable: a}", "profiles: {disable: a}", "{}", NULL, "a off MP0502, b on"},
    {"profiles: {disable: [a, b]}", "profiles: {enable: [a]}", "{}", NULL, "a on, b off MP0502"},
    {"profiles: {disable: b}", "{}", "profiles: {enable: b}", NULL, "a off MP0501, b on"},
    {"{}", "profiles: {enable: a}", "profiles: {disable: a}", NULL, "a off MP0502, b on"},
    {"profiles: {disable: a}", "{}", "{}", "a", "a on, b off MP0502"},
    {"{}", "{}", "profiles: {disable: a}", "a", "a on, b off MP0502"},
};

static void test_precedence(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(precedences); i++) {
        begin();
        add_profile("/home/p/a.yaml", PACKED("a", "on", ""));
        add_profile("/home/p/b.yaml", PACKED("b", "on", "default: on\n"));
        add_layer(LAYER_ROOT, precedences[i].root);
        add_layer(LAYER_INSTANCE, precedences[i].own);
        add_layer(LAYER_COMMAND_LINE, precedences[i].options);
        struct text only = {str_from(precedences[i].only), span_file(1)};
        if (precedences[i].only)
            bench.layers[2].only = (struct text_list){&only, 1, only.at};
        plan();
        if (!str_equal(str_from(states()), str_from(precedences[i].states)))
            fail_msg("row %zu: %s", i, states());
    }
}

/* What two profiles come to on one machine. */
static const struct {
    const char *a, *b;
    const char *findings, *arguments;
} pairs[] = {
    {PACKED("a", "on", "default: on\n"), PACKED("b", "yes", "default: on\n"), "",
     "-global virtio-net-pci.event_idx=on"},
    {PACKED("a", "on", "default: on\n"), PACKED("b", "off", "default: on\n"), "b.yaml:4:46 MP0208",
     NULL},
    {PACKED("a", "on", "default: on\n"), PACKED("b", "off", ""), "",
     "-global virtio-net-pci.event_idx=on"},
    {PROFILE("a", "default: on\nqemu: {objects: [{type: iothread, id: x, poll-max-ns: 1us}]}\n"),
     PROFILE("b", "default: on\nqemu: {objects: [{type: iothread, id: x, poll-max-ns: 1000}]}\n"),
     "", "-object iothread,id=x,poll-max-ns=1000"},
    {PROFILE("a", "default: on\nqemu: {objects: [{type: iothread, id: x, poll-max-ns: 1us}]}\n"),
     PROFILE("b", "default: on\nqemu: {objects: [{type: iothread, id: x, poll-max-ns: 2us}]}\n"),
     "b.yaml:4:39 MP0208", NULL},
    /* what another profile says too is not said twice */
    {PROFILE("a", "default: on\nqemu: {arguments: [-S, -name, x, -snapshot]}\n"),
     PROFILE("b", "default: on\nqemu: {arguments: [-name, x, -no-reboot, -name, y]}\n"), "",
     "-S -name x -snapshot -no-reboot -name y"},
    /* a -device and a -global of one property are one knob */
    {PROFILE("a", "default: on\nqemu: {globals: {virtio-blk-pci: {event_idx: on}}}\n"),
     PROFILE("b",
             "default: on\nqemu: {devices: [{type: virtio-blk-pci, id: d, event_idx: off}]}\n"),
     "b.yaml:4:59 MP0208", NULL},
    {PROFILE("a", "default: on\nqemu: {globals: {virtio-blk-pci: {event_idx: on}}}\n"),
     PROFILE("b", "default: on\nqemu: {devices: [{type: virtio-blk-pci, id: d, event_idx: on}]}\n"),
     "", "-global virtio-blk-pci.event_idx=on -device virtio-blk-pci,id=d,event_idx=on"},
    {PROFILE("a", "default: on\nqemu: {devices: [{type: virtio-blk-pci, id: c, event_idx: on}]}\n"),
     PROFILE("b",
             "default: on\nqemu: {devices: [{type: virtio-blk-pci, id: d, event_idx: off}]}\n"),
     "", "-device virtio-blk-pci,id=c,event_idx=on -device virtio-blk-pci,id=d,event_idx=off"},
    {PROFILE("a", "default: on\nacpi: {cst: [{state: C1, enter: hlt, latency: 1us}]}\n"
                  "qemu: {arguments: [-S]}\n"),
     PROFILE("b", "default: on\nacpi: {cst: [{state: C1, enter: hlt, latency: 1000ns}]}\n"
                  "qemu: {arguments: [-name, 'a,b']}\n"),
     "", "-S -name a,b -acpitable file=modavd-cst.aml"},
    {PROFILE("a", "default: on\nacpi: {cst: [{state: C1, enter: hlt, latency: 1us}]}\n"
                  "qemu: {arguments: [-S]}\n"),
     PROFILE("b", "default: on\nacpi: {cst: [{state: C1, enter: hlt, latency: 2us}]}\n"
                  "qemu: {arguments: [-no-reboot]}\n"),
     "b.yaml:4:13 MP0208", NULL},
};

static void test_pairs(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        begin();
        add_profile("/home/p/a.yaml", pairs[i].a);
        add_profile("/home/p/b.yaml", pairs[i].b);
        add_layer(LAYER_ROOT, "target: {host: linux, accel: tcg}");
        bench.instance.directory = STR("/avd/x.avd");
        plan();
        str found = findings_brief(&arena, &bench.diags);
        bool sound = pairs[i].findings[0] == '\0';
        if (!str_equal(found, str_from(pairs[i].findings)) || bench.sound != sound)
            fail_msg("row %zu: %.*s", i, STR_ARG(findings_full(&arena, &bench.diags)));
        if (sound)
            assert_string_equal(arguments(), pairs[i].arguments);
    }
}

/* Values as QEMU reads them. */
static const struct {
    const char *qemu, *arguments;
} values[] = {
    {"{globals: {virtio-blk-pci: {ioeventfd: No, event_idx: TRUE}}}",
     "-global virtio-blk-pci.ioeventfd=off -global virtio-blk-pci.event_idx=on"},
    {"{globals: {virtio-blk-pci: {num-queues: 0x2}}}", "-global virtio-blk-pci.num-queues=2"},
    {"{globals: {virtio-blk-pci: {num-queues: '${min(cpus, 4)}'}}}",
     "-global virtio-blk-pci.num-queues=2"},
    {"{globals: {virtio-9p-pci: {ioeventfd: false, vectors: 5, mount_tag: 'a,b'}}}",
     "-global virtio-9p-pci.ioeventfd=off -global virtio-9p-pci.vectors=5 "
     "-global virtio-9p-pci.mount_tag=a,b"},
    {"{objects: [{type: iothread, id: x, poll-max-ns: 0.5ms, poll-grow: 2}]}",
     "-object iothread,id=x,poll-max-ns=500000,poll-grow=2"},
    {"{objects: [{type: memory-backend-ram, id: m, size: 2GiB, share: on}], "
     "arguments: [-numa, 'node,memdev=m']}",
     "-object memory-backend-ram,id=m,size=2147483648,share=on -numa node,memdev=m"},
    {"{globals: {virtio-blk-pci: {discard_granularity: '${ram / 2}'}}}",
     "-global virtio-blk-pci.discard_granularity=1073741824"},
    {"{fsdevs: [{driver: local, id: f, path: '/a,b', readonly: yes}], "
     "devices: [{type: virtio-9p-pci, id: d, fsdev: f, mount_tag: t}]}",
     "-fsdev local,id=f,path=/a,,b,readonly=on -device virtio-9p-pci,id=d,fsdev=f,mount_tag=t"},
    {"{globals: {virtio-blk-pci: {num-queues: [{value: 1, when: {cpus: '>= 3'}}, "
     "{value: 2, when: {accel: tcg}}, 1]}}}",
     "-global virtio-blk-pci.num-queues=2"},
    {"{objects: [{type: filter-dump, id: f, file: 'a,b,,c'}]}",
     "-object filter-dump,id=f,file=a,,b,,,,c"},
    {"{arguments: [-uuid, '${cpus}-${cpus * 2}', -append, '$${x}']}", "-uuid 2-4 -append ${x}"},
};

static void test_values(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(values); i++) {
        begin();
        add_profile("/home/p/a.yaml",
                    str_c(&arena, str_format(&arena, PROFILE("a", "default: on\nqemu: %s\n"),
                                             values[i].qemu)));
        add_layer(LAYER_ROOT, "target: {host: linux, accel: tcg, emulator: qemu, qemu: 7.2}\n"
                              "accept: host-access");
        plan();
        if (!bench.sound || bench.diags.count > 0)
            fail_msg("row %zu: %.*s", i, STR_ARG(findings_full(&arena, &bench.diags)));
        assert_string_equal(arguments(), values[i].arguments);
    }
}

static const struct {
    const char *check, *values; /* values: with '|' behind each */
} check_values[] = {
    {"cpuidle.latency.C1: 100us", "100|"},
    {"cpuidle.latency.C1: {at-least: 1ms}", "1000|"},
    {"block.vda.queues: 0x4", "4|"},
    {"block.vda.queues: '${cpus * 2}'", "4|"},
    {"block.vda.queues: {at-least: 0x10}", "16|"},
    {"virtio.virtio_blk.features: [0x1, 34]", "1|34|"},
    {"mount./data.msize: {at-least: 0x1000}", "4096|"},
    {"mount./data.errors: remount-ro", "remount-ro|"},
    {"file./x: '0x10'", "0x10|"},
    {"cpuidle.states: [POLL, 'C${cpus}']", "POLL|C2|"},
    {"cpuidle.driver: {absent: yes}", ""},
};

static void test_check_values(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(check_values); i++) {
        begin();
        add_profile(
            "/home/p/a.yaml",
            str_c(&arena, str_format(&arena, PROFILE("a", "default: on\nguest: {checks: [{%s}]}\n"),
                                     check_values[i].check)));
        add_layer(LAYER_ROOT, "target: {host: linux, accel: tcg}");
        plan();
        if (!bench.sound || bench.diags.count > 0)
            fail_msg("row %zu: %.*s", i, STR_ARG(findings_full(&arena, &bench.diags)));
        str got = {0};
        for (size_t j = 0; j < bench.plan.checks[0].value_count; j++)
            got = str_format(&arena, "%.*s%.*s|", STR_ARG(got),
                             STR_ARG(bench.plan.checks[0].values[j]));
        assert_string_equal(str_c(&arena, got), check_values[i].values);
    }
}

/* Risk to data needs a word of the instance. */
static void test_risk(void **state) {
    (void)state;
    for (int accepted = 0; accepted < 2; accepted++) {
        begin();
        add_profile("/home/p/a.yaml", PACKED("a", "on", "default: on\nrisk: data\n"));
        add_layer(LAYER_ROOT, "target: {host: linux, accel: tcg}");
        add_layer(LAYER_INSTANCE, accepted ? "accept: data" : "{}");
        plan();
        assert_string_equal(states(), accepted ? "a on" : "a off MP0513");
    }
}

/* What reaches the host needs a word of the instance, but for a path that it names itself. */
static const struct {
    const char *qemu, *states; /* where it is not accepted */
} reaches[] = {
    {"{arguments: [-S, -name, x, -display, none, -no-shutdown]}", "a on"},
    {"{arguments: [-drive, 'file=/etc/passwd']}", "a off MP0524"},
    {"{arguments: [--drive, 'file=/etc/passwd']}", "a off MP0524"},
    {"{arguments: [-name, -drive]}", "a on"}, /* a machine of that name */
    {"{arguments: [-fw_cfg, 'name=opt/x,string=/etc/passwd']}", "a on"},
    {"{arguments: [-fw_cfg, 'name=opt/x,file=/etc/passwd']}", "a off MP0524"},
    {"{arguments: [-smbios, 'type=1,serial=${cpus}']}", "a on"},
    {"{arguments: [-smbios, 'type=11,path=/etc/passwd']}", "a off MP0524"},
    {"{arguments: [-display, 'vnc=:1']}", "a off MP0524"},
    {"{arguments: [-serial, 'null']}", "a on"},
    {"{arguments: [-serial, 'null,logfile=/x']}", "a off MP0524"},
    {"{arguments: [-s]}", "a off MP0524"},
    {"{objects: [{type: iothread, id: x}]}", "a on"},
    {"{objects: [{type: rng-random, id: x}]}", "a on"},
    {"{objects: [{type: rng-random, id: x, filename: /dev/hwrng}]}", "a off MP0524"},
    {"{objects: [{type: memory-backend-file, id: x, size: 1M, mem-path: /x}]}", "a off MP0524"},
    {"{objects: [{type: monitor-qmp, id: x}]}", "a off MP0524"},
    {"{globals: {virtio-net-pci: {romfile: ''}}}", "a on"},
    {"{globals: {virtio-net-pci: {romfile: /etc/passwd}}}", "a off MP0524"},
    {"{globals: {virtio-net-pci: {romfile: '${own}'}}}", "a on MP0524"},
    {"{globals: {virtio-net-pci: {romfile: '${theirs}'}}}", "a off MP0524"},
    {"{globals: {virtio-net-pci: {romfile: '${own}/x'}}}", "a off MP0524"},
    {"{devices: [{type: vfio-pci, id: x, host: '01:00.0'}]}", "a off MP0524"},
    {"{fsdevs: [{driver: local, id: f, path: '${own}', security_model: none}]}", "a on MP0524"},
    {"{fsdevs: [{driver: local, id: f, path: '${theirs}', security_model: none}]}", "a off MP0524"},
    {"{fsdevs: [{driver: local, id: f, path: /, security_model: none}]}", "a off MP0524"},
};

static const char *reach_states(size_t row, bool accepted) {
    begin();
    add_profile("/home/p/a.yaml",
                str_c(&arena, str_format(&arena,
                                         PROFILE("a", "default: on\n"
                                                      "params:\n"
                                                      "  own: {type: path, default: /a}\n"
                                                      "  theirs: {type: path, default: /a}\n"
                                                      "qemu: %s\n"),
                                         reaches[row].qemu)));
    add_layer(LAYER_ROOT, "target: {host: linux, accel: kvm, emulator: qemu}");
    add_layer(LAYER_INSTANCE,
              accepted ? "params: {a: {own: /b}}\naccept: host-access" : "params: {a: {own: /b}}");
    plan();
    if (!bench.sound)
        fail_msg("row %zu: %.*s", row, STR_ARG(findings_full(&arena, &bench.diags)));
    return states();
}

static void test_host_access(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reaches); i++) {
        const char *got = reach_states(i, false);
        if (strcmp(got, reaches[i].states) != 0)
            fail_msg("row %zu: %s", i, got);
        got = reach_states(i, true);
        bool reaches_host = strstr(reaches[i].states, "MP0524") != NULL;
        if (strcmp(got, reaches_host ? "a on MP0524" : "a on") != 0)
            fail_msg("row %zu, accepted: %s", i, got);
    }
}

/* What is wrong for one host's table of settings. */
static const struct {
    const char *target, *qemu, *states;
} verdicts[] = {
    {"windows", "{objects: [{type: iothread, id: x}]}", "a off MP0511"},
    {"windows", "{globals: {virtio-blk-pci: {iothread: x}}}", "a off MP0511"},
    {"windows", "{globals: {vhost-user-fs-pci: {tag: x}}}", "a off MP0511"},
    {"windows", "{globals: {virtio-9p-pci: {mount_tag: x}}}", "a off MP0523 MP0511"},
    {"windows", "{fsdevs: [{driver: local, id: x}]}", "a off MP0511"},
    {"windows", "{globals: {virtio-net-pci: {ioeventfd: off}}}", "a on"},
    {"linux", "{objects: [{type: iothread, id: x}]}", "a on"},
    {"linux", "{globals: {virtio-net-pci: {ioeventfd: off}}}", "a off MP0510"},
    {"linux", "{globals: {virtio-net-pci: {ioeventfd: on}}}", "a on"},
    {"linux", "{globals: {vhost-user-blk-pci: {ioeventfd: off}}}", "a off MP0511"},
    {"macos", "{globals: {vhost-user-fs-pci: {tag: x}}}", "a off MP0511"},
    {"macos", "{globals: {virtio-blk-pci: {ioeventfd: off}}}", "a on"},
};

static void test_verdicts(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(verdicts); i++) {
        begin();
        add_profile("/home/p/a.yaml",
                    str_c(&arena, str_format(&arena, PROFILE("a", "default: on\nqemu: %s\n"),
                                             verdicts[i].qemu)));
        add_layer(LAYER_ROOT,
                  str_c(&arena, str_format(&arena, "target: {host: %s}", verdicts[i].target)));
        plan();
        if (!str_equal(str_from(states()), str_from(verdicts[i].states)))
            fail_msg("row %zu: %s", i, states());
    }
}

/* POSIX hosts: a comma is doubled, any UTF-8 goes, 1023 bytes are the limit. */
static void test_posix_paths(void **state) {
    (void)state;
    char longest[1100];
    memset(longest, 'x', sizeof longest);
    longest[0] = '/';
    const size_t name = sizeof ARTIFACT_TABLE - 1;
    static const struct {
        const char *directory, *path; /* path NULL: none */
    } paths[] = {
        {"/avd/a,b.avd", "../avd/a,,b.avd/modavd-cst.aml"},
        {"/avd/\xE5\xBF\xAB.avd", "../avd/\xE5\xBF\xAB.avd/modavd-cst.aml"},
        {"/avd/a:b.avd", NULL},
        {"/avd/a\nb.avd", NULL},
        {"/avd/a\\b.avd", "../avd/a\\b.avd/modavd-cst.aml"},
        {"/run", "modavd-cst.aml"},
    };
    for (size_t i = 0; i < COUNT(paths) + 2; i++) {
        begin();
        add_profile("/home/p/a.yaml",
                    PROFILE("a", "default: on\nqemu: {arguments: [-S]}\nacpi: {cst: [{state: C1, "
                                 "enter: hlt, latency: 1us}]}\n"));
        add_layer(LAYER_ROOT, i < COUNT(paths) ? "target: {host: linux, accel: tcg, run-dir: /run}"
                                               : "target: {host: linux, accel: tcg, run-dir: /}");
        /* "x...x/NAME", relative to "/" */
        size_t size = 1 + 1023 - name - 1 + (i - COUNT(paths));
        bench.instance.directory =
            i < COUNT(paths) ? str_from(paths[i].directory) : (str){longest, size};
        plan();
        bool spelt = i < COUNT(paths) ? paths[i].path != NULL : i == COUNT(paths);
        if (bench.plan.decisions[0].built[PART_ACPI] != spelt)
            fail_msg("row %zu: %s", i, reasons());
        if (i < COUNT(paths) && spelt)
            assert_string_equal(
                arguments(),
                str_c(&arena, str_format(&arena, "-S -acpitable file=%s", paths[i].path)));
    }
}

static const struct {
    const char *machine;
    enum emulator emulator;
    enum arch arch;
    const char *qemu;
    enum cpu_names names;
    bool takes;
} machines[] = {
    {"", EMULATOR_ANDROID, ARCH_X86_64, "2.12.0", CPU_NAMES_CPUS_C, true},
    {"", EMULATOR_QEMU, ARCH_X86_64, "7.2.22", CPU_NAMES_CPUS_C, true},
    {"", EMULATOR_QEMU, ARCH_X86_64, "2.6", CPU_NAMES_CP, true},
    {"", EMULATOR_QEMU, ARCH_ARM64, "7.2", CPU_NAMES_C, false},
    {"pc", EMULATOR_QEMU, ARCH_X86, "10.0", CPU_NAMES_CPUS_C, true},
    {"q35", EMULATOR_QEMU, ARCH_X86_64, "2.6.9", CPU_NAMES_CP, true},
    {"q35", EMULATOR_QEMU, ARCH_X86_64, NULL, 0, false},
    {"pc-i440fx-2.6", EMULATOR_QEMU, ARCH_X86_64, "7.2", CPU_NAMES_CP, true},
    {"pc-i440fx-2.7", EMULATOR_QEMU, ARCH_X86_64, NULL, CPU_NAMES_CPUS_C, true},
    {"pc-i440fx-2.12", EMULATOR_QEMU, ARCH_X86_64, NULL, CPU_NAMES_CPUS_C, true},
    {"pc-i440fx-10.0", EMULATOR_QEMU, ARCH_X86_64, NULL, CPU_NAMES_CPUS_C, true},
    {"pc-q35-2.6", EMULATOR_QEMU, ARCH_X86_64, NULL, CPU_NAMES_CP, true},
    {"pc-q35-9.2", EMULATOR_QEMU, ARCH_X86_64, NULL, CPU_NAMES_CPUS_C, true},
    {"microvm", EMULATOR_QEMU, ARCH_X86_64, "7.2", CPU_NAMES_NONE, false},
    {"virt", EMULATOR_QEMU, ARCH_ARM64, "7.2", CPU_NAMES_C, false},
    {"virt-7.2", EMULATOR_QEMU, ARCH_ARM64, "7.2", CPU_NAMES_C, false},
    {"isapc", EMULATOR_QEMU, ARCH_X86_64, "7.2", 0, false},
    {"xenpv", EMULATOR_QEMU, ARCH_X86_64, "7.2", 0, false},
};

static void test_machines(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(machines); i++) {
        struct target target = {.emulator = machines[i].emulator};
        struct instance instance = {.arch = machines[i].arch,
                                    .machine = str_from(machines[i].machine)};
        version_parse(str_from(machines[i].qemu), &target.qemu);
        struct machine_cpus got = machine_cpus(&arena, &target, &instance);
        if (got.takes_tables != machines[i].takes ||
            (got.takes_tables && got.names != machines[i].names))
            fail_msg("row %zu: %d %d", i, got.takes_tables, (int)got.names);
        assert_int_equal(got.takes_tables, got.why_not.len == 0);
    }
}

static const struct {
    const char *settings;
    enum host host;
    enum accel accel;
    const char *findings;
} targets[] = {
    {"{}", HOST_LINUX, ACCEL_KVM, ""},
    {"target: {host: windows}", HOST_WINDOWS, ACCEL_WHPX, ""},
    {"target: {host: macos}", HOST_MACOS, ACCEL_HVF, ""},
    {"target: {host: macos, accel: tcg}", HOST_MACOS, ACCEL_TCG, ""},
    {"target: {host: linux, accel: whpx}", HOST_LINUX, ACCEL_WHPX, "modavd.yaml:1:30 MP0402"},
    {"target: {host: windows, accel: kvm}", HOST_WINDOWS, ACCEL_KVM, "modavd.yaml:1:32 MP0402"},
    {"target: {accel: hvf}", HOST_LINUX, ACCEL_HVF, "modavd.yaml:1:17 MP0402"},
    {"target: {cores: 64}", HOST_LINUX, ACCEL_KVM, ""},
    {"target: {cores: 0}", HOST_LINUX, ACCEL_KVM, "modavd.yaml:1:17 MP0106"},
    {"target: {cores: 04}", HOST_LINUX, ACCEL_KVM, "modavd.yaml:1:17 MP0106"},
    {"target: {qemu: x}", HOST_LINUX, ACCEL_KVM, "modavd.yaml:1:16 MP0110"},
};

static void test_targets(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(targets); i++) {
        begin();
        add_layer(LAYER_ROOT, targets[i].settings);
        bool sound = target_resolve(&arena, &bench.diags, &bench.list, &linux_here, &bench.target);
        assert_string_equal(str_c(&arena, findings_brief(&arena, &bench.diags)),
                            targets[i].findings);
        assert_int_equal(sound, targets[i].findings[0] == '\0');
        assert_int_equal(bench.target.host, targets[i].host);
        assert_int_equal(bench.target.accel, targets[i].accel);
    }
}

/* Each fact comes from the strongest layer that says it. */
static void test_target_layers(void **state) {
    (void)state;
    begin();
    add_layer(LAYER_ROOT, "target: {host: windows, qemu: 2.12, run-dir: 'C:/a'}");
    add_layer(LAYER_INSTANCE, "target: {accel: aehd, qemu: 7.2, run-dir: ../run}");
    add_layer(LAYER_COMMAND_LINE, "target: {emulator: qemu, cores: 4}");
    assert_true(target_resolve(&arena, &bench.diags, &bench.list, &linux_here, &bench.target));
    static const enum layer want[TARGET_FACTS] = {
        [TARGET_HOST] = LAYER_ROOT,
        [TARGET_ACCEL] = LAYER_INSTANCE,
        [TARGET_EMULATOR] = LAYER_COMMAND_LINE,
        [TARGET_EMULATOR_VERSION] = LAYER_DEFAULT,
        [TARGET_QEMU] = LAYER_INSTANCE,
        [TARGET_RUN_DIR] = LAYER_INSTANCE,
        [TARGET_CORES] = LAYER_COMMAND_LINE,
    };
    for (size_t i = 0; i < TARGET_FACTS; i++)
        assert_int_equal(bench.target.from[i].layer, want[i]);
    assert_true(str_equal(bench.target.run_dir, STR("/run")));
    assert_int_equal(bench.target.cores, 4);
    assert_int_equal(bench.target.qemu.part[0], 7);
}

/* A profile with errors stops the instances that ask for it, and no others. */
static void test_invalid(void **state) {
    (void)state;
    for (int asked = 0; asked < 2; asked++) {
        begin();
        add_profile("/home/p/a.yaml",
                    PROFILE("a", "qemu: {globals: {virtio-blk: {packed: on}}}\n"));
        add_layer(LAYER_ROOT, asked ? "profiles: {enable: a}" : "{}");
        plan();
        assert_string_equal(states(), asked ? "a off MP0518" : "a off MP0501 MP0518");
        assert_int_equal(bench.sound, !asked);
    }
}

/* 64 KiB are the limit of a table; the rest of the profile stays. */
static void test_table_size(void **state) {
    (void)state;
    for (uint32_t cpus = 254; cpus <= 255; cpus++) {
        begin();
        str cst = {0};
        for (int i = 1; i <= 7; i++)
            cst = str_format(
                &arena,
                "%.*s%s{state: C%d, enter: mwait, hint: 0x%d0, latency: %dus, power: 70000}",
                STR_ARG(cst), i > 1 ? ", " : "", i, i, 70000 + i);
        str text = str_format(
            &arena, PROFILE("a", "default: on\nqemu: {arguments: [-S]}\nacpi: {cst: [%.*s]}\n"),
            STR_ARG(cst));
        add_profile("/home/p/a.yaml", str_c(&arena, text));
        add_layer(LAYER_ROOT, "target: {host: linux, accel: tcg}");
        bench.instance.cpus = cpus;
        plan();
        size_t size =
            cst_table_size(CPU_NAMES_CPUS_C, cpus, bench.plan.states, bench.plan.state_count);
        bool fits = bench.plan.state_count > 0;
        assert_int_equal(fits, bench.plan.decisions[0].built[PART_ACPI]);
        assert_true(!fits || size <= SSDT_SIZE_MAX);
        assert_int_equal(bench.plan.argument_count, fits ? 3 : 1);
    }
}

/* ---- parameters, alternatives, mounts ---- */

#define SHARE_PROFILE                                                                        \
    PROFILE("a", "params: {path: {type: path}, tag: {type: word, default: share}, "          \
                 "msize: {type: size, default: 256KiB}}\n"                                   \
                 "qemu: {fsdevs: [{driver: local, id: f, path: '${path}'}], "                \
                 "devices: [{type: virtio-9p-pci, id: d, fsdev: f, mount_tag: '${tag}'}]}\n" \
                 "guest: {mounts: [{type: 9p, what: '${tag}', path: /mnt/x, "                \
                 "options: {trans: virtio, msize: '${msize}', cache: loose}}]}\n")

static const struct {
    const char *settings;
    const char *states, *arguments, *findings;
    const char *mount; /* what, path and options; NULL: none */
} shares[] = {
    {"{}", "a off MP0501 MP0217", "", "", NULL}, /* not asked for: nothing is missing */
    {"profiles: {enable: a}", "a off MP0217", "", "modavd.yaml:2:20 MP0217", NULL},
    {"profiles: {enable: a}\nparams: {a: {path: '/srv/a,b'}}", "a on MP0524",
     "-fsdev local,id=f,path=/srv/a,,b -device virtio-9p-pci,id=d,fsdev=f,mount_tag=share", "",
     "share /mnt/x trans=virtio,msize=262144,cache=loose"},
    {"profiles: {enable: a}\nparams: {a: {path: /srv, tag: x.y, msize: 512000}}", "a on MP0524",
     NULL, "modavd.yaml:3:43 MP0106", NULL},
    {"profiles: {enable: a}\nparams: {a: {path: /srv, tag: x.y, msize: 300KiB}}", "a on MP0524",
     "-fsdev local,id=f,path=/srv -device virtio-9p-pci,id=d,fsdev=f,mount_tag=x.y", "",
     "x.y /mnt/x trans=virtio,msize=307200,cache=loose"},
    {"profiles: {enable: a}\nparams: {a: {path: srv}}", "a on MP0524", NULL,
     "modavd.yaml:3:20 MP0112", NULL},
    {"profiles: {enable: a}\nparams: {a: {path: /srv, tag: 'a b'}}", "a on MP0524", NULL,
     "modavd.yaml:3:31 MP0105", NULL},
};

static const char *mount_shown(void) {
    if (bench.plan.mount_count == 0)
        return "";
    const struct plan_mount *mount = &bench.plan.mounts[0];
    return str_c(&arena, str_format(&arena, "%.*s %.*s %.*s", STR_ARG(mount->what),
                                    STR_ARG(mount->path), STR_ARG(mount->options)));
}

static void test_shares(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(shares); i++) {
        begin();
        add_profile("/home/p/a.yaml", SHARE_PROFILE);
        add_layer(
            LAYER_ROOT,
            str_c(&arena, str_format(&arena,
                                     "target: {host: linux, accel: tcg, emulator: "
                                     "qemu, qemu: 7.2}\n%s",
                                     shares[i].settings[0] == '{' ? "" : shares[i].settings)));
        plan();
        str found = findings_brief(&arena, &bench.diags);
        bool sound = shares[i].findings[0] == '\0';
        if (!str_equal(str_from(states()), str_from(shares[i].states)) || bench.sound != sound ||
            !str_equal(found, str_from(shares[i].findings)) ||
            (sound && !str_equal(str_from(arguments()), str_from(shares[i].arguments))) ||
            (sound && !str_equal(str_from(mount_shown()), str_from(shares[i].mount))))
            fail_msg("row %zu: %s | %s | %s | %.*s", i, states(), arguments(), mount_shown(),
                     STR_ARG(findings_full(&arena, &bench.diags)));
        /* each of its options can be asked for */
        if (sound && shares[i].mount)
            assert_true(bench.plan.mounts[0].shown_count >= 2);
    }
}

/* The first value whose conditions hold is taken; where none does, the property is left out. */
static const struct {
    const char *target, *value, *arguments, *findings;
} alternatives[] = {
    {"accel: tcg, qemu: 11.1", "{value: 3, when: {qemu: '>= 11.1'}}",
     "-object iothread,id=x,poll-weight=3", ""},
    {"accel: tcg, qemu: 10.0", "{value: 3, when: {qemu: '>= 11.1'}}", "-object iothread,id=x",
     "MP0522;'poll-weight' is left out"},
    {"accel: tcg, qemu: 10.0", "3", NULL, "MP0221"},
    {"accel: kvm, qemu: 11.1", "[{value: 1, when: {accel: tcg}}, {value: 2, when: {accel: kvm}}]",
     "-object iothread,id=x,poll-weight=2", ""},
    {"accel: tcg, qemu: 11.1", "[{value: 1, when: {accel: tcg}}, {value: 2, when: {cpus: '>= 1'}}]",
     "-object iothread,id=x,poll-weight=1", ""},
    {"accel: tcg, qemu: 11.1", "[{value: 1, when: {accel: kvm}}, 4]",
     "-object iothread,id=x,poll-weight=4", ""},
    {"accel: tcg, qemu: 11.1", "[{value: 1, when: {cpus: '>= 3'}}, {value: 2, when: {cpus: 2}}]",
     "-object iothread,id=x,poll-weight=2", ""},
    {"accel: tcg, qemu: 11.1", "{value: 64, when: {accel: tcg}}", NULL, "MP0107"},
};

static void test_alternatives(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(alternatives); i++) {
        begin();
        str text = str_format(&arena,
                              PROFILE("a", "default: on\nqemu: {objects: [{type: iothread, id: x, "
                                           "poll-weight: %s}]}\n"),
                              alternatives[i].value);
        add_profile("/home/p/a.yaml", str_c(&arena, text));
        add_layer(LAYER_ROOT, str_c(&arena, str_format(&arena,
                                                       "target: {host: linux, emulator: "
                                                       "qemu, %s}",
                                                       alternatives[i].target)));
        plan();
        str found = str_format(&arena, "%.*s %.*s", STR_ARG(findings_brief(&arena, &bench.diags)),
                               STR_ARG(findings_full(&arena, &bench.diags)));
        bool sound = alternatives[i].arguments != NULL;
        if (bench.sound != sound || !findings_hold(found, alternatives[i].findings) ||
            (alternatives[i].findings[0] == '\0') != (bench.diags.count == 0) ||
            (sound && !str_equal(str_from(arguments()), str_from(alternatives[i].arguments))))
            fail_msg("row %zu: %s %.*s", i, arguments(), STR_ARG(found));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sync_io),      cmocka_unit_test(test_dropped_proofs),
        cmocka_unit_test(test_off_switch),   cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_pairs),        cmocka_unit_test(test_values),
        cmocka_unit_test(test_check_values), cmocka_unit_test(test_risk),
        cmocka_unit_test(test_host_access),  cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_posix_paths),  cmocka_unit_test(test_machines),
        cmocka_unit_test(test_targets),      cmocka_unit_test(test_target_layers),
        cmocka_unit_test(test_invalid),      cmocka_unit_test(test_table_size),
        cmocka_unit_test(test_shares),       cmocka_unit_test(test_alternatives),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
