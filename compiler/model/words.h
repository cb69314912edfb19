/* SPDX-License-Identifier: Apache-2.0 */
/* The closed sets of words of the language, each as a table from word to number. */
#ifndef MODAVD_WORDS_H
#define MODAVD_WORDS_H

#include "str.h"

enum host { HOST_WINDOWS, HOST_LINUX, HOST_MACOS };
enum accel { ACCEL_WHPX, ACCEL_AEHD, ACCEL_HAXM, ACCEL_KVM, ACCEL_HVF, ACCEL_TCG };
enum emulator { EMULATOR_ANDROID, EMULATOR_QEMU };
enum arch { ARCH_X86, ARCH_X86_64, ARCH_ARM, ARCH_ARM64 };
enum part { PART_QEMU, PART_ACPI, PART_GUEST, PART_COUNT };
enum mount_type { MOUNT_9P, MOUNT_VIRTIOFS };
enum risk { RISK_NONE, RISK_DATA, RISK_HOST_ACCESS };

/* Ends with a NULL text. */
struct word {
    const char *text;
    int value;
};

extern const struct word host_words[], accel_words[], emulator_words[], arch_words[], part_words[],
    mount_words[], risk_words[], accept_words[], enter_words[];
/* on off true false yes no, for 1 and 0. Matched in lower, Upper-first and ALL-CAPS form. */
extern const struct word boolean_words[];

/* The number of TEXT in WORDS; false when it is none of them. */
bool word_find(const struct word *words, str text, int *value);

/* As word_find, for boolean_words: also On, ON and so on, but not oN. */
bool word_boolean(str text, bool *value);

/* The first text for VALUE in WORDS, "?" when there is none. */
const char *word_text(const struct word *words, int value);

/* "a, b or c" of all texts. */
str word_list(struct arena *arena, const struct word *words);

/* The nearest text to TEXT, empty when none is near. */
str word_nearest(const struct word *words, str text);

#endif
