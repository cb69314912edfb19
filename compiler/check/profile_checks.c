/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_checks.h"

#include "argument_checks.h"
#include "checks.h"
#include "cst.h"
#include "names.h"
#include "param.h"
#include "scope.h"

enum { NAME_MAX_LENGTH = 40 };

bool profile_name_is_valid(str name) {
    return name_is_plain(name, NAME_MAX_LENGTH) && !name_is_device(name);
}

static void check_name(struct checker *checker, const struct profile *profile) {
    str name = str_shorten(checker->arena, profile->name.s);
    if (name_is_device(profile->name.s))
        diag(checker->diags, MP_BAD_NAME, profile->name.at,
             "'%.*s' is a device on Windows and cannot name a profile", STR_ARG(name));
    else if (!profile_name_is_valid(profile->name.s))
        diag(checker->diags, MP_BAD_NAME, profile->name.at,
             "'%.*s' cannot name a profile: small letters, digits and '-', at most 40",
             STR_ARG(name));
}

static void check_off_switch(struct checker *checker, const struct profile *profile) {
    str name = profile->off_switch.s;
    if (profile->off_switch.at.source && !name_is_variable(name))
        diag(checker->diags, MP_BAD_NAME, profile->off_switch.at,
             "'%.*s' cannot name a variable: capital letters, digits and '_'", STR_ARG(name));
}

static void check_param(struct checker *checker, const struct param *param) {
    if (!name_is_plain(param->name.s, NAME_MAX_LENGTH) || scope_is_fact(param->name.s))
        diag(checker->diags, MP_BAD_NAME, param->name.at,
             "'%.*s' cannot name a parameter: small letters, digits and '-', but not cpus or ram",
             STR_ARG(param->name.s));
    uint64_t initial = param->initial.number.value;
    enum dimension dimension = (enum dimension)param->type;
    if (!param_is_text(param) && !param->required && (initial < param->min || initial > param->max))
        diag(checker->diags, MP_OUT_OF_RANGE, param->initial_at,
             "the default of '%.*s' must be %.*s to %.*s", STR_ARG(param->name.s),
             STR_ARG(quantity_text(checker->arena, (struct quantity){dimension, param->min})),
             STR_ARG(quantity_text(checker->arena, (struct quantity){dimension, param->max})));
}

static void check_params(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->params.count; i++)
        check_param(checker, &profile->params.items[i]);
}

static void check_state_place(struct checker *checker, const struct idle_state *state,
                              size_t place) {
    str wanted = str_format(checker->arena, "C%zu", place + 1);
    if (place >= CST_STATES_MAX)
        diag(checker->diags, MP_BAD_STATE, state->at, "more than 7 idle states: Linux takes 7");
    else if (!str_equal(state->name.s, wanted))
        diag(checker->diags, MP_BAD_STATE, state->name.at,
             "the guest names idle states by place: this is '%.*s', not '%.*s'", STR_ARG(wanted),
             STR_ARG(str_shorten(checker->arena, state->name.s)));
}

/* Linux takes HLT for the first state only: acpi_processor_get_power_info_cst() passes over a C2 or
 * C3 without MWAIT (drivers/acpi/processor_idle.c). */
static void check_enter(struct checker *checker, const struct idle_state *state, size_t place) {
    if (place > 0 && state->enter.at.source && state->enter.value == CST_ENTER_HLT)
        diag(checker->diags, MP_BAD_STATE, state->enter.at,
             "'hlt' enters C1 only: the guest passes over another state without 'mwait'");
}

static void check_hint(struct checker *checker, const struct idle_state *state) {
    struct quantity hint;
    bool given = state->hint.at.source != 0, mwait = state->enter.value == CST_ENTER_MWAIT;
    if (mwait && !given)
        diag(checker->diags, MP_BAD_STATE, state->enter.at, "'mwait' needs a 'hint', such as 0x00");
    else if (!mwait && given)
        diag(checker->diags, MP_BAD_STATE, state->hint.at, "'hlt' has no 'hint'");
    else if (given &&
             expr_quantity(STR("hint"), &state->hint, DIMENSION_NUMBER, &checker->scope,
                           checker->diags, &hint) &&
             !scope_is_open(&checker->scope) && hint.value > UINT32_MAX)
        diag(checker->diags, MP_OUT_OF_RANGE, state->hint.at, "'hint' must be 0 to 0xffffffff");
}

static void check_states(struct checker *checker, const struct profile *profile) {
    uint32_t before = 0;
    if (profile->cst.at.source && profile->cst.count == 0)
        diag(checker->diags, MP_BAD_STATE, profile->cst.at, "'cst' has no idle state");
    for (size_t i = 0; i < profile->cst.count; i++) {
        const struct idle_state *state = &profile->cst.items[i];
        struct cst_state computed;
        check_state_place(checker, state, i);
        check_enter(checker, state, i);
        check_hint(checker, state);
        if (!idle_state_compute(state, &checker->scope, checker->diags, &computed))
            continue;
        if (scope_is_open(&checker->scope)) /* not known yet, and no measure for the next */
            continue;
        if (computed.latency_us < before)
            diag(checker->diags, MP_STATE_ORDER, state->latency.at,
                 "a lower latency than the state before: Linux sorts them its own way");
        before = computed.latency_us;
    }
}

/* sysfs counts a latency in microseconds: a finer one would equal none. */
static void check_number(struct checker *checker, const struct check *check,
                         enum dimension dimension, const struct text *value) {
    struct quantity number;
    if (expr_quantity(check->name, value, dimension, &checker->scope, checker->diags, &number) &&
        dimension == DIMENSION_DURATION && !scope_is_open(&checker->scope) &&
        number.value % 1000 != 0)
        diag(checker->diags, MP_OUT_OF_RANGE, value->at,
             "'%.*s' must be whole microseconds, as the guest shows it", STR_ARG(check->name));
}

static void check_values(struct checker *checker, const struct check *check) {
    str argument[2];
    const struct check_info *info = check_find(check->name, argument);
    for (size_t i = 0; info && i < check->values.count; i++) {
        const struct text *value = &check->values.items[i];
        str text;
        if (info->numeric || check->test == TEST_AT_LEAST)
            check_number(checker, check, check_dimension(info, check->test), value);
        else
            expr_expand(checker->arena, value, &checker->scope, checker->diags, &text);
        check_line(checker, value);
    }
}

static void check_checks(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->checks.count; i++) {
        const struct check *check = &profile->checks.items[i];
        check_values(checker, check);
        if (check->has_proves && !profile->has_part[check->proves])
            diag(checker->diags, MP_NO_EFFECT, check->at,
                 "this proves the part '%s', which the profile does not have",
                 word_text(part_words, (int)check->proves));
    }
}

static void check_daemon(struct checker *checker, const struct daemon *daemon) {
    if (!name_is_file(daemon->name.s))
        diag(checker->diags, MP_BAD_NAME, daemon->name.at,
             "'%.*s' cannot name a daemon: a file name of letters, digits, '.', '_', '+' and '-'",
             STR_ARG(str_shorten(checker->arena, daemon->name.s)));
    if (daemon->stop_when.count == 0)
        diag(checker->diags, MP_NO_EFFECT, daemon->at,
             "a daemon without 'stop-when' conditions is never stopped");
    for (size_t i = 0; i < daemon->stop_when.count; i++)
        check_values(checker, &daemon->stop_when.items[i]);
}

static void check_daemons(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < profile->daemons.count; i++)
        check_daemon(checker, &profile->daemons.items[i]);
}

static void check_effect(struct checker *checker, const struct profile *profile) {
    for (size_t i = 0; i < PART_COUNT; i++)
        if (profile->has_part[i])
            return;
    diag(checker->diags, MP_NO_EFFECT, profile->name.at,
         "the profile sets nothing: it has no qemu, acpi or guest part");
}

static const struct profile_check {
    const char *name;
    void (*run)(struct checker *checker, const struct profile *profile);
} profile_checks[] = {
    {"profile-name", check_name},  {"off-switch", check_off_switch}, {"params", check_params},
    {"globals", check_globals},    {"objects", check_objects},       {"arguments", check_arguments},
    {"idle-states", check_states}, {"guest-checks", check_checks},   {"daemons", check_daemons},
    {"mounts", check_mounts},      {"effect", check_effect},
};

struct profiles profiles_check(struct arena *arena, struct diags *diags,
                               const struct profiles *profiles, bool versions) {
    struct profile *items = ARENA_ARRAY(arena, profiles->count, struct profile);
    for (size_t i = 0; i < profiles->count; i++) {
        items[i] = profiles->items[i];
        if (!items[i].valid) /* what could not be read has told its faults */
            continue;
        bool open = false;
        struct checker checker = {arena, diags, &items[i], scope_make(arena, &items[i], NULL, 0, 0),
                                  versions};
        checker.scope.open = &open;
        size_t failures = diags->failures;
        for (size_t j = 0; j < sizeof profile_checks / sizeof *profile_checks; j++)
            profile_checks[j].run(&checker, &items[i]);
        items[i].valid = diags->failures == failures;
    }
    return (struct profiles){items, profiles->count, profiles->at};
}
