/* SPDX-License-Identifier: Apache-2.0 */
#include "args.h"
#include "emit_forms.h"
#include "json_text.h"
#include "shell.h"

#include <stdlib.h>

void emit_refuse(const struct emitter *emitter, str text, struct span at, const char *why) {
    diag(emitter->diags, MP_CANNOT_CARRY, at, "%s cannot carry '%.*s': %s", emitter->form,
         STR_ARG(str_shorten(emitter->diags->arena, text)), why);
}

static void put_args(const struct emitter *emitter) {
    buf_str(emitter->out, args_emit(emitter->out->arena, emitter->plan));
}

static void put_json(const struct emitter *emitter) {
    struct arena *arena = emitter->out->arena;
    json_t *list = json_array();
    for (size_t i = 0; i < emitter->plan->argument_count; i++)
        json_array_append_new(list, json_text(arena, emitter->plan->arguments[i].text));
    char *text = json_dumps(list, JSON_INDENT(2));
    json_decref(list);
    if (!text)
        arena->out_of_memory(arena->context);
    buf_format(emitter->out, "%s\n", text);
    free(text);
}

/* Nothing at all where there are none, so that the line can stand behind others. */
static void put_line(const struct emitter *emitter, const struct shell *shell) {
    const struct plan *plan = emitter->plan;
    size_t start = emitter->out->len;
    const char *why;
    for (size_t i = 0; i < plan->argument_count; i++) {
        const struct argument *argument = &plan->arguments[i];
        buf_text(emitter->out, i > 0 ? " " : "");
        if (!shell->put(emitter->out, argument->text, &why))
            emit_refuse(emitter, argument->text, argument->at, why);
    }
    if (shell->line_max > 0 && emitter->out->len - start > shell->line_max)
        diag(emitter->diags, MP_CANNOT_CARRY, (struct span){0},
             "%s takes a line of %zu bytes, and the arguments have %zu", shell->name,
             shell->line_max, emitter->out->len - start);
    buf_text(emitter->out, plan->argument_count > 0 ? "\n" : "");
}

static void put_sh(const struct emitter *emitter) {
    put_line(emitter, &shell_sh);
}

static void put_cmd(const struct emitter *emitter) {
    put_line(emitter, &shell_cmd);
}

static void put_powershell(const struct emitter *emitter) {
    put_line(emitter, &shell_powershell);
}

static const struct {
    const char *name;
    void (*put)(const struct emitter *emitter);
} forms[] = {
    [EMIT_ARGS] = {"modavd.args", put_args},
    [EMIT_JSON] = {"JSON", put_json},
    [EMIT_SH] = {"sh", put_sh},
    [EMIT_CMD] = {"cmd.exe", put_cmd},
    [EMIT_POWERSHELL] = {"PowerShell", put_powershell},
    [EMIT_LIBVIRT] = {"libvirt", emit_libvirt},
    [EMIT_READCONFIG] = {"-readconfig", emit_readconfig},
};

bool emit_plan(struct diags *diags, const struct plan *plan, enum emit_form form, struct buf *out) {
    const struct emitter emitter = {diags, plan, out, forms[form].name};
    size_t failures = diags->failures;
    forms[form].put(&emitter);
    return diags->failures == failures;
}
