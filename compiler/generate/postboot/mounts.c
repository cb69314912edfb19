/* SPDX-License-Identifier: Apache-2.0 */
#include "mounts.h"

#include "blocks.h"
#include "quote.h"

size_t mount_results(const struct plan *plan) {
    size_t count = plan->mount_count;
    for (size_t i = 0; i < plan->mount_count; i++)
        count += plan->mounts[i].shown_count;
    return count;
}

uint64_t mount_blocks(const struct plan *plan) {
    uint64_t blocks = plan->mount_count > 0 ? BLOCK_BIT(BLOCK_SHARE) : 0;
    for (size_t i = 0; i < plan->mount_count; i++)
        for (size_t j = 0; j < plan->mounts[i].shown_count; j++) {
            bool least = plan->mounts[i].shown[j].test == TEST_AT_LEAST;
            blocks |= BLOCK_BIT(BLOCK_SHARE_OPTION) | (least ? BLOCK_BIT(BLOCK_AT_LEAST) : 0);
        }
    return blocks;
}

static void put_word(struct buf *out, str word) {
    buf_char(out, ' ');
    quote_sh(out, word);
}

/* "share_option sure 'msize'" and then "check 'mount./mnt/share.msize' probe_mount_option is
 * '262144'". */
static void put_option(struct buf *out, const struct plan_mount *mount,
                       const struct plan_option *option) {
    static const char *const tests[] = {
        [TEST_VALUE] = "is", [TEST_AT_LEAST] = "at-least", [TEST_ABSENT] = "absent"};
    buf_format(out, "share_option %s", option->sure ? "sure" : "unsure");
    put_word(out, option->name);
    buf_text(out, "\ncheck");
    put_word(out, str_format(out->arena, "mount.%.*s.%.*s", STR_ARG(mount->path),
                             STR_ARG(option->name)));
    buf_format(out, " probe_mount_option %s", tests[option->test]);
    if (option->test != TEST_ABSENT)
        put_word(out, option->value);
    buf_char(out, '\n');
}

void put_mount(struct buf *out, const struct plan_mount *mount) {
    buf_text(out, "share");
    put_word(out, mount->type);
    put_word(out, mount->what);
    put_word(out, mount->path);
    put_word(out, mount->options);
    buf_char(out, '\n');
    for (size_t i = 0; i < mount->shown_count; i++)
        put_option(out, mount, &mount->shown[i]);
}
