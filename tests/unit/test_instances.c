/* SPDX-License-Identifier: Apache-2.0 */
/* What is found where, on machines in memory; and the AVD home of an environment. */
#include "instances.h"

#include "avd_home.h"
#include "findings.h"
#include "os_memory.h"
#include "pointer.h"
#include "settings_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void out_of_memory(void *context) {
    (void)context;
    fail_msg("out of memory");
}

struct bench {
    struct arena arena;
    struct sources sources;
    struct diags diags;
    struct os_memory memory;
    struct os os;
    struct reading reading;
    struct candidates found;
};

static void bench_start(struct bench *bench) {
    memset(bench, 0, sizeof *bench);
    bench->arena = arena_make(out_of_memory, NULL);
    bench->sources.arena = &bench->arena;
    bench->diags = diags_make(&bench->arena, &bench->sources);
    bench->memory = os_memory_make(&bench->arena);
    bench->os = os_memory_os(&bench->memory);
    bench->reading = (struct reading){&bench->os, &bench->arena, &bench->diags};
}

/*
 * A machine in one string: an entry a line. "f PATH TEXT" is a file, "d PATH" a directory, "l PATH
 * TARGET" a link, "e NAME VALUE" a variable, "x PATH" one that may not be read, "n PATH" a
 * directory that may not be searched, "u ." makes the file system fold names, "s PATH" a FIFO, "c
 * PATH" the current directory. '~' stands for a line end in TEXT and for a blank in PATH.
 */
static char *unescaped(struct arena *arena, str s, char tilde) {
    char *text = str_c(arena, s);
    for (char *c = text; *c; c++)
        if (*c == '~')
            *c = tilde;
    return text;
}

static void put_entry(struct bench *bench, str line) {
    str rest = str_from_at(line, 2), first = str_cut(&rest, ' ');
    char *path = unescaped(&bench->arena, first, ' '), *text = unescaped(&bench->arena, rest, '\n');
    switch (line.at[0]) {
    case 'f':
        os_memory_text(&bench->memory, path, text);
        break;
    case 'd':
        os_memory_directory(&bench->memory, path);
        break;
    case 'l':
        os_memory_link(&bench->memory, path, text);
        break;
    case 'e':
        os_memory_set(&bench->memory, path, text);
        break;
    case 'u':
        bench->memory.folds = true;
        break;
    case 's':
        os_memory_special(&bench->memory, path);
        break;
    case 'x':
        os_memory_break(&bench->memory, path, OS_DENIED);
        break;
    case 'n':
        os_memory_shut(&bench->memory, path);
        break;
    case 'c':
        os_memory_directory(&bench->memory, path);
        bench->memory.directory = str_from(path);
        break;
    default:
        fail_msg("what is '%.*s'?", STR_ARG(line));
    }
}

static void put_machine(struct bench *bench, const char *machine) {
    str rest = str_from(machine);
    while (rest.len > 0)
        put_entry(bench, str_cut(&rest, '\n'));
}

/* "name=shown(pointer)", "M" in front of machines, sorted as they are, with blanks between. */
static str dump(struct bench *bench) {
    struct buf out = buf_make(&bench->arena);
    for (size_t i = 0; i < bench->found.count; i++) {
        const struct candidate *item = &bench->found.items[i];
        buf_format(&out, "%s%s%.*s=%.*s", i > 0 ? " " : "",
                   item->kind == INSTANCE_MACHINE ? "M:" : "", STR_ARG(item->name),
                   STR_ARG(item->shown));
        if (item->pointer.len > 0)
            buf_format(&out, "(%.*s)", STR_ARG(item->pointer));
    }
    return buf_view(&out);
}

#define CONFIG "hw.cpu.ncore=2~"
#define HOME_AVD "f h/.android/avd/pix.avd/config.ini " CONFIG "\n"
#define HOME_INI "f h/.android/avd/pix.ini path.rel=avd/pix.avd\n"
#define HOME HOME_AVD HOME_INI "e HOME /home/h\n"

struct row {
    const char *what;
    const char *machine;
    const char *path;
    const char *found, *root;
    const char *brief, *words;
};

static const struct row rows[] = {
    /* ---- a directory of instances ---- */
    {"home by path.rel", HOME, "h/.android/avd",
     "pix=h/.android/avd/pix.avd(h/.android/avd/pix.ini)", "h/.android/avd", "", NULL},
    {"a slash at the end", HOME, "h/.android/avd//",
     "pix=h/.android/avd/pix.avd(h/.android/avd/pix.ini)", "h/.android/avd", "", NULL},
    {"home by path", "f a/p.ini path=/d/p.avd~target=android-30~\nf /d/p.avd/config.ini " CONFIG,
     "a", "p=/d/p.avd(a/p.ini)", "a", "", NULL},
    {"path.rel first",
     "f avd/p.ini path=/d/other~path.rel=avd/p.avd\nf avd/p.avd/config.ini " CONFIG
     "\nf /d/other/config.ini " CONFIG,
     "avd", "p=avd/p.avd(avd/p.ini)", "avd", "", NULL},
    {"path.rel without config.ini",
     "f avd/p.ini path=/d/p~path.rel=avd/q\nd avd/q\nf /d/p/config.ini " CONFIG, "avd",
     "p=/d/p(avd/p.ini)", "avd", "", NULL},
    {"path.rel that leads nowhere",
     "f copy/p.ini path=/d/p~path.rel=avd/p.avd\nf /d/p/config.ini " CONFIG, "copy",
     "p=/d/p(copy/p.ini)", "copy", "", NULL},
    {"the last of two path=", "f a/p.ini path=/d/no~path=/d/p\nf /d/p/config.ini " CONFIG, "a",
     "p=/d/p(a/p.ini)", "a", "p.ini:2:1 MP0306", "'path';'/d/no'"},
    {"CRLF and blanks", "f avd/p.ini path.rel = avd/p.avd\r~\nf avd/p.avd/config.ini " CONFIG,
     "avd", "p=avd/p.avd(avd/p.ini)", "avd", "", NULL},
    {"a path.rel of Windows", "f avd/p.ini path.rel=avd\\p.avd\nf avd/p.avd/config.ini " CONFIG,
     "avd", "p=avd/p.avd(avd/p.ini)", "avd", "", NULL},
    {"a path of Windows", "c C:/u\nf avd/p.ini path=C:\\d\\p.avd\nf C:/d/p.avd/config.ini " CONFIG,
     "avd", "p=C:/d/p.avd(avd/p.ini)", "avd", "", NULL},
    {"%NAME% in path", "f a/p.ini path=%AVDS%/p.avd\ne AVDS /d\nf /d/p.avd/config.ini " CONFIG, "a",
     "p=/d/p.avd(a/p.ini)", "a", "", NULL},
    {"a relative path counts from the pointer",
     "f a/p.ini path=b/p.avd\nf a/b/p.avd/config.ini " CONFIG "\nf b/p.avd/config.ini x", "a",
     "p=a/b/p.avd(a/p.ini)", "a", "", NULL},
    {"the same from inside", "f a/p.ini path=b/p.avd\nf a/b/p.avd/config.ini " CONFIG "\nc /home/a",
     ".", "p=b/p.avd(./p.ini)", ".", "", NULL},
    {"the same from elsewhere",
     "f a/p.ini path=b/p.avd\nf a/b/p.avd/config.ini " CONFIG "\nc /other", "/home/a",
     "p=/home/a/b/p.avd(/home/a/p.ini)", "/home/a", "", NULL},
    {"renamed in Studio", "f avd/24a.ini path.rel=avd/24.avd\nf avd/24.avd/config.ini " CONFIG,
     "avd", "24a=avd/24.avd(avd/24a.ini)", "avd", "", NULL},
    {"a home that is a link",
     "f /d/avd/p.ini path.rel=avd/p.avd\nf /d/avd/p.avd/config.ini " CONFIG "\nl a /d/avd", "a",
     "p=a/p.avd(a/p.ini)", "a", "", NULL},
    {"a link that \"..\" must follow",
     "f /d/x/p.ini path.rel=y/p\nf /d/y/p/config.ini " CONFIG "\nl a /d/x", "a",
     "p=a/../y/p(a/p.ini)", "a", "", NULL},
    {"machines", "f m/b/instance.yaml x\nf m/a/instance.yaml x\nd m/none\nf m/modavd.yaml x", "m",
     "M:a=m/a M:b=m/b", "m", "", NULL},
    {"a mix",
     "f avd/p.ini path.rel=avd/p.avd\nf avd/p.avd/config.ini " CONFIG
     "\nf avd/q/instance.yaml x\nf avd/B/instance.yaml x",
     "avd", "M:B=avd/B p=avd/p.avd(avd/p.ini) M:q=avd/q", "avd", "", NULL},
    {"here", "f p.avd/config.ini " CONFIG "\nf p.ini path=/home/p.avd", ".", "p=p.avd(./p.ini)",
     ".", "", NULL},
    {"a blank and other letters",
     "f avd/my~pix~7.ini path.rel=avd/my pix 7.avd\nf avd/my~pix~7.avd/config.ini " CONFIG
     "\nf avd/Zo\xC3\xAB/instance.yaml x",
     "avd", "M:Zo\xC3\xAB=avd/Zo\xC3\xAB my pix 7=avd/my pix 7.avd(avd/my pix 7.ini)", "avd", "",
     NULL},
    {"desktop.ini is no pointer", "f avd/desktop.ini [.ShellClassInfo]~x~\nf avd/q/instance.yaml x",
     "avd", "M:q=avd/q", "avd", "", NULL},

    /* ---- what is half there ---- */
    {"gone", "f a/gone.ini path=gone.avd\nf a/q/instance.yaml x", "a", "M:q=a/q", "a",
     "gone.ini:1:6 MP0302", "a/gone.ini:1:6: directory 'a/gone.avd' does not exist"},
    {"a farm copied from Windows",
     "f a/x.ini path=D:\\farm\\instances\\x.avd~path.rel=instances/x.avd\nf "
     "a/x.avd/config.ini " CONFIG,
     "a", "", "a", "x.ini:1:6 MP0302",
     "directory 'D:/farm/instances/x.avd' does not exist;"
     "a/x.ini:2:10: path.rel= came to 'instances/x.avd': no AVD;'a/x.avd' lies beside the pointer"},
    {"the same after a renaming",
     "f a/y.ini path=D:\\farm\\instances\\x.avd\\\nf a/x.avd/config.ini " CONFIG, "a", "", "a",
     "y.ini:1:6 MP0302", "'a/x.avd' lies beside the pointer"},
    {"a copied home without path=", "f copy/x.ini path.rel=avd/x.avd\nf copy/x.avd/config.ini x",
     "copy", "", "copy", "x.ini:1:10 MP0302", "'copy/x.avd' lies beside the pointer"},
    {"a directory that may not be searched", "f a/p.ini path=/d/p\nf /d/p/config.ini x\nn /d/p",
     "a", "", "a", "config.ini MP0001",
     "/d/p/config.ini: cannot be read: permission denied;a/p.ini:1:6: the directory is named here"},
    {"a directory below such a one", "f a/p.ini path=/d/p\nf /d/p/config.ini x\nn /d", "a", "", "a",
     "p MP0001", "/d/p: cannot be read: permission denied;a/p.ini:1:6: the directory is named"},
    {"an orphan that may not be searched", "f a/o.avd/config.ini x\nn a/o.avd", "a", "", "a",
     "config.ini MP0001", "permission denied"},
    {"some directory that may not be searched",
     "d a/lost+found\nn a/lost+found\nf a/q/instance.yaml x", "a", "M:q=a/q", "a", "", NULL},
    {"a pointer that is a dangling link", "l a/p.ini /none\nf a/q/instance.yaml x", "a", "M:q=a/q",
     "a", "p.ini MP0001", "no such file"},
    {"a directory that is a dangling link", "l a/p.avd /none\nf a/q/instance.yaml x", "a",
     "M:q=a/q", "a", "p.avd MP0001", NULL},
    {"the same with a pointer", "l a/p.avd /none\nf a/p.ini path=/home/a/p.avd", "a", "", "a",
     "p.ini:1:6 MP0302", NULL},
    {"another dangling link", "l a/notes /none\nf a/q/instance.yaml x", "a", "M:q=a/q", "a", "",
     NULL},
    {"an instance.yaml that is a dangling link", "l a/q/instance.yaml /none", "a", "M:q=a/q", "a",
     "", NULL},
    {"gone by path.rel", "f avd/p.ini path.rel=avd/p.avd", "avd", "", "avd", "p.ini:1:10 MP0302",
     "does not exist"},
    {"both lead nowhere", "f avd/p.ini path.rel=avd/p.avd~path=/x", "avd", "", "avd",
     "p.ini:2:6 MP0302", "'/x'"},
    {"path= without a value", "f avd/p.ini path=~", "avd", "", "avd", "p.ini:1:6 MP0302",
     "path= names no directory"},
    {"a file in place of the directory", "f avd/p.ini path=/x\nf /x x", "avd", "", "avd",
     "p.ini:1:6 MP0302", "'/x' is not a directory"},
    {"a directory without config.ini", "f avd/p.ini path=/d/p\nd /d/p", "avd", "", "avd",
     "config.ini MP0302",
     "/d/p/config.ini: does not exist;avd/p.ini:1:6: the directory is named here"},
    {"the same, seen from both sides", "f avd/p.ini path=/home/avd/p.avd\nd avd/p.avd", "avd", "",
     "avd", "config.ini MP0302", "avd/p.avd/config.ini: does not exist"},
    {"neither pointer nor config.ini", "f avd/o.avd/emulator-user.ini window.x = 1", "avd", "",
     "avd", "config.ini MP0302", "avd/o.avd/config.ini: does not exist"},
    {"an orphan", "f avd/o.avd/config.ini " CONFIG, "avd", "o=avd/o.avd", "avd", "o.avd MP0307",
     "'avd/o.ini' with path="},
    {"a name that its pointer took elsewhere",
     "f avd/p.ini path=/d/p\nf /d/p/config.ini " CONFIG "\nf avd/p.avd/config.ini " CONFIG, "avd",
     "p=/d/p(avd/p.ini)", "avd", "p.avd MP0307",
     "'avd/p.ini' leads to another directory;it leads to '/d/p'"},
    {"a copied home that leads to the original",
     "f avd/p.ini path.rel=avd/p.avd~path=/home/avd/p.avd\nf avd/p.avd/config.ini x\n"
     "f copy/p.ini path.rel=avd/p.avd~path=/home/avd/p.avd\nf copy/p.avd/config.ini x",
     "copy", "p=avd/p.avd(copy/p.ini)", "copy", "p.avd MP0307", "it leads to 'avd/p.avd'"},
    {"the same by path",
     "f avd/p.ini path.rel=avd/p.avd\nf avd/p.avd/config.ini x\n"
     "f copy/p.ini path.rel=avd/p.avd\nf copy/p.avd/config.ini x",
     "copy/p.avd", "p=copy/p.avd", "copy", "p.avd MP0307",
     "'copy/p.ini' leads to another directory;it leads to 'avd/p.avd'"},
    {"a pointer that lost its lines", "f avd/p.ini target=android-30~", "avd", "", "avd",
     "p.ini MP0302", "neither path= nor path.rel="},
    {"a pointer that lost its line to a mark",
     "f avd/p.ini \xEF\xBB\xBFpath=/d/p~\nf avd/p.avd/config.ini " CONFIG, "avd", "", "avd",
     "p.ini MP0302, p.ini:1:1 MP0311", NULL},
    {"an unreadable pointer", "f avd/p.ini path=/d/p\nx avd/p.ini\nf avd/q/instance.yaml x", "avd",
     "M:q=avd/q", "avd", "p.ini MP0001", "permission denied"},
    {"two of one directory",
     "f avd/b.ini path=/d/p\nf avd/a.ini path=/d/p\nf /d/p/config.ini " CONFIG, "avd",
     "a=/d/p(avd/a.ini)", "avd", "b.ini:1:6 MP0308",
     "'b' has the directory of 'a';avd/a.ini:1:6: 'a'"},
    {"two of one directory by a link",
     "f m/a/instance.yaml x\nl m/b a\nl m/c ../m/b\nf m/d/instance.yaml x", "m", "M:a=m/a M:d=m/d",
     "m", "b MP0308, c MP0308", NULL},
    {"two of one directory by letters of another case",
     "u .\nf avd/b.ini path=/D/P\nf avd/a.ini path=/d/p\nf /d/p/config.ini " CONFIG, "avd",
     "a=/d/p(avd/a.ini)", "avd", "b.ini:1:6 MP0308", "'b' has the directory of 'a'"},
    {"two of one directory by a letter taken apart",
     "u .\nf avd/b.ini path=/d/Zoe\xCC\x88\nf avd/a.ini path=/d/Zo\xC3\xAB\n"
     "f /d/Zo\xC3\xAB/config.ini " CONFIG,
     "avd", "a=/d/Zo\xC3\xAB(avd/a.ini)", "avd", "b.ini:1:6 MP0308", NULL},
    {"the same in Hangul",
     "u .\nf avd/b.ini path=/d/\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB\nf avd/a.ini "
     "path=/d/\xED\x95\x9C\n"
     "f /d/\xED\x95\x9C/config.ini " CONFIG,
     "avd", "a=/d/\xED\x95\x9C(avd/a.ini)", "avd", "b.ini:1:6 MP0308", NULL},
    {"a pointer that spells its directory another way",
     "u .\nf avd/Zo\xC3\xAB.ini path.rel=AVD/Zoe\xCC\x88.avd\nf "
     "avd/Zo\xC3\xAB.avd/config.ini " CONFIG,
     "avd", "Zo\xC3\xAB=avd/Zoe\xCC\x88.avd(avd/Zo\xC3\xAB.ini)", "avd", "", NULL},
    /* their files are apart, so both are built */
    {"two directories where spelling tells them apart",
     "f m/Zo\xC3\xAB/instance.yaml x\nf m/Zoe\xCC\x88/instance.yaml x", "m",
     "M:Zoe\xCC\x88=m/Zoe\xCC\x88 M:Zo\xC3\xAB=m/Zo\xC3\xAB", "m", "", NULL},
    {"a name with a quote", "f m/a'b/instance.yaml x\nf m/c/instance.yaml x", "m", "M:c=m/c", "m",
     "a'b MP0312", "'a'b' holds a quote"},
    {"a name with a double quote", "f avd/a\"b.ini path=/d/p\nf /d/p/config.ini " CONFIG, "avd", "",
     "avd", "a\"b.ini:1:6 MP0312", "quote"},
    {"a name with a tab", "f m/a\tb/instance.yaml x", "m", "", "m", "a\tb MP0312",
     "'a\\x09b' holds a control character"},
    {"a name that is not UTF-8", "f m/\xE9/instance.yaml x", "m", "", "m", "\xE9 MP0312",
     "'\\xE9' is not valid UTF-8"},
    {"an empty directory", "d m", "m", "", "m", "m MP0301", "NAME.ini;*/instance.yaml"},
    {"nothing that counts", "d m/sub\nf m/a.txt x\nf m/config.yaml x", "m", "", "m", "m MP0301",
     NULL},
    {"a directory that may not be read", "d m\nx m", "m", "", "m", "m MP0001", "permission denied"},

    /* ---- one instance ---- */
    {"an AVD's directory", "f avd/p.avd/config.ini " CONFIG "\nf avd/p.ini path=/home/avd/p.avd",
     "avd/p.avd", "p=avd/p.avd(avd/p.ini)", "avd", "", NULL},
    {"an AVD's directory without a pointer", "f avd/p.avd/config.ini " CONFIG, "avd/p.avd/",
     "p=avd/p.avd", "avd", "p.avd MP0307", "no pointer file;'avd/p.ini' with path="},
    {"an AVD's directory that may not be searched", "f a/p.avd/config.ini x\nn a/p.avd", "a/p.avd",
     "", "a", "config.ini MP0001", "permission denied"},
    {"an AVD's directory by a link",
     "f avd/p.avd/config.ini x\nf avd/p.ini path.rel=avd/p.avd\nl now avd/p.avd", "now",
     "p=/home/avd/p.avd(/home/avd/p.ini)", "/home/avd", "", NULL},
    {"an AVD's directory by a link, without a pointer", "f avd/p.avd/config.ini x\nl now avd/p.avd",
     "now", "now=now", "/home/avd", "now MP0307", NULL},
    {"a link beside its pointer",
     "f /d/p/config.ini x\nf avd/p.ini path.rel=avd/p.avd\nl avd/p.avd /d/p", "avd/p.avd",
     "p=avd/p.avd(avd/p.ini)", "avd", "", NULL},
    {"a pointer in the AVD home",
     "f /d/p.avd/config.ini x\nf h/.android/avd/p.ini path=/d/p.avd\ne HOME /home/h", "/d/p.avd",
     "p=/d/p.avd(/home/h/.android/avd/p.ini)", "/home/h/.android/avd", "", NULL},
    {"a machine by a link", "f m/a/instance.yaml x\nl now m/a", "now", "M:now=now", "/home/m", "",
     NULL},
    {"an AVD's directory, renamed",
     "f avd/24.avd/config.ini " CONFIG
     "\nf avd/24a.ini path.rel=avd/24.avd\nf avd/0.ini path=/none",
     "avd/24.avd", "24a=avd/24.avd(avd/24a.ini)", "avd", "", NULL},
    {"an AVD's directory below one that may not be listed",
     "f avd/24.avd/config.ini " CONFIG "\nx avd", "avd/24.avd", "24=avd/24.avd", "avd",
     "24.avd MP0307", NULL},
    {"a directory with a config.ini only", "f d/x/config.ini " CONFIG, "d/x", "x=d/x", "d",
     "x MP0307", NULL},
    {"from inside",
     "f avd/p.avd/config.ini " CONFIG "\nf avd/p.ini path.rel=avd/p.avd\nc /home/avd/p.avd", ".",
     "p=../p.avd(./../p.ini)", "./..", "", NULL},
    {"an AVD's directory without config.ini", "d avd/o.avd", "avd/o.avd", "", "avd",
     "config.ini MP0302", "avd/o.avd/config.ini: does not exist"},
    {"a pointer", HOME, "h/.android/avd/pix.ini",
     "pix=h/.android/avd/pix.avd(h/.android/avd/pix.ini)", "h/.android/avd", "", NULL},
    {"a pointer here", "f p.ini path=/d/p\nf /d/p/config.ini " CONFIG, "p.ini", "p=/d/p(p.ini)",
     ".", "", NULL},
    {"an ini file that is no pointer", "f desktop.ini [x]~a=1", "desktop.ini", "", ".",
     "desktop.ini MP0302, desktop.ini:1:1 MP0311", "neither path= nor path.rel="},
    {"a machine", "f m/a/instance.yaml x", "m/a", "M:a=m/a", "m", "", NULL},
    {"a machine from inside", "f m/a/instance.yaml x\nc /home/m/a", ".", "M:a=.", "./..", "", NULL},
    {"the file of a machine", "f m/a/instance.yaml x", "m/a/instance.yaml", "", "",
     "instance.yaml MP0301", "did you mean 'm/a'?"},
    {"the file of an AVD", "f p.avd/config.ini x", "p.avd/config.ini", "", "", "config.ini MP0301",
     "did you mean 'p.avd'?"},
    {"some file", "f notes.txt x", "notes.txt", "", "", "notes.txt MP0301", "is a file"},
    {"a FIFO", "s pipe", "pipe", "", "", "pipe MP0301", NULL},

    /* ---- nothing at PATH ---- */
    {"missing", HOME, "no/such", "", "", "such MP0001", "no/such: cannot be read: no such file"},
    {"missing, with a slash", HOME, "pix/", "", "", "MP0001",
     "pix/: cannot be read: no such file or directory"},
    {"missing, and no home", "", "pix", "", "", "pix MP0001", "no such file;no AVD home is there"},
    {"missing, and a wrong home", "e ANDROID_AVD_HOME /none", "pix", "", "", "pix MP0001",
     "ANDROID_AVD_HOME names '/none'"},
    {"a loop of links", "l a b\nl b a", "a", "", "", "a MP0001",
     "too many levels of symbolic links"},
    {"below a file", "f a x", "a/b", "", "", "b MP0001", "not a directory"},

    /* ---- by name ---- */
    {"an AVD of the home", HOME, "pix",
     "pix=/home/h/.android/avd/pix.avd(/home/h/.android/avd/pix.ini)", "/home/h/.android/avd", "",
     NULL},
    {"a path before a name", HOME "f pix/instance.yaml x", "pix", "M:pix=pix", ".", "", NULL},
    {"an unknown name", HOME, "pxi", "", "", "MP0309",
     "'pxi' is neither;did you mean 'pix'?;AVDs there: pix;comes from HOME"},
    {"an unknown name in a home that may not be listed",
     "d h/.android/avd\nx h/.android/avd\ne HOME h", "b", "", "", "MP0309", "'h/.android/avd'"},
    {"a name in a home that may not be searched",
     "f h/.android/avd/b.ini x\nn h/.android/avd\ne HOME h", "b", "", "", "b.ini MP0001",
     "permission denied"},
    {"the old name after a renaming",
     "f h/.android/avd/24a.ini path.rel=avd/24.avd\nf h/.android/avd/24.avd/config.ini " CONFIG
     "\nf h/.android/avd/desktop.ini [x]\ne HOME h",
     "24", "", "", "MP0309", "AVDs there: 24a\n"},
    {"a broken one", "f h/.android/avd/b.ini path=/none\ne HOME h", "b", "", "h/.android/avd",
     "b.ini:1:6 MP0302", "'/none'"},

    /* ---- the home itself ---- */
    {"all of the home", HOME, "", "pix=/home/h/.android/avd/pix.avd(/home/h/.android/avd/pix.ini)",
     "/home/h/.android/avd", "", NULL},
    {"an empty home", "d h/.android/avd\ne HOME h", "", "", "h/.android/avd", "avd MP0301",
     "comes from HOME"},
    {"a wrong home", HOME "e ANDROID_AVD_HOME /none", "", "", "", "MP0301",
     "ANDROID_AVD_HOME names '/none', which is no directory"},
    {"a home that is not reached", "d /s/a\nn /s\ne ANDROID_AVD_HOME /s/a", "", "", "", "a MP0001",
     "permission denied;comes from ANDROID_AVD_HOME"},
    {"no home", "e HOME h\ne ANDROID_SDK_HOME s", "", "", "", "MP0301",
     "HOME: no directory 'h/.android/avd';ANDROID_SDK_HOME: no directory 's/avd'"},
    {"no environment", "", "", "", "", "MP0301", "neither ANDROID_AVD_HOME nor HOME is set"},
};

static void check_text(const char *what, str got, const char *want) {
    if (!str_equal(got, str_from(want)))
        fail_msg("%s: '%.*s', not '%s'", what, STR_ARG(got), want);
}

static void test_rows(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct bench bench;
        bench_start(&bench);
        put_machine(&bench, row->machine);
        bool found = instances_find(&bench.reading, str_from(row->path), &bench.found);
        str full = findings_full(&bench.arena, &bench.diags);
        check_text(row->what, findings_brief(&bench.arena, &bench.diags), row->brief);
        check_text(row->what, dump(&bench), row->found);
        check_text(row->what, bench.found.root, row->root);
        if (!findings_hold(full, row->words))
            fail_msg("%s: %.*s", row->what, STR_ARG(full));
        assert_int_equal(found, bench.found.count > 0);
        if (!found)
            assert_true(bench.diags.errors > 0);
        arena_free(&bench.arena);
    }
}

/* Variables that are set and directories that exist, and the home that they lead to. */
static const struct {
    const char *machine;
    enum avd_home_state state;
    const char *path, *variable;
} homes[] = {
    {"", AVD_HOME_NOWHERE, "", NULL},
    {"e HOME /h", AVD_HOME_NOWHERE, "", NULL},
    {"e HOME /h\nd /h/.android/avd", AVD_HOME_FOUND, "/h/.android/avd", "HOME"},
    {"e HOME /h\nf /h/.android/avd x", AVD_HOME_NOWHERE, "", NULL},
    {"e HOME /h\nd /h/.android/avd\ne ANDROID_AVD_HOME /a\nd /a", AVD_HOME_FOUND, "/a",
     "ANDROID_AVD_HOME"},
    {"e HOME /h\nd /h/.android/avd\ne ANDROID_AVD_HOME /a", AVD_HOME_WRONG, "/a",
     "ANDROID_AVD_HOME"},
    {"e HOME /h\nd /h/.android/avd\ne ANDROID_AVD_HOME ", AVD_HOME_FOUND, "/h/.android/avd",
     "HOME"},
    {"e HOME /h\nd /h/.android/avd\ne ANDROID_PREFS_ROOT /p", AVD_HOME_FOUND, "/h/.android/avd",
     "HOME"},
    {"e HOME /h\nd /h/.android/avd\ne ANDROID_PREFS_ROOT /p\nd /p/avd", AVD_HOME_FOUND, "/p/avd",
     "ANDROID_PREFS_ROOT"},
    {"e ANDROID_PREFS_ROOT /p\nd /p/.android/avd", AVD_HOME_FOUND, "/p/.android/avd",
     "ANDROID_PREFS_ROOT"},
    {"e ANDROID_PREFS_ROOT /p\nd /p/avd\ne ANDROID_SDK_HOME /s\nd /s/avd", AVD_HOME_FOUND, "/p/avd",
     "ANDROID_PREFS_ROOT"},
    {"e ANDROID_SDK_HOME /s\nd /s/.android/avd\ne HOME /h\nd /h/.android/avd", AVD_HOME_FOUND,
     "/s/.android/avd", "ANDROID_SDK_HOME"},
    {"e TEST_TMPDIR /t\nd /t/.android/avd\ne HOME /h\nd /h/.android/avd", AVD_HOME_FOUND,
     "/t/.android/avd", "TEST_TMPDIR"},
    {"e USER_HOME /u\nd /u/.android/avd\ne HOME /h\nd /h/.android/avd", AVD_HOME_FOUND,
     "/u/.android/avd", "USER_HOME"},
    {"e ANDROID_EMULATOR_HOME /e\nd /e/avd\ne HOME /h\nd /h/.android/avd", AVD_HOME_FOUND,
     "/h/.android/avd", "HOME"},
    {"e ANDROID_EMULATOR_HOME /e\nd /e/avd\ne HOME /h", AVD_HOME_FOUND, "/e/avd",
     "ANDROID_EMULATOR_HOME"},
    {"e USERPROFILE C:\\Users\\Zo\xC3\xAB~B\nd C:/Users/Zo\xC3\xAB~B/.android/avd",
     AVD_HOME_NOWHERE, "", NULL}, /* '~' is a line end in values */
    {"e USERPROFILE C:\\Users\\Zo\xC3\xAB\nd C:/Users/Zo\xC3\xAB/.android/avd", AVD_HOME_FOUND,
     "C:/Users/Zo\xC3\xAB/.android/avd", "USERPROFILE"},
    {"e ANDROID_USER_HOME /n\nd /n/avd\ne HOME /h\nd /h/.android/avd", AVD_HOME_FOUND,
     "/h/.android/avd", "HOME"},
    {"e ANDROID_USER_HOME /n\nd /n/avd", AVD_HOME_FOUND, "/n/avd", "ANDROID_USER_HOME"},
};

static void test_homes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        struct bench bench;
        struct avd_home home;
        bench_start(&bench);
        put_machine(&bench, homes[i].machine);
        assert_int_equal(avd_home_find(&bench.os, &bench.arena, &home), homes[i].state);
        check_text(homes[i].machine, home.path, homes[i].path);
        check_text(homes[i].machine, str_from(home.variable),
                   homes[i].variable ? homes[i].variable : "");
        arena_free(&bench.arena);
    }
}

/* The same name in two homes: the variable decides, and people see which it was. */
static void test_two_homes(void **state) {
    (void)state;
    static const char machine[] = "f home/.android/avd/pix.ini path=pix.avd\n"
                                  "f home/.android/avd/pix.avd/config.ini hw.cpu.ncore=2\n"
                                  "f other/pix.ini path=pix.avd\n"
                                  "f other/pix.avd/config.ini hw.cpu.ncore=6\n"
                                  "e HOME home";
    struct bench bench;
    bench_start(&bench);
    put_machine(&bench, machine);
    assert_true(instances_find(&bench.reading, STR("pix"), &bench.found));
    assert_string_equal(bench.found.variable, "HOME");
    check_text("HOME", bench.found.items[0].directory, "home/.android/avd/pix.avd");
    os_memory_set(&bench.memory, "ANDROID_AVD_HOME", "other");
    assert_true(instances_find(&bench.reading, STR("pix"), &bench.found));
    assert_string_equal(bench.found.variable, "ANDROID_AVD_HOME");
    check_text("ANDROID_AVD_HOME", bench.found.items[0].directory, "other/pix.avd");
    assert_int_equal(bench.diags.count, 0);
    arena_free(&bench.arena);
}

/* Where the directory is named: in the pointer, else the directory itself. */
static void test_places(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    put_machine(&bench, "f avd/p.ini target=x~path.rel = avd/p.avd\nf avd/p.avd/config.ini x\n"
                        "f avd/q/instance.yaml x");
    assert_true(instances_find(&bench.reading, STR("avd"), &bench.found));
    struct place p = place_of(&bench.sources, &bench.arena, bench.found.items[0].at);
    struct place q = place_of(&bench.sources, &bench.arena, bench.found.items[1].at);
    check_text("p", place_text(&bench.arena, &p), "avd/p.ini:2:12");
    check_text("q", place_text(&bench.arena, &q), "avd/q");
    arena_free(&bench.arena);
}

/* A name that is wrong among hundreds: the list is cut. */
static void test_many_names(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    for (int i = 0; i < 300; i++) {
        str file = str_format(&bench.arena, "h/.android/avd/mas_%03d.ini", i);
        os_memory_text(&bench.memory, str_c(&bench.arena, file), "path=/none\n");
    }
    os_memory_set(&bench.memory, "HOME", "h");
    assert_false(instances_find(&bench.reading, STR("elsewhere"), &bench.found));
    str full = findings_full(&bench.arena, &bench.diags);
    assert_true(findings_hold(full, "mas_000, mas_001;mas_019 and 280 more"));
    assert_false(findings_hold(full, "mas_020"));
    arena_free(&bench.arena);
}

/* A machine with a directory "a", and what reading its modavd.yaml comes to. */
static const struct {
    const char *what, *machine;
    bool sound;
    const char *brief, *words;
} layers[] = {
    {"no file", "d a", true, "", NULL},
    {"an empty file", "f a/modavd.yaml ", true, "", NULL},
    {"a mark only", "f a/modavd.yaml \xEF\xBB\xBF", true, "", NULL},
    {"comments only", "f a/modavd.yaml # target:\r~~  #   host: linux~", true, "", NULL},
    {"a document of comments", "f a/modavd.yaml # x~---~# y~", true, "", NULL},
    {"a section of comments", "f a/modavd.yaml target:~  # host: linux~params:~profiles:~", true,
     "", NULL},
    {"sections of comments in sections",
     "f a/modavd.yaml target:~accept:~profiles:~  enable:~    # - x~params:~  sync-io:~", true, "",
     NULL},
    {"a parameter without a value", "f a/modavd.yaml params: {sync-io: {latency: }}~", false,
     "modavd.yaml:1:20 MP0108", NULL},
    {"an unknown key of comments", "f a/modavd.yaml taget:~  # host: linux~", false,
     "modavd.yaml:1:1 MP0101", "target"},
    {"a key without a value", "f a/modavd.yaml target: {host: }~", false, "modavd.yaml:1:10 MP0108",
     NULL},
    {"a comment that is no UTF-8", "f a/modavd.yaml # \xE9~", false, "modavd.yaml:1:3 MP0003",
     NULL},
    {"a link", "f b target: {host: linux}~\nl a/modavd.yaml ../b", true, "", NULL},
    {"a dangling link", "l a/modavd.yaml /none", false, "modavd.yaml MP0001",
     "a/modavd.yaml: cannot be read: no such file;a link is there, and it leads nowhere"},
    {"a loop of links", "l a/modavd.yaml modavd.yaml", false, "modavd.yaml MP0001",
     "too many levels"},
    {"one that may not be read", "f a/modavd.yaml x\nx a/modavd.yaml", false, "modavd.yaml MP0001",
     "permission denied"},
    {"one that is not reached", "f a/modavd.yaml x\nn a", false, "modavd.yaml MP0001",
     "permission denied"},
    {"a link to where nothing is reached", "f /b/c x\nn /b\nl a/modavd.yaml /b/c", false,
     "modavd.yaml MP0001", "permission denied"},
    {"a directory", "d a/modavd.yaml", false, "modavd.yaml MP0001", "is a directory"},
};

static void test_layers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        struct bench bench;
        struct settings settings;
        bench_start(&bench);
        put_machine(&bench, layers[i].machine);
        bool sound = settings_read(&bench.reading, STR("/home/a"), STR("a"), STR("modavd.yaml"),
                                   LAYER_ROOT, &settings);
        str full = findings_full(&bench.arena, &bench.diags);
        check_text(layers[i].what, findings_brief(&bench.arena, &bench.diags), layers[i].brief);
        if (sound != layers[i].sound || !findings_hold(full, layers[i].words))
            fail_msg("%s: %d, %.*s", layers[i].what, sound, STR_ARG(full));
        arena_free(&bench.arena);
    }
}

/* Hundreds of directories, each with its pointer, and each second one also beside a pointer that
 * leads nowhere: claims are looked up among all of them. */
static void test_many_claims(void **state) {
    (void)state;
    struct bench bench;
    bench_start(&bench);
    for (int i = 0; i < 200; i++) {
        str config = str_format(&bench.arena, "a/m%d.avd/config.ini", i * 7 % 200);
        str file = str_format(&bench.arena, "a/p%d.ini", i);
        str text = str_format(&bench.arena, "path=%sm%d.avd\n", i % 2 ? "/none/" : "", i);
        os_memory_text(&bench.memory, str_c(&bench.arena, config), "x");
        os_memory_text(&bench.memory, str_c(&bench.arena, file), str_c(&bench.arena, text));
    }
    assert_true(instances_find(&bench.reading, STR("a"), &bench.found));
    assert_int_equal(bench.found.count, 100);
    assert_int_equal(bench.diags.errors, 100);
    assert_int_equal(bench.diags.count, 100);
    arena_free(&bench.arena);
}

/* Whichever call fails: what is found is sound, and what is not is told. */
static void test_failures(void **state) {
    (void)state;
    for (unsigned at = 1;; at++) {
        struct bench bench;
        bench_start(&bench);
        put_machine(&bench, HOME "f h/.android/avd/q/instance.yaml x\n"
                                 "f h/.android/avd/o.avd/config.ini x");
        bench.memory.fail_at = at;
        bench.memory.fail_status = OS_IO;
        instances_find(&bench.reading, STR("h/.android/avd"), &bench.found);
        assert_true(bench.found.count <= 3);
        if (bench.found.count < 3)
            assert_true(bench.diags.io_failed);
        for (size_t i = 0; i < bench.found.count; i++)
            assert_true(bench.found.items[i].name.len > 0 && bench.found.items[i].shown.len > 0);
        bool reached = bench.memory.calls >= at;
        arena_free(&bench.arena);
        if (!reached)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_homes),
        cmocka_unit_test(test_two_homes),  cmocka_unit_test(test_places),
        cmocka_unit_test(test_many_names), cmocka_unit_test(test_failures),
        cmocka_unit_test(test_layers),     cmocka_unit_test(test_many_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
