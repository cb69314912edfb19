/* SPDX-License-Identifier: Apache-2.0 */
/* A tree as text again: what a profile comes to when extends and parameters are resolved. */
#ifndef MODAVD_YAML_PRINT_H
#define MODAVD_YAML_PRINT_H

#include "buf.h"
#include "profile.h"
#include "yaml_tree.h"

#include <jansson.h>

/* What stands for a scalar. */
typedef str (*scalar_text)(void *context, const struct text *text);

/* TREE as YAML in block style. */
void yaml_print(struct buf *out, const struct node *tree, scalar_text text, void *context);

/* TREE as JSON, every scalar as a string. The caller owns it. */
json_t *yaml_print_json(struct arena *arena, const struct node *tree, scalar_text text,
                        void *context);

#endif
