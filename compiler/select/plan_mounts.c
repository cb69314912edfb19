/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"
#include "mount.h"
#include "planner.h"

/* "msize=262144", or the bare word. */
static void put_option(struct buf *out, str name, const struct mount_option *option) {
    if (option->form == OPTION_OFF)
        return;
    buf_text(out, out->len > 0 ? "," : "");
    buf_str(out, name);
    if (option->form == OPTION_VALUE)
        buf_format(out, "=%.*s", STR_ARG(option->value));
}

static struct plan_option how_it_shows(str name, const struct mount_option *option) {
    bool cut = option->at_least.len > 0;
    return (struct plan_option){.name = name,
                                .value = cut ? option->at_least : option->value,
                                .test = option->form == OPTION_OFF ? TEST_ABSENT
                                        : cut                      ? TEST_AT_LEAST
                                                                   : TEST_VALUE,
                                .sure = option->sure};
}

static bool plan_options(struct planner *planner, const struct candidate_profile *candidate,
                         const struct mount *mount, struct plan_mount *out) {
    struct arena *arena = planner->in->arena;
    struct buf words = buf_make(arena);
    struct plan_option *shown = ARENA_ARRAY(arena, mount->options.count, struct plan_option);
    bool sound = true;
    for (size_t i = 0; i < mount->options.count; i++) {
        const struct property *property = &mount->options.items[i];
        struct mount_option option;
        size_t told = planner->in->diags->count;
        if (mount_option_value(arena, (enum mount_type)mount->type.value, property,
                               &candidate->scope, planner->in->diags, &option)) {
            put_option(&words, property->key.s, &option);
            shown[i] = how_it_shows(property->key.s, &option);
        } else {
            sound = false;
        }
        if (planner->in->diags->count > told)
            note_params(planner, candidate);
    }
    out->options = buf_view(&words);
    out->shown = shown;
    out->shown_count = mount->options.count;
    return sound;
}

static bool same_mount(const struct plan_mount *a, const struct plan_mount *b) {
    return str_equal(a->type, b->type) && str_equal(a->what, b->what) &&
           str_equal(a->options, b->options);
}

/* Two profiles may want the same of a path; *NEWS is cleared then. */
static bool check_place(struct planner *planner, const struct plan_mount *mount, bool *news) {
    const struct plan_mount *items = planner->mounts.items;
    for (size_t i = 0; i < planner->mounts.count; i++) {
        if (!str_equal(items[i].path, mount->path))
            continue;
        *news = false;
        if (same_mount(&items[i], mount))
            return true;
        diag(planner->in->diags, MP_CONFLICT, mount->at,
             "'%.*s' and '%.*s' mount different things at %.*s: disable one of the two",
             STR_ARG(mount->profile->name.s), STR_ARG(items[i].profile->name.s),
             STR_ARG(mount->path));
        diag_note(planner->in->diags, items[i].at, "'%.*s' mounts it here",
                  STR_ARG(items[i].profile->name.s));
        return false;
    }
    return true;
}

static bool plan_mount(struct planner *planner, const struct candidate_profile *candidate,
                       const struct mount *mount) {
    struct arena *arena = planner->in->arena;
    struct diags *diags = planner->in->diags;
    enum mount_type type = (enum mount_type)mount->type.value;
    struct plan_mount made = {.type = str_from(word_text(mount_words, mount->type.value)),
                              .profile = candidate->profile,
                              .at = mount->path.at};
    bool news = true;
    if (!mount_path(arena, &mount->path, &candidate->scope, diags, &made.path) ||
        !mount_what(arena, type, &mount->what, &candidate->scope, diags, &made.what)) {
        note_params(planner, candidate);
        return false;
    }
    if (!plan_options(planner, candidate, mount, &made) || !check_place(planner, &made, &news))
        return false;
    if (news)
        *(struct plan_mount *)growing_add(arena, &planner->mounts, sizeof made) = made;
    return true;
}

bool plan_mounts(struct planner *planner, const struct candidate_profile *candidate) {
    const struct mounts *mounts = &candidate->profile->mounts;
    bool sound = true;
    for (size_t i = 0; i < mounts->count; i++)
        sound &= plan_mount(planner, candidate, &mounts->items[i]);
    return sound;
}
