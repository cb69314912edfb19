/* SPDX-License-Identifier: Apache-2.0 */
/* A catalogue file from anywhere, read and then asked what it has. */
#include "catalogue_read.h"
#include "fuzz.h"

static void ask_type(const struct catalogue *catalogue, const struct catalogue_type *type) {
    str name = catalogue_str(catalogue, type->name);
    const struct catalogue_type *found = catalogue_type(catalogue, name);
    fuzz_check(found && str_equal(catalogue_str(catalogue, found->name), name),
               "a type is found by its name");
    catalogue_is_a(catalogue, type, STR("device"));
    catalogue_lists(catalogue, type);
    catalogue_property(catalogue, type, STR("x"));
    for (uint32_t i = 0; i < type->count; i++)
        catalogue_str(catalogue, catalogue->properties[type->first + i].initial);
}

static void ask(const struct catalogue *catalogue) {
    catalogue_version(catalogue);
    for (uint32_t i = 0; i < catalogue->type_count; i++)
        ask_type(catalogue, &catalogue->types[i]);
    for (uint32_t i = 0; i < catalogue->option_count; i++) {
        const struct catalogue_option *option = &catalogue->options[i];
        fuzz_check(catalogue_option(catalogue, catalogue_str(catalogue, option->name)) != NULL,
                   "an option is found by its name");
        catalogue_has_key(catalogue, option, STR("x"));
    }
    catalogue_has_machine(catalogue, STR("pc"));
    catalogue_alias(catalogue, STR("x"));
    catalogue_nearest_type(catalogue, CATALOGUE_DEVICE, STR("virtio-blk"));
    catalogue_nearest_machine(catalogue, STR("pd"));
    catalogue_nearest_option(catalogue, STR("drvie"));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = fuzz_arena();
    struct sources sources = {.arena = &arena};
    struct diags diags = diags_make(&arena, &sources);
    uint32_t source = source_add(&sources, STR("x.json"), (str){(const char *)bytes, size});
    const struct catalogue *catalogue = catalogue_read(&arena, &diags, source);
    fuzz_check(catalogue || diags.errors > 0, "what is no catalogue is told");
    if (catalogue)
        ask(catalogue);
    arena_free(&arena);
    return 0;
}
