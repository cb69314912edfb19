/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "json_text.h"
#include "scope.h"
#include "visible.h"
#include "yaml_print.h"

static json_t *profile_json(struct arena *arena, const struct profile *profile) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(arena, profile->name.s));
    json_object_set_new(object, "default", json_string(profile->on_by_default ? "on" : "off"));
    json_object_set_new(object, "summary", json_text(arena, profile->summary));
    json_object_set_new(object, "from", json_text(arena, profile->input_name));
    json_object_set_new(object, "valid", json_boolean(profile->valid));
    return object;
}

static void put_row(struct session *session, const struct profile *profile) {
    str name = profile->name.s.len ? profile->name.s : profile->input_name;
    str shown = str_visible(&session->arena, name);
    buf_format(&session->out, "%-20.*s %-7s ", STR_ARG(shown),
               !profile->valid          ? "invalid"
               : profile->on_by_default ? "on"
                                        : "off");
    put_visible(&session->out, profile->summary);
    buf_char(&session->out, '\n');
}

void command_list(struct session *session) {
    if (session->options.operands.count > 0) {
        usage_error(session, "list takes no path");
        return;
    }
    session_read_profiles(session, NULL);
    json_t *list = session->json ? json_array() : NULL;
    for (size_t i = 0; i < session->profiles.count; i++) {
        const struct profile *profile = &session->profiles.items[i];
        if (list)
            json_array_append_new(list, profile_json(&session->arena, profile));
        else
            put_row(session, profile);
    }
    if (list)
        json_object_set_new(session->json, "profiles", list);
}

struct resolver {
    struct session *session;
    const struct profile *profile;
};

/* A scalar as show prints it: an expression by what it comes to with the parameters'
 * defaults; one that needs a fact of an instance as it stands. */
static str resolve(void *context, const struct text *text) {
    const struct resolver *resolver = context;
    struct session *session = resolver->session;
    struct diags silent = diags_make(&session->arena, &session->sources);
    struct scope scope = scope_make(&session->arena, resolver->profile, NULL, 0, 0);
    struct quantity quantity;
    str expanded;
    for (int dimension = 0; str_starts(text->s, STR("${")) && dimension <= DIMENSION_SIZE;
         dimension++)
        if (expr_quantity(STR(""), text, (enum dimension)dimension, &scope, &silent, &quantity))
            return quantity_text(&session->arena, quantity);
    if (expr_expand(&session->arena, text, &scope, &silent, &expanded))
        return expanded;
    return text->s;
}

/* TREE without what it extends, which is in it by now: the output is a profile of its own. */
static const struct node *without_extends(struct arena *arena, const struct node *tree) {
    struct node *copy = ARENA_NEW(arena, struct node), **end = &copy->first;
    *copy = *tree;
    copy->count = 0;
    for (const struct node *child = tree->first; child; child = child->next) {
        if (str_equal(child->key->text, STR("extends")))
            continue;
        *end = ARENA_NEW(arena, struct node);
        **end = *child;
        end = &(*end)->next;
        copy->count++;
    }
    *end = NULL;
    return copy;
}

void command_show(struct session *session) {
    if (session->options.operands.count != 1) {
        usage_error(session, "show takes the name of one profile");
        return;
    }
    session_read_profiles(session, NULL);
    str name = session->options.operands.items[0];
    const struct profile *profile = profiles_find(&session->profiles, name);
    if (!profile || !profile->tree) {
        str near = profiles_nearest(&session->profiles, name);
        diag(&session->diags, MP_UNKNOWN_PROFILE, (struct span){0},
             "there is no profile '%.*s'%s%.*s%s", STR_ARG(str_shorten(&session->arena, name)),
             near.len ? ", did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
        return;
    }
    struct resolver resolver = {session, profile};
    const struct node *tree = without_extends(&session->arena, profile->tree);
    if (session->json)
        json_object_set_new(session->json, "profile",
                            yaml_print_json(&session->arena, tree, resolve, &resolver));
    else
        yaml_print(&session->out, tree, resolve, &resolver);
}
