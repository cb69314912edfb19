/* SPDX-License-Identifier: Apache-2.0 */
#include "mount.h"

/* net/9p/client.c takes no less than 4096; with 8192, the default before Linux 5.15, a file takes
 * one request for each 8 KiB. net/9p/trans_virtio.c cuts to what fits a queue of 128: 125 pages. */
enum { MSIZE_MIN = 4096, MSIZE_SLOW = 8192, MSIZE_MAX = 512000 };

static bool msize_value(struct arena *arena, const struct property *option,
                        const struct scope *scope, struct diags *diags, str *out) {
    const struct text *text = &option->value;
    struct quantity size;
    bool plain = quantity_parse(text->s, &size) == QUANTITY_OK &&
                 size.dimension == DIMENSION_NUMBER; /* bytes, as mount takes them */
    if (!plain && !expr_quantity(option->key.s, text, DIMENSION_SIZE, scope, diags, &size))
        return false;
    *out = str_format(arena, "%llu", (unsigned long long)size.value);
    if (!plain && scope_is_open(scope))
        return true;
    if (size.value < MSIZE_MIN) {
        diag(diags, MP_OUT_OF_RANGE, text->at, "'msize' cannot be '%.*s': Linux takes 4096 or more",
             STR_ARG(str_shorten(arena, text->s)));
        return false;
    }
    if (size.value <= MSIZE_SLOW)
        diag(diags, MP_SLOW, text->at,
             "'msize' of %.*s is slow: a file takes a request for each %.*s bytes; "
             "use 262144 or more",
             STR_ARG(*out), STR_ARG(*out));
    else if (size.value > MSIZE_MAX)
        diag(diags, MP_SLOW, text->at, "Linux cuts an 'msize' of %.*s to 512000", STR_ARG(*out));
    return true;
}

static const struct word cache_words[] = {
    {"none", 0}, {"loose", 1}, {"mmap", 2}, {"fscache", 3}, {0}};

/* The list of options ends at a ',', and no option has blanks. */
static bool is_plain(str value) {
    for (size_t i = 0; i < value.len; i++)
        if (value.at[i] == ',' || (unsigned char)value.at[i] <= ' ' || value.at[i] == 0x7F)
            return false;
    return true;
}

bool mount_option_value(struct arena *arena, enum mount_type type, const struct property *option,
                        const struct scope *scope, struct diags *diags, str *out) {
    int word;
    const struct text *text = &option->value;
    if (type == MOUNT_9P && str_equal(option->key.s, STR("msize")))
        return msize_value(arena, option, scope, diags, out);
    if (!expr_expand(arena, text, scope, diags, out))
        return false;
    bool cache = type == MOUNT_9P && str_equal(option->key.s, STR("cache"));
    if (cache && !scope_is_open(scope) && !word_find(cache_words, *out, &word)) {
        diag(diags, MP_BAD_WORD, text->at, "'cache' cannot be '%.*s': it is %.*s",
             STR_ARG(str_shorten(arena, *out)), STR_ARG(word_list(arena, cache_words)));
        return false;
    }
    if (!is_plain(*out)) {
        diag(diags, MP_BAD_TEXT, text->at,
             "'%.*s' cannot be '%.*s': an option of mount has no blank and no ','",
             STR_ARG(option->key.s), STR_ARG(str_shorten(arena, *out)));
        return false;
    }
    return true;
}
