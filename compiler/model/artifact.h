/* SPDX-License-Identifier: Apache-2.0 */
/* The files of an instance's set. */
#ifndef MODAVD_ARTIFACT_H
#define MODAVD_ARTIFACT_H

#include "str.h"

#define ARTIFACT_TABLE "modavd-cst.aml"
#define ARTIFACT_ARGUMENTS "modavd.args"
#define ARTIFACT_SCRIPT "modavd-postboot.sh"
#define ARTIFACT_MANIFEST "modavd-manifest.json"

struct artifact {
    str name;
    str bytes;
    bool executable;
};

/* In the order in which they are put in place: the manifest is the last one. */
struct artifacts {
    const struct artifact *items;
    size_t count;
};

#endif
