/* SPDX-License-Identifier: Apache-2.0 */
#include "os_memory.h"

#include "path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS_MAX = 40 }; /* as Linux has it */

struct os_lock {
    str directory;
};

struct os_memory os_memory_make(struct arena *arena) {
    struct os_memory memory = {.arena = arena, .directory = STR_INIT("/home"), .host = "linux"};
    for (size_t i = 0; i < sizeof memory.printed / sizeof *memory.printed; i++)
        memory.printed[i] = buf_make(arena);
    memory.log = buf_make(arena);
    os_memory_directory(&memory, "/home");
    return memory;
}

/* The letters that tests use, decomposed, and composed (Unicode, NFD and NFC). */
static const struct {
    str apart, composed;
} letters[] = {
    {STR_INIT("e\xCC\x88"), STR_INIT("\xC3\xAB")}, /* e with diaeresis */
    {STR_INIT("\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB"), STR_INIT("\xED\x95\x9C")}, /* Hangul han */
};

/* PATH as a file system compares it that folds names, as APFS and NTFS do. */
static str fold(struct arena *arena, str path) {
    struct buf out = buf_make(arena);
    while (path.len > 0) {
        str taken = str_first(path, 1), put = taken;
        for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
            if (str_starts(path, letters[i].apart)) {
                taken = letters[i].apart;
                put = letters[i].composed;
            }
        bool upper = put.at[0] >= 'A' && put.at[0] <= 'Z';
        if (upper)
            buf_char(&out, (char)(put.at[0] - 'A' + 'a'));
        else
            buf_str(&out, put);
        path = str_from_at(path, taken.len);
    }
    return buf_view(&out);
}

static bool same_path(const struct os_memory *memory, str a, str b) {
    return str_equal(a, b) ||
           (memory->folds && str_equal(fold(memory->arena, a), fold(memory->arena, b)));
}

static struct os_memory_node *find_node(const struct os_memory *memory, str path) {
    for (size_t i = 0; i < memory->count; i++)
        if (same_path(memory, memory->nodes[i].path, path))
            return &memory->nodes[i];
    return NULL;
}

static struct os_memory_node *add_node(struct os_memory *memory, str path, enum os_kind kind) {
    if (memory->count == memory->room) {
        memory->room = memory->room ? memory->room * 2 : 64;
        struct os_memory_node *nodes =
            ARENA_ARRAY(memory->arena, memory->room, struct os_memory_node);
        if (memory->count)
            memcpy(nodes, memory->nodes, memory->count * sizeof *nodes);
        memory->nodes = nodes;
    }
    struct os_memory_node *node = &memory->nodes[memory->count++];
    *node = (struct os_memory_node){.path = str_copy(memory->arena, path), .kind = kind};
    return node;
}

static bool is_root(str path) {
    return path.len > 0 && path_root(path).len == path.len;
}

/* One step of a walk: PART below *AT, which is without links and a directory. */
static enum os_status step(const struct os_memory *memory, str *at, str part, str *rest,
                           int *links) {
    if (part.len == 0 || str_equal(part, STR(".")))
        return OS_OK;
    const struct os_memory_node *above = find_node(memory, *at);
    if (above && above->shut)
        return OS_DENIED;
    if (str_equal(part, STR(".."))) {
        *at = path_parent(*at);
        return OS_OK;
    }
    str next = path_join(memory->arena, *at, part);
    const struct os_memory_node *node = find_node(memory, next);
    if (node && node->link.len > 0) {
        if (++*links > LINKS_MAX)
            return OS_LINK_LOOP;
        *rest = rest->len > 0 ? path_join(memory->arena, node->link, *rest) : node->link;
        if (path_root(*rest).len > 0)
            *at = path_root(*rest);
        return OS_OK;
    }
    *at = next;
    if (!node)
        return rest->len > 0 ? OS_NOT_FOUND : OS_OK;
    return rest->len > 0 && node->kind != OS_KIND_DIRECTORY ? OS_NOT_DIRECTORY : OS_OK;
}

/* PATH without links and dots. Its last part need not exist. */
static enum os_status resolve(const struct os_memory *memory, str path, str *out) {
    int links = 0;
    str rest = path_join(memory->arena, memory->directory, path);
    str at = path_root(rest);
    if (path.len == 0 || memchr(path.at, '\0', path.len))
        return OS_NOT_FOUND;
    while (rest.len > 0) {
        rest = str_from_at(rest, path_root(rest).len);
        str part = str_cut(&rest, '/');
        enum os_status status = step(memory, &at, part, &rest, &links);
        if (status != OS_OK)
            return status;
    }
    *out = at;
    return OS_OK;
}

/* As resolve, but a link at the end of PATH stays one. */
static enum os_status resolve_name(const struct os_memory *memory, str path, str *out) {
    enum os_status status = resolve(memory, path_parent(path), out);
    const struct os_memory_node *above = status == OS_OK ? find_node(memory, *out) : NULL;
    if (above && above->shut)
        return OS_DENIED;
    if (status == OS_OK && path_name(path).len > 0)
        *out = path_join(memory->arena, *out, path_name(path));
    return status;
}

static enum os_status find(const struct os_memory *memory, str path, struct os_memory_node **node) {
    str real;
    enum os_status status = resolve(memory, path, &real);
    *node = status == OS_OK ? find_node(memory, real) : NULL;
    if (status != OS_OK)
        return status;
    return *node ? OS_OK : OS_NOT_FOUND;
}

/* Whether this call is one that fails. */
static enum os_status count_call(struct os_memory *memory) {
    unsigned call = ++memory->calls;
    bool fails = memory->fail_at > 0 &&
                 (call == memory->fail_at || (memory->fail_forever && call > memory->fail_at));
    return fails ? memory->fail_status : OS_OK;
}

static enum os_status start(struct os_memory *memory, str path, struct os_memory_node **node) {
    enum os_status status = count_call(memory);
    if (status == OS_OK)
        status = find(memory, path, node);
    return status == OS_OK ? (*node)->broken : status;
}

static enum os_status copy_bytes(const struct os_memory_node *node, struct arena *arena,
                                 size_t limit, str *out) {
    if (node->kind != OS_KIND_FILE)
        return node->kind == OS_KIND_DIRECTORY ? OS_IS_DIRECTORY : OS_NOT_FILE;
    if (node->bytes.len > limit)
        return OS_TOO_LARGE;
    *out = str_copy(arena, node->bytes);
    return OS_OK;
}

static enum os_status memory_read_file(void *context, struct arena *arena, str path, size_t limit,
                                       str *out) {
    struct os_memory_node *node;
    *out = (str){0};
    enum os_status status = start(context, path, &node);
    if (status != OS_OK)
        return status;
    return copy_bytes(node, arena, limit, out);
}

static enum os_status memory_read_own(void *context, struct arena *arena, str path, size_t limit,
                                      struct os_file *out) {
    struct os_memory *memory = context;
    str real;
    *out = (struct os_file){0};
    enum os_status status = count_call(memory);
    if (status == OS_OK)
        status = resolve_name(memory, path, &real);
    const struct os_memory_node *node = status == OS_OK ? find_node(memory, real) : NULL;
    if (!node)
        return status == OS_OK ? OS_NOT_FOUND : status;
    if (node->broken != OS_OK || node->link.len > 0)
        return node->broken != OS_OK ? node->broken : OS_LINK_LOOP;
    if (!memory->without_modes)
        out->mode = node->executable ? OS_MODE_EXECUTABLE : OS_MODE_PLAIN;
    return copy_bytes(node, arena, limit, &out->bytes);
}

static enum os_kind kind_of(const struct os_memory *memory, str path) {
    struct os_memory_node *node;
    return find(memory, path, &node) == OS_OK ? node->kind : OS_KIND_NONE;
}

static int compare_entries(const void *a, const void *b) {
    return str_compare(((const struct os_entry *)a)->name, ((const struct os_entry *)b)->name);
}

static enum os_status memory_list(void *context, struct arena *arena, str path,
                                  struct os_listing *out) {
    struct os_memory *memory = context;
    struct os_memory_node *node;
    *out = (struct os_listing){0};
    enum os_status status = start(memory, path, &node);
    if (status != OS_OK)
        return status;
    if (node->kind != OS_KIND_DIRECTORY)
        return OS_NOT_DIRECTORY;
    struct os_entry *entries = ARENA_ARRAY(arena, memory->count, struct os_entry);
    for (size_t i = 0; i < memory->count; i++) {
        str below = memory->nodes[i].path;
        if (!is_root(below) && str_equal(path_parent(below), node->path))
            entries[out->count++] =
                (struct os_entry){str_copy(arena, path_name(below)), kind_of(memory, below)};
    }
    if (out->count > 0)
        qsort(entries, out->count, sizeof *entries, compare_entries);
    out->entries = entries;
    return OS_OK;
}

static enum os_status memory_identity(void *context, str path, struct os_identity *out) {
    struct os_memory *memory = context;
    struct os_memory_node *node;
    enum os_status status = count_call(memory);
    if (status == OS_OK)
        status = find(memory, path, &node);
    if (status == OS_OK)
        *out = (struct os_identity){.volume = 1, .low = (uint64_t)(node - memory->nodes)};
    return status;
}

static enum os_kind memory_kind(void *context, str path) {
    return kind_of(context, path);
}

static enum os_status memory_real_path(void *context, struct arena *arena, str path, str *out) {
    struct os_memory_node *node;
    enum os_status status = count_call(context);
    if (status == OS_OK)
        status = find(context, path, &node);
    *out = status == OS_OK ? str_copy(arena, node->path) : (str){0};
    return status;
}

static void log_change(struct os_memory *memory, const char *verb, str path) {
    buf_format(&memory->log, "%s %.*s\n", verb, STR_ARG(path));
}

/* Whether the name PATH, which becomes *REAL, may be made, replaced or removed. */
static enum os_status check_change(const struct os_memory *memory, str path, str *real) {
    enum os_status status = resolve_name(memory, path, real);
    if (status != OS_OK)
        return status;
    const struct os_memory_node *above = find_node(memory, path_parent(*real));
    const struct os_memory_node *node = find_node(memory, *real);
    if (!above || above->kind != OS_KIND_DIRECTORY)
        return above ? OS_NOT_DIRECTORY : OS_NOT_FOUND;
    if (above->broken != OS_OK)
        return above->broken;
    if (node && node->kind == OS_KIND_DIRECTORY)
        return OS_IS_DIRECTORY;
    return node ? node->broken : OS_OK;
}

static void put_bytes(struct os_memory *memory, str path, str bytes, bool executable) {
    struct os_memory_node *node = find_node(memory, path);
    if (!node)
        node = add_node(memory, path, OS_KIND_FILE);
    node->bytes = str_copy(memory->arena, bytes);
    node->executable = executable;
    node->written++;
}

static enum os_status check_write(const struct os_memory *memory, str path, str *real) {
    enum os_status status = check_change(memory, path, real);
    const struct os_memory_node *node = status == OS_OK ? find_node(memory, *real) : NULL;
    return node && node->link.len > 0 ? OS_LINK_LOOP : status;
}

static enum os_status memory_write_file(void *context, str path, str bytes, bool executable) {
    struct os_memory *memory = context;
    str real;
    enum os_status failure = count_call(memory), status = check_write(memory, path, &real);
    if (failure != OS_OK) {
        if (memory->fail_partly && memory->calls == memory->fail_at && status == OS_OK)
            put_bytes(memory, real, str_first(bytes, bytes.len / 2), executable);
        return failure;
    }
    if (status != OS_OK)
        return status;
    put_bytes(memory, real, bytes, executable);
    log_change(memory, "write", real);
    return OS_OK;
}

static void drop_node(struct os_memory *memory, struct os_memory_node *node) {
    *node = memory->nodes[--memory->count];
}

static enum os_status memory_replace(void *context, str from, str to) {
    struct os_memory *memory = context;
    str source, target;
    enum os_status status = count_call(memory);
    if (status == OS_OK)
        status = check_change(memory, from, &source);
    if (status == OS_OK)
        status = check_change(memory, to, &target);
    if (status != OS_OK)
        return status;
    struct os_memory_node *node = find_node(memory, source);
    if (!node)
        return OS_NOT_FOUND;
    struct os_memory_node *old = str_equal(source, target) ? NULL : find_node(memory, target);
    node->path = str_copy(memory->arena, target);
    node->written++;
    if (old)
        drop_node(memory, old);
    buf_format(&memory->log, "replace %.*s %.*s\n", STR_ARG(source), STR_ARG(target));
    return OS_OK;
}

static enum os_status memory_remove(void *context, str path) {
    struct os_memory *memory = context;
    str real;
    enum os_status status = count_call(memory);
    if (status == OS_OK)
        status = check_change(memory, path, &real);
    if (status != OS_OK)
        return status;
    struct os_memory_node *node = find_node(memory, real);
    if (!node)
        return OS_NOT_FOUND;
    drop_node(memory, node);
    log_change(memory, "remove", real);
    return OS_OK;
}

static enum os_status memory_sync_directory(void *context, str path) {
    struct os_memory_node *node;
    enum os_status status = start(context, path, &node);
    if (status == OS_OK)
        log_change(context, "sync", node->path);
    return status;
}

static enum os_status memory_lock(void *context, struct arena *arena, str directory,
                                  struct os_lock **out) {
    struct os_memory_node *node;
    enum os_status status = start(context, directory, &node);
    *out = NULL;
    if (status != OS_OK)
        return status;
    if (node->kind != OS_KIND_DIRECTORY || node->locked)
        return node->locked ? OS_BUSY : OS_NOT_DIRECTORY;
    node->locked = true;
    *out = ARENA_NEW(arena, struct os_lock);
    (*out)->directory = str_copy(arena, node->path);
    return OS_OK;
}

static void memory_unlock(void *context, struct os_lock *lock) {
    struct os_memory_node *node = lock ? find_node(context, lock->directory) : NULL;
    if (node)
        node->locked = false;
}

static str memory_environment(void *context, struct arena *arena, str name) {
    struct os_memory *memory = context;
    for (size_t i = memory->variable_count; i > 0; i--)
        if (str_equal(memory->variables[i - 1].name, name))
            return str_copy(arena, memory->variables[i - 1].value);
    return (str){0};
}

/* There are no programs on this machine. */
static enum os_status memory_run(void *context, struct arena *arena,
                                 const struct os_command *command, struct os_result *out) {
    (void)arena, (void)command;
    *out = (struct os_result){.code = -1};
    enum os_status status = count_call(context);
    return status == OS_OK ? OS_NOT_FOUND : status;
}

static enum os_status memory_print(void *context, int stream, str bytes) {
    struct os_memory *memory = context;
    enum os_status status = count_call(memory);
    if (status == OS_OK)
        buf_str(&memory->printed[stream], bytes);
    return status;
}

static bool memory_is_terminal(void *context, int stream) {
    struct os_memory *memory = context;
    return stream > 0 && memory->terminal;
}

/* Nothing runs here: the log tells what would. */
static enum os_status memory_hand_over(void *context, struct arena *arena, str directory,
                                       const struct os_command *command, int *code) {
    struct os_memory *memory = context;
    (void)arena;
    enum os_status status = count_call(memory);
    if (status != OS_OK)
        return status;
    buf_format(&memory->log, "in %.*s:", STR_ARG(directory));
    for (size_t i = 0; i < command->count; i++)
        buf_format(&memory->log, " [%s]", command->words[i]);
    buf_char(&memory->log, '\n');
    *code = memory->code;
    return OS_OK;
}

static struct os_accelerator memory_accelerator(void *context) {
    struct os_memory *memory = context;
    return memory->accelerator;
}

struct os os_memory_os(struct os_memory *memory) {
    return (struct os){.context = memory,
                       .host = memory->host,
                       .read_file = memory_read_file,
                       .read_own = memory_read_own,
                       .list = memory_list,
                       .kind = memory_kind,
                       .real_path = memory_real_path,
                       .write_file = memory_write_file,
                       .replace = memory_replace,
                       .remove = memory_remove,
                       .sync_directory = memory_sync_directory,
                       .lock = memory_lock,
                       .unlock = memory_unlock,
                       .environment = memory_environment,
                       .identity = memory_identity,
                       .hand_over = memory_hand_over,
                       .run = memory_run,
                       .accelerator = memory_accelerator,
                       .print = memory_print,
                       .is_terminal = memory_is_terminal};
}

/* A test that builds its machine wrongly says nothing about the program. */
static void refuse(const char *path) {
    fprintf(stderr, "os_memory: cannot put anything at '%s'\n", path);
    abort();
}

static void make_directories(struct os_memory *memory, str path) {
    const struct os_memory_node *node = find_node(memory, path);
    if (node)
        return;
    if (!is_root(path))
        make_directories(memory, path_parent(path));
    add_node(memory, path, OS_KIND_DIRECTORY);
}

/* The node at PATH, made with what is above it. */
static struct os_memory_node *place(struct os_memory *memory, const char *path, enum os_kind kind) {
    str whole =
        path_normal(memory->arena, path_join(memory->arena, memory->directory, str_from(path)));
    make_directories(memory, is_root(whole) ? whole : path_parent(whole));
    struct os_memory_node *node = find_node(memory, whole);
    if (!node)
        node = add_node(memory, whole, kind);
    if (node->kind != kind)
        refuse(path);
    return node;
}

void os_memory_file(struct os_memory *memory, const char *path, str bytes) {
    place(memory, path, OS_KIND_FILE)->bytes = str_copy(memory->arena, bytes);
}

void os_memory_text(struct os_memory *memory, const char *path, const char *text) {
    os_memory_file(memory, path, str_from(text));
}

void os_memory_directory(struct os_memory *memory, const char *path) {
    place(memory, path, OS_KIND_DIRECTORY);
}

void os_memory_link(struct os_memory *memory, const char *path, const char *target) {
    place(memory, path, OS_KIND_OTHER)->link = str_copy(memory->arena, str_from(target));
}

void os_memory_special(struct os_memory *memory, const char *path) {
    place(memory, path, OS_KIND_OTHER);
}

void os_memory_break(struct os_memory *memory, const char *path, enum os_status status) {
    struct os_memory_node *node;
    if (find(memory, str_from(path), &node) != OS_OK)
        refuse(path);
    node->broken = status;
}

void os_memory_shut(struct os_memory *memory, const char *path) {
    place(memory, path, OS_KIND_DIRECTORY)->shut = true;
}

void os_memory_set(struct os_memory *memory, const char *name, const char *value) {
    if (memory->variable_count == sizeof memory->variables / sizeof *memory->variables)
        refuse(name);
    memory->variables[memory->variable_count++] = (struct os_memory_variable){
        str_copy(memory->arena, str_from(name)), str_copy(memory->arena, str_from(value))};
}

const struct os_memory_node *os_memory_get(struct os_memory *memory, const char *path) {
    struct os_memory_node *node;
    return find(memory, str_from(path), &node) == OS_OK ? node : NULL;
}
