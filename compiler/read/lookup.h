/* SPDX-License-Identifier: Apache-2.0 */
/* What is where on the machine: the questions that the search for instances asks again and again.
 */
#ifndef MODAVD_LOOKUP_H
#define MODAVD_LOOKUP_H

#include "reading.h"

enum os_kind lookup_kind(const struct reading *reading, str path);

bool lookup_is_directory(const struct reading *reading, str path);

/* Whether no name PATH is there. A link that leads nowhere is there, and so is what may not be
 * looked at: reading it tells what is wrong. */
bool lookup_absent(const struct reading *reading, str path);

/* Whether anything called NAME is in DIRECTORY, be it a link that leads nowhere. Where nobody may
 * look there is nothing; where a disk fails to tell there is nothing either, after MP0001. */
bool lookup_holds(const struct reading *reading, str directory, const char *name);

/* PATH absolute, with links resolved. */
enum os_status lookup_real(const struct reading *reading, str path, str *out);

/* Which directory or file is at PATH. */
enum os_status lookup_identity(const struct reading *reading, str path, struct os_identity *out);

/* Whether A and B lead to one directory, however they are spelt; false where one of them leads
 * nowhere. */
bool lookup_same(const struct reading *reading, str a, str b);

/* Whether STATUS says that nothing is there, not that it cannot be seen. */
bool lookup_is_nothing(enum os_status status);

enum os_status lookup_list(const struct reading *reading, str directory, struct os_listing *out);

/* PATH as a place of findings: it becomes a source without content. */
struct span lookup_place(const struct reading *reading, str path);

/* MP0001 for PATH, and the exit status that goes with it. */
void lookup_report(const struct reading *reading, str path, enum os_status status);

/* The directory PATH, shown as SHOWN, absolute and with links resolved. False after MP0001. */
bool lookup_directory(const struct reading *reading, str path, str shown, str *out);

/* NAME without SUFFIX, if it ends so in any case. */
str lookup_stem(str name, const char *suffix);

/* A reading whose findings nobody sees. It points into itself: do not copy it. */
struct lookup_quiet {
    struct reading reading;
    struct diags diags;
    struct sources sources;
};

void lookup_hush(struct lookup_quiet *quiet, const struct reading *loud);

#endif
