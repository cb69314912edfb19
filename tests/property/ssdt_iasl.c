/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Our tables against iasl's. For each case the same table is written as ASL and compiled by iasl:
 * the bytes must be ours but for the creator, and for the If (Zero) { External } block that
 * iasl puts in front (with the length and the checksum that follow from it). Then iasl disassembles
 * ours and compiles the result: the body must come back. A warning of iasl is a failure.
 *
 *     ssdt_iasl [--seed N] [--lists N] [--case N]
 *
 * Cases 1 to 255 have that many CPUs; then come LISTS lists of states for few CPUs, and last the
 * controls: faults put in on purpose, which must be found. --case runs one again and keeps its
 * files.
 */
#define _POSIX_C_SOURCE 200809L

#include "ssdt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    HEADER_SIZE = 36,
    AT_LENGTH = 4,
    AT_CHECKSUM = 9,
    AT_CREATOR = 28,
    WORKERS_MAX = 8,
    SKIPPED = 77, /* meson's exit code for a test that could not run */
};

struct wish {
    enum cpu_names names;
    uint32_t cpus;
    struct cst_state states[CST_STATES_MAX];
    size_t count;
};

static const struct {
    const char *format;
    size_t bytes; /* as a NameString */
} paths[] = {
    [CPU_NAMES_CPUS_C] = {"\\_SB.CPUS.C%03X", 15},
    [CPU_NAMES_CP] = {"\\_SB.CP%02X", 10},
    [CPU_NAMES_C] = {"\\_SB.C%03X", 10},
};

static void out_of_memory(void *context) {
    (void)context;
    fputs("out of memory\n", stderr);
    exit(70);
}

static void die(const char *what) {
    perror(what);
    exit(70);
}

/* --- Chance: splitmix64, seeded anew for each case so that one can be run alone. --- */

static uint64_t chance(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* A number of any size that an integer can have, the edges often. */
static uint32_t chance_number(uint64_t *state) {
    static const uint32_t edges[] = {
        0, 1, 2, 100, 0xFF, 0x100, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF,
    };
    static const uint32_t masks[] = {0xFF, 0x3FF, 0xFFFF, 0xFFFFFFFF};
    uint64_t dice = chance(state);
    if (dice % 4 == 0)
        return edges[dice / 4 % (sizeof edges / sizeof edges[0])];
    return (uint32_t)(dice >> 32) & masks[dice % 4];
}

static struct wish wish_make(uint64_t seed, unsigned number) {
    uint64_t state = seed + (uint64_t)number * 0x632BE59BD9B4E019;
    struct wish wish = {.names = CPU_NAMES_CPUS_C + chance(&state) % 3};
    wish.cpus = number <= CST_CPUS_MAX ? number : 1 + (uint32_t)(chance(&state) % 4);
    /* iasl takes long over many states of many CPUs: they are for every eighth number. */
    wish.count = 1 + chance(&state) % (wish.cpus > 32 && wish.cpus % 8 ? 2 : CST_STATES_MAX);
    for (size_t i = 0; i < wish.count; i++)
        wish.states[i] = (struct cst_state){
            .enter = chance(&state) % 2 ? CST_ENTER_MWAIT : CST_ENTER_HLT,
            .hint = chance_number(&state),
            .latency_us = chance_number(&state),
            .power_mw = chance_number(&state),
        };
    return wish;
}

/* --- Files, all in the current directory. --- */

static void file_write(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        die(name);
}

/* Empty where there is no such file. */
static str file_read(struct arena *arena, const char *name) {
    struct stat status;
    FILE *file = fopen(name, "rb");
    if (!file || fstat(fileno(file), &status) != 0)
        return (str){NULL, 0};
    char *bytes = arena_alloc(arena, (size_t)status.st_size);
    size_t size = fread(bytes, 1, (size_t)status.st_size, file);
    fclose(file);
    return (str){bytes, size};
}

static void write_asl_scope(FILE *file, const struct wish *wish, unsigned cpu) {
    static const int types[CST_STATES_MAX] = {1, 2, 3, 3, 3, 3, 3};
    fputs("Scope (", file);
    fprintf(file, paths[wish->names].format, cpu);
    fprintf(file, ") { Name (_CST, Package () { %zu", wish->count);
    for (size_t i = 0; i < wish->count; i++) {
        const struct cst_state *s = &wish->states[i];
        fputs(", Package () { ResourceTemplate () { Register (FFixedHW, ", file);
        if (s->enter == CST_ENTER_MWAIT)
            fprintf(file, "1, 2, 0x%" PRIX32 ", 1", s->hint);
        else
            fputs("0, 0, 0, 0", file);
        fprintf(file, ") }, %d, %" PRIu32 ", %" PRIu32 " }", types[i], s->latency_us, s->power_mw);
    }
    fputs(" }) }\n", file);
}

static void write_asl(const char *name, const struct wish *wish) {
    FILE *file = fopen(name, "w");
    if (!file)
        die(name);
    fputs("DefinitionBlock (\"\", \"SSDT\", 2, \"MODAVD\", \"CST\", 1)\n{\n", file);
    for (unsigned cpu = 0; cpu < wish->cpus; cpu++) {
        fputs("External (", file);
        fprintf(file, paths[wish->names].format, cpu);
        fputs(", DeviceObj)\n", file);
    }
    for (unsigned cpu = 0; cpu < wish->cpus; cpu++)
        write_asl_scope(file, wish, cpu);
    fputs("}\n", file);
    if (fclose(file) != 0)
        die(name);
}

/* --- iasl --- */

/* Runs iasl with what it prints in the file "log"; false where it did not end with 0. */
static bool iasl_run(const char *const arguments[]) {
    pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        char *argv[8] = {strdup("iasl")};
        for (size_t i = 0; arguments[i]; i++)
            argv[i + 1] = strdup(arguments[i]);
        int log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (log < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
            _exit(127);
        execvp("iasl", argv);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die("waitpid");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* iasl ends with 0 on a wrong checksum or length: its words count too, but for its summary. */
static bool log_is_clean(struct arena *arena) {
    static const char summary[] = "0 Errors, 0 Warnings";
    const char *log = str_c(arena, file_read(arena, "log"));
    for (const char *at = log; *at; at++) {
        if (strncmp(at, summary, sizeof summary - 1) == 0)
            at += sizeof summary - 2;
        else if (strncmp(at, "Error", 5) == 0 || strncmp(at, "Warning", 7) == 0)
            return false;
    }
    return true;
}

static bool iasl_clean(struct arena *arena, const char *const arguments[]) {
    return iasl_run(arguments) && log_is_clean(arena);
}

static const char *const version[] = {"-v", NULL};
static const char *const compile_asl[] = {"-Pn", "-p", "theirs", "asl.dsl", NULL};
static const char *const disassemble[] = {"-d", "ours.aml", NULL};
static const char *const compile_back[] = {"-Pn", "-p", "back", "ours.dsl", NULL};
static const char *const files[] = {
    "asl.dsl", "theirs.aml", "ours.aml", "ours.dsl", "back.aml", "log",
};

/* --- One case: NULL, or what is wrong with it. --- */

/* What stands behind the header and iasl's If (Zero) { External ... }: ACPI 6.5, 20.2.5.3, the
 * block is IfOp, PkgLength, ZeroOp, and for each CPU ExternalOp, name, type and number of
 * arguments. Empty where that is not what is there. */
static str body_of_iasl(str table, const struct wish *wish) {
    const unsigned char *bytes = (const unsigned char *)table.at + HEADER_SIZE;
    size_t length = 1 + wish->cpus * (paths[wish->names].bytes + 3);
    size_t own = length + 1 <= 63 ? 1 : length + 2 <= 4095 ? 2 : 3;
    size_t block = 1 + own + length;
    if (table.len < HEADER_SIZE + block || bytes[0] != 0xA0 || bytes[1 + own] != 0x00)
        return (str){NULL, 0};
    for (size_t i = 0; i < wish->cpus; i++)
        if (bytes[2 + own + i * (paths[wish->names].bytes + 3)] != 0x15)
            return (str){NULL, 0};
    return str_from_at(table, HEADER_SIZE + block);
}

/* All of the header but for length, checksum and creator. */
static bool headers_agree(str ours, str theirs) {
    return memcmp(ours.at, theirs.at, AT_LENGTH) == 0 && ours.at[8] == theirs.at[8] &&
           memcmp(ours.at + AT_CHECKSUM + 1, theirs.at + AT_CHECKSUM + 1,
                  AT_CREATOR - AT_CHECKSUM - 1) == 0;
}

/* iasl forgives these two, so they are looked at here. */
static const char *header_fault(str table) {
    unsigned char sum = 0;
    uint32_t length = 0;
    for (size_t i = 0; i < table.len; i++)
        sum = (unsigned char)(sum + (unsigned char)table.at[i]);
    for (size_t i = 4; i-- > 0;)
        length = length << 8 | (unsigned char)table.at[AT_LENGTH + i];
    return sum != 0 ? "the checksum" : length != table.len ? "the length" : NULL;
}

static const char *same_as_iasl(struct arena *arena, str ours, const struct wish *wish) {
    write_asl("asl.dsl", wish);
    if (!iasl_clean(arena, compile_asl))
        return "iasl does not like the ASL of this test";
    str theirs = file_read(arena, "theirs.aml");
    str body = body_of_iasl(theirs, wish);
    if (!body.len)
        return "iasl's table does not start with its External block";
    if (HEADER_SIZE + body.len > SSDT_SIZE_MAX)
        return ours.len ? "a table larger than QEMU takes" : NULL;
    if (ours.len < HEADER_SIZE || !headers_agree(ours, theirs))
        return "the header differs from iasl's";
    if (!str_equal(str_from_at(ours, HEADER_SIZE), body))
        return "the body differs from iasl's";
    return header_fault(ours);
}

static const char *comes_back(struct arena *arena, str ours, const struct wish *wish) {
    file_write("ours.aml", ours.at, ours.len);
    if (!iasl_clean(arena, disassemble))
        return "iasl -d complains";
    if (!iasl_clean(arena, compile_back))
        return "iasl complains about what iasl -d made";
    str body = body_of_iasl(file_read(arena, "back.aml"), wish);
    if (!str_equal(str_from_at(ours, HEADER_SIZE), body))
        return "another body came back from iasl -d and iasl";
    return NULL;
}

static const char *table_fault(struct arena *arena, str ours, const struct wish *wish) {
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        unlink(files[i]);
    const char *fault = same_as_iasl(arena, ours, wish);
    return fault || !ours.len ? fault : comes_back(arena, ours, wish);
}

/* --- Controls: the proof can fail. --- */

struct control {
    const char *what;
    size_t at;   /* the byte of a one-CPU table that changes by one, ... */
    bool summed; /* ... with the checksum set right again */
    bool alone;  /* only iasl -d and iasl look */
};

static const struct control controls[] = {
    {"a wrong checksum", AT_CHECKSUM, false, false},
    {"a wrong checksum, iasl -d alone", AT_CHECKSUM, false, true},
    {"a wrong length", AT_LENGTH, true, false},
    {"another revision", 8, true, false},
    {"another OEM id", 10, true, false},
    {"another CPU", 36 + 2 + 14, true, false},
    {"another latency", 89 + 1 - 2, true, false},
};

enum { CONTROLS = sizeof controls / sizeof controls[0] };

static const char *control_fault(struct arena *arena, const struct control *control) {
    static const struct wish wish = {CPU_NAMES_CPUS_C, 1, {{CST_ENTER_HLT, 0, 100, 0}}, 1};
    str table = ssdt_emit(arena, wish.names, wish.cpus, wish.states, wish.count);
    char *bytes = str_c(arena, table);
    bytes[control->at]++;
    if (control->summed)
        bytes[AT_CHECKSUM]--;
    table.at = bytes;
    const char *fault =
        control->alone ? comes_back(arena, table, &wish) : table_fault(arena, table, &wish);
    return fault ? NULL : control->what;
}

/* --- The run. --- */

struct run {
    uint64_t seed;
    unsigned cases; /* controls included */
    unsigned workers;
};

static bool case_passes(const struct run *run, unsigned number) {
    struct arena arena = arena_make(out_of_memory, NULL);
    const char *fault;
    if (number > run->cases - CONTROLS) {
        fault = control_fault(&arena, &controls[number - (run->cases - CONTROLS) - 1]);
        if (fault)
            printf("control %u: not found: %s\n", number, fault);
    } else {
        struct wish wish = wish_make(run->seed, number);
        str table = ssdt_emit(&arena, wish.names, wish.cpus, wish.states, wish.count);
        fault = table_fault(&arena, table, &wish);
        if (fault)
            printf("case %u (%u CPUs, %zu states): %s\n", number, (unsigned)wish.cpus, wish.count,
                   fault);
    }
    arena_free(&arena);
    return !fault;
}

/* A directory of its own for each worker, as iasl names its outputs itself. */
static void directory_enter(const char *parent, unsigned worker) {
    char name[16];
    snprintf(name, sizeof name, "%u", worker);
    if (chdir(parent) != 0 || mkdir(name, 0700) != 0 || chdir(name) != 0)
        die(parent);
}

static void directory_remove(const char *parent, unsigned workers) {
    for (unsigned worker = 0; worker < workers; worker++) {
        char name[16];
        snprintf(name, sizeof name, "%u", worker);
        if (chdir(parent) != 0 || chdir(name) != 0)
            continue;
        for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
            unlink(files[i]);
        if (chdir(parent) != 0 || rmdir(name) != 0)
            die(parent);
    }
    rmdir(parent);
}

/* Every WORKERS-th case; large and small tables are spread evenly so. One byte a case goes to
 * RESULTS; the cases of a worker that dies are missing there, and so have failed. */
static void worker_run(const struct run *run, const char *parent, unsigned worker, int results) {
    directory_enter(parent, worker);
    for (unsigned number = 1 + worker; number <= run->cases; number += run->workers) {
        char passed = case_passes(run, number);
        if (write(results, &passed, 1) != 1)
            die("pipe");
    }
    fflush(stdout);
    _exit(0);
}

static void run_all(const struct run *run, const char *parent, unsigned *passed) {
    int results[2];
    if (pipe(results) != 0)
        die("pipe");
    fflush(stdout);
    for (unsigned worker = 0; worker < run->workers; worker++) {
        pid_t child = fork();
        if (child < 0)
            die("fork");
        if (child == 0)
            worker_run(run, parent, worker, results[1]);
    }
    close(results[1]);
    for (char result; read(results[0], &result, 1) == 1;)
        *passed += result == 1;
    while (wait(NULL) > 0)
        continue;
}

static unsigned workers_wanted(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > WORKERS_MAX ? WORKERS_MAX : (unsigned)processors;
}

struct options {
    uint64_t seed;
    unsigned lists, only;
};

static struct options options_read(int argc, char *argv[]) {
    struct options options = {(uint64_t)time(NULL), 300, 0};
    for (int i = 1; i + 1 < argc; i += 2) {
        uint64_t value = strtoull(argv[i + 1], NULL, 0);
        if (strcmp(argv[i], "--seed") == 0)
            options.seed = value;
        if (strcmp(argv[i], "--lists") == 0)
            options.lists = (unsigned)value;
        if (strcmp(argv[i], "--case") == 0)
            options.only = (unsigned)value;
    }
    return options;
}

static char *directory_make(void) {
    const char *parent = getenv("TMPDIR");
    static const char name[] = "/ssdt_iasl.XXXXXX";
    parent = parent ? parent : "/tmp";
    size_t size = strlen(parent) + sizeof name;
    char *path = malloc(size);
    if (!path)
        out_of_memory(NULL);
    snprintf(path, size, "%s%s", parent, name);
    if (!mkdtemp(path))
        die(path);
    return path;
}

int main(int argc, char *argv[]) {
    struct options options = options_read(argc, argv);
    struct run run = {options.seed, CST_CPUS_MAX + options.lists + CONTROLS, workers_wanted()};
    char *directory = directory_make();
    unsigned passed = 0, wanted = run.cases;
    directory_enter(directory, run.workers);
    bool have_iasl = iasl_run(version);
    if (have_iasl && options.only) {
        passed = case_passes(&run, options.only);
        printf("files in %s/%u\n", directory, run.workers);
        return passed ? 0 : 1;
    }
    if (have_iasl) {
        printf("seed %" PRIu64 ", %u cases\n", run.seed, run.cases);
        run_all(&run, directory, &passed);
        printf("%u passed, %u failed\n", passed, wanted - passed);
    } else {
        puts("skipped: no iasl");
    }
    directory_remove(directory, run.workers + 1);
    free(directory);
    return !have_iasl ? SKIPPED : passed == wanted ? 0 : 1;
}
