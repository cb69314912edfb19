/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ini files exactly as the Android emulator reads them (external/qemu,
 * android-emu-base/android/base/files/IniFile.cpp): no sections, no quotes, no comment behind a
 * value, the last of two equal keys holds, and a line that is none of this is passed over. The
 * emulator is silent about such lines; we are not.
 */
#ifndef MODAVD_INI_H
#define MODAVD_INI_H

#include "reading.h"

/* The emulator refuses a larger file (kMaxIniFileSize). */
enum { INI_MAX = 655360 };

struct ini_entry {
    str key, value; /* the value as it stands: bytes, %NAME% not yet replaced */
    struct span key_at, value_at;
};

/* Why the emulator skips a line. */
enum ini_fault { INI_MARK, INI_UTF16, INI_SECTION, INI_KEY, INI_EQUALS, INI_RETURN };

struct ini_skip {
    enum ini_fault fault;
    struct span at;
};

struct ini {
    uint32_t source;
    const struct ini_entry *entries;
    size_t count;
    const struct ini_skip *skips;
    size_t skip_count;
};

/* Reads the file at PATH, which messages show as SHOWN: false after MP0001 or MP0002. Lines that
 * are skipped and keys that stand twice are told by ini_report, once it is clear that the file
 * matters. */
bool ini_read(const struct reading *reading, str path, str shown, struct ini *out);

/* The entries of a source that was read before. */
struct ini ini_parse(struct arena *arena, const struct sources *sources, uint32_t source);

/* The entry of KEY that holds: the last one. NULL when there is none. */
const struct ini_entry *ini_get(const struct ini *ini, const char *key);

/* The entry's value with %NAME% replaced from the environment. */
str ini_value(const struct reading *reading, const struct ini_entry *entry);

/* Warns of skipped lines (MP0311), and of those of KEYS (NULL-ended) that stand twice with
 * different values (MP0306); nobody is troubled with keys that this program does not use. */
void ini_report(const struct reading *reading, const struct ini *ini, const char *const *keys);

/* BYTES for a message: shortened, control characters and bytes that are not UTF-8 as \xNN. */
str ini_show(struct arena *arena, str bytes);

#endif
