/* SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include "buf.h"

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* "//server/share/": the share belongs to the root, since ".." cannot leave it. */
static str share_root(str path) {
    size_t at = 2;
    for (int part = 0; part < 2; part++) {
        at += str_find(str_from_at(path, at), '/');
        if (at < path.len)
            at++;
    }
    return str_first(path, at);
}

str path_root(str path) {
    if (path.len > 2 && path.at[0] == '/' && path.at[1] == '/' && path.at[2] != '/')
        return share_root(path);
    if (path.len > 0 && path.at[0] == '/')
        return str_first(path, 1);
    if (path.len > 2 && is_letter(path.at[0]) && path.at[1] == ':' && path.at[2] == '/')
        return str_first(path, 3);
    return (str){path.at, 0};
}

str path_join(struct arena *arena, str a, str b) {
    if (a.len == 0 || path_root(b).len > 0)
        return b;
    bool ended = a.at[a.len - 1] == '/';
    return str_format(arena, "%.*s%s%.*s", STR_ARG(a), ended ? "" : "/", STR_ARG(b));
}

/* Where the last part starts. */
static size_t name_start(str path) {
    size_t start = path.len, root = path_root(path).len;
    while (start > root && path.at[start - 1] != '/')
        start--;
    return start;
}

str path_name(str path) {
    return str_from_at(path, name_start(path));
}

str path_parent(str path) {
    size_t root = path_root(path).len, end = name_start(path);
    if (end == 0)
        return STR(".");
    return str_first(path, end > root ? end - 1 : root);
}

static str with_slashes(struct arena *arena, str path) {
    struct buf buf = buf_make(arena);
    for (size_t i = 0; i < path.len; i++)
        buf_char(&buf, path.at[i] == '\\' ? '/' : path.at[i]);
    return buf_view(&buf);
}

/* Takes ".." up with the part before it; keeps it where there is none in a relative path. */
static void add_part(struct buf *out, size_t root, str part) {
    str done = str_from_at(buf_view(out), root);
    if (part.len == 0 || str_equal(part, STR(".")))
        return;
    if (str_equal(part, STR("..")) && (root > 0 || done.len > 0)) {
        str last = path_name(done);
        if (!str_equal(last, STR(".."))) {
            size_t cut = done.len - last.len;
            out->len = root + (cut > 0 ? cut - 1 : 0);
            return;
        }
    }
    if (done.len > 0)
        buf_char(out, '/');
    buf_str(out, part);
}

str path_normal(struct arena *arena, str path) {
    str rest = with_slashes(arena, path);
    str root = path_root(rest);
    struct buf out = buf_make(arena);
    buf_str(&out, root);
    rest = str_from_at(rest, root.len);
    if (root.len > 0 && !str_ends(root, STR("/"))) /* a share with nothing behind it */
        buf_char(&out, '/');
    size_t start = out.len;
    while (rest.len > 0)
        add_part(&out, start, str_cut(&rest, '/'));
    return out.len > 0 ? buf_view(&out) : STR(".");
}

bool path_relative(struct arena *arena, str from, str to, str *out) {
    str root = path_root(from);
    if (root.len == 0 || !str_equal_nocase(root, path_root(to)))
        return false;
    str a = str_from_at(from, root.len), b = str_from_at(to, path_root(to).len);
    while (a.len > 0 && b.len > 0) {
        str rest_a = a, rest_b = b;
        if (!str_equal(str_cut(&rest_a, '/'), str_cut(&rest_b, '/')))
            break;
        a = rest_a, b = rest_b;
    }
    struct buf buf = buf_make(arena);
    while (a.len > 0) {
        str_cut(&a, '/');
        buf_text(&buf, a.len > 0 || b.len > 0 ? "../" : "..");
    }
    buf_str(&buf, b);
    *out = buf.len > 0 ? buf_view(&buf) : STR(".");
    return true;
}
