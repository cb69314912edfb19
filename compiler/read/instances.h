/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the machines to build for: AVDs and directories with an instance.yaml. */
#ifndef MODAVD_INSTANCES_H
#define MODAVD_INSTANCES_H

#include "instance.h"
#include "reading.h"

/* The files that make a directory an instance. */
#define AVD_CONFIG_NAME "config.ini"
#define MACHINE_CONFIG_NAME "instance.yaml"

/* Why NAME cannot be an instance's ("is empty"); NULL: it can. Names go into JSON, scripts and
 * command lines of every host. */
const char *instance_name_fault(str name);

/* An instance that was found but not read yet. */
struct candidate {
    enum instance_kind kind;
    str name;
    str directory;  /* as reached: links and ".." in place */
    str shown;      /* the same for people: the shortest form that leads there */
    str pointer;    /* the AVD's NAME.ini; empty without */
    struct span at; /* what names the directory: in the pointer, where there is one */
};

struct candidates {
    const struct candidate *items; /* by the bytes of their names, then of their paths */
    size_t count;
    str root;             /* the directory that may hold modavd.yaml */
    const char *variable; /* the environment variable that ROOT comes from; NULL: it was given */
};

/*
 * The instances that PATH leads to: an AVD home or another directory of instances, one AVD
 * (NAME.avd, or its pointer NAME.ini), one directory with an instance.yaml, or, where no such file
 * is there, the name of an AVD in the AVD home. Empty: all of the AVD home.
 *
 * One bad instance is reported and left out. False: none is left, or none was there (reported too).
 */
bool instances_find(const struct reading *reading, str path, struct candidates *out);

#endif
