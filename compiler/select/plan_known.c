/* SPDX-License-Identifier: Apache-2.0 */
#include "planner.h"
#include "rules.h"

struct offer offer_here(struct planner *planner) {
    str rest = planner->in->target->qemu.text, version = str_cut(&rest, ' ');
    str label = str_format(planner->in->arena, "QEMU %.*s", STR_ARG(version));
    return (struct offer){planner->in->arena, planner->in->diags, &planner->known, label};
}

/* Once for a target: what its QEMU has is not known, or only by its neighbours. */
void note_catalogue(struct planner *planner) {
    struct arena *arena = planner->in->arena;
    const struct known_qemu *known = &planner->known;
    struct span at = planner->in->target->from[TARGET_QEMU].at;
    if (known->exact || planner->items.count == 0)
        return;
    if (known->count == 0) {
        diag(planner->in->diags, MP_NO_CATALOGUE, at,
             "the QEMU version is not known: nothing was checked against it (--qemu VERSION)");
        return;
    }
    str first = known_version(arena, known->items[0]);
    str last = known_version(arena, known->items[known->count - 1]);
    diag(planner->in->diags, MP_NO_CATALOGUE, at,
         "%.*s is not among the versions known here: checked against %.*s%s%.*s",
         STR_ARG(offer_here(planner).label), STR_ARG(first), known->count > 1 ? " and " : "",
         known->count > 1 ? (int)last.len : 0, last.at);
}

/* The catalogues are of qemu-system-x86_64. */
bool check_machine(struct planner *planner) {
    const struct instance *instance = planner->in->instance;
    const struct known_qemu *known = &planner->known;
    bool x86 = instance->arch == ARCH_X86 || instance->arch == ARCH_X86_64;
    if (!known->exact || !x86 || instance->machine.len == 0 ||
        catalogue_has_machine(known->items[0], instance->machine))
        return true;
    struct arena *arena = planner->in->arena;
    str near = catalogue_nearest_machine(known->items[0], instance->machine);
    diag(planner->in->diags, MP_UNKNOWN_MACHINE, instance->machine_at,
         "%.*s has no machine '%.*s'%s%.*s%s", STR_ARG(offer_here(planner).label),
         STR_ARG(str_shorten(arena, instance->machine)), near.len ? ", did you mean '" : "",
         STR_ARG(near), near.len ? "'?" : "");
    return false;
}

bool check_rules(struct planner *planner) {
    const struct plan_input *in = planner->in;
    const struct cmd_items ours = {planner->items.items, planner->items.count, {0}};
    const struct rules_input input = {
        in->arena, in->diags,         &planner->known,    &ours,
        in->base,  in->target->accel, in->instance->cpus, in->instance->ram};
    return rules_hold(&input);
}

static bool has_key(const struct assignments *list, const char *key) {
    for (size_t i = 0; list && i < list->count; i++)
        if (str_equal(list->items[i].key.s, str_from(key)))
            return true;
    return false;
}

const struct fault *next_fault(struct planner *planner, const struct fault *after,
                               const struct setting *setting, const struct assignments *list) {
    const struct target *target = planner->in->target;
    do
        after = fault_next(after, &target->qemu, target->accel, setting);
    while (after && after->unless && has_key(list, after->unless));
    return after;
}
