/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"

#include <stdlib.h>

/* Nothing is half written then: files only change by renames that are complete or not begun. */
static void out_of_memory(void *context) {
    const struct os *os = context;
    os->print(os->context, 2, STR("modavd-profile: error: out of memory\n"));
    exit(70);
}

int main(int argc, char **argv) {
    struct os os = os_machine();
    return cli_main(&os, argc, argv, out_of_memory, &os);
}
