/* SPDX-License-Identifier: Apache-2.0 */
/* The commands: one file each, one row each in cli.c. */
#ifndef MODAVD_COMMANDS_H
#define MODAVD_COMMANDS_H

#include "session.h"

/* Each runs on what the options say, adds to session->out or session->json, and reports findings.
 */
void command_build(struct session *session);
void command_check(struct session *session);
void command_explain(struct session *session);
void command_list(struct session *session);
void command_show(struct session *session);
void command_verify(struct session *session);
void command_clean(struct session *session);
void command_probe(struct session *session);
void command_new(struct session *session);
void command_emit(struct session *session);
void command_exec(struct session *session);
void command_schema(struct session *session);
void command_doc(struct session *session);
void command_completion(struct session *session);

/* The one path that COMMAND was given, empty where there is none and NEEDED is false. False after a
 * finding about wrong use. */
bool one_path(struct session *session, const char *command, bool needed, str *out);

/* Prints what session->out holds, so that people see a long run's progress; nothing in JSON, which
 * is one document. After a failure nothing more is printed. */
void flush_out(struct session *session);

/* The tables of commands, options and exit statuses, for pages and completions. */
struct tool cli_tool(struct arena *arena);

/* The one operand of COMMAND, empty where there is none and NEEDED is false. It is one of COUNT
 * words, of which WORD_AT gives each. False after a finding about wrong use. */
bool one_word(struct session *session, const char *command, bool needed, size_t count,
              str (*word_at)(const void *context, size_t i), str *out);

/* MP0602: the file that the command line named at PATH could not be written, because of STATUS. */
void report_unwritten(struct session *session, str path, enum os_status status);

/* A finding about the operands: they are not what the command takes. */
void usage_error(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
