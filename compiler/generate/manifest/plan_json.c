/* SPDX-License-Identifier: Apache-2.0 */
#include "json_text.h"
#include "manifest.h"
#include "param.h"
#include "path.h"
#include "place_name.h"

static void set_text(json_t *object, const char *key, struct arena *arena, str text) {
    json_object_set_new(object, key, json_text(arena, text));
}

static void set_string(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, json_string(text));
}

static void set_version(json_t *object, const char *key, struct arena *arena,
                        const struct version *version) {
    json_object_set_new(object, key,
                        version->known ? json_text(arena, version->text) : json_null());
}

static json_t *instance_json(struct arena *arena, const struct instance *instance) {
    json_t *object = json_object();
    set_text(object, "name", arena, instance->name);
    set_string(object, "kind", instance->kind == INSTANCE_AVD ? "avd" : "machine");
    json_object_set_new(object, "cpus", json_integer(instance->cpus));
    json_object_set_new(object, "ram",
                        instance->ram ? json_integer((json_int_t)instance->ram) : json_null());
    set_string(object, "arch", word_text(arch_words, (int)instance->arch));
    return object;
}

/* Relative to the instance, since absolute paths differ between machines: "." is the instance's own
 * directory, and null a directory with no relative path to it. */
static json_t *run_dir_json(struct arena *arena, const struct plan *plan) {
    str path = STR(".");
    str from = path_normal(arena, plan->instance->directory);
    if (plan->target->run_dir.len > 0 && !path_relative(arena, from, plan->target->run_dir, &path))
        return json_null();
    return json_text(arena, path);
}

static json_t *target_json(struct arena *arena, const struct plan *plan) {
    const struct target *target = plan->target;
    json_t *object = json_object();
    set_string(object, "host", word_text(host_words, (int)target->host));
    set_string(object, "accel", word_text(accel_words, (int)target->accel));
    set_string(object, "emulator", word_text(emulator_words, (int)target->emulator));
    set_version(object, "emulator-version", arena, &target->emulator_version);
    set_version(object, "qemu", arena, &target->qemu);
    json_object_set_new(object, "run-dir", run_dir_json(arena, plan));
    return object;
}

static json_t *reason_json(struct arena *arena, const struct sources *sources,
                           const struct reason *reason) {
    json_t *object = json_object();
    str code = str_format(arena, "MP%04u", code_info(reason->code).number);
    static const char *const effects[] = {"none", "part", "profile"};
    set_text(object, "code", arena, code);
    set_string(object, "turns-off",
               reason->effect == EFFECT_PART ? word_text(part_words, (int)reason->part)
                                             : effects[reason->effect]);
    set_text(object, "message", arena, reason->text);
    if (reason->change.len > 0)
        set_text(object, "change", arena, reason->change);
    if (reason->at.source)
        set_text(object, "at", arena, place_name(arena, sources, reason->at));
    return object;
}

static json_t *params_json(struct arena *arena, const struct decision *decision) {
    json_t *object = json_object();
    for (size_t i = 0; decision->params && i < decision->profile->params.count; i++) {
        const struct param_value *value = &decision->params[i];
        json_object_set_new(object, str_c(arena, value->param->name.s),
                            json_text(arena, param_text(arena, value->param, &value->value)));
    }
    return object;
}

static json_t *decision_json(struct arena *arena, const struct sources *sources,
                             const struct decision *decision) {
    json_t *object = json_object(), *parts = json_array(), *reasons = json_array();
    set_text(object, "name", arena, decision->profile->name.s);
    set_string(object, "state", state_text(decision->state));
    for (int part = 0; part < PART_COUNT; part++)
        if (decision->built[part])
            json_array_append_new(parts, json_string(word_text(part_words, part)));
    json_object_set_new(object, "parts", parts);
    json_object_set_new(object, "params", params_json(arena, decision));
    for (size_t i = 0; i < decision->reason_count; i++)
        json_array_append_new(reasons, reason_json(arena, sources, &decision->reasons[i]));
    json_object_set_new(object, "reasons", reasons);
    return object;
}

static void add_arguments(json_t *object, struct arena *arena, const struct sources *sources,
                          const struct plan *plan) {
    json_t *arguments = json_array(), *origins = json_array();
    for (size_t i = 0; i < plan->argument_count; i++) {
        const struct argument *argument = &plan->arguments[i];
        json_t *origin = json_object();
        json_array_append_new(arguments, json_text(arena, argument->text));
        json_object_set_new(origin, "profile", json_text(arena, argument->profile->name.s));
        json_object_set_new(origin, "at",
                            json_text(arena, place_name(arena, sources, argument->at)));
        json_array_append_new(origins, origin);
    }
    json_object_set_new(object, "arguments", arguments);
    json_object_set_new(object, "origins", origins);
}

json_t *manifest_plan(struct arena *arena, const struct sources *sources, const struct plan *plan) {
    json_t *object = json_object(), *profiles = json_array();
    json_object_set_new(object, "instance", instance_json(arena, plan->instance));
    json_object_set_new(object, "target", target_json(arena, plan));
    for (size_t i = 0; i < plan->decision_count; i++)
        json_array_append_new(profiles, decision_json(arena, sources, &plan->decisions[i]));
    json_object_set_new(object, "profiles", profiles);
    add_arguments(object, arena, sources, plan);
    return object;
}
