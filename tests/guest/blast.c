/* SPDX-License-Identifier: Apache-2.0
 * usage: blast INTERFACE BYTES COUNT
 * Sends COUNT frames of BYTES from the guest, 32 in a call, as fast as the queue takes them. When
 * it takes none for two seconds, the rest is not sent. Prints how many were, and in how many
 * seconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <net/if.h>
#include <netpacket/packet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The type is one of those that IEEE 802 keeps free for experiments. */
enum { BURST = 32, ADDRESS = 6, LARGEST = 1514, ETHERTYPE = 0x88b5, PATIENCE = 2 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A socket that sends from INTERFACE, whose address goes into FROM; -1: there is none. */
static int open_socket(const char *interface, unsigned char *from) {
    int fd = socket(AF_PACKET, SOCK_RAW, 0);
    struct sockaddr_ll to = {.sll_family = AF_PACKET,
                             .sll_protocol = htons(ETHERTYPE),
                             .sll_ifindex = (int)if_nametoindex(interface)};
    struct timeval patience = {.tv_sec = PATIENCE};
    struct ifreq request = {0};
    snprintf(request.ifr_name, sizeof request.ifr_name, "%s", interface);
    if (fd < 0 || bind(fd, (struct sockaddr *)&to, sizeof to) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
        ioctl(fd, SIOCGIFHWADDR, &request) != 0)
        return -1;
    memcpy(from, request.ifr_hwaddr.sa_data, ADDRESS);
    return fd;
}

/* Sends the same frame COUNT times; gives the number of those that went out. */
static long send_frames(int fd, unsigned char *frame, size_t size, long count) {
    struct iovec part = {frame, size};
    struct mmsghdr burst[BURST] = {0};
    for (int i = 0; i < BURST; i++)
        burst[i].msg_hdr = (struct msghdr){.msg_iov = &part, .msg_iovlen = 1};
    long sent = 0;
    while (sent < count) {
        long left = count - sent;
        int n = sendmmsg(fd, burst, left < BURST ? (unsigned)left : BURST, 0);
        if (n <= 0)
            break;
        sent += n;
    }
    return sent;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    /* To a made-up address of the locally administered kind. */
    unsigned char frame[LARGEST] = {0x02, 0, 0, 0, 0, 0x01};
    size_t size = strtoul(argv[2], NULL, 10);
    long count = strtol(argv[3], NULL, 10);
    int fd = open_socket(argv[1], frame + ADDRESS);
    if (fd < 0 || size < 60 || size > sizeof frame)
        return 1;
    frame[2 * ADDRESS] = ETHERTYPE >> 8;
    frame[2 * ADDRESS + 1] = ETHERTYPE & 0xff;
    double start = now();
    long sent = send_frames(fd, frame, size, count);
    printf("%ld %.3f\n", sent, now() - start);
    return 0;
}
