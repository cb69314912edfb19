/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of emit/ share. */
#ifndef MODAVD_EMIT_FORMS_H
#define MODAVD_EMIT_FORMS_H

#include "emit.h"

struct emitter {
    struct diags *diags;
    const struct plan *plan;
    struct buf *out;
    const char *form; /* as findings name it: "cmd.exe" */
};

/* MP0411: FORM cannot carry the argument that is at AT, because of WHY. */
void emit_refuse(const struct emitter *emitter, str text, struct span at, const char *why);

/* Each puts the whole plan, after findings where it cannot. */
void emit_libvirt(const struct emitter *emitter);
void emit_readconfig(const struct emitter *emitter);

#endif
