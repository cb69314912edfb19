/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_keys.h"

#include "key_types.h"

TEXT_TYPE(text_type, form_text);
TEXT_TYPE(line_type, form_line);
TEXT_TYPE(argument_type, form_argument);
TEXT_TYPE(language_type, form_language);
TEXT_TYPE(profile_name_type, form_profile_name);
TEXT_TYPE(variable_type, form_variable);
TEXT_TYPE(qemu_name_type, form_qemu_name);
TEXT_TYPE(id_type, form_id);
TEXT_TYPE(state_name_type, form_state);
TEXT_TYPE(duration_type, dimension_forms[DIMENSION_DURATION]);
TEXT_TYPE(uint32_type, form_uint32);
TEXT_TYPE(file_type, form_file);
TEXT_TYPE(tag_type, form_tag);
TEXT_TYPE(path_type, form_path);
TEXTS_TYPE(texts_type, text_type);
TEXTS_TYPE(arguments_type, argument_type);

static const struct type boolean_type = {.shape = SHAPE_BOOLEAN,
                                         .wanted = "on or off",
                                         .bind = bind_boolean,
                                         .size = sizeof(struct choice)};
static const struct type range_type = {.shape = SHAPE_TEXT,
                                       .wanted =
                                           "a version range such as '>= 2.7' or '>= 4.2, < 8'",
                                       .bind = bind_range,
                                       .size = sizeof(struct range_condition),
                                       .form = &form_range};

WORD_TYPE(part_type, part_words);
WORD_TYPE(risk_type, risk_words);
WORDS_TYPE(hosts_type, host_words);
WORDS_TYPE(accels_type, accel_words);
WORDS_TYPE(emulators_type, emulator_words);
WORDS_TYPE(archs_type, arch_words);

static const struct word param_words[] = {{"number", PARAM_NUMBER}, {"duration", PARAM_DURATION},
                                          {"size", PARAM_SIZE},     {"path", PARAM_PATH},
                                          {"word", PARAM_WORD},     {0}};
WORD_TYPE(param_word_type, param_words);

/* when: */

static const struct field when_fields[] = {
    FIELD(struct when, "host", host, hosts_type, false, "any", "the OS that the emulator runs on",
          "Profiles for one host only, since each host serves requests in its own way.", "windows"),
    FIELD(struct when, "accel", accel, accels_type, false, "any", "the accelerator",
          "What helps under one accelerator can do harm under another.", "[whpx, aehd]"),
    FIELD(struct when, "emulator", emulator, emulators_type, false, "any",
          "the Android emulator or plain QEMU", "Without it the profile is for both.",
          "[android, qemu]"),
    FIELD(struct when, "qemu", qemu, range_type, false, "any",
          "the QEMU version; the Android emulator's base is 2.12",
          "Versions compare by number. 'check' looks at every version that the range allows.",
          "\">= 2.7\""),
    FIELD(struct when, "arch", arch, archs_type, false, "any", "the guest's architecture",
          "The instance tells it; an AVD by abi.type.", "[x86, x86_64]"),
    FIELD(struct when, "guest-kernel", guest_kernel, range_type, false, "any",
          "the guest's Linux version; where it is not known the booted guest is asked",
          "Before boot it is often not known. Then the profile is built, and the post-boot script "
          "checks it.",
          "\">= 5.8\""),
    FIELD(struct when, "cpus", cpus, range_type, false, "any", "how many CPUs the instance has",
          "A range, as of versions.", "\">= 2\""),
};
static const struct record when_record = {"when", when_fields, COUNT(when_fields), NULL, -1};
RECORD_TYPE(when_type, struct when, when_record);

/* params: */

static const struct field param_fields[] = {
    FIELD(struct raw_param, "type", type, param_word_type, true, NULL,
          "what it counts (number, duration or size), or its text: an absolute path or a word",
          "Each type has its own units: durations ns, us, ms and s, sizes K to TiB.", "duration"),
    FIELD(struct raw_param, "default", initial, line_type, false, NULL,
          "its value where nothing sets it; without one an instance must set it",
          "It must be within min and max, or one of values.", "100us"),
    FIELD(struct raw_param, "min", min, text_type, false, "0", "the least value allowed",
          "In the unit of the type; only for what counts.", "1us"),
    FIELD(struct raw_param, "max", max, text_type, false, "no limit", "the largest value allowed",
          "In the unit of the type; only for what counts.", "1ms"),
    FIELD(struct raw_param, "values", values, texts_type, false, "any", "the only words allowed",
          "Only for words.", "[none, loose]"),
    FIELD(struct raw_param, "summary", summary, line_type, false, NULL, "what it is for",
          "One line for people.", "exit latency that the guest is told"),
};
static const struct record param_record = {"a parameter", param_fields, COUNT(param_fields), NULL,
                                           -1};
RECORD_TYPE(param_type, struct raw_param, param_record);
MAP_TYPE(params_type, struct raw_params, form_parameter, param_type);

void bind_property(struct binder *binder, const struct type *type, const struct node *node,
                   void *out) {
    bind_text(binder, type, node, &((struct property *)out)->value);
}

static void bind_pair(struct binder *binder, const struct type *type, const struct node *node,
                      void *out) {
    (void)binder, (void)type; /* what stands there depends on the key: its reader tells */
    ((struct pair *)out)->value = node;
}

const struct type property_type = {.shape = SHAPE_TEXT,
                                   .wanted = "a single value",
                                   .bind = bind_property,
                                   .size = sizeof(struct property),
                                   .form = &form_text};
static const struct type test_type = {
    .shape = SHAPE_TEST, .wanted = "a value", .bind = bind_pair, .size = sizeof(struct pair)};
MAP_TYPE(tests_type, struct pairs, form_text, test_type);
MAP_TYPE(options_type, struct properties, form_option, property_type);

/* qemu: */

static const struct field alternative_fields[] = {
    FIELD(struct alternative, "value", value, line_type, true, NULL, "the value",
          "What the property is set to.", "5"),
    FIELD(struct alternative, "when", when, when_type, false, "always",
          "conditions that must all hold for it; a fact that is not known holds none",
          "The first value whose conditions hold is taken; where none does, the property is left "
          "out.",
          "{qemu: \">= 11.1\"}"),
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

static const struct type alternative_type = {.shape = SHAPE_VALUE,
                                             .form = &form_line,
                                             .wanted =
                                                 "a value, or a mapping of 'value' and 'when'",
                                             .bind = bind_alternative,
                                             .size = sizeof(struct alternative),
                                             .record = &alternative_record};
static const struct type alternatives_type = {.shape = SHAPE_LIST,
                                              .wanted = ALTERNATIVES_WANTED,
                                              .bind = bind_list,
                                              .size = sizeof(struct alternatives),
                                              .element = &alternative_type,
                                              .one_or_list = true};

static void bind_assignment(struct binder *binder, const struct type *type, const struct node *node,
                            void *out) {
    (void)type;
    bind_list(binder, &alternatives_type, node, &((struct assignment *)out)->values);
}

static const struct type assignment_type = {.shape = SHAPE_LIST,
                                            .one_or_list = true,
                                            .wanted = ALTERNATIVES_WANTED,
                                            .bind = bind_assignment,
                                            .size = sizeof(struct assignment),
                                            .element = &alternative_type};
MAP_TYPE(assignments_type, struct assignments, form_qemu_name, assignment_type);

static void bind_global(struct binder *binder, const struct type *type, const struct node *node,
                        void *out) {
    bind_map(binder, type, node, &((struct global *)out)->properties);
}

static const struct type global_type = {.shape = SHAPE_MAP,
                                        .form = &form_qemu_name,
                                        .wanted = "a mapping of properties",
                                        .bind = bind_global,
                                        .size = sizeof(struct global),
                                        .element = &assignment_type};
MAP_TYPE(globals_type, struct globals, form_qemu_name, global_type);

static const struct field object_fields[] = {
    FIELD(struct object, "type", type, qemu_name_type, true, NULL, "the type of the object",
          "It must be a type that QEMU can make by -object.", "iothread"),
    FIELD(struct object, "id", id, id_type, true, NULL, "its id, which starts with 'modavd-'",
          "Other settings name the object by it. No two may be the same.", "modavd-io0"),
};
static const struct field object_other =
    FIELD(struct object, "<property>", properties, assignments_type, false, NULL, "a property",
          "It must be one that the type has, with a value of its kind.", "32us");
static const struct record object_record = {"an object", object_fields, COUNT(object_fields),
                                            &object_other, offsetof(struct object, at)};
RECORD_TYPE(object_type, struct object, object_record);
LIST_TYPE(objects_type, struct objects, object_type);

static const struct field device_fields[] = {
    FIELD(struct object, "type", type, qemu_name_type, true, NULL, "the type of the device",
          "It must be a type that QEMU can make by -device.", "virtio-9p-pci"),
    FIELD(struct object, "id", id, id_type, true, NULL, "its id, which starts with 'modavd-'",
          "No two may be the same, and the manager's own arguments must not use it.", "modavd-9p0"),
};
static const struct record device_record = {"a device", device_fields, COUNT(device_fields),
                                            &object_other, offsetof(struct object, at)};
RECORD_TYPE(device_type, struct object, device_record);
LIST_TYPE(devices_type, struct objects, device_type);

static const struct field fsdev_fields[] = {
    FIELD(struct object, "driver", type, qemu_name_type, true, NULL, "local or synth",
          "The driver local serves a directory of the host; synth is for tests.", "local"),
    FIELD(struct object, "id", id, id_type, true, NULL, "its id, which starts with 'modavd-'",
          "The device names it by its property fsdev.", "modavd-fs0"),
};
static const struct record fsdev_record = {"a file system", fsdev_fields, COUNT(fsdev_fields),
                                           &object_other, offsetof(struct object, at)};
RECORD_TYPE(fsdev_type, struct object, fsdev_record);
LIST_TYPE(fsdevs_type, struct objects, fsdev_type);

static const struct field qemu_fields[] = {
    FIELD(struct raw_qemu, "globals", globals, globals_type, false, NULL,
          "properties of device types, each a -global",
          "They change the default of a property for every device of the type, and of no other.",
          "{virtio-blk-pci: {ioeventfd: off}}"),
    FIELD(struct raw_qemu, "objects", objects, objects_type, false, NULL,
          "objects, each an -object", "Each has a type, an id and the properties of the type.",
          "[{type: iothread, id: modavd-io0, poll-max-ns: 32us}]"),
    FIELD(struct raw_qemu, "devices", devices, devices_type, false, NULL,
          "devices to add, each a -device",
          "Each has a type, an id and the properties of the type.",
          "[{type: virtio-9p-pci, id: modavd-9p0, fsdev: modavd-fs0, mount_tag: share}]"),
    FIELD(struct raw_qemu, "fsdevs", fsdevs, fsdevs_type, false, NULL,
          "directories of the host for 9p devices, each an -fsdev",
          "Each has a driver, an id and options of -fsdev.",
          "[{driver: local, id: modavd-fs0, path: /srv/tree, security_model: none}]"),
    FIELD(struct raw_qemu, "arguments", arguments, arguments_type, false, NULL,
          "further arguments, one word each",
          "They are taken as they are. What has a key of its own, such as -global, is refused.",
          "[-overcommit, cpu-pm=on]"),
};
static const struct record qemu_record = {"qemu", qemu_fields, COUNT(qemu_fields), NULL, -1};
RECORD_TYPE(qemu_type, struct raw_qemu, qemu_record);

/* acpi: */

WORD_TYPE(enter_type, enter_words);

static const struct field state_fields[] = {
    FIELD(struct idle_state, "state", name, state_name_type, true, NULL,
          "C1, C2 and so on by place, as the guest shows it",
          "The first is C1, the next C2 and so on.", "C1"),
    FIELD(struct idle_state, "enter", enter, enter_type, true, NULL,
          "the instruction that enters it: hlt, or mwait with a hint",
          "Only C1 can be entered by hlt.", "hlt"),
    FIELD(struct idle_state, "latency", latency, duration_type, true, NULL,
          "the exit latency that the guest is told, in whole microseconds",
          "The guest's governor weighs it against how long it expects to be idle.", "100us"),
    FIELD(struct idle_state, "power", power, uint32_type, false, "0",
          "the power it takes in mW; Linux does not use it",
          "A number of milliwatts, 0 to 4294967295.", "0"),
    FIELD(struct idle_state, "hint", hint, uint32_type, false, NULL,
          "the hint of mwait, such as 0x10", "It is needed with mwait and refused with hlt.",
          "0x10"),
};
static const struct record state_record = {"an idle state", state_fields, COUNT(state_fields), NULL,
                                           offsetof(struct idle_state, at)};
RECORD_TYPE(state_type, struct idle_state, state_record);
static const struct type states_type = {.shape = SHAPE_LIST,
                                        .wanted = "a list",
                                        .bind = bind_list,
                                        .size = sizeof(struct idle_states),
                                        .element = &state_type,
                                        .least = 1,
                                        .most = CST_STATES_MAX};

static const struct field acpi_fields[] = {
    FIELD(struct raw_acpi, "cst", cst, states_type, false, NULL,
          "the idle states of every CPU (_CST), up to 7",
          "They become an ACPI table that QEMU is handed by -acpitable.",
          "[{state: C1, enter: hlt, latency: 100us}]"),
};
static const struct record acpi_record = {"acpi", acpi_fields, COUNT(acpi_fields), NULL, -1};
RECORD_TYPE(acpi_type, struct raw_acpi, acpi_record);

/* guest: */

static const struct field check_fields[] = {
    FIELD(struct raw_check, "proves", proves, part_type, false, NULL,
          "the part whose effect it shows; without that part it does not apply",
          "Where that part is not built, the check is skipped.", "acpi"),
};
static const struct field check_other =
    FIELD(struct raw_check, "<check>", names, tests_type, true, NULL,
          "what is asked, and the answer", "One check in each element.", "acpi_idle");
static const struct record check_record = {"a check", check_fields, COUNT(check_fields),
                                           &check_other, offsetof(struct raw_check, at)};
RECORD_TYPE(check_type, struct raw_check, check_record);
LIST_TYPE(checks_type, struct raw_checks, check_type);

static const struct field daemon_fields[] = {
    FIELD(struct raw_daemon, "name", name, file_type, true, NULL,
          "the file name of the manager's daemon in the guest",
          "The post-boot script finds the daemon by it.", "mas-idlepoll.sh"),
    FIELD(struct raw_daemon, "stop-when", stop_when, tests_type, true, NULL,
          "checks that must all hold for it to be stopped", "The checks are those of guest.checks.",
          "{cpuidle.driver: acpi_idle}"),
};
static const struct record daemon_record = {"a daemon", daemon_fields, COUNT(daemon_fields), NULL,
                                            offsetof(struct raw_daemon, at)};
RECORD_TYPE(daemon_type, struct raw_daemon, daemon_record);
LIST_TYPE(daemons_type, struct raw_daemons, daemon_type);

WORD_TYPE(mount_type_type, mount_words);

static const struct field mount_fields[] = {
    FIELD(struct mount, "type", type, mount_type_type, true, NULL, "9p or virtiofs",
          "The kernel's name of the file system.", "9p"),
    FIELD(struct mount, "what", what, tag_type, true, NULL, "the tag of the device",
          "The property mount_tag or tag of the device has it too.", "share"),
    FIELD(struct mount, "path", path, path_type, true, NULL, "where the guest has it",
          "The script makes the directory when it mounts it.", "/mnt/share"),
    FIELD(struct mount, "options", options, options_type, false, NULL,
          "options of mount, such as msize and cache of 9p",
          "An option without a value is on; off says that it must not be there.",
          "{trans: virtio, version: 9p2000.L, msize: 256KiB}"),
};
static const struct record mount_record = {"a mount", mount_fields, COUNT(mount_fields), NULL,
                                           offsetof(struct mount, at)};
RECORD_TYPE(mount_type, struct mount, mount_record);
LIST_TYPE(mounts_type, struct mounts, mount_type);

static const struct field guest_fields[] = {
    FIELD(struct raw_guest, "checks", checks, checks_type, false, NULL,
          "what the booted guest must show",
          "Each element is one check, with proves beside it where it shows a part's effect.",
          "[{cpuidle.driver: acpi_idle, proves: acpi}]"),
    FIELD(struct raw_guest, "mounts", mounts, mounts_type, false, NULL,
          "file systems that it must have; the script mounts them with --mount",
          "Each is checked as /proc/mounts has it.", "[{type: 9p, what: share, path: /mnt/share}]"),
    FIELD(struct raw_guest, "daemons", daemons, daemons_type, false, NULL,
          "daemons that are stopped when their conditions hold",
          "A daemon is stopped only when every condition holds, and nothing else is stopped.",
          "[{name: mas-idlepoll.sh, stop-when: {cpuidle.driver: acpi_idle}}]"),
};
static const struct record guest_record = {"guest", guest_fields, COUNT(guest_fields), NULL, -1};
RECORD_TYPE(guest_type, struct raw_guest, guest_record);

/* The profile itself. */

static const struct field profile_fields[] = {
    FIELD(struct raw_profile, "modavd-profile", version, language_type, true, NULL,
          "the version of the language: 1",
          "A program that does not know the version refuses the profile.", "1"),
    FIELD(struct raw_profile, "name", name, profile_name_type, true, NULL,
          "its name: small letters, digits and '-', at most 40",
          "Instances and options name the profile by it.", "sync-io"),
    FIELD(struct raw_profile, "summary", summary, line_type, false, NULL, "one line for people",
          "It is shown by 'list'.", "Small synchronous writes reach the disk sooner"),
    FIELD(struct raw_profile, "caution", caution, line_type, false, NULL,
          "what to mind where it is on, one line; build tells it",
          "It is shown wherever the profile is on.",
          "The memory of the guest is shared with the back end"),
    FIELD(struct raw_profile, "default", on_by_default, boolean_type, false, "off",
          "on: built wherever it applies; off: only where it is asked for",
          "A profile that is off by default is turned on by modavd.yaml or by --enable.", "on"),
    FIELD(struct raw_profile, "extends", extends, text_type, false, NULL,
          "a profile whose keys hold where this one has none",
          "Mappings are merged key by key; lists are replaced as a whole.", "other-profile"),
    FIELD(struct raw_profile, "when", when, when_type, false, NULL, "conditions that must all hold",
          "Each condition that does not hold is a reason that 'explain' prints.",
          "{host: windows, accel: [whpx, aehd]}"),
    FIELD(struct raw_profile, "off-switch", off_switch, variable_type, false, NULL,
          "an environment variable that turns it off with the value off",
          "It is for people who must turn the profile off without a file.", "MODAVD_SYNC_IO"),
    FIELD(struct raw_profile, "risk", risk, risk_type, false, NULL,
          "built only where the instance accepts this risk",
          "A profile that can lose data in a crash of the host says so here.", "data"),
    FIELD(struct raw_profile, "params", params, params_type, false, NULL,
          "numbers that an instance may set, used as ${name}",
          "Each has a type. Expressions use it as ${name}; modavd.yaml and --param set it.",
          "{latency: {type: duration, default: 100us, min: 1us, max: 1ms}}"),
    FIELD(struct raw_profile, "qemu", qemu, qemu_type, false, NULL, "the QEMU part",
          "It becomes modavd.args.", "{globals: {virtio-blk-pci: {ioeventfd: off}}}"),
    FIELD(struct raw_profile, "acpi", acpi, acpi_type, false, NULL, "the ACPI part",
          "It becomes modavd-cst.aml, which modavd.args names.",
          "{cst: [{state: C1, enter: hlt, latency: 100us}]}"),
    FIELD(struct raw_profile, "guest", guest, guest_type, false, NULL, "the guest part",
          "It becomes modavd-postboot.sh, which is run in the booted guest.",
          "{checks: [{cpuidle.driver: acpi_idle}]}"),
};
static const struct record profile_record = {"a profile", profile_fields, COUNT(profile_fields),
                                             NULL, -1};
const struct type profile_type = {.shape = SHAPE_RECORD,
                                  .wanted = "a mapping",
                                  .bind = bind_record,
                                  .size = sizeof(struct raw_profile),
                                  .record = &profile_record};
