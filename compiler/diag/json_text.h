/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODAVD_JSON_TEXT_H
#define MODAVD_JSON_TEXT_H

#include "str.h"

#include <jansson.h>

/* TEXT as a JSON string. jansson takes only valid UTF-8, and paths may be any bytes: what is not
 * valid becomes U+FFFD. The caller owns it. */
json_t *json_text(struct arena *arena, str text);

#endif
