/* SPDX-License-Identifier: Apache-2.0 */
#include "known.h"

/* The order of the first two numbers; the third is a release that only mends. */
static int compare(const struct catalogue *catalogue, const struct version *version) {
    struct version own = catalogue_version(catalogue);
    for (size_t i = 0; i < 2; i++)
        if (own.part[i] != version->part[i])
            return own.part[i] < version->part[i] ? -1 : 1;
    return 0;
}

static void add(struct known_qemu *known, const struct catalogue *catalogue) {
    if (catalogue)
        known->items[known->count++] = catalogue;
}

struct known_qemu known_qemu(const struct target *target) {
    const struct catalogue *below = NULL, *above = NULL;
    if (target->catalogue)
        return (struct known_qemu){{target->catalogue}, 1, true};
    for (size_t i = 0; target->qemu.known && i < catalogue_count; i++) {
        int order = compare(catalogues[i], &target->qemu);
        if (order == 0)
            return (struct known_qemu){{catalogues[i]}, 1, true};
        if (order < 0)
            below = catalogues[i];
        else if (!above)
            above = catalogues[i];
    }
    struct known_qemu known = {.count = 0};
    add(&known, below);
    add(&known, above);
    return known;
}

struct known_qemu known_in_range(const struct version_range *range,
                                 const struct version_range *also) {
    struct known_qemu known = {.count = 0};
    for (size_t i = 0; i < catalogue_count; i++) {
        struct version version = catalogue_version(catalogues[i]);
        if (version_in_range(&version, range) && version_in_range(&version, also) &&
            known.count < KNOWN_MAX)
            add(&known, catalogues[i]);
    }
    return known;
}

bool known_has_type(const struct known_qemu *known, str type) {
    for (size_t i = 0; i < known->count; i++)
        if (catalogue_type(known->items[i], type))
            return true;
    return false;
}

/* Whether CATALOGUE rules out that TYPE has PROPERTY. */
static bool lacks(const struct catalogue *catalogue, str type, str property) {
    const struct catalogue_type *found = catalogue_type(catalogue, type);
    return !found ||
           (catalogue_lists(catalogue, found) && !catalogue_property(catalogue, found, property));
}

bool known_has_property(const struct known_qemu *known, str type, str property) {
    for (size_t i = 0; i < known->count; i++)
        if (!lacks(known->items[i], type, property))
            return true;
    return false;
}

static bool is_a(const struct catalogue *catalogue, str type, str parent) {
    const struct catalogue_type *found = catalogue_type(catalogue, type);
    return found && catalogue_is_a(catalogue, found, parent);
}

bool known_is_a(const struct known_qemu *known, str type, str parent) {
    for (size_t i = 0; i < known->count; i++)
        if (is_a(known->items[i], type, parent))
            return true;
    for (size_t i = 0; known->count == 0 && i < catalogue_count; i++)
        if (is_a(catalogues[i], type, parent))
            return true;
    return false;
}

const struct catalogue *known_first(str type, str property) {
    for (size_t i = 0; i < catalogue_count; i++) {
        const struct catalogue_type *found = catalogue_type(catalogues[i], type);
        if (found && (property.len == 0 || catalogue_property(catalogues[i], found, property)))
            return catalogues[i];
    }
    return NULL;
}

str known_version(struct arena *arena, const struct catalogue *catalogue) {
    struct version version = catalogue_version(catalogue);
    return str_format(arena, "%u.%u", version.part[0], version.part[1]);
}

const struct catalogue_type *known_type(const struct catalogue **catalogue, str name) {
    for (size_t i = catalogue_count; i-- > 0;) {
        const struct catalogue_type *found = catalogue_type(catalogues[i], name);
        *catalogue = catalogues[i];
        if (found)
            return found;
    }
    return NULL;
}

str known_alias(str name) {
    for (size_t i = catalogue_count; i-- > 0;) {
        str found = catalogue_alias(catalogues[i], name);
        if (found.len > 0)
            return found;
    }
    return (str){0};
}

const struct catalogue_type *known_owner(const struct catalogue **catalogue, str property) {
    static const str usual[] = {STR_INIT("virtio-blk-pci"),  STR_INIT("virtio-net-pci"),
                                STR_INIT("virtio-scsi-pci"), STR_INIT("virtio-9p-pci"),
                                STR_INIT("iothread"),        STR_INIT("memory-backend-memfd")};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        const struct catalogue_type *type = known_type(catalogue, usual[i]);
        if (type && catalogue_property(*catalogue, type, property))
            return type;
    }
    return NULL;
}
