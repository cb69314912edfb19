/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

#include "quantity.h"
#include "rules_private.h"

static const struct rule {
    const char *name;
    void (*run)(const struct rules_input *input);
} rules[] = {
    {"iothread", rule_iothread},       {"links", rule_links},
    {"vectors", rule_vectors},         {"queues", rule_queues},
    {"direct", rule_direct},           {"cpu", rule_cpu},
    {"tx-queue", rule_tx_queue},       {"shared-memory", rule_shared_memory},
    {"memory-size", rule_memory_size}, {"memory-used", rule_memory_used},
    {"shadowed", rule_shadowed},       {"base-globals", rule_base_globals},
    {"base-ids", rule_base_ids},       {"base-devices", rule_base_devices},
};

const struct cmd_item *rule_item(const struct rules_input *input, size_t i) {
    if (i < input->ours->count)
        return &input->ours->items[i];
    i -= input->ours->count;
    return input->base && i < input->base->count ? &input->base->items[i] : NULL;
}

str rule_owner(const struct rules_input *input, const struct cmd_item *item) {
    if (!item->profile)
        return STR("the manager");
    return str_format(input->arena, "'%.*s'", STR_ARG(item->profile->name.s));
}

/* What -device makes of TYPE: it takes aliases too. */
static str real_type(str type) {
    str real = known_alias(type);
    return real.len > 0 ? real : type;
}

bool rule_reaches(const struct rules_input *input, const struct cmd_item *item, str type) {
    str real = real_type(type);
    if (cmd_is(item, "device"))
        return str_equal(real_type(item->type), real);
    return cmd_is(item, "global") &&
           (str_equal(item->type, real) || known_is_a(input->known, real, item->type));
}

uint64_t rule_number(str text) {
    struct quantity quantity;
    return quantity_parse(text, &quantity) == QUANTITY_OK ? quantity.value : 0;
}

const struct cmd_item *rule_by_id(const struct rules_input *input, const char *option, str id) {
    const struct cmd_item *item, *found = NULL;
    for (size_t i = 0; (item = rule_item(input, i)) != NULL; i++)
        if (cmd_is(item, option) && id.len > 0 && str_equal(item->id, id))
            found = item;
    return found;
}

bool rules_hold(const struct rules_input *input) {
    size_t failures = input->diags->failures;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rules[i].run(input);
    return input->diags->failures == failures;
}
