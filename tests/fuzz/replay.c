/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: TARGET PATH...
 * Calls the target with each file that is a PATH or in a directory PATH. The last line is
 * "N passed, 0 failed": what fails ends the program.
 */
#include "fuzz.h"
#include "path.h"

#include <stdio.h>
#include <stdlib.h>

enum { INPUT_SIZE_MAX = 1 << 24 };

static size_t replay(const struct os *os, str path) {
    struct arena arena = fuzz_arena();
    struct os_listing listing;
    size_t count = 0;
    str bytes;
    if (os->kind(os->context, path) == OS_KIND_FILE) {
        fuzz_check(os->read_file(os->context, &arena, path, INPUT_SIZE_MAX, &bytes) == OS_OK,
                   "the input can be read");
        LLVMFuzzerTestOneInput((const uint8_t *)bytes.at, bytes.len);
        count = 1;
    } else if (os->list(os->context, &arena, path, &listing) == OS_OK) {
        for (size_t i = 0; i < listing.count; i++)
            count += replay(os, path_join(&arena, path, listing.entries[i].name));
    }
    arena_free(&arena);
    return count;
}

int main(int argc, char **argv) {
    struct os os = os_machine();
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        count += replay(&os, str_from(argv[i]));
    printf("%zu passed, 0 failed\n", count);
    return count > 0 ? 0 : 1;
}
