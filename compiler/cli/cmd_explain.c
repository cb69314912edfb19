/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "json_text.h"
#include "manifest.h"
#include "param.h"
#include "summary.h"
#include "visible.h"

#include <string.h>

/* " (command line)" or " (modavd.yaml of the root, farm/modavd.yaml:2:9)". */
static void put_origin(struct turn *turn, struct origin origin) {
    struct session *session = turn->session;
    struct place place = place_of(&session->sources, &session->scratch, origin.at);
    str text = str_visible(&session->scratch, place_text(&session->scratch, &place));
    bool shown = text.len > 0 && origin.layer != LAYER_COMMAND_LINE;
    buf_format(&session->out, " (%s%s%.*s)\n", layer_text(origin.layer), shown ? ", " : "",
               shown ? (int)text.len : 0, text.at ? text.at : "");
}

static void put_fact(struct turn *turn, const char *name, str value, struct origin origin) {
    buf_format(&turn->session->out, "    %-17s ", name);
    put_visible(&turn->session->out, value);
    put_origin(turn, origin);
}

static str version_text(const struct version *version) {
    return version->known ? version->text : STR("not known");
}

/* What is known of an instance or its target, and who said so. */
struct fact {
    const char *name;
    str value;
    struct origin from;
};
enum { INSTANCE_FACTS = 3, SHOWN_TARGET_FACTS = 6 };

static void target_facts(const struct target *target, struct fact facts[SHOWN_TARGET_FACTS]) {
    const struct origin *from = target->from;
    const struct fact all[SHOWN_TARGET_FACTS] = {
        {"host", str_from(word_text(host_words, (int)target->host)), from[TARGET_HOST]},
        {"accel", str_from(word_text(accel_words, (int)target->accel)), from[TARGET_ACCEL]},
        {"emulator", str_from(word_text(emulator_words, (int)target->emulator)),
         from[TARGET_EMULATOR]},
        {"emulator-version", version_text(&target->emulator_version),
         from[TARGET_EMULATOR_VERSION]},
        {"qemu", version_text(&target->qemu), from[TARGET_QEMU]},
        {"run-dir", target->run_dir.len ? target->run_dir : STR("the instance's directory"),
         from[TARGET_RUN_DIR]},
    };
    memcpy(facts, all, sizeof all);
}

static void instance_facts(struct arena *arena, const struct instance *instance,
                           struct fact facts[INSTANCE_FACTS]) {
    struct quantity ram = {DIMENSION_SIZE, instance->ram};
    const struct fact all[INSTANCE_FACTS] = {
        {"cpus", str_format(arena, "%u", instance->cpus), instance->cpus_from},
        {"ram", instance->ram ? quantity_text(arena, ram) : STR("not known"), instance->ram_from},
        {"arch", str_from(word_text(arch_words, (int)instance->arch)), instance->arch_from},
    };
    memcpy(facts, all, sizeof all);
}

static void put_facts(struct turn *turn, const struct fact *facts, size_t count) {
    for (size_t i = 0; i < count; i++)
        put_fact(turn, facts[i].name, facts[i].value, facts[i].from);
}

static void put_all_facts(struct turn *turn) {
    struct fact instance[INSTANCE_FACTS], target[SHOWN_TARGET_FACTS];
    struct buf *out = &turn->session->out;
    instance_facts(&turn->session->scratch, &turn->instance, instance);
    target_facts(&turn->target, target);
    put_visible(out, turn->label);
    buf_format(out, " (%s in ", turn->instance.kind == INSTANCE_AVD ? "AVD" : "machine");
    put_visible(out, turn->candidate->shown);
    buf_text(out, ")\n  instance\n");
    put_facts(turn, instance, INSTANCE_FACTS);
    buf_text(out, "  target\n");
    put_facts(turn, target, SHOWN_TARGET_FACTS);
}

static void add_facts(struct turn *turn, json_t *object, const struct fact *facts, size_t count) {
    struct session *session = turn->session;
    for (size_t i = 0; i < count; i++) {
        json_t *fact = json_object();
        struct place place = place_of(&session->sources, &session->scratch, facts[i].from.at);
        str at = place_text(&session->scratch, &place);
        json_object_set_new(fact, "value", json_text(&session->scratch, facts[i].value));
        json_object_set_new(fact, "from", json_string(layer_text(facts[i].from.layer)));
        if (at.len > 0)
            json_object_set_new(fact, "at", json_text(&session->scratch, at));
        json_object_set_new(object, facts[i].name, fact);
    }
}

static json_t *facts_json(struct turn *turn) {
    struct fact instance[INSTANCE_FACTS], target[SHOWN_TARGET_FACTS];
    json_t *object = json_object();
    instance_facts(&turn->session->scratch, &turn->instance, instance);
    target_facts(&turn->target, target);
    add_facts(turn, object, instance, INSTANCE_FACTS);
    add_facts(turn, object, target, SHOWN_TARGET_FACTS);
    return object;
}

static const char *part_state(const struct decision *decision, int part) {
    return decision->built[part] ? "built" : "not built";
}

static void put_decision(struct turn *turn, const struct decision *decision) {
    struct buf *out = &turn->session->out;
    const struct profile *profile = decision->profile;
    buf_format(out, "  %.*s: %s\n", STR_ARG(profile->name.s), state_text(decision->state));
    for (size_t i = 0; i < decision->reason_count; i++) {
        const struct reason *reason = &decision->reasons[i];
        buf_text(out, reason->effect == EFFECT_NONE ? "    note: " : "    because ");
        summary_reason(out, reason);
    }
    for (int part = 0; decision->state != STATE_OFF && part < PART_COUNT; part++)
        if (profile->has_part[part])
            buf_format(out, "    %-17s %s\n", word_text(part_words, part),
                       part_state(decision, part));
    bool shown = decision->params && decision->state != STATE_OFF;
    for (size_t i = 0; shown && i < profile->params.count; i++) {
        const struct param_value *value = &decision->params[i];
        put_fact(turn, str_c(&turn->session->scratch, value->param->name.s),
                 param_text(&turn->session->scratch, value->param, &value->value), value->from);
    }
}

static void put_arguments(struct turn *turn) {
    const struct plan *plan = &turn->plan;
    buf_text(&turn->session->out, plan->argument_count ? "  arguments\n" : "");
    for (size_t i = 0; i < plan->argument_count; i++) {
        buf_text(&turn->session->out, "    ");
        put_visible(&turn->session->out, plan->arguments[i].text);
        put_origin(turn, (struct origin){LAYER_PROFILE, plan->arguments[i].at});
    }
}

static void explain_turn(struct turn *turn, void *context) {
    json_t *list = context;
    if (!turn->planned) {
        if (!list) {
            put_visible(&turn->session->out, turn->label);
            buf_text(&turn->session->out, ": cannot be explained\n");
        }
    } else if (list) {
        json_t *object =
            manifest_plan(&turn->session->scratch, &turn->session->sources, &turn->plan);
        json_object_set_new(object, "facts", facts_json(turn));
        json_array_append_new(list, object);
    } else {
        put_all_facts(turn);
        for (size_t i = 0; i < turn->plan.decision_count; i++)
            put_decision(turn, &turn->plan.decisions[i]);
        put_arguments(turn);
    }
    flush_out(turn->session);
}

void command_explain(struct session *session) {
    str path;
    if (!one_path(session, "explain", true, &path))
        return;
    json_t *list = session->json ? json_array() : NULL;
    session_read_profiles(session, NULL);
    session_each(session, path, explain_turn, list);
    if (session->json)
        json_object_set_new(session->json, "instances", list);
}
