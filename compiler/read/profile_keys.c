/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_keys.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FIELD(structure, key, member, type, required, initial, summary) \
    { key, &(type), offsetof(structure, member), required, summary, initial }

static const struct type text_type = {
    .wanted = "a single value", .bind = bind_text, .size = sizeof(struct text)};
static const struct type boolean_type = {
    .wanted = "on or off", .bind = bind_boolean, .size = sizeof(struct choice)};
static const struct type texts_type = {.wanted = "a list",
                                       .bind = bind_list,
                                       .size = sizeof(struct text_list),
                                       .element = &text_type,
                                       .one_or_list = true};
static const struct type range_type = {.wanted =
                                           "a version range such as '>= 2.7' or '>= 4.2, < 8'",
                                       .bind = bind_range,
                                       .size = sizeof(struct range_condition)};

#define WORD_TYPE(name, table)        \
    static const struct type name = { \
        .wanted = "a word", .bind = bind_choice, .size = sizeof(struct choice), .words = (table)}
#define WORDS_TYPE(name, table)                                             \
    static const struct type name = {.wanted = "a word or a list of words", \
                                     .bind = bind_word_set,                 \
                                     .size = sizeof(struct word_set),       \
                                     .words = (table)}
#define RECORD_TYPE(name, structure, table) \
    static const struct type name = {       \
        .wanted = "a mapping", .bind = bind_record, .size = sizeof(structure), .record = &(table)}
#define LIST_TYPE(name, list, item)   \
    static const struct type name = { \
        .wanted = "a list", .bind = bind_list, .size = sizeof(list), .element = &(item)}
#define MAP_TYPE(name, list, item)    \
    static const struct type name = { \
        .wanted = "a mapping", .bind = bind_map, .size = sizeof(list), .element = &(item)}

WORD_TYPE(host_type, host_words);
WORD_TYPE(accel_type, accel_words);
WORD_TYPE(emulator_type, emulator_words);
WORD_TYPE(arch_type, arch_words);
WORD_TYPE(part_type, part_words);
WORD_TYPE(risk_type, risk_words);
WORDS_TYPE(hosts_type, host_words);
WORDS_TYPE(accels_type, accel_words);
WORDS_TYPE(emulators_type, emulator_words);
WORDS_TYPE(archs_type, arch_words);
WORDS_TYPE(risks_type, risk_words);

static const struct word param_words[] = {{"number", PARAM_NUMBER}, {"duration", PARAM_DURATION},
                                          {"size", PARAM_SIZE},     {"path", PARAM_PATH},
                                          {"word", PARAM_WORD},     {0}};
WORD_TYPE(param_word_type, param_words);

/* when: */

static const struct field when_fields[] = {
    FIELD(struct when, "host", host, hosts_type, false, "any", "the OS that the emulator runs on"),
    FIELD(struct when, "accel", accel, accels_type, false, "any", "the accelerator"),
    FIELD(struct when, "emulator", emulator, emulators_type, false, "any",
          "the Android emulator or plain QEMU"),
    FIELD(struct when, "qemu", qemu, range_type, false, "any",
          "the QEMU version; the Android emulator's base is 2.12"),
    FIELD(struct when, "arch", arch, archs_type, false, "any", "the guest's architecture"),
    FIELD(struct when, "guest-kernel", guest_kernel, range_type, false, "any",
          "the guest's Linux version; where it is not known the booted guest is asked"),
    FIELD(struct when, "cpus", cpus, range_type, false, "any", "how many CPUs the instance has"),
};
static const struct record when_record = {"when", when_fields, COUNT(when_fields), NULL, -1};
RECORD_TYPE(when_type, struct when, when_record);

/* params: */

static const struct field param_fields[] = {
    FIELD(struct raw_param, "type", type, param_word_type, true, NULL,
          "what it counts (number, duration or size), or its text: an absolute path or a word"),
    FIELD(struct raw_param, "default", initial, text_type, false, NULL,
          "its value where nothing sets it; without one an instance must set it"),
    FIELD(struct raw_param, "min", min, text_type, false, "0", "the least value allowed"),
    FIELD(struct raw_param, "max", max, text_type, false, "no limit", "the largest value allowed"),
    FIELD(struct raw_param, "values", values, texts_type, false, "any", "the only words allowed"),
    FIELD(struct raw_param, "summary", summary, text_type, false, NULL, "what it is for"),
};
static const struct record param_record = {"a parameter", param_fields, COUNT(param_fields), NULL,
                                           -1};
RECORD_TYPE(param_type, struct raw_param, param_record);
MAP_TYPE(params_type, struct raw_params, param_type);

/* A property's element is a struct property: the key, then the value. */
static void bind_property(struct binder *binder, const struct type *type, const struct node *node,
                          void *out) {
    bind_text(binder, type, node, &((struct property *)out)->value);
}

static void bind_pair(struct binder *binder, const struct type *type, const struct node *node,
                      void *out) {
    (void)binder, (void)type; /* what stands there depends on the key: its reader tells */
    ((struct pair *)out)->value = node;
}

static const struct type property_type = {
    .wanted = "a single value", .bind = bind_property, .size = sizeof(struct property)};
static const struct type pair_type = {
    .wanted = "a value", .bind = bind_pair, .size = sizeof(struct pair)};
MAP_TYPE(pairs_type, struct pairs, pair_type);
MAP_TYPE(properties_type, struct properties, property_type);

/* qemu: */

static const struct field alternative_fields[] = {
    FIELD(struct alternative, "value", value, text_type, true, NULL, "the value"),
    FIELD(struct alternative, "when", when, when_type, false, "always",
          "conditions that must all hold for it; a fact that is not known holds none"),
};
static const struct record alternative_record = {"a value", alternative_fields,
                                                 COUNT(alternative_fields), NULL,
                                                 offsetof(struct alternative, at)};

/* A plain value is one without conditions. */
static void bind_alternative(struct binder *binder, const struct type *type,
                             const struct node *node, void *out) {
    struct alternative *alternative = out;
    if (node->kind == NODE_SCALAR)
        *alternative = (struct alternative){.value = {node->text, node->at}, .at = node->at};
    else
        bind_record(binder, type, node, out);
}

#define ALTERNATIVES_WANTED \
    "a value, or a list of {value, when} of which the first that holds is taken"

static const struct type alternative_type = {.wanted =
                                                 "a value, or a mapping of 'value' and 'when'",
                                             .bind = bind_alternative,
                                             .size = sizeof(struct alternative),
                                             .record = &alternative_record};
static const struct type alternatives_type = {.wanted = ALTERNATIVES_WANTED,
                                              .bind = bind_list,
                                              .size = sizeof(struct alternatives),
                                              .element = &alternative_type,
                                              .one_or_list = true};

static void bind_assignment(struct binder *binder, const struct type *type, const struct node *node,
                            void *out) {
    (void)type;
    bind_list(binder, &alternatives_type, node, &((struct assignment *)out)->values);
}

static const struct type assignment_type = {.wanted = ALTERNATIVES_WANTED,
                                            .bind = bind_assignment,
                                            .size = sizeof(struct assignment),
                                            .element = &alternative_type};
MAP_TYPE(assignments_type, struct assignments, assignment_type);

static void bind_global(struct binder *binder, const struct type *type, const struct node *node,
                        void *out) {
    bind_map(binder, type, node, &((struct global *)out)->properties);
}

static const struct type global_type = {.wanted = "a mapping of properties",
                                        .bind = bind_global,
                                        .size = sizeof(struct global),
                                        .element = &assignment_type};
MAP_TYPE(globals_type, struct globals, global_type);

static const struct field object_fields[] = {
    FIELD(struct object, "type", type, text_type, true, NULL, "the type of the object"),
    FIELD(struct object, "id", id, text_type, true, NULL, "its id, which starts with 'modavd-'"),
};
static const struct field object_other =
    FIELD(struct object, "<property>", properties, assignments_type, false, NULL, "a property");
static const struct record object_record = {"an object", object_fields, COUNT(object_fields),
                                            &object_other, offsetof(struct object, at)};
RECORD_TYPE(object_type, struct object, object_record);
LIST_TYPE(objects_type, struct objects, object_type);

static const struct field device_fields[] = {
    FIELD(struct object, "type", type, text_type, true, NULL, "the type of the device"),
    FIELD(struct object, "id", id, text_type, true, NULL, "its id, which starts with 'modavd-'"),
};
static const struct record device_record = {"a device", device_fields, COUNT(device_fields),
                                            &object_other, offsetof(struct object, at)};
RECORD_TYPE(device_type, struct object, device_record);
LIST_TYPE(devices_type, struct objects, device_type);

static const struct field fsdev_fields[] = {
    FIELD(struct object, "driver", type, text_type, true, NULL, "local or synth"),
    FIELD(struct object, "id", id, text_type, true, NULL, "its id, which starts with 'modavd-'"),
};
static const struct record fsdev_record = {"a file system", fsdev_fields, COUNT(fsdev_fields),
                                           &object_other, offsetof(struct object, at)};
RECORD_TYPE(fsdev_type, struct object, fsdev_record);
LIST_TYPE(fsdevs_type, struct objects, fsdev_type);

static const struct field qemu_fields[] = {
    FIELD(struct raw_qemu, "globals", globals, globals_type, false, NULL,
          "properties of device types, each a -global"),
    FIELD(struct raw_qemu, "objects", objects, objects_type, false, NULL,
          "objects, each an -object"),
    FIELD(struct raw_qemu, "devices", devices, devices_type, false, NULL,
          "devices to add, each a -device"),
    FIELD(struct raw_qemu, "fsdevs", fsdevs, fsdevs_type, false, NULL,
          "directories of the host for 9p devices, each an -fsdev"),
    FIELD(struct raw_qemu, "arguments", arguments, texts_type, false, NULL,
          "further arguments, one word each"),
};
static const struct record qemu_record = {"qemu", qemu_fields, COUNT(qemu_fields), NULL, -1};
RECORD_TYPE(qemu_type, struct raw_qemu, qemu_record);

/* acpi: */

WORD_TYPE(enter_type, enter_words);

static const struct field state_fields[] = {
    FIELD(struct idle_state, "state", name, text_type, true, NULL,
          "C1, C2 and so on by place, as the guest shows it"),
    FIELD(struct idle_state, "enter", enter, enter_type, true, NULL,
          "the instruction that enters it: hlt, or mwait with a hint"),
    FIELD(struct idle_state, "latency", latency, text_type, true, NULL,
          "the exit latency that the guest is told, in whole microseconds"),
    FIELD(struct idle_state, "power", power, text_type, false, "0",
          "the power it takes in mW; Linux does not use it"),
    FIELD(struct idle_state, "hint", hint, text_type, false, NULL,
          "the hint of mwait, such as 0x10"),
};
static const struct record state_record = {"an idle state", state_fields, COUNT(state_fields), NULL,
                                           offsetof(struct idle_state, at)};
RECORD_TYPE(state_type, struct idle_state, state_record);
LIST_TYPE(states_type, struct idle_states, state_type);

static const struct field acpi_fields[] = {
    FIELD(struct raw_acpi, "cst", cst, states_type, false, NULL,
          "the idle states of every CPU (_CST), up to 7"),
};
static const struct record acpi_record = {"acpi", acpi_fields, COUNT(acpi_fields), NULL, -1};
RECORD_TYPE(acpi_type, struct raw_acpi, acpi_record);

/* guest: */

static const struct field check_fields[] = {
    FIELD(struct raw_check, "proves", proves, part_type, false, NULL,
          "the part whose effect it shows; without that part it does not apply"),
};
static const struct field check_other = FIELD(struct raw_check, "<check>", names, pairs_type, true,
                                              NULL, "what is asked, and the answer");
static const struct record check_record = {"a check", check_fields, COUNT(check_fields),
                                           &check_other, offsetof(struct raw_check, at)};
RECORD_TYPE(check_type, struct raw_check, check_record);
LIST_TYPE(checks_type, struct raw_checks, check_type);

static const struct field daemon_fields[] = {
    FIELD(struct raw_daemon, "name", name, text_type, true, NULL,
          "the file name of the manager's daemon in the guest"),
    FIELD(struct raw_daemon, "stop-when", stop_when, pairs_type, true, NULL,
          "checks that must all hold for it to be stopped"),
};
static const struct record daemon_record = {"a daemon", daemon_fields, COUNT(daemon_fields), NULL,
                                            offsetof(struct raw_daemon, at)};
RECORD_TYPE(daemon_type, struct raw_daemon, daemon_record);
LIST_TYPE(daemons_type, struct raw_daemons, daemon_type);

WORD_TYPE(mount_type_type, mount_words);

static const struct field mount_fields[] = {
    FIELD(struct mount, "type", type, mount_type_type, true, NULL, "9p or virtiofs"),
    FIELD(struct mount, "what", what, text_type, true, NULL, "the tag of the device"),
    FIELD(struct mount, "path", path, text_type, true, NULL, "where the guest has it"),
    FIELD(struct mount, "options", options, properties_type, false, NULL,
          "options of mount, such as msize and cache of 9p"),
};
static const struct record mount_record = {"a mount", mount_fields, COUNT(mount_fields), NULL,
                                           offsetof(struct mount, at)};
RECORD_TYPE(mount_type, struct mount, mount_record);
LIST_TYPE(mounts_type, struct mounts, mount_type);

static const struct field guest_fields[] = {
    FIELD(struct raw_guest, "checks", checks, checks_type, false, NULL,
          "what the booted guest must show"),
    FIELD(struct raw_guest, "mounts", mounts, mounts_type, false, NULL,
          "file systems that it must have; the script mounts them with --mount"),
    FIELD(struct raw_guest, "daemons", daemons, daemons_type, false, NULL,
          "daemons that are stopped when their conditions hold"),
};
static const struct record guest_record = {"guest", guest_fields, COUNT(guest_fields), NULL, -1};
RECORD_TYPE(guest_type, struct raw_guest, guest_record);

/* The profile itself. */

static const struct field profile_fields[] = {
    FIELD(struct raw_profile, "modavd-profile", version, text_type, true, NULL,
          "the version of the language: 1"),
    FIELD(struct raw_profile, "name", name, text_type, true, NULL,
          "its name: small letters, digits and '-', at most 40"),
    FIELD(struct raw_profile, "summary", summary, text_type, false, NULL, "one line for people"),
    FIELD(struct raw_profile, "caution", caution, text_type, false, NULL,
          "what to mind where it is on, one line; build tells it"),
    FIELD(struct raw_profile, "default", on_by_default, boolean_type, false, "off",
          "on: built wherever it applies; off: only where it is asked for"),
    FIELD(struct raw_profile, "extends", extends, text_type, false, NULL,
          "a profile whose keys hold where this one has none"),
    FIELD(struct raw_profile, "when", when, when_type, false, NULL,
          "conditions that must all hold"),
    FIELD(struct raw_profile, "off-switch", off_switch, text_type, false, NULL,
          "an environment variable that turns it off with the value off"),
    FIELD(struct raw_profile, "risk", risk, risk_type, false, NULL,
          "built only where the instance accepts this risk"),
    FIELD(struct raw_profile, "params", params, params_type, false, NULL,
          "numbers that an instance may set, used as ${name}"),
    FIELD(struct raw_profile, "qemu", qemu, qemu_type, false, NULL, "the QEMU part"),
    FIELD(struct raw_profile, "acpi", acpi, acpi_type, false, NULL, "the ACPI part"),
    FIELD(struct raw_profile, "guest", guest, guest_type, false, NULL, "the guest part"),
};
static const struct record profile_record = {"a profile", profile_fields, COUNT(profile_fields),
                                             NULL, -1};
const struct type profile_type = {.wanted = "a mapping",
                                  .bind = bind_record,
                                  .size = sizeof(struct raw_profile),
                                  .record = &profile_record};

/* modavd.yaml */

static const struct field target_fields[] = {
    FIELD(struct target_settings, "host", host, host_type, false, "this host",
          "the OS that the emulator runs on"),
    FIELD(struct target_settings, "accel", accel, accel_type, false, "the host's usual one",
          "the accelerator"),
    FIELD(struct target_settings, "emulator", emulator, emulator_type, false,
          "android for an AVD, qemu for another machine", "the Android emulator or plain QEMU"),
    FIELD(struct target_settings, "emulator-version", emulator_version, text_type, false, NULL,
          "the Android emulator's version, such as 35.6.3"),
    FIELD(struct target_settings, "emulator-dir", emulator_dir, text_type, false, NULL,
          "the directory that the Android emulator is installed in, which tells its version"),
    FIELD(struct target_settings, "qemu", qemu, text_type, false, "2.12.0 for android",
          "the QEMU version, or a catalogue file that 'probe' made"),
    FIELD(struct target_settings, "run-dir", run_dir, text_type, false, "the instance's directory",
          "the directory that the emulator runs in"),
    FIELD(struct target_settings, "cores", cores, text_type, false, NULL,
          "what the manager passes as -cores"),
    FIELD(struct target_settings, "base-args", base_args, text_type, false, NULL,
          "a file with the manager's own arguments for QEMU, one a line"),
};
static const struct record target_record = {"target", target_fields, COUNT(target_fields), NULL,
                                            -1};
RECORD_TYPE(target_type, struct target_settings, target_record);

static const struct field choice_fields[] = {
    FIELD(struct profile_choice, "enable", enable, texts_type, false, NULL,
          "profiles to build though they are off by default"),
    FIELD(struct profile_choice, "disable", disable, texts_type, false, NULL,
          "profiles not to build"),
};
static const struct record choice_record = {"profiles", choice_fields, COUNT(choice_fields), NULL,
                                            -1};
RECORD_TYPE(choice_type, struct profile_choice, choice_record);

static void bind_param_values(struct binder *binder, const struct type *type,
                              const struct node *node, void *out) {
    bind_map(binder, type, node, &((struct param_values *)out)->values);
}

static const struct type param_values_type = {.wanted = "a mapping of parameters",
                                              .bind = bind_param_values,
                                              .size = sizeof(struct param_values),
                                              .element = &property_type};
MAP_TYPE(values_type, struct param_values_list, param_values_type);

static const struct field settings_fields[] = {
    FIELD(struct settings, "target", target, target_type, false, NULL, "what to build for"),
    FIELD(struct settings, "profiles", profiles, choice_type, false, NULL, "which profiles"),
    FIELD(struct settings, "params", params, values_type, false, NULL,
          "values for parameters, by profile"),
    FIELD(struct settings, "accept", accept, risks_type, false, NULL, "risks that are accepted"),
};
static const struct record settings_record = {"modavd.yaml", settings_fields,
                                              COUNT(settings_fields), NULL, -1};
const struct type settings_type = {.wanted = "a mapping",
                                   .bind = bind_record,
                                   .size = sizeof(struct settings),
                                   .record = &settings_record};

/* instance.yaml */

static const struct field machine_fields[] = {
    FIELD(struct raw_machine, "name", name, text_type, true, NULL, "the instance's name"),
    FIELD(struct raw_machine, "cpus", cpus, text_type, true, NULL, "its number of CPUs, 1 to 255"),
    FIELD(struct raw_machine, "ram", ram, text_type, false, NULL, "its memory, such as 2G"),
    FIELD(struct raw_machine, "arch", arch, arch_type, false, "x86_64", "the guest's architecture"),
    FIELD(struct raw_machine, "machine", machine, text_type, false, "pc",
          "QEMU's machine type, such as q35 or pc-i440fx-7.2"),
    FIELD(struct raw_machine, "guest-kernel", guest_kernel, text_type, false, NULL,
          "the guest's Linux version, where it is known"),
};
static const struct record machine_record = {"an instance", machine_fields, COUNT(machine_fields),
                                             NULL, -1};
const struct type machine_type = {.wanted = "a mapping",
                                  .bind = bind_record,
                                  .size = sizeof(struct raw_machine),
                                  .record = &machine_record};
