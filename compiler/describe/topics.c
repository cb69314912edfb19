/* SPDX-License-Identifier: Apache-2.0 */
#include "topics.h"

const struct topic topics[] = {
    {"commands",
     {"modavd-profile", "1", "compile performance profiles for virtual machines", NULL},
     page_commands},
    {"language",
     {"modavd-profile", "5", "the language of performance profiles, and the files beside them",
      NULL},
     page_language},
    {"checks",
     {"modavd-profile-checks", "5", "what a profile can ask of the booted guest", NULL},
     page_checks},
};
const size_t topic_count = sizeof topics / sizeof *topics;

str topic_name(const void *context, size_t i) {
    (void)context;
    return str_from(topics[i].name);
}

void topic_write(const struct topic *topic, const struct markup *markup, const struct tool *tool,
                 struct buf *out) {
    struct page page = {.out = out, .markup = markup};
    struct page_title title = topic->page;
    title.version = tool->version;
    markup->title(&page, &title);
    topic->write(&page, tool);
}
