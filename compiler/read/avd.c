/* SPDX-License-Identifier: Apache-2.0 */
#include "avd.h"

#include "cst.h"
#include "ini.h"
#include "lookup.h"
#include "path.h"

/* Paths in comments are below external/qemu of the emulator's sources, release 35.6. */

#define NCORE "hw.cpu.ncore"
#define RAM_SIZE "hw.ramSize"
#define CPU_ARCH "hw.cpu.arch"
#define ABI_TYPE "abi.type"

enum {
    CORES_DEFAULT = 2, /* android/emu/avd hardware-properties.ini */
    CORES_CAP = 6,     /* android-qemu2-glue/main.cpp, for x86 guests only */
    RAM_MAX_MB = 1024 * 1024
};

/* The first emulator that is known to cap; a version that is not told is taken for a new one. */
static const struct version first_with_cap = {.known = true, .part = {35, 6}};

static const char *const keys_used[] = {NCORE, RAM_SIZE, CPU_ARCH, ABI_TYPE, NULL};

/* What avd.c hands from function to function. */
struct avd {
    const struct reading *reading;
    const struct target *target;
    struct ini ini;
    struct instance *instance;
    bool failed;
};

static struct origin origin_of(const struct ini_entry *entry) {
    return (struct origin){LAYER_AVD, entry->value_at};
}

static str shown(const struct avd *avd, str value) {
    return ini_show(avd->reading->arena, value);
}

/* MP0303 at the value, and what stands in the file when %NAME% hides it. */
static void report_value(struct avd *avd, const struct ini_entry *entry, str value,
                         const char *wanted) {
    struct diags *diags = avd->reading->diags;
    avd->failed = true;
    if (entry->value.len == 0)
        diag(diags, MP_AVD_VALUE, entry->value_at, "%.*s has no value, %s is needed",
             STR_ARG(entry->key), wanted);
    else
        diag(diags, MP_AVD_VALUE, entry->value_at, "%.*s: '%.*s' is not %s", STR_ARG(entry->key),
             STR_ARG(shown(avd, value)), wanted);
    if (!str_equal(value, entry->value))
        diag_note(diags, span_file(0), "'%.*s' after its %%NAME%% is replaced",
                  STR_ARG(shown(avd, entry->value)));
}

/*
 * The number that strtol of base 10 finds at the start of *REST: leading zeros mean nothing, "+4"
 * is 4. Anything over LIMIT is LIMIT + 1. False where no digit is, and for negative ones, which the
 * emulator reads but no key here can mean.
 */
static bool take_number(str *rest, uint64_t limit, uint64_t *out) {
    uint64_t sum = 0;
    if (rest->len > 0 && rest->at[0] == '+')
        *rest = str_from_at(*rest, 1);
    size_t digits = 0;
    for (; digits < rest->len && rest->at[digits] >= '0' && rest->at[digits] <= '9'; digits++)
        if (sum <= limit)
            sum = sum * 10 + (uint64_t)(rest->at[digits] - '0');
    *rest = str_from_at(*rest, digits);
    *out = sum > limit ? limit + 1 : sum;
    return digits > 0;
}

/* Where the emulator silently takes its default, or one CPU, for a value that is no number, this is
 * an error: everything built on the number would be wrong. */
static bool read_cores(struct avd *avd, const struct ini_entry *entry, uint32_t *cores) {
    str value = ini_value(avd->reading, entry), rest = value;
    uint64_t number;
    if (!take_number(&rest, CST_CPUS_MAX, &number) || rest.len > 0 || number == 0) {
        report_value(avd, entry, value, "a number of CPUs (1 or more, decimal)");
        return false;
    }
    if (number > CST_CPUS_MAX) {
        diag(avd->reading->diags, MP_CPU_LIMIT, entry->value_at,
             "%s: '%.*s' is more than the %d CPUs that a table can describe", NCORE,
             STR_ARG(shown(avd, value)), CST_CPUS_MAX);
        avd->failed = true;
        return false;
    }
    *cores = (uint32_t)number;
    return true;
}

/* main-common.c: -cores replaces what the AVD says, and what it replaces need not be sound. */
static bool choose_cores(struct avd *avd) {
    struct instance *instance = avd->instance;
    const struct ini_entry *entry = ini_get(&avd->ini, NCORE);
    if (avd->target->cores > 0) {
        instance->cpus = avd->target->cores;
        instance->cpus_from = avd->target->from[TARGET_CORES];
        return true;
    }
    if (entry) {
        instance->cpus_from = origin_of(entry);
        return read_cores(avd, entry, &instance->cpus);
    }
    instance->cpus = CORES_DEFAULT;
    diag(avd->reading->diags, MP_AVD_DEFAULT, span_file(avd->ini.source),
         "no %s: the emulator starts %d CPUs", NCORE, CORES_DEFAULT);
    return true;
}

/* A version that was told and could not be read has its own finding, and may have no cap. */
static bool has_cap(const struct avd *avd) {
    const struct version *version = &avd->target->emulator_version;
    if (!version->known && avd->target->from[TARGET_EMULATOR_VERSION].layer != LAYER_DEFAULT)
        return false;
    bool x86 = avd->instance->arch == ARCH_X86 || avd->instance->arch == ARCH_X86_64;
    return x86 && avd->target->emulator == EMULATOR_ANDROID &&
           (!version->known || version_compare(version, &first_with_cap) >= 0);
}

static void cap_cores(struct avd *avd) {
    struct instance *instance = avd->instance;
    if (instance->cpus <= CORES_CAP || !has_cap(avd))
        return;
    diag(avd->reading->diags, MP_AVD_CAPPED, instance->cpus_from.at,
         "%u CPUs are asked for: the emulator starts %d", instance->cpus, CORES_CAP);
    if (!avd->target->emulator_version.known)
        diag_note(
            avd->reading->diags, span_file(0),
            "emulators before 35.6 may start all of them; the target does not tell its version");
    instance->cpus = CORES_CAP;
}

/* Bytes of one unit; SHIFT from MB. IniFile.cpp, getInt: any case, and a capital B may follow. */
static const struct unit {
    char upper, lower;
    int shift;
} units[] = {{'K', 'k', -10}, {'M', 'm', 0}, {'G', 'g', 10}, {'T', 't', 20}};

/* The rest of a size behind its digits, applied to *MB. */
static bool apply_unit(str unit, uint64_t *mb) {
    if (unit.len == 0)
        return true;
    if (unit.len > 2 || (unit.len == 2 && unit.at[1] != 'B'))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (unit.at[0] != units[i].upper && unit.at[0] != units[i].lower)
            continue;
        *mb = units[i].shift < 0 ? *mb >> -units[i].shift : *mb << units[i].shift;
        return true;
    }
    return false;
}

/* A plain 0 is the property's own default and leaves the choice to the emulator. */
static void read_ram(struct avd *avd) {
    const struct ini_entry *entry = ini_get(&avd->ini, RAM_SIZE);
    if (!entry)
        return;
    str value = ini_value(avd->reading, entry), rest = value;
    uint64_t mb;
    /* Twice the limit in kilobytes, the smallest unit: more than that is too much in any unit. */
    bool number = take_number(&rest, (uint64_t)RAM_MAX_MB * 2048, &mb);
    bool zero = number && rest.len == 0 && mb == 0;
    if (!number || !apply_unit(rest, &mb) || (mb == 0 && !zero) || mb > RAM_MAX_MB) {
        report_value(avd, entry, value, "a size of 1 MB to 1 TB, such as 2048 or 2G");
        return;
    }
    avd->instance->ram = mb * 1024 * 1024;
    avd->instance->ram_from = origin_of(entry);
}

/* What images call their architecture, next to what the emulator calls it (emu/avd util.c). */
static const struct word abi_words[] = {{"x86", ARCH_X86},         {"x86_64", ARCH_X86_64},
                                        {"arm64-v8a", ARCH_ARM64}, {"armeabi-v7a", ARCH_ARM},
                                        {"armeabi", ARCH_ARM},     {0}};

static void report_arch(struct avd *avd, const struct ini_entry *entry, str value) {
    struct arena *arena = avd->reading->arena;
    int arch;
    report_value(avd, entry, value,
                 str_c(arena, str_format(arena, "an architecture of the emulator (%.*s)",
                                         STR_ARG(word_list(arena, arch_words)))));
    str near = word_nearest(arch_words, value);
    if (word_find(abi_words, value, &arch))
        near = str_from(word_text(arch_words, arch));
    if (near.len > 0)
        diag_note(avd->reading->diags, span_file(0), "did you mean '%.*s'?", STR_ARG(near));
}

/* The emulator knows no more than its default, arm, but an image of another kind would not start
 * under it: abi.type says what was meant. */
static void guess_arch(struct avd *avd) {
    const struct ini_entry *entry = ini_get(&avd->ini, ABI_TYPE);
    struct diags *diags = avd->reading->diags;
    int arch = ARCH_ARM;
    if (entry && word_find(abi_words, ini_value(avd->reading, entry), &arch)) {
        avd->instance->arch_from = origin_of(entry);
        diag(diags, MP_AVD_DEFAULT, entry->value_at, "no %s: %s is taken from %s", CPU_ARCH,
             word_text(arch_words, arch), ABI_TYPE);
    } else {
        diag(diags, MP_AVD_DEFAULT, span_file(avd->ini.source), "no %s: the emulator takes arm",
             CPU_ARCH);
    }
    avd->instance->arch = (enum arch)arch;
}

static void read_arch(struct avd *avd) {
    const struct ini_entry *entry = ini_get(&avd->ini, CPU_ARCH);
    int arch;
    if (!entry) {
        guess_arch(avd);
        return;
    }
    str value = ini_value(avd->reading, entry);
    if (!word_find(arch_words, value, &arch)) {
        report_arch(avd, entry, value);
        return;
    }
    avd->instance->arch = (enum arch)arch;
    avd->instance->arch_from = origin_of(entry);
}

/* "../NAME.ini" where the pointer lies beside the directory. One from elsewhere goes by its bare
 * name: the way to it would put directories of this machine into the manifest. */
static str pointer_name(struct avd *avd, str pointer) {
    str name = path_name(pointer), above = path_parent(pointer), real;
    if (!lookup_directory(avd->reading, above, above, &real))
        avd->failed = true;
    else if (str_equal(real, path_parent(avd->instance->directory)))
        return path_join(avd->reading->arena, STR(".."), name);
    return name;
}

static void list_inputs(struct avd *avd, const struct candidate *candidate) {
    const struct sources *sources = avd->reading->diags->sources;
    struct instance *instance = avd->instance;
    struct input *inputs = ARENA_ARRAY(avd->reading->arena, 2, struct input);
    inputs[0] = (struct input){STR(AVD_CONFIG_NAME), source_get(sources, avd->ini.source)->bytes};
    instance->input_count = 1;
    if (candidate->pointer.len > 0)
        inputs[instance->input_count++] =
            (struct input){pointer_name(avd, candidate->pointer),
                           source_get(sources, candidate->at.source)->bytes};
    instance->inputs = inputs;
}

bool avd_read(const struct reading *reading, const struct candidate *candidate,
              const struct target *target, struct instance *out) {
    *out =
        (struct instance){.kind = INSTANCE_AVD, .name = candidate->name, .shown = candidate->shown};
    struct avd avd = {.reading = reading, .target = target, .instance = out};
    str file = STR(AVD_CONFIG_NAME);
    if (!lookup_directory(reading, candidate->directory, candidate->shown, &out->directory) ||
        !ini_read(reading, path_join(reading->arena, candidate->directory, file),
                  path_join(reading->arena, candidate->shown, file), &avd.ini))
        return false;
    out->source = avd.ini.source;
    ini_report(reading, &avd.ini, keys_used);
    read_arch(&avd);
    read_ram(&avd);
    if (choose_cores(&avd) && !avd.failed)
        cap_cores(&avd);
    list_inputs(&avd, candidate);
    return !avd.failed;
}
