/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"
#include "knob.h"
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

/* One condition on a version or number. */
struct range_fact {
    const struct range_condition *condition;
    const struct version *found;
    enum code code;
    const char *what;
};

/* Why conditions do not hold: at most one failure for each. */
struct failures {
    struct failure {
        enum code code;
        struct span at;
        str text, change;
        bool unknown; /* the fact is not known */
    } items[8];
    size_t count;
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

static void check_words(struct planner *planner, const struct when *when, struct failures *out) {
    struct arena *arena = planner->in->arena;
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
        out->items[out->count++] =
            (struct failure){condition->code, condition->set->at, why, change, false};
    }
}

static void check_range(struct planner *planner, const struct range_fact *fact,
                        struct failures *out) {
    struct arena *arena = planner->in->arena;
    const struct range_condition *condition = fact->condition;
    str wanted = condition->range.text;
    struct failure failure = {.code = fact->code, .at = condition->at};
    if (condition->at.source == 0)
        return;
    if (!fact->found->known) {
        failure.unknown = true;
        failure.text = str_format(arena, "it is for %s %.*s, which is not known here", fact->what,
                                  STR_ARG(wanted));
    } else if (!version_in_range(fact->found, &condition->range)) {
        failure.text = str_format(arena, "it is for %s %.*s, and this is %.*s", fact->what,
                                  STR_ARG(wanted), STR_ARG(fact->found->text));
        if (fact->code == MP_WHEN_QEMU)
            failure.change = str_format(arena, "a QEMU that is %.*s", STR_ARG(wanted));
    } else {
        return;
    }
    out->items[out->count++] = failure;
}

static void check_when(struct planner *planner, const struct when *when, struct failures *out) {
    const struct version cpus = {
        .known = true,
        .part = {planner->in->instance->cpus},
        .text = str_format(planner->in->arena, "%u", planner->in->instance->cpus)};
    const struct range_fact facts[] = {
        {&when->qemu, &planner->in->target->qemu, MP_WHEN_QEMU, "QEMU"},
        {&when->guest_kernel, &planner->in->instance->guest_kernel, MP_WHEN_KERNEL, "guest kernel"},
        {&when->cpus, &cpus, MP_WHEN_CPUS, "a number of CPUs"},
    };
    check_words(planner, when, out);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        check_range(planner, &facts[i], out);
}

bool risk_is_accepted(const struct planner *planner, enum risk risk) {
    uint32_t accepted = 0;
    for (size_t i = 0; i < planner->in->layers->count; i++)
        accepted |= planner->in->layers->items[i]->accept.bits;
    return accepted & 1u << risk;
}

static void check_risk(struct planner *planner, struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    if (profile->risk != RISK_NONE && !risk_is_accepted(planner, profile->risk))
        reason_add(
            planner, candidate, MP_RISK, EFFECT_WHOLE, profile->risk_at,
            STR("it can lose data at a crash of the host, which the instance does not accept"),
            STR("accept: data in modavd.yaml"));
}

/* A version that is not known never turns a profile off: it is built, and that is said. */
void decide_when(struct planner *planner, struct candidate_profile *candidate) {
    struct failures failures = {.count = 0};
    check_when(planner, &candidate->profile->when, &failures);
    for (size_t i = 0; i < failures.count; i++) {
        const struct failure *failure = &failures.items[i];
        reason_add(planner, candidate, failure->unknown ? MP_UNKNOWN_FACT : failure->code,
                   failure->unknown ? EFFECT_NONE : EFFECT_WHOLE, failure->at, failure->text,
                   failure->change);
    }
    check_risk(planner, candidate);
}

const struct text *value_pick(struct planner *planner, const struct assignment *assignment,
                              str *why_not) {
    *why_not = (str){0};
    for (size_t i = 0; i < assignment->values.count; i++) {
        struct failures failures = {.count = 0};
        check_when(planner, &assignment->values.items[i].when, &failures);
        if (failures.count == 0)
            return &assignment->values.items[i].value;
        *why_not = failures.items[0].text;
    }
    return NULL;
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

/* The same is said once, however many settings meet it. */
static bool has_reason(const struct candidate_profile *candidate, str text) {
    for (size_t i = 0; i < candidate->decision->reason_count; i++)
        if (str_equal(candidate->decision->reasons[i].text, text))
            return true;
    return false;
}

static void judge_faults(struct planner *planner, struct candidate_profile *candidate,
                         const struct setting *setting, const struct assignments *list,
                         struct span at) {
    const struct fault *fault = NULL;
    while ((fault = next_fault(planner, fault, setting, list)) != NULL) {
        str text = str_format(planner->in->arena, "in %.*s, %s", STR_ARG(offer_here(planner).label),
                              fault->text);
        bool moot = fault->effect == FAULT_NOTE && reason_has(candidate, EFFECT_WHOLE);
        if (!moot && !has_reason(candidate, text))
            reason_add(planner, candidate, MP_KNOWN_FAULT,
                       fault->effect == FAULT_OFF ? EFFECT_WHOLE : EFFECT_NONE, at, text,
                       str_from(fault->change));
    }
}

static void judge(struct planner *planner, struct candidate_profile *candidate,
                  const struct setting *setting, const struct assignments *list, struct span at) {
    const struct verdict_row *row = backend_verdict(planner->backend, planner->in->target->accel,
                                                    &planner->in->target->qemu, setting);
    judge_faults(planner, candidate, setting, list, at);
    if (!row || row->verdict == VERDICT_WORKS || has_reason(candidate, str_from(row->reason)))
        return;
    /* a profile that is for another target anyway is not helped by what would help here */
    bool off = reason_has(candidate, EFFECT_WHOLE);
    reason_add(planner, candidate, effects[row->verdict].code, effects[row->verdict].effect, at,
               str_from(row->reason), str_from(off ? NULL : row->change));
}

/* A value that none of its conditions lets in is said: it may be what somebody relies on. */
static void note_left_out(struct planner *planner, struct candidate_profile *candidate,
                          const struct assignment *assignment, str why) {
    if (reason_has(candidate, EFFECT_WHOLE))
        return;
    reason_add(planner, candidate, MP_LEFT_OUT, EFFECT_NONE, assignment->key.at,
               str_format(planner->in->arena, "'%.*s' is left out: %.*s",
                          STR_ARG(assignment->key.s), STR_ARG(why)),
               (str){0});
}

static void judge_properties(struct planner *planner, struct candidate_profile *candidate,
                             enum setting_kind kind, str type, const struct assignments *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct assignment *assignment = &list->items[i];
        struct setting setting = {kind, type, assignment->key.s, {0}};
        str why;
        const struct text *value = value_pick(planner, assignment, &why);
        if (!value)
            note_left_out(planner, candidate, assignment, why);
        else if (value_compute(planner, candidate, kind, type, &assignment->key, value,
                               &setting.value))
            judge(planner, candidate, &setting, list, value->at);
    }
}

static void judge_objects(struct planner *planner, struct candidate_profile *candidate,
                          enum setting_kind kind, const struct objects *objects) {
    for (size_t i = 0; i < objects->count; i++) {
        const struct object *object = &objects->items[i];
        struct setting setting = {kind, object->type.s, {0}, {0}};
        judge(planner, candidate, &setting, NULL, object->type.at);
        judge_properties(planner, candidate, kind, object->type.s, &object->properties);
    }
}

static void judge_states(struct planner *planner, struct candidate_profile *candidate,
                         const struct idle_states *cst) {
    const struct setting table = {SETTING_CST, {0}, {0}, {0}};
    if (cst->count > 0)
        judge(planner, candidate, &table, NULL, cst->at);
    for (size_t i = 0; i < cst->count; i++) {
        const struct choice *enter = &cst->items[i].enter;
        struct setting state = {
            SETTING_CST, {0}, STR("enter"), str_from(word_text(enter_words, enter->value))};
        judge(planner, candidate, &state, NULL, enter->at);
    }
}

void decide_verdicts(struct planner *planner, struct candidate_profile *candidate) {
    const struct profile *profile = candidate->profile;
    for (size_t i = 0; i < profile->globals.count; i++)
        judge_properties(planner, candidate, SETTING_DEVICE, profile->globals.items[i].driver.s,
                         &profile->globals.items[i].properties);
    judge_objects(planner, candidate, SETTING_OBJECT, &profile->objects);
    judge_objects(planner, candidate, SETTING_FSDEV, &profile->fsdevs);
    judge_objects(planner, candidate, SETTING_DEVICE, &profile->devices);
    judge_states(planner, candidate, &profile->cst);
    for (size_t i = 0; i < profile->arguments.count; i++) {
        const struct text *word = &profile->arguments.items[i];
        struct setting setting = {SETTING_ARGUMENT, word->s, {0}, {0}};
        judge(planner, candidate, &setting, NULL, word->at);
    }
}
