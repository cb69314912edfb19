/* SPDX-License-Identifier: Apache-2.0 */
/*
 * To be loaded into the program with LD_PRELOAD. The allocation number MODAVD_FAIL_AT (from 1) of
 * malloc, calloc and realloc gives NULL; with MODAVD_FAIL_ON=1 so do all that come after it. Then
 * the file MODAVD_FAIL_MARK is made.
 */
#define _GNU_SOURCE 1 /* RTLD_NEXT */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    void *(*allocate)(size_t size);
    void *(*reallocate)(void *at, size_t size);
    unsigned long count, at;
    bool on;
    const char *mark;
} state;

/* dlsym gives an object pointer for what is a function (dlsym(3)). */
static void find(void *function, const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof found);
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("MODAVD_FAIL_AT"), *on = getenv("MODAVD_FAIL_ON");
    find(&state.allocate, "malloc");
    find(&state.reallocate, "realloc");
    state.mark = getenv("MODAVD_FAIL_MARK");
    state.on = on && *on == '1';
    state.count = 0; /* those of the loader are not the program's */
    state.at = at ? strtoul(at, NULL, 10) : 0;
}

static bool is_to_fail(void) {
    if (!state.at || ++state.count < state.at || (state.count > state.at && !state.on))
        return false;
    if (state.count == state.at && state.mark)
        close(open(state.mark, O_WRONLY | O_CREAT, 0644));
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    if (!state.allocate)
        find(&state.allocate, "malloc");
    return is_to_fail() ? NULL : state.allocate(size);
}

void *realloc(void *at, size_t size) {
    if (!state.reallocate)
        find(&state.reallocate, "realloc");
    return is_to_fail() ? NULL : state.reallocate(at, size);
}

void *calloc(size_t count, size_t size) {
    if (size && count > (size_t)-1 / size)
        return NULL;
    void *at = malloc(count * size);
    return at ? memset(at, 0, count * size) : NULL;
}
