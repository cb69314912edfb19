/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzz targets share. Each target is one file; with libFuzzer it is a fuzzer, and with
 * replay.c a test that runs the inputs of a corpus. */
#ifndef MODAVD_FUZZ_H
#define MODAVD_FUZZ_H

#include "diag.h"
#include "os_memory.h"

/* A call of the target with SIZE bytes of any content. Gives 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* An arena that ends the test where memory runs out. */
struct arena fuzz_arena(void);

/* Ends the test, as a sanitizer does: what WHAT says does not hold. */
void fuzz_check(bool holds, const char *what);

/* The text before the next line "%%%" of *REST; moves *REST behind it. Inputs for several files
 * are written so. */
str fuzz_part(str *rest);

/* Runs the program over MEMORY with WORDS, which blanks part. Gives its exit status, one of the
 * documented ones. */
int fuzz_run(struct os_memory *memory, const char *words);

#endif
