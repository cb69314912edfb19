/* SPDX-License-Identifier: Apache-2.0 */
#include "rules_private.h"

/* An explicit -device property wins over any -global, without a word (hw/core/qdev-properties.c
 * applies globals before the device's own). */
static void shadow(const struct rules_input *input, const struct cmd_item *global,
                   const struct cmd_item *device) {
    const struct cmd_property *ours = &global->properties[0];
    const struct cmd_property *theirs = cmd_property(device, ours->key);
    if (!theirs || !rule_reaches(input, global, device->type) ||
        str_equal(ours->value, theirs->value))
        return;
    diag(input->diags, MP_SHADOWED, ours->at,
         "%.*s.%.*s=%.*s has no effect: the manager's own -device says %.*s=%.*s",
         STR_ARG(global->type), STR_ARG(ours->key), STR_ARG(ours->value), STR_ARG(theirs->key),
         STR_ARG(theirs->value));
    diag_note(input->diags, theirs->at, "the manager says it here");
}

void rule_shadowed(const struct rules_input *input) {
    for (size_t i = 0; input->base && i < input->ours->count; i++)
        for (size_t j = 0; cmd_is(&input->ours->items[i], "global") && j < input->base->count; j++)
            if (cmd_is(&input->base->items[j], "device"))
                shadow(input, &input->ours->items[i], &input->base->items[j]);
}

/* Of two -global for one property the last wins, a parent type's too, without a word (measured on
 * 7.2). The fragment stands last, so that ours holds; the manager should know. */
static void meet_global(const struct rules_input *input, const struct cmd_item *global,
                        const struct cmd_item *other) {
    const struct cmd_property *ours = &global->properties[0];
    const struct cmd_property *theirs = cmd_property(other, ours->key);
    if (!theirs || str_equal(ours->value, theirs->value) ||
        !(rule_reaches(input, global, other->type) || rule_reaches(input, other, global->type)))
        return;
    diag(input->diags, MP_BASE_GLOBAL, ours->at,
         "%.*s sets %.*s.%.*s to %.*s over the manager's own -global, which says %.*s: it holds "
         "where the fragment stands last",
         STR_ARG(rule_owner(input, global)), STR_ARG(global->type), STR_ARG(ours->key),
         STR_ARG(ours->value), STR_ARG(theirs->value));
    diag_note(input->diags, theirs->at, "the manager says it here");
}

void rule_base_globals(const struct rules_input *input) {
    for (size_t i = 0; input->base && i < input->ours->count; i++)
        for (size_t j = 0; cmd_is(&input->ours->items[i], "global") && j < input->base->count; j++)
            if (cmd_is(&input->base->items[j], "global"))
                meet_global(input, &input->ours->items[i], &input->base->items[j]);
}

/* Ids of objects, devices and so on are one space each: "Duplicate ID". */
void rule_base_ids(const struct rules_input *input) {
    for (size_t i = 0; input->base && i < input->ours->count; i++) {
        const struct cmd_item *ours = &input->ours->items[i];
        for (size_t j = 0; ours->id.len > 0 && j < input->base->count; j++) {
            const struct cmd_item *theirs = &input->base->items[j];
            if (!str_equal(ours->option, theirs->option) || !str_equal(ours->id, theirs->id))
                continue;
            diag(input->diags, MP_BASE_ID, ours->at,
                 "the manager's own -%.*s has the id '%.*s' too", STR_ARG(ours->option),
                 STR_ARG(ours->id));
            diag_note(input->diags, theirs->at, "it is used here");
        }
    }
}

static bool has_device(const struct rules_input *input, const struct cmd_item *global) {
    const struct cmd_item *item;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++) {
        if (cmd_is(item, "device") && rule_reaches(input, global, item->type))
            return true;
    }
    return false;
}

/* -drive if=virtio makes a virtio-blk-pci, -nic model= a NIC, without a -device. */
static bool base_makes(const struct rules_input *input, const struct cmd_item *global) {
    for (size_t i = 0; i < input->base->count; i++) {
        const struct cmd_item *item = &input->base->items[i];
        const struct cmd_property *interface = cmd_property(item, STR("if"));
        if (interface && str_equal(interface->value, STR("virtio")) &&
            rule_reaches(input, global, STR("virtio-blk-pci")))
            return true;
        if (cmd_is(item, "nic") && str_ends(global->type, STR("-pci")))
            return true;
    }
    return false;
}

/* QEMU says nothing of a -global for a device that the machine has not. */
void rule_base_devices(const struct rules_input *input) {
    for (size_t i = 0; input->base && i < input->ours->count; i++) {
        const struct cmd_item *global = &input->ours->items[i];
        if (!cmd_is(global, "global") || has_device(input, global) || base_makes(input, global))
            continue;
        diag(input->diags, MP_NO_DEVICE, global->at,
             "%.*s.%.*s has no effect: the manager's arguments make no such device",
             STR_ARG(global->type), STR_ARG(global->properties[0].key));
    }
}
