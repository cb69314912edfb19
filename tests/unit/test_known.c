/* SPDX-License-Identifier: Apache-2.0 */
/* Which catalogues tell of a QEMU, how its properties read their values, and what it has not. */
#include "offer.h"

#include "buf.h"
#include "findings.h"
#include "knob.h"

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

/* What is known of VERSION; empty: a version that is not known. */
static struct known_qemu known_of(const char *version) {
    struct target target = {.host = HOST_LINUX};
    version_parse(str_from(version), &target.qemu);
    return known_qemu(&target);
}

/* "5.2 7.2 exact" */
static const char *known_text(const struct known_qemu *known) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < known->count; i++) {
        buf_text(&out, i ? " " : "");
        buf_str(&out, known_version(&arena, known->items[i]));
    }
    buf_text(&out, known->exact ? " exact" : "");
    return str_c(&arena, buf_view(&out));
}

static const struct {
    const char *version, *known;
} versions[] = {
    {"7.2", "7.2 exact"},
    {"7.2.0", "7.2 exact"},
    {"7.2.99", "7.2 exact"},
    {"7.2.22 (Debian 1:7.2+dfsg-7)", "7.2 exact"},
    {"2.12.0(gradle_1.3.0)", "2.12 exact"},
    {"10.0.13", "10.0 exact"},
    {"7.3", "7.2 10.0"},
    {"7.1.9", "5.2 7.2"},
    {"6", "5.2 7.2"},
    {"10", "10.0 exact"},
    {"10.1", "10.0 11.1"},
    {"2.6", "2.12"},
    {"11.1.50", "11.1 exact"},
    {"11.2", "11.1"},
    {"", ""},
};

static void test_versions(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(versions); i++) {
        struct known_qemu known = known_of(versions[i].version);
        const char *got = known_text(&known);
        if (!str_equal(str_from(got), str_from(versions[i].known)))
            fail_msg("row %zu: %s: %s", i, versions[i].version, got);
    }
}

/* A catalogue that was given is all that tells, whatever the version. */
static void test_given(void **state) {
    (void)state;
    struct target target = {.catalogue = catalogues[0]};
    version_parse(STR("11.1"), &target.qemu);
    struct known_qemu known = known_qemu(&target);
    assert_string_equal(known_text(&known), "2.12 exact");
    target.qemu.known = false;
    known = known_qemu(&target);
    assert_string_equal(known_text(&known), "2.12 exact");
}

static const struct {
    const char *range, *also, *known; /* range "": every version */
} ranges[] = {
    {"", "", "2.12 5.2 7.2 10.0 11.1"},
    {">= 4.2", "", "5.2 7.2 10.0 11.1"},
    {">= 4.2", "< 10", "5.2 7.2"},
    {"", "= 7.2", "7.2"},
    {">= 11.2", "", ""},
    {"< 5.2", ">= 5.2", ""},
};

static struct version_range range_of(const char *text) {
    struct version_range range = {.count = 0};
    assert_true(text[0] == '\0' || version_range_parse(str_from(text), &range));
    return range;
}

static void test_ranges(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(ranges); i++) {
        struct version_range range = range_of(ranges[i].range), also = range_of(ranges[i].also);
        struct known_qemu known = known_in_range(&range, &also);
        const char *got = known_text(&known);
        if (!str_equal(str_from(got), str_from(ranges[i].known)))
            fail_msg("row %zu: %s", i, got);
    }
}

/* What one of the neighbours has may be there; what is not known is in none. */
static const struct {
    const char *version, *type, *property; /* property NULL: the type, "-": an option */
    bool has;
} members[] = {
    {"7.2", "virtio-blk-pci", NULL, true},
    {"7.2", "virtio-blk", NULL, false},
    {"7.2", "", NULL, false},
    {"7.2", "virtio-pci", NULL, true},
    {"5.2", "iothread", "poll-weight", false},
    {"7.2", "iothread", "poll-weight", false},
    {"10.1", "iothread", "poll-weight", true},
    {"11.1", "iothread", "poll-weight", true},
    {"2.12", "virtio-blk-pci", "packed", false},
    {"3.1", "virtio-blk-pci", "packed", true},
    {"7.2", "virtio-pci", "ioeventfd", true}, /* abstract: by its children */
    {"7.2", "virtio-pci", "ioeventfds", false},
    {"7.2", "nosuch", "ioeventfd", false},
    {"", "virtio-blk-pci", NULL, false},
    {"", "virtio-blk-pci", "packed", false},
};

static void test_members(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(members); i++) {
        struct known_qemu known = known_of(members[i].version);
        str type = str_from(members[i].type), property = str_from(members[i].property);
        bool has = members[i].property ? known_has_property(&known, type, property)
                                       : known_has_type(&known, type);
        if (has != members[i].has)
            fail_msg("row %zu: %s.%s", i, members[i].type, members[i].property);
    }
}

static const struct {
    const char *version, *type, *parent;
    bool is;
} kin[] = {
    {"7.2", "virtio-blk-pci", "virtio-pci", true},
    {"7.2", "virtio-blk-pci", "virtio-blk-pci", true},
    {"7.2", "virtio-blk-pci", "device", true},
    {"7.2", "virtio-pci", "virtio-blk-pci", false},
    {"7.2", "virtio-blk-pci", "virtio-net-pci", false},
    {"7.2", "nosuch", "nosuch", false},
    {"", "virtio-blk-pci", "virtio-pci", true}, /* by any catalogue */
    {"", "virtio-blk-pci", "virtio-net-pci", false},
};

static void test_kin(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(kin); i++) {
        struct known_qemu known = known_of(kin[i].version);
        if (known_is_a(&known, str_from(kin[i].type), str_from(kin[i].parent)) != kin[i].is)
            fail_msg("row %zu", i);
    }
}

static const struct {
    const char *type, *property, *first; /* first "": none */
} firsts[] = {
    {"iothread", "poll-weight", "11.1"}, {"iothread", "", "2.12"},
    {"virtio-blk-pci", "packed", "5.2"}, {"virtio-blk-pci", "queue-size", "2.12"},
    {"virtio-blk-pci", "no", ""},        {"nosuch", "", ""},
};

static void test_firsts(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(firsts); i++) {
        const struct catalogue *first =
            known_first(str_from(firsts[i].type), str_from(firsts[i].property));
        str got = first ? known_version(&arena, first) : (str){0};
        if (!str_equal(got, str_from(firsts[i].first)))
            fail_msg("row %zu: %.*s", i, STR_ARG(got));
    }
    const struct catalogue *catalogue;
    assert_true(str_equal(known_alias(STR("virtio-blk")), STR("virtio-blk-pci")));
    assert_int_equal(known_alias(STR("virtio-blk-pci")).len, 0);
    assert_non_null(known_type(&catalogue, STR("iothread")));
    assert_ptr_equal(catalogue, catalogues[catalogue_count - 1]);
    assert_null(known_type(&catalogue, STR("nosuch")));
    assert_non_null(known_owner(&catalogue, STR("poll-max-ns")));
    assert_null(known_owner(&catalogue, STR("nosuch")));
}

/* ---- values ---- */

static const struct variable variables[] = {
    {STR_INIT("cpus"), {DIMENSION_NUMBER, 6}, {0}, true, false},
    {STR_INIT("time"), {DIMENSION_DURATION, 32768}, {0}, true, false},
    {STR_INIT("ram"), {DIMENSION_SIZE, UINT64_C(1) << 31}, {0}, true, false},
    {STR_INIT("tag"), {0}, STR_INIT("a,b"), true, true},
};
static const struct scope scope = {.items = variables, .count = COUNT(variables)};

static struct text make_text(const char *text) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    uint32_t source = source_add(&sources, STR("x.yaml"), str_from(text));
    return (struct text){str_from(text), {source, 0, (uint32_t)str_from(text).len}};
}

static const struct {
    const char *type, *property, *version, *value;
    enum knob_kind kind;
    const char *out;  /* NULL: a finding */
    const char *text; /* words of it, with its number */
} knobs[] = {
    {"virtio-blk-pci", "ioeventfd", "7.2", "Off", KNOB_BOOLEAN, "off", ""},
    {"virtio-blk-pci", "ioeventfd", "7.2", "yes", KNOB_BOOLEAN, "on", ""},
    {"virtio-blk-pci", "ioeventfd", "7.2", "auto", KNOB_BOOLEAN, NULL,
     "MP0105;'ioeventfd' cannot be 'auto': it is on, off, true, false, yes or no"},
    {"virtio-blk-pci", "ioeventfd", "7.2", "1", KNOB_BOOLEAN, NULL, "MP0105"},
    {"virtio-blk-pci", "disable-legacy", "7.2", "auto", KNOB_AUTO, "auto", ""},
    {"virtio-blk-pci", "disable-legacy", "7.2", "AUTO", KNOB_AUTO, "auto", ""},
    {"virtio-blk-pci", "disable-legacy", "7.2", "True", KNOB_AUTO, "on", ""},
    {"virtio-blk-pci", "disable-legacy", "7.2", "maybe", KNOB_AUTO, NULL, "yes or no or auto"},
    {"virtio-blk-pci", "num-queues", "7.2", "0x10", KNOB_NUMBER, "16", ""},
    {"virtio-blk-pci", "num-queues", "7.2", "${cpus * 2}", KNOB_NUMBER, "12", ""},
    {"virtio-blk-pci", "num-queues", "7.2", "0", KNOB_NUMBER, NULL, "1 to 1024, or 65535"},
    {"virtio-blk-pci", "num-queues", "7.2", "1025", KNOB_NUMBER, NULL, "1 to 1024, or 65535"},
    {"virtio-blk-pci", "num-queues", "7.2", "65535", KNOB_NUMBER, "65535", ""},
    {"virtio-blk-pci", "num-queues", "2.12", "65535", KNOB_NUMBER, NULL, "it is 1 to 1024"},
    {"virtio-blk-pci", "num-queues", "7.2", "99999999999999999999", KNOB_NUMBER, NULL,
     "1 to 1024, or 65535"},
    {"virtio-blk-pci", "num-queues", "7.2", "2us", KNOB_NUMBER, NULL, "a number"},
    {"virtio-blk-pci", "num-queues", "7.2", "-1", KNOB_NUMBER, NULL, "a number"},
    {"virtio-blk-pci", "num-queues", "7.2", "${time}", KNOB_NUMBER, NULL, "a number"},
    {"virtio-blk-pci", "queue-size", "7.2", "256", KNOB_NUMBER, "256", ""},
    {"virtio-blk-pci", "queue-size", "7.2", "255", KNOB_NUMBER, NULL, "4 to 1024, a power of two"},
    {"virtio-blk-pci", "queue-size", "2.12", "2", KNOB_NUMBER, "2", ""},
    {"virtio-blk-pci", "queue-size", "5.2", "2", KNOB_NUMBER, NULL, "4 to 1024, a power of two"},
    {"virtio-blk-pci", "class", "7.2", "4294967295", KNOB_NUMBER, "4294967295", ""},
    {"virtio-blk-pci", "class", "7.2", "4294967296", KNOB_NUMBER, NULL, "0 to 4294967295"},
    {"virtio-blk-pci", "class", "7.2", "99999999999999999999", KNOB_NUMBER, NULL,
     "0 to 4294967295"},
    {"iothread", "poll-max-ns", "7.2", "32768", KNOB_DURATION, "32768", ""},
    {"iothread", "poll-max-ns", "7.2", "32768ns", KNOB_DURATION, "32768", ""},
    {"iothread", "poll-max-ns", "7.2", "0.5ms", KNOB_DURATION, "500000", ""},
    {"iothread", "poll-max-ns", "7.2", "${time}", KNOB_DURATION, "32768", ""},
    {"iothread", "poll-max-ns", "7.2", "${cpus}", KNOB_DURATION, NULL, "a duration"},
    {"iothread", "poll-max-ns", "7.2", "2G", KNOB_DURATION, NULL, "a duration"},
    {"iothread", "poll-grow", "7.2", "2", KNOB_NUMBER, "2", ""},
    {"iothread", "poll-weight", "11.1", "64", KNOB_NUMBER, NULL, "0 to 63"},
    {"memory-backend-memfd", "size", "7.2", "2GiB", KNOB_SIZE, "2147483648", ""},
    {"memory-backend-memfd", "size", "7.2", "4096", KNOB_SIZE, "4096", ""},
    {"memory-backend-memfd", "size", "7.2", "${ram}", KNOB_SIZE, "2147483648", ""},
    {"memory-backend-memfd", "size", "7.2", "1ms", KNOB_SIZE, NULL, "a size"},
    {"virtio-blk-pci", "iothread", "7.2", "io-${cpus}", KNOB_LINK, "io-6", ""},
    {"virtio-9p-pci", "mount_tag", "7.2", "${tag}", KNOB_TEXT, "a,b", ""},
    {"virtio-9p-pci", "mount_tag", "7.2", "on", KNOB_TEXT, "on", ""},
    {"virtio-9p-pci", "mount_tag", "7.2", "${nosuch}", KNOB_TEXT, NULL, "MP0111"},
    /* what no catalogue tells, a boolean tells */
    {"nosuch", "feature", "7.2", "No", KNOB_BOOLEAN, "off", ""},
    {"nosuch", "feature", "7.2", "7", KNOB_TEXT, "7", ""},
    {"nosuch", "wait-ns", "7.2", "1us", KNOB_DURATION, "1000", ""},
    /* a property of another version is read as there */
    {"iothread", "poll-weight", "7.2", "3", KNOB_NUMBER, "3", ""},
    {"iothread", "poll-max-ns", "", "9223372036854775808", KNOB_DURATION, NULL,
     "0 to 9223372036854775807"},
};

static void test_knobs(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(knobs); i++) {
        struct known_qemu known = known_of(knobs[i].version);
        struct text value = make_text(knobs[i].value);
        const struct text key = {str_from(knobs[i].property), value.at};
        struct knob knob = knob_of(&known, str_from(knobs[i].type), key.s, value.s);
        str out = {0};
        bool sound = knob_value(&arena, &knob, &key, &value, &scope, &diags, &out);
        str found = str_format(&arena, "%.*s %.*s", STR_ARG(findings_brief(&arena, &diags)),
                               STR_ARG(findings_full(&arena, &diags)));
        if (knob.kind != knobs[i].kind || sound != (knobs[i].out != NULL) ||
            (sound && !str_equal(out, str_from(knobs[i].out))) ||
            diags.count != (sound ? 0u : 1u) || !findings_hold(found, knobs[i].text))
            fail_msg("row %zu: %s=%s: kind %d '%.*s' %.*s", i, knobs[i].property, knobs[i].value,
                     (int)knob.kind, STR_ARG(out), STR_ARG(found));
    }
}

/* While a profile is checked no fact is known: its value is not judged. */
static void test_open(void **state) {
    (void)state;
    bool open = false;
    const struct variable fact = {STR_INIT("cpus"), {DIMENSION_NUMBER, 0}, {0}, false, false};
    const struct scope checking = {.items = &fact, .count = 1, .open = &open};
    struct known_qemu known = known_of("7.2");
    const struct text key = {STR("num-queues"), {0}};
    static const char *const values[] = {"${cpus}", "0"};
    for (size_t i = 0; i < COUNT(values); i++) {
        struct text value = make_text(values[i]);
        struct knob knob = knob_of(&known, STR("virtio-blk-pci"), key.s, value.s);
        str out;
        bool sound = knob_value(&arena, &knob, &key, &value, &checking, &diags, &out);
        if (sound != (i == 0))
            fail_msg("%s", values[i]);
    }
}

/* ---- what it has not ---- */

enum asked { TYPE, PROPERTY, WORD };

static const struct {
    const char *version;
    enum asked asked;
    const char *what, *more; /* type and its flag "device" or "object"; type and property; words */
    const char *finding;     /* "": it has it */
} offers[] = {
    {"7.2", TYPE, "virtio-blk-pci", "device", ""},
    {"7.2", TYPE, "virtio-pci", "device", ""}, /* abstract, for -global */
    {"7.2", TYPE, "iothread", "object", ""},
    {"", TYPE, "nosuch", "device", ""}, /* nothing is known */
    {"7.2", TYPE, "virtio-blk-pcii", "device",
     "MP0218;QEMU has no device type 'virtio-blk-pcii', did you mean 'virtio-blk-pci'?"},
    {"7.2", TYPE, "iothraed", "object", "MP0218;no object type;did you mean 'iothread'?"},
    {"7.2", TYPE, "iothread", "device", "MP0218;no device type 'iothread'"},
    {"7.2", TYPE, "virtio-blk-pci", "object", "MP0218;no object type 'virtio-blk-pci'"},
    {"7.2", TYPE, "qqqqqqqqqqqq", "device", "MP0218;'qqqqqqqqqqqq'\n"},
    {"7.2", TYPE, "virtio-blk", "device", "MP0218;did you mean"}, /* an alias is no type */
    {"2.12", TYPE, "vhost-user-fs-pci", "device",
     "MP0221;QEMU has no type 'vhost-user-fs-pci': 5.2 is the first known here that has it"},
    {"3.1", TYPE, "vhost-user-fs-pci", "device", ""},
    {"7.2", PROPERTY, "virtio-blk-pci", "ioeventfd", ""},
    {"7.2", PROPERTY, "virtio-pci", "ioeventfd", ""},
    {"7.2", PROPERTY, "nosuch", "x", ""}, /* told by its type */
    {"", PROPERTY, "virtio-blk-pci", "x", ""},
    {"7.2", PROPERTY, "virtio-blk-pci", "ioeventfdd",
     "MP0219;virtio-blk-pci has no property 'ioeventfdd', did you mean 'ioeventfd'?"},
    {"7.2", PROPERTY, "virtio-pci", "ioeventfdd", "MP0219;did you mean 'ioeventfd'?"},
    {"7.2", PROPERTY, "virtio-blk-pci", "qqqqqqqqqqqq", "MP0219;'qqqqqqqqqqqq'\n"},
    {"7.2", PROPERTY, "iothread", "poll-weight",
     "MP0221;no property 'poll-weight' of iothread: 11.1 is the first known here"},
    {"2.12", PROPERTY, "virtio-net-pci", "packed", "MP0221;5.2 is the first known here"},
    {"10.1", PROPERTY, "iothread", "poll-weight", ""},
    {"7.2", WORD, "-S", NULL, ""},
    {"7.2", WORD, "--S", NULL, ""},
    {"7.2", WORD, "-", NULL, ""},
    {"7.2", WORD, "stray", NULL, ""},
    {"", WORD, "-nosuch", NULL, ""},
    {"7.2", WORD, "-nosuchthing", NULL, "MP0220;no option '-nosuchthing'\n"},
    {"7.2", WORD, "-overcomit", NULL, "MP0220;no option '-overcomit', did you mean '-overcommit'?"},
    {"7.2", WORD, "--overcomit", NULL, "MP0220;no option '--overcomit', did you mean"},
    {"7.2", WORD, "-q", NULL, "MP0220;no option '-q'\n"},
    {"2.12", WORD, "-overcommit", "cpu-pm=on", "MP0220"},
    {"7.2", WORD, "-overcommit", "cpu-pm=on,mem-lock=off", ""},
    {"7.2", WORD, "-overcommit", "cpu-pn=on", "MP0219;'-overcommit' has no key 'cpu-pn'"},
    {"7.2", WORD, "-overcommit", "-S", ""},
    {"7.2", WORD, "-fw_cfg", "opt/a,string=1", ""},
    {"7.2", WORD, "-fw_cfg", "name=opt/a,string=a,,b=c", ""}, /* the ',' is of the value */
    {"7.2", WORD, "-fw_cfg", "name=opt/a,text=1", "MP0219;no key 'text'"},
    {"7.2", WORD, "-fw_cfg", "nam=opt/a,string=1", "MP0219;no key 'nam'"},
    {"7.2", WORD, "-chardev", "null,id=c0", ""},
    {"7.2", WORD, "-chardev", "socket,path=/x,server=on,nowait", ""},
    {"7.2", WORD, "-drive", "id=d0,file=/x,file.locking=off,cache=none", ""},
    {"7.2", WORD, "-netdev", "user,id=n,whatever=1", ""}, /* no keys are known */
    {"7.2", WORD, "-chardev", "{\"backend\": \"x\",\"b=1\":1}", ""},
    {"7.2", WORD, "-m", "2G,slots=2,maxmem=4G", ""},
};

static bool ask(const struct offer *offer, size_t i) {
    struct text what = make_text(offers[i].what);
    struct text more = {str_from(offers[i].more), what.at};
    if (offers[i].asked == TYPE)
        return offer_type(offer, &what,
                          str_equal(more.s, STR("device")) ? CATALOGUE_DEVICE : CATALOGUE_OBJECT);
    if (offers[i].asked == PROPERTY)
        return offer_property(offer, what.s, &more, what.at);
    const struct text words[] = {what, more};
    const struct text_list list = {words, offers[i].more ? 2 : 1, what.at};
    return offer_word(offer, &list, 0);
}

static void test_offers(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(offers); i++) {
        struct known_qemu known = known_of(offers[i].version);
        const struct offer offer = {&arena, &diags, &known, STR("QEMU")};
        bool sound = ask(&offer, i), wanted = offers[i].finding[0] == '\0';
        str found = str_format(&arena, "%.*s %.*s\n", STR_ARG(findings_brief(&arena, &diags)),
                               STR_ARG(findings_full(&arena, &diags)));
        if (sound != wanted || diags.errors != !wanted || !findings_hold(found, offers[i].finding))
            fail_msg("row %zu: %s %s: %.*s", i, offers[i].what, offers[i].more, STR_ARG(found));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions), cmocka_unit_test(test_given),
        cmocka_unit_test(test_ranges),   cmocka_unit_test(test_members),
        cmocka_unit_test(test_kin),      cmocka_unit_test(test_firsts),
        cmocka_unit_test(test_knobs),    cmocka_unit_test(test_open),
        cmocka_unit_test(test_offers),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
