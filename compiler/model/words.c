/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "buf.h"
#include "cst.h"

const struct word host_words[] = {
    {"windows", HOST_WINDOWS}, {"linux", HOST_LINUX}, {"macos", HOST_MACOS}, {0}};
const struct word accel_words[] = {{"whpx", ACCEL_WHPX},
                                   {"aehd", ACCEL_AEHD},
                                   {"haxm", ACCEL_HAXM},
                                   {"kvm", ACCEL_KVM},
                                   {"hvf", ACCEL_HVF},
                                   {"tcg", ACCEL_TCG},
                                   {0}};
const struct word emulator_words[] = {{"android", EMULATOR_ANDROID}, {"qemu", EMULATOR_QEMU}, {0}};
const struct word arch_words[] = {
    {"x86", ARCH_X86}, {"x86_64", ARCH_X86_64}, {"arm", ARCH_ARM}, {"arm64", ARCH_ARM64}, {0}};
const struct word mount_words[] = {{"9p", MOUNT_9P}, {"virtiofs", MOUNT_VIRTIOFS}, {0}};
const struct word part_words[] = {
    {"qemu", PART_QEMU}, {"acpi", PART_ACPI}, {"guest", PART_GUEST}, {0}};
const struct word risk_words[] = {{"data", RISK_DATA}, {0}};
/* What reaches the host is found, not told: see decide_access. */
const struct word accept_words[] = {{"data", RISK_DATA}, {"host-access", RISK_HOST_ACCESS}, {0}};
const struct word enter_words[] = {{"hlt", CST_ENTER_HLT}, {"mwait", CST_ENTER_MWAIT}, {0}};
const struct word boolean_words[] = {{"on", 1},  {"off", 0}, {"true", 1}, {"false", 0},
                                     {"yes", 1}, {"no", 0},  {0}};

bool word_find(const struct word *words, str text, int *value) {
    for (; words->text; words++)
        if (str_equal(str_from(words->text), text)) {
            *value = words->value;
            return true;
        }
    return false;
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

/* All lower, all upper, or only the first letter upper: the three forms that YAML 1.1 has too. */
static bool usual_case(str text) {
    size_t upper = 0;
    for (size_t i = 0; i < text.len; i++)
        upper += is_upper(text.at[i]);
    return upper == 0 || upper == text.len || (upper == 1 && is_upper(text.at[0]));
}

bool word_boolean(str text, bool *value) {
    for (const struct word *word = boolean_words; word->text; word++)
        if (str_equal_nocase(str_from(word->text), text) && usual_case(text)) {
            *value = word->value != 0;
            return true;
        }
    return false;
}

const char *word_text(const struct word *words, int value) {
    for (; words->text; words++)
        if (words->value == value)
            return words->text;
    return "?";
}

str word_list(struct arena *arena, const struct word *words) {
    struct buf buf = buf_make(arena);
    for (const struct word *word = words; word->text; word++) {
        if (word != words)
            buf_text(&buf, word[1].text ? ", " : " or ");
        buf_text(&buf, word->text);
    }
    return buf_view(&buf);
}

static str word_at(const void *context, size_t i) {
    return str_from(((const struct word *)context)[i].text);
}

str word_nearest(const struct word *words, str text) {
    size_t count = 0;
    while (words[count].text)
        count++;
    return str_nearest(text, count, word_at, words);
}
