/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "probe.h"

#include <string.h>

static void write_output(struct session *session, str path, str text) {
    const struct os *os = session->os;
    enum os_status status = os->write_file(os->context, path, text, false);
    if (status != OS_OK)
        report_unwritten(session, path, status);
}

/* In JSON the catalogue is part of the one document. */
static void print_catalogue(struct session *session, str text) {
    if (session->json)
        json_object_set_new(session->json, "catalogue", json_loadb(text.at, text.len, 0, NULL));
    else
        buf_str(&session->out, text);
}

void command_probe(struct session *session) {
    const struct options *options = &session->options;
    str program, text;
    if (!one_path(session, "probe", true, &program))
        return;
    if (options->output.at && options->output.len == 0)
        usage_error(session, "probe: the path of --output is empty");
    else if (!probe_qemu(session->os, &session->arena, &session->diags, program, &text))
        return;
    else if (options->output.at)
        write_output(session, options->output, text);
    else
        print_catalogue(session, text);
}
