/* SPDX-License-Identifier: Apache-2.0 */
/*
 * QEMU's command line taken apart: what a profile makes and what a manager's own line holds become
 * the same items, so that one rule reads both.
 */
#ifndef MODAVD_CMDLINE_H
#define MODAVD_CMDLINE_H

#include "profile.h"

struct cmd_property {
    str key, value;
    struct span at;
};

/* One option: "-device virtio-blk-pci,id=d0,ioeventfd=off". */
struct cmd_item {
    str option; /* "device", without '-' */
    str type;   /* what stands first: "virtio-blk-pci"; of -global the device type */
    str id;
    const struct cmd_property *properties;
    size_t count;
    struct span at;
    const struct profile *profile; /* NULL: the manager's own */
};

struct cmd_items LIST_OF(struct cmd_item);

/* WORDS as QEMU takes them apart, of PROFILE or (NULL) a manager. A word without '-' that no option
 * takes is left out, and so is a -global that sets nothing: each that is here has one property.
 * JSON forms of -device, -object, -netdev and -blockdev are read too. */
struct cmd_items cmdline_parse(struct arena *arena, const struct text_list *words,
                               const struct profile *profile);

/* The text of *REST up to its next ',' that is not doubled, with doubled ones made single, on
 * ARENA. Moves *REST behind that ','. */
str cmdline_value(struct arena *arena, str *rest);

/* The value of KEY in ITEM; NULL when it is not set. The last one holds, as in QEMU. */
const struct cmd_property *cmd_property(const struct cmd_item *item, str key);

/* Whether ITEM is an OPTION ("device"). */
bool cmd_is(const struct cmd_item *item, const char *option);

#endif
