/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a QEMU has what a profile sets: types, properties and options by their names. */
#ifndef MODAVD_OFFER_H
#define MODAVD_OFFER_H

#include "diag.h"
#include "known.h"
#include "profile.h"

/* A QEMU that is asked, and how messages call it: "QEMU 7.2.22". With nothing known all is fine. */
struct offer {
    struct arena *arena;
    struct diags *diags;
    const struct known_qemu *known;
    str label;
};

/* Whether a type of one of FLAGS is called TYPE. False after a finding that names the right one. */
bool offer_type(const struct offer *offer, const struct text *type, uint32_t flags);

/* Whether TYPE has the property KEY, which is set at VALUE. */
bool offer_property(const struct offer *offer, str type, const struct text *key, struct span value);

/* Whether the word of WORDS at I, if it starts with '-', is an option, and whether each key of the
 * word behind it is one of its. */
bool offer_word(const struct offer *offer, const struct text_list *words, size_t i);

#endif
