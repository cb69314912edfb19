/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

const struct profile *profiles_find(const struct profiles *profiles, str name) {
    for (size_t i = 0; i < profiles->count; i++)
        if (str_equal(profiles->items[i].name.s, name))
            return &profiles->items[i];
    return NULL;
}

static str name_at(const void *context, size_t i) {
    return ((const struct profiles *)context)->items[i].name.s;
}

str profiles_nearest(const struct profiles *profiles, str name) {
    return str_nearest(name, profiles->count, name_at, profiles);
}
