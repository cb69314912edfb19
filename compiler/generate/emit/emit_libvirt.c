/* SPDX-License-Identifier: Apache-2.0 */
/* libvirt, docs/drvqemu.rst, "Pass-through of arbitrary qemu commands": an element of <domain>. */
#include "emit_forms.h"

#include "utf8.h"

/* XML 1.0, 2.2 and 2.4. A tab would come back as a blank (3.3.3). */
static const struct {
    char c;
    const char *text;
} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'\'', "&apos;"}, {'\t', "&#9;"}};

static void put_char(struct buf *out, char c) {
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (c == entities[i].c) {
            buf_text(out, entities[i].text);
            return;
        }
    buf_char(out, c);
}

/* XML has no way to write other control characters, U+FFFE and U+FFFF. */
static bool has_stranger(str text) {
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_next(text, at);
        bool control = c.point < 0x20 && c.point != '\t';
        if (!c.valid || control || c.point == 0xFFFE || c.point == 0xFFFF)
            return true;
        at += c.size;
    }
    return false;
}

/* The table's path counts from where QEMU runs, and libvirt runs it in the root. */
static void check_table(const struct emitter *emitter, const struct argument *option,
                        const struct argument *file) {
    if (str_equal(option->text, STR("-acpitable")) &&
        !str_equal(emitter->plan->target->run_dir, STR("/")))
        emit_refuse(emitter, file->text, file->at,
                    "its path counts from the run directory, and libvirt starts QEMU in '/': say "
                    "--run-dir /");
}

void emit_libvirt(const struct emitter *emitter) {
    const struct plan *plan = emitter->plan;
    struct buf *out = emitter->out;
    buf_text(out, "<qemu:commandline xmlns:qemu='http://libvirt.org/schemas/domain/qemu/1.0'>\n");
    for (size_t i = 0; i < plan->argument_count; i++) {
        const struct argument *argument = &plan->arguments[i];
        if (has_stranger(argument->text))
            emit_refuse(emitter, argument->text, argument->at,
                        "XML has no way to write one of its characters");
        if (i > 0)
            check_table(emitter, argument - 1, argument);
        buf_text(out, "  <qemu:arg value='");
        for (size_t j = 0; j < argument->text.len; j++)
            put_char(out, argument->text.at[j]);
        buf_text(out, "'/>\n");
    }
    buf_text(out, "</qemu:commandline>\n");
}
