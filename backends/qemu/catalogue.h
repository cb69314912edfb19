/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one version of QEMU offers: its types, their properties, options and machines, as the
 * command `probe` read them from the binary. Texts are offsets into one pool, so that the built-in
 * catalogues are plain constants which cost nothing at start.
 */
#ifndef MODAVD_CATALOGUE_H
#define MODAVD_CATALOGUE_H

#include "version.h"

typedef uint32_t catalogue_text; /* offset of a text in the pool that ends with a NUL; 0: empty */

enum {
    CATALOGUE_DEVICE = 1, /* -device makes one, -global sets it */
    CATALOGUE_OBJECT = 2, /* -object makes one */
    CATALOGUE_ABSTRACT = 4,
    CATALOGUE_LISTED = 8 /* its properties are known */
};

struct catalogue_property {
    catalogue_text name, kind; /* kind as QMP calls it: "bool", "uint16", "link<iothread>" */
    catalogue_text initial;    /* as on a command line: on, off, 256; empty: not known */
};

/* COUNT properties or keys from FIRST on, sorted by name. */
struct catalogue_type {
    catalogue_text name, parent;
    uint32_t first, count, flags;
};

struct catalogue_option {
    catalogue_text name;   /* without '-' */
    uint32_t first, count; /* into keys; none: the keys are not known */
};

struct catalogue_alias {
    catalogue_text name, type;
};

/* All lists are sorted by the bytes of their names. */
struct catalogue {
    const char *pool;
    catalogue_text version;
    const struct catalogue_type *types;
    const struct catalogue_property *properties;
    const struct catalogue_option *options;
    const catalogue_text *keys, *machines, *accelerators;
    const struct catalogue_alias *aliases;
    uint32_t type_count, option_count, machine_count, accelerator_count, alias_count;
};

/* The text at OFFSET. */
str catalogue_str(const struct catalogue *catalogue, catalogue_text offset);

/* The version that was probed. */
struct version catalogue_version(const struct catalogue *catalogue);

/* By exact name; NULL when there is none. */
const struct catalogue_type *catalogue_type(const struct catalogue *catalogue, str name);
const struct catalogue_option *catalogue_option(const struct catalogue *catalogue, str name);

/* The class that the alias NAME stands for; empty when it is none. */
str catalogue_alias(const struct catalogue *catalogue, str name);

/* Whether the properties of TYPE are known: its own or, for an abstract type, those of a type that
 * derives from it. */
bool catalogue_lists(const struct catalogue *catalogue, const struct catalogue_type *type);

/* The property NAME of TYPE. An abstract type such as virtio-pci, which QEMU does not list, has
 * what its listed children have: the first that has it tells. NULL when there is none. */
const struct catalogue_property *catalogue_property(const struct catalogue *catalogue,
                                                    const struct catalogue_type *type, str name);

/* Whether TYPE is PARENT or derives from it (object_dynamic_cast in QEMU). */
bool catalogue_is_a(const struct catalogue *catalogue, const struct catalogue_type *type,
                    str parent);

bool catalogue_has_machine(const struct catalogue *catalogue, str name);
bool catalogue_has_key(const struct catalogue *catalogue, const struct catalogue_option *option,
                       str key);

/* The name nearest to a misspelt one, empty when none is near. FLAGS: only types with one of them.
 */
str catalogue_nearest_type(const struct catalogue *catalogue, uint32_t flags, str name);
str catalogue_nearest_property(const struct catalogue *catalogue, const struct catalogue_type *type,
                               str name);
str catalogue_nearest_machine(const struct catalogue *catalogue, str name);
str catalogue_nearest_option(const struct catalogue *catalogue, str name);

/* The catalogues built into the program, from the oldest version to the newest. */
extern const struct catalogue *const catalogues[];
extern const size_t catalogue_count;

#endif
