/* SPDX-License-Identifier: Apache-2.0 */
/* Rules over one command line, each broken and kept: by one profile, by two, and with a manager. */
#include "rules.h"

#include "findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

/* LINE's words, '|' between them, as a file called NAME. */
static struct cmd_items items_of(const char *name, const char *line,
                                 const struct profile *profile) {
    struct text *words = ARENA_ARRAY(&arena, 16, struct text);
    uint32_t source = source_add(&sources, str_from(name), str_from(line)), offset = 0;
    struct text_list list = {words, 0, span_file(source)};
    for (str rest = str_from(line); rest.len > 0; list.count++) {
        assert_true(list.count < 16);
        str word = str_cut(&rest, '|');
        words[list.count] = (struct text){word, {source, offset, (uint32_t)word.len}};
        offset += (uint32_t)word.len + 1;
    }
    return cmdline_parse(&arena, &list, profile);
}

static const struct profile a = {.name = {STR_INIT("a"), {0}}}, b = {.name = {STR_INIT("b"), {0}}};

#define IO_THREAD "-object|iothread,id=io0"
#define GLOBAL_IO "-global|virtio-blk-pci.iothread=io0"
#define EVENT_OFF "-global|virtio-blk-pci.ioeventfd=off"
#define MEMORY(more) "-object|memory-backend-memfd,id=m" more
#define NUMA "-numa|node,memdev=m"
#define USER_NET "-netdev|vhost-user,id=n,chardev=c"
#define CHARDEV "-chardev|socket,id=c,path=/s"

static const struct {
    const char *first, *second, *base; /* of the profiles a and b, and the manager; base NULL */
    const char *findings, *words;
} rows[] = {
    {"", "", NULL, "", NULL},
    {"", "", "", "", NULL},
    {"-S", "-no-reboot", "-nodefaults", "", NULL},

    /* an iothread needs the ioeventfd */
    {IO_THREAD "|" GLOBAL_IO "|" EVENT_OFF, "", NULL, "a:1:33 MP0223",
     "QEMU refuses an iothread with ioeventfd=off: leave one of the two out;"
     "a:1:69: ioeventfd=off is set here"},
    {IO_THREAD "|" GLOBAL_IO, EVENT_OFF, NULL, "a:1:33 MP0223",
     "ioeventfd=off of 'b': disable one of the two"},
    {IO_THREAD "|" GLOBAL_IO, "-global|virtio-pci.ioeventfd=off", NULL, "a:1:33 MP0223", NULL},
    {IO_THREAD "|" GLOBAL_IO, "-global|virtio-blk-pci.ioeventfd=on", NULL, "", NULL},
    {IO_THREAD "|" GLOBAL_IO, "-global|virtio-net-pci.ioeventfd=off", NULL, "", NULL},
    {EVENT_OFF, "", IO_THREAD "|-device|virtio-blk-pci,iothread=io0", "base:1:33 MP0223",
     "the manager gives virtio-blk-pci an iothread"},
    {EVENT_OFF, "", IO_THREAD "|-device|virtio-blk,iothread=io0", "base:1:33 MP0223", NULL},
    {IO_THREAD "|" GLOBAL_IO, "", "-device|virtio-blk-pci,ioeventfd=off", "a:1:33 MP0223",
     "ioeventfd=off of the manager"},
    {"-S", "", IO_THREAD "|-device|virtio-blk-pci,iothread=io0,ioeventfd=off", "", NULL},
    /* two devices are two */
    {IO_THREAD "|-device|virtio-blk-pci,id=x,iothread=io0", "",
     "-device|virtio-blk-pci,id=y,ioeventfd=off", "", NULL},
    {IO_THREAD "|-device|virtio-blk-pci,id=x,iothread=io0,ioeventfd=off", "", NULL, "a:1:33 MP0223",
     NULL},

    /* what names an id */
    {GLOBAL_IO, "", NULL, "", NULL}, /* it may be the manager's */
    {GLOBAL_IO, "", "-device|virtio-blk-pci", "a:1:9 MP0224",
     "no -object makes 'io0', which 'a' names"},
    {GLOBAL_IO, "", IO_THREAD "|-device|virtio-blk-pci", "", NULL},
    {GLOBAL_IO, IO_THREAD, "-device|virtio-blk-pci", "", NULL},
    {"-global|virtio-blk-pci.iothread=modavd-io0", "", NULL, "a:1:9 MP0224", "'modavd-io0'"},
    {"-device|virtio-9p-pci,id=d,fsdev=modavd-f", "", NULL, "a:1:9 MP0224", "no -fsdev makes"},
    {"-fsdev|local,id=modavd-f|-device|virtio-9p-pci,id=d,fsdev=modavd-f", "", NULL, "", NULL},
    {"-object|local,id=modavd-f|-device|virtio-9p-pci,id=d,fsdev=modavd-f", "", NULL,
     "a:1:35 MP0224", NULL},
    {"-numa|node,memdev=modavd-m", "", NULL, "a:1:7 MP0224", NULL},

    /* MSI-X vectors */
    {"-global|virtio-net-pci.mq=on|-global|virtio-net-pci.vectors=4", "", NULL, "", NULL},
    {"-global|virtio-net-pci.mq=on|-global|virtio-net-pci.vectors=3", "", NULL, "a:1:38 MP0223",
     "3 vectors are too few;needs 4"},
    {"-global|virtio-net-pci.mq=off|-global|virtio-net-pci.vectors=3", "", NULL, "", NULL},
    {"-global|virtio-net-pci.mq=on|-global|virtio-net-pci.vectors=0", "", NULL, "", NULL},
    {"-global|virtio-net-pci.mq=on", "-global|virtio-net-pci.vectors=5",
     "-netdev|tap,id=n,queues=2|-device|virtio-net-pci,netdev=n", "b:1:9 MP0223", "needs 6"},
    {"-global|virtio-net-pci.mq=on", "-global|virtio-net-pci.vectors=6",
     "-netdev|tap,id=n,queues=2|-device|virtio-net-pci,netdev=n", "", NULL},
    {"-global|virtio-blk-pci.num-queues=2|-global|virtio-blk-pci.vectors=2", "", NULL,
     "a:1:45 MP0223", "needs 3"},
    {"-global|virtio-blk-pci.num-queues=2|-global|virtio-blk-pci.vectors=3", "", NULL, "", NULL},
    {"-global|virtio-blk-pci.num-queues=65535|-global|virtio-blk-pci.vectors=3", "", NULL, "",
     NULL}, /* as many as CPUs */
    {"-global|virtio-blk-pci.num-queues=65535|-global|virtio-blk-pci.vectors=2", "", NULL,
     "a:1:49 MP0223", "needs 3"},

    /* queues for 2 CPUs */
    {"-global|virtio-blk-pci.num-queues=2", "", NULL, "", NULL},
    {"-global|virtio-blk-pci.num-queues=3", "", NULL, "a:1:9 MP0228", "3 queues for 2 CPUs"},
    {"-global|virtio-blk-pci.num-queues=65535", "", NULL, "", NULL},
    {"-global|virtio-scsi-pci.num_queues=3", "", NULL, "a:1:9 MP0228", NULL},
    {"-global|virtio-scsi-pci.num_queues=4294967295", "", NULL, "", NULL},
    {"-global|vhost-user-blk-pci.num-queues=3", "", NULL, "a:1:9 MP0228", NULL},

    {"-global|virtio-net-pci.mq=on", "",
     "-netdev|tap,id=n,queues=3|-device|virtio-net-pci,netdev=n", "base:1:9 MP0228",
     "3 queues for 2 CPUs"},
    {"-global|virtio-net-pci.mq=on", "",
     "-netdev|tap,id=n,queues=2|-device|virtio-net-pci,netdev=n", "", NULL},
    {"-global|virtio-net-pci.mq=off", "",
     "-netdev|tap,id=n,queues=3|-device|virtio-net-pci,netdev=n", "", NULL},

    /* aio=native */
    {"-drive|file=x,aio=native", "", NULL, "a:1:8 MP0223", "without cache.direct=on"},
    {"-drive|file=x,aio=native,cache=writeback", "", NULL, "a:1:8 MP0223", NULL},
    {"-drive|file=x,aio=native,cache=none", "", NULL, "", NULL},
    {"-drive|file=x,aio=native,cache=directsync", "", NULL, "", NULL},
    {"-drive|file=x,aio=native,cache.direct=on", "", NULL, "", NULL},
    {"-drive|file=x,aio=native,cache.direct=off", "", NULL, "a:1:8 MP0223", NULL},
    {"-drive|file=x,aio=threads", "", NULL, "", NULL},
    {"-blockdev|{\"driver\": \"file\", \"aio\": \"native\", \"cache\": {\"direct\": true}}", "",
     NULL, "", NULL},
    {"-blockdev|{\"driver\": \"file\", \"aio\": \"native\", \"cache\": {\"direct\": false}}", "",
     NULL, "a:1:11 MP0223", NULL},
    {"-S", "", "-drive|file=x,aio=native", "", NULL},

    /* -cpu host under tcg, which the rows have; kvm below */
    {"-cpu|host", "", NULL, "a:1:6 MP0223", "'-cpu host' under tcg"},
    {"-cpu|host,+x", "", NULL, "a:1:6 MP0223", NULL},
    {"-cpu|max", "", NULL, "", NULL},
    {"-S", "", "-cpu|host", "", NULL},

    /* tx_queue_size */
    {"-global|virtio-net-pci.tx_queue_size=1024", "",
     "-netdev|user,id=n|-device|virtio-net-pci,netdev=n", "a:1:9 MP0223", "'-netdev user'"},
    {"-global|virtio-net-pci.tx_queue_size=256", "",
     "-netdev|user,id=n|-device|virtio-net-pci,netdev=n", "", NULL},
    {"-global|virtio-net-pci.tx_queue_size=1024", "", NULL, "", NULL},
    {"-global|virtio-net-pci.tx_queue_size=1024|" MEMORY("") "|" NUMA, "",
     CHARDEV "|" USER_NET "|-device|virtio-net-pci,netdev=n", "", NULL},

    /* vhost-user maps the guest's memory */
    {"-S", "", CHARDEV "|" USER_NET, "base:1:38 MP0223", NULL}, /* all of it the manager's own */
    {CHARDEV "|" USER_NET, "", NULL, "a:1:38 MP0223",
     "'-netdev vhost-user' needs the guest's memory shared: a memory-backend-memfd"},
    {CHARDEV "|" USER_NET, MEMORY(",size=2G") "|" NUMA, NULL, "", NULL},
    {CHARDEV "|" USER_NET, MEMORY(",share=off") "|" NUMA, NULL, "b:1:9 MP0223",
     "shared: share=on;a:1:38: the vhost-user device is here"},
    {CHARDEV "|" USER_NET, MEMORY(",share=on") "|" NUMA, NULL, "", NULL},
    {CHARDEV "|" USER_NET, "-object|memory-backend-ram,id=m|" NUMA, NULL, "b:1:9 MP0223", NULL},
    {"-device|vhost-user-fs-pci,id=f", "", NULL, "a:1:9 MP0223",
     "'-device vhost-user-fs-pci' needs"},
    {"-device|vhost-user-fs-pci,id=f", "", MEMORY("") "|-machine|pc,memory-backend=m", "", NULL},
    {"-object|memory-backend-ram,id=m|" NUMA, "", CHARDEV "|" USER_NET, "a:1:9 MP0223", NULL},

    /* 2 GiB of memory */
    {MEMORY(",size=2147483648") "|" NUMA, "", NULL, "", NULL},
    {MEMORY(",size=1073741824") "|" NUMA, "", NULL, "a:1:9 MP0223", "write ${ram}"},
    {MEMORY(",size=1G") "|" NUMA, "", "-machine|pc", "a:1:9 MP0223", NULL},
    {MEMORY(",size=1G"), "", "-device|pc-dimm,memdev=m", "", NULL}, /* it is not the RAM */
    {MEMORY(",size=1G") "|" NUMA "|-object|memory-backend-ram,id=m2,size=1G|-numa|node,memdev=m2",
     "", NULL, "", NULL}, /* two nodes */
    {MEMORY(",size=1G"), "", NULL, "a:1:9 MP0207", "add -numa node,memdev=m"},
    {MEMORY(",size=2G"), "", "-machine|pc,memory-backend=m", "", NULL},
    {MEMORY(",size=2G"), NUMA, NULL, "", NULL},

    /* the manager's own -device wins */
    {EVENT_OFF, "", "-device|virtio-blk-pci,ioeventfd=on", "a:1:9 MP0225",
     "virtio-blk-pci.ioeventfd=off has no effect;ioeventfd=on;base:1:9: the manager says it here"},
    {EVENT_OFF, "", "-device|virtio-blk-pci,ioeventfd=off", "", NULL},
    {EVENT_OFF, "", "-device|virtio-blk-pci", "", NULL},
    {EVENT_OFF, "", "-device|virtio-blk,ioeventfd=on", "a:1:9 MP0225", NULL},
    {"-global|virtio-pci.ioeventfd=off", "", "-device|virtio-blk-pci,ioeventfd=on", "a:1:9 MP0225",
     NULL},
    {EVENT_OFF, "", "-device|virtio-net-pci,ioeventfd=on|-device|virtio-blk-pci", "", NULL},
    {EVENT_OFF, "", "-device|{\"driver\": \"virtio-blk-pci\", \"ioeventfd\": true}", "a:1:9 MP0225",
     NULL},

    /* of two globals QEMU takes the last */
    {EVENT_OFF, "", "-device|virtio-blk-pci|-global|virtio-blk-pci.ioeventfd=on", "a:1:9 MP0230",
     "'a' sets virtio-blk-pci.ioeventfd to off over the manager's own -global, which says on;"
     "base:1:32: the manager says it here"},
    {EVENT_OFF, "", "-device|virtio-blk-pci|-global|virtio-blk-pci.ioeventfd=off", "", NULL},
    {EVENT_OFF, "", "-device|virtio-blk-pci|-global|virtio-blk-pci.event_idx=on", "", NULL},
    {EVENT_OFF, "", "-device|virtio-blk-pci|-global|virtio-net-pci.ioeventfd=on", "", NULL},
    {EVENT_OFF, "", "-device|virtio-blk-pci|-global|virtio-pci.ioeventfd=on", "a:1:9 MP0230", NULL},
    {"-global|virtio-pci.ioeventfd=off", "",
     "-device|virtio-blk-pci|-global|virtio-blk-pci.ioeventfd=on", "a:1:9 MP0230", NULL},

    /* ids */
    {"-object|iothread,id=x", "", "-object|iothread,id=x", "a:1:9 MP0227",
     "the manager's own -object has the id 'x' too;base:1:9: it is used here"},
    {"-object|iothread,id=x", "", "-device|virtio-rng-pci,id=x", "", NULL},
    {"-object|iothread,id=x", "", "-object|iothread,id=y", "", NULL},
    {"-device|virtio-rng-pci", "", "-device|virtio-rng-pci", "", NULL}, /* without ids */

    /* devices that are not there */
    {EVENT_OFF, "", "-S", "a:1:9 MP0226", "virtio-blk-pci.ioeventfd has no effect"},
    {EVENT_OFF, "", "", "a:1:9 MP0226", NULL},
    {EVENT_OFF, "-device|virtio-blk-pci,id=x", "-S", "", NULL},
    {EVENT_OFF, "", "-drive|file=x,if=virtio", "", NULL},
    {"-global|virtio-pci.ioeventfd=off", "", "-drive|file=x,if=virtio", "", NULL},
    {"-global|virtio-net-pci.ioeventfd=off", "", "-drive|file=x,if=virtio", "a:1:9 MP0226", NULL},
    {EVENT_OFF, "", "-drive|file=x,if=ide", "a:1:9 MP0226", NULL},
    {EVENT_OFF, "", "-device|virtio-blk,drive=x", "", NULL},
    {"-global|virtio-net-pci.mq=on", "", "-nic|user,model=virtio-net-pci", "", NULL},
};

static struct rules_input input_of(size_t i, const struct known_qemu *known, struct cmd_items *ours,
                                   struct cmd_items *base) {
    sources = (struct sources){.arena = &arena};
    diags = diags_make(&arena, &sources);
    struct cmd_items first = items_of("a", rows[i].first, &a);
    struct cmd_items second = items_of("b", rows[i].second, &b);
    struct cmd_item *both = ARENA_ARRAY(&arena, first.count + second.count + 1, struct cmd_item);
    for (size_t j = 0; j < first.count; j++)
        both[j] = first.items[j];
    for (size_t j = 0; j < second.count; j++)
        both[first.count + j] = second.items[j];
    *ours = (struct cmd_items){both, first.count + second.count, {0}};
    if (rows[i].base)
        *base = items_of("base", rows[i].base, NULL);
    return (struct rules_input){
        &arena, &diags, known, ours, rows[i].base ? base : NULL, ACCEL_TCG, 2, UINT64_C(1) << 31};
}

static void test_rules(void **state) {
    (void)state;
    struct target target = {.host = HOST_LINUX};
    version_parse(STR("7.2"), &target.qemu);
    const struct known_qemu known = known_qemu(&target);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cmd_items ours, base;
        const struct rules_input input = input_of(i, &known, &ours, &base);
        bool sound = rules_hold(&input);
        str brief = findings_brief(&arena, &diags), full = findings_full(&arena, &diags);
        if (!str_equal(brief, str_from(rows[i].findings)) || !findings_hold(full, rows[i].words) ||
            sound != (diags.errors == 0))
            fail_msg("row %zu: %s | %s | %s: %.*s\n%.*s", i, rows[i].first, rows[i].second,
                     rows[i].base ? rows[i].base : "-", STR_ARG(brief), STR_ARG(full));
    }
}

/* What is not known is not held against anybody: the accelerator is one, or the RAM is not told. */
static void test_machine(void **state) {
    (void)state;
    static const struct known_qemu nothing = {.count = 0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cmd_items ours, base;
        struct rules_input input = input_of(i, &nothing, &ours, &base);
        input.accel = ACCEL_KVM;
        input.cpus = 65535;
        input.ram = 0;
        rules_hold(&input);
        str full = findings_full(&arena, &diags);
        if (findings_hold(full, "-cpu host") || findings_hold(full, "write ${ram}") ||
            findings_hold(full, "CPUs:"))
            fail_msg("row %zu: %.*s", i, STR_ARG(full));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_machine),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
