/* SPDX-License-Identifier: Apache-2.0 */
/* Command lines of people and scripts: how a shell of each host is told a word. */
#ifndef MODAVD_SHELL_H
#define MODAVD_SHELL_H

#include "buf.h"

struct shell {
    const char *name; /* "cmd.exe" */
    /* Puts WORD so that a program that the shell starts gets it as it is. False, and *WHY says what
     * is in the way, where the shell has no way to say it; something may be in OUT then. */
    bool (*put)(struct buf *out, str word, const char **why);
    size_t line_max; /* bytes of a line; 0: more than anybody writes */
};

extern const struct shell shell_sh;         /* POSIX: Linux and macOS */
extern const struct shell shell_cmd;        /* a batch file of cmd.exe */
extern const struct shell shell_powershell; /* Windows PowerShell 5.1, and PowerShell 7 */

#endif
