/* SPDX-License-Identifier: Apache-2.0 */
#include "aml.h"

#include <assert.h>

enum { SEGMENT_LENGTH = 4 };

/* ACPI 6.5, 20.2.2 to 20.2.5 */
enum opcode {
    OP_ZERO = 0x00,
    OP_ONE = 0x01,
    OP_NAME = 0x08,
    OP_BYTE = 0x0A,
    OP_WORD = 0x0B,
    OP_DWORD = 0x0C,
    OP_QWORD = 0x0E,
    OP_SCOPE = 0x10,
    OP_BUFFER = 0x11,
    OP_PACKAGE = 0x12,
    OP_DUAL_NAME = 0x2E,
    OP_MULTI_NAME = 0x2F,
    OP_ONES = 0xFF,
};

static void put_byte(struct aml *aml, size_t byte) {
    buf_char(aml->out, (char)byte);
}

struct aml aml_make(struct buf *out) {
    return (struct aml){.out = out};
}

/* ACPI 6.5, 20.2.4: the length counts its own bytes. Alone, the first byte has 6 bits of it; with
 * N bytes behind, its top two bits are N, and it keeps the lowest 4 bits only. */
size_t aml_pkg_length(size_t body, unsigned char bytes[AML_PKG_LENGTH_BYTES]) {
    static const size_t longest[] = {0x3F, 0xFFF, 0xFFFFF, 0xFFFFFFF};
    size_t size = 1;
    while (body + size > longest[size - 1]) {
        assert(size < sizeof longest / sizeof longest[0]);
        size++;
    }
    size_t length = body + size;
    if (size == 1) {
        bytes[0] = (unsigned char)length;
        return size;
    }
    bytes[0] = (unsigned char)((size - 1) << 6 | (length & 0xF));
    for (size_t i = 1; i < size; i++)
        bytes[i] = (unsigned char)(length >> (8 * i - 4) & 0xFF);
    return size;
}

static void begin(struct aml *aml, enum opcode opcode) {
    assert(aml->depth < AML_DEPTH_MAX);
    put_byte(aml, opcode);
    aml->open[aml->depth++] = aml->out->len;
}

/* The length is known only now; just the body of this one object moves. */
void aml_end(struct aml *aml) {
    assert(aml->depth > 0);
    size_t start = aml->open[--aml->depth];
    unsigned char bytes[AML_PKG_LENGTH_BYTES];
    size_t size = aml_pkg_length(aml->out->len - start, bytes);
    buf_insert(aml->out, start, bytes, size);
}

/* ACPI 6.5, 20.2.2: a NameSeg has four bytes, the shorter ones end in underscores. */
static void put_segment(struct aml *aml, str segment) {
    assert(segment.len > 0 && segment.len <= SEGMENT_LENGTH);
    buf_str(aml->out, segment);
    for (size_t i = segment.len; i < SEGMENT_LENGTH; i++)
        put_byte(aml, '_');
}

/* ACPI 6.5, 20.2.2: the prefix of a NamePath by its number of segments. */
static void put_path_prefix(struct aml *aml, size_t segments) {
    if (segments == 2)
        put_byte(aml, OP_DUAL_NAME);
    if (segments > 2) {
        put_byte(aml, OP_MULTI_NAME);
        put_byte(aml, segments);
    }
}

static void put_path(struct aml *aml, str path) {
    assert(str_starts(path, STR("\\")));
    put_byte(aml, '\\');
    path = str_from_at(path, 1);
    size_t segments = 0;
    for (str rest = path; rest.len; segments++)
        str_cut(&rest, '.');
    put_path_prefix(aml, segments);
    while (path.len)
        put_segment(aml, str_cut(&path, '.'));
}

void aml_begin_scope(struct aml *aml, str path) {
    begin(aml, OP_SCOPE);
    put_path(aml, path);
}

void aml_begin_package(struct aml *aml, size_t count) {
    assert(count <= UINT8_MAX); /* more would be a VarPackage */
    begin(aml, OP_PACKAGE);
    put_byte(aml, count);
}

void aml_name(struct aml *aml, str segment) {
    put_byte(aml, OP_NAME);
    put_segment(aml, segment);
}

/* ACPI 6.5, 20.2.3. Ones stands for 64 bits, as the table's revision is 2 (19.6.150). */
void aml_integer(struct aml *aml, uint64_t value) {
    static const struct {
        uint64_t most;
        enum opcode prefix;
        size_t size;
    } forms[] = {
        {0, OP_ZERO, 0},           {1, OP_ONE, 0},
        {UINT8_MAX, OP_BYTE, 1},   {UINT16_MAX, OP_WORD, 2},
        {UINT32_MAX, OP_DWORD, 4}, {UINT64_MAX - 1, OP_QWORD, 8},
        {UINT64_MAX, OP_ONES, 0},
    };
    size_t i = 0;
    while (value > forms[i].most)
        i++;
    put_byte(aml, forms[i].prefix);
    buf_le(aml->out, value, forms[i].size);
}

void aml_buffer(struct aml *aml, str bytes) {
    begin(aml, OP_BUFFER);
    aml_integer(aml, bytes.len);
    buf_str(aml->out, bytes);
    aml_end(aml);
}
