/* SPDX-License-Identifier: Apache-2.0 */
/* QEMU's command line taken apart. */
#include "cmdline.h"

#include "buf.h"

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

/* LINE's words, '|' between them, each of a place of its own. */
static struct text_list words_of(const char *line) {
    struct text *words = ARENA_ARRAY(&arena, 16, struct text);
    struct text_list list = {words, 0, {7, 0, 0}};
    for (str rest = str_from(line); rest.at && rest.len > 0; list.count++) {
        assert_true(list.count < 16);
        words[list.count] = (struct text){str_cut(&rest, '|'), {7, (uint32_t)list.count, 1}};
    }
    return list;
}

/* "device:virtio-blk-pci:d0 id=d0 ioeventfd=off": option, type, id and properties, a ';' behind
 * each item. */
static const char *items_text(const struct cmd_items *items) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < items->count; i++) {
        const struct cmd_item *item = &items->items[i];
        buf_format(&out, "%.*s:%.*s:%.*s", STR_ARG(item->option), STR_ARG(item->type),
                   STR_ARG(item->id));
        for (size_t j = 0; j < item->count; j++)
            buf_format(&out, " %.*s=%.*s", STR_ARG(item->properties[j].key),
                       STR_ARG(item->properties[j].value));
        buf_text(&out, ";");
    }
    return str_c(&arena, buf_view(&out));
}

static const struct {
    const char *line, *items;
} lines[] = {
    {"", ""},
    {"-S", "S::;"},
    {"--S", "S::;"},
    {"-S|-no-reboot", "S::;no-reboot::;"},
    {"-device|virtio-blk-pci,id=d0,ioeventfd=off", "device:virtio-blk-pci:d0 id=d0 ioeventfd=off;"},
    {"--device|virtio-blk-pci", "device:virtio-blk-pci:;"},
    /* a word that no option takes */
    {"disk.img|-S", "S::;"},
    {"-m|2G|disk.img|-S", "m:2G:;S::;"},
    {"-", ""},
    {"-device|-S", "device::;S::;"},
    {"-device", "device::;"},
    /* commas: doubled ones are of the value */
    {"-fsdev|local,id=f,path=/a,,b,readonly=on", "fsdev:local:f id=f path=/a,b readonly=on;"},
    {"-x|a=1,,2,,,b=3", "x:: a=1,2, b=3;"},
    {"-x|a=,,", "x:: a=,;"},
    {"-x|a=,", "x:: a=;"},
    {"-x|a,,b,c=1", "x:a,b: c=1;"},
    {"-x|,a=1", "x:: a=1;"},
    {"-x|a=b=c", "x:: a=b=c;"},
    /* what is no "key=value" is a switch, but in the first place */
    {"-drive|file=a,if=virtio,readonly", "drive:: file=a if=virtio readonly=on;"},
    {"-cpu|host,+x,-y", "cpu:host: +x=on -y=on;"},
    /* the type by its key */
    {"-device|id=d0,driver=virtio-blk-pci",
     "device:virtio-blk-pci:d0 id=d0 driver=virtio-blk-pci;"},
    {"-object|qom-type=iothread,id=i", "object:iothread:i qom-type=iothread id=i;"},
    {"-netdev|type=user,id=n", "netdev:user:n type=user id=n;"},
    {"-chardev|backend=null,id=c", "chardev:null:c backend=null id=c;"},
    {"-netdev|tap,id=n,type=user", "netdev:tap:n id=n type=user;"},
    /* JSON */
    {"-device|{\"driver\": \"virtio-blk-pci\", \"id\": \"d0\", \"ioeventfd\": false, \"mq\": true, "
     "\"vectors\": 4, \"x\": \"a,,b\"}",
     "device:virtio-blk-pci:d0 driver=virtio-blk-pci id=d0 ioeventfd=off mq=on vectors=4 x=a,,b;"},
    {"-object|{\"qom-type\": \"iothread\", \"id\": \"i\", \"poll-max-ns\": 0, \"neg\": -1}",
     "object:iothread:i qom-type=iothread id=i poll-max-ns=0 neg=-1;"},
    {"-blockdev|{\"driver\": \"raw\", \"file\": {\"driver\": \"file\"}, \"n\": null, \"l\": [1]}",
     "blockdev:raw: driver=raw file.driver=file n=? l=?;"},
    {"-device|{\"driver\": ", "device::;"},
    {"-device|{}", "device::;"},
    {"-device|[1]", "device:[1]:;"},
    /* -global in both forms: a ',' is no separator in the first */
    {"-global|virtio-blk-pci.ioeventfd=off", "global:virtio-blk-pci: ioeventfd=off;"},
    {"-global|virtio-9p-pci.mount_tag=a,b=c", "global:virtio-9p-pci: mount_tag=a,b=c;"},
    {"-global|driver=virtio-blk-pci,property=ioeventfd,value=off",
     "global:virtio-blk-pci: ioeventfd=off;"},
    {"-global|value=a,,b,driver=x,property=y", "global:x: y=a,b;"},
    {"-global|a.b.c=d", "global:a: b.c=d;"},
    {"-global|a.b=", "global:a: b=;"},
    {"-global|virtio-blk-pci.id=x", "global:virtio-blk-pci:x id=x;"},
    /* one that sets nothing is none that a rule could read */
    {"-global|-S", "S::;"},
    {"-S|-global", "S::;"},
    {"-global|x", ""},
    {"-global|a.b|-S", "S::;"},
    {"-global|driver=x,value=on", ""},
    {"-global|driver=x,property=y", ""},
};

static void test_items(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct text_list words = words_of(lines[i].line);
        struct cmd_items items = cmdline_parse(&arena, &words, NULL);
        const char *got = items_text(&items);
        if (!str_equal(str_from(got), str_from(lines[i].items)))
            fail_msg("row %zu: %s: %s", i, lines[i].line, got);
        assert_int_equal(items.at.source, 7);
    }
}

/* Each item is placed at its argument, else at its option, and knows who made it. */
static void test_places(void **state) {
    (void)state;
    static const struct profile profile = {.name = {STR_INIT("a"), {0}}};
    struct text_list words = words_of("-S|-device|x,id=a|stray|-device|y,b=1,b=2");
    struct cmd_items items = cmdline_parse(&arena, &words, &profile);
    assert_int_equal(items.count, 3);
    assert_int_equal(items.items[0].at.offset, 0);
    assert_int_equal(items.items[1].at.offset, 2);
    assert_int_equal(items.items[2].at.offset, 5);
    assert_int_equal(items.items[2].properties[0].at.offset, 5);
    assert_ptr_equal(items.items[2].profile, &profile);
    assert_true(cmd_is(&items.items[1], "device"));
    assert_false(cmd_is(&items.items[0], "device"));
    assert_false(cmd_is(&items.items[1], "devic"));

    const struct cmd_property *last = cmd_property(&items.items[2], STR("b"));
    assert_true(last && str_equal(last->value, STR("2")));
    assert_null(cmd_property(&items.items[2], STR("c")));
    assert_null(cmd_property(&items.items[0], STR("b")));
}

static const struct {
    const char *rest, *value, *left;
} values[] = {
    {"a,b", "a", "b"}, {"a,,b", "a,b", ""}, {"a,", "a", ""}, {",a", "", "a"},
    {",,", ",", ""},   {",,,", ",", ""},    {"a", "a", ""},  {"", "", ""},
};

static void test_values(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(values); i++) {
        str rest = str_from(values[i].rest), value = cmdline_value(&arena, &rest);
        if (!str_equal(value, str_from(values[i].value)) ||
            !str_equal(rest, str_from(values[i].left)))
            fail_msg("row %zu: '%.*s' '%.*s'", i, STR_ARG(value), STR_ARG(rest));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
