/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_tree.h"

#include "buf.h"
#include "growing.h"
#include "path.h"

static struct draft *add_draft(const struct reading *reading, struct drafts *drafts) {
    drafts->items =
        grown(reading->arena, drafts->items, drafts->count, &drafts->room, sizeof *drafts->items);
    return &drafts->items[drafts->count++];
}

/* Of a newer language only the version is told: its keys would all be unknown. */
static void check_version(const struct reading *reading, struct draft *draft) {
    const struct node *version = draft->tree ? yaml_get(draft->tree, STR("modavd-profile")) : NULL;
    if (!version || version->kind != NODE_SCALAR || str_equal(version->text, STR("1")))
        return;
    diag(reading->diags, MP_LANGUAGE_VERSION, version->at,
         "language version '%.*s' is not known: this program reads version 1",
         STR_ARG(str_shorten(reading->arena, version->text)));
    draft->newer = true;
    draft->sound = false;
}

/* SOURCE 0: it could not be read. It is a profile all the same, so that nothing is built as if it
 * were not there. */
static void read_draft(const struct reading *reading, struct drafts *drafts, uint32_t source,
                       str input_name, bool builtin) {
    struct draft *draft = add_draft(reading, drafts);
    *draft = (struct draft){.source = source, .input_name = input_name, .builtin = builtin};
    if (source == 0)
        return;
    source_set_name(reading->diags->sources, source, input_name);
    draft->tree = yaml_read(reading->arena, reading->diags, source, &draft->sound);
    check_version(reading, draft);
    const struct node *name = draft->tree ? yaml_get(draft->tree, STR("name")) : NULL;
    if (name && name->kind == NODE_SCALAR) {
        draft->name = name->text;
        draft->name_at = name->at;
    }
}

static void read_builtin(const struct reading *reading, const struct builtin_profile *builtin,
                         struct drafts *drafts) {
    for (; builtin && builtin->file; builtin++) {
        str name = str_format(reading->arena, "builtin/%s", builtin->file);
        uint32_t source = source_add(reading->diags->sources, name, str_from(builtin->text));
        read_draft(reading, drafts, source, name, true);
    }
}

/* Manifests name a file by its folder's role, since the folder's own name is this machine's. */
static void read_profile_file(const struct reading *reading, str path, struct drafts *drafts) {
    str name = str_format(reading->arena, "profiles/%.*s", STR_ARG(path_name(path)));
    read_draft(reading, drafts, reading_file(reading, path, path, INPUT_MAX), name, false);
}

static bool is_yaml(const struct os_entry *entry) {
    return entry->kind != OS_KIND_DIRECTORY && entry->name.len > 0 && entry->name.at[0] != '.' &&
           (str_ends(entry->name, STR(".yaml")) || str_ends(entry->name, STR(".yml")));
}

static void read_directory(const struct reading *reading, str directory, struct drafts *drafts) {
    struct os_listing listing;
    enum os_status status =
        reading->os->list(reading->os->context, reading->arena, directory, &listing);
    struct span at = span_file(source_add(reading->diags->sources, directory, (str){0}));
    if (status != OS_OK) {
        reading->diags->io_failed = true;
        diag(reading->diags, MP_UNREADABLE, at, "cannot be read: %s", os_status_text(status));
        read_draft(reading, drafts, 0, directory, false);
        return;
    }
    size_t before = drafts->count;
    for (size_t i = 0; i < listing.count; i++)
        if (is_yaml(&listing.entries[i]))
            read_profile_file(
                reading, path_join(reading->arena, directory, listing.entries[i].name), drafts);
    if (drafts->count == before) {
        diag(reading->diags, MP_NO_PROFILES, at,
             "no profile is there: profiles are files whose names end in .yaml or .yml");
        read_draft(reading, drafts, 0, directory, false);
    }
}

void drafts_read(const struct reading *reading, const struct profile_places *places,
                 struct drafts *out) {
    *out = (struct drafts){0};
    read_builtin(reading, places->builtin, out);
    for (size_t i = 0; i < places->directory_count; i++)
        read_directory(reading, places->directories[i], out);
    for (size_t i = 0; i < places->file_count; i++)
        read_profile_file(reading, places->files[i], out);
}

/* Names that differ only in case would be one file on Windows and macOS. */
static void check_name(const struct reading *reading, struct draft *old, struct draft *new) {
    struct diags *diags = reading->diags;
    if (!str_equal_nocase(old->name, new->name) || old->replaced)
        return;
    if (old->builtin && str_equal(old->name, new->name)) {
        old->replaced = true;
        diag(diags, MP_OVERRIDES, new->name_at, "this replaces the built-in profile '%.*s'",
             STR_ARG(new->name));
        return;
    }
    diag(diags, MP_DUPLICATE_PROFILE, new->name_at, "a second profile '%.*s': the first is '%.*s'",
         STR_ARG(str_shorten(reading->arena, new->name)),
         STR_ARG(str_shorten(reading->arena, old->name)));
    diag_note(diags, old->name_at, "the first one is here");
    new->sound = false;
}

void drafts_check_names(const struct reading *reading, struct drafts *drafts) {
    for (size_t i = 0; i < drafts->count; i++)
        for (size_t j = 0; j < i; j++)
            if (drafts->items[i].name.len > 0 && drafts->items[j].sound)
                check_name(reading, &drafts->items[j], &drafts->items[i]);
}

static struct node *copy_node(struct arena *arena, const struct node *node) {
    struct node *copy = ARENA_NEW(arena, struct node);
    *copy = *node;
    copy->next = NULL;
    return copy;
}

/* Keys that say what a file itself is: a profile does not get them from its parent. */
static bool is_own_key(str key) {
    return str_equal(key, STR("modavd-profile")) || str_equal(key, STR("name")) ||
           str_equal(key, STR("extends"));
}

/* OWN with what only BASE has behind it; places stay those of the files. TOP: they are profiles. */
static struct node *merge(struct arena *arena, const struct node *own, const struct node *base,
                          bool top) {
    struct node *result = copy_node(arena, own);
    if (own->kind != NODE_MAP || base->kind != NODE_MAP)
        return result;
    struct node **end = &result->first;
    for (const struct node *child = own->first; child; child = child->next) {
        const struct node *below = yaml_get(base, child->key->text);
        *end = below ? merge(arena, child, below, false) : copy_node(arena, child);
        end = &(*end)->next;
    }
    for (const struct node *child = base->first; child; child = child->next)
        if (!yaml_get(own, child->key->text) && !(top && is_own_key(child->key->text))) {
            *end = copy_node(arena, child);
            end = &(*end)->next;
            result->count++;
        }
    return result;
}

enum { EXTENDS_MAX = 64 };

struct extender {
    const struct reading *reading;
    struct drafts *drafts;
    struct draft **chain; /* from the profile asked for to the current one */
    size_t depth;
};

/* A profile that replaces a built-in one may extend it under the same name. */
static struct draft *find_parent(const struct extender *extender, const struct draft *child,
                                 str name) {
    struct draft *found = NULL;
    for (size_t i = 0; i < extender->drafts->count; i++) {
        struct draft *draft = &extender->drafts->items[i];
        bool own = draft == child, same = str_equal(draft->name, name);
        /* itself only when there is no other: the smallest ring */
        if (same && (own ? !found : !draft->replaced || str_equal(child->name, name)))
            found = draft;
    }
    return found;
}

static str name_at(const void *context, size_t i) {
    return ((const struct drafts *)context)->items[i].name;
}

static void unknown_parent(const struct extender *extender, struct draft *draft,
                           const struct node *extends) {
    str near = str_nearest(extends->text, extender->drafts->count, name_at, extender->drafts);
    diag(extender->reading->diags, MP_EXTENDS_UNKNOWN, extends->at,
         "there is no profile '%.*s'%s%.*s%s",
         STR_ARG(str_shorten(extender->reading->arena, extends->text)),
         near.len ? ", did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
    draft->sound = false;
}

/* "a -> b -> c -> a", told at the entry that closes the ring. */
static void ring(const struct extender *extender, const struct draft *again,
                 const struct node *extends) {
    struct buf text = buf_make(extender->reading->arena);
    size_t i = 0;
    while (extender->chain[i] != again)
        i++;
    for (; i < extender->depth; i++) {
        buf_str(&text, extender->chain[i]->name);
        buf_text(&text, " -> ");
        extender->chain[i]->sound = false;
    }
    buf_str(&text, again->name);
    diag(extender->reading->diags, MP_EXTENDS_RING, extends->at,
         "profiles extend each other in a ring: %.*s", STR_ARG(buf_view(&text)));
}

static void extend(struct extender *extender, struct draft *draft);

static void extend_from(struct extender *extender, struct draft *draft,
                        const struct node *extends) {
    struct draft *parent = find_parent(extender, draft, extends->text);
    if (!parent) {
        unknown_parent(extender, draft, extends);
        return;
    }
    if (parent->merge == MERGE_BUSY) {
        ring(extender, parent, extends);
        return;
    }
    extend(extender, parent);
    draft->sound = draft->sound && parent->sound;
    draft->parent = parent;
    if (parent->tree && !parent->newer)
        draft->tree = merge(extender->reading->arena, draft->tree, parent->tree, true);
}

static const struct node *extends_of(const struct draft *draft) {
    const struct node *extends =
        draft->tree && draft->tree->kind == NODE_MAP ? yaml_get(draft->tree, STR("extends")) : NULL;
    return extends && extends->kind == NODE_SCALAR ? extends : NULL;
}

static bool is_among(struct draft *const *drafts, size_t count, const struct draft *draft) {
    for (size_t i = 0; i < count; i++)
        if (drafts[i] == draft)
            return true;
    return false;
}

/* Each step copies all that it inherits, and calls itself: a long way would take all memory. Rings
 * are told elsewhere. */
static bool is_too_far(const struct extender *extender, struct draft *draft) {
    struct draft *way[EXTENDS_MAX];
    size_t steps = 0;
    const struct node *extends = extends_of(draft);
    for (struct draft *at = draft; at && extends; extends = at ? extends_of(at) : NULL) {
        if (steps == EXTENDS_MAX) {
            diag(extender->reading->diags, MP_EXTENDS_DEPTH, extends_of(draft)->at,
                 "the profiles that it extends are more than %d in a row", (int)EXTENDS_MAX);
            draft->sound = false;
            return true;
        }
        if (is_among(way, steps, at))
            return false;
        way[steps++] = at;
        at = find_parent(extender, at, extends->text);
    }
    return false;
}

static void extend(struct extender *extender, struct draft *draft) {
    const struct node *extends = extends_of(draft);
    if (draft->merge != MERGE_WAITING)
        return;
    if (extends && !is_too_far(extender, draft)) {
        draft->merge = MERGE_BUSY;
        extender->chain[extender->depth++] = draft;
        extend_from(extender, draft, extends);
        extender->depth--;
    }
    draft->merge = MERGE_DONE;
}

void drafts_extend(const struct reading *reading, struct drafts *drafts) {
    struct extender extender = {.reading = reading, .drafts = drafts};
    extender.chain = ARENA_ARRAY(reading->arena, drafts->count, struct draft *);
    for (size_t i = 0; i < drafts->count; i++)
        extend(&extender, &drafts->items[i]);
}
