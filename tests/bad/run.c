/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong inputs: run DIRECTORY. Each NAME.yaml, and each directory NAME, goes through "check", and
 * its findings must be exactly those of its lines "# expect: LINE:COLUMN CODE WORDS" ("-" for the
 * file as a whole): no more, no fewer, with WORDS in the message. Where a file cannot have such a
 * line they are in NAME.expect, with "FILE:" in front where it is not NAME.yaml; "# run: ARGUMENTS"
 * there stands for "check NAME". Prints "N of M exact".
 */
#include "cli.h"

#include "diag.h"
#include "os_memory.h"
#include "path.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXPECTED_MAX = 64, CODES = 300 };

static void out_of_memory(void *context) {
    (void)context;
    fputs("out of memory\n", stderr);
    exit(70);
}

struct expected {
    str place; /* "x.yaml:4:7", "x.yaml" */
    str code, words;
    bool met;
};

struct test {
    struct arena *arena;
    struct os_memory memory;
    str name, run; /* run: arguments of the program */
    struct expected expected[EXPECTED_MAX];
    size_t count;
};

static bool seen[CODES]; /* numbers of the codes that some input has */

/* "4:7", "-", "x.yaml:4:7" or "x.yaml:-" behind FILE as a place. */
static str make_place(struct arena *arena, str file, str word) {
    size_t colon = str_find(word, ':');
    bool named = colon < word.len && !(word.at[0] >= '0' && word.at[0] <= '9');
    if (named) {
        file = str_first(word, colon);
        word = str_from_at(word, colon + 1);
    }
    if (str_equal(word, STR("-")))
        return file;
    return str_format(arena, "%.*s:%.*s", STR_ARG(file), STR_ARG(word));
}

static void read_line(struct test *test, str file, str line) {
    if (str_starts(line, STR("# run: ")))
        test->run = str_from_at(line, 7);
    if (!str_starts(line, STR("# expect: ")))
        return;
    str rest = str_trim(str_from_at(line, 10), " \r");
    struct expected *expected = &test->expected[test->count++];
    expected->place = make_place(test->arena, file, str_cut(&rest, ' '));
    expected->code = str_cut(&rest, ' ');
    expected->words = rest;
    if (test->count == EXPECTED_MAX) {
        printf("%.*s: too many expectations\n", STR_ARG(file));
        exit(1);
    }
}

static void read_lines(struct test *test, str file, str bytes) {
    while (bytes.len > 0)
        read_line(test, file, str_cut(&bytes, '\n'));
}

static str read_real(struct arena *arena, str path) {
    struct os os = os_machine();
    str bytes = {0};
    if (os.read_file(os.context, arena, path, 1u << 24, &bytes) != OS_OK) {
        printf("%.*s cannot be read\n", STR_ARG(path));
        exit(1);
    }
    return bytes;
}

/* Puts what is at PATH into the machine in memory as NAME, and takes its expectations. */
static void load(struct test *test, str path, str name) {
    struct os os = os_machine();
    struct os_listing listing;
    if (os.kind(os.context, path) != OS_KIND_DIRECTORY) {
        str bytes = read_real(test->arena, path);
        os_memory_file(&test->memory, str_c(test->arena, name), bytes);
        read_lines(test, name, bytes);
        return;
    }
    os_memory_directory(&test->memory, str_c(test->arena, name));
    if (os.list(os.context, test->arena, path, &listing) != OS_OK)
        return;
    for (size_t i = 0; i < listing.count; i++)
        load(test, path_join(test->arena, path, listing.entries[i].name),
             path_join(test->arena, name, listing.entries[i].name));
}

/* Runs test->run; the findings as JSON, which the caller owns. */
static json_t *run_program(struct test *test, int *status) {
    struct os os = os_memory_os(&test->memory);
    char *argv[32] = {NULL};
    int argc = 1;
    argv[0] = str_c(test->arena, STR("modavd-profile"));
    for (str rest = test->run; rest.len > 0 && argc < 30; argc++)
        argv[argc] = str_c(test->arena, str_cut(&rest, ' '));
    argv[argc++] = str_c(test->arena, STR("--format=json"));
    *status = cli_main(&os, argc, argv, out_of_memory, NULL);
    str text = buf_view(&test->memory.printed[1]);
    return text.len ? json_loadb(text.at, text.len, 0, NULL) : NULL;
}

static bool holds(const char *message, str words) {
    while (words.len > 0) {
        str word = str_cut(&words, ';');
        bool found = false;
        for (const char *at = message; *at && !found; at++)
            found = str_starts(str_from(at), str_trim(word, " "));
        if (!found)
            return false;
    }
    return true;
}

static str finding_place(struct arena *arena, const json_t *finding) {
    const char *path = json_string_value(json_object_get(finding, "path"));
    long long line = json_integer_value(json_object_get(finding, "line"));
    long long column = json_integer_value(json_object_get(finding, "column"));
    if (line == 0)
        return str_from(path ? path : "");
    return str_format(arena, "%s:%lld:%lld", path, line, column);
}

/* Whether FINDING is one that was expected. */
static bool meet(struct test *test, const json_t *finding) {
    str place = finding_place(test->arena, finding);
    str code = str_from(json_string_value(json_object_get(finding, "code")));
    const char *message = json_string_value(json_object_get(finding, "message"));
    for (size_t i = 0; i < test->count; i++) {
        struct expected *expected = &test->expected[i];
        if (!expected->met && str_equal(expected->place, place) &&
            str_equal(expected->code, code) && holds(message, expected->words)) {
            int number = atoi(code.at + 2); /* behind "MP" */
            expected->met = true;
            if (number < CODES)
                seen[number] = true;
            return true;
        }
    }
    printf("%.*s: not expected: %.*s %.*s %s\n", STR_ARG(test->name), STR_ARG(place), STR_ARG(code),
           message);
    return false;
}

static bool compare(struct test *test, const json_t *findings) {
    bool exact = true;
    size_t i;
    const json_t *finding;
    json_array_foreach(findings, i, finding) {
        const char *level = json_string_value(json_object_get(finding, "level"));
        if (strcmp(level, "note") != 0)
            exact &= meet(test, finding);
    }
    for (i = 0; i < test->count; i++)
        if (!test->expected[i].met) {
            exact = false;
            printf("%.*s: missing: %.*s %.*s %.*s\n", STR_ARG(test->name),
                   STR_ARG(test->expected[i].place), STR_ARG(test->expected[i].code),
                   STR_ARG(test->expected[i].words));
        }
    return exact;
}

/* Errors must show in the exit status, and a wrong input must leave nothing behind. */
static bool run_test(struct test *test) {
    int status;
    json_t *document = run_program(test, &status);
    const json_t *findings = json_object_get(document, "findings");
    bool exact = findings && compare(test, findings);
    bool wrong = false, unreadable = false;
    for (size_t i = 0; i < test->count; i++) {
        for (int code = 0; code < MP_COUNT; code++) {
            struct code_info info = code_info((enum code)code);
            if (str_equal(test->expected[i].code, str_format(test->arena, "MP%04u", info.number)))
                wrong |= info.level == LEVEL_ERROR;
        }
        unreadable |= str_equal(test->expected[i].code, STR("MP0001"));
    }
    if (!findings || status != (unreadable ? 3 : wrong ? 1 : 0)) {
        printf("%.*s: exit status %d\n", STR_ARG(test->name), status);
        exact = false;
    }
    if (test->memory.log.len > 0) {
        printf("%.*s: wrote something\n", STR_ARG(test->name));
        exact = false;
    }
    json_decref(document);
    return exact;
}

/* Inputs that are too large to keep as files. */
static str pad(struct arena *arena, str head, const char *piece, size_t count, const char *tail) {
    struct buf out = buf_make(arena);
    buf_str(&out, head);
    for (size_t i = 0; i < count; i++)
        buf_format(&out, piece, i);
    buf_text(&out, tail);
    return buf_view(&out);
}

static const str profile_head = STR_INIT("modavd-profile: 1\nname: big\nqemu:\n");

static str too_large(struct arena *arena) {
    return pad(arena, profile_head, "#", 1024 * 1024 + 1 - profile_head.len, "");
}

static str too_many_keys(struct arena *arena) {
    str head = str_format(arena, "%.*s  globals:\n    x:\n", STR_ARG(profile_head));
    return pad(arena, head, "      k%zu: 1\n", 4097, "");
}

static str too_many_elements(struct arena *arena) {
    str head = str_format(arena, "%.*s  arguments:\n", STR_ARG(profile_head));
    return pad(arena, head, "    - -k%zu\n", 4097, "");
}

static str brackets(struct arena *arena) {
    return pad(arena, STR("modavd-profile: 1\nname: big\nsummary: "), "[", 100000, "");
}

static str long_value(struct arena *arena) {
    return pad(arena, STR("modavd-profile: 1\nname: big\ndefault: "), "x", 70000, "\n");
}

static str long_expression(struct arena *arena) {
    str head = str_format(arena, "%.*s  arguments: [-S, \"${", STR_ARG(profile_head));
    return pad(arena, head, "y", 70000, "}\"]\n");
}

static str long_expansion(struct arena *arena) {
    str head = pad(arena, STR("modavd-profile: 1\nname: big\nparams: {p: {type: path, default: "),
                   "/x", 30000, "}}\nqemu: {arguments: [-append, \"");
    return pad(arena, head, "${p}", 30000, "\"]}\n");
}

static str far_profile(struct arena *arena) {
    (void)arena;
    return STR("modavd-profile: 1\nname: big\nextends: far64\n");
}

static const struct {
    const char *name, *expect;
    str (*make)(struct arena *arena);
} made[] = {
    {"too-large", "# expect: too-large.yaml:- MP0002 larger than 1048576 bytes", too_large},
    {"too-many-keys", "# expect: too-many-keys.yaml:6:7 MP0013 4096", too_many_keys},
    {"too-many-elements", "# expect: too-many-elements.yaml:5:5 MP0013 4096", too_many_elements},
    {"brackets", "# expect: brackets.yaml:3:73 MP0010 64", brackets},
    {"long-value", "# expect: long-value.yaml:3:10 MP0105 xxx...;on, off", long_value},
    {"long-expression", "# expect: long-expression.yaml:4:19 MP0111 ...;yyy", long_expression},
    {"long-expansion", "# expect: long-expansion.yaml:4:29 MP0015 1048576", long_expansion},
    {"far-profile", "# expect: far-profile.yaml:3:10 MP0014 64", far_profile},
};

static void start(struct test *test, struct arena *arena, str name) {
    *test = (struct test){.arena = arena, .name = name};
    test->memory = os_memory_make(arena);
}

/* Profiles that extend each other in a row, for those that name one of them. */
static void add_chain(struct test *test) {
    enum { LENGTH = 65 };
    for (int i = 0; i < LENGTH; i++) {
        str parent = i == 0 ? (str){0} : str_format(test->arena, "extends: far%d\n", i - 1);
        str text =
            str_format(test->arena, "modavd-profile: 1\nname: far%d\n%.*sqemu: {arguments: [-S]}\n",
                       i, STR_ARG(parent));
        os_memory_file(&test->memory, str_c(test->arena, str_format(test->arena, "far/%d.yaml", i)),
                       text);
    }
}

static bool run_made(struct arena *arena, size_t i) {
    struct test *test = ARENA_NEW(arena, struct test);
    start(test, arena, str_from(made[i].name));
    str file = str_format(arena, "%s.yaml", made[i].name);
    add_chain(test);
    test->run = str_format(arena, "check --host=windows --profiles=far %.*s", STR_ARG(file));
    os_memory_file(&test->memory, str_c(arena, file), made[i].make(arena));
    read_line(test, file, str_from(made[i].expect));
    return run_test(test);
}

/* The entry ENTRY of DIRECTORY; false where it is no test of its own. */
static bool is_test(struct arena *arena, str directory, const struct os_entry *entry) {
    struct os os = os_machine();
    if (str_ends(entry->name, STR(".yaml")) || entry->kind == OS_KIND_DIRECTORY)
        return true;
    if (!str_ends(entry->name, STR(".expect")))
        return false;
    str stem = str_first(entry->name, entry->name.len - strlen(".expect"));
    str path = path_join(arena, directory, stem);
    return os.kind(os.context, path) == OS_KIND_NONE &&
           os.kind(os.context, str_format(arena, "%.*s.yaml", STR_ARG(path))) == OS_KIND_NONE;
}

static bool run_entry(struct arena *arena, str directory, const struct os_entry *entry) {
    struct os os = os_machine();
    struct test *test = ARENA_NEW(arena, struct test);
    str name = entry->name, stem = str_first(name, str_find(name, '.'));
    str expect = path_join(arena, directory, str_format(arena, "%.*s.expect", STR_ARG(stem)));
    start(test, arena, name);
    test->run = str_format(arena, "check --host=windows %.*s", STR_ARG(name));
    if (!str_ends(name, STR(".expect")))
        load(test, path_join(arena, directory, name), name);
    if (os.kind(os.context, expect) == OS_KIND_FILE)
        read_lines(test, str_format(arena, "%.*s.yaml", STR_ARG(stem)), read_real(arena, expect));
    return run_test(test);
}

/* Every code about reading, keys and profiles that is more than a note must have an input here. */
static bool all_seen(void) {
    bool all = true;
    for (int code = 0; code < MP_COUNT; code++) {
        struct code_info info = code_info((enum code)code);
        if (info.number >= CODES || info.level == LEVEL_NOTE || seen[info.number])
            continue;
        printf("no input has MP%04u, %s\n", info.number, info.meaning);
        all = false;
    }
    return all;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct arena arena = arena_make(out_of_memory, NULL), scratch = arena;
    struct os os = os_machine();
    struct os_listing listing;
    size_t exact = 0, count = 0;
    str directory = str_from(argc == 2 ? argv[1] : ".");
    if (os.list(os.context, &arena, directory, &listing) != OS_OK)
        return 1;
    for (size_t i = 0; i < listing.count; i++, arena_clear(&scratch))
        if (is_test(&scratch, directory, &listing.entries[i])) {
            exact += run_entry(&scratch, directory, &listing.entries[i]);
            count++;
        }
    for (size_t i = 0; i < sizeof made / sizeof *made; i++, arena_clear(&scratch)) {
        exact += run_made(&scratch, i);
        count++;
    }
    bool all = all_seen();
    printf("%zu of %zu exact\n", exact, count);
    arena_free(&scratch);
    arena_free(&arena);
    return all && exact == count ? 0 : 1;
}
