/* SPDX-License-Identifier: Apache-2.0 */
/* The checks on the bytes of a YAML file that come before libyaml, whose own findings about them
 * have no line and column; and its other findings in words that help. */
#ifndef MODAVD_YAML_TEXT_H
#define MODAVD_YAML_TEXT_H

#include "diag.h"

/* UTF-8 without characters that YAML excludes. False after a finding at the first bad byte. */
bool yaml_text_check(struct diags *diags, uint32_t source);

/* Reports libyaml's PROBLEM at byte OFFSET of SOURCE; CONTEXT_OFFSET is where the construct began.
 */
void yaml_text_problem(struct diags *diags, uint32_t source, const char *problem, size_t offset,
                       size_t context_offset);

#endif
