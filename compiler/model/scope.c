/* SPDX-License-Identifier: Apache-2.0 */
#include "scope.h"

static const str cpus_name = STR_INIT("cpus"), ram_name = STR_INIT("ram");

struct scope scope_make(struct arena *arena, const struct profile *profile, const uint64_t *values,
                        uint32_t cpus, uint64_t ram) {
    size_t count = profile->params.count;
    struct variable *items = ARENA_ARRAY(arena, count + 2, struct variable);
    for (size_t i = 0; i < count; i++) {
        const struct param *param = &profile->params.items[i];
        uint64_t value = values ? values[i] : param->initial;
        items[i] = (struct variable){param->name.s, {param->type, value}, true};
    }
    items[count++] = (struct variable){cpus_name, {DIMENSION_NUMBER, cpus}, cpus > 0};
    items[count++] = (struct variable){ram_name, {DIMENSION_SIZE, ram}, ram > 0};
    return (struct scope){items, count, NULL};
}

bool scope_is_fact(str name) {
    return str_equal(name, cpus_name) || str_equal(name, ram_name);
}

bool scope_is_open(const struct scope *scope) {
    return scope->open && *scope->open;
}
