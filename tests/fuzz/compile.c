/* SPDX-License-Identifier: Apache-2.0 */
/* All of the compiler: "PROFILE %%% INSTANCE.YAML %%% MODAVD.YAML %%% OTHER PROFILE" to all
 * outputs. */
#include "fuzz.h"

#define OPTIONS " --host linux --accel tcg --emulator qemu --qemu 7.2 --accept data"
#define TRUSTED OPTIONS " --accept host-access"

static bool is_in_instance(str line) {
    return str_find(line, '\0') == line.len &&
           (str_starts(line, STR("write /home/vms/vm/modavd")) ||
            str_starts(line, STR("replace /home/vms/vm/modavd")) ||
            str_starts(line, STR("remove /home/vms/vm/modavd")) ||
            str_starts(line, STR("sync /home/vms/vm")));
}

static void check_log(const struct os_memory *memory) {
    for (str rest = buf_view(&memory->log); rest.len > 0;)
        fuzz_check(is_in_instance(str_cut(&rest, '\n')), "only the instance's files are written");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = fuzz_arena();
    struct os_memory memory = os_memory_make(&arena);
    str rest = {(const char *)bytes, size};
    os_memory_file(&memory, "p/a.yaml", fuzz_part(&rest));
    os_memory_file(&memory, "vms/vm/instance.yaml", fuzz_part(&rest));
    os_memory_file(&memory, "vms/vm/modavd.yaml", fuzz_part(&rest));
    os_memory_file(&memory, "p/b.yaml", fuzz_part(&rest));
    fuzz_run(&memory, "check --profiles p");
    fuzz_run(&memory, "explain --format json --profiles p" OPTIONS " vms/vm");
    fuzz_check(memory.log.len == 0, "check and explain write nothing");
    int built = fuzz_run(&memory, "build --profiles p" TRUSTED " vms");
    check_log(&memory);
    size_t log = memory.log.len;
    if (built == 0) {
        fuzz_check(fuzz_run(&memory, "verify --profiles p" TRUSTED " vms") == 0,
                   "what was built is verified");
        fuzz_check(memory.log.len == log, "verify writes nothing");
        fuzz_check(fuzz_run(&memory, "clean vms") == 0, "clean removes it");
        fuzz_check(!os_memory_get(&memory, "vms/vm/modavd.args"), "clean leaves nothing");
    }
    check_log(&memory);
    arena_free(&arena);
    return 0;
}
