/* SPDX-License-Identifier: Apache-2.0 */
/* A catalogue as the text of its file. */
#ifndef MODAVD_CATALOGUE_PRINT_H
#define MODAVD_CATALOGUE_PRINT_H

#include "buf.h"

#include <jansson.h>

/* Puts CATALOGUE as JSON with sorted keys, indented by two, one property or option a line, so that
 * two versions can be compared line by line. */
void catalogue_print(struct buf *out, json_t *catalogue);

#endif
