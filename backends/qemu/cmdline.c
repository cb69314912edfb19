/* SPDX-License-Identifier: Apache-2.0 */
#include "cmdline.h"

#include "buf.h"
#include "growing.h"

#include <jansson.h>

/* ",," stands for ',' (QEMU util/qemu-option.c, get_opt_value). */
str cmdline_value(struct arena *arena, str *rest) {
    struct buf buf = buf_make(arena);
    size_t i = 0;
    for (; i < rest->len; i++) {
        bool comma = rest->at[i] == ',';
        if (comma && (i + 1 == rest->len || rest->at[i + 1] != ','))
            break;
        i += comma;
        buf_char(&buf, rest->at[i]);
    }
    *rest = i < rest->len ? str_from_at(*rest, i + 1) : (str){0};
    return buf_view(&buf);
}

/* Adds "key=value" to the item under way; its id has a place of its own. */
static void add_property(struct arena *arena, struct growing *list, struct cmd_item *item, str key,
                         str value) {
    struct cmd_property *property = growing_add(arena, list, sizeof *property);
    *property = (struct cmd_property){key, value, item->at};
    item->properties = list->items;
    item->count = list->count;
    if (str_equal(key, STR("id")))
        item->id = value;
}

/* A word that is no "key=value" is a switch, or what stands first (the implied key). */
static void read_list(struct arena *arena, struct cmd_item *item, str rest) {
    struct growing list = {0};
    for (bool first = true; rest.len > 0; first = false) {
        str value = cmdline_value(arena, &rest), key = str_cut(&value, '=');
        if (value.at)
            add_property(arena, &list, item, key, value);
        else if (first)
            item->type = key;
        else
            add_property(arena, &list, item, key, STR("on"));
    }
}

/* -device and -object name the type by a key too: "driver=", "qom-type=". */
static void take_type(struct cmd_item *item) {
    static const str keys[] = {STR_INIT("driver"), STR_INIT("qom-type"), STR_INIT("type"),
                               STR_INIT("backend")};
    for (size_t i = 0; item->type.len == 0 && i < sizeof keys / sizeof *keys; i++) {
        const struct cmd_property *property = cmd_property(item, keys[i]);
        if (property)
            item->type = property->value;
    }
}

static str json_value(struct arena *arena, const json_t *value) {
    if (json_is_string(value))
        return str_copy(arena, str_from(json_string_value(value)));
    if (json_is_boolean(value))
        return json_is_true(value) ? STR("on") : STR("off");
    if (json_is_integer(value))
        return str_format(arena, "%lld", (long long)json_integer_value(value));
    return STR("?"); /* a list or null, which no rule compares */
}

/* A mapping within is spelt as in the other form: "cache.direct". */
static void read_members(struct arena *arena, struct growing *list, struct cmd_item *item,
                         str prefix, json_t *object) {
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        json_t *value = json_object_iter_value(at);
        str key = str_format(arena, "%.*s%s", STR_ARG(prefix), json_object_iter_key(at));
        if (json_is_object(value))
            read_members(arena, list, item, str_format(arena, "%.*s.", STR_ARG(key)), value);
        else
            add_property(arena, list, item, key, json_value(arena, value));
    }
}

/* What is no JSON has no properties: QEMU refuses to start with it anyhow. */
static void read_json(struct arena *arena, struct cmd_item *item, str text) {
    json_t *root = json_loadb(text.at, text.len, 0, NULL);
    struct growing list = {0};
    read_members(arena, &list, item, (str){0}, root);
    json_decref(root);
}

/* "driver.property=value", or driver=, property= and value= (QEMU qdev-monitor.c, global). */
static void read_global(struct arena *arena, struct cmd_item *item, str text) {
    struct growing list = {0};
    str value = text, name = str_cut(&value, '='), property = name;
    str type = str_cut(&property, '.');
    if (!value.at || !property.at) {
        read_list(arena, item, text);
        const struct cmd_property *driver = cmd_property(item, STR("driver"));
        const struct cmd_property *key = cmd_property(item, STR("property"));
        const struct cmd_property *set = cmd_property(item, STR("value"));
        item->count = 0;
        if (!driver || !key || !set)
            return;
        type = driver->value, property = key->value, value = set->value;
    }
    item->type = type;
    add_property(arena, &list, item, property, value);
}

static void read_argument(struct arena *arena, struct cmd_item *item, str text) {
    if (cmd_is(item, "global"))
        read_global(arena, item, text);
    else if (str_starts(text, STR("{")))
        read_json(arena, item, text);
    else
        read_list(arena, item, text);
    take_type(item);
}

static bool is_option(str word) {
    return word.len > 1 && word.at[0] == '-';
}

struct cmd_items cmdline_parse(struct arena *arena, const struct text_list *words,
                               const struct profile *profile) {
    struct growing list = {0};
    for (size_t i = 0; i < words->count; i++) {
        str word = words->items[i].s;
        if (!is_option(word))
            continue;
        struct cmd_item *item = growing_add(arena, &list, sizeof *item);
        *item = (struct cmd_item){.option = str_from_at(word, str_starts(word, STR("--")) ? 2 : 1),
                                  .at = words->items[i].at,
                                  .profile = profile};
        if (i + 1 < words->count && !is_option(words->items[i + 1].s)) {
            item->at = words->items[++i].at;
            read_argument(arena, item, words->items[i].s);
        }
        if (cmd_is(item, "global") && item->count == 0)
            list.count--; /* sets nothing: QEMU refuses to start with it anyhow */
    }
    return (struct cmd_items){list.items, list.count, words->at};
}

const struct cmd_property *cmd_property(const struct cmd_item *item, str key) {
    const struct cmd_property *found = NULL;
    for (size_t i = 0; i < item->count; i++)
        if (str_equal(item->properties[i].key, key))
            found = &item->properties[i];
    return found;
}

bool cmd_is(const struct cmd_item *item, const char *option) {
    return str_equal(item->option, str_from(option));
}
