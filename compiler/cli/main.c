/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"

#include <jansson.h>
#include <stdlib.h>

/* Nothing is half written then: files only change by renames that are complete or not begun. */
static void out_of_memory(void *context) {
    const struct os *os = context;
    os->print(os->context, 2, STR("modavd-profile: error: out of memory\n"));
    exit(70);
}

/* jansson leaves out of a document what it has no memory for, and says nothing. It hands no context
 * to this. */
static void *json_memory(size_t size) {
    void *at = malloc(size);
    if (!at) {
        struct os os = os_machine();
        out_of_memory(&os);
    }
    return at;
}

int main(int argc, char **argv) {
    struct os os = os_machine();
    json_set_alloc_funcs(json_memory, free);
    struct arena arena = arena_make(out_of_memory, &os);
    char **words = os_arguments(&arena, &argc, argv);
    int status = cli_main(&os, argc, words, out_of_memory, &os);
    arena_free(&arena);
    return status;
}
