/* SPDX-License-Identifier: Apache-2.0 */
#include "cst.h"

/* ACPI 6.5, 20.2.3: ZeroOp and OneOp, then a prefix with 1, 2 or 4 bytes. */
static size_t integer_size(uint32_t value) {
    if (value <= 1)
        return 1;
    return value <= 0xFF ? 2 : value <= 0xFFFF ? 3 : 5;
}

/* ACPI 6.5, 20.2.4: a PkgLength counts itself, one byte for up to 63 and two for up to 4095. The
 * largest package here, the scope of a CPU with 7 states, has 280. */
static size_t package_size(size_t body) {
    return body + (body + 1 < 1u << 6 ? 1 : 2);
}

static size_t state_size(const struct cst_state *state, size_t place) {
    enum { COUNT_BYTE = 1, REGISTER_BUFFER = 21 };
    size_t type = integer_size((uint32_t)place + 1); /* C3 takes as much as C7 would */
    return 1 + package_size(COUNT_BYTE + REGISTER_BUFFER + type + integer_size(state->latency_us) +
                            integer_size(state->power_mw));
}

size_t cst_table_size(enum cpu_names names, uint32_t cpus, const struct cst_state *states,
                      size_t count) {
    enum { HEADER = 36, NAME_OP = 5, COUNT_BYTE = 1 };
    size_t path = names == CPU_NAMES_CPUS_C ? 15 : 10; /* a MultiNamePrefix, a DualNamePrefix */
    size_t body = COUNT_BYTE + integer_size((uint32_t)count);
    for (size_t i = 0; i < count; i++)
        body += state_size(&states[i], i);
    size_t scope = 1 + package_size(path + NAME_OP + 1 + package_size(body));
    return HEADER + cpus * scope;
}
