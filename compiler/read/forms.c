/* SPDX-License-Identifier: Apache-2.0 */
#include "forms.h"

#define NO_CONTROL "[^\\u0000-\\u001f\\u007f]"
/* quantity_parse(): no leading zero, and fractions of units. A zero needs no unit. */
#define DIGITS "(0|[1-9][0-9]*)"
#define ZERO "(0(\\.0+)? *|0[xX]0+)"
#define WITH_UNIT(units) ZERO "|" DIGITS "(\\.[0-9]+)? *(" units ") *"
#define PLAIN DIGITS "(\\.0+)? *|0[xX][0-9a-fA-F]+"
#define EXPRESSION "\\$\\{.*\\}"
#define DURATION_UNITS "ns|us|\xC2\xB5s|\xCE\xBCs|ms|s"
#define SIZE_UNITS "B|[KkMmGgT]|[KMGT]iB"
/* version_range_parse(): up to four terms of up to four parts. */
#define VERSION "[0-9]+(\\.[0-9]+){0,3}"
#define TERM " *(<=|>=|!=|==|<|>|=)? *" VERSION " *"

const struct form form_text = {
    .wanted = "a text", .number = true, .fraction = true, .boolean = true, .negative = true};
const struct form form_line = {.wanted = "one line of text",
                               .pattern = "^" NO_CONTROL "*$",
                               .number = true,
                               .fraction = true,
                               .boolean = true,
                               .negative = true};
const struct form form_argument = {.wanted = "one line of text, not empty",
                                   .pattern = "^" NO_CONTROL "+$",
                                   .number = true,
                                   .fraction = true,
                                   .boolean = true,
                                   .negative = true};
const struct form form_language = {
    .wanted = "1", .pattern = "^1$", .number = true, .limited = true, .least = 1, .most = 1};
/* names.c: plain, at most 40, and no device of Windows */
const struct form form_profile_name = {
    .wanted = "small letters, digits and '-', at most 40, and no device of Windows such as nul",
    .pattern = "^(?!(con|prn|aux|nul|com[0-9]|lpt[0-9])$)[a-z0-9][a-z0-9\\-]{0,39}$",
    .number = true,
    .boolean = true};
const struct form form_parameter = {
    .wanted = "small letters, digits and '-', at most 40, not cpus or ram",
    .pattern = "^(?!(cpus|ram)$)[a-z0-9][a-z0-9\\-]{0,39}$"};
const struct form form_variable = {.wanted = "capital letters, digits and '_'",
                                   .pattern = "^[A-Z_][A-Z0-9_]*$"};
const struct form form_range = {.wanted = "a version range such as '>= 2.7' or '>= 4.2, < 8'",
                                .pattern = "^" TERM "(," TERM "){0,3}$",
                                .number = true,
                                .fraction = true};
const struct form form_version = {
    .wanted = "a version such as 6.1", .pattern = "^[0-9]", .number = true, .fraction = true};
/* name_is_qemu(): what QEMU's qemu_global_option() takes */
const struct form form_qemu_name = {.wanted = "letters, digits, '-', '_', '.' and '+', at most 63",
                                    .pattern = "^[A-Za-z0-9\\-_.+]{1,63}$",
                                    .number = true,
                                    .fraction = true,
                                    .boolean = true,
                                    .negative = true};
const struct form form_id = {.wanted = "a letter, then letters, digits, '-', '.' and '_'",
                             .pattern = "^[A-Za-z][A-Za-z0-9\\-._]*$",
                             .boolean = true};
const struct form form_state = {.wanted = "C1 to C7, by place", .pattern = "^C[1-7]$"};
const struct form form_uint32 = {.wanted = "0 to 4294967295, or an expression",
                                 .pattern = "^(" EXPRESSION "|" PLAIN ")$",
                                 .number = true,
                                 .limited = true,
                                 .most = UINT32_MAX};
const struct form form_file = {.wanted = "a file name of letters, digits, '.', '_', '+' and '-'",
                               .pattern = "^(?!-|\\.{1,2}$)[A-Za-z0-9._+\\-]+$",
                               .number = true,
                               .fraction = true,
                               .boolean = true};
/* mount.c: the tags of 9p have at most 31 bytes, those of virtiofs 36 */
const struct form form_tag = {
    .wanted = "1 to 36 bytes (9p: 31) without blanks, '\\' and '#', and no '-' at the start",
    .pattern = "^(.*\\$\\{.*|(?!-)[^\\u0000-\\u0020\\u007f\\\\#]{1,36})$",
    .number = true,
    .fraction = true,
    .boolean = true};
const struct form form_path = {
    .wanted = "an absolute path without '#', '.', '..' and a doubled or last '/'",
    .pattern = "^(.*\\$\\{.*|(/(?!\\.{1,2}(/|$))[^/#\\u0000-\\u001f\\u007f]+)+)$"};
const struct form form_option = {.wanted = "a letter or digit, then letters, digits, '.', '_', '-'",
                                 .pattern = "^[A-Za-z0-9][A-Za-z0-9\\-._]*$"};
const struct form form_instance = {.wanted = "no quotes, slashes and control characters",
                                   .pattern = "^[^\\u0000-\\u001f\\u007f\"'/\\\\]+$",
                                   .number = true,
                                   .fraction = true,
                                   .boolean = true,
                                   .negative = true};
const struct form form_cpus = {.wanted = "1 to 255",
                               .pattern = "^(" EXPRESSION "|" PLAIN ")$",
                               .number = true,
                               .limited = true,
                               .least = 1,
                               .most = 255};
/* target_resolve.c: what the emulator's -cores takes */
const struct form form_cores = {.wanted = "1 to 64",
                                .pattern = "^([1-9]|[1-5][0-9]|6[0-4])$",
                                .number = true,
                                .limited = true,
                                .least = 1,
                                .most = 64};
const struct form form_ram = {.wanted = "a size such as 512MiB; without a unit it counts MiB",
                              .pattern = "^(" EXPRESSION "|" PLAIN "|" WITH_UNIT(SIZE_UNITS) ")$",
                              .number = true};

const struct form dimension_forms[] = {
    [DIMENSION_NUMBER] = {.wanted = "a whole number, or an expression",
                          .pattern = "^(" EXPRESSION "|" PLAIN ")$",
                          .number = true},
    [DIMENSION_DURATION] = {.wanted = "a duration such as 100us, or an expression",
                            .pattern = "^(" EXPRESSION "|" WITH_UNIT(DURATION_UNITS) ")$",
                            .number = true,
                            .limited = true},
    [DIMENSION_SIZE] = {.wanted = "a size such as 512MiB, or an expression",
                        .pattern = "^(" EXPRESSION "|" WITH_UNIT(SIZE_UNITS) ")$",
                        .number = true,
                        .limited = true},
};
