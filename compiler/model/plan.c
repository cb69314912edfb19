/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

const char *layer_text(enum layer layer) {
    static const char *const texts[] = {
        [LAYER_DEFAULT] = "built-in default",
        [LAYER_DETECTED] = "this machine",
        [LAYER_PROFILE] = "profile",
        [LAYER_AVD] = "instance",
        [LAYER_ROOT] = "modavd.yaml of the root",
        [LAYER_INSTANCE] = "modavd.yaml of the instance",
        [LAYER_COMMAND_LINE] = "command line",
    };
    return texts[layer];
}

const char *state_text(enum state state) {
    static const char *const texts[] = {"off", "partial", "on"};
    return texts[state];
}
