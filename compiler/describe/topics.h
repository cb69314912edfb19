/* SPDX-License-Identifier: Apache-2.0 */
/* The chapters of the reference: one row each. */
#ifndef MODAVD_TOPICS_H
#define MODAVD_TOPICS_H

#include "page.h"
#include "tool.h"

struct topic {
    const char *name;
    struct page_title page; /* as a page of the manual; the version is the tool's */
    void (*write)(struct page *page, const struct tool *tool);
};

extern const struct topic topics[];
extern const size_t topic_count;

/* The name of row I. CONTEXT is not used: str_nearest() has one. */
str topic_name(const void *context, size_t i);

/* Writes TOPIC with its title. */
void topic_write(const struct topic *topic, const struct markup *markup, const struct tool *tool,
                 struct buf *out);

void page_commands(struct page *page, const struct tool *tool);
void page_language(struct page *page, const struct tool *tool);
void page_checks(struct page *page, const struct tool *tool);

#endif
