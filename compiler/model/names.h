/* SPDX-License-Identifier: Apache-2.0 */
/* Which names the places that they end up in can carry. */
#ifndef MODAVD_NAMES_H
#define MODAVD_NAMES_H

#include "str.h"

/* Small letters, digits and '-', starting with a letter or digit, 1 to MOST characters. */
bool name_is_plain(str name, size_t most);

/* CON, NUL, COM1 and the like, also with an extension: devices on Windows in every directory. */
bool name_is_device(str name);

/* Capital letters, digits and '_', not starting with a digit. */
bool name_is_variable(str name);

/* A file name of letters, digits and ". _ + -" that is not "." or "..". */
bool name_is_file(str name);

/* A QEMU type or property: letters, digits and "- _ . +", at most 63 (-global reads no more). */
bool name_is_qemu(str name);

/* Letters, digits and ". _ -", starting with a letter or digit: needs no quoting anywhere. */
bool name_is_word(str name);

/* QEMU's id_wellformed(): a letter, then letters, digits and "- . _". */
bool name_is_qemu_id(str name);

#endif
