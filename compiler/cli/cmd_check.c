/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "doubles.h"
#include "path.h"
#include "summary.h"

/* What a path is for: profiles to read, instances to plan, or both. */
struct sorted_paths {
    struct words profiles, instances;
};

static void add(struct arena *arena, struct words *words, str word) {
    str *items = ARENA_ARRAY(arena, words->count + 1, str);
    for (size_t i = 0; i < words->count; i++)
        items[i] = words->items[i];
    items[words->count++] = word;
    words->items = items;
}

/* modavd.yaml and instance.yaml belong to instances. */
static bool is_profile_name(str name) {
    return (str_ends(name, STR(".yaml")) || str_ends(name, STR(".yml"))) &&
           !str_equal(name, STR("modavd.yaml")) && !str_equal(name, STR(MACHINE_CONFIG_NAME)) &&
           name.at[0] != '.';
}

static void sort_directory(struct session *session, str path, struct sorted_paths *out) {
    struct os_listing listing = {0};
    const struct os *os = session->os;
    if (os->list(os->context, &session->arena, path, &listing) != OS_OK) {
        add(&session->arena, &out->instances, path); /* its reader tells why not */
        return;
    }
    size_t profiles = out->profiles.count;
    bool other = false;
    for (size_t i = 0; i < listing.count; i++) {
        const struct os_entry *entry = &listing.entries[i];
        if (entry->kind != OS_KIND_DIRECTORY && is_profile_name(entry->name))
            add(&session->arena, &out->profiles, path_join(&session->arena, path, entry->name));
        else
            other |= entry->kind == OS_KIND_DIRECTORY || str_ends(entry->name, STR(".ini")) ||
                     str_equal(entry->name, STR(MACHINE_CONFIG_NAME));
    }
    if (other || out->profiles.count == profiles)
        add(&session->arena, &out->instances, path);
}

static void sort_paths(struct session *session, struct sorted_paths *out) {
    const struct words *operands = &session->options.operands;
    for (size_t i = 0; i < operands->count; i++) {
        str path = operands->items[i];
        enum os_kind kind = session->os->kind(session->os->context, path);
        if (kind == OS_KIND_DIRECTORY)
            sort_directory(session, path, out);
        else if (is_profile_name(path_name(path)))
            add(&session->arena, &out->profiles, path);
        else
            add(&session->arena, &out->instances, path);
    }
}

struct check_count {
    size_t instances;
};

/* Planning is what finds the faults: nothing is left to do with a plan here. */
static void check_turn(struct turn *turn, void *context) {
    (void)turn;
    ((struct check_count *)context)->instances++;
}

static void add_count(struct session *session, const char *key, size_t count) {
    json_object_set_new(session->json, key, json_integer((json_int_t)count));
}

static void add_counts(struct session *session, size_t profiles, size_t instances) {
    add_count(session, "profiles", profiles);
    add_count(session, "instances", instances);
    add_count(session, "errors", session->diags.errors);
    add_count(session, "warnings", session->diags.warnings);
}

void command_check(struct session *session) {
    struct sorted_paths paths = {0};
    struct check_count count = {0};
    sort_paths(session, &paths);
    drop_doubles(session->os, &session->arena, &paths.profiles);
    drop_doubles(session->os, &session->arena, &paths.instances);
    /* --profiles reads them anyhow */
    drop_held(session->os, &session->arena, &paths.profiles, &session->options.profile_dirs);
    session->authoring = paths.profiles.count > 0 || paths.instances.count == 0;
    session_read_profiles(session, &paths.profiles);
    for (size_t i = 0; i < paths.instances.count; i++)
        session_each(session, paths.instances.items[i], check_turn, &count);
    size_t profiles = session->profiles.count;
    if (session->json) {
        add_counts(session, profiles, count.instances);
        return;
    }
    buf_format(&session->out,
               "%zu profile%s and %zu instance%s checked: %zu error%s, %zu warning%s\n", profiles,
               summary_plural(profiles), count.instances, summary_plural(count.instances),
               session->diags.errors, summary_plural(session->diags.errors),
               session->diags.warnings, summary_plural(session->diags.warnings));
}
