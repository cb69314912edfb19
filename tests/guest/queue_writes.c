/* SPDX-License-Identifier: Apache-2.0
 * usage: queue_writes DEVICE BYTES COUNT DEPTH
 * Writes BYTES with O_DIRECT, COUNT times, in the guest, and keeps DEPTH of the writes under way:
 * what has completed is replaced at once, in one io_submit. Prints the seconds that it took. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ALIGNMENT = 4096, SPAN = 4 << 20, MOST = 128 };

struct load {
    aio_context_t queue;
    int fd;
    size_t size;
    long count, submitted, done;
    void *bytes;
    struct iocb requests[MOST];
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Neighbours are not asked for in one go, or the block layer would make one request of them. */
static void prepare(struct load *l, struct iocb *request) {
    *request = (struct iocb){
        .aio_lio_opcode = IOCB_CMD_PWRITE,
        .aio_fildes = (unsigned)l->fd,
        .aio_buf = (unsigned long)l->bytes,
        .aio_nbytes = l->size,
        .aio_offset = (long long)(l->submitted++ * ALIGNMENT * 2 % SPAN),
        .aio_data = (unsigned long)request,
    };
}

/* One submission of at most as many requests as are free and left. */
static int submit(struct load *l, struct iocb **freed, long free_count) {
    long n = 0;
    for (; n < free_count && l->submitted < l->count; n++)
        prepare(l, freed[n]);
    return n == 0 || syscall(SYS_io_submit, l->queue, n, freed) == n;
}

static int run(struct load *l, long depth) {
    struct iocb *freed[MOST];
    struct io_event events[MOST];
    for (long i = 0; i < depth; i++)
        freed[i] = &l->requests[i];
    for (long n = depth; submit(l, freed, n) && l->done < l->count; l->done += n) {
        n = syscall(SYS_io_getevents, l->queue, 1L, depth, events, NULL);
        for (long i = 0; i < n; i++) {
            freed[i] = (struct iocb *)(unsigned long)events[i].data;
            if (events[i].res != (long long)l->size)
                return 0;
        }
    }
    return l->done == l->count;
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    struct load l = {.fd = open(argv[1], O_WRONLY | O_DIRECT),
                     .size = strtoul(argv[2], NULL, 10),
                     .count = strtol(argv[3], NULL, 10)};
    long depth = strtol(argv[4], NULL, 10);
    if (l.fd < 0 || depth < 1 || depth > MOST || posix_memalign(&l.bytes, ALIGNMENT, l.size))
        return 1;
    double start = now();
    if (syscall(SYS_io_setup, depth, &l.queue) != 0 || !run(&l, depth))
        return 1;
    printf("%.3f\n", now() - start);
    return 0;
}
