/* SPDX-License-Identifier: Apache-2.0 */
#include "settings_read.h"

#include "cst.h"
#include "expr.h"
#include "lookup.h"
#include "path.h"
#include "profile_keys.h"
#include "yaml_text.h"

static const str file_name = STR_INIT("modavd.yaml");

bool settings_from_tree(struct arena *arena, struct diags *diags, const struct node *tree,
                        struct settings *out) {
    struct binder binder = {arena, diags, settings_type.record, true};
    schema_bind(&binder, &settings_type, tree, out);
    return binder.sound;
}

/* Blanks, comments and the mark of a document's start only: as a file is whose lines are all
 * commented out. */
static bool holds_nothing(str text) {
    str rest = str_from_at(text, str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0);
    while (rest.len > 0) {
        str line = str_trim(str_cut(&rest, '\n'), " \t\r");
        if (line.len > 0 && line.at[0] != '#' && !str_equal(line, STR("---")))
            return false;
    }
    return true;
}

/* The type of what stands under KEY in a mapping of TYPE; NULL for a key that nobody knows. */
static const struct type *type_below(const struct type *type, str key) {
    const struct record *record = type->record;
    for (size_t i = 0; record && i < record->count; i++)
        if (str_equal(str_from(record->fields[i].key), key))
            return record->fields[i].type;
    return record ? NULL : type->element;
}

/* What holds lines of its own, so that they can be commented out. */
static bool is_section(const struct type *type) {
    return type->record || type->element || type->bind == bind_word_set;
}

/* A section whose lines are all commented out says as much as none. Keys that nobody knows, and
 * those of one value, stay to be told. */
static void drop_empty_sections(struct node *map, const struct type *type) {
    struct node **link = &map->first;
    while (map->kind == NODE_MAP && *link) {
        struct node *node = *link;
        const struct type *below = type_below(type, node->key->text);
        if (below && is_section(below) && node->kind == NODE_NULL) {
            *link = node->next;
            map->count--;
            continue;
        }
        if (below)
            drop_empty_sections(node, below);
        link = &node->next;
    }
}

/* A name that is there but cannot be read is no layer that is missing: what it holds would be
 * ignored without a word. */
static uint32_t read_layer(const struct reading *reading, str path, str shown) {
    uint32_t source = reading_file(reading, path, shown, INPUT_MAX);
    str real;
    if (source == 0 && lookup_real(reading, path, &real) == OS_NOT_FOUND)
        diag_note(reading->diags, span_file(0), "a link is there, and it leads nowhere");
    return source;
}

bool settings_read(const struct reading *reading, str directory, str shown, str name,
                   enum layer layer, struct settings *out) {
    struct arena *arena = reading->arena;
    str path = path_join(arena, directory, file_name);
    *out = (struct settings){.layer = layer, .directory = directory};
    if (lookup_absent(reading, path))
        return true;
    uint32_t source = read_layer(reading, path, path_join(arena, shown, file_name));
    if (source == 0)
        return false;
    source_set_name(reading->diags->sources, source, name);
    out->source = source;
    if (holds_nothing(source_get(reading->diags->sources, source)->bytes))
        return yaml_text_check(reading->diags, source);
    bool sound;
    struct node *tree = yaml_read(arena, reading->diags, source, &sound);
    if (!tree)
        return false;
    drop_empty_sections(tree, &settings_type);
    return settings_from_tree(arena, reading->diags, tree, out) && sound;
}

static bool read_number(struct diags *diags, const char *label, const struct text *text,
                        enum dimension dimension, uint64_t *out) {
    static const struct scope nothing = {0};
    struct quantity quantity;
    if (text->at.source == 0)
        return true;
    if (!expr_quantity(str_from(label), text, dimension, &nothing, diags, &quantity))
        return false;
    *out = quantity.value;
    return true;
}

static bool read_cpus(struct diags *diags, const struct text *text, struct instance *out) {
    uint64_t cpus = 1;
    out->cpus = 1;
    out->cpus_from = (struct origin){LAYER_AVD, text->at};
    if (!read_number(diags, "cpus", text, DIMENSION_NUMBER, &cpus))
        return false;
    if (cpus < 1 || cpus > CST_CPUS_MAX) {
        diag(diags, MP_CPU_LIMIT, text->at, "'cpus' cannot be %llu: it is 1 to %d",
             (unsigned long long)cpus, CST_CPUS_MAX);
        return false;
    }
    out->cpus = (uint32_t)cpus;
    return true;
}

/* A size without a unit counts MiB, as QEMU's -m does. */
static bool read_ram(struct diags *diags, const struct text *text, struct instance *out) {
    struct quantity plain;
    out->ram_from = (struct origin){LAYER_AVD, text->at};
    if (text->at.source && quantity_parse(text->s, &plain) == QUANTITY_OK &&
        plain.dimension == DIMENSION_NUMBER && plain.value <= UINT64_MAX >> 20) {
        out->ram = plain.value << 20;
        return true;
    }
    return read_number(diags, "ram", text, DIMENSION_SIZE, &out->ram);
}

static bool read_kernel(struct diags *diags, const struct text *text, struct instance *out) {
    if (text->at.source == 0 || version_parse(text->s, &out->guest_kernel))
        return true;
    diag(diags, MP_BAD_VERSION, text->at, "'guest-kernel' cannot be '%.*s': it is a version",
         STR_ARG(str_shorten(diags->arena, text->s)));
    return false;
}

static bool check_name(struct diags *diags, const struct text *name) {
    const char *fault = instance_name_fault(name->s);
    if (fault)
        diag(diags, MP_INSTANCE_NAME, name->at, "the name '%.*s' %s",
             STR_ARG(str_shorten(diags->arena, name->s)), fault);
    return !fault;
}

static bool fill_machine(struct diags *diags, const struct raw_machine *raw, struct instance *out) {
    out->name = raw->name.s;
    out->machine = raw->machine.s;
    out->machine_at = raw->machine.at;
    out->arch = raw->arch.at.source ? (enum arch)raw->arch.value : ARCH_X86_64;
    out->arch_from = (struct origin){raw->arch.at.source ? LAYER_AVD : LAYER_DEFAULT, raw->arch.at};
    bool sound = check_name(diags, &raw->name);
    sound &= read_cpus(diags, &raw->cpus, out);
    sound &= read_ram(diags, &raw->ram, out);
    return read_kernel(diags, &raw->guest_kernel, out) && sound;
}

bool machine_read(const struct reading *reading, const struct candidate *candidate,
                  struct instance *out) {
    struct arena *arena = reading->arena;
    const str name = STR(MACHINE_CONFIG_NAME);
    uint32_t source = reading_file(reading, path_join(arena, candidate->directory, name),
                                   path_join(arena, candidate->shown, name), INPUT_MAX);
    *out = (struct instance){.kind = INSTANCE_MACHINE, .source = source};
    if (source == 0)
        return false;
    source_set_name(reading->diags->sources, source, name);
    bool sound;
    struct node *tree = yaml_read(arena, reading->diags, source, &sound);
    struct raw_machine raw = {0};
    struct binder binder = {arena, reading->diags, machine_type.record, sound};
    if (!tree)
        return false;
    schema_bind(&binder, &machine_type, tree, &raw);
    struct input *input = ARENA_NEW(arena, struct input);
    *input = (struct input){name, source_get(reading->diags->sources, source)->bytes};
    if (!binder.sound || !fill_machine(reading->diags, &raw, out))
        return false;
    out->inputs = input;
    out->input_count = 1;
    out->shown = candidate->shown;
    return lookup_directory(reading, candidate->directory, candidate->shown, &out->directory);
}
