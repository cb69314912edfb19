/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a command as the one line that Windows starts a program with. */
#ifndef MODAVD_WINDOWS_QUOTE_H
#define MODAVD_WINDOWS_QUOTE_H

#include "buf.h"

/* Puts WORD so that CommandLineToArgvW and Microsoft's C library read it back as it is, whatever it
 * holds but a NUL. Not for the first word of a line, where '\' before '"' means nothing. */
void windows_quote(struct buf *out, str word);

/* Puts the name of the program, the first word of a line: it ends at the next '"'. */
void windows_quote_program(struct buf *out, str word);

#endif
