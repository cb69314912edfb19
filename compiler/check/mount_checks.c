/* SPDX-License-Identifier: Apache-2.0 */
#include "argument_checks.h"
#include "expr.h"
#include "mount.h"
#include "names.h"
#include "profile_checks.h"

static void check_path(struct checker *checker, const struct mount *mount) {
    str path;
    check_line(checker, &mount->path);
    if (expr_expand(checker->arena, &mount->path, &checker->scope, checker->diags, &path) &&
        !scope_is_open(&checker->scope) && !str_starts(path, STR("/")))
        diag(checker->diags, MP_BAD_TEXT, mount->path.at,
             "'path' cannot be '%.*s': it is an absolute path of the guest",
             STR_ARG(str_shorten(checker->arena, path)));
}

static void check_mount(struct checker *checker, const struct mount *mount) {
    str value;
    check_line(checker, &mount->what);
    expr_expand(checker->arena, &mount->what, &checker->scope, checker->diags, &value);
    check_path(checker, mount);
    for (size_t i = 0; i < mount->options.count; i++) {
        const struct property *option = &mount->options.items[i];
        if (!name_is_word(option->key.s))
            diag(checker->diags, MP_BAD_NAME, option->key.at,
                 "'%.*s' cannot name an option of mount", STR_ARG(option->key.s));
        mount_option_value(checker->arena, (enum mount_type)mount->type.value, option,
                           &checker->scope, checker->diags, &value);
    }
}

void check_mounts(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->mounts.count; i++)
        check_mount(checker, &profile->mounts.items[i]);
}
