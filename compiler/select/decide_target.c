/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"
#include "knobs.h"
#include "planner.h"

/* "windows or linux" of the bits in SET. */
static str set_text(struct arena *arena, const struct word *words, uint32_t bits) {
    struct buf buf = buf_make(arena);
    for (; words->text; words++)
        if (bits & 1u << words->value)
            buf_format(&buf, "%s%s", buf.len ? " or " : "", words->text);
    return buf_view(&buf);
}

/* One condition on a word: what the profile wants, and what there is. */
struct word_condition {
    const struct word_set *set;
    const struct word *words;
    int found;
    enum code code;
    const char *what, *option; /* option: NULL when none changes it */
};

static bool fails(const struct word_condition *condition) {
    return condition->set->at.source != 0 && !(condition->set->bits & 1u << condition->found);
}

/* The first word that the profile takes. */
static const char *first_word(const struct word_condition *condition) {
    int first = 0;
    while (!(condition->set->bits & 1u << first))
        first++;
    return word_text(condition->words, first);
}

/* "--host windows --accel whpx": one option alone would only lead to the next reason. Empty where
 * one of the conditions has no option. */
static str change_of(struct arena *arena, const struct word_condition *conditions, size_t count) {
    struct buf buf = buf_make(arena);
    for (size_t i = 0; i < count; i++) {
        if (!fails(&conditions[i]))
            continue;
        if (!conditions[i].option)
            return (str){0};
        buf_format(&buf, "%s%s %s", buf.len ? " " : "", conditions[i].option,
                   first_word(&conditions[i]));
    }
    return buf_view(&buf);
}

static void check_words(struct planner *planner, struct candidate_profile *candidate) {
    struct arena *arena = planner->in->arena;
    const struct when *when = &candidate->profile->when;
    const struct target *target = planner->in->target;
    const struct word_condition conditions[] = {
        {&when->host, host_words, (int)target->host, MP_WHEN_HOST, "host", "--host"},
        {&when->accel, accel_words, (int)target->accel, MP_WHEN_ACCEL, "accelerator", "--accel"},
        {&when->emulator, emulator_words, (int)target->emulator, MP_WHEN_EMULATOR, "emulator",
         "--emulator"},
        {&when->arch, arch_words, (int)planner->in->instance->arch, MP_WHEN_ARCH,
         "guest architecture", NULL},
    };
    enum { COUNT = sizeof conditions / sizeof *conditions };
    str change = change_of(arena, conditions, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        const struct word_condition *condition = &conditions[i];
        if (!fails(condition))
            continue;
        str wanted = set_text(arena, condition->words, condition->set->bits);
        str why = str_format(arena, "it is for the %s %.*s, and this is %s", condition->what,
                             STR_ARG(wanted), word_text(condition->words, condition->found));
        reason_add(planner, candidate, condition->code, EFFECT_WHOLE, condition->set->at, why,
                   change);
    }
}

/* A version that is not known never turns a profile off: it is built, and that is said. */
static void check_range(struct planner *planner, struct candidate_profile *candidate,
                        const struct range_condition *condition, const struct version *found,
                        enum code code, const char *what) {
    struct arena *arena = planner->in->arena;
    if (condition->at.source == 0)
        return;
    str wanted = condition->range.text;
    if (!found->known)
        reason_add(
            planner, candidate, MP_UNKNOWN_FACT, EFFECT_NONE, condition->at,
            str_format(arena, "it is for %s %.*s, which is not known here", what, STR_ARG(wanted)),
            (str){0});
    else if (!version_in_range(found, &condition->range))
        reason_add(planner, candidate, code, EFFECT_WHOLE, condition->at,
                   str_format(arena, "it is for %s %.*s, and this is %.*s", what, STR_ARG(wanted),
                              STR_ARG(found->text)),
                   code == MP_WHEN_QEMU ? str_format(arena, "a QEMU that is %.*s", STR_ARG(wanted))
                                        : (str){0});
}

static void check_risk(struct planner *planner, struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    uint32_t accepted = 0;
    for (size_t i = 0; i < planner->in->layers->count; i++)
        accepted |= planner->in->layers->items[i]->accept.bits;
    if (profile->risk != RISK_NONE && !(accepted & 1u << profile->risk))
        reason_add(
            planner, candidate, MP_RISK, EFFECT_WHOLE, profile->risk_at,
            STR("it can lose data at a crash of the host, which the instance does not accept"),
            STR("accept: data in modavd.yaml"));
}

void decide_when(struct planner *planner, struct candidate_profile *candidate) {
    const struct when *when = &candidate->profile->when;
    check_words(planner, candidate);
    check_range(planner, candidate, &when->qemu, &planner->in->target->qemu, MP_WHEN_QEMU, "QEMU");
    check_range(planner, candidate, &when->guest_kernel, &planner->in->instance->guest_kernel,
                MP_WHEN_KERNEL, "guest kernel");
    check_risk(planner, candidate);
}

/* How each verdict shows. */
static const struct {
    enum code code;
    enum effect effect;
} effects[] = {
    [VERDICT_WORKS] = {MP_COUNT, EFFECT_NONE},
    [VERDICT_POINTLESS] = {MP_POINTLESS, EFFECT_NONE},
    [VERDICT_HARMFUL] = {MP_HARMFUL, EFFECT_WHOLE},
    [VERDICT_UNAVAILABLE] = {MP_UNAVAILABLE, EFFECT_WHOLE},
};

static void judge(struct planner *planner, struct candidate_profile *candidate,
                  const struct setting *setting, struct span at) {
    const struct verdict_row *row =
        backend_verdict(planner->backend, planner->in->target->accel, setting);
    if (!row || row->verdict == VERDICT_WORKS)
        return;
    /* a profile that is for another target anyway is not helped by what would help here */
    bool off = reason_has(candidate, EFFECT_WHOLE);
    reason_add(planner, candidate, effects[row->verdict].code, effects[row->verdict].effect, at,
               str_from(row->reason), str_from(off ? NULL : row->change));
}

static void judge_properties(struct planner *planner, struct candidate_profile *candidate,
                             enum setting_kind kind, str type, const struct properties *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct property *property = &list->items[i];
        struct setting setting = {kind, type, property->key.s, {0}};
        if (knob_value(planner->in->arena, type, property, &candidate->scope, planner->in->diags,
                       &setting.value))
            judge(planner, candidate, &setting, property->value.at);
    }
}

void decide_verdicts(struct planner *planner, struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    for (size_t i = 0; i < profile->globals.count; i++)
        judge_properties(planner, candidate, SETTING_GLOBAL, profile->globals.items[i].driver.s,
                         &profile->globals.items[i].properties);
    for (size_t i = 0; i < profile->objects.count; i++) {
        const struct object *object = &profile->objects.items[i];
        struct setting setting = {SETTING_OBJECT, object->type.s, {0}, {0}};
        judge(planner, candidate, &setting, object->type.at);
    }
    for (size_t i = 0; i < profile->arguments.count; i++) {
        const struct text *word = &profile->arguments.items[i];
        struct setting setting = {SETTING_ARGUMENT, word->s, {0}, {0}};
        judge(planner, candidate, &setting, word->at);
    }
}
