/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"
#include "mount.h"
#include "planner.h"

/* A check that the mount stands for: it has no place of its own in the profile. */
static void add_check(struct planner *planner, const struct candidate_profile *candidate,
                      const struct check *from, str value) {
    struct check *check = ARENA_NEW(planner->in->arena, struct check);
    str *values = ARENA_NEW(planner->in->arena, str);
    *check = *from;
    *values = value;
    struct plan_check *out =
        growing_add(planner->in->arena, &planner->checks, sizeof(struct plan_check));
    *out = (struct plan_check){check, candidate->profile, values, 1, true, {0}};
}

/* Of 9p only msize and cache can be read back: net/9p and fs/9p/v9fs.c print the others as they
 * please. */
static bool is_shown(const struct mount *mount, str option) {
    return mount->type.value == MOUNT_9P &&
           (str_equal(option, STR("msize")) || str_equal(option, STR("cache")));
}

static void check_option(struct planner *planner, const struct candidate_profile *candidate,
                         str path, const struct property *option, str value) {
    const struct check check = {.kind = CHECK_MOUNT_OPTION,
                                .name = str_format(planner->in->arena, "mount.%.*s.%.*s",
                                                   STR_ARG(path), STR_ARG(option->key.s)),
                                .argument = {path, option->key.s},
                                .test = TEST_VALUE,
                                .at = option->key.at};
    add_check(planner, candidate, &check, value);
}

static void check_mounted(struct planner *planner, const struct candidate_profile *candidate,
                          const struct mount *mount, str path, str what) {
    const struct check check = {
        .kind = CHECK_MOUNTED,
        .name = str_format(planner->in->arena, "mount.%.*s", STR_ARG(path)),
        .argument = {path, str_from(word_text(mount_words, mount->type.value))},
        .test = TEST_VALUE,
        .at = mount->at};
    add_check(planner, candidate, &check, what);
}

static bool plan_options(struct planner *planner, const struct candidate_profile *candidate,
                         const struct mount *mount, str path, struct buf *out) {
    struct arena *arena = planner->in->arena;
    bool sound = true;
    for (size_t i = 0; i < mount->options.count; i++) {
        const struct property *option = &mount->options.items[i];
        str value;
        if (!mount_option_value(arena, (enum mount_type)mount->type.value, option,
                                &candidate->scope, planner->in->diags, &value)) {
            sound = false;
            continue;
        }
        buf_format(out, "%s%.*s=%.*s", out->len > 0 ? "," : "", STR_ARG(option->key.s),
                   STR_ARG(value));
        if (is_shown(mount, option->key.s))
            check_option(planner, candidate, path, option, value);
    }
    return sound;
}

static bool plan_mount(struct planner *planner, const struct candidate_profile *candidate,
                       const struct mount *mount) {
    struct arena *arena = planner->in->arena;
    struct buf options = buf_make(arena);
    str path, what;
    if (!expr_expand(arena, &mount->path, &candidate->scope, planner->in->diags, &path) ||
        !expr_expand(arena, &mount->what, &candidate->scope, planner->in->diags, &what))
        return false;
    check_mounted(planner, candidate, mount, path, what);
    bool sound = plan_options(planner, candidate, mount, path, &options);
    struct plan_mount *out = growing_add(arena, &planner->mounts, sizeof(struct plan_mount));
    *out = (struct plan_mount){str_from(word_text(mount_words, mount->type.value)), what, path,
                               buf_view(&options), candidate->profile};
    return sound;
}

bool plan_mounts(struct planner *planner, const struct candidate_profile *candidate) {
    const struct mounts *mounts = &candidate->profile->mounts;
    bool sound = true;
    for (size_t i = 0; i < mounts->count; i++)
        sound &= plan_mount(planner, candidate, &mounts->items[i]);
    return sound;
}
