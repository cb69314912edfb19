/* SPDX-License-Identifier: Apache-2.0 */
#include "diff.h"

struct lines {
    str *items;
    size_t count;
};

/* One step of the way from the old text to the new one. */
struct step {
    char mark; /* ' ' both, '-' old only, '+' new only */
    str line;
    size_t old_line, new_line; /* how many lines of each text come before it */
};

struct steps {
    struct step *items;
    size_t count, old_line, new_line;
};

enum { CONTEXT = 3, CELLS_MAX = 4 << 20 };

static struct lines split(struct arena *arena, str text) {
    struct lines lines = {0};
    for (str rest = text; rest.len > 0; str_cut(&rest, '\n'))
        lines.count++;
    lines.items = ARENA_ARRAY(arena, lines.count, str);
    for (size_t i = 0; i < lines.count; i++)
        lines.items[i] = str_cut(&text, '\n');
    return lines;
}

static void add_step(struct steps *steps, char mark, str line) {
    steps->items[steps->count++] = (struct step){mark, line, steps->old_line, steps->new_line};
    steps->old_line += mark != '+';
    steps->new_line += mark != '-';
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* The lengths of the longest common subsequences of all ends: cell (i, j) for old from i on and new
 * from j on. Our files have some hundred lines; for giant ones NULL, and no common line is sought.
 */
static const uint32_t *common_lengths(struct arena *arena, struct lines old, struct lines new) {
    size_t width = new.count + 1;
    if (old.count > CELLS_MAX / width)
        return NULL;
    uint32_t *cells = ARENA_ARRAY(arena, (old.count + 1) * width, uint32_t);
    for (size_t i = old.count; i-- > 0;)
        for (size_t j = new.count; j-- > 0;) {
            uint32_t *cell = &cells[i * width + j];
            *cell = str_equal(old.items[i], new.items[j]) ? cell[width + 1] + 1
                                                          : larger(cell[width], cell[1]);
        }
    return cells;
}

static struct steps find_steps(struct arena *arena, struct lines old, struct lines new) {
    const uint32_t *cells = common_lengths(arena, old, new);
    struct steps steps = {.items = ARENA_ARRAY(arena, old.count + new.count, struct step)};
    size_t i = 0, j = 0, width = new.count + 1;
    while (i < old.count || j < new.count) {
        bool both = i < old.count && j < new.count;
        if (both && cells && str_equal(old.items[i], new.items[j])) {
            add_step(&steps, ' ', old.items[i++]);
            j++;
        } else if (i < old.count &&
                   (!both || !cells || cells[(i + 1) * width + j] >= cells[i * width + j + 1])) {
            add_step(&steps, '-', old.items[i++]);
        } else {
            add_step(&steps, '+', new.items[j++]);
        }
    }
    return steps;
}

/* The end of the hunk that starts at FROM: changes less than two contexts apart belong together. */
static size_t hunk_end(const struct steps *steps, size_t from) {
    size_t end = from, last = from;
    for (; end < steps->count && end <= last + (size_t)2 * CONTEXT; end++)
        if (steps->items[end].mark != ' ')
            last = end;
    size_t with_context = last + 1 + CONTEXT;
    return with_context < steps->count ? with_context : steps->count;
}

static void put_hunk(struct buf *out, const struct steps *steps, size_t from, size_t to) {
    const struct step *first = &steps->items[from];
    size_t old = 0, new = 0;
    for (size_t i = from; i < to; i++) {
        old += steps->items[i].mark != '+';
        new += steps->items[i].mark != '-';
    }
    buf_format(out, "@@ -%zu,%zu +%zu,%zu @@\n", first->old_line + (old > 0), old,
               first->new_line + (new > 0), new);
    for (size_t i = from; i < to; i++)
        buf_format(out, "%c%.*s\n", steps->items[i].mark, STR_ARG(steps->items[i].line));
}

void diff_lines(struct buf *out, str before, str after) {
    struct steps steps =
        find_steps(out->arena, split(out->arena, before), split(out->arena, after));
    for (size_t i = 0, done = 0; i < steps.count; i++) {
        if (steps.items[i].mark == ' ')
            continue;
        size_t from = i > done + CONTEXT ? i - CONTEXT : done;
        size_t end = hunk_end(&steps, i);
        put_hunk(out, &steps, from, end);
        i = done = end;
    }
}
