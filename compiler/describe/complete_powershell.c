/* SPDX-License-Identifier: Apache-2.0 */
/* For PowerShell 5 and 7. Where the script block gives nothing, PowerShell offers files itself. */
#include "complete.h"

static void quote(struct buf *out, const char *text) {
    static const char *const replacements[] = {"''"};
    complete_quote(out, text, "'", replacements);
}

static void put_argument(struct buf *out, const struct tool_argument *argument) {
    if (argument->kind == ARGUMENT_PROFILE) {
        buf_text(out, "& $profiles");
    } else if (argument->kind == ARGUMENT_WORDS) {
        buf_char(out, '\'');
        complete_words(out, argument, "', '");
        buf_char(out, '\'');
    } else { /* files are PowerShell's own, and of the rest nothing can be offered */
        buf_text(out, "return");
    }
}

static void put_values(struct buf *out, const struct tool *tool) {
    for (size_t i = 0; i < tool->option_count; i++) {
        const struct tool_option *option = &tool->options[i];
        str after = str_format(out->arena, " --%s'", option->name);
        if (!option->argument.name)
            continue;
        buf_text(out, "        { $_ -in @(");
        complete_takers(out, tool, option, "'", str_c(out->arena, after), ", ");
        buf_text(out, ") } { ");
        put_argument(out, &option->argument);
        buf_text(out, "; break }\n");
    }
}

static void put_options(struct buf *out, const struct tool *tool) {
    for (size_t i = 0; i < tool->option_count; i++) {
        buf_text(out, "    if ($command -in @(");
        complete_takers(out, tool, &tool->options[i], "'", "'", ", ");
        buf_format(out, ")) { $options['--%s'] = ", tool->options[i].name);
        quote(out, tool->options[i].help);
        buf_text(out, " }\n");
    }
}

static void put_commands(struct buf *out, const struct tool *tool) {
    for (size_t i = 0; i < tool->command_count; i++) {
        buf_format(out, "        '%s' = ", tool->commands[i].name);
        quote(out, tool->commands[i].summary);
        buf_char(out, '\n');
    }
}

static void put_operands(struct buf *out, const struct tool *tool) {
    for (size_t i = 0; i < tool->command_count; i++) {
        buf_format(out, "        '%s' { ", tool->commands[i].name);
        put_argument(out, &tool->commands[i].operand);
        buf_text(out, "; break }\n");
    }
}

static const char start[] =
    "Register-ArgumentCompleter -Native -CommandName modavd-profile -ScriptBlock {\n"
    "    param($word, $ast, $cursor)\n"
    "    $words = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } |\n"
    "        ForEach-Object { $_.ToString() })\n"
    "    $before = if ($words.Count -gt 0) { $words[-1] } else { '' }\n"
    "    $profiles = { & $words[0] list 2>$null | ForEach-Object { ($_ -split ' ')[0] } }\n"
    "    $commands = [ordered]@{\n";

static const char middle[] =
    "    }\n"
    "    $command = $words | Select-Object -Skip 1 | Where-Object { $commands.Contains($_) } |\n"
    "        Select-Object -First 1\n"
    "    $options = [ordered]@{}\n";

static const char end[] =
    "    }\n"
    "    $found | Where-Object { $_ -like \"$word*\" } | ForEach-Object {\n"
    "        $tip = if ($options.Contains($_)) { $options[$_] }\n"
    "            elseif ($commands.Contains($_)) { $commands[$_] } else { $_ }\n"
    "        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $tip)\n"
    "    }\n"
    "}\n";

void complete_powershell(struct buf *out, const struct tool *tool) {
    buf_format(out, "# Completion of modavd-profile %s for PowerShell.\n", tool->version);
    buf_text(out, start);
    put_commands(out, tool);
    buf_text(out, middle);
    put_options(out, tool);
    buf_text(out, "    $found = if (\"$word\".StartsWith('-')) { $options.Keys }\n"
                  "    elseif (-not $command) { $commands.Keys }\n"
                  "    else {\n        switch (\"$command $before\") {\n");
    put_values(out, tool);
    buf_text(out, "        default { switch ($command) {\n");
    put_operands(out, tool);
    buf_text(out, "        } }\n        }\n");
    buf_text(out, end);
}
