/* SPDX-License-Identifier: Apache-2.0 */
/* NAME.ini of an AVD home: the file that leads the emulator from a name to the AVD's directory. */
#ifndef MODAVD_POINTER_H
#define MODAVD_POINTER_H

#include "instances.h"

#define POINTER_SUFFIX ".ini"
#define AVD_SUFFIX ".avd"

enum pointer_state {
    POINTER_NONE, /* an ini file of some other use: nothing was reported */
    POINTER_BAD,  /* reported */
    POINTER_GOOD
};

/*
 * Reads the pointer at FILE and follows it. Other ini files are passed over without a word, because
 * Windows puts a desktop.ini into directories; EXPECTED says that people named this one, so that it
 * must be a pointer. After POINTER_BAD *OUT has the directory that is named, if one is.
 */
enum pointer_state pointer_follow(const struct reading *reading, str file, bool expected,
                                  struct candidate *out);

/* Whether FILE is a sound pointer, and the *DIRECTORY that it leads to; nothing is reported. */
bool pointer_leads(const struct reading *reading, str file, str *directory);

/* The pointer in HOME that leads to DIRECTORY, empty when none does. STEM is the name to try first.
 */
str pointer_find(const struct reading *reading, str home, str directory, str stem);

/* Whether ENTRY may be a pointer, by its name. */
bool pointer_is_entry(const struct os_entry *entry);

/* The names of the pointers in HOME, those that lead nowhere too. Gives their count. */
size_t pointer_names(const struct reading *reading, str home, str **names);

/* MP0302 for an AVD directory that has no config.ini. */
void pointer_report_config(const struct reading *reading, str directory);

#endif
