/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's arguments for QEMU in other forms than modavd.args. */
#ifndef MODAVD_EMIT_H
#define MODAVD_EMIT_H

#include "buf.h"
#include "plan.h"

enum emit_form {
    EMIT_ARGS,       /* one a line, as modavd.args */
    EMIT_JSON,       /* an array */
    EMIT_SH,         /* a line of a POSIX shell */
    EMIT_CMD,        /* a line of a batch file */
    EMIT_POWERSHELL, /* a line of PowerShell */
    EMIT_LIBVIRT,    /* the part of a domain's XML that hands them to QEMU */
    EMIT_READCONFIG, /* a file for QEMU's -readconfig */
};

/* Puts the arguments of PLAN in FORM. False after findings (MP0411), one for each argument that the
 * form cannot carry; what is in OUT is of no use then. */
bool emit_plan(struct diags *diags, const struct plan *plan, enum emit_form form, struct buf *out);

#endif
