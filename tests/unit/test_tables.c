/* SPDX-License-Identifier: Apache-2.0 */
/* What every row of the tables of keys, checks, commands and options must have, since pages,
 * editors and shells show it. */
#include "checks.h"
#include "commands.h"
#include "complete.h"
#include "documents.h"
#include "example.h"
#include "topics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

static int start(void **state) {
    (void)state;
    arena = arena_make(out_of_memory, NULL);
    return 0;
}

static int finish(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static void need(const char *what, const char *of, const char *text) {
    if (!text || text[0] == '\0')
        fail_msg("%s of '%s' is empty", what, of);
}

/* One line: it starts with a capital letter and ends with a point. */
static void need_sentences(const char *of, const char *text) {
    need("the text", of, text);
    if (text[0] < 'A' || text[0] > 'Z' || text[strlen(text) - 1] != '.' || strchr(text, '\n'))
        fail_msg("the text of '%s' is no sentence: %s", of, text);
}

static void need_example(const char *of, const char *example) {
    need("the example", of, example);
    json_t *json = example_json(&arena, example);
    if (!json)
        fail_msg("the example of '%s' is not YAML: %s", of, example);
    json_decref(json);
}

static size_t check_type(const struct type *type);

static size_t check_field(const struct field *field) {
    need("the phrase", field->key, field->summary);
    need_sentences(field->key, field->text);
    need_example(field->key, field->example);
    return 1 + check_type(field->type);
}

/* All fields that TYPE leads to; what a page or schema asks of each shape is there. */
static size_t check_type(const struct type *type) {
    size_t count = 0;
    need("what is wanted", "a type", type->wanted);
    if (type->shape == SHAPE_TEXT || type->shape == SHAPE_VALUE || type->shape == SHAPE_MAP)
        assert_non_null(type->form);
    if (type->shape == SHAPE_WORD || type->shape == SHAPE_WORDS)
        assert_non_null(type->words);
    if (type->shape == SHAPE_LIST || type->shape == SHAPE_MAP)
        count += check_type(type->element);
    if (type->form)
        need("what is wanted", "a form", type->form->wanted);
    for (size_t i = 0; type->record && i < type->record->count; i++)
        count += check_field(&type->record->fields[i]);
    if (type->record && type->record->other)
        count += check_field(type->record->other);
    return count;
}

static void test_keys(void **state) {
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < document_count; i++) {
        need_sentences(documents[i].name, documents[i].text);
        count += check_type(documents[i].type);
    }
    assert_true(count > 60);
}

static void test_checks(void **state) {
    (void)state;
    for (size_t i = 0; i < check_info_count; i++) {
        need("the phrase", check_infos[i].pattern, check_infos[i].summary);
        need_example(check_infos[i].pattern, check_infos[i].example);
    }
}

static void test_commands(void **state) {
    (void)state;
    const struct tool tool = cli_tool(&arena);
    unsigned bits = 0;
    for (size_t i = 0; i < tool.command_count; i++) {
        const struct tool_command *command = &tool.commands[i];
        need("the summary", command->name, command->summary);
        assert_int_equal(bits & command->bit, 0);
        bits |= command->bit;
        /* an operand that no row of operand_kinds has could not be completed; a name that is made
         * up has nothing to list */
        if (command->operand.name && command->operand.kind == ARGUMENT_NOTHING &&
            strcmp(command->operand.name, "NAME") != 0)
            fail_msg("nothing tells what the operand of '%s' is", command->name);
    }
    assert_int_equal(bits, COMMAND_ANY);
    for (size_t i = 0; i < tool.option_count; i++) {
        need("the help", tool.options[i].name, tool.options[i].help);
        assert_int_not_equal(tool.options[i].commands & bits, 0);
    }
}

/* Rows of one name share no command, and all take an argument or all none. */
static void test_twins(void **state) {
    (void)state;
    const struct tool tool = cli_tool(&arena);
    for (size_t i = 0; i < tool.option_count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct tool_option *one = &tool.options[i], *other = &tool.options[j];
            if (strcmp(one->name, other->name) != 0)
                continue;
            assert_int_equal(one->commands & other->commands, 0);
            assert_int_equal(!one->argument.name, !other->argument.name);
        }
}

static void test_names(void **state) {
    (void)state;
    for (size_t i = 0; i < topic_count; i++)
        need("the summary", topics[i].name, topics[i].page.summary);
    for (size_t i = 0; i < shell_count; i++)
        assert_ptr_equal(shell_find(shell_name(NULL, i)), &shells[i]);
    assert_null(shell_find(STR("tcsh")));
    assert_null(document_find(STR("profiles")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),     cmocka_unit_test(test_checks),
        cmocka_unit_test(test_commands), cmocka_unit_test(test_twins),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
