/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quote_words SHELL SEED COUNT RAW: prints COUNT lines for SHELL (sh, cmd, powershell; windows: the
 * rest of a line of CreateProcess), each COMMAND and a few random words, and puts the words
 * themselves into the file RAW, each with a NUL behind it and a line end behind each line's. What
 * the shell refuses is left out of both. RAW then tells what the command has to get.
 */
#include "buf.h"
#include "quote.h"
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

static uint64_t state;

/* xorshift64 (Marsaglia, 2003): the same words for a seed on every system. */
static uint32_t number(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

/* What shells and programs have rules for, more often than letters. */
static const char *const pieces[] = {
    "a",
    "b",
    "Z",
    "9",
    " ",
    "  ",
    "\t",
    "\"",
    "\"\"",
    "\\",
    "\\\\",
    "\\\"",
    "%",
    "%PATH%",
    "%%",
    "^",
    "!",
    "&",
    "|",
    "<",
    ">",
    "(",
    ")",
    ",",
    ";",
    "=",
    "'",
    "`",
    "$",
    "$(x)",
    "$HOME",
    "*",
    "?",
    "~",
    "#",
    "@",
    "{",
    "}",
    "[",
    "]",
    "-",
    "/",
    ":",
    ".",
    "\xC3\xA9",
    "\xE4\xBD\xA0",
    "\xF0\x9F\x98\x80",
    "\xE2\x80\x98",
    "\xE2\x80\x9B",
    "\n",
};

static str random_word(struct arena *arena, bool ascii) {
    struct buf word = buf_make(arena);
    for (uint32_t left = number(9); left > 0; left--) {
        const char *piece = pieces[number(sizeof pieces / sizeof *pieces)];
        if (!ascii || (signed char)piece[0] > 0)
            buf_text(&word, piece);
    }
    return buf_view(&word);
}

/* As CreateProcess takes them: any word, but the tests' one line a command has no line ends. */
static bool put_windows(struct buf *out, str word, const char **why) {
    *why = "a line end";
    if (str_find(word, '\n') < word.len)
        return false;
    quote_windows(out, word);
    return true;
}

static const struct shell shell_windows = {"windows", put_windows, 0};

static const struct {
    const char *name;
    const struct shell *shell;
} shells[] = {{"sh", &shell_sh},
              {"cmd", &shell_cmd},
              {"powershell", &shell_powershell},
              {"windows", &shell_windows}};

static const struct shell *find_shell(const char *name) {
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, name) == 0)
            return shells[i].shell;
    abort();
}

static void one_line(struct arena *arena, const struct shell *shell, FILE *raw) {
    struct buf line = buf_make(arena);
    for (uint32_t words = 1 + number(4); words > 0; words--) {
        struct buf put = buf_make(arena);
        str word = random_word(arena, shell != &shell_sh);
        const char *why;
        if (!shell->put(&put, word, &why))
            continue;
        buf_format(&line, " %.*s", STR_ARG(buf_view(&put)));
        fwrite(word.at ? word.at : "", 1, word.len, raw);
        fputc('\0', raw);
    }
    fputc('\n', raw);
    printf("COMMAND%.*s\n", STR_ARG(buf_view(&line)));
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    const struct shell *shell = find_shell(argv[1]);
    state = strtoull(argv[2], NULL, 10) * 2654435761u + 1;
    FILE *raw = fopen(argv[4], "wb");
    if (!raw)
        return 3;
    struct arena arena = arena_make(out_of_memory, NULL);
    for (int i = 0; i < atoi(argv[3]); i++) {
        one_line(&arena, shell, raw);
        arena_clear(&arena);
    }
    arena_free(&arena);
    return fclose(raw) != 0;
}
