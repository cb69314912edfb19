/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <string.h>

static bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return is_small(c) || is_capital(c);
}

bool name_is_plain(str name, size_t most) {
    if (name.len == 0 || name.len > most || name.at[0] == '-')
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (!is_small(name.at[i]) && !is_digit(name.at[i]) && name.at[i] != '-')
            return false;
    return true;
}

/* Windows: "Naming Files, Paths, and Namespaces", reserved names. */
bool name_is_device(str name) {
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    str stem = str_first(name, str_find(name, '.'));
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (str_equal_nocase(stem, str_from(devices[i])))
            return true;
    return stem.len == 4 && is_digit(stem.at[3]) &&
           (str_starts_nocase(stem, STR("com")) || str_starts_nocase(stem, STR("lpt")));
}

bool name_is_variable(str name) {
    for (size_t i = 0; i < name.len; i++)
        if (!is_capital(name.at[i]) && name.at[i] != '_' && !(i > 0 && is_digit(name.at[i])))
            return false;
    return name.len > 0;
}

/* Letters, digits and the characters of MORE. */
static bool made_of(str name, const char *more) {
    for (size_t i = 0; i < name.len; i++)
        if (!is_letter(name.at[i]) && !is_digit(name.at[i]) &&
            !(name.at[i] && strchr(more, name.at[i])))
            return false;
    return name.len > 0;
}

bool name_is_file(str name) {
    return made_of(name, "._+-") && name.at[0] != '-' && !str_equal(name, STR(".")) &&
           !str_equal(name, STR(".."));
}

bool name_is_qemu(str name) {
    enum { MOST = 63 }; /* sscanf "%63[^.=].%63[^=]" in QEMU's qemu_global_option() */
    return made_of(name, "-_.+") && name.len <= MOST;
}

bool name_is_word(str name) {
    return made_of(name, "-._") && (is_letter(name.at[0]) || is_digit(name.at[0]));
}

bool name_is_qemu_id(str name) {
    return made_of(name, "-._") && is_letter(name.at[0]);
}
