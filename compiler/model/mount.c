/* SPDX-License-Identifier: Apache-2.0 */
#include "mount.h"

/* net/9p/client.c takes no less than 4096; with 8192, the default before Linux 5.15, a file takes
 * one request for each 8 KiB. net/9p/trans_virtio.c cuts to what fits a queue of 128: 125 pages. */
enum { MSIZE_MIN = 4096, MSIZE_SLOW = 8192, MSIZE_MAX = 512000 };

/* QEMU's hw/9pfs/9p.h and hw/virtio/vhost-user-fs.c. */
enum { TAG_MAX_9P = 31, TAG_MAX_VIRTIOFS = 36 };

static const struct word cache_words[] = {
    {"none", 0}, {"loose", 1}, {"mmap", 2}, {"fscache", 3}, {0}};
static const struct word trans_words[] = {{"virtio", 0}, {"xen", 1},  {"fd", 2},   {"tcp", 3},
                                          {"unix", 4},   {"rdma", 5}, {"usbg", 6}, {0}};
static const struct word version_words[] = {{"9p2000", 0}, {"9p2000.u", 1}, {"9p2000.L", 2}, {0}};

/* Options that only 9p has. What it leaves out of /proc/mounts is then the default, but for trans,
 * which kernels before 4.13 show only where it was given. */
static const struct nine_p {
    const char *name;
    const struct word *words;
    bool sure;
} nine_p[] = {
    {"msize", NULL, true},
    {"cache", cache_words, true},
    {"trans", trans_words, false},
    {"version", version_words, true},
};

/* Bare words that show whenever they hold: fs/proc_namespace.c and fs/9p/v9fs.c. */
static const char *const shown_words[] = {
    "ro",       "rw",         "sync",     "dirsync",  "nosuid",  "nodev",    "noexec",  "noatime",
    "relatime", "nodiratime", "posixacl", "nodevmap", "noxattr", "ignoreqv", "directio"};

static const struct nine_p *find_nine_p(str name) {
    for (size_t i = 0; i < sizeof nine_p / sizeof *nine_p; i++)
        if (str_equal(name, str_from(nine_p[i].name)))
            return &nine_p[i];
    return NULL;
}

static bool is_shown_word(str name) {
    for (size_t i = 0; i < sizeof shown_words / sizeof *shown_words; i++)
        if (str_equal(name, str_from(shown_words[i])))
            return true;
    return false;
}

/* A number of bytes as mount takes it, or a size. */
static bool read_size(struct arena *arena, const struct property *option, const struct scope *scope,
                      struct diags *diags, uint64_t *out) {
    struct diags silent = diags_make(arena, diags->sources);
    struct quantity size;
    if (!expr_quantity(option->key.s, &option->value, DIMENSION_NUMBER, scope, &silent, &size) &&
        !expr_quantity(option->key.s, &option->value, DIMENSION_SIZE, scope, diags, &size))
        return false;
    *out = size.value;
    return true;
}

static bool msize_value(struct arena *arena, const struct property *option,
                        const struct scope *scope, struct diags *diags, struct mount_option *out) {
    struct span at = option->value.at;
    uint64_t size;
    if (!read_size(arena, option, scope, diags, &size))
        return false;
    out->value = str_format(arena, "%llu", (unsigned long long)size);
    if (scope_is_open(scope))
        return true;
    if (size < MSIZE_MIN || size > INT32_MAX) {
        diag(diags, MP_OUT_OF_RANGE, at,
             "'msize' cannot be %.*s: Linux takes 4096 or more, up to 2147483647",
             STR_ARG(out->value));
        return false;
    }
    if (size <= MSIZE_SLOW)
        diag(diags, MP_SLOW, at,
             "'msize' of %.*s is slow: a file takes a request for each %.*s bytes; "
             "use 262144 or more",
             STR_ARG(out->value), STR_ARG(out->value));
    else if (size > MSIZE_MAX) {
        diag(diags, MP_SLOW, at, "Linux cuts an 'msize' of %.*s to 512000", STR_ARG(out->value));
        out->at_least = STR("512000");
    }
    return true;
}

static bool has_any(str text, const char *bad) {
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] <= ' ' || text.at[i] == 0x7F ||
            str_find(str_from(bad), text.at[i]) < str_from(bad).len)
            return true;
    return false;
}

static bool check_words(const struct property *option, const struct word *words, str value,
                        struct diags *diags) {
    int word;
    if (word_find(words, value, &word))
        return true;
    diag(diags, MP_BAD_WORD, option->value.at, "'%.*s' cannot be '%.*s': it is %.*s",
         STR_ARG(option->key.s), STR_ARG(str_shorten(diags->arena, value)),
         STR_ARG(word_list(diags->arena, words)));
    return false;
}

bool mount_option_value(struct arena *arena, enum mount_type type, const struct property *option,
                        const struct scope *scope, struct diags *diags, struct mount_option *out) {
    const struct nine_p *known = find_nine_p(option->key.s);
    bool on;
    *out = (struct mount_option){.sure = known && known->sure};
    if (known && type != MOUNT_9P) {
        diag(diags, MP_BAD_NAME, option->key.at,
             "'%s' is an option of 9p, with which virtiofs cannot be mounted", known->name);
        return false;
    }
    if (known && !known->words)
        return msize_value(arena, option, scope, diags, out);
    if (!expr_expand(arena, &option->value, scope, diags, &out->value))
        return false;
    if (scope_is_open(scope))
        return true;
    if (known)
        return check_words(option, known->words, out->value, diags);
    if (word_boolean(out->value, &on)) {
        out->form = on ? OPTION_ON : OPTION_OFF;
        out->value = STR("on");
        out->sure = !on || is_shown_word(option->key.s);
    } else if (out->value.len == 0 || has_any(out->value, ",\\#")) {
        diag(diags, MP_BAD_TEXT, option->value.at,
             "'%.*s' cannot be '%.*s': a ',' or blank ends an option of mount, and /proc/mounts "
             "spells '\\' and '#' in its own way",
             STR_ARG(option->key.s), STR_ARG(str_shorten(arena, out->value)));
        return false;
    }
    return true;
}

bool mount_what(struct arena *arena, enum mount_type type, const struct text *text,
                const struct scope *scope, struct diags *diags, str *out) {
    size_t most = type == MOUNT_9P ? TAG_MAX_9P : TAG_MAX_VIRTIOFS;
    if (!expr_expand(arena, text, scope, diags, out))
        return false;
    if (scope_is_open(scope) ||
        (out->len > 0 && out->len <= most && out->at[0] != '-' && !has_any(*out, "\\#")))
        return true;
    diag(diags, MP_BAD_TEXT, text->at,
         "'what' cannot be '%.*s': a tag has 1 to %zu bytes, no blank, '\\' or '#', and no '-' at "
         "its start",
         STR_ARG(str_shorten(arena, *out)), most);
    return false;
}

/* Whether the kernel's table has PATH as it stands: no part of it is empty, "." or "..". */
static bool is_plain_path(str path) {
    bool plain = str_starts(path, STR("/"));
    for (size_t i = 0; i < path.len; i++)
        if ((unsigned char)path.at[i] < ' ' || path.at[i] == 0x7F || path.at[i] == '#')
            return false; /* kernels before 5.17 spell a '#' in another way */
    for (str rest = plain ? str_from_at(path, 1) : path; plain && rest.at;) {
        str part = str_cut(&rest, '/');
        plain = part.len > 0 && !str_equal(part, STR(".")) && !str_equal(part, STR(".."));
    }
    return plain;
}

bool mount_path(struct arena *arena, const struct text *text, const struct scope *scope,
                struct diags *diags, str *out) {
    if (!expr_expand(arena, text, scope, diags, out))
        return false;
    if (scope_is_open(scope) || is_plain_path(*out))
        return true;
    diag(diags, MP_BAD_TEXT, text->at,
         "'path' cannot be '%.*s': it is an absolute path of the guest and not its root, without "
         "'#', '.', '..' and a doubled or last '/'",
         STR_ARG(str_shorten(arena, *out)));
    return false;
}
