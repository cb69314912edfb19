/* SPDX-License-Identifier: Apache-2.0 */
#include "checks.h"
#include "topics.h"

static const char *const test_texts[] = {[TEST_VALUE] = "a value",
                                         [TEST_LIST] = "a list",
                                         [TEST_AT_LEAST] = "`{at-least: N}`",
                                         [TEST_ABSENT] = "`{absent: true}`"};

static void put_tests(struct buf *out, const struct check_info *info) {
    const char *before = "";
    for (size_t i = 0; i < sizeof test_texts / sizeof *test_texts; i++)
        if (info->tests & 1u << i) {
            buf_format(out, "%s%s", before, test_texts[i]);
            before = ", ";
        }
    if (info->numeric)
        buf_format(out, "; each value is %s", dimension_text(info->dimension));
}

static void put_check(struct page *page, const struct check_info *info) {
    struct arena *arena = page->out->arena;
    struct buf text = buf_make(arena);
    buf_format(&text, "%s. Tests: ", info->summary);
    put_tests(&text, info);
    buf_format(&text, ". Example: `%s`", info->example);
    page_item(page, str_format(arena, "`%s`", info->pattern), buf_view(&text));
}

void page_checks(struct page *page, const struct tool *tool) {
    (void)tool;
    page_heading(page, 1, "Description");
    page_paragraph(
        page,
        "An element of `guest.checks` holds one check, and `proves` beside it where the check "
        "shows the effect of a part. The conditions `stop-when` of a daemon are checks too. "
        "The post-boot script asks the booted guest.");
    page_paragraph(page, "A value must be equal. Of a list one must be equal, but `cpuidle.states` "
                         "must be exactly these in this order, of "
                         "`virtio.<driver>.features` all must be there, and of "
                         "`kernel-log.absent` none.");
    page_heading(page, 1, "Checks");
    for (size_t i = 0; i < check_info_count; i++)
        put_check(page, &check_infos[i]);
}
