/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"
#include "knob.h"
#include "offer.h"

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

/* New findings, and a text of the source x.yaml. */
static struct text text_of(const char *text) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    uint32_t source = source_add(&sources, STR("x.yaml"), str_from(text));
    return (struct text){str_from(text), {source, 0, (uint32_t)str_from(text).len}};
}

static struct known_qemu known_of(const char *version) {
    struct target target = {.emulator = EMULATOR_QEMU};
    version_parse(str_from(version), &target.qemu);
    return known_qemu(&target);
}

/* How values come out, or which finding they have. */
static const struct {
    const char *version, *type, *property, *value, *want, *finding;
} values[] = {
    {"7.2", "virtio-blk-pci", "ioeventfd", "No", "off", ""},
    {"7.2", "virtio-blk-pci", "ioeventfd", "auto", NULL, "MP0105"},
    {"7.2", "virtio-blk-pci", "disable-legacy", "auto", "auto", ""},
    {"7.2", "virtio-blk-pci", "disable-legacy", "yes", "on", ""},
    {"7.2", "virtio-blk-pci", "disable-legacy", "maybe", NULL, "MP0105"},
    {"7.2", "virtio-blk-pci", "num-queues", "0x10", "16", ""},
    {"7.2", "virtio-blk-pci", "num-queues", "65535", "65535", ""},
    {"7.2", "virtio-blk-pci", "num-queues", "0", NULL, "MP0107"},
    {"7.2", "virtio-blk-pci", "num-queues", "99999999999999999999", NULL, "MP0107"},
    {"7.2", "virtio-blk-pci", "num-queues", "many", NULL, "MP0106"},
    {"7.2", "virtio-blk-pci", "queue-size", "4", "4", ""},
    {"7.2", "virtio-blk-pci", "queue-size", "2", NULL, "MP0107"},
    {"2.12", "virtio-blk-pci", "queue-size", "2", "2", ""},
    {"7.2", "iothread", "poll-max-ns", "32us", "32000", ""},
    {"7.2", "iothread", "poll-max-ns", "32768", "32768", ""},
    {"7.2", "iothread", "poll-max-ns", "1G", NULL, "MP0106"},
    {"11.1", "iothread", "poll-weight", "63", "63", ""},
    {"11.1", "iothread", "poll-weight", "64", NULL, "MP0107"},
    {"7.2", "memory-backend-memfd", "size", "512M", "536870912", ""},
    {"7.2", "memory-backend-memfd", "size", "1us", NULL, "MP0106"},
    {"7.2", "virtio-blk-pci", "iothread", "io0", "io0", ""},
    {"7.2", "virtio-9p-pci", "mount_tag", "a,b", "a,b", ""},
    {"7.2", "nosuch", "x", "yes", "on", ""},
    {"7.2", "nosuch", "x", "5", "5", ""},
};

static void test_values(void **state) {
    (void)state;
    static const struct scope nothing = {0};
    for (size_t i = 0; i < COUNT(values); i++) {
        struct known_qemu known = known_of(values[i].version);
        struct text key = text_of(values[i].property), value = text_of(values[i].value);
        struct knob knob = knob_of(&known, str_from(values[i].type), key.s, value.s);
        str out = {0};
        bool sound = knob_value(&arena, &knob, &key, &value, &nothing, &diags, &out);
        str found = findings_brief(&arena, &diags);
        if (sound != (values[i].want != NULL) ||
            (sound && !str_equal(out, str_from(values[i].want))) ||
            !str_ends(found, str_from(values[i].finding)) || sound != (diags.count == 0))
            fail_msg("row %zu: '%.*s' %.*s", i, STR_ARG(out), STR_ARG(found));
    }
}

/* Types, properties and options by name. */
static const struct {
    const char *version, *what, *words, *finding;
} offers[] = {
    {"7.2", "device", "virtio-blk-pci", NULL},
    {"7.2", "device", "virtio-pci", NULL},
    {"7.2", "device", "virtio-blk-pcy", "did you mean 'virtio-blk-pci'?"},
    {"7.2", "device", "iothread", "no device type 'iothread'"},
    {"7.2", "object", "iothread", NULL},
    {"2.12", "device", "vhost-user-fs-pci", "5.2 is the first known here that has it"},
    {"", "device", "whatever", NULL},
    {"7.2", "option", "-overcommit cpu-pm=on", NULL},
    {"7.2", "option", "-overcommit cpu-pn=on", "'-overcommit' has no key 'cpu-pn'"},
    {"7.2", "option", "-overcomit", "did you mean '-overcommit'?"},
    {"7.2", "option", "--name x,process=y", NULL},
    {"7.2", "option", "-q", "no option '-q'"},
    {"7.2", "option", "word", NULL},
    {"7.2", "option", "-", NULL},
};

static void ask(const struct offer *offer, const char *what, const char *words) {
    struct text_list list = {NULL, 0, {0}};
    struct text items[2];
    str rest = str_from(words);
    struct text at = text_of(words);
    while (rest.len > 0 && list.count < 2)
        items[list.count++] = (struct text){str_cut(&rest, ' '), at.at};
    list.items = items;
    if (str_equal(str_from(what), STR("option")))
        offer_word(offer, &list, 0);
    else
        offer_type(offer, &items[0],
                   str_equal(str_from(what), STR("object")) ? CATALOGUE_OBJECT : CATALOGUE_DEVICE);
}

static void test_offers(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(offers); i++) {
        struct known_qemu known = known_of(offers[i].version);
        struct offer offer = {&arena, &diags, &known, STR("QEMU")};
        ask(&offer, offers[i].what, offers[i].words);
        str found = findings_full(&arena, &diags);
        bool sound = offers[i].finding ? findings_hold(found, offers[i].finding) : found.len == 0;
        if (!sound)
            fail_msg("row %zu: %.*s", i, STR_ARG(found));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_offers),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
