/* SPDX-License-Identifier: Apache-2.0 */
#include "catalogue.h"

#include <stdlib.h>

str catalogue_str(const struct catalogue *catalogue, catalogue_text offset) {
    return str_from(catalogue->pool + offset);
}

struct version catalogue_version(const struct catalogue *catalogue) {
    struct version version;
    if (!version_parse(catalogue_str(catalogue, catalogue->version), &version))
        return (struct version){0};
    return version;
}

/* Every row begins with the offset of its name, so one search does for all lists. */
struct list {
    const struct catalogue *catalogue;
    const void *rows;
    size_t count, size;
    uint32_t flags; /* of types: only those with one of them; 0: all */
};

struct wanted {
    const struct catalogue *catalogue;
    str name;
};

static int compare(const void *key, const void *row) {
    const struct wanted *wanted = key;
    const catalogue_text *name = row;
    return str_compare(wanted->name, catalogue_str(wanted->catalogue, *name));
}

static const void *find(const struct list *list, str name) {
    const struct wanted wanted = {list->catalogue, name};
    return list->count ? bsearch(&wanted, list->rows, list->count, list->size, compare) : NULL;
}

static str name_at(const void *context, size_t i) {
    const struct list *list = context;
    const catalogue_text *name = (const void *)((const char *)list->rows + i * list->size);
    if (list->flags && !(((const struct catalogue_type *)list->rows)[i].flags & list->flags))
        return (str){0};
    return catalogue_str(list->catalogue, *name);
}

static str nearest(const struct list *list, str name) {
    return str_nearest(name, list->count, name_at, list);
}

static struct list types_of(const struct catalogue *catalogue, uint32_t flags) {
    return (struct list){catalogue, catalogue->types, catalogue->type_count,
                         sizeof *catalogue->types, flags};
}

static struct list options_of(const struct catalogue *catalogue) {
    return (struct list){catalogue, catalogue->options, catalogue->option_count,
                         sizeof *catalogue->options, 0};
}

/* A file may have no key or property at all: nothing is added to NULL then. */
static const void *rows_from(const void *rows, uint32_t first, uint32_t count, size_t size) {
    return count ? (const char *)rows + first * size : NULL;
}

static struct list properties_of(const struct catalogue *catalogue,
                                 const struct catalogue_type *type) {
    const size_t size = sizeof *catalogue->properties;
    return (struct list){catalogue,
                         rows_from(catalogue->properties, type->first, type->count, size),
                         type->count, size, 0};
}

const struct catalogue_type *catalogue_type(const struct catalogue *catalogue, str name) {
    const struct list types = types_of(catalogue, 0);
    return find(&types, name);
}

const struct catalogue_option *catalogue_option(const struct catalogue *catalogue, str name) {
    const struct list options = options_of(catalogue);
    return find(&options, name);
}

str catalogue_alias(const struct catalogue *catalogue, str name) {
    const struct list aliases = {catalogue, catalogue->aliases, catalogue->alias_count,
                                 sizeof *catalogue->aliases, 0};
    const struct catalogue_alias *alias = find(&aliases, name);
    if (!alias)
        return (str){0};
    return catalogue_str(catalogue, alias->type);
}

/* A file may name parents in a ring: no chain is longer than there are types. */
bool catalogue_is_a(const struct catalogue *catalogue, const struct catalogue_type *type,
                    str parent) {
    str name = catalogue_str(catalogue, type->name);
    for (uint32_t steps = 0; type && steps <= catalogue->type_count; steps++) {
        if (str_equal(name, parent))
            return true;
        name = catalogue_str(catalogue, type->parent);
        type = catalogue_type(catalogue, name);
    }
    return name.len > 0 && str_equal(name, parent);
}

/* The next type from I on whose list stands for TYPE: TYPE itself when it is listed, else its
 * listed children when it is abstract. NULL at the end. */
static const struct catalogue_type *next_listed(const struct catalogue *catalogue,
                                                const struct catalogue_type *type, uint32_t *i) {
    str name = catalogue_str(catalogue, type->name);
    if (type->flags & CATALOGUE_LISTED)
        return (*i)++ == 0 ? type : NULL;
    while (type->flags & CATALOGUE_ABSTRACT && *i < catalogue->type_count) {
        const struct catalogue_type *child = &catalogue->types[(*i)++];
        if (child->flags & CATALOGUE_LISTED && catalogue_is_a(catalogue, child, name))
            return child;
    }
    return NULL;
}

bool catalogue_lists(const struct catalogue *catalogue, const struct catalogue_type *type) {
    uint32_t i = 0;
    return next_listed(catalogue, type, &i) != NULL;
}

const struct catalogue_property *catalogue_property(const struct catalogue *catalogue,
                                                    const struct catalogue_type *type, str name) {
    const struct catalogue_type *listed;
    const struct catalogue_property *found = NULL;
    for (uint32_t i = 0; !found && (listed = next_listed(catalogue, type, &i)) != NULL;) {
        const struct list properties = properties_of(catalogue, listed);
        found = find(&properties, name);
    }
    return found;
}

bool catalogue_has_machine(const struct catalogue *catalogue, str name) {
    const struct list machines = {catalogue, catalogue->machines, catalogue->machine_count,
                                  sizeof *catalogue->machines, 0};
    return find(&machines, name) != NULL;
}

bool catalogue_has_key(const struct catalogue *catalogue, const struct catalogue_option *option,
                       str key) {
    const size_t size = sizeof *catalogue->keys;
    const struct list keys = {catalogue,
                              rows_from(catalogue->keys, option->first, option->count, size),
                              option->count, size, 0};
    return find(&keys, key) != NULL;
}

str catalogue_nearest_type(const struct catalogue *catalogue, uint32_t flags, str name) {
    const struct list types = types_of(catalogue, flags);
    return nearest(&types, name);
}

str catalogue_nearest_property(const struct catalogue *catalogue, const struct catalogue_type *type,
                               str name) {
    const struct catalogue_type *listed;
    str near = {0};
    for (uint32_t i = 0; !near.len && (listed = next_listed(catalogue, type, &i)) != NULL;) {
        const struct list properties = properties_of(catalogue, listed);
        near = nearest(&properties, name);
    }
    return near;
}

str catalogue_nearest_machine(const struct catalogue *catalogue, str name) {
    const struct list machines = {catalogue, catalogue->machines, catalogue->machine_count,
                                  sizeof *catalogue->machines, 0};
    return nearest(&machines, name);
}

str catalogue_nearest_option(const struct catalogue *catalogue, str name) {
    const struct list options = options_of(catalogue);
    return nearest(&options, name);
}
