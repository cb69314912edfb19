/* SPDX-License-Identifier: Apache-2.0 */
#include "postboot.h"

#include "mounts.h"
#include "probes.h"
#include "quote.h"

/* " 'word'" */
static void put_word(struct buf *out, str word) {
    buf_char(out, ' ');
    quote_sh(out, word);
}

/* The last line of the output has one word for each daemon, so its name must stay one. */
static str decision_key(struct arena *arena, str name) {
    struct buf key = buf_make(arena);
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '.' || c == '-' || c == '_';
        buf_char(&key, plain ? c : '_');
    }
    return buf_view(&key);
}

/* The kernel counts latencies in microseconds, and sizes are compared in bytes. */
static str shell_number(struct arena *arena, enum check_kind kind, str text) {
    struct quantity q;
    if (quantity_parse(text, &q) != QUANTITY_OK)
        return text;
    uint64_t value = q.value;
    if (kind == CHECK_CPUIDLE_LATENCY && q.dimension == DIMENSION_DURATION)
        value = value / 1000 + (value % 1000 != 0);
    return str_format(arena, "%llu", (unsigned long long)value);
}

/* Whether the shell compares the values of CHECK as numbers. */
static bool has_numbers(const struct check *check) {
    return check->test == TEST_AT_LEAST || check->kind == CHECK_CPUIDLE_LATENCY ||
           check->kind == CHECK_VIRTIO_FEATURES || check->kind == CHECK_BLOCK_QUEUES ||
           check->kind == CHECK_NET_QUEUES;
}

/* The name by which a driver of the virtio bus goes in the guest: drivers/virtio, net/9p, fs/fuse.
 */
static str virtio_driver(struct arena *arena, str name) {
    static const char *const whole[] = {"virtio", "9pnet_virtio"};
    char *copy = str_c(arena, name);
    for (size_t i = 0; i < name.len; i++)
        if (copy[i] == '-')
            copy[i] = '_';
    name = str_from(copy);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (str_starts(name, str_from(whole[i])))
            return name;
    if (str_equal(name, STR("9p")))
        return STR("9pnet_virtio");
    if (str_equal(name, STR("fs")))
        return STR("virtiofs");
    return str_format(arena, "virtio_%.*s", STR_ARG(name));
}

/* PATH as /proc/mounts spells it: blanks, line feeds and backslashes in octal (fs/proc_namespace.c,
 * mangle). */
static str mounts_path(struct arena *arena, str path) {
    struct buf out = buf_make(arena);
    for (size_t i = 0; i < path.len; i++) {
        char c = path.at[i];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '#')
            buf_format(&out, "\\%03o", (unsigned)(unsigned char)c);
        else
            buf_char(&out, c);
    }
    return buf_view(&out);
}

/* Sets what the probe reads: "argument='C1'". */
static void put_argument(struct buf *out, const struct plan_check *check) {
    const struct check *c = check->check;
    str argument = c->argument[0];
    if (c->kind == CHECK_MOUNT_OPTION)
        argument = mounts_path(out->arena, argument);
    if (argument.len > 0) {
        buf_text(out, " argument=");
        quote_sh(out, argument);
    }
    if (c->argument[1].len > 0) {
        buf_text(out, " argument2=");
        quote_sh(out, c->argument[1]);
    }
}

/* The line that tells the probe where to look and for what. */
static void put_places(struct buf *out, const struct plan_check *check) {
    switch (probe_of(check->check->kind)->places) {
    case PLACES_HERE:
        buf_text(out, "places=here");
        break;
    case PLACES_CPUS:
        buf_text(out, "places=$cpus");
        break;
    case PLACES_VIRTIO_DEVICES:
        buf_text(out, "virtio_devices");
        put_word(out, virtio_driver(out->arena, check->check->argument[0]));
        buf_char(out, '\n');
        return;
    }
    put_argument(out, check);
    buf_char(out, '\n');
}

/* The digits and points that VERSION starts with: mksh evaluates what it compares as a number. */
static str version_digits(str version) {
    size_t length = 0;
    while (length < version.len &&
           (version.at[length] == '.' || (version.at[length] >= '0' && version.at[length] <= '9')))
        length++;
    return str_first(version, length);
}

static void put_range(struct buf *out, const struct version_range *range) {
    static const char *const operators[] = {
        [RANGE_LT] = "<",  [RANGE_LE] = "<=", [RANGE_EQ] = "=",
        [RANGE_NE] = "!=", [RANGE_GE] = ">=", [RANGE_GT] = ">",
    };
    for (size_t i = 0; i < range->count; i++)
        put_word(out, str_format(out->arena, "%s %.*s", operators[range->terms[i].operator],
                                 STR_ARG(version_digits(range->terms[i].version.text))));
}

static void put_values(struct buf *out, const struct plan_check *check) {
    const struct check *c = check->check;
    if (c->test == TEST_RANGE) {
        put_range(out, &c->range);
        return;
    }
    if (c->test == TEST_ABSENT)
        return;
    for (size_t i = 0; i < check->value_count; i++) {
        str value = check->values[i];
        put_word(out, has_numbers(c) ? shell_number(out->arena, c->kind, value) : value);
    }
}

static str shown_name(const struct check *check) {
    return check->kind == CHECK_KERNEL_LOG_ABSENT ? STR("kernel-log") : check->name;
}

/* "places=$cpus" and then "VERB 'cpuidle.states' probe_cpuidle_states list 'POLL' 'C1'". */
static void put_question(struct buf *out, const char *verb, const struct plan_check *check) {
    put_places(out, check);
    buf_text(out, verb);
    put_word(out, shown_name(check->check));
    buf_format(out, " %s %s", probe_of(check->check->kind)->function, probe_test(check->check));
    put_values(out, check);
    buf_char(out, '\n');
}

static void put_check(struct buf *out, const struct plan_check *check) {
    if (check->applies) {
        put_question(out, "check", check);
        return;
    }
    buf_text(out, "skipped");
    put_word(out, shown_name(check->check));
    put_word(out, check->why_not);
    buf_char(out, '\n');
}

/* A condition that does not apply cannot hold, so the daemon goes on as before. */
static void put_condition(struct buf *out, const struct plan_check *check) {
    if (check->applies) {
        put_question(out, "only_if", check);
        return;
    }
    buf_text(out, "reason=");
    quote_sh(out, check->why_not.len > 0 ? check->why_not : STR("a condition does not apply"));
    buf_char(out, '\n');
}

static void put_daemon(struct buf *out, const struct plan_daemon *daemon) {
    buf_text(out, "reason=''\n");
    for (size_t i = 0; i < daemon->stop_count; i++)
        put_condition(out, &daemon->stop_when[i]);
    buf_text(out, "daemon");
    put_word(out, daemon->name);
    put_word(out, decision_key(out->arena, daemon->name));
    buf_char(out, '\n');
}

/* Until its turn every daemon counts as one to start, so that the last line names it on every way
 * out. */
static void put_pending(struct buf *out, const struct plan *plan) {
    if (plan->daemon_count == 0)
        return;
    struct buf pending = buf_make(out->arena);
    for (size_t i = 0; i < plan->daemon_count; i++) {
        buf_text(&pending, " decision.");
        buf_str(&pending, decision_key(out->arena, plan->daemons[i].name));
        buf_text(&pending, "=start");
    }
    buf_text(out, "pending=");
    quote_sh(out, buf_view(&pending));
    buf_char(out, '\n');
}

static uint64_t blocks_of(const struct plan_check *checks, size_t count) {
    uint64_t blocks = 0;
    for (size_t i = 0; i < count; i++)
        if (checks[i].applies)
            blocks |= probe_blocks(checks[i].check) | BLOCK_BIT(BLOCK_ASK);
    return blocks;
}

static uint64_t blocks_for(const struct plan *plan) {
    uint64_t blocks = BLOCK_BIT(BLOCK_CORE) | BLOCK_BIT(BLOCK_START);
    uint64_t checks = blocks_of(plan->checks, plan->check_count);
    blocks |= checks;
    if (checks != 0)
        blocks |= BLOCK_BIT(BLOCK_CHECK);
    blocks |= mount_blocks(plan);
    for (size_t i = 0; i < plan->daemon_count; i++)
        blocks |= BLOCK_BIT(BLOCK_DAEMON) |
                  blocks_of(plan->daemons[i].stop_when, plan->daemons[i].stop_count);
    return blocks_with_needs(blocks);
}

/* The plan line of TAP comes first: a reader then sees when the script ended early. */
static void put_header(struct buf *out, const struct plan *plan) {
    size_t count = plan->check_count + plan->daemon_count + mount_results(plan);
    buf_text(out, "\nsay 'TAP version 13'\n");
    buf_format(out, "say '1..%zu%s'\n", count, count == 0 ? " # SKIP nothing to check" : "");
}

/* A comment for the reader of the output, where the profile changes. */
static void put_profile(struct buf *out, const struct profile **last, const struct profile *now) {
    if (*last == now || !now)
        return;
    *last = now;
    buf_text(out, "\nnote");
    put_word(out, str_format(out->arena, "profile %.*s", STR_ARG(now->name.s)));
    buf_char(out, '\n');
}

/* Mounts come first: the checks then see them. */
static void put_body(struct buf *out, const struct plan *plan) {
    const struct profile *profile = NULL;
    for (size_t i = 0; i < plan->mount_count; i++) {
        put_profile(out, &profile, plan->mounts[i].profile);
        put_mount(out, &plan->mounts[i]);
    }
    for (size_t i = 0; i < plan->check_count; i++) {
        put_profile(out, &profile, plan->checks[i].profile);
        put_check(out, &plan->checks[i]);
    }
    for (size_t i = 0; i < plan->daemon_count; i++) {
        put_profile(out, &profile, plan->daemons[i].profile);
        put_daemon(out, &plan->daemons[i]);
    }
}

str postboot_emit(struct arena *arena, const struct plan *plan) {
    struct buf out = buf_make(arena);
    uint64_t blocks = blocks_for(plan);
    buf_text(&out, block_head);
    for (int i = 0; i < BLOCK_COUNT; i++) {
        if (i == BLOCK_START)
            put_pending(&out, plan);
        if (blocks & BLOCK_BIT(i)) {
            buf_char(&out, '\n');
            buf_text(&out, block_text((enum block)i));
        }
    }
    put_header(&out, plan);
    put_body(&out, plan);
    buf_text(&out, "\nfinished=1\nexit\n");
    return buf_view(&out);
}
