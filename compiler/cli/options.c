/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "growing.h"
#include "profile_keys.h"
#include "settings_read.h"

#include <getopt.h>
#include <string.h>

/* What an option does with its argument. */
enum action {
    SET_FLAG,  /* a bool of struct options */
    SET_TEXT,  /* a str of struct options */
    SET_WORD,  /* a choice of struct options, out of the row's words */
    ADD_DIR,   /* --profiles */
    ADD_ONLY,  /* --profile */
    SET_KEY,   /* a key of modavd.yaml */
    ADD_KEY,   /* one more element of a list of modavd.yaml */
    SET_PARAM, /* --param PROFILE.NAME=VALUE */
};

static const struct word format_words[] = {{"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {0}};
static const struct word page_words[] = {{"markdown", FORMAT_MARKDOWN}, {"man", FORMAT_MAN}, {0}};
static const struct word form_words[] = {{"args", EMIT_ARGS},
                                         {"json", EMIT_JSON},
                                         {"sh", EMIT_SH},
                                         {"cmd", EMIT_CMD},
                                         {"powershell", EMIT_POWERSHELL},
                                         {"libvirt", EMIT_LIBVIRT},
                                         {"readconfig", EMIT_READCONFIG},
                                         {0}};
static const struct word colour_words[] = {
    {"auto", COLOUR_AUTO}, {"always", COLOUR_ALWAYS}, {"never", COLOUR_NEVER}, {0}};

/* KEY is a path in modavd.yaml: the command line is one more layer of the same settings. Rows of
 * one name are for different commands, and all take an argument or all none. */
static const struct option_row {
    const char *name, *argument;
    unsigned commands;
    enum action action;
    const char *key;
    size_t offset;
    const struct word *words;
    const char *help;
} rows[] = {
    {"host", "HOST", COMMAND_PLANS, SET_KEY, "target.host", 0, NULL,
     "build for windows, linux or macos (default: this host)"},
    {"accel", "ACCEL", COMMAND_PLANS, SET_KEY, "target.accel", 0, NULL,
     "whpx, aehd, haxm, kvm, hvf or tcg (default: the host's usual one)"},
    {"emulator", "NAME", COMMAND_PLANS, SET_KEY, "target.emulator", 0, NULL,
     "android (for AVDs) or qemu (for other machines)"},
    {"emulator-version", "VERSION", COMMAND_PLANS, SET_KEY, "target.emulator-version", 0, NULL,
     "the Android emulator's version, such as 35.6.3"},
    {"emulator-dir", "DIR", COMMAND_PLANS, SET_KEY, "target.emulator-dir", 0, NULL,
     "where the Android emulator is installed: its source.properties tells the version"},
    {"qemu", "VERSION|FILE", COMMAND_PLANS, SET_KEY, "target.qemu", 0, NULL,
     "QEMU's version (default for android: 2.12.0), or a catalogue that probe made"},
    {"base-args", "FILE", COMMAND_PLANS, SET_KEY, "target.base-args", 0, NULL,
     "the manager's own arguments for QEMU, one a line, to check against"},
    {"run-dir", "DIR", COMMAND_PLANS, SET_KEY, "target.run-dir", 0, NULL,
     "the directory that the emulator runs in (default: each instance's)"},
    {"cores", "N", COMMAND_PLANS, SET_KEY, "target.cores", 0, NULL,
     "what the manager passes as -cores"},
    {"profile", "NAME", COMMAND_PLANS, ADD_ONLY, NULL, 0, NULL,
     "build this profile only, on by default or not; may be repeated"},
    {"enable", "NAME", COMMAND_PLANS, ADD_KEY, "profiles.enable", 0, NULL,
     "build this profile too; may be repeated"},
    {"disable", "NAME", COMMAND_PLANS, ADD_KEY, "profiles.disable", 0, NULL,
     "do not build this profile; may be repeated"},
    {"param", "PROFILE.NAME=VALUE", COMMAND_PLANS, SET_PARAM, NULL, 0, NULL,
     "set a parameter of a profile; may be repeated"},
    {"accept", "RISK", COMMAND_PLANS, ADD_KEY, "accept", 0, NULL, "accept profiles with this risk"},
    {"profiles", "DIR", COMMAND_PLANS | COMMAND_LIST | COMMAND_SHOW, ADD_DIR, NULL, 0, NULL,
     "read the profiles of DIR too; may be repeated"},
    {"dry-run", NULL, COMMAND_BUILD, SET_FLAG, NULL, offsetof(struct options, dry_run), NULL,
     "say what would change and write nothing"},
    {"diff", NULL, COMMAND_BUILD, SET_FLAG, NULL, offsetof(struct options, diff), NULL,
     "show what would change line by line and write nothing"},
    {"force", NULL, COMMAND_BUILD | COMMAND_CLEAN | COMMAND_EXEC, SET_FLAG, NULL,
     offsetof(struct options, force), NULL, "overwrite or remove files that somebody else changed"},
    {"output", "FILE", COMMAND_PROBE, SET_TEXT, NULL, offsetof(struct options, output), NULL,
     "write to FILE (default: standard output)"},
    {"werror", NULL, COMMAND_PLANS, SET_FLAG, NULL, offsetof(struct options, werror), NULL,
     "warnings are errors"},
    {"format", "FORMAT", COMMAND_TEXT_OR_JSON, SET_WORD, NULL, offsetof(struct options, format),
     format_words, "text (the default) or json"},
    {"format", "FORMAT", COMMAND_DOC, SET_WORD, NULL, offsetof(struct options, format), page_words,
     "markdown (the default) or man"},
    {"format", "FORMAT", COMMAND_EMIT, SET_WORD, NULL, offsetof(struct options, form), form_words,
     "args (the default), json, sh, cmd, powershell, libvirt or readconfig"},
    {"color", "WHEN", COMMAND_ANY, SET_WORD, NULL, offsetof(struct options, colour), colour_words,
     "auto (the default), always or never; NO_COLOR is honoured"},
    {"help", NULL, COMMAND_ANY, SET_FLAG, NULL, offsetof(struct options, help), NULL,
     "show this help"},
    {"version", NULL, COMMAND_ANY, SET_FLAG, NULL, offsetof(struct options, version), NULL,
     "show the version"},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Letters for the few options that every tool has. */
static const char letters[] = ":hV";
static const struct {
    char letter;
    const char *name;
} short_names[] = {{'h', "help"}, {'V', "version"}};

struct reader {
    struct arena *arena;
    struct diags *diags;
    struct options *out;
    uint32_t source;
    char **argv;  /* as typed, which places are told in */
    char **moved; /* the same words, which getopt moves about */
    int argc;
    struct node *tree; /* what the options set, as modavd.yaml would say it */
};

/* The words with blanks between, so that findings can point at them. */
static uint32_t add_source(struct arena *arena, struct diags *diags, int argc, char **argv) {
    struct buf buf = buf_make(arena);
    for (int i = 0; i < argc; i++) {
        if (i > 0)
            buf_char(&buf, ' ');
        buf_text(&buf, i > 0 ? argv[i] : "modavd-profile");
    }
    uint32_t source = source_add(diags->sources, STR("command line"), buf_view(&buf));
    source_set_of_run(diags->sources, source, STR("command line"));
    return source;
}

/* The place of the text AT in argv: its word, and how far into it. */
static struct span span_of(const struct reader *reader, const char *at, size_t length) {
    size_t offset = strlen("modavd-profile");
    for (int i = 1; i < reader->argc; i++) {
        const char *word = reader->argv[i];
        size_t size = strlen(word);
        offset++;
        if (at >= word && at <= word + size)
            return (struct span){reader->source, (uint32_t)(offset + (size_t)(at - word)),
                                 (uint32_t)length};
        offset += size;
    }
    return span_file(reader->source);
}

static struct node *make_node(const struct reader *reader, enum node_kind kind, str text,
                              struct span at) {
    struct node *node = ARENA_NEW(reader->arena, struct node);
    *node = (struct node){.kind = kind, .at = at, .text = text, .plain = true};
    return node;
}

static void append(struct node *parent, struct node *child) {
    struct node **end = &parent->first;
    while (*end)
        end = &(*end)->next;
    *end = child;
    parent->count++;
}

/* The child KEY of MAP, made as KIND where there is none. */
static struct node *child_of(const struct reader *reader, struct node *map, str key,
                             enum node_kind kind, struct span at) {
    struct node *child = yaml_get(map, key);
    if (!child) {
        child = make_node(reader, kind, (str){0}, at);
        child->key = make_node(reader, NODE_SCALAR, key, at);
        append(map, child);
    }
    return child;
}

/* Sets PATH ("target.host"; its last part may be a list) to the word VALUE. */
static void set_key(const struct reader *reader, const char *path, str value, struct span at,
                    bool list) {
    struct node *map = reader->tree;
    str rest = str_from(path), key = str_cut(&rest, '.');
    for (; rest.at; key = str_cut(&rest, '.'))
        map = child_of(reader, map, key, NODE_MAP, at);
    struct node *child = child_of(reader, map, key, list ? NODE_LIST : NODE_SCALAR, at);
    if (list) {
        append(child, make_node(reader, NODE_SCALAR, value, at));
    } else {
        child->text = value; /* the last one holds, as everywhere on command lines */
        child->at = at;
    }
}

static void set_param(const struct reader *reader, const char *argument) {
    str text = str_from(argument), value = text, profile;
    str name = str_cut(&value, '=');
    profile = str_cut(&name, '.');
    struct span at = span_of(reader, argument, text.len);
    if (!value.at || !name.at || profile.len == 0 || name.len == 0) {
        diag(reader->diags, MP_USAGE, at,
             "--param is PROFILE.NAME=VALUE, such as "
             "sync-io.latency=50us");
        return;
    }
    struct node *params = child_of(reader, reader->tree, STR("params"), NODE_MAP, at);
    struct node *map =
        child_of(reader, params, profile, NODE_MAP, span_of(reader, profile.at, profile.len));
    struct node *node =
        child_of(reader, map, name, NODE_SCALAR, span_of(reader, name.at, name.len));
    node->text = value;
    node->at = span_of(reader, value.at, value.len);
}

static void add_word(struct arena *arena, struct words *words, str word) {
    str *items = ARENA_ARRAY(arena, words->count + 1, str);
    for (size_t i = 0; i < words->count; i++)
        items[i] = words->items[i];
    items[words->count++] = word;
    words->items = items;
}

static void add_only(const struct reader *reader, str word, struct span at) {
    struct text_list *only = &reader->out->layer.only;
    struct text *items = ARENA_ARRAY(reader->arena, only->count + 1, struct text);
    for (size_t i = 0; i < only->count; i++)
        items[i] = only->items[i];
    items[only->count] = (struct text){word, at};
    *only = (struct text_list){items, only->count + 1, at};
}

static void set_word(const struct reader *reader, const struct option_row *row, str word,
                     struct span at) {
    int value;
    if (word_find(row->words, word, &value))
        memcpy((char *)reader->out + row->offset, &value, sizeof value);
    else
        diag(reader->diags, MP_USAGE, at, "--%s is %.*s", row->name,
             STR_ARG(word_list(reader->arena, row->words)));
}

static void apply(const struct reader *reader, const struct option_row *row, char *argument) {
    static const bool yes = true;
    str word = str_from(argument);
    struct span at = argument ? span_of(reader, argument, word.len) : (struct span){0};
    switch (row->action) {
    case SET_FLAG:
        memcpy((char *)reader->out + row->offset, &yes, sizeof yes);
        break;
    case SET_TEXT:
        memcpy((char *)reader->out + row->offset, &word, sizeof word);
        break;
    case SET_WORD:
        set_word(reader, row, word, at);
        break;
    case ADD_DIR:
        add_word(reader->arena, &reader->out->profile_dirs, word);
        break;
    case ADD_ONLY:
        add_only(reader, word, at);
        break;
    case SET_KEY:
    case ADD_KEY:
        set_key(reader, row->key, word, at, row->action == ADD_KEY);
        break;
    case SET_PARAM:
        set_param(reader, argument);
        break;
    }
}

static str row_name(const void *context, size_t i) {
    (void)context;
    return str_from(rows[i].name);
}

static void unknown_option(const struct reader *reader, const char *word) {
    str text = str_from(word), value = str_trim(text, "-"), name = str_cut(&value, '=');
    str near = str_nearest(name, ROWS, row_name, NULL);
    if (value.at && str_equal(name, near)) { /* it is known: getopt minds the value */
        diag(reader->diags, MP_USAGE, span_of(reader, word, text.len), "'--%.*s' takes no value",
             STR_ARG(name));
        return;
    }
    diag(reader->diags, MP_USAGE, span_of(reader, word, text.len), "unknown option '%.*s'%s%.*s%s",
         STR_ARG(text), near.len ? ", did you mean '--" : "", STR_ARG(near), near.len ? "'?" : "");
}

static const struct option_row *find_row(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static const struct option_row *short_row(int letter) {
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (short_names[i].letter == letter)
            return find_row(short_names[i].name);
    return NULL;
}

/* The word that getopt stopped in: the last one it is done with, or the current one when more
 * letters follow LETTER there. */
static const char *current_word(const struct reader *reader, int letter) {
    const char *word = reader->moved[optind - 1];
    bool bundle = word[0] == '-' && word[1] != '-' && strchr(word, letter);
    return letter && !bundle && optind < reader->argc ? reader->moved[optind] : word;
}

/* getopt takes any unambiguous start of a name, which a new option would break: refuse that. */
static bool is_whole(const char *word, const struct option_row *row) {
    str name = str_from_at(str_from(word), 2);
    return str_equal(str_cut(&name, '='), str_from(row->name));
}

struct given {
    const struct option_row *row;
    const char *word;
    char *argument;
};

static void one_option(const struct reader *reader, int code, int index, struct given *given) {
    const char *word = current_word(reader, code == '?' ? optopt : code == ':' ? 0 : code);
    const struct option_row *row = code == 0 ? &rows[index] : short_row(code);
    if (code == 0 && rows[index].argument && optarg == word)
        word = reader->moved[optind - 2];
    if (code == ':' && !strchr(word, '=')) /* BSD's and mingw's say ':' of "--flag=value" too */
        diag(reader->diags, MP_USAGE, span_of(reader, word, strlen(word)), "'%s' needs a value",
             word);
    else if (!row || (code == 0 && !is_whole(word, row)))
        unknown_option(reader, word);
    else
        *given = (struct given){row, word, optarg};
}

/* Every option given, more than words where letters stand together: which row holds, or whether
 * any, is known when the command is. */
static void scan(const struct reader *reader, struct growing *out) {
    struct option longs[ROWS + 1] = {{0}};
    int code, index = 0;
    for (size_t i = 0; i < ROWS; i++)
        longs[i] = (struct option){rows[i].name, rows[i].argument ? required_argument : no_argument,
                                   NULL, 0};
    opterr = 0; /* our own words, the same on every system */
    optind = 1;
    while ((code = getopt_long(reader->argc, reader->moved, letters, longs, &index)) != -1) {
        struct given given = {0};
        one_option(reader, code, index, &given);
        if (given.row)
            *(struct given *)growing_add(reader->arena, out, sizeof given) = given;
    }
}

static void take_operands(const struct reader *reader) {
    struct options *out = reader->out;
    for (int i = optind; i < reader->argc; i++) {
        if (i == optind)
            out->command = str_from(reader->moved[i]);
        else
            add_word(reader->arena, &out->operands, str_from(reader->moved[i]));
    }
}

/* The row of ROW's name that is for COMMAND; ROW itself where there is none or no command. */
static const struct option_row *row_for(const struct option_row *row, unsigned command) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].commands & command && strcmp(rows[i].name, row->name) == 0)
            return &rows[i];
    return row;
}

static void apply_all(const struct reader *reader, const struct given *given, size_t count,
                      unsigned command) {
    for (size_t i = 0; i < count; i++) {
        const struct option_row *row = row_for(given[i].row, command);
        apply(reader, row, given[i].argument);
        if (command && !(row->commands & command))
            diag(reader->diags, MP_USAGE, span_of(reader, given[i].word, strlen(given[i].word)),
                 "'%.*s' has no option --%s", STR_ARG(reader->out->command), row->name);
    }
}

bool options_read(struct arena *arena, struct diags *diags, int argc, char **argv,
                  unsigned (*command_bit)(str name), struct options *out) {
    struct reader reader = {.arena = arena, .diags = diags, .out = out, .argc = argc, .argv = argv};
    size_t errors = diags->errors;
    *out = (struct options){.layer.layer = LAYER_COMMAND_LINE};
    reader.source = add_source(arena, diags, argc, argv);
    reader.moved = ARENA_ARRAY(arena, (size_t)argc + 1, char *);
    memcpy(reader.moved, argv, (size_t)argc * sizeof *argv);
    out->layer.source = reader.source;
    reader.tree = make_node(&reader, NODE_MAP, (str){0}, span_file(reader.source));
    struct growing given = {0};
    scan(&reader, &given);
    take_operands(&reader);
    apply_all(&reader, given.items, given.count, command_bit(out->command));
    settings_from_tree(arena, diags, reader.tree, &out->layer);
    return diags->errors == errors;
}

void options_help(struct buf *out, unsigned command) {
    for (size_t i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        if (!(row->commands & command))
            continue;
        str left = str_format(out->arena, "--%s%s%s", row->name, row->argument ? " " : "",
                              row->argument ? row->argument : "");
        buf_format(out, "  %-28.*s %s\n", STR_ARG(left), row->help);
    }
}

/* The words that a key of modavd.yaml takes, by its path; NULL where it takes others. */
static const struct word *key_words(const char *path) {
    const struct record *record = settings_type.record;
    const struct type *type = NULL;
    for (str rest = str_from(path), key = str_cut(&rest, '.'); record; key = str_cut(&rest, '.')) {
        size_t i = 0;
        while (i < record->count && !str_equal(str_from(record->fields[i].key), key))
            i++;
        type = i < record->count ? record->fields[i].type : NULL;
        record = type && rest.at ? type->record : NULL;
    }
    return type ? type->words : NULL;
}

static const char *const *word_texts(struct arena *arena, const struct word *words) {
    size_t count = 0;
    while (words[count].text)
        count++;
    const char **texts = ARENA_ARRAY(arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++)
        texts[i] = words[i].text;
    return texts;
}

/* What the table says of an argument by its name. */
static const struct {
    const char *name;
    enum argument_kind kind;
} argument_kinds[] = {
    {"FILE", ARGUMENT_FILE}, {"VERSION|FILE", ARGUMENT_FILE}, {"DIR", ARGUMENT_DIRECTORY}};

static enum argument_kind kind_of(const struct option_row *row) {
    bool profiles = row->key && strncmp(row->key, "profiles.", strlen("profiles.")) == 0;
    if (profiles || row->action == ADD_ONLY)
        return ARGUMENT_PROFILE;
    for (size_t i = 0; row->argument && i < sizeof argument_kinds / sizeof *argument_kinds; i++)
        if (strcmp(row->argument, argument_kinds[i].name) == 0)
            return argument_kinds[i].kind;
    return ARGUMENT_NOTHING;
}

static char letter_of(const struct option_row *row) {
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (strcmp(short_names[i].name, row->name) == 0)
            return short_names[i].letter;
    return 0;
}

const struct tool_option *options_describe(struct arena *arena, size_t *count) {
    struct tool_option *options = ARENA_ARRAY(arena, ROWS, struct tool_option);
    for (size_t i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        const struct word *words = row->key ? key_words(row->key) : row->words;
        const struct tool_argument argument = {row->argument, words ? ARGUMENT_WORDS : kind_of(row),
                                               words ? word_texts(arena, words) : NULL};
        options[i] =
            (struct tool_option){row->name, letter_of(row), row->commands, argument, row->help};
    }
    *count = ROWS;
    return options;
}
