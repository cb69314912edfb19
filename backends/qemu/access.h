/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which settings let QEMU, or the guest through it, reach the host: its files, network, devices,
 * other processes, or QEMU's own monitor.
 */
#ifndef MODAVD_ACCESS_H
#define MODAVD_ACCESS_H

#include "backend.h"

/* The first row that fits decides; the patterns are those of match_text. A row without PROPERTY is
 * about the thing itself, whose value is the word behind an option; one with it about a property,
 * or a key of an option's value. */
struct access {
    enum setting_kind kind;
    const char *type; /* of an argument the option, without '-' */
    const char *property, *value;
    const char *why; /* completes "it ..."; NULL: it does not reach the host */
};

/* What SETTING, whose kind is not SETTING_CST, does to the host; NULL when it does nothing. An
 * option or object type that nobody has looked at yet counts as one that reaches it. */
const char *access_why(const struct setting *setting);

/* Whether the table has a row for the option or object type NAME itself. */
bool access_knows(enum setting_kind kind, str name);

/* Whether OPTION, without '-', takes the word behind it, whatever that is. */
bool option_takes_word(str option);

#endif
