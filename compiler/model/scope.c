/* SPDX-License-Identifier: Apache-2.0 */
#include "scope.h"

#include "param.h"

static const str cpus_name = STR_INIT("cpus"), ram_name = STR_INIT("ram");

struct scope scope_make(struct arena *arena, const struct profile *profile,
                        const struct param_value *values, uint32_t cpus, uint64_t ram) {
    size_t count = profile->params.count;
    struct variable *items = ARENA_ARRAY(arena, count + 2, struct variable);
    for (size_t i = 0; i < count; i++) {
        const struct param *param = &profile->params.items[i];
        struct param_content content = values ? values[i].value : param->initial;
        items[i] = (struct variable){param->name.s, content.number, content.text,
                                     values || !param->required, param_is_text(param)};
    }
    items[count++] = (struct variable){cpus_name, {DIMENSION_NUMBER, cpus}, {0}, cpus > 0, false};
    items[count++] = (struct variable){ram_name, {DIMENSION_SIZE, ram}, {0}, ram > 0, false};
    size_t *room = ARENA_NEW(arena, size_t);
    *room = (size_t)EXPANSION_MAX + 1;
    return (struct scope){.items = items, .count = count, .room = room};
}

bool scope_is_fact(str name) {
    return str_equal(name, cpus_name) || str_equal(name, ram_name);
}

bool scope_is_open(const struct scope *scope) {
    return scope->open && *scope->open;
}
