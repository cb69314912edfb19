/* SPDX-License-Identifier: Apache-2.0 */
/* Pointer files and the config.ini of an AVD: "POINTER %%% CONFIG", built and verified. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = fuzz_arena();
    struct os_memory memory = os_memory_make(&arena);
    str rest = {(const char *)bytes, size};
    os_memory_file(&memory, "avd/x.ini", fuzz_part(&rest));
    os_memory_file(&memory, "avd/x.avd/config.ini", rest);
    os_memory_text(&memory, "elsewhere", "left alone");
    os_memory_set(&memory, "HOME", "/home");
    int built = fuzz_run(&memory, "build --host windows --accel whpx avd");
    size_t log = memory.log.len;
    if (built == 0) {
        fuzz_check(fuzz_run(&memory, "verify --host windows --accel whpx avd") == 0,
                   "what was built is verified");
        fuzz_check(fuzz_run(&memory, "build --host windows --accel whpx avd") == 0 &&
                       memory.log.len == log,
                   "a second build writes nothing");
    }
    arena_free(&arena);
    return 0;
}
