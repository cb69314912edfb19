/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogues: from files of any kind, looked up, and as they are built in. */
#include "catalogue_read.h"

#include "findings.h"
#include "os.h"

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
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    return 0;
}

static int stop(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct catalogue *read_text(str text) {
    return catalogue_read(&arena, &diags, source_add(&sources, STR("q.json"), text));
}

/* Nothing stands in the order of its bytes. */
static const char small[] =
    "{\"version\": \"9.1.2 (odd)\", \"modavd-catalogue\": 1,\n"
    "\"machines\": [\"q35\", \"pc\", \"isapc\", \"Z\"], \"accelerators\": [\"tcg\", \"kvm\"],\n"
    "\"aliases\": {\"virtio-net\": \"virtio-net-pci\", \"ahci\": \"ich9-ahci\"},\n"
    "\"options\": {\"overcommit\": [\"mem-lock\", \"cpu-pm\"], \"m\": [], \"S\": [\"b\", \"a\"]},\n"
    "\"types\": {\n"
    "\"zeta\": {\"parent\": \"device\", \"device\": true, \"properties\": {}},\n"
    "\"virtio-pci\": {\"abstract\": true, \"parent\": \"pci-device\"},\n"
    "\"net\": {\"parent\": \"virtio-pci\", \"device\": true, \"properties\": {\n"
    "  \"zero\": {\"type\": \"bool\", \"default\": false}, \"mq\": {\"type\": \"bool\", "
    "\"default\": true},\n"
    "  \"big\": {\"type\": \"int64\", \"default\": -9223372036854775807},\n"
    "  \"text\": {\"type\": \"str\", \"default\": \"a b\", \"source\": \"x.c\"},\n"
    "  \"none\": {\"type\": \"list\", \"default\": []}, \"open\": {\"type\": \"str\", \"default\": "
    "null},\n"
    "  \"bare\": {\"type\": \"link<iothread>\"}}},\n"
    "\"blk\": {\"parent\": \"virtio-pci\", \"device\": true, \"properties\": {\n"
    "  \"queue-size\": {\"type\": \"uint16\", \"default\": 256}}},\n"
    "\"a\": {\"parent\": \"b\", \"abstract\": true}, \"b\": {\"parent\": \"a\", \"abstract\": "
    "true},\n"
    "\"iothread\": {\"object\": true, \"source\": \"iothread.c\"},\n"
    "\"unlisted\": {\"device\": true, \"object\": false}}}\n";

static const struct {
    const char *type, *property, *kind, *initial; /* kind NULL: there is none */
} properties[] = {
    {"net", "zero", "bool", "off"},
    {"net", "mq", "bool", "on"},
    {"net", "big", "int64", "-9223372036854775807"},
    {"net", "text", "str", "a b"},
    {"net", "none", "list", ""},
    {"net", "open", "str", ""},
    {"net", "bare", "link<iothread>", ""},
    {"blk", "queue-size", "uint16", "256"},
    {"blk", "mq", NULL, NULL},
    {"blk", "", NULL, NULL},
    {"net", "m", NULL, NULL},
    {"net", "mqq", NULL, NULL},
    {"zeta", "mq", NULL, NULL},
    {"unlisted", "mq", NULL, NULL},
    {"iothread", "mq", NULL, NULL},
    /* blk is the first child, and only net has mq */
    {"virtio-pci", "queue-size", "uint16", "256"},
    {"virtio-pci", "mq", "bool", "on"},
    {"virtio-pci", "nosuch", NULL, NULL},
    {"a", "mq", NULL, NULL},
};

static void test_properties(void **state) {
    (void)state;
    const struct catalogue *small_one = read_text(STR(small));
    assert_non_null(small_one);
    for (size_t i = 0; i < COUNT(properties); i++) {
        const struct catalogue_type *type = catalogue_type(small_one, str_from(properties[i].type));
        assert_non_null(type);
        const struct catalogue_property *got =
            catalogue_property(small_one, type, str_from(properties[i].property));
        if (!got != !properties[i].kind)
            fail_msg("%s.%s", properties[i].type, properties[i].property);
        if (!got)
            continue;
        assert_string_equal(small_one->pool + got->name, properties[i].property);
        assert_string_equal(small_one->pool + got->kind, properties[i].kind);
        assert_string_equal(small_one->pool + got->initial, properties[i].initial);
    }
}

static const struct {
    const char *type;
    uint32_t flags;
    bool lists;
    const char *is, *is_not;
} types[] = {
    {"net", CATALOGUE_DEVICE | CATALOGUE_LISTED, true, "pci-device", "device"},
    {"net", CATALOGUE_DEVICE | CATALOGUE_LISTED, true, "virtio-pci", "blk"},
    {"net", CATALOGUE_DEVICE | CATALOGUE_LISTED, true, "net", ""},
    {"zeta", CATALOGUE_DEVICE | CATALOGUE_LISTED, true, "device", "zet"},
    {"virtio-pci", CATALOGUE_ABSTRACT, true, "pci-device", "net"},
    {"iothread", CATALOGUE_OBJECT, false, "iothread", ""},
    {"unlisted", CATALOGUE_DEVICE, false, "unlisted", "device"},
    {"a", CATALOGUE_ABSTRACT, false, "b", "c"}, /* a ring */
};

static void test_types(void **state) {
    (void)state;
    const struct catalogue *small_one = read_text(STR(small));
    assert_non_null(small_one);
    for (size_t i = 0; i < COUNT(types); i++) {
        const struct catalogue_type *type = catalogue_type(small_one, str_from(types[i].type));
        assert_non_null(type);
        assert_int_equal(type->flags, types[i].flags);
        assert_int_equal(catalogue_lists(small_one, type), types[i].lists);
        if (!catalogue_is_a(small_one, type, str_from(types[i].is)) ||
            catalogue_is_a(small_one, type, str_from(types[i].is_not)))
            fail_msg("%s", types[i].type);
    }
    assert_null(catalogue_type(small_one, STR("ne")));
    assert_null(catalogue_type(small_one, STR("pci-device")));
    assert_null(catalogue_type(small_one, STR("")));
}

static void test_lists(void **state) {
    (void)state;
    const struct catalogue *small_one = read_text(STR(small));
    assert_non_null(small_one);
    struct version version = catalogue_version(small_one);
    assert_true(version.known && version.part[0] == 9 && version.part[2] == 2);
    assert_true(catalogue_has_machine(small_one, STR("isapc")));
    assert_true(catalogue_has_machine(small_one, STR("Z")));
    assert_false(catalogue_has_machine(small_one, STR("z")));
    assert_true(str_equal(catalogue_alias(small_one, STR("ahci")), STR("ich9-ahci")));
    assert_int_equal(catalogue_alias(small_one, STR("ich9-ahci")).len, 0);
    assert_int_equal(small_one->accelerator_count, 2);
    assert_string_equal(small_one->pool + small_one->accelerators[0], "kvm");

    const struct catalogue_option *option = catalogue_option(small_one, STR("overcommit"));
    assert_non_null(option);
    assert_true(catalogue_has_key(small_one, option, STR("cpu-pm")));
    assert_true(catalogue_has_key(small_one, option, STR("mem-lock")));
    assert_false(catalogue_has_key(small_one, option, STR("a")));
    option = catalogue_option(small_one, STR("m"));
    assert_non_null(option);
    assert_int_equal(option->count, 0);
    assert_false(catalogue_has_key(small_one, option, STR("a")));
    assert_null(catalogue_option(small_one, STR("s")));
}

static void assert_near(str got, const char *want) {
    assert_string_equal(str_c(&arena, got), want);
}

static void test_nearest(void **state) {
    (void)state;
    const struct catalogue *small_one = read_text(STR(small));
    assert_non_null(small_one);
    assert_near(catalogue_nearest_type(small_one, CATALOGUE_DEVICE, STR("nett")), "net");
    assert_near(catalogue_nearest_type(small_one, CATALOGUE_OBJECT, STR("nett")), "");
    assert_near(catalogue_nearest_type(small_one, CATALOGUE_OBJECT, STR("iothraed")), "iothread");
    assert_near(catalogue_nearest_type(small_one, 0, STR("virtiopci")), "virtio-pci");
    assert_near(catalogue_nearest_option(small_one, STR("overcomit")), "overcommit");
    const struct catalogue_type *type = catalogue_type(small_one, STR("virtio-pci"));
    assert_near(catalogue_nearest_property(small_one, type, STR("queue_size")), "queue-size");
    assert_near(catalogue_nearest_property(small_one, type, STR("opne")), "open");
    type = catalogue_type(small_one, STR("zeta"));
    assert_near(catalogue_nearest_property(small_one, type, STR("opne")), "");
}

#define HEAD "{\"modavd-catalogue\": 1, \"version\": \"1\", "
#define LISTS "\"accelerators\": [], \"aliases\": {}, \"machines\": [], \"options\": {}"
#define TYPES(types) HEAD LISTS ", \"types\": " types "}"
#define OPTIONS(options)                                                            \
    HEAD "\"accelerators\": [], \"aliases\": {}, \"machines\": [], \"types\": {}, " \
         "\"options\": " options "}"
#define PROPERTIES(properties) TYPES("{\"t\": {\"properties\": " properties "}}")

/* Files, their findings, and words in them. */
static const struct {
    const char *text, *brief, *words;
} faults[] = {
    {"", "q.json MP0407", "not JSON;end of file"},
    {"{", "q.json:1:1 MP0407", "not JSON"},
    {"{\n \"a\": tru }", "q.json:2:7 MP0407", "invalid token near 'tru'"},
    {"{\"a\": 1, \"a\": 2}", "q.json:1:10 MP0407", "duplicate object key"},
    {"{\"a\": 99999999999999999999}", "q.json:1:7 MP0407", "too big integer"},
    {"{\"a\": \"\\u0000\"}", "q.json:1:7 MP0407", "\\u0000"},
    {"{\"a\": \xFF}", "q.json:1:6 MP0407", "unable to decode"},
    {"{} x", "q.json:1:4 MP0407", "end of file expected"},
    {"[]", "q.json MP0407", "the file is no catalogue: it has no \"modavd-catalogue\""},
    {"{}", "q.json MP0407", "it has no \"modavd-catalogue\""},
    {"{\"modavd-catalogue\": 2}", "q.json MP0407", "of another version"},
    {"{\"modavd-catalogue\": \"1\"}", "q.json MP0407", "of another version"},
    {"{\"modavd-catalogue\": 1, " LISTS ", \"types\": {}}", "q.json MP0407", "version is missing"},
    {"{\"modavd-catalogue\": 1, \"version\": \"new\", " LISTS ", \"types\": {}}", "q.json MP0407",
     "version must begin with a version"},
    {"{\"modavd-catalogue\": 1, \"version\": 1, " LISTS ", \"types\": {}}", "q.json MP0407",
     "version must be a text"},
    {HEAD LISTS "}", "q.json MP0407", "types is missing"},
    {TYPES("[]"), "q.json MP0407", "types must be a mapping"},
    {TYPES("{}, \"x\": 1"), "q.json MP0407", "x is no key of a catalogue"},
    {TYPES("{\"t\": 1, \"u\": []}"), "q.json MP0407, q.json MP0407",
     "types.t must be a mapping;types.u must be a mapping"},
    {TYPES("{\"\": {}}"), "q.json MP0407", "types has a key that is empty"},
    {TYPES("{\"t\": {\"device\": 1}}"), "q.json MP0407", "types.t.device must be true or false"},
    {TYPES("{\"t\": {\"parent\": \"\"}}"), "q.json MP0407", "types.t.parent must not be empty"},
    {TYPES("{\"t\": {\"parents\": \"u\"}}"), "q.json MP0407", "types.t.parents is no key"},
    {PROPERTIES("[]"), "q.json MP0407", "types.t.properties must be a mapping"},
    {PROPERTIES("{\"p\": 1}"), "q.json MP0407", "types.t.properties.p must be a mapping"},
    {PROPERTIES("{\"p\": {}}"), "q.json MP0407", "types.t.properties.p.type is missing"},
    {PROPERTIES("{\"p\": {\"type\": 1}}"), "q.json MP0407",
     "types.t.properties.p.type must be a text"},
    {PROPERTIES("{\"p\": {\"type\": \"int\", \"default\": 0.5}}"), "q.json MP0407",
     "types.t.properties.p.default must be a text, a whole number"},
    {PROPERTIES("{\"p\": {\"type\": \"int\", \"default\": [1]}}"), "q.json MP0407",
     "types.t.properties.p.default must be"},
    {PROPERTIES("{\"p\": {\"type\": \"int\", \"default\": {}}}"), "q.json MP0407",
     "types.t.properties.p.default must be"},
    {PROPERTIES("{\"\\u001b\": {}}"), "q.json MP0407", "types.t.properties. .type is missing"},
    {OPTIONS("{\"m\": null}"), "q.json MP0407", "options.m must be a list"},
    {OPTIONS("{\"m\": [\"a\", 1, \"\"]}"), "q.json MP0407", "options.m must hold texts"},
    {OPTIONS("{\"m\": [\"b\", \"a\", \"b\"]}"), "q.json MP0407", "options.m.b stands twice"},
    {HEAD "\"accelerators\": [{}], \"aliases\": {\"a\": 1}, \"machines\": [[]], \"options\": {}, "
          "\"types\": {}}",
     "q.json MP0407, q.json MP0407, q.json MP0407",
     "accelerators must hold texts;aliases.a must be a text;machines must hold texts"},
};

static void test_faults(void **state) {
    for (size_t i = 0; i < COUNT(faults); i++) {
        start(state);
        const struct catalogue *got = read_text(str_from(faults[i].text));
        str brief = findings_brief(&arena, &diags), full = findings_full(&arena, &diags);
        if (got || !str_equal(brief, str_from(faults[i].brief)) ||
            !findings_hold(full, faults[i].words))
            fail_msg("%s: %.*s\n%.*s", faults[i].text, STR_ARG(brief), STR_ARG(full));
        stop(state);
    }
    start(state);
}

/* A catalogue without anything is one. */
static void test_empty(void **state) {
    (void)state;
    const struct catalogue *empty = read_text(STR(TYPES("{}")));
    assert_non_null(empty);
    assert_int_equal(diags.count, 0);
    assert_null(catalogue_type(empty, STR("")));
    assert_null(catalogue_option(empty, STR("m")));
    assert_false(catalogue_has_machine(empty, STR("pc")));
    assert_near(catalogue_nearest_type(empty, 0, STR("a")), "");
}

/* Every beginning of a good file: none of them must do harm. */
static void test_cut(void **state) {
    for (size_t length = 0; length < sizeof small - 3; length++) {
        start(state);
        assert_null(read_text((str){small, length}));
        assert_int_equal(diags.errors, 1);
        stop(state);
    }
    start(state);
}

static void same_text(const struct catalogue *a, catalogue_text at, const struct catalogue *b,
                      catalogue_text bt) {
    assert_string_equal(a->pool + at, b->pool + bt);
}

static void same_texts(const struct catalogue *a, const catalogue_text *x,
                       const struct catalogue *b, const catalogue_text *y, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        same_text(a, x[i], b, y[i]);
}

static void same_types(const struct catalogue *a, const struct catalogue *b) {
    assert_int_equal(a->type_count, b->type_count);
    for (uint32_t i = 0; i < a->type_count; i++) {
        const struct catalogue_type *x = &a->types[i], *y = &b->types[i];
        same_text(a, x->name, b, y->name);
        same_text(a, x->parent, b, y->parent);
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->count, y->count);
        for (uint32_t j = 0; j < x->count; j++) {
            const struct catalogue_property *p = &a->properties[x->first + j],
                                            *q = &b->properties[y->first + j];
            same_text(a, p->name, b, q->name);
            same_text(a, p->kind, b, q->kind);
            same_text(a, p->initial, b, q->initial);
        }
    }
}

static void same_options(const struct catalogue *a, const struct catalogue *b) {
    assert_int_equal(a->option_count, b->option_count);
    for (uint32_t i = 0; i < a->option_count; i++) {
        const struct catalogue_option *x = &a->options[i], *y = &b->options[i];
        same_text(a, x->name, b, y->name);
        assert_int_equal(x->count, y->count);
        same_texts(a, a->keys + x->first, b, b->keys + y->first, x->count);
    }
}

static void same_lists(const struct catalogue *a, const struct catalogue *b) {
    same_text(a, a->version, b, b->version);
    assert_int_equal(a->alias_count, b->alias_count);
    for (uint32_t i = 0; i < a->alias_count; i++) {
        same_text(a, a->aliases[i].name, b, b->aliases[i].name);
        same_text(a, a->aliases[i].type, b, b->aliases[i].type);
    }
    assert_int_equal(a->machine_count, b->machine_count);
    same_texts(a, a->machines, b, b->machines, a->machine_count);
    assert_int_equal(a->accelerator_count, b->accelerator_count);
    same_texts(a, a->accelerators, b, b->accelerators, a->accelerator_count);
}

/* tables.py and catalogue_read make the same of each file that is shipped. */
static void test_built_in(void **state) {
    (void)state;
    struct os machine = os_machine();
    for (size_t i = 0; i < catalogue_count; i++) {
        struct version version = catalogue_version(catalogues[i]);
        str bytes, path = str_format(
                       &arena, MODAVD_TEST_DATA "/../../backends/qemu/catalogues/qemu-%u.%u.json",
                       version.part[0], version.part[1]);
        assert_int_equal(machine.read_file(machine.context, &arena, path, CATALOGUE_MAX, &bytes),
                         OS_OK);
        const struct catalogue *read =
            catalogue_read(&arena, &diags, source_add(&sources, path, bytes));
        if (!read)
            fail_msg("%s", str_c(&arena, findings_full(&arena, &diags)));
        same_types(catalogues[i], read);
        same_options(catalogues[i], read);
        same_lists(catalogues[i], read);
    }
}

/* From the oldest version to the newest, and what the shipped profiles are about in each. */
static void test_versions(void **state) {
    (void)state;
    assert_true(catalogue_count > 0);
    struct version before = {0};
    for (size_t i = 0; i < catalogue_count; i++) {
        struct version version = catalogue_version(catalogues[i]);
        assert_true(version_compare(&before, &version) < 0);
        before = version;
        const struct catalogue_type *iothread = catalogue_type(catalogues[i], STR("iothread"));
        const struct catalogue_type *blk = catalogue_type(catalogues[i], STR("virtio-blk-pci"));
        assert_true(iothread && blk);
        assert_true(iothread->flags & CATALOGUE_OBJECT);
        assert_true(blk->flags & CATALOGUE_DEVICE);
        assert_true(catalogue_is_a(catalogues[i], blk, STR("virtio-pci")));
        const struct catalogue_property *poll =
            catalogue_property(catalogues[i], iothread, STR("poll-max-ns"));
        assert_true(poll && catalogue_property(catalogues[i], blk, STR("ioeventfd")));
        bool weight = catalogue_property(catalogues[i], iothread, STR("poll-weight")) != NULL;
        assert_int_equal(weight, version.part[0] >= 11);
    }
}

/* What the Android emulator is built from, where some came from the source and not from a probe. */
static void test_android(void **state) {
    (void)state;
    static const char *const listed[][2] = {
        {"virtio-blk-pci", "queue-size"},
        {"virtio-net-pci", "rx_queue_size"},
        {"virtio-rng-pci", "period"},
        {"virtio-serial-pci", "ioeventfd"},
        {"virtio-gpu-pci", "xres"},
        {"virtio-balloon-pci", "deflate-on-oom"},
        {"scsi-hd", "serial"},
        {"ide-hd", "serial"},
        {"nvme", "num_queues"},
        {"e1000", "mac"},
        {"virtio-pci", "ioeventfd"},
        {"memory-backend-memfd", "share"},
    };
    const struct catalogue *old = catalogues[0];
    assert_near(catalogue_str(old, old->version), "2.12.0");
    for (size_t i = 0; i < COUNT(listed); i++) {
        const struct catalogue_type *type = catalogue_type(old, str_from(listed[i][0]));
        if (!type || !catalogue_property(old, type, str_from(listed[i][1])))
            fail_msg("%s.%s", listed[i][0], listed[i][1]);
    }
    const struct catalogue_type *blk = catalogue_type(old, STR("virtio-blk-pci"));
    const struct catalogue_property *size = catalogue_property(old, blk, STR("queue-size"));
    assert_near(catalogue_str(old, size->initial), "128");
    assert_null(catalogue_property(old, blk, STR("packed")));
    assert_true(catalogue_has_machine(old, STR("pc-i440fx-2.12")));
    assert_near(catalogue_alias(old, STR("virtio-blk")), "virtio-blk-pci");
    assert_null(catalogue_option(old, STR("overcommit")));
    assert_true(catalogue_has_key(old, catalogue_option(old, STR("realtime")), STR("mlock")));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, start, stop)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_properties), TEST(test_types),   TEST(test_lists), TEST(test_nearest),
        TEST(test_faults),     TEST(test_empty),   TEST(test_cut),   TEST(test_built_in),
        TEST(test_versions),   TEST(test_android),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
