/* SPDX-License-Identifier: Apache-2.0 */
/* A manifest from anywhere: build, verify and clean touch what is ours and nothing else. */
#include "fuzz.h"
#include "manifest_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = fuzz_arena();
    struct os_memory memory = os_memory_make(&arena);
    str manifest = {(const char *)bytes, size}, why;
    struct records records, again;
    if (manifest_read(&arena, manifest, &records, &why)) {
        str both = manifest_of_records(&arena, &records, &records);
        fuzz_check(manifest_read(&arena, both, &again, &why), "what is written can be read");
        fuzz_check(again.count == 2 * records.count, "and has all records");
    }
    os_memory_text(&memory, "vms/vm/instance.yaml", "name: vm\ncpus: 2\nram: 1G\n");
    os_memory_text(&memory, "vms/vm/modavd-new.txt", "somebody's");
    os_memory_text(&memory, "vms/config.ini", "somebody's");
    os_memory_file(&memory, "vms/vm/modavd-manifest.json", manifest);
    fuzz_run(&memory, "verify --host windows vms");
    fuzz_check(memory.log.len == 0, "verify writes nothing");
    fuzz_run(&memory, "clean vms");
    fuzz_check(os_memory_get(&memory, "vms/config.ini") != NULL, "what is not ours stays");
    fuzz_check(os_memory_get(&memory, "vms/vm/instance.yaml") != NULL, "inputs stay");
    fuzz_run(&memory, "build --host windows vms");
    fuzz_check(os_memory_get(&memory, "vms/vm/instance.yaml") != NULL, "inputs stay");
    arena_free(&arena);
    return 0;
}
