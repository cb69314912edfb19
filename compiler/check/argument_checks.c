/* SPDX-License-Identifier: Apache-2.0 */
#include "argument_checks.h"

#include "access.h"

bool check_line(struct checker *checker, const struct text *text) {
    for (size_t i = 0; i < text->s.len; i++)
        if ((unsigned char)text->s.at[i] < 0x20 || text->s.at[i] == 0x7F) {
            diag(checker->diags, MP_BAD_TEXT, text->at,
                 "a line end or control character: every output is made of lines");
            return false;
        }
    return true;
}

struct offer checker_offer(const struct checker *checker, const struct known_qemu *known) {
    return (struct offer){checker->arena, checker->diags, known, STR("QEMU")};
}

/* Words that make the Android emulator drop all its own options, wherever they stand behind -qemu
 * (main-common.c, _findQemuInformationalOption), and the one that the manager writes itself. */
static const char *const forbidden[] = {"-qemu",     "-h",          "-help", "--help", "-version",
                                        "--version", "-audio-help", "?",     "help"};

static bool is_forbidden(str word) {
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (str_equal(word, str_from(forbidden[i])))
            return true;
    return false;
}

/* What has a key of its own would escape the checks, the verdicts and the conflicts here. */
static const struct {
    const char *option, *instead;
} keyed[] = {
    {"-global", "it goes under 'qemu.globals'"},
    {"-object", "it goes under 'qemu.objects'"},
    {"-device", "it goes under 'qemu.devices'"},
    {"-fsdev", "it goes under 'qemu.fsdevs'"},
    {"-set", "which form it needs depends on how the manager makes the device: use 'qemu.globals'"},
    {"-acpitable", "tables are made from 'acpi.cst'"},
    {"-smp", "the instance says how many CPUs it has"},
    {"-machine", "the instance says which machine it is"},
    {"-M", "the instance says which machine it is"},
    {"-accel", "the target says which accelerator it has"},
};

static bool is_keyed(struct checker *checker, const struct text *word, str option) {
    if (str_starts(option, STR("--"))) /* QEMU takes both */
        option = str_from_at(option, 1);
    if (str_starts(option, STR("--"))) /* the same to QEMU */
        option = str_from_at(option, 1);
    for (size_t i = 0; i < sizeof keyed / sizeof *keyed; i++)
        if (str_equal(option, str_from(keyed[i].option))) {
            diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at, "'%s' cannot stand here: %s",
                 keyed[i].option, keyed[i].instead);
            return true;
        }
    return false;
}

/* Whether WORD, the argument number I, may stand in a fragment at all. */
static bool is_allowed(struct checker *checker, const struct text *word, str expanded, size_t i) {
    if (is_keyed(checker, word, expanded))
        return false;
    if (is_forbidden(expanded))
        diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
             "a fragment never holds '%.*s': the emulator would not start with it",
             STR_ARG(expanded));
    else if (expanded.len == 0 && !scope_is_open(&checker->scope))
        diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
             "an empty argument, which vanishes on Windows");
    else if (i == 0 && !str_starts(expanded, STR("-")))
        diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
             "the first argument must be an option: '-%.*s'?", STR_ARG(expanded));
    else
        return true;
    return false;
}

/* What an option takes, and what none does: QEMU opens that as a disk, and an option at the end
 * would take the first word of the next fragment. WORDS are expanded. */
static void check_pairs(struct checker *checker, const struct text_list *words) {
    for (size_t i = 0; i < words->count; i++) {
        const struct text *word = &words->items[i];
        str option = str_trim(word->s, "-");
        if (!str_starts(word->s, STR("-")))
            diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
                 "no option takes '%.*s': QEMU would open it as a disk",
                 STR_ARG(str_shorten(checker->arena, word->s)));
        else if (option_takes_word(option) && ++i == words->count &&
                 access_knows(SETTING_ARGUMENT, option))
            diag(checker->diags, MP_FORBIDDEN_ARGUMENT, word->at,
                 "'%.*s' needs a value: it would take the next fragment's first word",
                 STR_ARG(word->s));
    }
}

void check_arguments(struct checker *checker, const struct profile *profile) {
    const struct known_qemu known =
        known_in_range(&profile->when.qemu.range, &profile->when.qemu.range);
    const struct offer offer = checker_offer(checker, &known);
    struct text *words = ARENA_ARRAY(checker->arena, profile->arguments.count, struct text);
    const struct text_list list = {words, profile->arguments.count, profile->arguments.at};
    bool sound = true;
    for (size_t i = 0; i < profile->arguments.count; i++) {
        const struct text *word = &profile->arguments.items[i];
        words[i].at = word->at;
        if (!check_line(checker, word) ||
            !expr_expand(checker->arena, word, &checker->scope, checker->diags, &words[i].s) ||
            !is_allowed(checker, word, words[i].s, i))
            sound = false;
        else if (checker->versions)
            offer_word(&offer, &profile->arguments, i);
    }
    if (sound)
        check_pairs(checker, &list);
}
