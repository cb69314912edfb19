/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words WORD...: adds the words to the file got, as quote_words writes them down: what Microsoft's
 * C library makes of a command line. words --lines FILE: the same for each line of FILE, by
 * CommandLineToArgvW.
 */
#include <windows.h>

#include <shellapi.h>
#include <stdio.h>
#include <string.h>

static void put_line(FILE *out, char *line) {
    wchar_t wide[8192];
    char word[8192];
    int count;
    line[strcspn(line, "\r\n")] = '\0';
    MultiByteToWideChar(CP_UTF8, 0, line, -1, wide, 8192);
    wchar_t **words = CommandLineToArgvW(wide, &count);
    for (int i = 1; i < count; i++) {
        int len = WideCharToMultiByte(CP_UTF8, 0, words[i], -1, word, sizeof word, NULL, NULL);
        fwrite(word, 1, (size_t)len, out);
    }
    fputc('\n', out);
    LocalFree(words);
}

int main(int argc, char **argv) {
    char line[8192];
    FILE *out = fopen("got", "ab");
    if (!out)
        return 3;
    if (argc == 3 && strcmp(argv[1], "--lines") == 0) {
        FILE *lines = fopen(argv[2], "rb");
        while (lines && fgets(line, sizeof line, lines))
            put_line(out, line);
        return fclose(out) != 0;
    }
    for (int i = 1; i < argc; i++)
        fwrite(argv[i], 1, strlen(argv[i]) + 1, out);
    fputc('\n', out);
    return fclose(out) != 0;
}
