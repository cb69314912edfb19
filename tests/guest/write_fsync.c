/* SPDX-License-Identifier: Apache-2.0
 * usage: write_fsync DEVICE BYTES COUNT
 * Writes BYTES with O_DIRECT and calls fsync, COUNT times, in the guest. That is two requests a
 * turn on the virtual disk: the write and the flush. Prints the median time of one turn in
 * microseconds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ALIGNMENT = 4096, SPAN = 4 << 20 };

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Steps through a few MiB, so that no turn rewrites the block of the one before. */
static int write_once(int fd, const void *bytes, size_t size, long turn) {
    off_t at = (off_t)turn * ALIGNMENT * 2 % SPAN;
    return pwrite(fd, bytes, size, at) == (ssize_t)size && fsync(fd) == 0;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    size_t size = strtoul(argv[2], NULL, 10);
    long count = strtol(argv[3], NULL, 10);
    int fd = open(argv[1], O_WRONLY | O_DIRECT);
    double *took = calloc((size_t)count + 1, sizeof *took);
    void *bytes = NULL;
    if (fd < 0 || !took || count < 1 || posix_memalign(&bytes, ALIGNMENT, size + ALIGNMENT))
        return 1;
    for (long i = 0; i < count; i++) {
        double start = now_us();
        if (!write_once(fd, bytes, size, i))
            return 1;
        took[i] = now_us() - start;
    }
    qsort(took, (size_t)count, sizeof *took, by_value);
    printf("%.1f\n", took[count / 2]);
    return 0;
}
