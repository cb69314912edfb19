/* SPDX-License-Identifier: Apache-2.0 */
#include "match.h"

bool match_text(const char *pattern, str text) {
    str wanted = str_from(pattern);
    if (!pattern)
        return true;
    if (str_starts(wanted, STR("!")))
        return !str_equal(text, str_from_at(wanted, 1));
    if (str_ends(wanted, STR("*")))
        return str_starts(text, str_first(wanted, wanted.len - 1));
    return str_equal(text, wanted);
}

bool match_version(const struct version *qemu, const char *since, const char *until) {
    struct version first, next;
    if (!since && !until)
        return true;
    if (!qemu->known)
        return false;
    if (since && version_parse(str_from(since), &first) && version_compare(qemu, &first) < 0)
        return false;
    return !until || !version_parse(str_from(until), &next) || version_compare(qemu, &next) < 0;
}
