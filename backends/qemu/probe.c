/* SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#include "catalogue_print.h"
#include "catalogue_read.h"
#include "help_text.h"
#include "qmp.h"

#include <stdlib.h>
#include <string.h>

struct probe {
    struct qmp qmp;
    struct qmp_queries facts;
    json_t *catalogue, *types;
};

/* What every QEMU is asked first. */
enum { FACT_VERSION, FACT_DEVICES, FACT_OBJECTS, FACT_ACCELERATORS, FACT_MACHINES, FACT_OPTIONS };

static const struct {
    const char *command, *implements;
} facts[] = {
    [FACT_VERSION] = {"query-version", NULL},
    [FACT_DEVICES] = {"qom-list-types", "device"},
    [FACT_OBJECTS] = {"qom-list-types", "user-creatable"},
    [FACT_ACCELERATORS] = {"qom-list-types", "accel"},
    [FACT_MACHINES] = {"query-machines", NULL},
    [FACT_OPTIONS] = {"query-command-line-options", NULL},
};
enum { FACTS = sizeof facts / sizeof *facts };

/* Devices whose properties a profile may set: disks, their controllers, network, shares, and what
 * a machine has of timers and bridges. All devices together would be ten times the size. */
static const char *const families[] = {
    "virtio-blk",
    "virtio-scsi",
    "virtio-net",
    "virtio-9p",
    "virtio-balloon",
    "virtio-rng",
    "virtio-serial",
    "virtserialport",
    "vhost-scsi",
    "vhost-vsock",
    "vhost-user-blk",
    "vhost-user-fs",
    "vhost-user-scsi",
    "vhost-user-vsock",
    "nvme",
    "scsi-block",
    "scsi-cd",
    "scsi-generic",
    "scsi-hd",
    "ide-cd",
    "ide-hd",
    "ich9-ahci",
    "e1000",
    "usb-storage",
    "kvm-pit",
    "isa-pit",
    "hpet",
    "mc146818rtc",
    "ICH9-LPC",
    "PIIX4_PM",
    "kvmclock",
    "kvm-apic",
    "apic",
    "fw_cfg",
};

/* Objects that are made in order to see what their properties are when nobody sets them:
 * qom-list-properties does not tell. */
static const struct instance {
    const char *type;
    json_int_t size; /* which memory must be given, in bytes; 0: it has none */
} instances[] = {
    {"iothread", 0},
    {"memory-backend-ram", 1 << 20},
    {"memory-backend-memfd", 1 << 20},
};
enum { INSTANCES = sizeof instances / sizeof *instances };

static bool ask_facts(struct probe *probe) {
    for (size_t i = 0; i < FACTS; i++) {
        const char *implements = facts[i].implements;
        json_t *arguments =
            implements ? json_pack("{s:s, s:b}", "implements", implements, "abstract", 1) : NULL;
        qmp_add(&probe->qmp, &probe->facts, facts[i].command, arguments, str_from(implements));
    }
    return qmp_ask(&probe->qmp, &probe->facts);
}

static const json_t *fact(const struct probe *probe, size_t i) {
    return probe->facts.items[i].answer;
}

/* --- lists --- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(json_string_value(*(json_t *const *)a), json_string_value(*(json_t *const *)b));
}

/* The texts of LIST in order, each once; LIST is given back. */
static json_t *sorted(struct arena *arena, json_t *list) {
    size_t count = json_array_size(list);
    json_t **items = ARENA_ARRAY(arena, count + 1, json_t *), *out = json_array();
    for (size_t i = 0; i < count; i++)
        items[i] = json_array_get(list, i);
    qsort(items, count, sizeof *items, compare_texts);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_texts(&items[i - 1], &items[i]) != 0)
            json_array_append(out, items[i]);
    json_decref(list);
    return out;
}

static void append_text(json_t *list, const json_t *text) {
    if (json_string_length(text) > 0)
        json_array_append_new(list, json_string(json_string_value(text)));
}

/* Every entry of ANSWER has its name under KEY, and perhaps under ALIAS too. */
static json_t *names_of(struct arena *arena, const json_t *answer, const char *key,
                        const char *alias) {
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(answer); i++) {
        append_text(list, json_object_get(json_array_get(answer, i), key));
        append_text(list, json_object_get(json_array_get(answer, i), alias));
    }
    return sorted(arena, list);
}

/* "kvm-accel" is -accel kvm; "accel" is what they all derive from. */
static json_t *accelerators(const struct probe *probe) {
    const json_t *answer = fact(probe, FACT_ACCELERATORS);
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(answer); i++) {
        str name = str_from(json_string_value(json_object_get(json_array_get(answer, i), "name")));
        if (str_ends(name, STR("-accel"))) {
            str word = str_first(name, name.len - strlen("-accel"));
            json_array_append_new(list, json_stringn(word.at, word.len));
        }
    }
    return sorted(probe->qmp.arena, list);
}

/* --- the version --- */

static str version_text(struct arena *arena, const json_t *answer) {
    const json_t *number = json_object_get(answer, "qemu");
    str package = str_from(json_string_value(json_object_get(answer, "package")));
    str text = str_format(arena, "%lld.%lld.%lld",
                          (long long)json_integer_value(json_object_get(number, "major")),
                          (long long)json_integer_value(json_object_get(number, "minor")),
                          (long long)json_integer_value(json_object_get(number, "micro")));
    package = str_trim(package, " ()"); /* up to 2.12 it comes with its brackets */
    if (package.len > 0)
        text = str_format(arena, "%.*s (%.*s)", STR_ARG(text), STR_ARG(package));
    return text;
}

/* --- types --- */

static void add_types(struct probe *probe, const json_t *answer, const char *flag) {
    for (size_t i = 0; i < json_array_size(answer); i++) {
        const json_t *told = json_array_get(answer, i);
        const char *name = json_string_value(json_object_get(told, "name"));
        if (!name || !*name)
            continue;
        json_t *type = json_object_get(probe->types, name);
        if (!type)
            json_object_set_new(probe->types, name, type = json_object());
        json_t *parent = json_object_get(told, "parent");
        if (json_string_length(parent) > 0) /* before 2.10 none is told */
            json_object_set(type, "parent", parent);
        bool abstract = json_is_true(json_object_get(told, "abstract"));
        json_object_set_new(type, abstract ? "abstract" : flag, json_true());
    }
}

static bool is_object(const json_t *type) {
    return json_is_true(json_object_get(type, "object"));
}

static bool in_families(const char *name) {
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(name, families[i], strlen(families[i])) == 0)
            return true;
    return false;
}

/* What nobody can set on a command line: parts of the object, its own type, and the second forms
 * of properties for old monitors. */
static bool is_settable(const json_t *type, const char *name, const char *kind) {
    return strncmp(kind, "child<", 6) != 0 && strncmp(name, "legacy-", 7) != 0 &&
           !(is_object(type) && strcmp(name, "type") == 0);
}

/* Whole numbers of an answer that held a number too large for jansson. */
static bool is_whole(const json_t *value) {
    double number = json_real_value(value);
    enum { EXACT_BITS = 53 };
    double most = (double)((json_int_t)1 << EXACT_BITS);
    return json_is_real(value) && number >= -most && number <= most &&
           number == (double)(json_int_t)number;
}

/* Other defaults (lists with elements, mappings, fractions) are none of a catalogue's. */
static void set_default(json_t *property, json_t *value) {
    if (is_whole(value)) {
        json_int_t number = (json_int_t)json_real_value(value);
        json_object_set_new(property, "default", json_integer(number));
    }
    bool plain = json_is_string(value) || json_is_integer(value) || json_is_boolean(value) ||
                 (json_is_array(value) && json_array_size(value) == 0);
    if (plain)
        json_object_set(property, "default", value);
}

static void set_properties(json_t *type, const json_t *answer) {
    json_t *properties = json_object();
    for (size_t i = 0; i < json_array_size(answer); i++) {
        const json_t *told = json_array_get(answer, i);
        const char *name = json_string_value(json_object_get(told, "name"));
        const char *kind = json_string_value(json_object_get(told, "type"));
        if (!name || !*name || !kind || !*kind || !is_settable(type, name, kind))
            continue;
        json_t *property = json_pack("{s:s}", "type", kind);
        set_default(property, json_object_get(told, "default-value"));
        json_object_set_new(properties, name, property);
    }
    json_object_set_new(type, "properties", properties);
}

/* Instead of the 10 s that each probe would wait for: when the instance behind the list of its
 * properties goes, it closes the standard input of QEMU (7.2, 10.0, 11.1: its descriptor is 0). */
static bool is_harmful(const char *name) {
    return strcmp(name, "filter-dump") == 0;
}

static void ask_for_list(struct probe *probe, struct qmp_queries *queries, const char *name) {
    const json_t *type = json_object_get(probe->types, name);
    const char *command = NULL;
    if (is_object(type) && !is_harmful(name))
        command = "qom-list-properties";
    else if (json_is_true(json_object_get(type, "device")) && in_families(name))
        command = "device-list-properties";
    if (command)
        qmp_add(&probe->qmp, queries, command, json_pack("{s:s}", "typename", name),
                str_from(name));
}

static json_t *type_names(const struct probe *probe) {
    json_t *names = json_array();
    for (void *at = json_object_iter(probe->types); at;
         at = json_object_iter_next(probe->types, at))
        json_array_append_new(names, json_string(json_object_iter_key(at)));
    return sorted(probe->qmp.arena, names);
}

static bool ask_lists(struct probe *probe) {
    struct qmp_queries queries = {0};
    json_t *names = type_names(probe);
    for (size_t i = 0; i < json_array_size(names); i++)
        ask_for_list(probe, &queries, json_string_value(json_array_get(names, i)));
    bool fine = qmp_ask(&probe->qmp, &queries);
    for (size_t i = 0; i < queries.count; i++) {
        const char *key = str_c(probe->qmp.arena, queries.items[i].subject);
        if (queries.items[i].answer)
            set_properties(json_object_get(probe->types, key), queries.items[i].answer);
    }
    qmp_free(&queries);
    json_decref(names);
    return fine;
}

/* --- instances --- */

static json_t *type_of(const struct probe *probe, size_t i) {
    json_t *type = json_object_get(probe->types, instances[i].type);
    return is_object(type) ? type : NULL;
}

/* Properties stand beside the type since 6.0, in "props" before. */
static json_t *make_arguments(const struct probe *probe, const struct instance *instance) {
    json_t *arguments = json_pack("{s:s, s:s}", "qom-type", instance->type, "id", instance->type);
    const json_t *number = json_object_get(fact(probe, FACT_VERSION), "qemu");
    bool flat = json_integer_value(json_object_get(number, "major")) >= 6;
    json_t *given = json_object();
    if (instance->size)
        json_object_set_new(given, "size", json_integer(instance->size));
    if (flat)
        json_object_update(arguments, given);
    else
        json_object_set(arguments, "props", given);
    json_decref(given);
    return arguments;
}

static void make_instances(struct probe *probe, struct qmp_queries *queries) {
    for (size_t i = 0; i < INSTANCES; i++)
        if (type_of(probe, i))
            qmp_add(&probe->qmp, queries, "object-add", make_arguments(probe, &instances[i]),
                    str_from(instances[i].type))
                ->prepares = true;
}

static str path_of(const struct probe *probe, size_t i) {
    return str_format(probe->qmp.arena, "/objects/%s", instances[i].type);
}

/* For where qom-list-properties failed: of iothread it aborts 2.12 (qemu_cond_destroy). */
static bool list_instances(struct probe *probe) {
    struct qmp_queries queries = {0};
    size_t of[INSTANCES] = {0};
    make_instances(probe, &queries);
    for (size_t i = 0; i < INSTANCES; i++) {
        if (!type_of(probe, i))
            continue;
        of[i] = queries.count;
        qmp_add(&probe->qmp, &queries, "qom-list", json_pack("{s:s}", "path", path_of(probe, i).at),
                str_from(instances[i].type));
    }
    bool fine = qmp_ask(&probe->qmp, &queries);
    for (size_t i = 0; i < INSTANCES; i++) {
        json_t *type = type_of(probe, i);
        const json_t *answer = of[i] ? queries.items[of[i]].answer : NULL;
        if (answer && !json_object_get(type, "properties"))
            set_properties(type, answer);
    }
    qmp_free(&queries);
    return fine;
}

/* All but the size, which is what was given. */
static void ask_for_values(struct probe *probe, struct qmp_queries *queries, size_t i) {
    const char *name;
    json_t *property;
    json_object_foreach(json_object_get(type_of(probe, i), "properties"), name, property) {
        if (strcmp(name, "size") == 0)
            continue;
        json_t *arguments = json_pack("{s:s, s:s}", "path", path_of(probe, i).at, "property", name);
        qmp_add(&probe->qmp, queries, "qom-get", arguments,
                str_format(probe->qmp.arena, "%s.%s", instances[i].type, name));
    }
}

static void take_value(const struct probe *probe, const struct qmp_query *query) {
    str rest = query->subject, name = str_cut(&rest, '.');
    const json_t *type = json_object_get(probe->types, str_c(probe->qmp.arena, name));
    const json_t *properties = json_object_get(type, "properties");
    set_default(json_object_get(properties, str_c(probe->qmp.arena, rest)), query->answer);
}

static bool ask_instances(struct probe *probe) {
    struct qmp_queries queries = {0};
    make_instances(probe, &queries);
    for (size_t i = 0; i < INSTANCES; i++)
        ask_for_values(probe, &queries, i);
    bool fine = qmp_ask(&probe->qmp, &queries);
    for (size_t i = 0; i < queries.count; i++)
        if (!queries.items[i].prepares && queries.items[i].answer)
            take_value(probe, &queries.items[i]);
    qmp_free(&queries);
    return fine;
}

/* --- what only the help tells --- */

/* What its monitor calls otherwise than its command line. */
static str option_name(str group) {
    static const struct {
        str group, option;
    } names[] = {
        {STR_INIT("boot-opts"), STR_INIT("boot")},
        {STR_INIT("smp-opts"), STR_INIT("smp")},
        {STR_INIT("memory"), STR_INIT("m")},
        {STR_INIT("acpi"), STR_INIT("acpitable")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal(group, names[i].group))
            return names[i].option;
    return group;
}

/* Options that the monitor knows and the help does not, as fw_cfg parts, are none. */
static void add_keys(const struct probe *probe, json_t *options) {
    const json_t *answer = fact(probe, FACT_OPTIONS);
    for (size_t i = 0; i < json_array_size(answer); i++) {
        const json_t *told = json_array_get(answer, i);
        str group = str_from(json_string_value(json_object_get(told, "option")));
        const char *name = str_c(probe->qmp.arena, option_name(group));
        if (json_object_get(options, name))
            json_object_set_new(
                options, name,
                names_of(probe->qmp.arena, json_object_get(told, "parameters"), "name", NULL));
    }
}

static bool add_options(struct probe *probe) {
    static const char *const words[] = {"-help"};
    str help = qmp_print(&probe->qmp, words, 1);
    if (help.len == 0)
        return false;
    json_t *options = help_options(probe->qmp.arena, help);
    json_object_set_new(probe->catalogue, "options", options);
    if (json_object_size(options) == 0) {
        qmp_fail(&probe->qmp, "its -help names no options", (str){0});
        return false;
    }
    add_keys(probe, options);
    return true;
}

/* The ways to ask are as those of QMP (qmp.c). */
static bool add_aliases(struct probe *probe) {
    static const char *const words[] = {"-machine", "none", "-device", "help"};
    static const struct { size_t first, count; } ways[] = {{0, 4}, {2, 2}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        str help = qmp_print(&probe->qmp, words + ways[i].first, ways[i].count);
        if (help.len == 0)
            return false;
        json_t *aliases = help_aliases(probe->qmp.arena, help);
        json_object_set_new(probe->catalogue, "aliases", aliases);
        if (json_object_size(aliases) > 0)
            break;
    }
    return true;
}

/* --- all of it --- */

static bool take_facts(struct probe *probe) {
    struct arena *arena = probe->qmp.arena;
    if (!json_object_get(fact(probe, FACT_VERSION), "qemu") || !fact(probe, FACT_DEVICES)) {
        qmp_fail(&probe->qmp, "it does not tell its version and its devices", (str){0});
        return false;
    }
    str version = version_text(arena, fact(probe, FACT_VERSION));
    json_object_set_new(probe->catalogue, "modavd-catalogue", json_integer(CATALOGUE_FORMAT));
    json_object_set_new(probe->catalogue, "version", json_stringn(version.at, version.len));
    json_object_set_new(probe->catalogue, "accelerators", accelerators(probe));
    json_object_set_new(probe->catalogue, "machines",
                        names_of(arena, fact(probe, FACT_MACHINES), "name", "alias"));
    json_object_set_new(probe->catalogue, "types", probe->types = json_object());
    add_types(probe, fact(probe, FACT_DEVICES), "device");
    add_types(probe, fact(probe, FACT_OBJECTS), "object");
    return true;
}

static bool ask_all(struct probe *probe) {
    return ask_facts(probe) && take_facts(probe) && ask_lists(probe) && list_instances(probe) &&
           ask_instances(probe) && add_aliases(probe) && add_options(probe);
}

bool probe_qemu(const struct os *os, struct arena *arena, struct diags *diags, str program,
                str *out) {
    struct probe probe = {
        .qmp = {.os = os, .arena = arena, .diags = diags, .program = str_c(arena, program)},
        .catalogue = json_object()};
    bool fine = ask_all(&probe);
    if (fine) {
        struct buf text = buf_make(arena);
        catalogue_print(&text, probe.catalogue);
        *out = buf_view(&text);
    }
    qmp_free(&probe.facts);
    json_decref(probe.catalogue);
    return fine;
}
