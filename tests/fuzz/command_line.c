/* SPDX-License-Identifier: Apache-2.0 */
/* Command lines, a word a line, over a small tree. Other programs are not started: the machine in
 * memory has none. */
#include "cli.h"
#include "fuzz.h"

#include <stdlib.h>

static void out_of_memory(void *context) {
    (void)context;
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = fuzz_arena();
    struct os_memory memory = os_memory_make(&arena);
    struct os os = os_memory_os(&memory);
    char *argv[64] = {NULL};
    int argc = 0;
    str rest = {(const char *)bytes, size};
    os_memory_text(&memory, "vms/vm/instance.yaml", "name: vm\ncpus: 2\nram: 1G\n");
    os_memory_text(&memory, "avd/x.ini", "path.rel=avd/x.avd\n");
    os_memory_text(&memory, "avd/x.avd/config.ini", "hw.cpu.arch=x86_64\n");
    argv[argc++] = str_c(&arena, STR("modavd-profile"));
    while (rest.len > 0 && argc < 63)
        argv[argc++] = str_c(&arena, str_cut(&rest, '\n'));
    int status = cli_main(&os, argc, argv, out_of_memory, NULL);
    fuzz_check(status >= 0 && status <= 3, "the exit status is a documented one");
    if (status == 2)
        fuzz_check(memory.printed[2].len + memory.printed[1].len > 0, "wrong use is told");
    arena_free(&arena);
    return 0;
}
