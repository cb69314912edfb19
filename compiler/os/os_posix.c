/* SPDX-License-Identifier: Apache-2.0 */
/* Linux and macOS. Function names are those of struct os. */
#define _DEFAULT_SOURCE 1 /* flock, realpath, d_type under -std=c11 */

#include "os_posix.h"
#include "accelerator.h"
#include "growing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_WAIT_SECONDS = 10, LOCK_STEP_MS = 5 };

struct os_lock {
    int fd; /* -1: the file system has no locks */
};

static const struct {
    int number;
    enum os_status status;
} statuses[] = {
    {ENOENT, OS_NOT_FOUND},      {EACCES, OS_DENIED},
    {EPERM, OS_DENIED},          {EISDIR, OS_IS_DIRECTORY},
    {ENOTDIR, OS_NOT_DIRECTORY}, {ENXIO, OS_NOT_FILE}, /* open(2) of a socket */
    {ELOOP, OS_LINK_LOOP},       {ENAMETOOLONG, OS_NAME_TOO_LONG},
    {EFBIG, OS_TOO_LARGE}, /* ulimit -f */
    {ENOSPC, OS_NO_SPACE},       {EDQUOT, OS_NO_SPACE},
    {EROFS, OS_READ_ONLY},       {EBUSY, OS_BUSY},
    {ETXTBSY, OS_BUSY},          {EWOULDBLOCK, OS_BUSY},
    {EEXIST, OS_EXISTS},         {ENOTEMPTY, OS_EXISTS},
    {EMFILE, OS_TOO_MANY_FILES}, {ENFILE, OS_TOO_MANY_FILES},
    {EPIPE, OS_CLOSED},
};

enum os_status posix_status(int number) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].number == number)
            return statuses[i].status;
    return OS_IO;
}

/* PATH for the system's calls. They take no longer one, so that a fixed buffer does. */
struct c_path {
    char text[PATH_MAX];
};

static enum os_status c_path_make(str path, struct c_path *out) {
    if (path.len >= sizeof out->text)
        return OS_NAME_TOO_LONG;
    if (path.len == 0 || memchr(path.at, '\0', path.len))
        return OS_NOT_FOUND; /* no file has such a name; a cut one would be another file */
    memcpy(out->text, path.at, path.len);
    out->text[path.len] = '\0';
    return OS_OK;
}

static enum os_status open_at(str path, int flags, mode_t mode, int *fd) {
    struct c_path c;
    enum os_status status = c_path_make(path, &c);
    if (status != OS_OK)
        return status;
    do
        *fd = open(c.text, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (*fd < 0 && errno == EINTR);
    return *fd < 0 ? posix_status(errno) : OS_OK;
}

static enum os_kind kind_of(mode_t mode) {
    return S_ISREG(mode) ? OS_KIND_FILE : S_ISDIR(mode) ? OS_KIND_DIRECTORY : OS_KIND_OTHER;
}

/* What is no regular file; links count as followed or not by the caller. */
static enum os_status status_of_mode(mode_t mode) {
    return S_ISREG(mode)   ? OS_OK
           : S_ISDIR(mode) ? OS_IS_DIRECTORY
           : S_ISLNK(mode) ? OS_LINK_LOOP
                           : OS_NOT_FILE;
}

/* --- reading --- */

/* Room for one byte more than was read, so that the end is seen without another buffer. */
static char *grow(struct arena *arena, const char *bytes, size_t len, size_t room) {
    char *more = arena_alloc(arena, room);
    if (len)
        memcpy(more, bytes, len);
    return more;
}

/* Reads to the end, not to the size of before: the file may grow, and /proc says 0. */
static enum os_status read_all(int fd, struct arena *arena, size_t size, size_t limit, str *out) {
    size_t room = size > 0 ? size + 1 : 4096, len = 0;
    char *bytes = arena_alloc(arena, room);
    for (;;) {
        ssize_t got = read(fd, bytes + len, room - len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return posix_status(errno);
        len += (size_t)got;
        if (len > limit)
            return OS_TOO_LARGE;
        if (got == 0)
            break;
        if (len == room) {
            room = room > limit / 2 ? limit + 1 : room * 2;
            bytes = grow(arena, bytes, len, room);
        }
    }
    *out = (str){bytes, len};
    return OS_OK;
}

static enum os_status read_open(int fd, struct arena *arena, size_t limit, struct os_file *out) {
    struct stat facts;
    if (limit == SIZE_MAX)
        limit--;
    if (fstat(fd, &facts) != 0)
        return posix_status(errno);
    enum os_status status = status_of_mode(facts.st_mode);
    if (status != OS_OK)
        return status;
    if ((uintmax_t)facts.st_size > limit)
        return OS_TOO_LARGE;
    out->mode = facts.st_mode & S_IXUSR ? OS_MODE_EXECUTABLE : OS_MODE_PLAIN;
    return read_all(fd, arena, (size_t)facts.st_size, limit, &out->bytes);
}

/* O_NONBLOCK: a FIFO without a writer must not hold us. */
static enum os_status read_flagged(struct arena *arena, str path, size_t limit, int flags,
                                   struct os_file *out) {
    *out = (struct os_file){.bytes = {"", 0}};
    int fd;
    enum os_status status = open_at(path, O_RDONLY | O_NONBLOCK | flags, 0, &fd);
    if (status != OS_OK)
        return status;
    status = read_open(fd, arena, limit, out);
    close(fd);
    return status;
}

static enum os_status read_file(void *context, struct arena *arena, str path, size_t limit,
                                str *out) {
    (void)context;
    struct os_file file;
    enum os_status status = read_flagged(arena, path, limit, 0, &file);
    *out = file.bytes;
    return status;
}

static enum os_status read_own(void *context, struct arena *arena, str path, size_t limit,
                               struct os_file *out) {
    (void)context;
    return read_flagged(arena, path, limit, O_NOFOLLOW, out);
}

/* --- directories --- */

struct entries {
    struct os_entry *items;
    size_t count, room;
};

static void entry_add(struct arena *arena, struct entries *entries, struct os_entry entry) {
    entries->items =
        grown(arena, entries->items, entries->count, &entries->room, sizeof *entries->items);
    entries->items[entries->count++] = entry;
}

/* Most file systems tell the type with the name, which spares a call for each entry. */
static enum os_kind entry_kind(DIR *dir, const struct dirent *entry) {
    if (entry->d_type == DT_REG)
        return OS_KIND_FILE;
    if (entry->d_type == DT_DIR)
        return OS_KIND_DIRECTORY;
    struct stat facts;
    if (fstatat(dirfd(dir), entry->d_name, &facts, 0) != 0)
        return OS_KIND_NONE; /* a link that leads nowhere */
    return kind_of(facts.st_mode);
}

static enum os_status read_entries(DIR *dir, struct arena *arena, struct entries *out) {
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry)
            return errno ? posix_status(errno) : OS_OK;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        str name = str_copy(arena, str_from(entry->d_name));
        entry_add(arena, out, (struct os_entry){name, entry_kind(dir, entry)});
    }
}

static int entry_compare(const void *a, const void *b) {
    return str_compare(((const struct os_entry *)a)->name, ((const struct os_entry *)b)->name);
}

static enum os_status list(void *context, struct arena *arena, str path, struct os_listing *out) {
    (void)context;
    *out = (struct os_listing){0};
    int fd;
    enum os_status status = open_at(path, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (status != OS_OK)
        return status;
    DIR *dir = fdopendir(fd);
    if (!dir) {
        status = posix_status(errno);
        close(fd);
        return status;
    }
    struct entries entries = {0};
    status = read_entries(dir, arena, &entries);
    closedir(dir);
    if (entries.count)
        qsort(entries.items, entries.count, sizeof *entries.items, entry_compare);
    if (status == OS_OK)
        *out = (struct os_listing){entries.items, entries.count};
    return status;
}

static enum os_kind kind(void *context, str path) {
    (void)context;
    struct c_path c;
    struct stat facts;
    if (c_path_make(path, &c) != OS_OK || stat(c.text, &facts) != 0)
        return OS_KIND_NONE;
    return kind_of(facts.st_mode);
}

/* As the file system itself spells it: realpath() keeps the case and the composition of letters
 * that were typed, and outputs hold paths. Linux has no such call, and few file systems that fold
 * names. */
static void spell_as_stored(char **real) {
#ifdef F_GETPATH /* macOS, fcntl(2): it fills MAXPATHLEN bytes, which is PATH_MAX there */
    int fd = open(*real, O_EVTONLY | O_CLOEXEC);
    char *stored = fd >= 0 ? malloc(PATH_MAX) : NULL;
    if (stored && fcntl(fd, F_GETPATH, stored) == 0) {
        char *typed = *real;
        *real = stored;
        stored = typed;
    }
    free(stored);
    if (fd >= 0)
        close(fd);
#else
    (void)real;
#endif
}

static enum os_status real_path(void *context, struct arena *arena, str path, str *out) {
    (void)context;
    *out = (str){"", 0};
    struct c_path c;
    enum os_status status = c_path_make(path, &c);
    if (status != OS_OK)
        return status;
    char *real = realpath(c.text, NULL);
    if (!real)
        return posix_status(errno);
    spell_as_stored(&real);
    *out = str_copy(arena, str_from(real));
    free(real);
    return OS_OK;
}

static enum os_status identity(void *context, str path, struct os_identity *out) {
    (void)context;
    struct c_path c;
    struct stat state;
    enum os_status status = c_path_make(path, &c);
    if (status != OS_OK)
        return status;
    if (stat(c.text, &state) != 0)
        return posix_status(errno);
    *out = (struct os_identity){.volume = (uint64_t)state.st_dev, .low = (uint64_t)state.st_ino};
    return OS_OK;
}

/* --- writing --- */

static enum os_status write_all(int fd, str bytes) {
    while (bytes.len > 0) {
        ssize_t put = write(fd, bytes.at, bytes.len);
        if (put < 0 && errno == EAGAIN) { /* a standard stream that somebody made non-blocking */
            struct pollfd wait = {.fd = fd, .events = POLLOUT};
            poll(&wait, 1, -1);
        } else if (put < 0 && errno != EINTR) {
            return posix_status(errno);
        } else if (put > 0) {
            bytes = str_from_at(bytes, (size_t)put);
        }
    }
    return OS_OK;
}

/* 0, or the system's number for what went wrong. */
static int sync_fd(int fd) {
#ifdef F_FULLFSYNC /* macOS: fsync leaves the bytes in the drive's cache (fsync(2)) */
    if (fcntl(fd, F_FULLFSYNC) == 0)
        return 0;
#endif
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

/* What stands at C, of the name itself. */
static enum os_status status_of_name(const struct c_path *c) {
    struct stat facts;
    return lstat(c->text, &facts) == 0 ? status_of_mode(facts.st_mode) : posix_status(errno);
}

/* Always a new file: an old one may be a hard link to something that is not ours. */
static enum os_status open_new(str path, mode_t mode, int *fd) {
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    enum os_status status = open_at(path, flags, mode, fd);
    if (status != OS_EXISTS)
        return status;
    struct c_path c;
    status = c_path_make(path, &c);
    if (status == OS_OK)
        status = status_of_name(&c);
    if (status != OS_OK)
        return status;
    if (unlink(c.text) != 0 && errno != ENOENT)
        return posix_status(errno);
    return open_at(path, flags, mode, fd);
}

static enum os_status write_file(void *context, str path, str bytes, bool executable) {
    (void)context;
    int fd;
    enum os_status status = open_new(path, executable ? 0755 : 0644, &fd);
    if (status != OS_OK)
        return status;
    status = write_all(fd, bytes);
    int number = status == OS_OK ? sync_fd(fd) : 0;
    if (number != 0)
        status = posix_status(number);
    /* EINTR: the descriptor is gone all the same (close(2)), and the bytes are synced. */
    if (close(fd) != 0 && errno != EINTR && status == OS_OK)
        status = posix_status(errno);
    struct c_path c;
    if (status != OS_OK && c_path_make(path, &c) == OS_OK)
        unlink(c.text);
    return status;
}

static enum os_status replace(void *context, str from, str to) {
    (void)context;
    struct c_path c_from, c_to;
    enum os_status status = c_path_make(from, &c_from);
    if (status == OS_OK)
        status = c_path_make(to, &c_to);
    if (status != OS_OK)
        return status;
    return rename(c_from.text, c_to.text) == 0 ? OS_OK : posix_status(errno);
}

static enum os_status remove_name(void *context, str path) {
    (void)context;
    struct c_path c;
    enum os_status status = c_path_make(path, &c);
    if (status != OS_OK)
        return status;
    if (unlink(c.text) == 0)
        return OS_OK;
    status = posix_status(errno);
    /* POSIX: EPERM for a directory; Linux says EISDIR. */
    if (status == OS_DENIED && status_of_name(&c) == OS_IS_DIRECTORY)
        return OS_IS_DIRECTORY;
    return status;
}

static enum os_status open_directory(str path, int *fd) {
    return open_at(path, O_RDONLY | O_DIRECTORY, 0, fd);
}

static enum os_status sync_directory(void *context, str path) {
    (void)context;
    int fd;
    enum os_status status = open_directory(path, &fd);
    if (status != OS_OK)
        return status;
    int number = sync_fd(fd);
    close(fd);
    bool fine = number == 0 || number == EINVAL; /* EINVAL: no directories are synced here */
    return fine ? OS_OK : posix_status(number);
}

/* --- the lock: the kernel's, on the directory itself, so that nothing is left by a dead process
 * --- */

uint64_t posix_now_ms(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* NFS emulates flock by locks that want a descriptor open for writing, which no directory has
 * (flock(2), NFS details): builds go on there without a lock. */
static bool lacks_locks(int number) {
    return number == EBADF || number == ENOLCK || number == EINVAL || number == ENOSYS ||
           number == EOPNOTSUPP;
}

static enum os_status wait_for_lock(int *fd) {
    uint64_t end = posix_now_ms() + (uint64_t)LOCK_WAIT_SECONDS * 1000;
    const struct timespec step = {.tv_nsec = LOCK_STEP_MS * 1000000L};
    while (flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        if (lacks_locks(errno)) {
            close(*fd);
            *fd = -1;
            return OS_OK;
        }
        if (errno != EINTR && errno != EWOULDBLOCK)
            return posix_status(errno);
        if (posix_now_ms() >= end)
            return OS_BUSY;
        nanosleep(&step, NULL);
    }
    return OS_OK;
}

static enum os_status lock(void *context, struct arena *arena, str directory,
                           struct os_lock **out) {
    (void)context;
    int fd;
    enum os_status status = open_directory(directory, &fd);
    if (status != OS_OK)
        return status;
    status = wait_for_lock(&fd);
    if (status != OS_OK) {
        close(fd);
        return status;
    }
    *out = ARENA_NEW(arena, struct os_lock);
    (*out)->fd = fd;
    return OS_OK;
}

static void unlock(void *context, struct os_lock *held) {
    (void)context;
    if (held->fd >= 0)
        close(held->fd);
}

/* --- the process --- */

static str environment(void *context, struct arena *arena, str name) {
    (void)context;
    const char *value = getenv(str_c(arena, name));
    return value ? str_copy(arena, str_from(value)) : (str){NULL, 0};
}

static enum os_status print(void *context, int stream, str bytes) {
    (void)context;
    return write_all(stream, bytes);
}

static bool is_terminal(void *context, int stream) {
    (void)context;
    const char *term = getenv("TERM");
    return isatty(stream) == 1 && term && *term && strcmp(term, "dumb") != 0;
}

static void set_signal(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

struct os os_machine(void) {
    set_signal(SIGPIPE, SIG_IGN);
    set_signal(SIGXFSZ, SIG_IGN);
    set_signal(SIGCHLD, SIG_DFL); /* where it is ignored, nobody can wait for a program */
    return (struct os){
#ifdef __APPLE__
        .host = "macos",
#else
        .host = "linux",
#endif
        .read_file = read_file,
        .read_own = read_own,
        .list = list,
        .kind = kind,
        .real_path = real_path,
        .identity = identity,
        .write_file = write_file,
        .replace = replace,
        .remove = remove_name,
        .sync_directory = sync_directory,
        .lock = lock,
        .unlock = unlock,
        .environment = environment,
        .run = posix_run,
        .hand_over = posix_hand_over,
        .accelerator = machine_accelerator,
        .print = print,
        .is_terminal = is_terminal,
    };
}

char **os_arguments(struct arena *arena, int *argc, char **argv) {
    (void)arena, (void)argc;
    return argv;
}
