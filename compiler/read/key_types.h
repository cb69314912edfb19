/* SPDX-License-Identifier: Apache-2.0 */
/* What the key tables are written with, and the types that several of them use. */
#ifndef MODAVD_KEY_TYPES_H
#define MODAVD_KEY_TYPES_H

#include "schema.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FIELD(structure, key, member, type, required, initial, summary, text, example) \
    { key, &(type), offsetof(structure, member), required, initial, summary, text, example }

#define TEXT_TYPE(name, text_form)                                \
    static const struct type name = {.shape = SHAPE_TEXT,         \
                                     .wanted = "a single value",  \
                                     .bind = bind_text,           \
                                     .size = sizeof(struct text), \
                                     .form = &(text_form)}
#define WORD_TYPE(name, table)                                      \
    static const struct type name = {.shape = SHAPE_WORD,           \
                                     .wanted = "a word",            \
                                     .bind = bind_choice,           \
                                     .size = sizeof(struct choice), \
                                     .words = (table)}
#define WORDS_TYPE(name, table)                                             \
    static const struct type name = {.shape = SHAPE_WORDS,                  \
                                     .wanted = "a word or a list of words", \
                                     .bind = bind_word_set,                 \
                                     .size = sizeof(struct word_set),       \
                                     .words = (table)}
#define RECORD_TYPE(name, structure, table)                     \
    static const struct type name = {.shape = SHAPE_RECORD,     \
                                     .wanted = "a mapping",     \
                                     .bind = bind_record,       \
                                     .size = sizeof(structure), \
                                     .record = &(table)}
#define LIST_TYPE(name, list, item)                        \
    static const struct type name = {.shape = SHAPE_LIST,  \
                                     .wanted = "a list",   \
                                     .bind = bind_list,    \
                                     .size = sizeof(list), \
                                     .element = &(item)}
#define TEXTS_TYPE(name, item)                                         \
    static const struct type name = {.shape = SHAPE_LIST,              \
                                     .wanted = "a list",               \
                                     .bind = bind_list,                \
                                     .size = sizeof(struct text_list), \
                                     .element = &(item),               \
                                     .one_or_list = true}
#define MAP_TYPE(name, list, key_form, item)                \
    static const struct type name = {.shape = SHAPE_MAP,    \
                                     .wanted = "a mapping", \
                                     .bind = bind_map,      \
                                     .size = sizeof(list),  \
                                     .element = &(item),    \
                                     .form = &(key_form)}

/* A map's element that is a struct property: the key, then the value. */
void bind_property(struct binder *binder, const struct type *type, const struct node *node,
                   void *out);

extern const struct type property_type; /* of any text */

#endif
