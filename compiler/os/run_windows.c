/* SPDX-License-Identifier: Apache-2.0 */
/* Windows: one run of another program. Its pipes cannot be waited for together, so each has a
 * thread, which touches its own struct stream and nothing else of ours. */
#include "os_windows.h"
#include "quote.h"
#include "windows_path.h"

#include <stdlib.h>
#include <string.h>

enum {
    GRACE_MS = 2000, /* for the threads when all that the job holds is dead */
    STEP_MS = 10,
    FIRST_ROOM = 1 << 16,
};

/* The child's standard streams, each the other end of a pipe of ours. */
enum { STREAM_IN, STREAM_OUT, STREAM_ERRORS, STREAMS };

struct stream {
    HANDLE pipe, thread, job;
    str input;   /* of STREAM_IN: what is to be written */
    char *bytes; /* of the others: what came, from malloc, since arenas are for one thread */
    size_t len, room, limit;
    bool over, without_memory;
};

struct running {
    HANDLE process, thread, job;
    HANDLE theirs[STREAMS];
    struct stream streams[STREAMS];
};

static void close_handle(HANDLE *handle) {
    if (*handle)
        CloseHandle(*handle);
    *handle = NULL;
}

/* --- what the threads do --- */

static bool make_room(struct stream *stream) {
    if (stream->len < stream->room)
        return true;
    size_t room = stream->room ? stream->room * 2 : FIRST_ROOM;
    char *more = realloc(stream->bytes, room);
    stream->without_memory = !more;
    if (!more)
        return false;
    stream->bytes = more;
    stream->room = room;
    return true;
}

/* To the end of the pipe. What is too much ends the program, and with it the pipe. */
static DWORD WINAPI read_stream(void *context) {
    struct stream *stream = context;
    DWORD got;
    while (make_room(stream)) {
        size_t free_room = stream->room - stream->len;
        DWORD piece = free_room < FIRST_ROOM ? (DWORD)free_room : FIRST_ROOM;
        if (!ReadFile(stream->pipe, stream->bytes + stream->len, piece, &got, NULL))
            return 0;
        stream->len += got;
        stream->over = stream->len > stream->limit;
        if (stream->over)
            break;
    }
    TerminateJobObject(stream->job, 1);
    return 0;
}

/* A program that reads no more is no failure of the run. */
static DWORD WINAPI write_stream(void *context) {
    struct stream *stream = context;
    str rest = stream->input;
    DWORD put;
    while (rest.len > 0) {
        DWORD piece = rest.len < FIRST_ROOM ? (DWORD)rest.len : FIRST_ROOM;
        if (!WriteFile(stream->pipe, rest.at, piece, &put, NULL))
            break;
        rest = str_from_at(rest, put);
    }
    close_handle(&stream->pipe);
    return 0;
}

static bool start_threads(struct running *run) {
    bool fine = true;
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = &run->streams[i];
        stream->job = run->job;
        stream->thread =
            CreateThread(NULL, 0, i == STREAM_IN ? write_stream : read_stream, stream, 0, NULL);
        fine = fine && stream->thread;
    }
    return fine;
}

/* A process that left the job may hold a pipe open: nobody waits for it. */
static void end_threads(struct running *run) {
    ULONGLONG end = GetTickCount64() + GRACE_MS;
    for (int i = 0; i < STREAMS; i++) {
        HANDLE thread = run->streams[i].thread;
        ULONGLONG now = GetTickCount64();
        if (!thread)
            continue;
        DWORD wait = now < end ? (DWORD)(end - now) : 0;
        while (WaitForSingleObject(thread, wait) == WAIT_TIMEOUT) {
            CancelSynchronousIo(thread);
            wait = STEP_MS;
        }
        close_handle(&run->streams[i].thread);
    }
}

/* --- the start --- */

/* Only the child's end is for it to inherit. */
static enum os_status open_pipe(struct running *run, int i) {
    HANDLE *ours = &run->streams[i].pipe, *theirs = &run->theirs[i];
    if (!CreatePipe(i == STREAM_IN ? theirs : ours, i == STREAM_IN ? ours : theirs, NULL, 0) ||
        !SetHandleInformation(*theirs, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
        return windows_status(GetLastError());
    return OS_OK;
}

/* All that is in the job dies with it. */
static enum os_status open_job(struct running *run) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    run->job = CreateJobObjectW(NULL, NULL);
    if (!run->job || !SetInformationJobObject(run->job, JobObjectExtendedLimitInformation, &limits,
                                              sizeof limits))
        return windows_status(GetLastError());
    return OS_OK;
}

static bool has_directory(str word) {
    return str_find(word, '/') < word.len || str_find(word, '\\') < word.len ||
           str_find(word, ':') < word.len;
}

/* In PATH alone: CreateProcess would look into the current directory first. */
static enum os_status find_program(str word, struct wide *out) {
    struct wide name, path = {.len = 0};
    bool whole = has_directory(word);
    enum os_status status = whole ? wide_path(word, &name) : wide_from(word, &name);
    if (status != OS_OK)
        return status;
    if (!whole && GetEnvironmentVariableW(L"PATH", path.text, WIDE_ROOM) - 1 >= WIDE_ROOM - 1)
        return OS_NOT_FOUND; /* none is set, or it does not fit */
    DWORD len =
        SearchPathW(whole ? NULL : path.text, name.text, L".exe", WIDE_ROOM, out->text, NULL);
    if (len == 0)
        return windows_status(GetLastError());
    if (len >= WIDE_ROOM)
        return OS_NAME_TOO_LONG;
    out->len = len;
    return GetFileAttributesW(out->text) & FILE_ATTRIBUTE_DIRECTORY ? OS_DENIED : OS_OK;
}

static enum os_status make_line(struct arena *arena, const struct os_command *command,
                                const struct wide *program, struct wide *out) {
    struct buf line = buf_make(arena);
    quote_windows_program(&line, wide_to_str(arena, program->text, program->len));
    for (size_t i = 1; i < command->count; i++) {
        buf_char(&line, ' ');
        quote_windows(&line, str_from(command->words[i]));
    }
    return wide_from(buf_view(&line), out);
}

/* A list of the handles that the child inherits: without one it is all that are inheritable, those
 * of other runs too. */
static LPPROC_THREAD_ATTRIBUTE_LIST handle_list(struct arena *arena, struct running *run) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = arena_alloc(arena, size);
    if (!InitializeProcThreadAttributeList(list, 1, 0, &size) ||
        !UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, run->theirs,
                                   sizeof run->theirs, NULL, NULL))
        return NULL;
    return list;
}

/* Suspended, so that it is in the job before it can start another. */
static enum os_status create(struct running *run, struct arena *arena, const struct wide *program,
                             struct wide *line) {
    STARTUPINFOEXW how = {.StartupInfo = {.cb = sizeof how,
                                          .dwFlags = STARTF_USESTDHANDLES,
                                          .hStdInput = run->theirs[STREAM_IN],
                                          .hStdOutput = run->theirs[STREAM_OUT],
                                          .hStdError = run->theirs[STREAM_ERRORS]},
                          .lpAttributeList = handle_list(arena, run)};
    PROCESS_INFORMATION made;
    if (!how.lpAttributeList ||
        !CreateProcessW(program->text, line->text, NULL, NULL, TRUE,
                        CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, NULL,
                        NULL, &how.StartupInfo, &made))
        return windows_status(GetLastError());
    DeleteProcThreadAttributeList(how.lpAttributeList);
    run->process = made.hProcess;
    run->thread = made.hThread;
    if (AssignProcessToJobObject(run->job, run->process))
        return OS_OK;
    enum os_status status = windows_status(GetLastError());
    TerminateProcess(run->process, 1);
    return status;
}

static enum os_status start(struct running *run, struct arena *arena,
                            const struct os_command *command) {
    struct wide program, line;
    enum os_status status = find_program(str_from(command->words[0]), &program);
    if (status == OS_OK)
        status = make_line(arena, command, &program, &line);
    if (status == OS_OK)
        status = open_job(run);
    for (int i = 0; i < STREAMS && status == OS_OK; i++)
        status = open_pipe(run, i);
    if (status == OS_OK)
        status = create(run, arena, &program, &line);
    for (int i = 0; i < STREAMS; i++)
        close_handle(&run->theirs[i]);
    return status;
}

/* --- the end --- */

/* An exception's number is the exit code of what it ends (0xc0000005 and the like). */
static void wait_for_end(const struct running *run, unsigned milliseconds, struct os_result *out) {
    DWORD code = 0;
    out->ended = WaitForSingleObject(run->process, milliseconds) == WAIT_OBJECT_0;
    if (out->ended && GetExitCodeProcess(run->process, &code) && code <= INT32_MAX)
        out->code = (int)code;
}

/* What came on the two streams, or why it is not all. */
static enum os_status take_output(const struct running *run, struct arena *arena,
                                  struct os_result *out) {
    str *texts[STREAMS] = {[STREAM_OUT] = &out->output, [STREAM_ERRORS] = &out->errors};
    enum os_status status = OS_OK;
    for (int i = STREAM_OUT; i < STREAMS; i++) {
        const struct stream *stream = &run->streams[i];
        if (stream->without_memory)
            arena->out_of_memory(arena->context);
        *texts[i] = str_copy(arena, (str){stream->bytes, stream->len});
        status = stream->over ? OS_TOO_LARGE : status;
    }
    return status;
}

static void close_all(struct running *run) {
    close_handle(&run->job);
    close_handle(&run->thread);
    close_handle(&run->process);
    for (int i = 0; i < STREAMS; i++) {
        close_handle(&run->streams[i].pipe);
        free(run->streams[i].bytes);
    }
}

enum os_status windows_run(void *context, struct arena *arena, const struct os_command *command,
                           struct os_result *out) {
    (void)context;
    struct running run = {.streams = {[STREAM_IN] = {.input = command->input},
                                      [STREAM_OUT] = {.limit = command->limit},
                                      [STREAM_ERRORS] = {.limit = command->limit}}};
    *out = (struct os_result){.output = {"", 0}, .errors = {"", 0}, .code = -1};
    if (command->count == 0)
        return OS_NOT_FOUND;
    enum os_status status = start(&run, arena, command);
    if (status == OS_OK) {
        bool fine = start_threads(&run);
        status = fine ? OS_OK : windows_status(GetLastError());
        if (fine && ResumeThread(run.thread) != (DWORD)-1)
            wait_for_end(&run, command->milliseconds, out);
        TerminateJobObject(run.job, 1);
        end_threads(&run);
    }
    if (status == OS_OK)
        status = take_output(&run, arena, out);
    close_all(&run);
    return status;
}

/* --- handing over --- */

/* Ctrl-C and the like reach the program by its own means: it decides what they do, and we wait. */
static BOOL WINAPI leave_to_program(DWORD event) {
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

/* In a job, so that whoever ends us ends it too. */
static enum os_status create_here(struct running *run, const struct wide *program,
                                  struct wide *line, const struct wide *directory) {
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    if (!CreateProcessW(program->text, line->text, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL,
                        directory->text, &how, &made))
        return windows_status(GetLastError());
    run->process = made.hProcess;
    run->thread = made.hThread;
    AssignProcessToJobObject(run->job, run->process);
    return ResumeThread(run->thread) == (DWORD)-1 ? windows_status(GetLastError()) : OS_OK;
}

/* What the program left running on purpose, such as adb's server, stays when it has ended. */
static int wait_and_tell(const struct running *run) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION none = {.BasicLimitInformation.LimitFlags = 0};
    DWORD code = 1;
    WaitForSingleObject(run->process, INFINITE);
    GetExitCodeProcess(run->process, &code);
    SetInformationJobObject(run->job, JobObjectExtendedLimitInformation, &none, sizeof none);
    return (int)code;
}

enum os_status windows_hand_over(void *context, struct arena *arena, str directory,
                                 const struct os_command *command, int *code) {
    (void)context;
    struct running run = {.process = NULL};
    struct wide program, line, place;
    enum os_status status = find_program(str_from(command->words[0]), &program);
    if (status == OS_OK)
        status = make_line(arena, command, &program, &line);
    if (status == OS_OK)
        status = wide_path(directory, &place);
    if (status == OS_OK)
        status = open_job(&run);
    SetConsoleCtrlHandler(leave_to_program, TRUE);
    if (status == OS_OK)
        status = create_here(&run, &program, &line, &place);
    if (status == OS_OK)
        *code = wait_and_tell(&run);
    close_all(&run);
    return status;
}
