/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>

static void out_of_memory(void *context) {
    (void)context;
    fuzz_check(false, "there is enough memory");
    abort();
}

struct arena fuzz_arena(void) {
    return arena_make(out_of_memory, NULL);
}

void fuzz_check(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

str fuzz_part(str *rest) {
    static const str mark = STR_INIT("\n%%%\n");
    for (size_t i = 0; i + mark.len <= rest->len; i++)
        if (str_starts(str_from_at(*rest, i), mark)) {
            str part = str_first(*rest, i + 1);
            *rest = str_from_at(*rest, i + mark.len);
            return part;
        }
    str part = *rest;
    *rest = (str){"", 0};
    return part;
}

int fuzz_run(struct os_memory *memory, const char *words) {
    struct os os = os_memory_os(memory);
    char *argv[32] = {NULL};
    int argc = 0;
    str rest = str_from(words);
    argv[argc++] = str_c(memory->arena, STR("modavd-profile"));
    while (rest.len > 0 && argc < 31)
        argv[argc++] = str_c(memory->arena, str_cut(&rest, ' '));
    int status = cli_main(&os, argc, argv, out_of_memory, NULL);
    fuzz_check(status >= 0 && status <= 3, "the exit status is a documented one");
    return status;
}
