/* SPDX-License-Identifier: Apache-2.0 */
#include "sh_quote.h"

void sh_quote(struct buf *out, str s) {
    buf_char(out, '\'');
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] == '\'')
            buf_text(out, "'\\''");
        else
            buf_char(out, s.at[i] == '\0' ? '?' : s.at[i]);
    }
    buf_char(out, '\'');
}
