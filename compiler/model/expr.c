/* SPDX-License-Identifier: Apache-2.0 */
#include "expr.h"

#include "buf.h"
#include "scope.h"

#include <stdio.h>

enum { EXPR_DEPTH = 32 }; /* nested parentheses: bounds the recursion */

struct parser {
    const struct text *text; /* the whole scalar, for the place */
    const struct scope *scope;
    struct diags *diags;
    str rest; /* what is not read yet */
    int depth;
    bool failed;
};

/* One finding an expression: what follows from the first would be noise. */
static struct quantity fail(struct parser *parser, const char *why, str word) {
    struct arena *arena = parser->diags->arena;
    if (!parser->failed)
        diag(parser->diags, MP_BAD_EXPRESSION, parser->text->at, "in '%.*s': %s%s%.*s%s",
             STR_ARG(str_shorten(arena, parser->text->s)), why, word.len ? " '" : "",
             STR_ARG(str_shorten(arena, word)), word.len ? "'" : "");
    parser->failed = true;
    return (struct quantity){0};
}

static char peek(struct parser *parser) {
    parser->rest = str_trim(parser->rest, " ");
    return parser->rest.len > 0 ? parser->rest.at[0] : '\0';
}

static bool accept(struct parser *parser, char c) {
    if (peek(parser) != c || c == '\0')
        return false;
    parser->rest = str_from_at(parser->rest, 1);
    return true;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || (unsigned char)c >= 0x80;
}

/* A name may hold '-' between letters, as parameters do; a number may not. */
static str take_word(struct parser *parser) {
    str rest = parser->rest;
    bool number = rest.len > 0 && rest.at[0] >= '0' && rest.at[0] <= '9';
    size_t end = 0;
    while (end < rest.len && (is_word(rest.at[end]) || (!number && end > 0 && rest.at[end] == '-')))
        end++;
    parser->rest = str_from_at(rest, end);
    return str_first(rest, end);
}

static struct quantity sum(struct parser *parser);

static struct quantity apply_limit(struct parser *parser, bool least) {
    struct quantity best = sum(parser);
    while (accept(parser, ',')) {
        struct quantity next = sum(parser);
        if (next.dimension != best.dimension)
            return fail(parser, "min and max need values of one kind", (str){0});
        if (least ? next.value < best.value : next.value > best.value)
            best = next;
    }
    if (!accept(parser, ')'))
        return fail(parser, "a ')' is missing", (str){0});
    return best;
}

static struct quantity variable(struct parser *parser, str name) {
    const struct scope *scope = parser->scope;
    for (size_t i = 0; i < scope->count; i++) {
        const struct variable *found = &scope->items[i];
        if (!str_equal(found->name, name))
            continue;
        if (found->is_text)
            return fail(parser, "this is a text, not a number:", name);
        if (scope->open && (scope_is_fact(name) || !found->known))
            *scope->open = true;
        else if (!found->known)
            return fail(parser, "the instance does not tell its", name);
        return found->value;
    }
    return fail(parser, "there is no parameter or fact", name);
}

static struct quantity literal(struct parser *parser, str word) {
    struct quantity quantity;
    if (quantity_parse(word, &quantity) != QUANTITY_OK)
        return fail(parser, "not a number:", word);
    return quantity;
}

static struct quantity factor(struct parser *parser) {
    if (++parser->depth > EXPR_DEPTH)
        return fail(parser, "the parentheses are nested too deep", (str){0});
    struct quantity result;
    if (accept(parser, '(')) {
        result = sum(parser);
        if (!accept(parser, ')'))
            result = fail(parser, "a ')' is missing", (str){0});
    } else {
        char first = peek(parser);
        str word = take_word(parser);
        bool least = str_equal(word, STR("min")), most = str_equal(word, STR("max"));
        if (word.len == 0)
            result = fail(parser, "a value is missing", (str){0});
        else if ((least || most) && accept(parser, '('))
            result = apply_limit(parser, least);
        else
            result = first >= '0' && first <= '9' ? literal(parser, word) : variable(parser, word);
    }
    parser->depth--;
    return result;
}

static struct quantity multiply(struct parser *parser, struct quantity a, struct quantity b) {
    if (a.dimension != DIMENSION_NUMBER && b.dimension != DIMENSION_NUMBER)
        return fail(parser, "one side of '*' must be a plain number", (str){0});
    if (!scope_is_open(parser->scope) && b.value != 0 && a.value > UINT64_MAX / b.value)
        return fail(parser, "the result is too large", (str){0});
    enum dimension dimension = a.dimension != DIMENSION_NUMBER ? a.dimension : b.dimension;
    return (struct quantity){dimension, a.value * b.value};
}

/* A duration by a duration is a plain number, a duration by a number a duration. Rounds down, as
 * integers do in C and in people's heads. */
static struct quantity divide(struct parser *parser, struct quantity a, struct quantity b) {
    bool open = scope_is_open(parser->scope);
    if (b.value == 0 && !open)
        return fail(parser, "a division by zero", (str){0});
    if (b.dimension != DIMENSION_NUMBER && b.dimension != a.dimension)
        return fail(parser, "the sides of '/' do not fit each other", (str){0});
    enum dimension dimension = b.dimension == DIMENSION_NUMBER ? a.dimension : DIMENSION_NUMBER;
    return (struct quantity){dimension, open ? 0 : a.value / b.value};
}

static struct quantity product(struct parser *parser) {
    struct quantity left = factor(parser);
    while (!parser->failed) {
        if (accept(parser, '*'))
            left = multiply(parser, left, factor(parser));
        else if (accept(parser, '/'))
            left = divide(parser, left, factor(parser));
        else
            break;
    }
    return left;
}

static struct quantity add(struct parser *parser, struct quantity a, struct quantity b,
                           bool minus) {
    if (parser->failed)
        return a;
    if (a.dimension != b.dimension)
        return fail(parser, "the sides of '+' or '-' are of different kinds", (str){0});
    if (scope_is_open(parser->scope))
        return (struct quantity){a.dimension, 0};
    if (minus ? b.value > a.value : b.value > UINT64_MAX - a.value)
        return fail(parser, minus ? "the result is below zero" : "the result is too large",
                    (str){0});
    return (struct quantity){a.dimension, minus ? a.value - b.value : a.value + b.value};
}

static struct quantity sum(struct parser *parser) {
    struct quantity left = product(parser);
    while (!parser->failed) {
        bool minus = peek(parser) == '-';
        if (!minus && peek(parser) != '+')
            break;
        accept(parser, peek(parser));
        left = add(parser, left, product(parser), minus);
    }
    return left;
}

/* Reads the expression at the start of *REST, behind "${", and moves *REST behind its '}'. */
static bool evaluate(const struct text *text, str *rest, const struct scope *scope,
                     struct diags *diags, struct quantity *out) {
    struct parser parser = {.text = text, .scope = scope, .diags = diags, .rest = *rest};
    *out = sum(&parser);
    if (!parser.failed && !accept(&parser, '}'))
        fail(&parser, parser.rest.len > 0 ? "not understood:" : "the '}' is missing", parser.rest);
    *rest = parser.rest;
    return !parser.failed;
}

static size_t find_open(str text) {
    for (size_t i = 0; i + 1 < text.len; i++)
        if (text.at[i] == '$' && text.at[i + 1] == '{')
            return i;
    return text.len;
}

bool expr_has(str text) {
    return find_open(text) < text.len;
}

/* What is wrong, and what is wanted instead. */
static const char *const faults[] = {
    [QUANTITY_OK] = "it is not",
    [QUANTITY_NOT_A_NUMBER] = "it is not",
    [QUANTITY_LEADING_ZERO] = "some read a leading zero as octal, so leave it out; wanted is",
    [QUANTITY_OVERFLOW] = "it is too large for",
    [QUANTITY_FRACTION] = "it is no whole count of the smallest unit of",
    [QUANTITY_UNIT] = "its unit is not known; wanted is",
};

static bool refuse_value(str label, const struct text *text, enum quantity_fault fault,
                         enum dimension wanted, struct diags *diags) {
    if (wanted == DIMENSION_NUMBER && fault == QUANTITY_UNIT) /* "4x": a plain number has no unit */
        fault = QUANTITY_NOT_A_NUMBER;
    diag(diags, MP_BAD_NUMBER, text->at, "'%.*s' cannot be '%.*s': %s %s", STR_ARG(label),
         STR_ARG(str_shorten(diags->arena, text->s)), faults[fault], dimension_text(wanted));
    return false;
}

static bool quantity_literal(str label, const struct text *text, enum dimension dimension,
                             struct diags *diags, struct quantity *out) {
    enum quantity_fault fault = quantity_parse(text->s, out);
    /* "0" needs no unit: it is the same in all of them */
    bool zero = out->dimension == DIMENSION_NUMBER && out->value == 0;
    if (fault != QUANTITY_OK || (out->dimension != dimension && !zero))
        return refuse_value(label, text, fault, dimension, diags);
    out->dimension = dimension;
    return true;
}

bool expr_quantity(str label, const struct text *text, enum dimension dimension,
                   const struct scope *scope, struct diags *diags, struct quantity *out) {
    str rest = text->s;
    if (scope->open)
        *scope->open = false;
    if (!str_starts(rest, STR("${")))
        return quantity_literal(label, text, dimension, diags, out);
    rest = str_from_at(rest, 2);
    if (!evaluate(text, &rest, scope, diags, out))
        return false;
    if (rest.len == 0 && out->dimension == dimension)
        return true;
    return refuse_value(label, text, QUANTITY_OK, dimension, diags);
}

/* The text variable that stands alone in the braces at the start of *REST, behind "${"; moves *REST
 * behind them. */
static const struct variable *take_text(const struct scope *scope, str *rest) {
    size_t end = str_find(*rest, '}');
    str name = str_trim(str_first(*rest, end), " ");
    for (size_t i = 0; end < rest->len && i < scope->count; i++)
        if (scope->items[i].is_text && str_equal(scope->items[i].name, name)) {
            *rest = str_from_at(*rest, end + 1);
            return &scope->items[i];
        }
    return NULL;
}

/* A ',' in the value of an option is doubled; a text that is the whole argument is no such value.
 */
static void put_text(struct buf *buf, const struct variable *variable, bool in_option,
                     const struct scope *scope) {
    if (scope->open && !variable->known)
        *scope->open = true;
    for (size_t i = 0; i < variable->text.len; i++) {
        buf_char(buf, variable->text.at[i]);
        if (in_option && variable->text.at[i] == ',')
            buf_char(buf, ',');
    }
}

static bool refuse_unset(const struct text *text, const struct variable *variable,
                         struct diags *diags) {
    diag(diags, MP_BAD_EXPRESSION, text->at, "in '%.*s': nothing sets '%.*s'",
         STR_ARG(str_shorten(diags->arena, text->s)), STR_ARG(variable->name));
    return false;
}

/* Whether LENGTH more bytes are too many. Told once: what follows is no news. */
static bool is_too_long(const struct text *text, const struct scope *scope, size_t length,
                        struct diags *diags) {
    if (!scope->room || length < *scope->room)
        return false;
    if (*scope->room > 0)
        diag(diags, MP_EXPANSION, text->at,
             "the expressions of this profile come to more than %d bytes", (int)EXPANSION_MAX);
    *scope->room = 0;
    return true;
}

/* As expr_expand, of a TEXT with an expression. */
static bool expand_into(struct buf *buf, const struct text *text, const struct scope *scope,
                        struct diags *diags) {
    str rest = text->s;
    while (expr_has(rest)) {
        size_t open = find_open(rest);
        str before = str_first(rest, open);
        rest = str_from_at(rest, open + 2);
        if (str_ends(before, STR("$"))) { /* "$${" is a plain "${" */
            buf_str(buf, before);
            buf_char(buf, '{');
            continue;
        }
        struct quantity value;
        const struct variable *variable = take_text(scope, &rest);
        if (variable && !variable->known && !scope->open)
            return refuse_unset(text, variable, diags);
        bool whole = buf->len == 0 && before.len == 0 && rest.len == 0;
        if (!variable && !evaluate(text, &rest, scope, diags, &value))
            return false;
        buf_str(buf, before);
        if (variable)
            put_text(buf, variable, scope->in_option && !whole, scope);
        else
            buf_format(buf, "%llu", (unsigned long long)value.value);
        if (is_too_long(text, scope, buf->len, diags))
            return false;
    }
    buf_str(buf, rest);
    return true;
}

bool expr_expand(struct arena *arena, const struct text *text, const struct scope *scope,
                 struct diags *diags, str *out) {
    struct buf buf = buf_make(arena);
    if (scope->open)
        *scope->open = false;
    *out = text->s;
    if (!expr_has(text->s))
        return true;
    if (!expand_into(&buf, text, scope, diags) || is_too_long(text, scope, buf.len, diags))
        return false;
    if (scope->room)
        *scope->room -= buf.len;
    *out = buf_view(&buf);
    return true;
}
