/* SPDX-License-Identifier: Apache-2.0 */
/* A word as a command line spells it, so that it comes out as it is. */
#ifndef MODAVD_QUOTE_H
#define MODAVD_QUOTE_H

#include "buf.h"

/* S as one word of a POSIX shell (XCU 2.2.2): in single quotes nothing is special but the single
 * quote itself. A NUL, which no shell can hold, becomes a question mark. */
void quote_sh(struct buf *out, str s);

/* WORD for the one line that Windows starts a program with, so that CommandLineToArgvW and
 * Microsoft's C library read it back as it is, whatever it holds but a NUL. Not for the first word
 * of a line, where '\' before '"' means nothing. */
void quote_windows(struct buf *out, str word);

/* The same with quotation marks around it, whether the program needs them or not. */
void quote_windows_always(struct buf *out, str word);

/* The name of the program, the first word of a line: it ends at the next '"'. */
void quote_windows_program(struct buf *out, str word);

#endif
