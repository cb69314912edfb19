/* SPDX-License-Identifier: Apache-2.0 */
#include "offer.h"

#include "cmdline.h"

/* The newest catalogue asked: names that are near a misspelt one come from it. */
static const struct catalogue *newest(const struct offer *offer) {
    return offer->known->items[offer->known->count - 1];
}

/* ", did you mean 'x'?" or nothing. */
static str mean(struct arena *arena, str near) {
    if (near.len == 0)
        return near;
    return str_format(arena, ", did you mean '%.*s'?", STR_ARG(near));
}

/* WHAT is in another version: which has it first of those that are known here. */
static bool not_in_version(const struct offer *offer, struct span at, str what,
                           const struct catalogue *first) {
    diag(offer->diags, MP_NOT_IN_VERSION, at,
         "%.*s has no %.*s: %.*s is the first known here that has it", STR_ARG(offer->label),
         STR_ARG(what), STR_ARG(known_version(offer->arena, first)));
    return false;
}

static bool has_flag(const struct offer *offer, str type, uint32_t flags) {
    for (size_t i = 0; i < offer->known->count; i++) {
        const struct catalogue_type *found = catalogue_type(offer->known->items[i], type);
        if (found && found->flags & (flags | CATALOGUE_ABSTRACT))
            return true;
    }
    return false;
}

bool offer_type(const struct offer *offer, const struct text *type, uint32_t flags) {
    if (offer->known->count == 0 || has_flag(offer, type->s, flags))
        return true;
    const struct catalogue *first = known_first(type->s, (str){0});
    if (first && !known_has_type(offer->known, type->s))
        return not_in_version(offer, type->at,
                              str_format(offer->arena, "type '%.*s'", STR_ARG(type->s)), first);
    str near = catalogue_nearest_type(newest(offer), flags, type->s);
    diag(offer->diags, MP_UNKNOWN_TYPE, type->at, "%.*s has no %s type '%.*s'%.*s",
         STR_ARG(offer->label), flags & CATALOGUE_OBJECT ? "object" : "device",
         STR_ARG(str_shorten(offer->arena, type->s)), STR_ARG(mean(offer->arena, near)));
    return false;
}

bool offer_property(const struct offer *offer, str type, const struct text *key,
                    struct span value) {
    const struct catalogue_type *found = NULL;
    if (offer->known->count == 0 || !known_has_type(offer->known, type) ||
        known_has_property(offer->known, type, key->s))
        return true;
    const struct catalogue *first = known_first(type, key->s), *asked = newest(offer);
    if (first)
        return not_in_version(
            offer, value,
            str_format(offer->arena, "property '%.*s' of %.*s", STR_ARG(key->s), STR_ARG(type)),
            first);
    for (size_t i = 0; !found && i < offer->known->count; i++) {
        asked = offer->known->items[i];
        found = catalogue_type(asked, type);
    }
    str near = found ? catalogue_nearest_property(asked, found, key->s) : (str){0};
    diag(offer->diags, MP_UNKNOWN_PROPERTY, key->at, "%.*s has no property '%.*s'%.*s",
         STR_ARG(type), STR_ARG(str_shorten(offer->arena, key->s)),
         STR_ARG(mean(offer->arena, near)));
    return false;
}

/* The catalogue asked that has OPTION, and its row. */
static const struct catalogue *option_in(const struct offer *offer, str option,
                                         const struct catalogue_option **out) {
    for (size_t i = 0; i < offer->known->count; i++) {
        *out = catalogue_option(offer->known->items[i], option);
        if (*out)
            return offer->known->items[i];
    }
    return NULL;
}

/* "id" is of every list, drives take any key, for their drivers, and machines have properties (QEMU
 * util/qemu-option.c, opts_accepts_any; blockdev.c, qemu_drive_opts). */
static bool is_open(str option, str key) {
    return str_equal(key, STR("id")) || str_equal(option, STR("drive")) ||
           str_equal(option, STR("machine"));
}

static bool has_key(const struct offer *offer, str option, str key) {
    if (is_open(option, key))
        return true;
    for (size_t i = 0; i < offer->known->count; i++) {
        const struct catalogue *catalogue = offer->known->items[i];
        const struct catalogue_option *row = catalogue_option(catalogue, option);
        if (row && (row->count == 0 || catalogue_has_key(catalogue, row, key)))
            return true;
    }
    return false;
}

/* The keys of an option's value; what stands first may have none, and JSON is not looked into. A
 * word that is no "key=value" may be "no" and a key. */
static bool offer_keys(const struct offer *offer, str option, const struct text *argument) {
    str rest = argument->s;
    bool sound = true;
    while (rest.len > 0 && !str_starts(rest, STR("{"))) {
        str value = cmdline_value(offer->arena, &rest), key = str_cut(&value, '=');
        if (!value.at || key.len == 0 || has_key(offer, option, key))
            continue;
        diag(offer->diags, MP_UNKNOWN_PROPERTY, argument->at, "%.*s: '-%.*s' has no key '%.*s'",
             STR_ARG(offer->label), STR_ARG(option), STR_ARG(str_shorten(offer->arena, key)));
        sound = false;
    }
    return sound;
}

static bool offer_option(const struct offer *offer, const struct text *word,
                         const struct text *argument) {
    const struct catalogue_option *row;
    str name = str_from_at(word->s, str_starts(word->s, STR("--")) ? 2 : 1);
    if (offer->known->count == 0)
        return true;
    if (option_in(offer, name, &row))
        return !argument || offer_keys(offer, name, argument);
    str near = catalogue_nearest_option(newest(offer), name);
    if (near.len > 1 && name.len > 1) /* every letter is near every other */
        near = str_format(offer->arena, "-%.*s", STR_ARG(near));
    else
        near = (str){0};
    diag(offer->diags, MP_UNKNOWN_OPTION, word->at, "%.*s has no option '%.*s'%.*s",
         STR_ARG(offer->label), STR_ARG(str_shorten(offer->arena, word->s)),
         STR_ARG(mean(offer->arena, near)));
    return false;
}

bool offer_word(const struct offer *offer, const struct text_list *words, size_t i) {
    const struct text *word = &words->items[i];
    bool last = i + 1 == words->count || str_starts(words->items[i + 1].s, STR("-"));
    if (!str_starts(word->s, STR("-")) || word->s.len == 1)
        return true;
    return offer_option(offer, word, last ? NULL : word + 1);
}
