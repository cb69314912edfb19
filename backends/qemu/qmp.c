/* SPDX-License-Identifier: Apache-2.0 */
#include "qmp.h"

#include "buf.h"
#include "growing.h"
#include "visible.h"

#include <stdlib.h>
#include <string.h>

enum {
    RUN_MS = 10000,        /* a whole run takes 0.1 s (of 7.2 and 11.1 on two cores) */
    ANSWERS_MAX = 1 << 25, /* 16 times what all queries together get */
    STOPS_MAX = 64,        /* two for each query that is lost */
    HUNG_MAX = 4,
    HELLO = -1, /* the query that every run begins with */
    WORDS_MAX = 12
};

/* The machine `none` starts fastest and has no devices; builds for WHPX crash with it. */
static const char *const forms[][WORDS_MAX] = {
    {"-machine", "none", "-nodefaults", "-display", "none", "-qmp", "stdio"},
    {"-S", "-nodefaults", "-display", "none", "-qmp", "stdio"},
    {"-accel", "tcg", "-S", "-nodefaults", "-display", "none", "-qmp", "stdio"},
};
enum { FORMS = sizeof forms / sizeof *forms };

struct qmp_query *qmp_add(struct qmp *qmp, struct qmp_queries *queries, const char *command,
                          json_t *arguments, str subject) {
    queries->items =
        grown(qmp->arena, queries->items, queries->count, &queries->room, sizeof *queries->items);
    struct qmp_query *query = &queries->items[queries->count++];
    *query = (struct qmp_query){.command = command, .arguments = arguments, .subject = subject};
    return query;
}

void qmp_free(struct qmp_queries *queries) {
    for (size_t i = 0; i < queries->count; i++) {
        json_decref(queries->items[i].arguments);
        json_decref(queries->items[i].answer);
    }
    queries->count = 0;
}

/* --- what is sent --- */

static void put_query(struct qmp *qmp, struct buf *out, const char *command, json_t *arguments,
                      json_int_t id) {
    json_t *query = json_pack("{s:s, s:I}", "execute", command, "id", id);
    if (arguments)
        json_object_set(query, "arguments", arguments);
    char *text = json_dumps(query, JSON_COMPACT);
    if (!text)
        qmp->arena->out_of_memory(qmp->arena->context);
    buf_text(out, text);
    buf_char(out, '\n');
    free(text);
    json_decref(query);
}

/* The order of sending. */
enum { FIRST_PREPARING, THEN_SUSPECTED, THEN_OTHERS, RANKS };

static int rank(const struct qmp_query *query) {
    return query->prepares ? FIRST_PREPARING : query->suspected ? THEN_SUSPECTED : THEN_OTHERS;
}

static bool is_sent(const struct qmp_query *query) {
    return query->state == QMP_OPEN || (query->prepares && query->state == QMP_ANSWERED);
}

static str all_queries(struct qmp *qmp, const struct qmp_queries *queries) {
    struct buf out = buf_make(qmp->arena);
    put_query(qmp, &out, "qmp_capabilities", NULL, HELLO);
    for (int turn = 0; turn < RANKS; turn++)
        for (size_t i = 0; i < queries->count; i++) {
            const struct qmp_query *query = &queries->items[i];
            if (rank(query) == turn && is_sent(query))
                put_query(qmp, &out, query->command, query->arguments, (json_int_t)i);
        }
    put_query(qmp, &out, "quit", NULL, (json_int_t)queries->count);
    return buf_view(&out);
}

/* --- what comes back --- */

/* An answer that is here already is one of a query that prepares others. */
static void take_answer(struct qmp_queries *queries, const json_t *line, bool *greeted) {
    const json_t *id = json_object_get(line, "id");
    json_int_t number = (json_int_t)json_number_value(id);
    bool answers = json_object_get(line, "return") || json_object_get(line, "error");
    if (!json_is_number(id) || !answers)
        return;
    *greeted = *greeted || number == HELLO;
    if (number < 0 || (size_t)number >= queries->count)
        return;
    struct qmp_query *query = &queries->items[number];
    if (query->state != QMP_OPEN)
        return;
    query->state = QMP_ANSWERED;
    query->answer = json_incref(json_object_get(line, "return"));
}

/* jansson has no integers above 2^63-1, which the default of nvme-ns.zoned.zrwafg is: with one of
 * them, all numbers of the line become real ones. */
static json_t *parse_line(str line) {
    json_error_t error;
    json_t *value = json_loadb(line.at, line.len, 0, &error);
    if (!value && json_error_code(&error) == json_error_numeric_overflow)
        value = json_loadb(line.at, line.len, JSON_DECODE_INT_AS_REAL, NULL);
    return value;
}

/* One object a line. Others are warnings of libraries, or an answer cut by a crash. True when it
 * answered anything. */
static bool take_answers(struct qmp_queries *queries, str output) {
    bool greeted = false;
    while (output.len > 0) {
        str line = str_trim(str_cut(&output, '\n'), "\r ");
        json_t *value = line.len ? parse_line(line) : NULL;
        take_answer(queries, value, &greeted);
        json_decref(value);
    }
    return greeted;
}

/* --- what went wrong --- */

static str last_line(struct arena *arena, str errors) {
    str last = {0};
    while (errors.len > 0) {
        str line = str_trim(str_cut(&errors, '\n'), "\r\t ");
        if (line.len > 0)
            last = line;
    }
    enum { SHOWN = 300 }; /* a line of an assertion is long, and tells the place at its end */
    return str_visible(arena, str_first(last, SHOWN));
}

static void note_errors(struct qmp *qmp, str errors) {
    str last = last_line(qmp->arena, errors);
    if (last.len > 0)
        diag_note(qmp->diags, (struct span){0}, "it said: %.*s", STR_ARG(last));
}

static str program_text(const struct qmp *qmp) {
    return str_visible(qmp->arena, str_from(qmp->program));
}

void qmp_fail(struct qmp *qmp, const char *what, str errors) {
    str program = program_text(qmp);
    diag(qmp->diags, MP_PROBE_FAILED, (struct span){0}, "%.*s: %s", STR_ARG(program), what);
    note_errors(qmp, errors);
}

static str what_happened(struct arena *arena, const struct os_result *result) {
    if (!result->ended)
        return str_format(arena, "nothing more came in %d seconds", RUN_MS / 1000);
    if (result->code < 0)
        return STR("it crashed");
    return str_format(arena, "it ended with status %d", result->code);
}

static void fail_result(struct qmp *qmp, const char *what, const struct os_result *result) {
    str happened = what_happened(qmp->arena, result);
    str text = str_format(qmp->arena, "%s: %.*s", what, STR_ARG(happened));
    qmp_fail(qmp, str_c(qmp->arena, text), result->errors);
}

/* The first query that is open is the one at which it stopped. NULL: there is none. */
static struct qmp_query *first_open(const struct qmp_queries *queries) {
    for (int turn = 0; turn < RANKS; turn++)
        for (size_t i = 0; i < queries->count; i++)
            if (queries->items[i].state == QMP_OPEN && rank(&queries->items[i]) == turn)
                return &queries->items[i];
    return NULL;
}

/* A query may harm a later one: what filter-dump leaves behind closed the standard input of 7.2.
 * So the first time proves nothing. */
static void lose_query(struct qmp *qmp, struct qmp_query *query, const struct os_result *result) {
    qmp->stops++;
    qmp->hung += !result->ended;
    if (!query->suspected) {
        query->suspected = true;
        return;
    }
    query->state = QMP_LOST;
    str program = program_text(qmp), happened = what_happened(qmp->arena, result);
    str subject = str_visible(qmp->arena, query->subject);
    diag(qmp->diags, MP_PROBE_CRASH, (struct span){0}, "%.*s: no answer to %s%s%.*s: %.*s",
         STR_ARG(program), query->command, subject.len ? " of " : "", STR_ARG(subject),
         STR_ARG(happened));
    note_errors(qmp, result->errors);
}

/* --- runs --- */

/* False after a finding. */
static bool run(struct qmp *qmp, const char *const *words, size_t count, str input,
                struct os_result *out) {
    const char *all[WORDS_MAX + 1] = {qmp->program};
    memcpy(all + 1, words, count * sizeof *words);
    const struct os_command command = {all, count + 1, input, RUN_MS, ANSWERS_MAX};
    enum os_status status = qmp->os->run(qmp->os->context, qmp->arena, &command, out);
    if (status == OS_TOO_LARGE)
        qmp_fail(qmp, "it prints without end, which no QEMU does", (str){0});
    else if (status != OS_OK)
        qmp->diags->io_failed = true;
    if (status != OS_OK && status != OS_TOO_LARGE)
        qmp_fail(qmp, os_status_text(status), (str){0});
    return status == OS_OK;
}

static size_t word_count(const char *const *words) {
    size_t count = 0;
    while (count < WORDS_MAX && words[count])
        count++;
    return count;
}

/* One run of what is open. The first that answers settles the form. */
static bool run_queries(struct qmp *qmp, struct qmp_queries *queries, struct os_result *result) {
    for (;;) {
        const char *const *words = forms[qmp->form];
        if (!run(qmp, words, word_count(words), all_queries(qmp, queries), result))
            return false;
        bool answered = take_answers(queries, result->output);
        qmp->spoke = qmp->spoke || answered;
        if (qmp->spoke)
            return true;
        if (!result->ended || qmp->form + 1 == FORMS) {
            fail_result(qmp, "it does not answer as a QEMU does", result);
            return false;
        }
        qmp->form++;
    }
}

bool qmp_ask(struct qmp *qmp, struct qmp_queries *queries) {
    struct os_result result;
    while (first_open(queries)) {
        if (!run_queries(qmp, queries, &result))
            return false;
        struct qmp_query *query = first_open(queries);
        if (!query)
            return true;
        lose_query(qmp, query, &result);
        if (qmp->stops > STOPS_MAX || qmp->hung > HUNG_MAX) {
            fail_result(qmp, "it stops at too many queries", &result);
            return false;
        }
    }
    return true;
}

str qmp_print(struct qmp *qmp, const char *const *words, size_t count) {
    struct os_result result;
    if (!run(qmp, words, count, (str){0}, &result))
        return (str){0};
    struct buf out = buf_make(qmp->arena);
    buf_str(&out, result.output);
    buf_char(&out, '\n');
    buf_str(&out, result.errors);
    return buf_view(&out);
}
