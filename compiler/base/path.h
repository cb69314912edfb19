/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Paths as text, with '/' between parts; no file system is asked. A root is "/", a drive ("C:/") or
 * a share ("//server/share/"), so that any host can reckon with the paths of any other.
 */
#ifndef MODAVD_PATH_H
#define MODAVD_PATH_H

#include "str.h"

/* A and B joined by '/'; B alone when it is absolute or A is empty. */
str path_join(struct arena *arena, str a, str b);

/* Everything before the last part ("." where there is none), and the last part. */
str path_parent(str path);
str path_name(str path);

/* The root PATH starts with, empty for a relative one. */
str path_root(str path);

/* '\' to '/', without "." and doubled '/', ".." taken up where a part precedes it. A root ends in
 * '/', a share too. */
str path_normal(struct arena *arena, str path);

/* The way from the directory FROM to TO, both absolute and normal; false where they have not the
 * same root, so that no relative path exists. Drive letters compare without case. */
bool path_relative(struct arena *arena, str from, str to, str *out);

#endif
