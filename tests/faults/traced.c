/* SPDX-License-Identifier: Apache-2.0 */
/* ptrace(2), syscalls(2) and the register names of x86-64: user_regs_struct in <sys/user.h>. */
#include "traced.h"

#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* What reads, writes, names or locks files. */
static const struct {
    long number;
    const char *name;
} file_calls[] = {
    {SYS_read, "read"},           {SYS_write, "write"},         {SYS_open, "open"},
    {SYS_openat, "openat"},       {SYS_close, "close"},         {SYS_stat, "stat"},
    {SYS_fstat, "fstat"},         {SYS_lstat, "lstat"},         {SYS_newfstatat, "newfstatat"},
    {SYS_statx, "statx"},         {SYS_getdents64, "getdents"}, {SYS_rename, "rename"},
    {SYS_renameat, "renameat"},   {SYS_renameat2, "renameat2"}, {SYS_unlink, "unlink"},
    {SYS_unlinkat, "unlinkat"},   {SYS_fsync, "fsync"},         {SYS_fdatasync, "fdatasync"},
    {SYS_sync, "sync"},           {SYS_syncfs, "syncfs"},       {SYS_flock, "flock"},
    {SYS_fcntl, "fcntl"},         {SYS_readlink, "readlink"},   {SYS_readlinkat, "readlinkat"},
    {SYS_getcwd, "getcwd"},       {SYS_ftruncate, "ftruncate"}, {SYS_mkdir, "mkdir"},
    {SYS_mkdirat, "mkdirat"},     {SYS_link, "link"},           {SYS_linkat, "linkat"},
    {SYS_symlink, "symlink"},     {SYS_chmod, "chmod"},         {SYS_fchmod, "fchmod"},
    {SYS_access, "access"},       {SYS_faccessat, "faccessat"}, {SYS_lseek, "lseek"},
    {SYS_pread64, "pread64"},     {SYS_pwrite64, "pwrite64"},   {SYS_writev, "writev"},
    {SYS_fallocate, "fallocate"}, {SYS_fchdir, "fchdir"},       {SYS_chdir, "chdir"},
};

static const char *file_call(unsigned long long number) {
    for (size_t i = 0; i < sizeof file_calls / sizeof *file_calls; i++)
        if ((unsigned long long)file_calls[i].number == number)
            return file_calls[i].name;
    return NULL;
}

/* Lets the child go on to its next stop. False when it has ended. */
static bool next_stop(pid_t child, int signal, int *status) {
    if (ptrace(PTRACE_SYSCALL, child, NULL, (void *)(long)signal) != 0 ||
        waitpid(child, status, 0) != child)
        tree_die("ptrace");
    return WIFSTOPPED(*status);
}

static void set_registers(pid_t child, struct user_regs_struct *registers) {
    if (ptrace(PTRACE_SETREGS, child, NULL, registers) != 0)
        tree_die("PTRACE_SETREGS");
}

static bool can_be_shorter(const struct user_regs_struct *registers) {
    long long number = (long long)registers->orig_rax;
    return (number == SYS_write || number == SYS_read || number == SYS_pwrite64) &&
           registers->rdx > 1;
}

/* The child stands before the call that is to go wrong. False when it has ended. */
static bool do_fault(pid_t child, struct user_regs_struct *registers, struct traced *traced,
                     int *status) {
    traced->done = true;
    if (traced->fault == FAULT_KILL) {
        if (kill(child, SIGKILL) != 0 || waitpid(child, status, 0) != child)
            tree_die("kill");
        return false;
    }
    if (traced->fault == FAULT_SHORT) {
        traced->done = can_be_shorter(registers);
        registers->rdx = traced->done ? registers->rdx / 2 : registers->rdx;
        set_registers(child, registers);
        return next_stop(child, 0, status);
    }
    registers->orig_rax = (unsigned long long)-1; /* no such call: nothing is done */
    set_registers(child, registers);
    bool stopped = next_stop(child, 0, status);
    registers->rax = (unsigned long long)(-(long long)traced->error);
    set_registers(child, registers);
    return stopped;
}

/* The loader unmaps its cache of libraries last. */
static void follow(pid_t child, struct traced *traced, int *status) {
    bool loaded = false, more = next_stop(child, 0, status);
    struct user_regs_struct registers;
    while (more) { /* here the child stands before a call */
        if (ptrace(PTRACE_GETREGS, child, NULL, &registers) != 0)
            tree_die("PTRACE_GETREGS");
        const char *name = file_call(registers.orig_rax);
        loaded |= registers.orig_rax == SYS_munmap;
        if (loaded && name && ++traced->calls == traced->at) {
            traced->name = name;
            traced->on_output =
                (registers.orig_rax == SYS_write || registers.orig_rax == SYS_writev) &&
                registers.rdi <= 2;
            more = do_fault(child, &registers, traced, status);
            if (more && ptrace(PTRACE_DETACH, child, NULL, NULL) == 0)
                more = waitpid(child, status, 0) == child && WIFSTOPPED(*status);
            continue;
        }
        more = next_stop(child, 0, status) && next_stop(child, 0, status);
    }
}

static void trace_me(const struct tree *tree, char **words, const char *said) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(125);
    tree_become(tree, words, said, NULL);
}

/* A child that stands before the program's first step. */
static pid_t start_traced(const struct tree *tree, struct arena *arena, const char *command,
                          enum tree_set set, const char *said, int *status) {
    char **words = tree_words(tree, arena, command, set);
    pid_t child = fork();
    if (child == 0)
        trace_me(tree, words, said);
    if (child < 0 || waitpid(child, status, 0) != child) /* it stops at execve */
        tree_die("fork");
    if (!WIFSTOPPED(*status))
        tree_die("ptrace is not allowed here");
    return child;
}

void traced_run(const struct tree *tree, struct arena *arena, const char *command,
                enum tree_set set, struct traced *traced) {
    int status;
    pid_t child = start_traced(tree, arena, command, set, "said", &status);
    follow(child, traced, &status);
    traced->run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    traced->run.words = tree_said(tree, arena, "said");
}

pid_t traced_hold(const struct tree *tree, struct arena *arena, const char *command,
                  enum tree_set set, const char *name) {
    int status;
    pid_t child = start_traced(tree, arena, command, set, "held", &status);
    struct user_regs_struct registers;
    for (bool made = false; !made;) {
        if (!next_stop(child, 0, &status) || ptrace(PTRACE_GETREGS, child, NULL, &registers) != 0)
            tree_die("it ends before it makes the call");
        const char *call = file_call(registers.orig_rax);
        made = call && strcmp(call, name) == 0;
        if (!next_stop(child, 0, &status))
            tree_die("it ends at the call");
    }
    return child;
}
