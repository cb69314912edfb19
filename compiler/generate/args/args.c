/* SPDX-License-Identifier: Apache-2.0 */
#include "args.h"

#include "buf.h"

str args_emit(struct arena *arena, const struct plan *plan) {
    struct buf out = buf_make(arena);
    for (size_t i = 0; i < plan->argument_count; i++) {
        buf_str(&out, plan->arguments[i].text);
        buf_char(&out, '\n');
    }
    return buf_view(&out);
}
