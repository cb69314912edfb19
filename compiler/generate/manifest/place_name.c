/* SPDX-License-Identifier: Apache-2.0 */
#include "place_name.h"

str place_name(struct arena *arena, const struct sources *sources, struct span at) {
    const struct source *source = source_get(sources, at.source);
    str name = source->name;
    if (source->of_run || !span_has_position(at))
        return name;
    struct position position = span_position(sources, at);
    return str_format(arena, "%.*s:%u:%u", STR_ARG(name), position.line, position.column);
}
