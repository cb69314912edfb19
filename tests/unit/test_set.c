/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of a set, and what is left of it when any call fails or is the last one. */
#include "hash.h"
#include "os_memory.h"
#include "path.h"
#include "set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define DIRECTORY "/home/u/.android/avd/像素 7.avd"

struct world {
    struct arena arena;
    struct os_memory memory;
    struct os os;
    struct sources sources;
    struct diags diags;
    struct changes changes;
};

struct file {
    const char *name, *text;
    bool executable;
};

/* NONE is what a directory holds before the first build and after clean. */
enum version { FULL, OTHER, SMALL, GROWN, VERSION_COUNT, NONE };

enum { FILES_MAX = 4 };

static const struct file versions[VERSION_COUNT][FILES_MAX] = {
    [FULL] = {{"modavd-cst.aml", "table 1", false},
              {"modavd.args", "-a\n", false},
              {"modavd-postboot.sh", "script 1", true}},
    [OTHER] = {{"modavd-cst.aml", "table 1", false},
               {"modavd.args", "-b\n", false},
               {"modavd-postboot.sh", "script 2", true}},
    [SMALL] = {{"modavd.args", "", false}},
    [GROWN] = {{"modavd.args", "-a\n", false},
               {"modavd-postboot.sh", "script 3", true},
               {"modavd-new.txt", "new", false},
               {"modavd-cst.aml", "table 2", false}},
};

/* What a directory may be asked to hold. */
static const enum version targets[] = {FULL, OTHER, SMALL, GROWN, NONE};

enum { TARGETS = sizeof targets / sizeof *targets };

static void no_memory(void *context) {
    (void)context;
    abort();
}

static int set_up(void **state) {
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->arena = arena_make(no_memory, NULL);
    *state = world;
    return 0;
}

static int tear_down(void **state) {
    struct world *world = *state;
    arena_free(&world->arena);
    free(world);
    return 0;
}

/* An AVD's directory, with a file that is none of our business. */
static void make_world(struct world *world) {
    arena_clear(&world->arena);
    world->memory = os_memory_make(&world->arena);
    world->os = os_memory_os(&world->memory);
    os_memory_text(&world->memory, DIRECTORY "/config.ini", "hw.cpu.ncore=4\n");
}

/* --- wanted sets --- */

static str manifest_of(struct arena *arena, const struct artifact *items, size_t count) {
    struct buf out = buf_make(arena);
    buf_text(&out, "{\"modavd-manifest\": 1, \"artifacts\": [");
    for (size_t i = 0; i < count; i++) {
        struct hash hash = hash_of(items[i].bytes);
        buf_format(&out, "%s{\"name\": \"%.*s\", \"size\": %zu, \"sha256\": \"%.*s\"}",
                   i ? ", " : "", STR_ARG(items[i].name), items[i].bytes.len,
                   STR_ARG(hash_text(arena, &hash)));
    }
    buf_text(&out, "]}\n");
    return buf_view(&out);
}

static struct artifacts with_manifest(struct arena *arena, struct artifact *items, size_t count) {
    items[count] =
        (struct artifact){STR(ARTIFACT_MANIFEST), manifest_of(arena, items, count), false};
    return (struct artifacts){items, count + 1};
}

static size_t version_size(enum version version) {
    size_t count = 0;
    while (version != NONE && count < FILES_MAX && versions[version][count].name)
        count++;
    return count;
}

static struct artifacts version_make(struct arena *arena, enum version version) {
    size_t count = version_size(version);
    struct artifact *items = ARENA_ARRAY(arena, count + 1, struct artifact);
    if (version == NONE)
        return (struct artifacts){0};
    for (size_t i = 0; i < count; i++) {
        const struct file *file = &versions[version][i];
        items[i] = (struct artifact){str_from(file->name), str_from(file->text), file->executable};
    }
    return with_manifest(arena, items, count);
}

/* --- running --- */

static struct set set_in(struct world *world, bool force) {
    world->sources = (struct sources){.arena = &world->arena};
    world->diags = diags_make(&world->arena, &world->sources);
    world->memory.log.len = 0;
    return (struct set){&world->os,        &world->arena, &world->diags, STR(DIRECTORY),
                        STR("像素 7.avd"), force,         "move it away"};
}

static bool write_artifacts(struct world *world, struct artifacts wanted, bool force) {
    struct set set = set_in(world, force);
    return set_write(&set, &wanted, &world->changes);
}

static bool write_version(struct world *world, enum version version, bool force) {
    struct set set = set_in(world, force);
    struct artifacts wanted = version_make(&world->arena, version);
    return version == NONE ? set_clean(&set, &world->changes)
                           : set_write(&set, &wanted, &world->changes);
}

static bool compare_version(struct world *world, enum version version, bool force) {
    struct set set = set_in(world, force);
    struct artifacts wanted = version_make(&world->arena, version);
    return set_compare(&set, &wanted, &world->changes);
}

/* "modavd-cst.aml" is "cst". */
static str short_name(str name) {
    name = str_from_at(name, strlen("modavd") + 1);
    return str_first(name, str_find(name, '.'));
}

/* "=args ~cst +postboot": what is as it was, updated, created, removed (-), not ours (!). */
static str changes_text(struct world *world) {
    static const char marks[] = {'=', '+', '~', '-', '!'};
    struct buf out = buf_make(&world->arena);
    for (size_t i = 0; i < world->changes.count; i++) {
        const struct change *change = &world->changes.items[i];
        buf_format(&out, "%s%c%.*s", i ? " " : "", marks[change->kind],
                   STR_ARG(short_name(change->name)));
    }
    return buf_view(&out);
}

static bool file_is(struct world *world, const struct os_entry *entry, const char *name, str bytes,
                    bool executable) {
    const char *path =
        str_c(&world->arena, path_join(&world->arena, STR(DIRECTORY), str_from(name)));
    const struct os_memory_node *node = os_memory_get(&world->memory, path);
    return entry->kind == OS_KIND_FILE && str_equal(entry->name, str_from(name)) && node &&
           str_equal(node->bytes, bytes) && node->executable == executable;
}

static const struct artifact *find_artifact(const struct artifacts *set, str name) {
    for (size_t i = 0; i < set->count; i++)
        if (str_equal(set->items[i].name, name))
            return &set->items[i];
    return NULL;
}

static bool is_temporary(str name) {
    return str_ends(name, STR(".modavd-new")) || str_ends(name, STR(".modavd-mend"));
}

/* Whether the directory holds the version and the AVD's own file, and nothing else but, where they
 * are ALLOWED, temporaries. */
static bool holds_but(struct world *world, enum version version, bool allowed) {
    struct artifacts wanted = version_make(&world->arena, version);
    struct os_listing listing;
    unsigned calls = world->memory.calls;
    world->os.list(world->os.context, &world->arena, STR(DIRECTORY), &listing);
    world->memory.calls = calls;
    size_t found = 0;
    for (size_t i = 0; i < listing.count; i++) {
        const struct os_entry *entry = &listing.entries[i];
        if (allowed && is_temporary(entry->name))
            continue;
        const struct artifact *artifact = find_artifact(&wanted, entry->name);
        bool good = artifact ? file_is(world, entry, str_c(&world->arena, entry->name),
                                       artifact->bytes, artifact->executable)
                             : file_is(world, entry, "config.ini", STR("hw.cpu.ncore=4\n"), false);
        if (!good)
            return false;
        found++;
    }
    return found == wanted.count + 1;
}

static bool holds(struct world *world, enum version version) {
    return holds_but(world, version, false);
}

static bool has_finding(const struct world *world, enum code code) {
    for (const struct finding *finding = world->diags.first; finding; finding = finding->next)
        if (finding->code == code)
            return true;
    return false;
}

/* --- the rules --- */

enum tamper { NOTHING, TEXT, GONE, LINK, DIRECTORY_THERE, SPECIAL };

enum { FINE = MP_COUNT }; /* no finding */

struct rule {
    const char *title;
    enum version from;
    enum tamper tamper;
    const char *name, *text; /* of the file tampered with */
    enum version to;
    bool force;
    int code;
    const char *changes;
};

static const struct rule rules[] = {
    {"first build", NONE, NOTHING, "", "", FULL, false, FINE, "+cst +args +postboot +manifest"},
    {"nothing changed", FULL, NOTHING, "", "", FULL, false, FINE, "=cst =args =postboot =manifest"},
    {"other inputs", FULL, NOTHING, "", "", OTHER, false, FINE, "=cst ~args ~postboot ~manifest"},
    {"less", FULL, NOTHING, "", "", SMALL, false, FINE, "~args -postboot -cst ~manifest"},
    {"more", SMALL, NOTHING, "", "", GROWN, false, FINE, "~args +postboot +new +cst ~manifest"},
    {"clean", FULL, NOTHING, "", "", NONE, false, FINE, "-args -postboot -cst -manifest"},
    {"clean of nothing", NONE, NOTHING, "", "", NONE, false, FINE, ""},

    {"edited", FULL, TEXT, "modavd.args", "mine", OTHER, false, MP_EDITED,
     "=cst !args ~postboot ~manifest"},
    {"edited, build of the same", FULL, TEXT, "modavd.args", "mine", FULL, false, MP_EDITED,
     "=cst !args =postboot =manifest"},
    {"edited, force", FULL, TEXT, "modavd.args", "mine", OTHER, true, FINE,
     "=cst ~args ~postboot ~manifest"},
    {"edited to what is wanted", FULL, TEXT, "modavd.args", "-b\n", OTHER, false, FINE,
     "=cst =args ~postboot ~manifest"},
    {"edited, not wanted any more", FULL, TEXT, "modavd-cst.aml", "mine", SMALL, false, MP_EDITED,
     "~args -postboot !cst ~manifest"},
    {"edited, not wanted any more, force", FULL, TEXT, "modavd-cst.aml", "mine", SMALL, true, FINE,
     "~args -postboot -cst ~manifest"},
    {"edited, clean", FULL, TEXT, "modavd.args", "mine", NONE, false, MP_EDITED,
     "!args -postboot -cst -manifest"},
    {"edited, clean, force", FULL, TEXT, "modavd.args", "mine", NONE, true, FINE,
     "-args -postboot -cst -manifest"},
    {"a file of somebody else has our name", NONE, TEXT, "modavd.args", "mine", FULL, false,
     MP_EDITED, "+cst !args +postboot +manifest"},

    {"a file is gone", FULL, GONE, "modavd.args", "", FULL, false, FINE,
     "=cst +args =postboot =manifest"},
    {"an old file is gone", FULL, GONE, "modavd-cst.aml", "", SMALL, false, FINE,
     "~args -postboot ~manifest"},
    {"the manifest is gone", FULL, GONE, "modavd-manifest.json", "", FULL, false, FINE,
     "=cst =args =postboot +manifest"},
    {"the manifest is gone, other inputs", FULL, GONE, "modavd-manifest.json", "", OTHER, false,
     MP_EDITED, "=cst !args !postboot +manifest"},

    {"a link", FULL, LINK, "modavd.args", "config.ini", FULL, false, MP_EDITED,
     "=cst !args =postboot =manifest"},
    {"a link, force", FULL, LINK, "modavd.args", "config.ini", FULL, true, FINE,
     "=cst ~args =postboot =manifest"},
    {"a link in the place of the manifest", FULL, LINK, "modavd-manifest.json", "config.ini", FULL,
     false, MP_EDITED, "=cst =args =postboot !manifest"},
    {"an old file is a link now", FULL, LINK, "modavd-cst.aml", "config.ini", SMALL, false,
     MP_EDITED, "~args -postboot !cst ~manifest"},
    {"a directory", FULL, DIRECTORY_THERE, "modavd.args", "", OTHER, false, MP_EDITED,
     "=cst !args ~postboot ~manifest"},
    {"a directory, force", FULL, DIRECTORY_THERE, "modavd.args", "", OTHER, true, MP_EDITED,
     "=cst !args ~postboot ~manifest"},
    {"a FIFO", FULL, SPECIAL, "modavd.args", "", OTHER, false, MP_EDITED,
     "=cst !args ~postboot ~manifest"},
    {"a directory in the way of a temporary", FULL, DIRECTORY_THERE, "modavd.args.modavd-new", "",
     OTHER, false, MP_WRITE_FAILED, "=cst ~args ~postboot ~manifest"},
    {"a link in the way of a temporary", FULL, LINK, "modavd.args.modavd-new", "config.ini", OTHER,
     false, MP_WRITE_FAILED, "=cst ~args ~postboot ~manifest"},
    {"a link in the way of the journal", FULL, LINK, "modavd-manifest.json.modavd-new",
     "config.ini", OTHER, false, MP_WRITE_FAILED, "=cst ~args ~postboot ~manifest"},
    {"a broken journal", FULL, TEXT, "modavd-manifest.json.modavd-new", "{\"mod", FULL, false, FINE,
     "=cst =args =postboot =manifest"},
    {"a broken journal, clean", NONE, TEXT, "modavd-manifest.json.modavd-new", "", NONE, false,
     FINE, ""},
};

static void tamper_with(struct world *world, const struct rule *rule) {
    str path = path_join(&world->arena, STR(DIRECTORY), str_from(rule->name));
    const char *at = str_c(&world->arena, path);
    if (rule->tamper == NOTHING)
        return;
    world->os.remove(world->os.context, path);
    if (rule->tamper == TEXT)
        os_memory_text(&world->memory, at, rule->text);
    if (rule->tamper == LINK)
        os_memory_link(&world->memory, at, rule->text);
    if (rule->tamper == DIRECTORY_THERE)
        os_memory_directory(&world->memory, at);
    if (rule->tamper == SPECIAL)
        os_memory_special(&world->memory, at);
}

static void check_changes(struct world *world, const struct rule *rule, const char *call) {
    str text = changes_text(world);
    if (!str_equal(text, str_from(rule->changes)))
        fail_msg("%s, %s: \"%.*s\"", rule->title, call, STR_ARG(text));
}

/* After a finding at the first look nothing was written at all. */
static void check_refused(struct world *world, const struct rule *rule) {
    if (!has_finding(world, (enum code)rule->code) || world->diags.errors == 0)
        fail_msg("%s: not the finding expected", rule->title);
    if (rule->code != MP_WRITE_FAILED && world->memory.log.len > 0)
        fail_msg("%s: %.*s", rule->title, STR_ARG(buf_view(&world->memory.log)));
}

static void check_rule(struct world *world, const struct rule *rule) {
    bool fine = rule->code == FINE;
    make_world(world);
    assert_true(write_version(world, rule->from, false));
    tamper_with(world, rule);
    bool compared = compare_version(world, rule->to, rule->force);
    check_changes(world, rule, "compare");
    if (world->memory.log.len > 0)
        fail_msg("%s: comparing wrote", rule->title);
    if (compared != (fine || rule->code == MP_WRITE_FAILED))
        fail_msg("%s: compare gave %d", rule->title, compared);
    bool any = world->changes.any;
    if (write_version(world, rule->to, rule->force) != fine)
        fail_msg("%s: write gave %d", rule->title, !fine);
    check_changes(world, rule, "write");
    if (!any && world->memory.log.len > 0)
        fail_msg("%s: nothing was to be written", rule->title);
    if (!fine)
        check_refused(world, rule);
    else if (!holds(world, rule->to) || world->diags.count > 0)
        fail_msg("%s: not the set expected", rule->title);
}

static void test_rules(void **state) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        check_rule(*state, &rules[i]);
    print_message("%zu rules\n", sizeof rules / sizeof *rules);
}

#define HASH "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define LISTED(entry) "{\"modavd-manifest\": 1, \"artifacts\": [" entry "]}"

/* What a manifest from somewhere else may hold. None may make us touch a file. */
static const char *const bad_manifests[] = {
    "",
    " ",
    "text",
    "{}",
    "[]",
    "1",
    "{\"modavd-manifest\": 1",
    "{\"modavd-manifest\": 1}",
    "{\"modavd-manifest\": \"1\", \"artifacts\": []}",
    "{\"modavd-manifest\": 2, \"artifacts\": []}",
    "{\"modavd-manifest\": 1, \"modavd-manifest\": 1, \"artifacts\": []}",
    "{\"modavd-manifest\": 1, \"artifacts\": {}}",
    "{\"modavd-manifest\": 1, \"artifacts\": [[]]}",
    "{\"modavd-manifest\": 1, \"artifacts\": []} {}",
    LISTED("{}"),
    LISTED("{\"name\": \"modavd.args\", \"size\": 0}"),
    LISTED("{\"name\": \"modavd.args\", \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"modavd.args\", \"size\": -1, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"modavd.args\", \"size\": 0, \"sha256\": \"" HASH "0\"}"),
    LISTED("{\"name\": \"modavd.args\", \"size\": 0, \"sha256\": \"E" HASH "\"}"),
    LISTED("{\"name\": \"modavd.args\", \"size\": 0, \"sha256\": \"\"}"),
    LISTED("{\"name\": \"\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"config.ini\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"../modavd.args\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"modavd/../config.ini\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"modavd\\\\x\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"modavd\\u0000\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"modavd-manifest.json\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
    LISTED("{\"name\": \"Modavd.args\", \"size\": 0, \"sha256\": \"" HASH "\"}"),
};

static void check_bad_manifest(struct world *world, str text) {
    make_world(world);
    assert_true(write_version(world, FULL, false));
    os_memory_file(&world->memory, DIRECTORY "/" ARTIFACT_MANIFEST, text);
    for (size_t i = 0; i < TARGETS; i++) {
        bool good = write_version(world, targets[i], false);
        if (good || !has_finding(world, MP_BAD_MANIFEST) || world->diags.count != 1 ||
            world->memory.log.len > 0)
            fail_msg("taken: %.*s", STR_ARG(text));
    }
    assert_true(write_version(world, OTHER, true)); /* by force */
    assert_true(holds(world, OTHER));
}

static void test_bad_manifests(void **state) {
    enum { DEEP = 100000 };
    struct world *world = *state;
    for (size_t i = 0; i < sizeof bad_manifests / sizeof *bad_manifests; i++)
        check_bad_manifest(world, str_from(bad_manifests[i]));
    char *deep = malloc(DEEP);
    assert_non_null(deep);
    memset(deep, '[', DEEP);
    check_bad_manifest(world, (str){deep, DEEP});
    free(deep);
}

/* Some file systems give the x bit to no file or to all: that is no difference to mend for ever. */
static void test_modes_are_not_compared(void **state) {
    struct world *world = *state;
    for (int all = 0; all <= 1; all++) {
        make_world(world);
        assert_true(write_version(world, FULL, false));
        for (size_t i = 0; i < world->memory.count; i++)
            world->memory.nodes[i].executable = all;
        assert_true(write_version(world, FULL, false));
        assert_int_equal(world->memory.log.len, 0);
        assert_true(write_version(world, OTHER, false));
    }
}

/* Windows has no such bit, and nothing to bring in order. */
static void test_without_modes(void **state) {
    struct world *world = *state;
    make_world(world);
    world->memory.without_modes = true;
    assert_true(write_version(world, FULL, false));
    assert_true(write_version(world, FULL, false));
    assert_int_equal(world->memory.log.len, 0);
}

static void test_findings_say_where_and_what(void **state) {
    struct world *world = *state;
    make_world(world);
    write_version(world, FULL, false);
    os_memory_text(&world->memory, DIRECTORY "/modavd.args", "mine");
    assert_false(write_version(world, OTHER, false));
    const struct finding *finding = world->diags.first;
    assert_true(str_equal(finding->at.path, STR("像素 7.avd/modavd.args")));
    assert_int_equal(finding->at.line, 0);
    assert_true(str_equal(finding->text, STR("not as this program wrote it: move it away")));
    assert_false(world->diags.io_failed);
    assert_int_equal(world->diags.count, 1);
}

/* --- the directory --- */

static const struct {
    const char *path;
    enum os_status status;
    enum code code;
    const char *text;
} broken[] = {
    {DIRECTORY "/modavd.args", OS_DENIED, MP_UNREADABLE, "cannot be read: permission denied"},
    {DIRECTORY "/modavd-manifest.json", OS_IO, MP_UNREADABLE, "cannot be read: input/output error"},
    {DIRECTORY, OS_READ_ONLY, MP_WRITE_FAILED, "cannot be locked: read-only file system"},
    {DIRECTORY, OS_BUSY, MP_BUSY, "busy: another process is changing its files; try again"},
};

static void test_broken_disk(void **state) {
    struct world *world = *state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        make_world(world);
        write_version(world, FULL, false);
        os_memory_break(&world->memory, broken[i].path, broken[i].status);
        assert_false(write_version(world, OTHER, false));
        const struct finding *finding = world->diags.first;
        if (!finding || finding->code != broken[i].code ||
            !str_equal(finding->text, str_from(broken[i].text)))
            fail_msg("%s: %.*s", broken[i].text, STR_ARG(finding ? finding->text : STR("nothing")));
        assert_int_equal(world->diags.count, 1);
        assert_true(world->diags.io_failed);
        assert_int_equal(world->memory.log.len, 0);
        os_memory_break(&world->memory, broken[i].path, OS_OK);
        assert_true(holds(world, FULL));
    }
}

/* The directory is as another build leaves it when the lock is had: nothing to do any more. */
static void test_locked(void **state) {
    struct world *world = *state;
    make_world(world);
    write_version(world, FULL, false);
    struct os_lock *lock;
    world->os.lock(world->os.context, &world->arena, STR(DIRECTORY), &lock);
    assert_true(write_version(world, FULL, false)); /* needs none */
    assert_false(write_version(world, OTHER, false));
    assert_true(has_finding(world, MP_BUSY));
    assert_false(compare_version(world, OTHER, false));
    assert_true(has_finding(world, MP_BUSY));
    world->os.unlock(world->os.context, lock);
    assert_true(holds(world, FULL));
}

/* What a person does while we wait for the lock. */
static enum os_status lock_after_edit(void *context, struct arena *arena, str directory,
                                      struct os_lock **out) {
    struct os_memory *memory = context;
    os_memory_text(memory, DIRECTORY "/modavd.args", "mine");
    return os_memory_os(memory).lock(context, arena, directory, out);
}

static void test_looks_again_under_the_lock(void **state) {
    struct world *world = *state;
    make_world(world);
    write_version(world, FULL, false);
    world->os.lock = lock_after_edit;
    assert_false(write_version(world, OTHER, false));
    assert_true(has_finding(world, MP_EDITED));
    assert_int_equal(world->memory.log.len, 0);
}

static void test_directory_vanished(void **state) {
    struct world *world = *state;
    for (size_t i = 0; i < TARGETS; i++) {
        arena_clear(&world->arena);
        world->memory = os_memory_make(&world->arena);
        world->os = os_memory_os(&world->memory);
        assert_false(write_version(world, targets[i], false));
        assert_false(compare_version(world, targets[i], false));
        assert_int_equal(world->diags.count, 1);
        assert_true(str_equal(world->diags.first->at.path, STR("像素 7.avd")));
        assert_true(
            str_equal(world->diags.first->text, STR("cannot be read: no such file or directory")));
        assert_null(os_memory_get(&world->memory, DIRECTORY));
    }
}

/* --- faults --- */

struct fault {
    const char *name;
    enum os_status status;
    bool crash, partly;
};

static const struct fault faults[] = {
    {"no space", OS_NO_SPACE, false, false}, {"input/output error", OS_IO, false, false},
    {"denied", OS_DENIED, false, false},     {"no space, half written", OS_NO_SPACE, false, true},
    {"crash", OS_IO, true, false},           {"crash, half written", OS_IO, true, true},
};

enum { CRASH = 4 };

static void arm(struct world *world, const struct fault *fault, unsigned at) {
    struct os_memory *memory = &world->memory;
    memory->calls = 0;
    memory->fail_at = at;
    memory->fail_status = fault->status;
    memory->fail_forever = fault->crash;
    memory->fail_partly = fault->partly;
}

/* Whether the call was reached. */
static bool disarm(struct world *world) {
    bool reached = world->memory.calls >= world->memory.fail_at;
    world->memory.fail_at = 0;
    return reached;
}

static bool log_has(const struct world *world, const char *verb) {
    str rest = buf_view(&world->memory.log);
    while (rest.len > 0)
        if (str_starts(str_cut(&rest, '\n'), str_from(verb)))
            return true;
    return false;
}

/* --- order --- */

/* The log without the directory's path. */
static str short_log(struct world *world) {
    str rest = buf_view(&world->memory.log), path = STR(" " DIRECTORY);
    struct buf out = buf_make(&world->arena);
    while (rest.len > 0) {
        if (str_starts(rest, path)) {
            rest = str_from_at(rest, path.len);
            buf_char(&out, ' ');
            if (str_starts(rest, STR("/")))
                rest = str_from_at(rest, 1);
        }
        buf_char(&out, *rest.at);
        rest = str_from_at(rest, 1);
    }
    return buf_view(&out);
}

static void assert_log(struct world *world, const char *expected) {
    str log = short_log(world);
    if (!str_equal(log, str_from(expected)))
        fail_msg("%.*s", STR_ARG(log));
}

/* The journal is on the disk before anything else and goes last. */
static void test_order(void **state) {
    struct world *world = *state;
    make_world(world);
    write_version(world, FULL, false);
    assert_true(write_version(world, SMALL, false));
    assert_log(world, "write modavd-manifest.json.modavd-new\n"
                      "write modavd.args.modavd-new\n"
                      "sync \n"
                      "replace modavd.args.modavd-new modavd.args\n"
                      "remove modavd-postboot.sh\n"
                      "remove modavd-cst.aml\n"
                      "replace modavd-manifest.json.modavd-new modavd-manifest.json\n"
                      "sync \n");
    assert_true(write_version(world, NONE, false));
    assert_log(world, "remove modavd.args\nremove modavd-manifest.json\nsync \n");
}

/* A crash after the first of two renames: what only the journal knows goes to the manifest before
 * another journal is begun. */
static void test_order_of_mending(void **state) {
    struct world *world = *state;
    make_world(world);
    write_version(world, FULL, false);
    world->memory.log.len = 0;
    for (unsigned at = 1; !log_has(world, "replace"); at++) {
        arm(world, &faults[CRASH], at);
        write_version(world, OTHER, false);
        disarm(world);
    }
    assert_true(write_version(world, SMALL, false));
    assert_log(world, "write modavd-manifest.json.modavd-mend\n"
                      "replace modavd-manifest.json.modavd-mend modavd-manifest.json\n"
                      "sync \n"
                      "remove modavd-postboot.sh.modavd-new\n"
                      "write modavd-manifest.json.modavd-new\n"
                      "write modavd.args.modavd-new\n"
                      "sync \n"
                      "replace modavd.args.modavd-new modavd.args\n"
                      "remove modavd-postboot.sh\n"
                      "remove modavd-cst.aml\n"
                      "replace modavd-manifest.json.modavd-new modavd-manifest.json\n"
                      "sync \n");
}

/* --- size --- */

static struct artifacts many(struct arena *arena, size_t count) {
    struct artifact *items = ARENA_ARRAY(arena, count + 1, struct artifact);
    for (size_t i = 0; i < count; i++)
        items[i] = (struct artifact){str_format(arena, "modavd-%zu", i * 7919 % count),
                                     str_format(arena, "text %zu", i), false};
    return with_manifest(arena, items, count);
}

static unsigned calls_of(struct world *world, size_t from, size_t to) {
    make_world(world);
    if (from)
        assert_true(write_artifacts(world, many(&world->arena, from), false));
    world->memory.calls = 0;
    assert_true(write_artifacts(world, many(&world->arena, to), false));
    return world->memory.calls;
}

static void test_calls_grow_with_the_set(void **state) {
    static const struct { size_t from, to; } cases[] = {{0, 100}, {100, 100}, {100, 1}, {1, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned small = calls_of(*state, cases[i].from, cases[i].to);
        unsigned large = calls_of(*state, cases[i].from * 4, cases[i].to * 4);
        assert_true(large <= 4 * small);
    }
    /* Nothing changed: the manifest, the journal that is not there, one read a file. */
    assert_int_equal(calls_of(*state, 100, 100), 102);
}

/* --- sweeps --- */

/* The disk as it is, to try several ways on from it. */
static struct os_memory snapshot(struct world *world) {
    struct os_memory copy = world->memory;
    copy.nodes = ARENA_ARRAY(&world->arena, copy.room, struct os_memory_node);
    memcpy(copy.nodes, world->memory.nodes, copy.count * sizeof *copy.nodes);
    return copy;
}

/* Nothing is listed twice, though manifest and journal may both know it. */
static bool are_distinct(const struct changes *changes) {
    for (size_t i = 0; i < changes->count; i++)
        for (size_t j = 0; j < i; j++)
            if (str_equal(changes->items[i].name, changes->items[j].name))
                return false;
    return true;
}

/* All is recognised as ours, said as it is, and made to be the version, without a trace. */
static void check_mends_to(struct world *world, enum version to, const char *title) {
    struct os_memory disk = snapshot(world);
    bool good = compare_version(world, to, false);
    if (!good || world->changes.any == holds(world, to) || !are_distinct(&world->changes))
        fail_msg("%s, then compared with %d: %.*s", title, (int)to, STR_ARG(changes_text(world)));
    if (!write_version(world, to, false) || !holds(world, to))
        fail_msg("%s, then %d: %.*s", title, (int)to, STR_ARG(changes_text(world)));
    compare_version(world, to, false);
    assert_false(world->changes.any);
    world->memory = disk;
}

static void check_fault(struct world *world, enum version from, enum version to, bool good,
                        const struct fault *fault, const char *title) {
    if (good && !holds(world, to))
        fail_msg("%s: success without the set", title);
    if (!good && (world->diags.errors == 0 || !world->diags.io_failed))
        fail_msg("%s: nothing was said", title);
    bool begun = log_has(world, "replace") || (to == NONE && log_has(world, "remove"));
    if (!fault->crash && !good && !begun && !holds(world, from))
        fail_msg("%s: the old set is not whole", title);
    for (size_t i = 0; i < TARGETS; i++)
        check_mends_to(world, targets[i], title);
}

static const struct {
    enum version from, to;
} steps[] = {{NONE, FULL},  {FULL, OTHER}, {FULL, SMALL}, {SMALL, GROWN},
             {GROWN, FULL}, {FULL, NONE},  {FULL, FULL},  {OTHER, GROWN}};

static unsigned sweep(struct world *world, size_t step, const struct fault *fault) {
    for (unsigned at = 1;; at++) {
        make_world(world);
        assert_true(write_version(world, steps[step].from, false));
        arm(world, fault, at);
        bool good = write_version(world, steps[step].to, false);
        if (!disarm(world))
            return at - 1;
        char title[128];
        snprintf(title, sizeof title, "%d to %d, %s at call %u", (int)steps[step].from,
                 (int)steps[step].to, fault->name, at);
        check_fault(world, steps[step].from, steps[step].to, good, fault, title);
    }
}

static void test_every_call_fails(void **state) {
    unsigned points = 0;
    for (size_t step = 0; step < sizeof steps / sizeof *steps; step++)
        for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
            points += sweep(*state, step, &faults[i]);
    print_message("%u points\n", points);
    assert_true(points > 500);
}

/* Whether an output was put in place or removed; a temporary or the manifest does not count. */
static bool has_moved_files(const struct world *world) {
    str rest = buf_view(&world->memory.log);
    while (rest.len > 0) {
        str line = str_cut(&rest, '\n');
        bool moves = str_starts(line, STR("replace ")) || str_starts(line, STR("remove "));
        if (moves && !is_temporary(line) && !str_ends(line, STR(ARTIFACT_MANIFEST)))
            return true;
    }
    return false;
}

/* From FROM to TO with a crash at call FIRST; false where there are fewer calls. */
static bool crash_between(struct world *world, enum version from, enum version to, unsigned first) {
    make_world(world);
    assert_true(write_version(world, from, false));
    arm(world, &faults[CRASH], first);
    write_version(world, to, false);
    return disarm(world);
}

/* A second fault while what the crash left is mended; the same crash each time, from the start. */
static unsigned sweep_after(struct world *world, size_t step, enum version third,
                            const struct fault *fault, unsigned first) {
    enum version from = steps[step].from;
    for (unsigned at = 1;; at++) {
        crash_between(world, from, steps[step].to, first);
        bool whole = holds_but(world, from, true);
        arm(world, fault, at);
        bool good = write_version(world, third, false);
        if (!disarm(world))
            return at - 1;
        char title[128];
        snprintf(title, sizeof title, "crash at %u, then to %d with %s at call %u", first,
                 (int)third, fault->name, at);
        if (whole && !good && !has_moved_files(world) && !holds_but(world, from, true))
            fail_msg("%s: the old set is not whole", title);
        check_mends_to(world, targets[(at + first) % TARGETS], title);
    }
}

static unsigned sweep_twice(struct world *world, size_t step, enum version third) {
    unsigned points = 0;
    for (unsigned at = 1; crash_between(world, steps[step].from, steps[step].to, at); at++)
        for (size_t i = CRASH - 1; i < sizeof faults / sizeof *faults; i++)
            points += sweep_after(world, step, third, &faults[i], at);
    return points;
}

static void test_crash_while_mending(void **state) {
    static const struct {
        size_t step;
        enum version third;
    } cases[] = {{0, OTHER}, {0, SMALL}, {1, GROWN}, {2, OTHER},
                 {3, NONE},  {4, SMALL}, {1, FULL},  {2, FULL}};
    unsigned points = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        points += sweep_twice(*state, cases[i].step, cases[i].third);
    print_message("%u points\n", points);
    assert_true(points > 5000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_rules),
        TEST(test_bad_manifests),
        TEST(test_modes_are_not_compared),
        TEST(test_without_modes),
        TEST(test_findings_say_where_and_what),
        TEST(test_broken_disk),
        TEST(test_locked),
        TEST(test_looks_again_under_the_lock),
        TEST(test_directory_vanished),
        TEST(test_order),
        TEST(test_order_of_mending),
        TEST(test_calls_grow_with_the_set),
        TEST(test_every_call_fails),
        TEST(test_crash_while_mending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
