/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"

#define BIT(test) (1u << (test))
enum {
    VALUE = BIT(TEST_VALUE),
    LIST = BIT(TEST_LIST),
    LEAST = BIT(TEST_AT_LEAST),
    ABSENT = BIT(TEST_ABSENT),
};

/* Probes: files under /sys and /proc as Linux documents them (Documentation/ABI, admin-guide). */
const struct check_info check_infos[] = {
    {CHECK_CPUIDLE_DRIVER, "cpuidle.driver", VALUE | LIST | ABSENT, DIMENSION_NUMBER, false,
     ARGUMENT_PART, "the cpuidle driver: /sys/devices/system/cpu/cpuidle/current_driver",
     "{cpuidle.driver: acpi_idle}"},
    {CHECK_CPUIDLE_GOVERNOR, "cpuidle.governor", VALUE | LIST | ABSENT, DIMENSION_NUMBER, false,
     ARGUMENT_PART,
     "the cpuidle governor: current_governor or current_governor_ro beside current_driver",
     "{cpuidle.governor: menu}"},
    {CHECK_CPUIDLE_STATES, "cpuidle.states", VALUE | LIST | ABSENT, DIMENSION_NUMBER, false,
     ARGUMENT_PART, "the names of the idle states of every CPU, in order",
     "{cpuidle.states: [POLL, C1]}"},
    {CHECK_CPUIDLE_LATENCY, "cpuidle.latency.<state>", VALUE | LEAST, DIMENSION_DURATION, true,
     ARGUMENT_PART, "the exit latency of one idle state on every CPU",
     "{cpuidle.latency.C1: 100us}"},
    {CHECK_CPUIDLE_POLLS, "cpuidle.polls", LEAST, DIMENSION_NUMBER, true, ARGUMENT_PART,
     "how often CPUs enter the POLL state during a hundred small synchronous writes",
     "{cpuidle.polls: {at-least: 1}}"},
    {CHECK_CLOCKSOURCE, "clocksource", VALUE | LIST, DIMENSION_NUMBER, false, ARGUMENT_PART,
     "the clock source in use", "{clocksource: [kvm-clock, tsc]}"},
    {CHECK_VIRTIO_FEATURES, "virtio.<driver>.features", VALUE | LIST | ABSENT, DIMENSION_NUMBER,
     true, ARGUMENT_PART, "numbers of feature bits that every device of a driver has negotiated",
     "{virtio.virtio_blk.features: [28, 29]}"},
    {CHECK_BLOCK_QUEUES, "block.<dev>.queues", VALUE | LEAST | ABSENT, DIMENSION_NUMBER, true,
     ARGUMENT_PART, "the number of hardware queues of a block device",
     "{block.vda.queues: {at-least: 2}}"},
    {CHECK_NET_QUEUES, "net.<if>.queues", VALUE | LEAST | ABSENT, DIMENSION_NUMBER, true,
     ARGUMENT_PART, "the number of receive queues of a network interface", "{net.eth0.queues: 2}"},
    {CHECK_MOUNT_OPTION, "mount.<path>.<option>", VALUE | LEAST | ABSENT, DIMENSION_NUMBER, false,
     ARGUMENT_PATH, "an option of a mounted file system, in /proc/mounts",
     "{mount./mnt/share.msize: 262144}"},
    {CHECK_GETPROP, "getprop.<name>", VALUE | LIST | ABSENT, DIMENSION_NUMBER, false, ARGUMENT_PART,
     "a property of Android", "{getprop.ro.hardware: ranchu}"},
    {CHECK_FILE, "file.<path>", VALUE | LIST | LEAST | ABSENT, DIMENSION_NUMBER, false,
     ARGUMENT_PATH, "the first line of a file",
     "{file./sys/block/vda/queue/nr_requests: {at-least: 64}}"},
    {CHECK_KERNEL_LOG_ABSENT, "kernel-log.absent", VALUE | LIST, DIMENSION_NUMBER, false,
     ARGUMENT_PART, "texts that the kernel log does not hold",
     "{kernel-log.absent: [ACPI Error, ACPI BIOS Error]}"},
    {CHECK_FW_CFG, "fw-cfg.<name>", VALUE | LIST | LEAST | ABSENT, DIMENSION_NUMBER, false,
     ARGUMENT_TREE,
     "the text of a file that QEMU was given by -fw_cfg: proves that it got the fragment",
     "{fw-cfg.opt/modavd/fragment: sync-io}"},
};
const size_t check_info_count = sizeof check_infos / sizeof *check_infos;

/* PATTERN has at most two <...>; the last literal part is looked for from the end, since a path or
 * a property name may hold points itself. */
static bool fits(str pattern, str name, str argument[2]) {
    size_t open = str_find(pattern, '<');
    if (open == pattern.len)
        return str_equal(pattern, name);
    if (!str_starts(name, str_first(pattern, open)))
        return false;
    str rest = str_from_at(name, open);
    str tail = str_from_at(pattern, str_find(pattern, '>') + 1);
    size_t second = str_find(tail, '<');
    if (second < tail.len) { /* ".<option>": behind the last point */
        size_t point = rest.len;
        while (point > 0 && rest.at[point - 1] != '.')
            point--;
        if (point == 0)
            return false;
        argument[1] = str_from_at(rest, point);
        argument[0] = str_first(rest, point - 1);
        return argument[0].len > 0 && argument[1].len > 0;
    }
    if (!str_ends(rest, tail) || rest.len == tail.len)
        return false;
    argument[0] = str_first(rest, rest.len - tail.len);
    return true;
}

const struct check_info *check_find(str name, str argument[2]) {
    for (size_t i = 0; i < check_info_count; i++)
        if (fits(str_from(check_infos[i].pattern), name, argument))
            return &check_infos[i];
    return NULL;
}

enum dimension check_dimension(const struct check_info *info, enum check_test test) {
    return test == TEST_AT_LEAST && !info->numeric ? DIMENSION_NUMBER : info->dimension;
}

/* PATTERN with the part of NAME in the place of each <...>, point by point: what NAME would be if
 * only its other parts could be misspelt. */
static str spell(struct arena *arena, str pattern, str name) {
    str out = {0};
    while (pattern.at) {
        str part = str_cut(&pattern, '.'), given = str_cut(&name, '.');
        bool open = str_starts(part, STR("<")) && given.len > 0;
        out = str_format(arena, "%.*s%s%.*s", STR_ARG(out), out.len ? "." : "",
                         STR_ARG(open ? given : part));
    }
    return out;
}

static str spelling_at(const void *context, size_t i) {
    return ((const str *)context)[i];
}

str check_nearest(struct arena *arena, str name) {
    str *spellings = ARENA_ARRAY(arena, check_info_count, str);
    for (size_t i = 0; i < check_info_count; i++)
        spellings[i] = spell(arena, str_from(check_infos[i].pattern), name);
    str near = str_nearest(name, check_info_count, spelling_at, spellings);
    for (size_t i = 0; i < check_info_count; i++)
        if (near.len > 0 && spellings[i].at == near.at)
            return str_from(check_infos[i].pattern);
    return (str){0};
}
