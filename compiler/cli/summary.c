/* SPDX-License-Identifier: Apache-2.0 */
#include "summary.h"

#include "diff.h"
#include "json_text.h"
#include "visible.h"

static void state_line(struct buf *out, const struct decision *decision) {
    const struct profile *profile = decision->profile;
    buf_format(out, "%.*s %s", STR_ARG(profile->name.s), state_text(decision->state));
    for (int part = 0; decision->state == STATE_PARTIAL && part < PART_COUNT; part++)
        if (profile->has_part[part] && !decision->built[part])
            buf_format(out, " (without %s)", word_text(part_words, part));
}

const char *summary_plural(size_t count) {
    return count == 1 ? "" : "s";
}

void summary_states(struct buf *out, const struct plan *plan) {
    bool any = false;
    for (size_t i = 0; i < plan->decision_count; i++) {
        if (plan->decisions[i].state == STATE_OFF)
            continue;
        buf_text(out, any ? ", " : "");
        state_line(out, &plan->decisions[i]);
        any = true;
    }
    if (!any)
        buf_text(out, "no profile on");
}

void summary_reason(struct buf *out, const struct reason *reason) {
    put_visible(out, reason->text);
    buf_format(out, " [MP%04u]", code_info(reason->code).number);
    buf_text(out, reason->change.len > 0 ? "; would change it: " : "");
    put_visible(out, reason->change);
    buf_char(out, '\n');
}

static const struct {
    enum change_kind kind;
    const char *done, *would, *key, *found;
} kinds[] = {
    {CHANGE_CREATE, "created", "would create", "created", "missing"},
    {CHANGE_UPDATE, "updated", "would update", "updated", "changed"},
    {CHANGE_REMOVE, "removed", "would remove", "removed", "stale"},
    {CHANGE_EDITED, "changed by somebody else", "changed by somebody else", "edited", "edited"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

void summary_changes(struct buf *out, const struct changes *changes, bool would) {
    bool any = false;
    for (size_t k = 0; k < KINDS; k++) {
        bool first = true;
        for (size_t i = 0; i < changes->count; i++) {
            if (changes->items[i].kind != kinds[k].kind)
                continue;
            if (first)
                buf_format(out, "%s%s: ", any ? "; " : "", would ? kinds[k].would : kinds[k].done);
            buf_text(out, first ? "" : ", ");
            put_visible(out, changes->items[i].name);
            first = false;
            any = true;
        }
    }
    if (!any)
        buf_text(out, "unchanged");
}

json_t *summary_changes_json(struct arena *arena, const struct changes *changes, bool found) {
    json_t *object = json_object();
    for (size_t k = 0; k < KINDS; k++) {
        json_t *names = json_array();
        for (size_t i = 0; i < changes->count; i++)
            if (changes->items[i].kind == kinds[k].kind)
                json_array_append_new(names, json_text(arena, changes->items[i].name));
        json_object_set_new(object, found ? kinds[k].found : kinds[k].key, names);
    }
    return object;
}

static bool is_text(str name) {
    return !str_ends(name, STR(".aml"));
}

void summary_diff(struct buf *out, str shown, const struct changes *changes) {
    str directory = str_visible(out->arena, shown);
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->items[i];
        if (change->kind == CHANGE_NONE)
            continue;
        bool create = change->kind == CHANGE_CREATE, remove = change->kind == CHANGE_REMOVE;
        buf_format(out, "--- %.*s%s%.*s\n", create ? 9 : (int)directory.len,
                   create ? "/dev/null" : directory.at, create ? "" : "/",
                   create ? 0 : (int)change->name.len, change->name.at);
        buf_format(out, "+++ %.*s%s%.*s\n", remove ? 9 : (int)directory.len,
                   remove ? "/dev/null" : directory.at, remove ? "" : "/",
                   remove ? 0 : (int)change->name.len, change->name.at);
        if (is_text(change->name))
            diff_lines(out, change->before, change->after);
        else
            buf_format(out, "binary: %zu bytes before, %zu bytes after\n", change->before.len,
                       change->after.len);
    }
}

bool summary_would_apply(const struct decision *decision) {
    bool only_asked = decision->state == STATE_OFF && decision->profile->valid;
    for (size_t i = 0; i < decision->reason_count; i++)
        if (decision->reasons[i].effect == EFFECT_WHOLE &&
            decision->reasons[i].code != MP_NOT_ENABLED &&
            decision->reasons[i].code != MP_MISSING_PARAM)
            only_asked = false;
    return only_asked;
}
