/* SPDX-License-Identifier: Apache-2.0 */
/* Paths given twice, by one name or by two: what they lead to is read once. */
#ifndef MODAVD_DOUBLES_H
#define MODAVD_DOUBLES_H

#include "options.h"
#include "os.h"

/* Takes out of WORDS those that lead where an earlier one leads. */
void drop_doubles(const struct os *os, struct arena *arena, struct words *words);

/* Takes out of FILES those that stand in one of DIRECTORIES. */
void drop_held(const struct os *os, struct arena *arena, struct words *files,
               const struct words *directories);

#endif
