/* SPDX-License-Identifier: Apache-2.0 */
#include "lookup.h"

#include "path.h"

enum os_kind lookup_kind(const struct reading *reading, str path) {
    return reading->os->kind(reading->os->context, path);
}

bool lookup_is_directory(const struct reading *reading, str path) {
    return lookup_kind(reading, path) == OS_KIND_DIRECTORY;
}

/* Of the name itself: the other calls follow links. */
static enum os_status own_status(const struct reading *reading, str path) {
    struct os_file file;
    return reading->os->read_own(reading->os->context, reading->arena, path, SIZE_MAX, &file);
}

bool lookup_absent(const struct reading *reading, str path) {
    return lookup_kind(reading, path) == OS_KIND_NONE && own_status(reading, path) == OS_NOT_FOUND;
}

bool lookup_holds(const struct reading *reading, str directory, const char *name) {
    str path = path_join(reading->arena, directory, str_from(name));
    if (lookup_kind(reading, path) != OS_KIND_NONE)
        return true;
    enum os_status status = own_status(reading, path);
    if (status == OS_OK || status == OS_LINK_LOOP)
        return true;
    if (!lookup_is_nothing(status) && status != OS_DENIED)
        lookup_report(reading, path, status);
    return false;
}

enum os_status lookup_real(const struct reading *reading, str path, str *out) {
    return reading->os->real_path(reading->os->context, reading->arena, path, out);
}

enum os_status lookup_identity(const struct reading *reading, str path, struct os_identity *out) {
    return reading->os->identity(reading->os->context, path, out);
}

bool lookup_same(const struct reading *reading, str a, str b) {
    struct os_identity id_a, id_b;
    return lookup_identity(reading, a, &id_a) == OS_OK &&
           lookup_identity(reading, b, &id_b) == OS_OK && os_identity_compare(&id_a, &id_b) == 0;
}

bool lookup_is_nothing(enum os_status status) {
    return status == OS_NOT_FOUND || status == OS_NOT_DIRECTORY;
}

enum os_status lookup_list(const struct reading *reading, str directory, struct os_listing *out) {
    return reading->os->list(reading->os->context, reading->arena, directory, out);
}

struct span lookup_place(const struct reading *reading, str path) {
    return span_file(source_add(reading->diags->sources, path, (str){0}));
}

void lookup_report(const struct reading *reading, str path, enum os_status status) {
    reading->diags->io_failed = true;
    diag(reading->diags, MP_UNREADABLE, lookup_place(reading, path), "cannot be read: %s",
         os_status_text(status));
}

bool lookup_directory(const struct reading *reading, str path, str shown, str *out) {
    enum os_status status = lookup_real(reading, path, out);
    if (status != OS_OK)
        lookup_report(reading, shown, status);
    return status == OS_OK;
}

str lookup_stem(str name, const char *suffix) {
    str end = str_from(suffix);
    return str_ends_nocase(name, end) ? str_first(name, name.len - end.len) : name;
}

void lookup_hush(struct lookup_quiet *quiet, const struct reading *loud) {
    quiet->reading = *loud;
    quiet->sources = (struct sources){.arena = loud->arena};
    quiet->diags = diags_make(loud->arena, &quiet->sources);
    quiet->reading.diags = &quiet->diags;
}
