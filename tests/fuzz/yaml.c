/* SPDX-License-Identifier: Apache-2.0 */
/* The YAML reader alone, and the findings it makes. */
#include "fuzz.h"
#include "render.h"
#include "yaml_tree.h"

static size_t depth_of(const struct node *node) {
    size_t deepest = 0;
    for (const struct node *child = node ? node->first : NULL; child; child = child->next) {
        size_t depth = depth_of(child);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = fuzz_arena();
    struct sources sources = {.arena = &arena};
    struct diags diags = diags_make(&arena, &sources);
    uint32_t source = source_add(&sources, STR("x.yaml"), (str){(const char *)bytes, size});
    struct buf said = buf_make(&arena);
    bool sound = false;
    struct node *tree = yaml_read(&arena, &diags, source, &sound);
    fuzz_check(sound == (diags.errors == 0), "a tree is sound when there is no finding");
    fuzz_check(tree || !sound, "what is sound has a tree");
    fuzz_check(depth_of(tree) <= YAML_DEPTH_MAX + 2, "the depth is bounded");
    render_text(&diags, true, &said);
    arena_free(&arena);
    return 0;
}
