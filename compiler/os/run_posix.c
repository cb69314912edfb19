/* SPDX-License-Identifier: Apache-2.0 */
/* Linux and macOS: one run of another program. This process has no threads, so that nobody else
 * can fork between a pipe's making and its close-on-exec flag. */
#define _DEFAULT_SOURCE 1 /* waitid under -std=c11 */

#include "buf.h"
#include "os_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEP_MS = 5 }; /* how late the end of a program is seen that keeps its pipes open */

/* The child's descriptors, each the other end of a pipe of ours. */
enum { INPUT, OUTPUT, ERRORS, PIPES };

struct running {
    pid_t process;
    int ours[PIPES], theirs[PIPES]; /* -1: closed */
    str input;                      /* what is still to be written */
    struct buf got[PIPES];          /* of OUTPUT and ERRORS */
    size_t limit;
    uint64_t end;
};

static void close_end(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* The end FD moved above the standard streams, which dup2 overwrites in the child. Exec closes it.
 */
static int raise_end(int fd) {
    int high = fcntl(fd, F_DUPFD_CLOEXEC, PIPES);
    int number = errno;
    close(fd);
    errno = number;
    return high;
}

static enum os_status open_pipe(int *reader, int *writer) {
    int ends[2];
    if (pipe(ends) != 0)
        return posix_status(errno);
    *reader = raise_end(ends[0]);
    *writer = raise_end(ends[1]);
    return *reader < 0 || *writer < 0 ? posix_status(errno) : OS_OK;
}

static enum os_status open_pipes(struct running *run) {
    enum os_status status = open_pipe(&run->theirs[INPUT], &run->ours[INPUT]);
    for (int i = OUTPUT; i < PIPES && status == OS_OK; i++)
        status = open_pipe(&run->ours[i], &run->theirs[i]);
    for (int i = 0; i < PIPES && status == OS_OK; i++)
        if (fcntl(run->ours[i], F_SETFL, O_NONBLOCK) != 0)
            status = posix_status(errno);
    return status;
}

static void close_pipes(struct running *run) {
    for (int i = 0; i < PIPES; i++) {
        close_end(&run->ours[i]);
        close_end(&run->theirs[i]);
    }
}

/* os_machine ignores two signals, which exec would hand on. */
static void usual_signals(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGXFSZ, &usual, NULL);
}

/* In the child: becomes the program, or tells FAILURE why not. */
static void become(const struct running *run, char **words, int failure) {
    usual_signals();
    setpgid(0, 0);
    bool ready = true;
    for (int i = 0; i < PIPES; i++)
        ready = ready && dup2(run->theirs[i], i) == i;
    if (ready)
        execvp(words[0], words);
    int number = errno;
    ssize_t told = write(failure, &number, sizeof number);
    _exit(told == (ssize_t)sizeof number ? 127 : 126);
}

static void reap(pid_t process, int *how) {
    while (waitpid(process, how, 0) < 0 && errno == EINTR)
        ;
}

/* What the child says through its end of FAILURE, which a successful exec closes without a word. */
static enum os_status hear(struct running *run, int failure) {
    int number = 0, how;
    ssize_t got;
    do
        got = read(failure, &number, sizeof number);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        return OS_OK;
    reap(run->process, &how);
    return got == (ssize_t)sizeof number ? posix_status(number) : OS_IO;
}

static enum os_status start(struct running *run, char **words) {
    int hears = -1, tells = -1;
    enum os_status status = open_pipe(&hears, &tells);
    if (status == OS_OK) {
        run->process = fork();
        if (run->process == 0)
            become(run, words, tells);
        close_end(&tells);
        status = run->process < 0 ? posix_status(errno) : hear(run, hears);
    }
    close_end(&tells);
    close_end(&hears);
    for (int i = 0; i < PIPES; i++)
        close_end(&run->theirs[i]);
    return status;
}

/* A program that reads no more is no failure of the run. */
static void write_input(struct running *run) {
    while (run->ours[INPUT] >= 0 && run->input.len > 0) {
        ssize_t put = write(run->ours[INPUT], run->input.at, run->input.len);
        if (put < 0 && errno == EAGAIN)
            return;
        if (put >= 0)
            run->input = str_from_at(run->input, (size_t)put);
        else if (errno != EINTR)
            break;
    }
    close_end(&run->ours[INPUT]);
}

/* Takes what is there, which one full pipe is less than; one that writes without end is left for
 * the caller to look at the clock. */
static enum os_status read_output(struct running *run, int stream) {
    enum { PIECE = 1 << 16, PIECES = 32 };
    char bytes[PIECE];
    for (int i = 0; i < PIECES && run->ours[stream] >= 0; i++) {
        ssize_t got = read(run->ours[stream], bytes, sizeof bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno == EAGAIN ? OS_OK : posix_status(errno);
        if (got == 0)
            close_end(&run->ours[stream]);
        else if ((size_t)got > run->limit - run->got[stream].len)
            return OS_TOO_LARGE;
        else
            buf_put(&run->got[stream], bytes, (size_t)got);
    }
    return OS_OK;
}

/* Leaves it a zombie, so that its number stays its own until its group is killed. */
static bool has_exited(pid_t process) {
    siginfo_t facts = {0};
    int result = waitid(P_PID, (id_t)process, &facts, WEXITED | WNOHANG | WNOWAIT);
    return (result != 0 && errno != EINTR) || facts.si_pid != 0;
}

static void wait_for_news(const struct running *run) {
    struct pollfd ends[PIPES];
    for (int i = 0; i < PIPES; i++)
        ends[i] = (struct pollfd){.fd = run->ours[i], .events = i == INPUT ? POLLOUT : POLLIN};
    poll(ends, PIPES, STEP_MS);
}

/* Until the program ends, the deadline or a failure. What it wrote before its end is in the pipes
 * when the end is seen; others that it left behind may keep them open. */
static enum os_status talk(struct running *run, bool *ended) {
    for (;;) {
        *ended = has_exited(run->process);
        write_input(run);
        enum os_status status = read_output(run, OUTPUT);
        if (status == OS_OK)
            status = read_output(run, ERRORS);
        if (status != OS_OK || *ended || posix_now_ms() >= run->end)
            return status;
        wait_for_news(run);
    }
}

/* Its group goes with it; it itself may have left the group. */
static int finish(struct running *run) {
    int how = 0;
    kill(-run->process, SIGKILL);
    kill(run->process, SIGKILL);
    reap(run->process, &how);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

static char **copy_words(struct arena *arena, const struct os_command *command) {
    char **words = ARENA_ARRAY(arena, command->count + 1, char *);
    for (size_t i = 0; i < command->count; i++)
        words[i] = str_c(arena, str_from(command->words[i]));
    return words;
}

enum os_status posix_run(void *context, struct arena *arena, const struct os_command *command,
                         struct os_result *out) {
    (void)context;
    struct running run = {.ours = {-1, -1, -1},
                          .theirs = {-1, -1, -1},
                          .input = command->input,
                          .got = {[OUTPUT] = buf_make(arena), [ERRORS] = buf_make(arena)},
                          .limit = command->limit};
    *out = (struct os_result){.code = -1};
    if (command->count == 0)
        return OS_NOT_FOUND;
    enum os_status status = open_pipes(&run);
    if (status == OS_OK)
        status = start(&run, copy_words(arena, command));
    if (status == OS_OK) {
        run.end = posix_now_ms() + command->milliseconds;
        status = talk(&run, &out->ended);
        int code = finish(&run);
        out->code = out->ended ? code : -1;
    }
    close_pipes(&run);
    out->output = buf_view(&run.got[OUTPUT]);
    out->errors = buf_view(&run.got[ERRORS]);
    return status;
}

/* A program that is named by its path is found from here, before we leave. */
static enum os_status find_from_here(struct arena *arena, char **word) {
    if (!strchr(*word, '/') || **word == '/')
        return OS_OK;
    char *here = getcwd(NULL, 0);
    if (!here)
        return posix_status(errno);
    *word = str_c(arena, str_format(arena, "%s/%s", here, *word));
    free(here);
    return OS_OK;
}

enum os_status posix_hand_over(void *context, struct arena *arena, str directory,
                               const struct os_command *command, int *code) {
    (void)context;
    (void)code;
    char **words = copy_words(arena, command);
    enum os_status status = find_from_here(arena, &words[0]);
    if (status != OS_OK)
        return status;
    if (chdir(str_c(arena, directory)) != 0)
        return posix_status(errno);
    usual_signals();
    execvp(words[0], words);
    return posix_status(errno);
}
