/* SPDX-License-Identifier: Apache-2.0 */
#include "documents.h"
#include "topics.h"

/* One document under description. Records that stand in several places are described once. */
struct chapter {
    struct page *page;
    const struct record *seen[32];
    size_t count;
};

static void put_keys(struct buf *out, const struct record *record) {
    for (size_t i = 0; i < record->count; i++)
        buf_format(out, "%s`%s`", i ? ", " : "", record->fields[i].key);
    if (record->other)
        buf_format(out, "%s`%s`", record->count ? ", " : "", record->other->key);
}

static void put_type(struct buf *out, const struct type *type) {
    str words = type->words ? word_list(out->arena, type->words) : (str){0};
    switch (type->shape) {
    case SHAPE_TEXT:
        buf_text(out, type->form->wanted);
        break;
    case SHAPE_BOOLEAN:
        buf_text(out, "on or off");
        break;
    case SHAPE_WORD:
    case SHAPE_WORDS:
        buf_format(out, "%.*s%s", STR_ARG(words),
                   type->shape == SHAPE_WORDS ? ", or a list of them" : "");
        break;
    case SHAPE_LIST:
        buf_text(out, type->one_or_list ? "one or a list: " : "a list: ");
        put_type(out, type->element);
        if (type->most > 0)
            buf_format(out, "; %zu to %zu elements", type->least, type->most);
        break;
    case SHAPE_MAP:
        buf_text(out, "a mapping from ");
        buf_text(out, type->element->shape == SHAPE_TEST ? "checks" : "names");
        buf_text(out, " to: ");
        put_type(out, type->element);
        break;
    case SHAPE_RECORD:
        buf_text(out, "a mapping of ");
        put_keys(out, type->record);
        break;
    case SHAPE_VALUE:
        buf_format(out, "%s, or a mapping of ", type->form->wanted);
        put_keys(out, type->record);
        break;
    case SHAPE_TEST:
        buf_text(out,
                 "a value, a list, `{at-least: N}` or `{absent: true}`, as the check takes it");
        break;
    }
}

static void put_field(struct page *page, const struct field *field) {
    struct arena *arena = page->out->arena;
    struct buf text = buf_make(arena);
    buf_format(&text, "%s. %s Value: ", field->summary, field->text);
    put_type(&text, field->type);
    buf_text(&text, ". ");
    if (field->required)
        buf_text(&text, "Required. ");
    if (field->initial)
        buf_format(&text, "Default: %s. ", field->initial);
    bool named = field->key[0] != '<';
    buf_format(&text, "Example: `%s%s%s`", named ? field->key : "", named ? ": " : "",
               field->example);
    page_item(page, str_format(arena, "`%s`", field->key), buf_view(&text));
}

static bool is_seen(struct chapter *chapter, const struct record *record) {
    for (size_t i = 0; i < chapter->count; i++)
        if (chapter->seen[i] == record)
            return true;
    if (chapter->count < sizeof chapter->seen / sizeof *chapter->seen)
        chapter->seen[chapter->count++] = record;
    return false;
}

static void put_record(struct chapter *chapter, const struct record *record, str path);

/* The record that TYPE, or what it holds, has: "qemu.objects[]", "params.<name>". */
static void put_below(struct chapter *chapter, const struct type *type, str path) {
    struct arena *arena = chapter->page->out->arena;
    if (type->record)
        put_record(chapter, type->record, path);
    else if (type->element)
        put_below(chapter, type->element,
                  type->shape == SHAPE_MAP ? str_format(arena, "%.*s.<name>", STR_ARG(path))
                                           : str_format(arena, "%.*s[]", STR_ARG(path)));
}

static str path_below(struct arena *arena, str path, const char *key) {
    return str_format(arena, "%.*s%s%s", STR_ARG(path), path.len ? "." : "", key);
}

static void put_record(struct chapter *chapter, const struct record *record, str path) {
    struct page *page = chapter->page;
    struct arena *arena = page->out->arena;
    if (is_seen(chapter, record))
        return;
    if (path.len > 0)
        page_heading(page, 2, "`%.*s`", STR_ARG(path));
    for (size_t i = 0; i < record->count; i++)
        put_field(page, &record->fields[i]);
    if (record->other)
        put_field(page, record->other);
    for (size_t i = 0; i < record->count; i++)
        put_below(chapter, record->fields[i].type, path_below(arena, path, record->fields[i].key));
    if (record->other)
        put_below(chapter, record->other->type->element,
                  path_below(arena, path, record->other->key));
}

static void put_values(struct page *page) {
    page_heading(page, 1, "Values");
    page_paragraph(page,
                   "Files are YAML without anchors, aliases, tags, merge keys and a second "
                   "document, of at most 1 MiB and 64 levels. Booleans are on, off, true, "
                   "false, yes and no. Durations take ns, us, ms and s; sizes take K, M, G and "
                   "T, with or without iB, and count by 1024. A leading zero is an error.");
    page_paragraph(page,
                   "`${...}` computes with whole numbers: parameters of the profile, `cpus` and "
                   "`ram` of the instance, `+`, `-`, `*`, `/`, parentheses, `min()` and "
                   "`max()`. A parameter that is a path or a word stands alone in it. `$${` is "
                   "a plain `${`.");
}

/* tests/schema/excuses.js has the list, and shows that each occurs and that there is no other. */
static void put_limits(struct page *page) {
    page_heading(page, 1, "What an editor cannot tell");
    page_paragraph(page,
                   "The JSON Schemas that `modavd-profile schema` prints refuse what is "
                   "described here. `modavd-profile check` finds more than a schema can say:");
    page_item(page, STR("other files"),
              STR("names of profiles and of their parameters, and what an extended profile lacks"));
    page_item(page, STR("QEMU"),
              STR("types, aliases, properties, options and the kinds and ranges "
                  "of their values, which the catalogues tell; accelerators of "
                  "a host; forbidden arguments; options of mount"));
    page_item(
        page, STR("keys beside each other"),
        STR("what the type and the limits of a parameter allow, the order of idle states, the "
            "hint of mwait, and two elements for one place"));
    page_item(page, STR("spelling"),
              STR("expressions, fractions of units, and how a number is "
                  "written, of which a schema sees the value"));
    page_item(page, STR("YAML"), STR("anchors, tags and a second document"));
}

void page_language(struct page *page, const struct tool *tool) {
    (void)tool;
    for (size_t i = 0; i < document_count; i++) {
        struct chapter chapter = {.page = page};
        page_heading(page, 1, "%s", documents[i].file);
        page_paragraph(page, "%s", documents[i].text);
        put_record(&chapter, documents[i].type->record, (str){0});
    }
    put_values(page);
    put_limits(page);
}
