/* SPDX-License-Identifier: Apache-2.0 */
#include "argument_checks.h"
#include "expr.h"
#include "mount.h"
#include "names.h"
#include "profile_checks.h"

static void check_options(struct checker *checker, const struct mount *mount) {
    for (size_t i = 0; i < mount->options.count; i++) {
        const struct property *property = &mount->options.items[i];
        struct mount_option option;
        if (!name_is_word(property->key.s))
            diag(checker->diags, MP_BAD_NAME, property->key.at,
                 "'%.*s' cannot name an option of mount", STR_ARG(property->key.s));
        mount_option_value(checker->arena, (enum mount_type)mount->type.value, property,
                           &checker->scope, checker->diags, &option);
    }
}

/* A second mount at a path hides the first. */
static void check_place(struct checker *checker, const struct profile *profile, const str *paths,
                        size_t i) {
    for (size_t j = 0; paths[i].len > 0 && j < i; j++)
        if (str_equal(paths[i], paths[j])) {
            diag(checker->diags, MP_CONFLICT, profile->mounts.items[i].path.at,
                 "a second mount at %.*s", STR_ARG(str_shorten(checker->arena, paths[i])));
            diag_note(checker->diags, profile->mounts.items[j].path.at, "the first one is here");
            return;
        }
}

void check_mounts(struct checker *checker, const struct profile *profile) {
    str *paths = ARENA_ARRAY(checker->arena, profile->mounts.count, str), what;
    for (size_t i = 0; i < profile->mounts.count; i++) {
        const struct mount *mount = &profile->mounts.items[i];
        mount_what(checker->arena, (enum mount_type)mount->type.value, &mount->what,
                   &checker->scope, checker->diags, &what);
        if (!mount_path(checker->arena, &mount->path, &checker->scope, checker->diags, &paths[i]) ||
            scope_is_open(&checker->scope))
            paths[i] = (str){0};
        check_options(checker, mount);
        check_place(checker, profile, paths, i);
    }
}
