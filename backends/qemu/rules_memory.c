/* SPDX-License-Identifier: Apache-2.0 */
#include "rules_private.h"

static bool is_backend(const struct cmd_item *item) {
    return cmd_is(item, "object") && str_starts(item->type, STR("memory-backend-"));
}

/* Whether another process can map it: memfd is shared unless told otherwise, the others are not
 * (backends/hostmem-memfd.c). */
static bool is_shared(const struct cmd_item *backend) {
    const struct cmd_property *share = cmd_property(backend, STR("share"));
    if (share)
        return str_equal(share->value, STR("on"));
    return str_equal(backend->type, STR("memory-backend-memfd"));
}

/* The guest's RAM comes from BACKEND: -numa node,memdev= (all versions) or -machine
 * memory-backend=. */
static bool is_ram(const struct rules_input *input, const struct cmd_item *backend) {
    const struct cmd_item *item;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++) {
        const struct cmd_property *numa = cmd_property(item, STR("memdev"));
        const struct cmd_property *machine = cmd_property(item, STR("memory-backend"));
        if ((numa && cmd_is(item, "numa") && str_equal(numa->value, backend->id)) ||
            (machine && (cmd_is(item, "machine") || cmd_is(item, "M")) &&
             str_equal(machine->value, backend->id)))
            return true;
    }
    return false;
}

/* A device or back end that maps the guest's RAM in another process. */
static bool is_vhost_user(const struct cmd_item *item) {
    return (cmd_is(item, "device") && str_starts(item->type, STR("vhost-user-"))) ||
           (cmd_is(item, "netdev") && str_equal(item->type, STR("vhost-user")));
}

static const struct cmd_item *find_vhost_user(const struct rules_input *input) {
    const struct cmd_item *item;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++)
        if (is_vhost_user(item))
            return item;
    return NULL;
}

static const struct cmd_item *find_ram(const struct rules_input *input) {
    const struct cmd_item *item;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++)
        if (is_backend(item) && is_ram(input, item))
            return item;
    return NULL;
}

/* Without shared memory the link comes up, the features show, and no packet flows: "unable to start
 * vhost net: 22: falling back on userspace virtio". */
void rule_shared_memory(const struct rules_input *input) {
    const struct cmd_item *user = find_vhost_user(input), *ram = find_ram(input);
    if (!user || (ram && is_shared(ram)))
        return;
    const struct cmd_property *share = ram ? cmd_property(ram, STR("share")) : NULL;
    str option = str_format(input->arena, "-%.*s %.*s", STR_ARG(user->option), STR_ARG(user->type));
    diag(input->diags, MP_REFUSED,
         share ? share->at
         : ram ? ram->at
               : user->at,
         "'%.*s' needs the guest's memory shared: %s", STR_ARG(option),
         ram ? "share=on" : "a memory-backend-memfd with share=on and -numa node,memdev=");
    if (ram)
        diag_note(input->diags, user->at, "the vhost-user device is here");
}

static const struct cmd_property *ram_size(const struct rules_input *input,
                                           const struct cmd_item *item) {
    return is_backend(item) && is_ram(input, item) ? cmd_property(item, STR("size")) : NULL;
}

/* "total memory for NUMA nodes (0x...) should equal RAM size" (hw/core/numa.c). */
void rule_memory_size(const struct rules_input *input) {
    const struct cmd_item *item;
    const struct cmd_property *size, *first = NULL; /* of ours */
    uint64_t total = 0;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++) {
        if ((size = ram_size(input, item)) == NULL)
            continue;
        total += rule_number(size->value);
        if (!first && item->profile)
            first = size;
    }
    if (first && input->ram > 0 && total != input->ram)
        diag(input->diags, MP_REFUSED, first->at,
             "the memory of %llu bytes is not the instance's %llu: write ${ram}",
             (unsigned long long)total, (unsigned long long)input->ram);
}

void rule_memory_used(const struct rules_input *input) {
    for (size_t i = 0; i < input->ours->count; i++) {
        const struct cmd_item *item = &input->ours->items[i], *other;
        bool used = !is_backend(item) || is_ram(input, item);
        for (size_t j = 0; !used && (other = rule_item(input, j)) != NULL; j++) {
            const struct cmd_property *memory = cmd_property(other, STR("memdev"));
            used = memory && str_equal(memory->value, item->id);
        }
        if (!used)
            diag(input->diags, MP_NO_EFFECT, item->at,
                 "nothing uses the memory '%.*s': add -numa node,memdev=%.*s", STR_ARG(item->id),
                 STR_ARG(item->id));
    }
}
