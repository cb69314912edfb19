/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of others, such as paths, made safe to show on a terminal. */
#ifndef MODAVD_VISIBLE_H
#define MODAVD_VISIBLE_H

#include "buf.h"

/* Puts TEXT with a blank for each control character (U+0000 to 001F, 007F to 009F), and U+FFFD for
 * each byte that is not UTF-8. */
void put_visible(struct buf *out, str text);

/* The same as a text on ARENA. */
str str_visible(struct arena *arena, str text);

#endif
