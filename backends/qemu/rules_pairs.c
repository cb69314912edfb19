/* SPDX-License-Identifier: Apache-2.0 */
#include "rules_private.h"

/* QEMU hw/virtio/virtio-blk.c and virtio-scsi-dataplane.c: "ioeventfd is required for iothread".
 * The two may come from different profiles, and by a parent type. */
static void iothread_meets(const struct rules_input *input, const struct cmd_item *item,
                           const struct cmd_property *iothread, const struct cmd_item *other) {
    const struct cmd_property *eventfd = cmd_property(other, STR("ioeventfd"));
    bool two = item != other && cmd_is(item, "device") && cmd_is(other, "device");
    if (two || !eventfd || !str_equal(eventfd->value, STR("off")) ||
        !(rule_reaches(input, other, item->type) || rule_reaches(input, item, other->type)))
        return;
    str mine = rule_owner(input, item), others = rule_owner(input, other);
    if (item->profile == other->profile)
        diag(input->diags, MP_REFUSED, iothread->at,
             "QEMU refuses an iothread with ioeventfd=off: leave one of the two out");
    else
        diag(input->diags, MP_REFUSED, iothread->at,
             "%.*s gives %.*s an iothread, which QEMU refuses with the ioeventfd=off of %.*s: "
             "disable one of the two",
             STR_ARG(mine), STR_ARG(item->type), STR_ARG(others));
    diag_note(input->diags, eventfd->at, "ioeventfd=off is set here");
}

void rule_iothread(const struct rules_input *input) {
    const struct cmd_item *item, *other;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++) {
        const struct cmd_property *iothread = cmd_property(item, STR("iothread"));
        for (size_t j = 0; iothread && (other = rule_item(input, j)) != NULL; j++)
            if (item->profile || other->profile)
                iothread_meets(input, item, iothread, other);
    }
}

/* Which key of a device names what is made by which option. */
static const struct {
    const char *key, *option;
} links[] = {
    {"iothread", "object"}, {"memdev", "object"},         {"fsdev", "fsdev"},
    {"chardev", "chardev"}, {"memory-backend", "object"},
};

static void check_link(const struct rules_input *input, const struct cmd_item *item,
                       const struct cmd_property *property, const char *option) {
    bool own = str_starts(property->value, STR("modavd-"));
    if ((!input->base && !own) || rule_by_id(input, option, property->value))
        return;
    diag(input->diags, MP_UNKNOWN_ID, property->at, "no -%s makes '%.*s', which %.*s names", option,
         STR_ARG(property->value), STR_ARG(rule_owner(input, item)));
}

/* An id that is not ours may be the manager's: only with its arguments at hand that can be told. */
void rule_links(const struct rules_input *input) {
    for (size_t i = 0; i < input->ours->count; i++) {
        const struct cmd_item *item = &input->ours->items[i];
        bool names = cmd_is(item, "global") || cmd_is(item, "device") || cmd_is(item, "numa") ||
                     cmd_is(item, "machine");
        for (size_t j = 0; names && j < sizeof links / sizeof *links; j++) {
            const struct cmd_property *property = cmd_property(item, str_from(links[j].key));
            if (property)
                check_link(input, item, property, links[j].option);
        }
    }
}

/* What OURS, or else the manager, sets KEY of TYPE to. */
static const struct cmd_property *setting_of(const struct rules_input *input, str type, str key) {
    const struct cmd_item *item;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++) {
        const struct cmd_property *property = cmd_property(item, key);
        if (property && rule_reaches(input, item, type))
            return property;
    }
    return NULL;
}

/* The most queues of a back end that the manager makes for virtio-net; NULL: not known. */
static const struct cmd_property *netdev_queues(const struct rules_input *input) {
    const struct cmd_property *most = NULL;
    for (size_t i = 0; input->base && i < input->base->count; i++) {
        const struct cmd_property *queues = cmd_property(&input->base->items[i], STR("queues"));
        if (queues && cmd_is(&input->base->items[i], "netdev") &&
            (!most || rule_number(queues->value) > rule_number(most->value)))
            most = queues;
    }
    return most;
}

static bool has_multiqueue(const struct rules_input *input) {
    const struct cmd_property *mq = setting_of(input, STR("virtio-net-pci"), STR("mq"));
    return mq && str_equal(mq->value, STR("on"));
}

/* The largest number stands for as many as there are CPUs (hw/virtio/virtio-blk.h,
 * VIRTIO_BLK_AUTO_NUM_QUEUES; virtio-scsi.h, VIRTIO_SCSI_AUTO_NUM_QUEUES). */
static uint64_t queue_count(const struct rules_input *input, const struct cmd_property *queues) {
    uint64_t count = rule_number(queues->value);
    return count == UINT16_MAX || count == UINT32_MAX ? input->cpus : count;
}

static void need_vectors(const struct rules_input *input, const struct cmd_property *vectors,
                         uint64_t needed, const char *why) {
    uint64_t given = rule_number(vectors->value);
    if (given == 0 || given >= needed) /* 0: without MSI-X, on purpose */
        return;
    diag(input->diags, MP_REFUSED, vectors->at,
         "%llu vectors are too few: %s needs %llu, or the queues share one interrupt",
         (unsigned long long)given, why, (unsigned long long)needed);
}

/* MSI-X vectors: virtio-net two a queue pair, one for the control queue and one for changes of the
 * configuration (hw/virtio/virtio-net-pci.c: 2N+2); virtio-blk one a queue and one (N+1). */
void rule_vectors(const struct rules_input *input) {
    static const str net = STR_INIT("virtio-net-pci"), blk = STR_INIT("virtio-blk-pci");
    const struct cmd_property *vectors = setting_of(input, net, STR("vectors"));
    const struct cmd_property *netdev = netdev_queues(input);
    uint64_t pairs = netdev ? rule_number(netdev->value) : 0;
    if (vectors && has_multiqueue(input))
        need_vectors(input, vectors, 2 * (pairs ? pairs : 1) + 2, "a multiqueue virtio-net (2N+2)");
    vectors = setting_of(input, blk, STR("vectors"));
    const struct cmd_property *queues = setting_of(input, blk, STR("num-queues"));
    if (vectors && queues)
        need_vectors(input, vectors, queue_count(input, queues) + 1,
                     "virtio-blk with these num-queues (N+1)");
}

static void need_cpus(const struct rules_input *input, const struct cmd_property *queues) {
    if (queues && queue_count(input, queues) > input->cpus)
        diag(input->diags, MP_QUEUES, queues->at,
             "%.*s queues for %u CPUs: the guest uses no more than it has CPUs",
             STR_ARG(queues->value), input->cpus);
}

/* Linux uses no more queues than it has CPUs (drivers/block/virtio_blk.c, init_vq;
 * drivers/net/virtio_net.c, virtnet_probe). A network has as many as the manager's -netdev. */
void rule_queues(const struct rules_input *input) {
    static const struct {
        str type, key;
    } rows[] = {{STR_INIT("virtio-blk-pci"), STR_INIT("num-queues")},
                {STR_INIT("virtio-scsi-pci"), STR_INIT("num_queues")},
                {STR_INIT("vhost-user-blk-pci"), STR_INIT("num-queues")}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        need_cpus(input, setting_of(input, rows[i].type, rows[i].key));
    if (has_multiqueue(input))
        need_cpus(input, netdev_queues(input));
}

/* block/file-posix.c: "aio=native was specified, but it requires cache.direct=on". */
void rule_direct(const struct rules_input *input) {
    for (size_t i = 0; i < input->ours->count; i++) {
        const struct cmd_item *item = &input->ours->items[i];
        const struct cmd_property *aio = cmd_property(item, STR("aio"));
        const struct cmd_property *cache = cmd_property(item, STR("cache"));
        const struct cmd_property *direct = cmd_property(item, STR("cache.direct"));
        bool set = (direct && str_equal(direct->value, STR("on"))) ||
                   (cache && (str_equal(cache->value, STR("none")) ||
                              str_equal(cache->value, STR("directsync"))));
        if (aio && str_equal(aio->value, STR("native")) && !set)
            diag(input->diags, MP_REFUSED, aio->at,
                 "QEMU refuses aio=native without cache.direct=on (or cache=none)");
    }
}

/* target/i386/host-cpu.c: "CPU model 'host' requires KVM or HVF"; WHPX has it since 8.x only. */
void rule_cpu(const struct rules_input *input) {
    for (size_t i = 0; i < input->ours->count; i++) {
        const struct cmd_item *item = &input->ours->items[i];
        if (cmd_is(item, "cpu") && str_equal(item->type, STR("host")) && input->accel == ACCEL_TCG)
            diag(input->diags, MP_REFUSED, item->at,
                 "QEMU refuses '-cpu host' under tcg: it needs an accelerator");
    }
}

/* hw/net/virtio-net.c: more than 256 entries only for vhost-user and vDPA back ends. */
void rule_tx_queue(const struct rules_input *input) {
    const struct cmd_property *size =
        setting_of(input, STR("virtio-net-pci"), STR("tx_queue_size"));
    if (!size || rule_number(size->value) <= 256)
        return;
    for (size_t i = 0; input->base && i < input->base->count; i++) {
        const struct cmd_item *item = &input->base->items[i];
        if (cmd_is(item, "netdev") && !str_starts(item->type, STR("vhost-")))
            diag(input->diags, MP_REFUSED, size->at,
                 "a tx_queue_size over 256 is for vhost-user back ends, and the manager has "
                 "'-netdev %.*s': QEMU takes 256, or refuses to start",
                 STR_ARG(item->type));
    }
}
