/* SPDX-License-Identifier: Apache-2.0 */
/* Findings as text for people and as JSON for programs. */
#ifndef MODAVD_RENDER_H
#define MODAVD_RENDER_H

#include "buf.h"
#include "diag.h"

#include <jansson.h>

/* "path:line:column: error: text [MP0102]" with the source line and a caret under it, one finding
 * after another, sorted. COLOUR adds terminal escapes. */
void render_text(const struct diags *diags, bool colour, struct buf *out);

/* An array with an object for each finding, sorted: code, level, message, path, line, column,
 * length, notes. The caller owns it; NULL when memory ran out. */
json_t *render_json(const struct diags *diags, struct arena *arena);

/* SARIF 2.1.0 as one JSON value, with the rules of the codes that occur. VERSION is the program's.
 * The caller owns it. */
json_t *render_sarif(const struct diags *diags, struct arena *arena, const char *version);

/* A workflow command of GitHub Actions for each finding, one a line. */
void render_github(const struct diags *diags, struct buf *out);

#endif
