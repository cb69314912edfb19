/* SPDX-License-Identifier: Apache-2.0 */
/* The one door through which text of a user gets into a shell script. */
#ifndef MODAVD_SH_QUOTE_H
#define MODAVD_SH_QUOTE_H

#include "buf.h"

/* S as one word of a POSIX shell (XCU 2.2.2): in single quotes nothing is special but the single
 * quote itself. A NUL, which no shell can hold, becomes a question mark. */
void sh_quote(struct buf *out, str s);

#endif
