/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"
#include "cmdline.h"

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

/* Lines of words; what they come to: "option type#id key=value key=value;" */
static const struct {
    const char *words, *want;
} rows[] = {
    {"-device\nvirtio-blk-pci,drive=d,id=b,ioeventfd=off",
     "device virtio-blk-pci#b drive=d id=b ioeventfd=off;"},
    {"--device\ndriver=virtio-blk-pci,id=b", "device virtio-blk-pci#b driver=virtio-blk-pci id=b;"},
    {"-object\nqom-type=iothread,id=i", "object iothread#i qom-type=iothread id=i;"},
    {"-device\n{\"driver\": \"nvme\", \"id\": \"n\", \"share-rw\": true, \"num\": 4, \"x\": [1]}",
     "device nvme#n driver=nvme id=n share-rw=on num=4 x=?;"},
    {"-device\n{\"driver\": ", "device ;"},
    {"-global\nvirtio-blk-pci.ioeventfd=off", "global virtio-blk-pci ioeventfd=off;"},
    {"-global\ndriver=virtio-blk-pci,property=x,value=a,,b", "global virtio-blk-pci x=a,b;"},
    {"-global\nA.b.c=d=e,f", "global A b.c=d=e,f;"},
    {"-fsdev\nlocal,id=f,path=/a,,b,,,readonly=on", "fsdev local#f id=f path=/a,b, readonly=on;"},
    {"-m\n512\n-S\n-smp\n4,maxcpus=8", "m 512;S ;smp 4 maxcpus=8;"},
    {"-drive\nfile=x,snapshot,if=virtio", "drive  file=x snapshot=on if=virtio;"},
    {"-S\n-no-reboot", "S ;no-reboot ;"},
    {"disk.img\n-S\nmore", "S more;"},
    {"-\n-S", "S ;"},
    {"-device\nvirtio-blk-pci,ioeventfd=on,ioeventfd=off",
     "device virtio-blk-pci ioeventfd=on ioeventfd=off;"},
    {"", ""},
};

static struct cmd_items parse(const char *lines) {
    struct text *words = ARENA_ARRAY(&arena, 16, struct text);
    struct text_list list = {words, 0, {0}};
    str rest = str_from(lines);
    while (rest.len > 0)
        words[list.count++].s = str_cut(&rest, '\n');
    return cmdline_parse(&arena, &list, NULL);
}

static str show(const struct cmd_items *items) {
    struct buf out = buf_make(&arena);
    for (size_t i = 0; i < items->count; i++) {
        const struct cmd_item *item = &items->items[i];
        buf_format(&out, "%.*s %.*s%s%.*s", STR_ARG(item->option), STR_ARG(item->type),
                   item->id.len ? "#" : "", STR_ARG(item->id));
        for (size_t j = 0; j < item->count; j++)
            buf_format(&out, " %.*s=%.*s", STR_ARG(item->properties[j].key),
                       STR_ARG(item->properties[j].value));
        buf_char(&out, ';');
    }
    return buf_view(&out);
}

static void test_parse(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cmd_items items = parse(rows[i].words);
        str got = show(&items);
        if (!str_equal(got, str_from(rows[i].want)))
            fail_msg("row %zu: %.*s", i, STR_ARG(got));
    }
}

/* As in QEMU the last one holds. */
static void test_property(void **state) {
    (void)state;
    struct cmd_items items = parse("-device\nx,a=1,a=2");
    assert_true(str_equal(cmd_property(&items.items[0], STR("a"))->value, STR("2")));
    assert_null(cmd_property(&items.items[0], STR("b")));
    assert_true(cmd_is(&items.items[0], "device"));
    assert_false(cmd_is(&items.items[0], "devic"));
    assert_null(items.items[0].profile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_property),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
