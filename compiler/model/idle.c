/* SPDX-License-Identifier: Apache-2.0 */
#include "expr.h"

bool idle_state_compute(const struct idle_state *state, const struct scope *scope,
                        struct diags *diags, struct cst_state *out) {
    struct quantity latency = {0}, power = {0}, hint = {0};
    bool sound = true;
    if (state->power.at.source)
        sound &= expr_quantity(STR("power"), &state->power, DIMENSION_NUMBER, scope, diags, &power);
    if (state->hint.at.source)
        sound &= expr_quantity(STR("hint"), &state->hint, DIMENSION_NUMBER, scope, diags, &hint);
    /* the last one, since scope_is_open() tells of it to the callers */
    sound &=
        expr_quantity(STR("latency"), &state->latency, DIMENSION_DURATION, scope, diags, &latency);
    if (scope_is_open(scope))
        latency.value = 0; /* not known yet, and not judged */
    if (!sound)
        return false;
    if (latency.value % 1000 != 0 || latency.value / 1000 > UINT32_MAX) {
        diag(diags, MP_OUT_OF_RANGE, state->latency.at,
             "'latency' must be whole microseconds, 0 to 4294967295us");
        return false;
    }
    if (power.value > UINT32_MAX) {
        diag(diags, MP_OUT_OF_RANGE, state->power.at, "'power' must be 0 to 4294967295");
        return false;
    }
    *out = (struct cst_state){(enum cst_enter)state->enter.value, (uint32_t)hint.value,
                              (uint32_t)(latency.value / 1000), (uint32_t)power.value};
    return true;
}
