/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "topics.h"

/* All pages in one are fine in Markdown; a page of the manual is one file. */
void command_doc(struct session *session) {
    bool man = session->options.format == FORMAT_MAN;
    const struct markup *markup = man ? &man_markup : &markdown_markup;
    str name;
    if (!one_word(session, man ? "doc --format man" : "doc", man, topic_count, topic_name, &name))
        return;
    const struct tool tool = cli_tool(&session->arena);
    for (size_t i = 0; i < topic_count; i++)
        if (name.len == 0 || str_equal(name, topic_name(NULL, i)))
            topic_write(&topics[i], markup, &tool, &session->out);
}
