/* SPDX-License-Identifier: Apache-2.0 */
#include "param.h"

#include "buf.h"
#include "expr.h"
#include "names.h"
#include "path.h"

bool param_is_text(const struct param *param) {
    return param->type == PARAM_PATH || param->type == PARAM_WORD;
}

str param_text(struct arena *arena, const struct param *param,
               const struct param_content *content) {
    if (param_is_text(param))
        return content->text;
    return quantity_text(arena, content->number);
}

static bool refuse(const struct param *param, const struct text *text, struct diags *diags,
                   enum code code, str wanted) {
    diag(diags, code, text->at, "'%.*s' cannot be '%.*s': it is %.*s", STR_ARG(param->name.s),
         STR_ARG(str_shorten(diags->arena, text->s)), STR_ARG(wanted));
    return false;
}

/* "a, b or c" of the words that PARAM allows. */
static str words_text(struct arena *arena, const struct text_list *words) {
    struct buf buf = buf_make(arena);
    for (size_t i = 0; i < words->count; i++)
        buf_format(&buf, "%s%.*s",
                   i == 0                 ? ""
                   : i + 1 < words->count ? ", "
                                          : " or ",
                   STR_ARG(words->items[i].s));
    return buf_view(&buf);
}

static bool is_listed(const struct text_list *words, str word) {
    for (size_t i = 0; i < words->count; i++)
        if (str_equal(words->items[i].s, word))
            return true;
    return words->count == 0;
}

static bool has_control(str text) {
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < 0x20 || text.at[i] == 0x7F)
            return true;
    return false;
}

/* A relative path would mean another place for each of those who read it. */
static bool check_text(const struct param *param, const struct text *text, struct diags *diags) {
    struct arena *arena = diags->arena;
    if (param->type == PARAM_PATH && has_control(text->s))
        return refuse(param, text, diags, MP_BAD_TEXT, STR("a path without control characters"));
    if (param->type == PARAM_PATH && path_root(path_normal(arena, text->s)).len == 0)
        return refuse(param, text, diags, MP_BAD_TEXT, STR("an absolute path"));
    if (param->type == PARAM_WORD && !is_listed(&param->values, text->s))
        return refuse(param, text, diags, MP_BAD_WORD, words_text(arena, &param->values));
    if (param->type == PARAM_WORD && str_equal(text->s, STR("help"))) /* alone, it stops QEMU */
        return refuse(param, text, diags, MP_BAD_WORD, STR("any word but 'help'"));
    if (param->type == PARAM_WORD && !name_is_word(text->s))
        return refuse(param, text, diags, MP_BAD_WORD,
                      STR("a letter or digit, then letters, digits, '.', '_' and '-'"));
    return true;
}

static bool check_range(const struct param *param, const struct text *text, uint64_t value,
                        struct diags *diags) {
    enum dimension dimension = (enum dimension)param->type;
    if (value >= param->min && value <= param->max)
        return true;
    str least = quantity_text(diags->arena, (struct quantity){dimension, param->min});
    str most = quantity_text(diags->arena, (struct quantity){dimension, param->max});
    return refuse(param, text, diags, MP_OUT_OF_RANGE,
                  str_format(diags->arena, "%.*s to %.*s", STR_ARG(least), STR_ARG(most)));
}

bool param_read(const struct param *param, const struct text *text, struct diags *diags,
                struct param_content *out) {
    static const struct scope nothing = {0};
    if (param_is_text(param)) {
        out->text = text->s;
        return check_text(param, text, diags);
    }
    return expr_quantity(param->name.s, text, (enum dimension)param->type, &nothing, diags,
                         &out->number) &&
           check_range(param, text, out->number.value, diags);
}
