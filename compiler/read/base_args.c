/* SPDX-License-Identifier: Apache-2.0 */
#include "base_args.h"

#include "growing.h"
#include "yaml_text.h"

/* The word that starts at BYTES[*OFFSET]; moves behind its line end, LF or CRLF. */
static struct text take_line(str bytes, uint32_t source, size_t *offset) {
    str rest = str_from_at(bytes, *offset), line = str_cut(&rest, '\n');
    struct span at = {source, (uint32_t)*offset, 0};
    *offset = rest.at ? *offset + line.len + 1 : bytes.len;
    if (str_ends(line, STR("\r")))
        line.len--;
    at.length = (uint32_t)line.len;
    return (struct text){line, at};
}

static struct text_list split(const struct reading *reading, str bytes, uint32_t source) {
    struct growing words = {0};
    size_t offset = str_starts(bytes, STR("\xEF\xBB\xBF")) ? 3 : 0;
    while (offset < bytes.len) {
        struct text word = take_line(bytes, source, &offset);
        if (str_equal(word.s, STR("-qemu")))
            words.count = 0;
        else if (word.s.len > 0)
            *(struct text *)growing_add(reading->arena, &words, sizeof word) = word;
    }
    return (struct text_list){words.items, words.count, span_file(source)};
}

bool base_args_read(const struct reading *reading, const struct target_file *file,
                    struct text_list *out, uint32_t *source) {
    *source = reading_file(reading, file->path, file->shown, INPUT_MAX);
    if (*source == 0)
        return false;
    if (!yaml_text_check(reading->diags, *source)) /* the same bytes that no text has */
        return false;
    *out = split(reading, source_get(reading->diags->sources, *source)->bytes, *source);
    source_set_name(reading->diags->sources, *source, STR("manager/base-args"));
    if (out->count == 0)
        diag(reading->diags, MP_BAD_BASE_ARGS, span_file(*source),
             "no argument is there: the file holds one on each line");
    return out->count > 0;
}
