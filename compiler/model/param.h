/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of profiles: what their values may be, and how people are shown them. */
#ifndef MODAVD_PARAM_H
#define MODAVD_PARAM_H

#include "diag.h"
#include "profile.h"

/* Whether PARAM stands for a text, not for a number. */
bool param_is_text(const struct param *param);

/* CONTENT of PARAM for people: "100us", "/srv/share". */
str param_text(struct arena *arena, const struct param *param, const struct param_content *content);

/* Reads TEXT as a value of PARAM, within its limits. False after a finding at TEXT. */
bool param_read(const struct param *param, const struct text *text, struct diags *diags,
                struct param_content *out);

#endif
