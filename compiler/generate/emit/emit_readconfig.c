/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file for -readconfig (QEMU util/qemu-config.c, qemu_config_foreach): groups of name = "value",
 * each line read by sscanf, so that a value ends at the next quotation mark and has at most 1023
 * bytes. Only options that QEMU looks up in its lists after all of the line was read can stand
 * there; -acpitable and -overcommit act at once, and a group of their name would do nothing.
 */
#include "cmdline.h"
#include "emit_forms.h"

enum { NAME_MAX_BYTES = 63, VALUE_MAX_BYTES = 1023 };

/* The options that can, and the key that what stands first in them has. */
static const struct group {
    const char *option, *key;
} groups[] = {{"global", NULL},
              {"object", "qom-type"},
              {"device", "driver"},
              {"fsdev", "fsdriver"},
              {"fw_cfg", "name"}};

static const struct group *find_group(const struct cmd_item *item) {
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (cmd_is(item, groups[i].option))
            return &groups[i];
    return NULL;
}

static void put_pair(const struct emitter *emitter, struct span at, str key, str value) {
    if (str_find(value, '"') < value.len)
        emit_refuse(emitter, value, at, "a value of the file ends at a '\"'");
    if (key.len > NAME_MAX_BYTES || value.len > VALUE_MAX_BYTES)
        emit_refuse(emitter, value, at, "QEMU reads 63 bytes of a name and 1023 of a value");
    buf_format(emitter->out, "  %.*s = \"%.*s\"\n", STR_ARG(key), STR_ARG(value));
}

static void put_global(const struct emitter *emitter, const struct cmd_item *item) {
    buf_text(emitter->out, "[global]\n");
    put_pair(emitter, item->at, STR("driver"), item->type);
    put_pair(emitter, item->at, STR("property"), item->properties[0].key);
    put_pair(emitter, item->at, STR("value"), item->properties[0].value);
}

static void put_item(const struct emitter *emitter, const struct group *group,
                     const struct cmd_item *item) {
    buf_format(emitter->out, item->id.len ? "[%s \"%.*s\"]\n" : "[%s]\n", group->option,
               STR_ARG(item->id));
    if (item->type.len > 0)
        put_pair(emitter, item->at, str_from(group->key), item->type);
    for (size_t i = 0; i < item->count; i++)
        if (!str_equal(item->properties[i].key, STR("id")))
            put_pair(emitter, item->at, item->properties[i].key, item->properties[i].value);
}

static struct text_list words_of(struct arena *arena, const struct plan *plan) {
    struct text *items = ARENA_ARRAY(arena, plan->argument_count, struct text);
    for (size_t i = 0; i < plan->argument_count; i++)
        items[i] = (struct text){plan->arguments[i].text, plan->arguments[i].at};
    return (struct text_list){items, plan->argument_count, {0}};
}

void emit_readconfig(const struct emitter *emitter) {
    struct text_list words = words_of(emitter->out->arena, emitter->plan);
    struct cmd_items list = cmdline_parse(emitter->out->arena, &words, NULL);
    for (size_t i = 0; i < list.count; i++) {
        const struct cmd_item *item = &list.items[i];
        const struct group *group = find_group(item);
        if (!group)
            emit_refuse(emitter, str_format(emitter->out->arena, "-%.*s", STR_ARG(item->option)),
                        item->at, "QEMU takes it from the command line only");
        else if (group->key)
            put_item(emitter, group, item);
        else
            put_global(emitter, item);
    }
}
