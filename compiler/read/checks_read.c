/* SPDX-License-Identifier: Apache-2.0 */
#include "checks_read.h"

#include "checks.h"

static void unknown_check(struct binder *binder, const struct text *name) {
    str near = check_nearest(binder->arena, name->s);
    diag(binder->diags, MP_UNKNOWN_CHECK, name->at, "unknown check '%.*s'%s%.*s%s",
         STR_ARG(str_shorten(binder->arena, name->s)), near.len ? ", did you mean '" : "",
         STR_ARG(near), near.len ? "'?" : "");
    binder->sound = false;
}

static void bad_argument(struct binder *binder, const struct text *name, str argument,
                         const char *why) {
    diag(binder->diags, MP_BAD_NAME, name->at, "'%.*s' cannot stand in the name of a check%s",
         STR_ARG(str_shorten(binder->arena, argument)), why);
    binder->sound = false;
}

/* A name that leads out of its folder, or that QEMU refuses (hw/nvram/fw_cfg.c: 56 bytes with the
 * NUL). The kernel makes a directory for each part. */
static void check_fw_cfg_name(struct binder *binder, const struct text *name, str argument) {
    enum { NAME_MAX_BYTES = 55 };
    if (argument.len > NAME_MAX_BYTES)
        bad_argument(binder, name, argument, ": QEMU takes 55 bytes");
    for (str rest = argument; rest.at;) {
        str part = str_cut(&rest, '/');
        if (part.len > 0 && !str_equal(part, STR(".")) && !str_equal(part, STR("..")))
            continue;
        bad_argument(binder, name, argument, ": it has an empty part, '.' or '..'");
        return;
    }
}

/* Where a check's argument becomes part of a path in the guest, it must not leave its folder. */
static void check_argument(struct binder *binder, const struct text *name,
                           const struct check_info *info, const struct check *check) {
    bool path = info->argument != ARGUMENT_PART;
    for (size_t i = 0; i < 2; i++) {
        str argument = check->argument[i];
        for (size_t at = 0; at < argument.len; at++) {
            bool slash = argument.at[at] == '/' && !(path && i == 0);
            if ((unsigned char)argument.at[at] >= 0x20 && argument.at[at] != 0x7F && !slash)
                continue;
            bad_argument(binder, name, argument, "");
            return;
        }
    }
    if (info->argument == ARGUMENT_TREE)
        check_fw_cfg_name(binder, name, check->argument[0]);
}

static struct text_list one_value(struct binder *binder, const struct node *node) {
    struct text *item = ARENA_NEW(binder->arena, struct text);
    *item = (struct text){node->text, node->at};
    return (struct text_list){item, 1, node->at};
}

static struct text_list list_values(struct binder *binder, const struct node *list) {
    struct text *items = ARENA_ARRAY(binder->arena, list->count, struct text);
    size_t count = 0;
    for (const struct node *node = list->first; node; node = node->next) {
        if (node->kind == NODE_SCALAR)
            items[count++] = (struct text){node->text, node->at};
        else if (node->kind != NODE_BAD)
            schema_error(binder, MP_WRONG_KIND, node, "the list must hold single values");
    }
    return (struct text_list){items, count, list->at};
}

/* {at-least: n} or {absent: true} */
static void read_test(struct binder *binder, const struct node *map, struct check *check) {
    const struct node *least = yaml_get(map, STR("at-least"));
    const struct node *absent = yaml_get(map, STR("absent"));
    bool yes = false;
    if (map->count == 1 && least && least->kind == NODE_SCALAR) {
        check->test = TEST_AT_LEAST;
        check->values = one_value(binder, least);
    } else if (map->count == 1 && absent && absent->kind == NODE_SCALAR &&
               word_boolean(absent->text, &yes) && yes) {
        check->test = TEST_ABSENT;
    } else {
        schema_error(binder, MP_WRONG_KIND, map->key ? map->key : map,
                     "a test is a value, a list, {at-least: n} or {absent: true}");
    }
}

static void read_value(struct binder *binder, const struct node *node, struct check *check) {
    switch (node->kind) {
    case NODE_SCALAR:
        check->test = TEST_VALUE;
        check->values = one_value(binder, node);
        break;
    case NODE_LIST:
        check->test = TEST_LIST;
        check->values = list_values(binder, node);
        break;
    case NODE_MAP:
        read_test(binder, node, check);
        break;
    case NODE_NULL:
    case NODE_BAD:
        break; /* not handed on by schema_bind */
    }
}

static void check_test_allowed(struct binder *binder, const struct check_info *info,
                               const struct check *check) {
    static const char *const names[] = {"a value", "a list", "at-least", "absent", "a range"};
    if (info->tests & 1u << check->test)
        return;
    diag(binder->diags, MP_WRONG_KIND, check->at, "'%.*s' cannot be tested by %s",
         STR_ARG(check->name), names[check->test]);
    binder->sound = false;
}

static struct check read_check(struct binder *binder, const struct pair *pair) {
    struct check check = {.name = pair->key.s, .at = pair->key.at};
    const struct check_info *info = check_find(pair->key.s, check.argument);
    if (!info) {
        unknown_check(binder, &pair->key);
        return check;
    }
    check.kind = info->kind;
    if (!pair->value) /* none that could be read: that was told */
        return check;
    read_value(binder, pair->value, &check);
    check_argument(binder, &pair->key, info, &check);
    check_test_allowed(binder, info, &check);
    return check;
}

struct checks conditions_read(struct binder *binder, const struct pairs *raw) {
    struct check *items = ARENA_ARRAY(binder->arena, raw->count, struct check);
    for (size_t i = 0; i < raw->count; i++)
        items[i] = read_check(binder, &raw->items[i]);
    return (struct checks){items, raw->count, raw->at};
}

struct checks checks_read(struct binder *binder, const struct raw_checks *raw) {
    struct check *items = ARENA_ARRAY(binder->arena, raw->count, struct check);
    for (size_t i = 0; i < raw->count; i++) {
        const struct raw_check *from = &raw->items[i];
        if (from->names.count == 1) {
            items[i] = read_check(binder, &from->names.items[0]);
            items[i].has_proves = from->proves.at.source != 0;
            items[i].proves = (enum part)from->proves.value;
        } else if (from->at.source != 0) {
            diag(binder->diags, MP_WRONG_KIND, from->at, "an element of 'checks' holds one check");
            binder->sound = false;
        }
    }
    return (struct checks){items, raw->count, raw->at};
}
