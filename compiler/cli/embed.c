/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs at build time: writes the shipped profiles as a C table, so that the program is one file.
 * embed OUTPUT PROFILE...
 */
#include <stdio.h>
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Bytes as numbers: C99 promises string literals of 4095 characters only. */
static int embed(FILE *out, const char *path, int number) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return 0;
    }
    fprintf(out, "static const char text_%d[] = {", number);
    for (int c, column = 0; (c = getc(in)) != EOF; column++)
        fprintf(out, "%s%d,", column % 20 ? "" : "\n", c < 128 ? c : c - 256);
    fprintf(out, "0};\n");
    int sound = !ferror(in);
    fclose(in);
    return sound;
}

int main(int argc, char **argv) {
    FILE *out = argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (!out) {
        fputs("usage: embed OUTPUT PROFILE...\n", stderr);
        return 2;
    }
    fputs("/* Made by embed from profiles/. */\n#include \"builtin.h\"\n\n", out);
    for (int i = 2; i < argc; i++)
        if (!embed(out, argv[i], i))
            return 1;
    fputs("const struct builtin_profile builtin_profiles[] = {\n", out);
    for (int i = 2; i < argc; i++)
        fprintf(out, "    {\"%s\", text_%d},\n", base_name(argv[i]), i);
    fputs("    {0},\n};\n", out);
    return fclose(out) == 0 ? 0 : 1;
}
