/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only door to the machine. Everything above gets a struct os handed in; tests bring their own.
 * Paths are UTF-8 with '/' between parts; a back end that needs '\' or wide characters converts
 * here.
 */
#ifndef MODAVD_OS_H
#define MODAVD_OS_H

#include "str.h"

/* What a call came to. Names and texts are ours, so that messages are the same on every system. */
enum os_status {
    OS_OK,
    OS_NOT_FOUND,
    OS_DENIED,
    OS_IS_DIRECTORY,
    OS_NOT_DIRECTORY,
    OS_NOT_FILE, /* a FIFO, a device, a socket */
    OS_LINK_LOOP,
    OS_NAME_TOO_LONG,
    OS_TOO_LARGE,
    OS_NO_SPACE,
    OS_READ_ONLY,
    OS_BUSY,
    OS_EXISTS,
    OS_TOO_MANY_FILES,
    OS_CLOSED, /* nobody reads what is printed */
    OS_IO,
    OS_STATUS_COUNT
};

/* What a file or directory is, by whatever path it was reached: two spellings of one name (letters
 * in another case, accents composed or not) and two mounts of one directory give the same. */
struct os_identity {
    uint64_t volume, high, low;
};

enum os_kind { OS_KIND_NONE, OS_KIND_FILE, OS_KIND_DIRECTORY, OS_KIND_OTHER };

struct os_entry {
    str name;
    enum os_kind kind; /* of what a link points at */
};

struct os_listing {
    const struct os_entry *entries; /* sorted by the bytes of their names */
    size_t count;
};

/* What a file's mode says; OS_MODE_UNKNOWN on systems that keep no such bit. */
enum os_mode { OS_MODE_UNKNOWN, OS_MODE_PLAIN, OS_MODE_EXECUTABLE };

struct os_file {
    str bytes;
    enum os_mode mode;
};

/* One run of another program. */
struct os_command {
    const char *const *words; /* the program, looked up in PATH where it has no '/', and its
                                 arguments, in UTF-8 */
    size_t count;
    str input;             /* its standard input */
    unsigned milliseconds; /* it is killed then, with what it started */
    size_t limit;          /* of its output, and of its errors, in bytes */
};

struct os_result {
    str output, errors; /* its standard output and standard error, on the arena */
    bool ended;         /* false: it was killed at the deadline */
    int code;           /* its exit status; -1: it crashed or was killed */
};

/* What guests are run with on a machine, and what that is known from. Both texts are constants. */
struct os_accelerator {
    const char
        *name; /* "kvm", "hvf", "whpx", "aehd", "haxm"; "tcg": none of them; NULL: not known */
    const char *from;
};

struct os_lock; /* held on an instance's directory while its set changes */

struct os {
    void *context;
    const char *host; /* "windows", "linux" or "macos" */
    /* The whole of the file at PATH, at most LIMIT bytes (else OS_TOO_LARGE). */
    enum os_status (*read_file)(void *context, struct arena *arena, str path, size_t limit,
                                str *out);
    /* As read_file, of the name itself: OS_LINK_LOOP where it is a link, which is not followed. */
    enum os_status (*read_own)(void *context, struct arena *arena, str path, size_t limit,
                               struct os_file *out);
    /* What a directory holds, without "." and "..". */
    enum os_status (*list)(void *context, struct arena *arena, str path, struct os_listing *out);
    /* What is at PATH, links followed; OS_KIND_NONE when nothing is. */
    enum os_kind (*kind)(void *context, str path);
    /* PATH made absolute with links resolved; OS_NOT_FOUND where it does not exist. */
    enum os_status (*real_path)(void *context, struct arena *arena, str path, str *out);
    /* Which file or directory is at PATH, links followed. Paths that differ may be one directory,
     * so this and not a path is what tells whether two are the same. */
    enum os_status (*identity)(void *context, str path, struct os_identity *out);
    /* Creates or replaces the file at PATH and syncs it to the disk. Never writes through a link
     * (OS_LINK_LOOP), soft or hard. After a failure no half file is left. */
    enum os_status (*write_file)(void *context, str path, str bytes, bool executable);
    /* Moves FROM over TO in one step. */
    enum os_status (*replace)(void *context, str from, str to);
    /* Removes a file, or a link itself; OS_NOT_FOUND when there is none. */
    enum os_status (*remove)(void *context, str path);
    /* Makes the renames in the directory at PATH last over a power cut. */
    enum os_status (*sync_directory)(void *context, str path);
    /* Waits a bounded time for the directory's lock: OS_BUSY when another process keeps it. A dead
     * process leaves none. */
    enum os_status (*lock)(void *context, struct arena *arena, str directory, struct os_lock **out);
    void (*unlock)(void *context, struct os_lock *lock);
    /* The environment variable NAME; at is NULL when it is not set. */
    str (*environment)(void *context, struct arena *arena, str name);
    /* Runs COMMAND to its end and takes what it prints. OS_OK: it was started; *OUT tells the rest.
     * OS_NOT_FOUND, OS_DENIED and the like: it was not. OS_TOO_LARGE: it was killed, since it
     * printed more than the limit. Nothing that it started in its process group stays behind. */
    enum os_status (*run)(void *context, struct arena *arena, const struct os_command *command,
                          struct os_result *out);
    /* Hands over to the program WORDS, of which COUNT are there: it runs in DIRECTORY with our
     * standard streams, and what people type, signals and the terminal are its own. A name without
     * '/' is looked up in PATH; another counts from our own directory, not from DIRECTORY. OS_OK:
     * it ran to its end, and *CODE is its exit status. On POSIX systems it takes our place, and
     * only a failure comes back. */
    enum os_status (*hand_over)(void *context, struct arena *arena, str directory,
                                const struct os_command *command, int *code);
    /* What the emulator and QEMU would take on this machine. Nothing is opened or started for it.
     */
    struct os_accelerator (*accelerator)(void *context);
    /* Writes to standard output (1) or standard error (2). OS_OK or the reason. */
    enum os_status (*print)(void *context, int stream, str bytes);
    /* Whether the stream is a terminal that shows colour. */
    bool (*is_terminal)(void *context, int stream);
};

/* By their numbers: below, at or above 0. The order means nothing, and is another one elsewhere. */
int os_identity_compare(const struct os_identity *a, const struct os_identity *b);

/* The machine itself. From here on a closed pipe and a file size limit are statuses, not signals
 * that end the process. */
struct os os_machine(void);

/* The program's arguments in UTF-8. On Windows those of the whole command line, with '/' for '\',
 * on ARENA; elsewhere ARGV as it is. */
char **os_arguments(struct arena *arena, int *argc, char **argv);

/* "no such file or directory" and the like; in English on every system. */
const char *os_status_text(enum os_status status);

#endif
