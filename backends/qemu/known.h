/* SPDX-License-Identifier: Apache-2.0 */
/* Which catalogues tell of a target's QEMU. */
#ifndef MODAVD_KNOWN_H
#define MODAVD_KNOWN_H

#include "catalogue.h"
#include "target.h"

enum { KNOWN_MAX = 8 };

/* A target's own catalogue, given or built in; or those of the nearest versions below and above,
 * which can only tell what neither of them has. */
struct known_qemu {
    const struct catalogue *items[KNOWN_MAX];
    size_t count; /* 0: the version is not known, nothing can be told */
    bool exact;
};

/* All built-in ones whose version is in RANGE and in ALSO. */
struct known_qemu known_in_range(const struct version_range *range,
                                 const struct version_range *also);

/* What is known of the QEMU of TARGET. A version counts by its first two numbers. */
struct known_qemu known_qemu(const struct target *target);

/* Whether one of KNOWN has the type, or the property of a type. A type whose properties
 * no one listed has every property. */
bool known_has_type(const struct known_qemu *known, str type);
bool known_has_property(const struct known_qemu *known, str type, str property);

/* Whether TYPE is PARENT or derives from it, so that a -global of PARENT reaches it; by any
 * catalogue where KNOWN does not tell. */
bool known_is_a(const struct known_qemu *known, str type, str parent);

/* The oldest built-in catalogue that has PROPERTY of TYPE (empty: the type itself); NULL: none. */
const struct catalogue *known_first(str type, str property);

/* "7.2": the first two numbers of CATALOGUE's version. */
str known_version(struct arena *arena, const struct catalogue *catalogue);

/* The type NAME in the newest catalogue that has it, *CATALOGUE; NULL: it is in none. */
const struct catalogue_type *known_type(const struct catalogue **catalogue, str name);

/* A type that has PROPERTY, the best known of those: where to put a property that stands alone. */
const struct catalogue_type *known_owner(const struct catalogue **catalogue, str property);

/* The class that the alias NAME stands for in any catalogue; empty when it is none. */
str known_alias(str name);

#endif
