/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of rules share; of no use to others. */
#ifndef MODAVD_RULES_PRIVATE_H
#define MODAVD_RULES_PRIVATE_H

#include "rules.h"

/* Each of our items and then, as far as it is known, of the manager's. NULL behind the last. */
const struct cmd_item *rule_item(const struct rules_input *input, size_t i);

/* "'sync-io'", or "the manager": who made ITEM, for messages. */
str rule_owner(const struct rules_input *input, const struct cmd_item *item);

/* Whether what ITEM sets reaches devices of TYPE: a -global of it or of a parent, or such a
 * -device. TYPE may be an alias. */
bool rule_reaches(const struct rules_input *input, const struct cmd_item *item, str type);

/* The number that TEXT is for QEMU; 0 where it is none. */
uint64_t rule_number(str text);

/* The last of the items of OPTION ("netdev") that is called ID; NULL when none is. */
const struct cmd_item *rule_by_id(const struct rules_input *input, const char *option, str id);

/* Rules about two settings of one machine (rules_pairs.c), about its memory (rules_memory.c), and
 * about the manager's own arguments (rules_base.c). */
void rule_iothread(const struct rules_input *input);
void rule_links(const struct rules_input *input);
void rule_vectors(const struct rules_input *input);
void rule_queues(const struct rules_input *input);
void rule_direct(const struct rules_input *input);
void rule_cpu(const struct rules_input *input);
void rule_tx_queue(const struct rules_input *input);
void rule_shared_memory(const struct rules_input *input);
void rule_memory_size(const struct rules_input *input);
void rule_memory_used(const struct rules_input *input);
void rule_shadowed(const struct rules_input *input);
void rule_base_globals(const struct rules_input *input);
void rule_base_ids(const struct rules_input *input);
void rule_base_devices(const struct rules_input *input);

#endif
