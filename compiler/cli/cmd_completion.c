/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "complete.h"

void command_completion(struct session *session) {
    str name;
    if (!one_word(session, "completion", true, shell_count, shell_name, &name))
        return;
    const struct tool tool = cli_tool(&session->arena);
    shell_find(name)->write(&session->out, &tool);
}
