/* SPDX-License-Identifier: Apache-2.0 */
#include "artifact.h"
#include "path.h"
#include "planner.h"

static void drop(struct planner *planner, struct candidate_profile *candidate, enum code code,
                 str why, str change) {
    struct reason *reason =
        reason_add(planner, candidate, code, EFFECT_PART, candidate->profile->cst.at, why, change);
    reason->part = PART_ACPI;
}

/* Relative to the run directory; without one the emulator runs in the instance's own. */
static bool table_path(struct planner *planner, str *path, str *why) {
    struct arena *arena = planner->in->arena;
    const str name = STR(ARTIFACT_TABLE);
    str run_dir = planner->in->target->run_dir;
    *path = name;
    if (run_dir.len == 0)
        return true;
    if (path_relative(arena, run_dir, path_join(arena, planner->in->instance->directory, name),
                      path))
        return true;
    bool drives =
        path_root(run_dir).len != 1 && path_root(planner->in->instance->directory).len != 1;
    *why = drives ? STR("the instance is on another drive than the run directory: no relative path "
                        "exists")
                  : STR("the run directory is a path of another system: say it relative to the "
                        "instances");
    return false;
}

/* States with errors have told them; they count as the smallest. */
static bool table_fits(struct planner *planner, const struct candidate_profile *candidate) {
    const struct idle_states *cst = &candidate->profile->cst;
    struct cst_state states[CST_STATES_MAX] = {0};
    for (size_t i = 0; i < cst->count && i < CST_STATES_MAX; i++)
        if (!idle_state_compute(&cst->items[i], &candidate->scope, planner->in->diags, &states[i]))
            note_params(planner, candidate);
    return cst_table_size(planner->cpus.names, planner->in->instance->cpus, states, cst->count) <=
           SSDT_SIZE_MAX;
}

void decide_table(struct planner *planner, struct candidate_profile *candidate, str *spelt) {
    const struct machine_cpus *cpus = &planner->cpus;
    str path, why;
    if (!candidate->profile->has_part[PART_ACPI])
        return;
    if (!cpus->takes_tables)
        drop(planner, candidate, MP_CPU_NAMES, cpus->why_not, cpus->change);
    else if (!table_fits(planner, candidate))
        drop(planner, candidate, MP_TABLE_SIZE,
             STR("the table would have more than the 65535 bytes that QEMU takes"), (str){0});
    else if (!table_path(planner, &path, &why) ||
             !planner->backend->spell_table_path(planner->in->arena, path, spelt, &why))
        drop(planner, candidate, MP_PATH_SPELLING, why, STR("another --run-dir or directory name"));
}
