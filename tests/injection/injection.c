/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: injection PROGRAM CASES SEED
 * Every text that a profile, a name or an instance can carry gets random bytes; the real program
 * builds it on a real disk. Nothing but the instance's four files changes, modavd.args has the
 * lines that the manifest lists, the script runs in real shells without any other command, and a
 * real QEMU reads each value as it was meant. The last line is "N passed, N failed".
 */
#include "evil.h"
#include "os.h"
#include "path.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLOTS_MAX = 32, FILE_MAX = 1 << 24 };

/* The texts. Those with READ are what QEMU is asked for. */
enum slot {
    SUMMARY,
    CAUTION,
    PATH_DEFAULT,
    PARAM_SUMMARY,
    WORD,
    SERIAL,
    IDENTITY,
    FSDEV_PATH,
    TAG,
    NAME_TAIL,
    FW_CFG,
    PROPERTY_TEST,
    FILE_NAME,
    FILE_TEST,
    LOG_TEXT,
    STATE,
    OPTION_TEST,
    MOUNT_WHAT,
    MOUNT_PATH,
    DAEMON,
    STOP_TEST,
    INSTANCE_NAME,
    DIRECTORY,
    RUN_DIR,
    SLOTS
};

static const char *const plain[SLOTS] = {
    [SUMMARY] = "a summary",
    [CAUTION] = "a caution",
    [PATH_DEFAULT] = "/srv",
    [PARAM_SUMMARY] = "text",
    [WORD] = "word",
    [SERIAL] = "serial",
    [IDENTITY] = "me",
    [FSDEV_PATH] = "/share",
    [TAG] = "tag",
    [NAME_TAIL] = "tail",
    [FW_CFG] = "cfg",
    [PROPERTY_TEST] = "1",
    [FILE_NAME] = "/etc/hosts",
    [FILE_TEST] = "yes",
    [LOG_TEXT] = "Oops",
    [STATE] = "C1",
    [OPTION_TEST] = "rw",
    [MOUNT_WHAT] = "tag",
    [MOUNT_PATH] = "/mnt/x",
    [DAEMON] = "some-daemon",
    [STOP_TEST] = "1",
    [INSTANCE_NAME] = "vm",
    [DIRECTORY] = "directory",
    [RUN_DIR] = "run",
};

struct world {
    struct os os;
    struct arena arena; /* of one case */
    struct chance chance;
    const char *program, *qemu_version; /* NULL: there is no QEMU */
    str top;
    bool is_root;
    str slots[SLOTS];
    size_t passed, failed, built, refused, scripts, read_back;
};

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

static void die(const char *what) {
    printf("%s: %s\n", what, strerror(errno));
    exit(2);
}

static str format_path(struct world *world, const char *name) {
    return path_join(&world->arena, world->top, str_from(name));
}

static void put(struct world *world, str path, str bytes) {
    FILE *file = fopen(str_c(&world->arena, path), "wb");
    if (!file || fwrite(bytes.at, 1, bytes.len, file) != bytes.len || fclose(file) != 0)
        die("a test file");
}

static str get(struct world *world, str path) {
    str bytes = {0};
    const struct os *os = &world->os;
    return os->read_file(os->context, &world->arena, path, FILE_MAX, &bytes) == OS_OK ? bytes
                                                                                      : (str){0};
}

static void make_directory(struct world *world, str path) {
    if (mkdir(str_c(&world->arena, path), 0755) != 0 && errno != EEXIST)
        die("a test directory");
}

static void clear(struct world *world, str path) {
    const char *words[] = {"rm", "-rf", str_c(&world->arena, path)};
    struct os_command command = {words, 3, {0}, 20000, FILE_MAX};
    struct os_result result;
    world->os.run(world->os.context, &world->arena, &command, &result);
}

static void judge(struct world *world, bool good, const char *what) {
    world->passed += good;
    world->failed += !good;
    if (good)
        return;
    printf("not ok: %s\n", what);
    for (size_t i = 0; i < SLOTS; i++)
        if (!str_equal(world->slots[i], str_from(plain[i])))
            printf("#   text %zu: %.*s\n", i, STR_ARG(evil_yaml(&world->arena, world->slots[i])));
}

/* --- one case's files --- */

static str yaml(struct world *world, enum slot slot) {
    return evil_yaml(&world->arena, world->slots[slot]);
}

static str joined(struct world *world, const char *before, str text) {
    str all = str_format(&world->arena, "%s%.*s", before, STR_ARG(text));
    /* not by "%.*s" alone: a text may hold a NUL */
    if (all.len != strlen(before) + text.len) {
        struct buf buf = buf_make(&world->arena);
        buf_text(&buf, before);
        buf_str(&buf, text);
        all = buf_view(&buf);
    }
    return evil_yaml(&world->arena, all);
}

#define Y(slot) STR_ARG(yaml(world, slot))

static str profile_text(struct world *world) {
    struct buf out = buf_make(&world->arena);
    buf_format(&out, "modavd-profile: 1\nname: x\ndefault: on\nsummary: %.*s\ncaution: %.*s\n",
               Y(SUMMARY), Y(CAUTION));
    buf_format(&out,
               "params:\n  p: {type: path, default: %.*s, summary: %.*s}\n"
               "  w: {type: word, default: %.*s}\n",
               Y(PATH_DEFAULT), Y(PARAM_SUMMARY), Y(WORD));
    buf_format(&out,
               "qemu:\n  globals: {virtio-blk-pci: {serial: %.*s}}\n"
               "  objects: [{type: authz-simple, id: a0, identity: %.*s}]\n",
               Y(SERIAL), Y(IDENTITY));
    buf_format(&out,
               "  fsdevs: [{driver: local, id: f0, path: %.*s, security_model: none}]\n"
               "  devices: [{type: virtio-9p-pci, id: d0, fsdev: f0, mount_tag: %.*s}]\n",
               STR_ARG(joined(world, world->slots[FSDEV_PATH].at[0] == '/' ? "" : "/",
                              world->slots[FSDEV_PATH])),
               Y(TAG));
    buf_format(&out, "  arguments: [-name, \"n${p}${w}\", -uuid, %.*s, -fw_cfg, %.*s]\n",
               STR_ARG(evil_yaml(&world->arena, STR("00000000-0000-0000-0000-000000000001"))),
               STR_ARG(joined(world, "name=opt/x,string=", world->slots[FW_CFG])));
    buf_format(&out,
               "guest:\n  checks:\n    - {getprop.ro.x: %.*s}\n    - {%.*s: %.*s}\n"
               "    - {kernel-log.absent: [%.*s]}\n    - {cpuidle.states: [%.*s]}\n"
               "    - {mount./data.rw: %.*s}\n",
               Y(PROPERTY_TEST), STR_ARG(joined(world, "file.", world->slots[FILE_NAME])),
               Y(FILE_TEST), Y(LOG_TEXT), Y(STATE), Y(OPTION_TEST));
    buf_format(&out,
               "  mounts: [{type: 9p, what: %.*s, path: %.*s, options: {trans: virtio}}]\n"
               "  daemons: [{name: %.*s, stop-when: {getprop.x: %.*s}}]\n",
               Y(MOUNT_WHAT), Y(MOUNT_PATH), Y(DAEMON), Y(STOP_TEST));
    return buf_view(&out);
}

/* A directory of that name, as far as a disk takes it. */
static str instance_directory(struct world *world) {
    char *name = str_c(&world->arena, world->slots[DIRECTORY]);
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    if (strcmp(name, "") == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        name = str_c(&world->arena, STR("d"));
    return path_join(&world->arena, format_path(world, "vms"), str_from(name));
}

static void make_case(struct world *world, str directory) {
    struct arena *arena = &world->arena;
    clear(world, world->top);
    make_directory(world, world->top);
    static const char *const directories[] = {"vms", "p", "outside", "run", "empty"};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        make_directory(world, format_path(world, directories[i]));
    make_directory(world, directory);
    put(world, format_path(world, "outside/file"), STR("somebody's\n"));
    put(world, format_path(world, "p/x.yaml"), profile_text(world));
    put(world, path_join(arena, directory, STR("instance.yaml")),
        str_format(arena, "name: %.*s\ncpus: 2\nram: 1GiB\narch: x86_64\n", Y(INSTANCE_NAME)));
    put(world, path_join(arena, directory, STR("modavd.yaml")),
        str_format(arena,
                   "target: {host: linux, accel: tcg, emulator: qemu, qemu: %s, run-dir: %.*s}\n"
                   "accept: [host-access]\nprofiles: {disable: [sync-io]}\n",
                   world->qemu_version ? world->qemu_version : "7.2.0", Y(RUN_DIR)));
}

/* --- what is on the disk --- */

/* Everything below PATH but the instance's four outputs, as text. */
static void describe(struct world *world, str path, str directory, struct buf *out) {
    const struct os *os = &world->os;
    struct os_listing listing = {0};
    os->list(os->context, &world->arena, path, &listing);
    for (size_t i = 0; i < listing.count; i++) {
        str name = listing.entries[i].name, below = path_join(&world->arena, path, name);
        static const char *const outputs[] = {"modavd.args", "modavd-postboot.sh", "modavd-cst.aml",
                                              "modavd-manifest.json"};
        bool ours = false;
        for (size_t k = 0; k < 4; k++)
            ours |= str_equal(path, directory) && str_equal(name, str_from(outputs[k]));
        if (ours)
            continue;
        struct os_file file = {{0}, OS_MODE_UNKNOWN};
        enum os_status status = os->read_own(os->context, &world->arena, below, FILE_MAX, &file);
        buf_str(out, below);
        buf_format(out, " %d ", (int)status);
        buf_str(out, file.bytes);
        buf_char(out, '\n');
        if (listing.entries[i].kind == OS_KIND_DIRECTORY && status != OS_LINK_LOOP)
            describe(world, below, directory, out);
    }
}

static str description(struct world *world, str directory) {
    struct buf out = buf_make(&world->arena);
    describe(world, world->top, directory, &out);
    return buf_view(&out);
}

/* --- the outputs --- */

/* The lines of modavd.args are those that the manifest lists. */
static bool lines_are_listed(struct world *world, str directory) {
    str args = get(world, path_join(&world->arena, directory, STR("modavd.args")));
    str text = get(world, path_join(&world->arena, directory, STR("modavd-manifest.json")));
    json_t *manifest = json_loadb(text.at, text.len, 0, NULL);
    json_t *list = json_object_get(manifest, "arguments");
    bool same = json_is_array(list);
    for (size_t i = 0; same && i < json_array_size(list); i++) {
        str line = str_cut(&args, '\n');
        const json_t *word = json_array_get(list, i);
        same = str_equal(line, (str){json_string_value(word), json_string_length(word)});
    }
    same = same && args.len == 0;
    json_decref(manifest);
    return same;
}

static bool ends_with_status(str output) {
    str last = {0};
    for (str rest = output; rest.len > 0;)
        last = str_cut(&rest, '\n');
    return str_starts(last, STR("modavd-postboot: status="));
}

/* As root the script runs where it sees no process but its own; else it only says what it would do.
 */
static void run_script(struct world *world, str directory, const char *shell, const char *second) {
    struct arena *arena = &world->arena;
    str script = path_join(arena, directory, STR("modavd-postboot.sh"));
    str empty = format_path(world, "empty");
    const char *inside = world->is_root
                             ? "cd \"$1\" && shift && exec unshare --pid --fork --mount-proc \"$@\""
                             : "cd \"$1\" && shift && exec \"$@\" --dry-run";
    const char *words[10] = {"sh", "-c", inside, "sh", str_c(arena, empty), shell};
    size_t count = 6;
    if (second)
        words[count++] = second;
    words[count++] = str_c(arena, script);
    struct os_command command = {words, count, {0}, 20000, FILE_MAX};
    struct os_result result;
    enum os_status status = world->os.run(world->os.context, arena, &command, &result);
    struct os_listing listing = {0};
    world->os.list(world->os.context, arena, empty, &listing);
    world->scripts++;
    judge(world, status == OS_OK && result.ended && result.code >= 0 && result.code <= 2,
          "the script ends as it should");
    judge(world, ends_with_status(result.output), "the script's last line is its status");
    judge(world, listing.count == 0, "the script runs nothing else");
}

/* --- QEMU --- */

static json_t *answer_of(str output, const char *id) {
    for (str rest = output; rest.len > 0;) {
        str line = str_cut(&rest, '\n');
        json_t *answer = json_loadb(line.at, line.len, 0, NULL);
        const char *got = json_string_value(json_object_get(answer, "id"));
        if (got && strcmp(got, id) == 0)
            return answer;
        json_decref(answer);
    }
    return NULL;
}

/* "$${" is how the language writes "${". */
static str meant(struct world *world, enum slot slot) {
    struct buf buf = buf_make(&world->arena);
    str text = world->slots[slot];
    for (size_t i = 0; i < text.len; i++)
        if (!str_starts(str_from_at(text, i), STR("$${")))
            buf_char(&buf, text.at[i]);
    return buf_view(&buf);
}

static bool reads(struct world *world, str output, const char *id, str wanted) {
    json_t *answer = answer_of(output, id), *value = json_object_get(answer, "return");
    if (json_is_object(value)) /* of query-name */
        value = json_object_get(value, "name");
    bool same = json_is_string(value) &&
                str_equal((str){json_string_value(value), json_string_length(value)}, wanted);
    if (!same)
        printf("# %s: wanted %.*s, got %s\n", id, STR_ARG(evil_yaml(&world->arena, wanted)),
               value ? json_string_value(value) : "nothing");
    json_decref(answer);
    return same;
}

static const char questions[] =
    "{\"execute\": \"qmp_capabilities\"}\n"
    "{\"execute\": \"qom-get\", \"id\": \"identity\", \"arguments\": {\"path\": \"/objects/a0\", "
    "\"property\": \"identity\"}}\n"
    "{\"execute\": \"qom-get\", \"id\": \"tag\", \"arguments\": {\"path\": "
    "\"/machine/peripheral/d0\", \"property\": \"mount_tag\"}}\n"
    "{\"execute\": \"qom-get\", \"id\": \"serial\", \"arguments\": {\"path\": "
    "\"/machine/peripheral/b0\", \"property\": \"serial\"}}\n"
    "{\"execute\": \"query-name\", \"id\": \"name\"}\n"
    "{\"execute\": \"quit\"}\n";

/* QEMU also opens the path of the fsdev, which is a directory of that very name. */
static void ask_qemu(struct world *world, str directory) {
    struct arena *arena = &world->arena;
    const char *words[64] = {"qemu-system-x86_64",
                             "-S",
                             "-qmp",
                             "stdio",
                             "-nodefaults",
                             "-no-user-config",
                             "-display",
                             "none",
                             "-machine",
                             "pc",
                             "-accel",
                             "tcg",
                             "-m",
                             "64",
                             "-blockdev",
                             "null-co,node-name=disk,read-zeroes=on",
                             "-device",
                             "virtio-blk-pci,drive=disk,id=b0"};
    size_t count = 18;
    str args = get(world, path_join(arena, directory, STR("modavd.args")));
    while (args.len > 0 && count < 63)
        words[count++] = str_c(arena, str_cut(&args, '\n'));
    struct os_command command = {words, count, str_from(questions), 30000, FILE_MAX};
    struct os_result result;
    enum os_status status = world->os.run(world->os.context, arena, &command, &result);
    bool ran = status == OS_OK && result.ended && result.code == 0;
    if (!ran)
        printf("# QEMU: %.*s\n", STR_ARG(result.errors));
    judge(world, ran, "QEMU starts with it");
    world->read_back++;
    judge(world, reads(world, result.output, "identity", meant(world, IDENTITY)),
          "QEMU reads a property of an object");
    judge(world, reads(world, result.output, "tag", meant(world, TAG)),
          "QEMU reads a property of a device");
    judge(world, reads(world, result.output, "serial", meant(world, SERIAL)),
          "QEMU reads a -global");
    struct buf name = buf_make(arena);
    buf_char(&name, 'n');
    buf_str(&name, world->slots[PATH_DEFAULT]);
    buf_str(&name, world->slots[WORD]);
    judge(world, reads(world, result.output, "name", buf_view(&name)),
          "QEMU reads a text in a raw argument");
}

/* --- cases --- */

static struct os_result run_build(struct world *world, bool force) {
    const char *words[] = {world->program,
                           "build",
                           "--profiles",
                           str_c(&world->arena, format_path(world, "p")),
                           str_c(&world->arena, format_path(world, "vms")),
                           force ? "--force" : NULL};
    struct os_command command = {words, force ? 6 : 5, {0}, 20000, FILE_MAX};
    struct os_result result = {0};
    if (world->os.run(world->os.context, &world->arena, &command, &result) != OS_OK)
        die(world->program);
    return result;
}

/* Links in the place of outputs and temporaries, which lead out. */
static void plant_links(struct world *world, str directory) {
    static const char *const names[] = {"modavd.args", "modavd-manifest.json.modavd-new",
                                        "modavd-postboot.sh.modavd-new", "modavd-manifest.json"};
    const char *name = names[chance_below(&world->chance, 4)];
    str path = path_join(&world->arena, directory, str_from(name));
    if (symlink("../../outside/file", str_c(&world->arena, path)) != 0)
        die("a link");
}

static void reset_slots(struct world *world) {
    for (size_t i = 0; i < SLOTS; i++)
        world->slots[i] = str_from(plain[i]);
}

static void check_built(struct world *world, str directory) {
    world->built++;
    judge(world, lines_are_listed(world, directory), "modavd.args has the manifest's lines");
    run_script(world, directory, "dash", NULL);
    run_script(world, directory, "mksh", NULL);
    run_script(world, directory, "busybox", "sh");
}

static void run_case(struct world *world, bool with_links) {
    reset_slots(world);
    for (size_t count = 1 + chance_below(&world->chance, 2); count > 0; count--) {
        enum slot slot = (enum slot)chance_below(&world->chance, SLOTS);
        bool printable = chance_below(&world->chance, 2) == 0;
        world->slots[slot] = evil_text(&world->arena, &world->chance, 60, printable);
    }
    str directory = instance_directory(world);
    make_case(world, directory);
    if (with_links)
        plant_links(world, directory);
    str before = description(world, directory);
    struct os_result result = run_build(world, with_links);
    bool known = result.ended && (result.code == 0 || result.code == 1 || result.code == 3);
    judge(world, known, "the program ends as it should");
    str after = description(world, directory);
    /* the link itself may be replaced, since --force says so; what it leads to may not */
    if (with_links)
        judge(world, str_equal(get(world, format_path(world, "outside/file")), STR("somebody's\n")),
              "a link is not followed");
    else
        judge(world, str_equal(before, after), "nothing but the instance's outputs changes");
    if (result.code == 0 && !with_links)
        check_built(world, directory);
    world->refused += result.code != 0;
}

static void run_qemu_case(struct world *world) {
    static const enum slot asked[] = {IDENTITY, TAG, SERIAL, PATH_DEFAULT, FSDEV_PATH};
    reset_slots(world);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        world->slots[asked[i]] = evil_text(&world->arena, &world->chance, 18, true);
    str directory = instance_directory(world);
    struct buf path = buf_make(&world->arena), start = buf_make(&world->arena);
    buf_char(&start, '/');
    buf_str(&start, world->slots[PATH_DEFAULT]);
    world->slots[PATH_DEFAULT] = buf_view(&start);
    buf_str(&path, format_path(world, "share"));
    for (size_t i = 0; i < world->slots[FSDEV_PATH].len; i++) {
        char c = world->slots[FSDEV_PATH].at[i];
        buf_char(&path, c == '/' ? '_' : c);
    }
    world->slots[FSDEV_PATH] = buf_view(&path);
    make_case(world, directory);
    make_directory(world, meant(world, FSDEV_PATH));
    struct os_result result = run_build(world, false);
    world->refused += result.code != 0;
    if (result.code != 0)
        return;
    world->built++;
    judge(world, lines_are_listed(world, directory), "modavd.args has the manifest's lines");
    ask_qemu(world, directory);
}

static const char *find_qemu(struct world *world, struct arena *arena) {
    const char *words[] = {"qemu-system-x86_64", "--version"};
    struct os_command command = {words, 2, {0}, 20000, FILE_MAX};
    struct os_result result;
    static const str before = STR_INIT("QEMU emulator version ");
    if (world->os.run(world->os.context, arena, &command, &result) != OS_OK ||
        !str_starts(result.output, before))
        return NULL;
    str version = str_from_at(result.output, before.len);
    return str_c(arena, str_trim(str_cut(&version, ' '), "\n"));
}

int main(int argc, char **argv) {
    if (argc != 4) {
        printf("usage: injection PROGRAM CASES SEED\n");
        return 2;
    }
    struct world world = {.os = os_machine(), .arena = arena_make(out_of_memory, NULL)};
    struct arena whole = arena_make(out_of_memory, NULL);
    char top[] = "/tmp/modavd-inject-XXXXXX";
    size_t cases = strtoul(argv[2], NULL, 10), seed = strtoul(argv[3], NULL, 10);
    if (!mkdtemp(top))
        die(top);
    world.program = argv[1];
    world.top = str_from(top);
    world.is_root = geteuid() == 0;
    world.chance.state = seed;
    world.qemu_version = find_qemu(&world, &whole);
    printf("seed %zu\n", seed);
    for (size_t i = 0; i < cases; i++, arena_clear(&world.arena))
        run_case(&world, i % 8 == 7);
    for (size_t i = 0; world.qemu_version && i < cases / 8; i++, arena_clear(&world.arena))
        run_qemu_case(&world);
    clear(&world, world.top);
    printf("%zu built, %zu refused; %zu runs of the script, %zu of QEMU\n", world.built,
           world.refused, world.scripts, world.read_back);
    if (!world.qemu_version)
        printf("# 1 skipped\n"); /* QEMU */
    printf("%zu passed, %zu failed\n", world.passed, world.failed);
    arena_free(&whole);
    arena_free(&world.arena);
    bool tried = world.built > cases / 8 && world.refused > 0;
    return world.failed == 0 && tried ? 0 : 1;
}
