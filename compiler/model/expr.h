/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ${...}: integer expressions over a profile's parameters and facts of the instance: + - * /,
 * parentheses, min() and max(). Durations count in ns and sizes in bytes; adding unlike ones is an
 * error, and so are overflow, a negative result and a division that leaves a remainder of a unit.
 */
#ifndef MODAVD_EXPR_H
#define MODAVD_EXPR_H

#include "cst.h"
#include "diag.h"
#include "profile.h"

struct variable {
    str name;
    struct quantity value;
    str text;   /* of a text */
    bool known; /* false: a fact that the instance does not tell, or nothing sets it */
    bool is_text;
};

/* What names stand for. */
struct scope {
    const struct variable *items;
    size_t count;
    /* While a profile is checked no instance is known yet: set by each expression that uses a fact,
     * whose value is then not judged. NULL: every fact that is used must be known. */
    bool *open;
    /* How many bytes expressions in texts may still come to, and one: texts repeat, and a file of
     * a MiB could come to a TiB. 0: a finding has told that it was too much. NULL: any number. */
    size_t *room;
    bool in_option; /* texts become part of "key=value,...": their commas are doubled for QEMU */
};

/* Whether the last expression of SCOPE used a fact, so that its value means nothing. */
bool scope_is_open(const struct scope *scope);

/* TEXT is the scalar of the key LABEL. As a whole it must be a literal or one ${...}; its quantity
 * must be of DIMENSION. False after a finding at its place. */
bool expr_quantity(str label, const struct text *text, enum dimension dimension,
                   const struct scope *scope, struct diags *diags, struct quantity *out);

/* For scope.room at the start. */
enum { EXPANSION_MAX = 1024 * 1024 };

/* TEXT with every ${...} replaced by its number (ns, bytes) or text; "$${" stands for "${". False
 * after a finding. */
bool expr_expand(struct arena *arena, const struct text *text, const struct scope *scope,
                 struct diags *diags, str *out);

/* STATE with its numbers computed, latency in whole microseconds. False after a finding. */
bool idle_state_compute(const struct idle_state *state, const struct scope *scope,
                        struct diags *diags, struct cst_state *out);

/* Whether TEXT holds an expression. */
bool expr_has(str text);

#endif
