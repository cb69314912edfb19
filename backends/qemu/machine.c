/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

/*
 * QEMU: hw/acpi/cpu.c (5e1b5d9388) builds \_SB.CPUS.C000 for pc and q35 from machine type 2.7 on
 * (679dd1a957), hw/acpi/cpu_hotplug.c \_SB.CP00 before; hw/arm/virt-acpi-build.c \_SB.C000.
 * hw/i386/acpi-microvm.c has no CPU objects. -acpitable is an option of x86 targets only.
 */
static const struct family {
    const char *prefix; /* a version follows where it ends in '-' */
    bool by_version;
    struct machine_cpus cpus;
} families[] = {
    {"pc-i440fx-", true, {.takes_tables = true}},
    {"pc-q35-", true, {.takes_tables = true}},
    {"pc", true, {.takes_tables = true}},
    {"q35", true, {.takes_tables = true}},
    {"microvm", false, {CPU_NAMES_NONE, false, STR_INIT("microvm has no CPU objects"), {0}}},
    {"virt",
     false,
     {CPU_NAMES_C, false, STR_INIT("-acpitable is an option of x86 targets only"), {0}}},
};

/* Android's emulator passes no -machine for x86: pc-i440fx of its base, 2.12. */
static str machine_name(const struct target *target, const struct instance *instance) {
    if (instance->machine.len > 0)
        return instance->machine;
    bool arm = instance->arch == ARCH_ARM || instance->arch == ARCH_ARM64;
    if (arm)
        return STR("virt");
    return target->emulator == EMULATOR_ANDROID ? STR("pc-i440fx-2.12") : STR("pc");
}

static const struct family *find_family(str name) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        str prefix = str_from(families[i].prefix);
        bool open = str_ends(prefix, STR("-")) || !families[i].by_version;
        if (open ? str_starts(name, prefix) : str_equal(name, prefix))
            return &families[i];
    }
    return NULL;
}

static void set_names(struct machine_cpus *cpus, const struct version *version) {
    static const struct version first_new = {.known = true, .part = {2, 7}};
    bool new = version_compare(version, &first_new) >= 0;
    cpus->names = new ? CPU_NAMES_CPUS_C : CPU_NAMES_CP;
}

struct machine_cpus machine_cpus(struct arena *arena, const struct target *target,
                                 const struct instance *instance) {
    str name = machine_name(target, instance);
    const struct family *family = find_family(name);
    struct machine_cpus cpus = {0};
    if (!family) {
        cpus.why_not = str_format(arena, "the CPU objects of the machine '%.*s' are not known",
                                  STR_ARG(str_shorten(arena, name)));
        cpus.change = STR("a machine of the pc or q35 family");
        return cpus;
    }
    cpus = family->cpus;
    if (!family->by_version)
        return cpus;
    struct version version;
    if (version_parse(str_from_at(name, str_from(family->prefix).len), &version))
        set_names(&cpus, &version);
    else if (target->qemu.known)
        set_names(&cpus, &target->qemu);
    else {
        cpus.takes_tables = false;
        cpus.why_not = STR("the QEMU version is not known, which decides how CPUs are called");
        cpus.change = STR("--qemu VERSION");
    }
    return cpus;
}
