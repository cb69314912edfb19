/* SPDX-License-Identifier: Apache-2.0 */
/* The examples of the key tables, which are YAML, as JSON. */
#ifndef MODAVD_EXAMPLE_H
#define MODAVD_EXAMPLE_H

#include "str.h"

#include <jansson.h>

/* EXAMPLE, the value of a key in YAML's flow form, as an editor reads it: plain whole numbers and
 * booleans as such. NULL where it is not YAML. The caller owns it. */
json_t *example_json(struct arena *arena, const char *example);

#endif
