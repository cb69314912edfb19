/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of modavd.yaml and instance.yaml. */
#include "key_types.h"
#include "profile_keys.h"

TEXT_TYPE(line_type, form_line);
TEXT_TYPE(text_type, form_text);
TEXT_TYPE(version_type, form_version);
TEXT_TYPE(name_type, form_instance);
TEXT_TYPE(cpus_type, form_cpus);
TEXT_TYPE(cores_type, form_cores);
TEXT_TYPE(ram_type, form_ram);
TEXT_TYPE(profile_name_type, form_text);
TEXTS_TYPE(profile_names_type, profile_name_type);
WORD_TYPE(host_type, host_words);
WORD_TYPE(accel_type, accel_words);
WORD_TYPE(emulator_type, emulator_words);
WORD_TYPE(arch_type, arch_words);
WORDS_TYPE(risks_type, accept_words);

/* modavd.yaml */

static const struct field target_fields[] = {
    FIELD(struct target_settings, "host", host, host_type, false, "this host",
          "the OS that the emulator runs on",
          "Any host can be compiled for on any other: what is written depends on the target alone.",
          "windows"),
    FIELD(struct target_settings, "accel", accel, accel_type, false, "the host's usual one",
          "the accelerator",
          "It must be one that the host has. The usual ones are whpx on Windows, kvm on Linux and "
          "hvf on macOS.",
          "whpx"),
    FIELD(struct target_settings, "emulator", emulator, emulator_type, false,
          "android for an AVD, qemu for another machine", "the Android emulator or plain QEMU",
          "The Android emulator is a QEMU of its own, based on 2.12, with its own rules for "
          "arguments.",
          "android"),
    FIELD(struct target_settings, "emulator-version", emulator_version, version_type, false, NULL,
          "the Android emulator's version, such as 35.6.3",
          "Emulators from 35.6 on start at most 6 CPUs on x86; without a version that is assumed.",
          "35.6.3"),
    FIELD(struct target_settings, "emulator-dir", emulator_dir, text_type, false, NULL,
          "the directory that the Android emulator is installed in, which tells its version",
          "Its source.properties has the version. A relative path counts from this file.",
          "../sdk/emulator"),
    FIELD(struct target_settings, "qemu", qemu, line_type, false, "2.12.0 for android",
          "the QEMU version, or a catalogue file that 'probe' made",
          "Every setting is checked against what this QEMU has. The path of a catalogue counts "
          "from this file.",
          "7.2.22"),
    FIELD(struct target_settings, "run-dir", run_dir, text_type, false, "the instance's directory",
          "the directory that the emulator runs in",
          "Paths in modavd.args are relative to it. A relative one counts from this file.",
          "../sdk/emulator"),
    FIELD(struct target_settings, "cores", cores, cores_type, false, NULL,
          "what the manager passes as -cores",
          "It wins over hw.cpu.ncore of an AVD, as it does in the emulator: 1 to 64.", "4"),
    FIELD(struct target_settings, "base-args", base_args, text_type, false, NULL,
          "a file with the manager's own arguments for QEMU, one a line",
          "Settings that they would override, ids that they use and devices that they lack are "
          "findings. The path counts from this file.",
          "qemu.args"),
};
static const struct record target_record = {"target", target_fields, COUNT(target_fields), NULL,
                                            -1};
RECORD_TYPE(target_type, struct target_settings, target_record);

static const struct field choice_fields[] = {
    FIELD(struct profile_choice, "enable", enable, profile_names_type, false, NULL,
          "profiles to build though they are off by default",
          "A name that no profile has is an error.", "[small-io]"),
    FIELD(struct profile_choice, "disable", disable, profile_names_type, false, NULL,
          "profiles not to build", "A name that no profile has is an error.", "[sync-io]"),
};
static const struct record choice_record = {"profiles", choice_fields, COUNT(choice_fields), NULL,
                                            -1};
RECORD_TYPE(choice_type, struct profile_choice, choice_record);

static void bind_param_values(struct binder *binder, const struct type *type,
                              const struct node *node, void *out) {
    bind_map(binder, type, node, &((struct param_values *)out)->values);
}

static const struct type param_values_type = {.shape = SHAPE_MAP,
                                              .wanted = "a mapping of parameters",
                                              .bind = bind_param_values,
                                              .size = sizeof(struct param_values),
                                              .element = &property_type,
                                              .form = &form_text};
MAP_TYPE(values_type, struct param_values_list, form_text, param_values_type);

static const struct field settings_fields[] = {
    FIELD(struct settings, "target", target, target_type, false, NULL, "what to build for",
          "Each key that is not given comes from modavd.yaml at the root of the instances, then "
          "from the default.",
          "{host: windows, accel: whpx, run-dir: ../sdk/emulator}"),
    FIELD(struct settings, "profiles", profiles, choice_type, false, NULL, "which profiles",
          "Profiles that are on by default need no entry.", "{enable: [small-io]}"),
    FIELD(struct settings, "params", params, values_type, false, NULL,
          "values for parameters, by profile",
          "Each value is checked against the type and the limits of the parameter.",
          "{sync-io: {latency: 150us}}"),
    FIELD(
        struct settings, "accept", accept, risks_type, false, NULL, "risks that are accepted",
        "A profile with a risk is built only where it is accepted. 'data' is what a profile says "
        "of "
        "itself; 'host-access' is found from what it sets: files, network or devices of the host, "
        "or QEMU's monitor.",
        "[data]"),
};
static const struct record settings_record = {"modavd.yaml", settings_fields,
                                              COUNT(settings_fields), NULL, -1};
const struct type settings_type = {.shape = SHAPE_RECORD,
                                   .wanted = "a mapping",
                                   .bind = bind_record,
                                   .size = sizeof(struct settings),
                                   .record = &settings_record};

/* instance.yaml */

static const struct field machine_fields[] = {
    FIELD(struct raw_machine, "name", name, name_type, true, NULL, "the instance's name",
          "It stands in messages and in the manifest.", "build-vm"),
    FIELD(struct raw_machine, "cpus", cpus, cpus_type, true, NULL, "its number of CPUs, 1 to 255",
          "The ACPI table has an entry for each; expressions know it as cpus.", "8"),
    FIELD(struct raw_machine, "ram", ram, ram_type, false, NULL, "its memory, such as 2G",
          "Without a unit it counts MiB, as QEMU's -m does; expressions know it as ram.", "16GiB"),
    FIELD(struct raw_machine, "arch", arch, arch_type, false, "x86_64", "the guest's architecture",
          "Profiles ask for it under when.", "x86_64"),
    FIELD(struct raw_machine, "machine", machine, text_type, false, "pc",
          "QEMU's machine type, such as q35 or pc-i440fx-7.2",
          "The names of the CPU objects that the ACPI table needs depend on it.", "q35"),
    FIELD(struct raw_machine, "guest-kernel", guest_kernel, version_type, false, NULL,
          "the guest's Linux version, where it is known",
          "Where it is not given, the post-boot script asks the booted guest.", "\"6.1\""),
};
static const struct record machine_record = {"an instance", machine_fields, COUNT(machine_fields),
                                             NULL, -1};
const struct type machine_type = {.shape = SHAPE_RECORD,
                                  .wanted = "a mapping",
                                  .bind = bind_record,
                                  .size = sizeof(struct raw_machine),
                                  .record = &machine_record};
