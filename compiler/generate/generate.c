/* SPDX-License-Identifier: Apache-2.0 */
#include "generate.h"

#include "args.h"
#include "manifest.h"
#include "postboot.h"
#include "ssdt.h"

static str table_bytes(struct arena *arena, const struct plan *plan) {
    if (plan->state_count == 0)
        return (str){0};
    return ssdt_emit(arena, plan->cpu_names, plan->instance->cpus, plan->states, plan->state_count);
}

struct artifacts generate(struct arena *arena, const struct sources *sources,
                          const struct plan *plan, const uint32_t *inputs, size_t input_count) {
    enum { FILES = 4 };
    struct artifact *items = ARENA_ARRAY(arena, FILES, struct artifact);
    struct artifacts set = {items, 0};
    str table = table_bytes(arena, plan);
    if (table.len > 0) /* no state, no table: an empty file would stop QEMU */
        items[set.count++] = (struct artifact){STR(ARTIFACT_TABLE), table, false};
    items[set.count++] = (struct artifact){STR(ARTIFACT_SCRIPT), postboot_emit(arena, plan), true};
    items[set.count++] = (struct artifact){STR(ARTIFACT_ARGUMENTS), args_emit(arena, plan), false};
    str manifest = manifest_emit(arena, sources, plan, &set, inputs, input_count);
    items[set.count++] = (struct artifact){STR(ARTIFACT_MANIFEST), manifest, false};
    return set;
}
