/* SPDX-License-Identifier: Apache-2.0 */
/* modavd.yaml and instance.yaml. */
#ifndef MODAVD_SETTINGS_READ_H
#define MODAVD_SETTINGS_READ_H

#include "instances.h"
#include "settings.h"
#include "yaml_tree.h"

/* Reads modavd.yaml in DIRECTORY, shown as SHOWN, where there is one; NAME is what outputs call it.
 * Without the file, or with nothing in it, *OUT is an empty layer. False after findings. */
bool settings_read(const struct reading *reading, str directory, str shown, str name,
                   enum layer layer, struct settings *out);

/* The settings that TREE holds. False after findings. */
bool settings_from_tree(struct arena *arena, struct diags *diags, const struct node *tree,
                        struct settings *out);

/* Reads the instance.yaml of CANDIDATE. False after findings. */
bool machine_read(const struct reading *reading, const struct candidate *candidate,
                  struct instance *out);

#endif
