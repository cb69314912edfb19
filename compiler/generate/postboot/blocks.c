/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shell has to be what old mksh, dash and busybox ash share: no local, no arrays, no printf in
 * mksh and 32-bit arithmetic there, no here-documents (mksh needs a writable directory for them).
 * The shell reads files itself, so that almost no tool is needed.
 */
#include "blocks.h"

/* clang-format off: one line of the script is one line here. */

const char block_head[] =
    "#!/system/bin/sh\n"
    "# Made by modavd-profile: build again rather than edit.\n"
    "# usage: sh modavd-postboot.sh [--dry-run] [--mount]\n"
    "# Checks in the booted guest that the profiles work, and stops daemons that are not needed\n"
    "# then. Prints TAP and, last, one line with status= and decision.<daemon>=. Exit 0: ok, 1: a\n"
    "# check failed, 2: something could not be checked. --mount (as root) mounts what is to be\n"
    "# mounted where nothing is; --dry-run changes nothing.\n"
    "# Needs a POSIX shell (mksh, dash, busybox ash) and, where a check asks for them: cat, sleep\n"
    "# (daemons), dmesg (kernel-log), getprop, rm, sync (cpuidle.polls), mkdir, mount (--mount).\n"
    "#\n"
    "# Functions are called by name in variables, which shellcheck cannot follow, and not every\n"
    "# script uses every variable:\n"
    "# shellcheck disable=SC2317,SC2034\n"
    "\n"
    "LC_ALL=C\n"
    "export LC_ALL\n"
    "sys=/sys\n"
    "proc=/proc\n";

static const char core[] =
    "newline='\n"
    "'\n"
    "\n"
    "# mksh has no printf of its own, and the echo of mksh and dash changes backslashes.\n"
    "case ${KSH_VERSION-} in\n"
    "'') say() { printf '%s\\n' \"$1\"; } ;;\n"
    "*) say() { print -r -- \"$1\"; } ;;\n"
    "esac\n"
    "\n"
    "# Makes shown of $1: one line without \"#\", where a TAP reader would see a directive.\n"
    "tidy() {\n"
    "    shown='' rest=$1\n"
    "    while :; do\n"
    "        head=${rest%%[\"#$newline\"]*}\n"
    "        shown=$shown$head\n"
    "        [ \"$head\" = \"$rest\" ] && return\n"
    "        rest=${rest#\"$head\"}\n"
    "        shown=\"$shown \"\n"
    "        rest=${rest#?}\n"
    "    done\n"
    "}\n"
    "\n"
    "number=0 failed=0 unknown=0 finished=0 decided='' pending='' dry_run=0 mount=0\n"
    "\n"
    "# A comment for people.\n"
    "note() {\n"
    "    tidy \"$1\"\n"
    "    say \"# $shown\"\n"
    "}\n"
    "\n"
    "passed() {\n"
    "    number=$((number + 1))\n"
    "    tidy \"$1\"\n"
    "    say \"ok $number - $shown\"\n"
    "}\n"
    "\n"
    "broken() {\n"
    "    number=$((number + 1)) failed=$((failed + 1))\n"
    "    tidy \"$1\"\n"
    "    say \"not ok $number - $shown\"\n"
    "}\n"
    "\n"
    "# $1 is what, $2 why not.\n"
    "skipped() {\n"
    "    number=$((number + 1))\n"
    "    tidy \"$1\"\n"
    "    what=$shown\n"
    "    tidy \"$2\"\n"
    "    say \"ok $number - $what # SKIP $shown\"\n"
    "}\n"
    "\n"
    "undecided() {\n"
    "    unknown=$((unknown + 1))\n"
    "    skipped \"$1\" \"could not check: $2\"\n"
    "}\n"
    "\n"
    "# Runs on every way out, so that the last line is always the same.\n"
    "finish() {\n"
    "    status=unknown code=2\n"
    "    if [ \"$failed\" -gt 0 ]; then\n"
    "        status=failed code=1\n"
    "    elif [ \"$finished\" = 1 ] && [ \"$unknown\" = 0 ]; then\n"
    "        status=ok code=0\n"
    "    fi\n"
    "    say \"modavd-postboot: status=$status$decided$pending\"\n"
    "    trap - EXIT\n"
    "    exit \"$code\"\n"
    "}\n"
    "trap finish EXIT\n"
    "trap 'exit 2' HUP INT TERM\n";

static const char start[] =
    "for option; do\n"
    "    case $option in\n"
    "    --dry-run) dry_run=1 ;;\n"
    "    --mount) mount=1 ;;\n"
    "    *)\n"
    "        say 'Bail out! usage: sh modavd-postboot.sh [--dry-run] [--mount]'\n"
    "        exit 2\n"
    "        ;;\n"
    "    esac\n"
    "done\n"
    "if [ \"$dry_run\" = 1 ]; then\n"
    "    note 'dry run, nothing is changed'\n"
    "fi\n";

static const char root[] =
    "# The user id without id, which fails where there is no user database.\n"
    "uid=''\n"
    "while read -r key value _; do\n"
    "    [ \"$key\" = Uid: ] && uid=$value\n"
    "done 2>/dev/null <\"$proc/$$/status\"\n"
    "root_hint=''\n"
    "[ \"$uid\" = 0 ] || root_hint=' without root, which Play Store images do not give'\n";

static const char read_line[] =
    "# The first line of the file $1. A file that may not be read is not one that is not\n"
    "# there.\n"
    "read_line() {\n"
    "    found='' state=absent\n"
    "    [ -e \"$1\" ] || return 0\n"
    "    state=unknown why=\"$1 cannot be read$root_hint\"\n"
    "    { true <\"$1\"; } 2>/dev/null || return 0\n"
    "    state=present\n"
    "    { IFS= read -r found <\"$1\"; } 2>/dev/null\n"
    "    return 0\n"
    "}\n";

static const char need[] = "# Whether the tool $1 is there. Without it the probe cannot know.\n"
                           "need() {\n"
                           "    command -v \"$1\" >/dev/null 2>&1 && return\n"
                           "    state=unknown why=\"there is no $1 here\"\n"
                           "    return 1\n"
                           "}\n";

static const char in_order[] = "# Whether the words of found are \"$@\" in this order.\n"
                               "in_order() {\n"
                               "    words=''\n"
                               "    for value; do\n"
                               "        words=\"$words${words:+ }$value\"\n"
                               "    done\n"
                               "    [ \"$found\" = \"$words\" ]\n"
                               "}\n";

static const char any_of[] = "# Whether found is one of \"$@\".\n"
                             "any_of() {\n"
                             "    for value; do\n"
                             "        [ \"$found\" = \"$value\" ] && return\n"
                             "    done\n"
                             "    return 1\n"
                             "}\n";

static const char at_least[] =
    "# Whether $1 is a decimal number and not below $2. Goes by digits, as mksh counts in 32\n"
    "# bits.\n"
    "at_least() {\n"
    "    case $1,$2 in ,* | *, | *[!0-9,]*) return 1 ;; esac\n"
    "    left=$1 right=$2\n"
    "    while [ \"${#left}\" -lt \"${#right}\" ]; do\n"
    "        left=0$left\n"
    "    done\n"
    "    while [ \"${#right}\" -lt \"${#left}\" ]; do\n"
    "        right=0$right\n"
    "    done\n"
    "    while [ -n \"$left\" ]; do\n"
    "        left_digit=${left%\"${left#?}\"} right_digit=${right%\"${right#?}\"}\n"
    "        [ \"$left_digit\" -lt \"$right_digit\" ] && return 1\n"
    "        [ \"$left_digit\" -gt \"$right_digit\" ] && return 0\n"
    "        left=${left#?} right=${right#?}\n"
    "    done\n"
    "    return 0\n"
    "}\n";

static const char none_of[] =
    "# Whether no text of \"$@\" is in found. Leaves in found the line with the first, up to\n"
    "# its end.\n"
    "none_of() {\n"
    "    for value; do\n"
    "        case $found in\n"
    "        *\"$value\"*)\n"
    "            found=${found%%\"$value\"*}\n"
    "            found=${found##*\"$newline\"}$value\n"
    "            return 1\n"
    "            ;;\n"
    "        esac\n"
    "    done\n"
    "}\n";

static const char all_bits[] =
    "# Whether the bits \"$@\" are 1 in found, whose leftmost digit is bit 0. Leaves in found\n"
    "# which are not.\n"
    "all_bits() {\n"
    "    digits=$found found=''\n"
    "    for value; do\n"
    "        index=0 tail=$digits\n"
    "        while [ -n \"$tail\" ] && [ \"$index\" != \"$value\" ]; do\n"
    "            tail=${tail#?} index=$((index + 1))\n"
    "        done\n"
    "        case $tail in 1*) ;; *) found=\"$found${found:+, }$value off\" ;; esac\n"
    "    done\n"
    "    [ -z \"$found\" ]\n"
    "}\n";

static const char in_range[] =
    "# How the version $1 compares with $2, part by part and as far as $2 goes: order is\n"
    "# less, equal or greater, and exact tells whether all that $1 has more is zero.\n"
    "compare_versions() {\n"
    "    left=${1%%[!0-9.]*} right=$2 order=equal exact=yes\n"
    "    while [ -n \"$right\" ]; do\n"
    "        left_part=${left%%.*} right_part=${right%%.*}\n"
    "        [ \"${left_part:-0}\" -lt \"$right_part\" ] && order=less && return\n"
    "        [ \"${left_part:-0}\" -gt \"$right_part\" ] && order=greater && return\n"
    "        case $left in *.*) left=${left#*.} ;; *) left='' ;; esac\n"
    "        case $right in *.*) right=${right#*.} ;; *) right='' ;; esac\n"
    "    done\n"
    "    case $left in *[1-9]*) exact=no ;; esac\n"
    "}\n"
    "\n"
    "# Whether the version found is in all of \"$@\", each such as \">= 5.8\".\n"
    "in_range() {\n"
    "    for value; do\n"
    "        compare_versions \"$found\" \"${value#* }\"\n"
    "        case ${value%% *}:$order:$exact in\n"
    "        =:equal:* | '!=':[lg]* | '<':less:* | '<=':less:* | '<=':equal:yes) ;;\n"
    "        '>':greater:* | '>':equal:no | '>=':greater:* | '>=':equal:*) ;;\n"
    "        *) return 1 ;;\n"
    "        esac\n"
    "    done\n"
    "}\n";

static const char ask[] =
    "# A probe sets state: present (found is what is there), absent, or unknown (why says\n"
    "# more). judge compares that with the test $1 and the values behind it: verdict is yes,\n"
    "# no or unknown.\n"
    "judge() {\n"
    "    test=$1 verdict=no\n"
    "    shift\n"
    "    [ \"$state\" = absent ] && found=none\n"
    "    case $state:$test in\n"
    "    unknown:*) verdict=unknown ;;\n"
    "    absent:absent) verdict=yes ;;\n"
    "    absent:is | present:is) [ \"$found\" = \"$1\" ] && verdict=yes ;;\n"
    "    present:list) in_order \"$@\" && verdict=yes ;;\n"
    "    present:any-of) any_of \"$@\" && verdict=yes ;;\n"
    "    present:at-least) at_least \"$found\" \"$1\" && verdict=yes ;;\n"
    "    present:without) none_of \"$@\" && verdict=yes ;;\n"
    "    present:bits) all_bits \"$@\" && verdict=yes ;;\n"
    "    present:in-range) in_range \"$@\" && verdict=yes ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "nowhere='no CPU was found' why=''\n"
    "\n"
    "# $1 is the name for people, $2 the probe, then come the test and its values. The probe\n"
    "# reads argument and place; places has one word for each place to look at. The first\n"
    "# place that is not as wanted decides.\n"
    "ask() {\n"
    "    name=$1 probe=$2 place='' verdict=none\n"
    "    shift 2\n"
    "    for place in $places; do\n"
    "        \"$probe\"\n"
    "        judge \"$@\"\n"
    "        [ \"$verdict\" = yes ] || break\n"
    "    done\n"
    "    case $place in here) where='' ;; *) where=\" on $place\" ;; esac\n"
    "}\n";

static const char check[] =
    "# What check is asked for, in words: holds when it is so, want when it is not.\n"
    "word() {\n"
    "    test=$3 want=''\n"
    "    shift 3\n"
    "    for value; do\n"
    "        want=\"$want${want:+, }$value\"\n"
    "    done\n"
    "    holds=\"is $want\"\n"
    "    case $test in\n"
    "    at-least) holds=\"is at least $want\" want=\"at least $want\" ;;\n"
    "    absent) want=nothing holds='is absent' ;;\n"
    "    any-of) holds=\"is one of $want\" want=\"one of $want\" ;;\n"
    "    without) holds=\"has no $want\" want=\"no $want\" ;;\n"
    "    bits) holds=\"has the bits $want\" want=\"the bits $want\" ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "# Asks and reports.\n"
    "check() {\n"
    "    word \"$@\"\n"
    "    ask \"$@\"\n"
    "    case $verdict in\n"
    "    yes) passed \"$name $holds\" ;;\n"
    "    no) broken \"$name: expected $want, found ${found:-an empty line}$where\" ;;\n"
    "    none) skipped \"$name $holds\" \"$nowhere\" ;;\n"
    "    *) undecided \"$name $holds\" \"$why$where\" ;;\n"
    "    esac\n"
    "}\n";

static const char cpus[] =
    "# The running CPUs. They are counted, because Android lets nobody but root list the\n"
    "# directory; a gap does not end the count, and an offline CPU has no idle states.\n"
    "cpu=$sys/devices/system/cpu/cpu cpus='' index=0 missing=0\n"
    "while [ \"$missing\" -lt 64 ]; do\n"
    "    online=1\n"
    "    if [ -d \"$cpu$index\" ]; then\n"
    "        missing=0\n"
    "        { read -r online <\"$cpu$index/online\"; } 2>/dev/null\n"
    "        [ \"$online\" = 0 ] || cpus=\"$cpus cpu$index\"\n"
    "    else\n"
    "        missing=$((missing + 1))\n"
    "    fi\n"
    "    index=$((index + 1))\n"
    "done\n";

static const char virtio_devices[] =
    "# The devices that the driver $1 of the virtio bus serves.\n"
    "virtio_devices() {\n"
    "    places='' nowhere=\"no device has the driver $1\"\n"
    "    for directory in \"$sys/bus/virtio/drivers/$1\"/virtio[0-9]*; do\n"
    "        [ -e \"$directory\" ] && places=\"$places ${directory##*/}\"\n"
    "    done\n"
    "    return 0\n"
    "}\n";

static const char state_directory[] =
    "# The directory of the idle state $2 of the CPU $1.\n"
    "state_directory() {\n"
    "    index=0\n"
    "    while :; do\n"
    "        directory=$sys/devices/system/cpu/$1/cpuidle/state$index\n"
    "        read_line \"$directory/name\"\n"
    "        [ \"$state\" = present ] || return 0\n"
    "        [ \"$found\" != \"$2\" ] || return 0\n"
    "        index=$((index + 1))\n"
    "    done\n"
    "}\n";

static const char count_entries[] = "# How many of \"$@\", the result of a pattern, are there.\n"
                                    "count_entries() {\n"
                                    "    entries=0\n"
                                    "    for entry; do\n"
                                    "        [ -e \"$entry\" ] && entries=$((entries + 1))\n"
                                    "    done\n"
                                    "    return 0\n"
                                    "}\n";

static const char probe_cpuidle_driver[] =
    "probe_cpuidle_driver() {\n"
    "    read_line \"$sys/devices/system/cpu/cpuidle/current_driver\"\n"
    "    [ \"$found\" = none ] && state=absent\n"
    "    return 0\n"
    "}\n";

static const char probe_cpuidle_governor[] =
    "# The kernel has the second name where the governor may not be changed (before 5.8).\n"
    "probe_cpuidle_governor() {\n"
    "    governor=$sys/devices/system/cpu/cpuidle/current_governor\n"
    "    read_line \"$governor\"\n"
    "    [ \"$state\" = absent ] && read_line \"${governor}_ro\"\n"
    "    return 0\n"
    "}\n";

static const char probe_cpuidle_states[] =
    "probe_cpuidle_states() {\n"
    "    names='' index=0 idle=$sys/devices/system/cpu/$place/cpuidle\n"
    "    read_line \"$idle/state0/name\"\n"
    "    while [ \"$state\" = present ]; do\n"
    "        names=\"$names${names:+ }$found\"\n"
    "        index=$((index + 1))\n"
    "        read_line \"$idle/state$index/name\"\n"
    "    done\n"
    "    [ \"$state\" = unknown ] && return\n"
    "    found=$names state=present\n"
    "    [ -n \"$names\" ] || state=absent\n"
    "}\n";

static const char probe_cpuidle_latency[] =
    "probe_cpuidle_latency() {\n"
    "    state_directory \"$place\" \"$argument\"\n"
    "    [ \"$state\" = present ] && read_line \"$directory/latency\"\n"
    "    return 0\n"
    "}\n";

static const char probe_cpuidle_polls[] =
    "# The type of the file system that holds the directory $1.\n"
    "filesystem_of() {\n"
    "    type='' longest=0\n"
    "    while read -r _ point kind _; do\n"
    "        case $1/ in\n"
    "        \"${point%/}\"/*)\n"
    "            [ \"${#point}\" -lt \"$longest\" ] || type=$kind longest=${#point}\n"
    "            ;;\n"
    "        esac\n"
    "    done <\"$proc/mounts\"\n"
    "}\n"
    "\n"
    "# A directory on a disk that we may write to.\n"
    "scratch_directory() {\n"
    "    for directory in \"${TMPDIR:-/data}\" /data/local/tmp /data /var/tmp /tmp; do\n"
    "        [ -d \"$directory\" ] && [ -w \"$directory\" ] || continue\n"
    "        filesystem_of \"$directory\"\n"
    "        case $type in tmpfs | ramfs | rootfs | overlay | '') ;; *) return 0 ;; esac\n"
    "    done\n"
    "    return 1\n"
    "}\n"
    "\n"
    "# How often all CPUs have polled, as far as 9 digits show it: mksh counts in 32 bits.\n"
    "polls_so_far() {\n"
    "    polls=0\n"
    "    for polling in $cpus; do\n"
    "        state_directory \"$polling\" POLL\n"
    "        [ \"$state\" = present ] && read_line \"$directory/usage\"\n"
    "        [ \"$state\" = present ] || return 0\n"
    "        while [ \"${#found}\" -gt 9 ] || [ \"$found\" != \"${found#0}\" ]; do\n"
    "            found=${found#?}\n"
    "        done\n"
    "        polls=$(((polls + ${found:-0}) % 1000000000))\n"
    "    done\n"
    "}\n"
    "\n"
    "# Counts the polls during a hundred small synchronous writes.\n"
    "probe_cpuidle_polls() {\n"
    "    need sync || return 0\n"
    "    state=unknown why='a dry run writes nothing'\n"
    "    [ \"$dry_run\" = 0 ] || return 0\n"
    "    why='there is no directory on a disk to write to'\n"
    "    scratch_directory || return 0\n"
    "    scratch=$directory/modavd-postboot.$$\n"
    "    polls_so_far\n"
    "    [ \"$state\" = present ] || return 0\n"
    "    before=$polls writes=0\n"
    "    while [ \"$writes\" -lt 100 ]; do\n"
    "        say \"$writes\" >\"$scratch\"\n"
    "        sync\n"
    "        writes=$((writes + 1))\n"
    "    done\n"
    "    rm -f \"$scratch\"\n"
    "    polls_so_far\n"
    "    found=$(((polls - before + 1000000000) % 1000000000))\n"
    "}\n";

static const char probe_clocksource[] =
    "probe_clocksource() {\n"
    "    read_line \"$sys/devices/system/clocksource/clocksource0/current_clocksource\"\n"
    "}\n";

static const char probe_virtio_features[] =
    "probe_virtio_features() {\n"
    "    read_line \"$sys/bus/virtio/devices/$place/features\"\n"
    "}\n";

static const char probe_block_queues[] = "probe_block_queues() {\n"
                                         "    state=absent\n"
                                         "    [ -d \"$sys/block/$argument\" ] || return 0\n"
                                         "    count_entries \"$sys/block/$argument\"/mq/[0-9]*\n"
                                         "    state=present found=$entries\n"
                                         "}\n";

static const char probe_net_queues[] =
    "# Receive and transmit queues are used in pairs, so the smaller number counts.\n"
    "probe_net_queues() {\n"
    "    state=absent\n"
    "    [ -d \"$sys/class/net/$argument\" ] || return 0\n"
    "    count_entries \"$sys/class/net/$argument\"/queues/rx-*\n"
    "    found=$entries\n"
    "    count_entries \"$sys/class/net/$argument\"/queues/tx-*\n"
    "    [ \"$entries\" -lt \"$found\" ] && found=$entries\n"
    "    state=present\n"
    "}\n";

static const char probe_mount_option[] =
    "# The option argument2 of what is mounted last at argument, which is spelt as the kernel\n"
    "# spells it. An option without a value is \"on\".\n"
    "probe_mount_option() {\n"
    "    state=unknown why=\"$proc/mounts cannot be read\" options='' kind=''\n"
    "    [ -r \"$proc/mounts\" ] || return 0\n"
    "    while read -r _ point type current _; do\n"
    "        [ \"$point\" = \"$argument\" ] && options=$current kind=$type\n"
    "    done <\"$proc/mounts\"\n"
    "    state=absent found=none\n"
    "    case ,$options, in\n"
    "    *\",$argument2=\"*)\n"
    "        found=,$options, state=present\n"
    "        found=${found#*\",$argument2=\"}\n"
    "        found=${found%%,*}\n"
    "        ;;\n"
    "    *\",$argument2,\"*) found=on state=present ;;\n"
    "    esac\n"
    "    case $state:$kind in\n"
    "    absent:9p) probe_9p_default ;;\n"
    "    present:9p) probe_9p_number ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "# From Linux 6.4 on the cache is a number, later with 0x before it (fs/9p/v9fs.h,\n"
    "# p9_cache_shortcuts).\n"
    "probe_9p_number() {\n"
    "    case $argument2:${found#0x} in\n"
    "    cache:0) found=none ;;\n"
    "    cache:1) found=readahead ;;\n"
    "    cache:5) found=mmap ;;\n"
    "    cache:f) found=loose ;;\n"
    "    cache:8f) found=fscache ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "# 9p leaves out of /proc/mounts what is the kernel's default, and before 6.4 the word cache=\n"
    "# too (fs/9p/v9fs.c, v9fs_show_options; net/9p/client.c).\n"
    "probe_9p_default() {\n"
    "    case $argument2 in\n"
    "    msize)\n"
    "        read_line \"$proc/sys/kernel/osrelease\"\n"
    "        compare_versions \"$found\" 5.15\n"
    "        state=present found=131072\n"
    "        [ \"$order\" != less ] || found=8192\n"
    "        ;;\n"
    "    version)\n"
    "        state=present found=9p2000.L\n"
    "        case ,$options, in *,noextend,*) found=9p2000 ;; esac\n"
    "        ;;\n"
    "    cache)\n"
    "        state=present found=none\n"
    "        for value in readahead loose mmap fscache; do\n"
    "            case ,$options, in *\",$value,\"*) found=$value ;; esac\n"
    "        done\n"
    "        ;;\n"
    "    esac\n"
    "}\n";

static const char probe_getprop[] = "probe_getprop() {\n"
                                    "    need getprop || return 0\n"
                                    "    state=absent\n"
                                    "    found=$(getprop \"$argument\" 2>/dev/null)\n"
                                    "    [ -n \"$found\" ] && state=present\n"
                                    "    return 0\n"
                                    "}\n";

static const char probe_file[] =
    "# A file below a directory that we may not enter looks as if it were not there.\n"
    "hidden() {\n"
    "    case $1 in /*) directory=$1 ;; *) directory=./$1 ;; esac\n"
    "    while [ -n \"$directory\" ] && [ ! -d \"$directory\" ]; do\n"
    "        directory=${directory%/*}\n"
    "    done\n"
    "    [ ! -x \"${directory:-/}\" ]\n"
    "}\n"
    "\n"
    "probe_file() {\n"
    "    read_line \"$argument\"\n"
    "    if [ \"$state\" = absent ] && hidden \"$argument\"; then\n"
    "        state=unknown why=\"$argument cannot be seen$root_hint\"\n"
    "    fi\n"
    "}\n";

static const char probe_kernel_log[] =
    "probe_kernel_log() {\n"
    "    need dmesg || return 0\n"
    "    found=$(dmesg 2>/dev/null)\n"
    "    state=present\n"
    "    [ -n \"$found\" ] || state=unknown why=\"the kernel's log cannot be read$root_hint\"\n"
    "}\n";

static const char probe_guest_kernel[] = "probe_guest_kernel() {\n"
                                         "    read_line \"$proc/sys/kernel/osrelease\"\n"
                                         "}\n";

static const char probe_fw_cfg[] =
    "probe_fw_cfg() {\n"
    "    directory=$sys/firmware/qemu_fw_cfg/by_name\n"
    "    state=unknown\n"
    "    why=\"there is no $directory: the guest has no driver for fw_cfg\"\n"
    "    [ -z \"$root_hint\" ] || why=\"$why, or it is hidden$root_hint\"\n"
    "    [ -x \"$directory\" ] || return 0\n"
    "    read_line \"$directory/$argument/raw\"\n"
    "}\n";

static const char share[] =
    "# Makes argument of the path $1, as /proc/mounts spells it: without links, blanks in octal.\n"
    "spell_path() {\n"
    "    rest=$(cd \"$1\" 2>/dev/null && pwd -P)\n"
    "    rest=${rest:-$1} argument=''\n"
    "    while [ -n \"$rest\" ]; do\n"
    "        first=${rest%\"${rest#?}\"} rest=${rest#?}\n"
    "        case $first in\n"
    "        ' ') argument=$argument'\\040' ;;\n"
    "        \\\\) argument=$argument'\\134' ;;\n"
    "        *) argument=$argument$first ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "\n"
    "# What is mounted last at the path $1, and its type where that is not $2.\n"
    "look_at() {\n"
    "    spell_path \"$1\"\n"
    "    state=unknown why=\"$proc/mounts cannot be read\"\n"
    "    [ -r \"$proc/mounts\" ] || return 0\n"
    "    state=absent found=none\n"
    "    while read -r device point type _; do\n"
    "        [ \"$point\" = \"$argument\" ] || continue\n"
    "        state=present found=$device\n"
    "        [ \"$type\" = \"$2\" ] || found=\"$device of type $type\"\n"
    "    done <\"$proc/mounts\"\n"
    "}\n"
    "\n"
    "# Mounts the share $2 of the type $1 at $3, where nothing is, with the options $4. It starts\n"
    "# there, in an empty directory: mount takes a file of the share's name for a disk.\n"
    "mount_share() {\n"
    "    mkdir -p \"$3\" && cd \"$3\" && mount -t \"$1\" ${4:+-o \"$4\"} \"$2\" \"$3\"\n"
    "}\n"
    "\n"
    "# Mounts it, or tells why not and returns 1.\n"
    "try_mount() {\n"
    "    if [ \"$uid\" != 0 ]; then\n"
    "        undecided \"$name is $2\" \"it cannot be mounted$root_hint\"\n"
    "    elif ! need mkdir || ! need mount; then\n"
    "        undecided \"$name is $2\" \"$why\"\n"
    "    elif [ \"$dry_run\" = 1 ]; then\n"
    "        skipped \"$name is $2\" \"dry run, it would mount -t $1 -o '$4' $2 $3\"\n"
    "    elif output=$(mount_share \"$@\" 2>&1); then\n"
    "        look_at \"$3\" \"$1\"\n"
    "        return 0\n"
    "    else\n"
    "        broken \"$name: expected $2, mounting it says: $output\"\n"
    "    fi\n"
    "    return 1\n"
    "}\n"
    "\n"
    "# The share $2 of the type $1 at the path $3 with the options $4. With --mount it is mounted\n"
    "# where nothing is. Leaves in mounted whether its options can be asked for.\n"
    "share() {\n"
    "    name=\"mount.$3\" mounted=no nowhere='it is not mounted' hint=''\n"
    "    look_at \"$3\" \"$1\"\n"
    "    if [ \"$state:$mount\" = absent:1 ]; then\n"
    "        try_mount \"$@\" || return 0\n"
    "    elif [ \"$state\" = absent ]; then\n"
    "        hint=', which --mount mounts'\n"
    "    fi\n"
    "    case $state:$found in\n"
    "    unknown:*) nowhere=$why && undecided \"$name is $2\" \"$why\" ;;\n"
    "    present:\"$2\") mounted=yes && passed \"$name is $2\" ;;\n"
    "    *) broken \"$name: expected $2$hint, found $found\" ;;\n"
    "    esac\n"
    "}\n";

static const char share_option[] =
    "# The next check is of the option $2 of the share. Where the kernel is silent about it, that\n"
    "# says something only of an option that is sure.\n"
    "share_option() {\n"
    "    argument2=$2 places=''\n"
    "    [ \"$mounted\" = yes ] || return 0\n"
    "    probe_mount_option\n"
    "    nowhere='the kernel does not show it'\n"
    "    [ \"$1:$state\" = unsure:absent ] || places=here\n"
    "}\n";

static const char find_daemon[] =
    "# We and our parents are never stopped, whatever they are called.\n"
    "own=' ' ancestor=$$\n"
    "while [ \"${ancestor:-0}\" -gt 0 ]; do\n"
    "    own=\"$own$ancestor \" process=$ancestor ancestor=0\n"
    "    while read -r key value _; do\n"
    "        [ \"$key\" = PPid: ] && ancestor=$value\n"
    "    done 2>/dev/null <\"$proc/$process/status\"\n"
    "done\n"
    "\n"
    "# Whether the process $1 is the daemon $2: its program, or the script that a shell runs,\n"
    "# has exactly this name. cat -v shows the NUL between words as ^@; where a word has a ^@\n"
    "# of its own they cannot be told apart, and the process is left alone.\n"
    "is_daemon() {\n"
    "    case $(cat \"$proc/$1/cmdline\" 2>/dev/null) in '' | *'^@'*) return 1 ;; esac\n"
    "    words=$(cat -v \"$proc/$1/cmdline\" 2>/dev/null)\n"
    "    program=${words%%'^@'*} words=${words#*'^@'}\n"
    "    case ${program##*/} in\n"
    "    busybox | toybox) program=${words%%'^@'*} words=${words#*'^@'} ;;\n"
    "    esac\n"
    "    case ${program##*/} in\n"
    "    \"$2\") return 0 ;;\n"
    "    sh | -sh | mksh | ash | dash | bash) ;;\n"
    "    *) return 1 ;;\n"
    "    esac\n"
    "    program=${words%%'^@'*}\n"
    "    [ \"${program##*/}\" = \"$2\" ]\n"
    "}\n"
    "\n"
    "# Whether read, as cat does in $(), skips the NUL between words: then the shell itself\n"
    "# can tell most processes from the daemon, which saves two programs for each.\n"
    "{ IFS= read -r words <\"$proc/$$/cmdline\"; } 2>/dev/null\n"
    "skips_nul=no\n"
    "[ \"$words\" = \"$(cat \"$proc/$$/cmdline\" 2>/dev/null)\" ] && skips_nul=yes\n"
    "\n"
    "may_be_daemon() {\n"
    "    [ \"$skips_nul\" = yes ] || return 0\n"
    "    words=''\n"
    "    { IFS= read -r words <\"$proc/$1/cmdline\"; } 2>/dev/null\n"
    "    case $words in *\"$2\"*) ;; *) return 1 ;; esac\n"
    "}\n"
    "\n"
    "# The processes that are the daemon $1.\n"
    "find_daemon() {\n"
    "    running=''\n"
    "    for directory in \"$proc\"/[0-9]*; do\n"
    "        process=${directory##*/}\n"
    "        case $own in *\" $process \"*) continue ;; esac\n"
    "        may_be_daemon \"$process\" \"$1\" && is_daemon \"$process\" \"$1\" && "
    "running=\"$running $process\"\n"
    "    done\n"
    "    return 0\n"
    "}\n"
    "\n";

static const char stop_daemon[] =
    "# Sends the signal $1 to all of running that still are the daemon $2: a number may be\n"
    "# another process's by now.\n"
    "signal_daemon() {\n"
    "    for process in $running; do\n"
    "        is_daemon \"$process\" \"$2\" && kill -\"$1\" \"$process\" 2>/dev/null\n"
    "    done\n"
    "    return 0\n"
    "}\n"
    "\n"
    "# Asks the daemon to end, waits up to three seconds, then kills it. running is what is\n"
    "# left.\n"
    "stop_daemon() {\n"
    "    signal_daemon TERM \"$1\"\n"
    "    for signal in 0 0 KILL 0; do\n"
    "        sleep 1\n"
    "        find_daemon \"$1\"\n"
    "        [ -n \"$running\" ] || return 0\n"
    "        [ \"$signal\" = 0 ] || signal_daemon \"$signal\" \"$1\"\n"
    "    done\n"
    "}\n"
    "\n"
    "# Without root, other users' processes may be hidden. Then nothing can be said of the\n"
    "# daemon.\n"
    "can_see_processes() {\n"
    "    need cat && need sleep || return 1\n"
    "    state=unknown why=\"other users' processes are hidden$root_hint\"\n"
    "    [ \"$uid\" = 0 ] || [ -r \"$proc/1/cmdline\" ]\n"
    "}\n"
    "\n"
    "# Whether the daemon $1 ended, after stop_daemon.\n"
    "report_stopped() {\n"
    "    if [ -z \"$running\" ]; then\n"
    "        passed \"daemon $1 is stopped, it was process$was\"\n"
    "    elif [ \"$uid\" = 0 ]; then\n"
    "        broken \"daemon $1: expected to be stopped, found process$running\"\n"
    "    else\n"
    "        undecided \"daemon $1 is stopped\" \"process$running goes on$root_hint\"\n"
    "    fi\n"
    "}\n"
    "\n"
    "# Makes sure that the daemon $1 does not run.\n"
    "end_daemon() {\n"
    "    if ! can_see_processes; then\n"
    "        undecided \"daemon $1 is stopped\" \"$why\"\n"
    "        return\n"
    "    fi\n"
    "    find_daemon \"$1\"\n"
    "    if [ -z \"$running\" ]; then\n"
    "        passed \"daemon $1 does not run\"\n"
    "    elif [ \"$dry_run\" = 1 ]; then\n"
    "        skipped \"daemon $1 is stopped\" \"dry run, it would stop process$running\"\n"
    "    else\n"
    "        was=$running\n"
    "        stop_daemon \"$1\"\n"
    "        report_stopped \"$1\"\n"
    "    fi\n"
    "}\n"
    "\n";

static const char daemon[] =
    "# Adds one condition for a daemon to be stopped. reason tells what speaks against it.\n"
    "only_if() {\n"
    "    ask \"$@\"\n"
    "    case $verdict in\n"
    "    yes) ;;\n"
    "    no) reason=\"$name is $found$where\" ;;\n"
    "    none) reason=$nowhere ;;\n"
    "    *) reason=$why ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "# The daemon $1, whose conditions have been asked. Called $2 in the last line.\n"
    "daemon() {\n"
    "    pending=${pending#\" decision.$2=start\"}\n"
    "    if [ -n \"$reason\" ]; then\n"
    "        decided=\"$decided decision.$2=start\"\n"
    "        passed \"daemon $1 is left alone: $reason\"\n"
    "    else\n"
    "        decided=\"$decided decision.$2=stop\"\n"
    "        end_daemon \"$1\"\n"
    "    fi\n"
    "}\n";

/* clang-format on */

#define NEEDS(block) BLOCK_BIT(BLOCK_##block)
/* Each block and the blocks it uses itself. */
static const struct {
    const char *text;
    uint64_t needs;
} blocks[BLOCK_COUNT] = {
    [BLOCK_CORE] = {core, 0},
    [BLOCK_START] = {start, 0},
    [BLOCK_ROOT] = {root, 0},
    [BLOCK_READ_LINE] = {read_line, NEEDS(ROOT)},
    [BLOCK_NEED] = {need, 0},
    [BLOCK_IN_ORDER] = {in_order, 0},
    [BLOCK_ANY_OF] = {any_of, 0},
    [BLOCK_AT_LEAST] = {at_least, 0},
    [BLOCK_NONE_OF] = {none_of, 0},
    [BLOCK_ALL_BITS] = {all_bits, 0},
    [BLOCK_IN_RANGE] = {in_range, 0},
    [BLOCK_ASK] = {ask, 0},
    [BLOCK_CHECK] = {check, NEEDS(ASK)},
    [BLOCK_CPUS] = {cpus, 0},
    [BLOCK_VIRTIO_DEVICES] = {virtio_devices, 0},
    [BLOCK_STATE_DIRECTORY] = {state_directory, NEEDS(READ_LINE)},
    [BLOCK_COUNT_ENTRIES] = {count_entries, 0},
    [BLOCK_PROBE_CPUIDLE_DRIVER] = {probe_cpuidle_driver, NEEDS(READ_LINE)},
    [BLOCK_PROBE_CPUIDLE_GOVERNOR] = {probe_cpuidle_governor, NEEDS(READ_LINE)},
    [BLOCK_PROBE_CPUIDLE_STATES] = {probe_cpuidle_states, NEEDS(CPUS) | NEEDS(READ_LINE)},
    [BLOCK_PROBE_CPUIDLE_LATENCY] = {probe_cpuidle_latency, NEEDS(CPUS) | NEEDS(STATE_DIRECTORY)},
    [BLOCK_PROBE_CPUIDLE_POLLS] = {probe_cpuidle_polls,
                                   NEEDS(CPUS) | NEEDS(STATE_DIRECTORY) | NEEDS(NEED)},
    [BLOCK_PROBE_CLOCKSOURCE] = {probe_clocksource, NEEDS(READ_LINE)},
    [BLOCK_PROBE_VIRTIO_FEATURES] = {probe_virtio_features,
                                     NEEDS(VIRTIO_DEVICES) | NEEDS(READ_LINE)},
    [BLOCK_PROBE_BLOCK_QUEUES] = {probe_block_queues, NEEDS(COUNT_ENTRIES)},
    [BLOCK_PROBE_NET_QUEUES] = {probe_net_queues, NEEDS(COUNT_ENTRIES)},
    [BLOCK_PROBE_MOUNT_OPTION] = {probe_mount_option, NEEDS(READ_LINE) | NEEDS(IN_RANGE)},
    [BLOCK_PROBE_GETPROP] = {probe_getprop, NEEDS(NEED)},
    [BLOCK_PROBE_FILE] = {probe_file, NEEDS(READ_LINE)},
    [BLOCK_PROBE_KERNEL_LOG] = {probe_kernel_log, NEEDS(NEED) | NEEDS(ROOT)},
    [BLOCK_PROBE_GUEST_KERNEL] = {probe_guest_kernel, NEEDS(READ_LINE)},
    [BLOCK_PROBE_FW_CFG] = {probe_fw_cfg, NEEDS(READ_LINE)},
    [BLOCK_SHARE] = {share, NEEDS(NEED) | NEEDS(ROOT)},
    [BLOCK_SHARE_OPTION] = {share_option, NEEDS(SHARE) | NEEDS(PROBE_MOUNT_OPTION) | NEEDS(CHECK)},
    [BLOCK_FIND_DAEMON] = {find_daemon, 0},
    [BLOCK_STOP_DAEMON] = {stop_daemon, NEEDS(FIND_DAEMON) | NEEDS(NEED) | NEEDS(ROOT)},
    [BLOCK_DAEMON] = {daemon, NEEDS(STOP_DAEMON) | NEEDS(ASK)},
};

const char *block_text(enum block block) {
    return blocks[block].text;
}

uint64_t blocks_with_needs(uint64_t wanted) {
    uint64_t before;
    do {
        before = wanted;
        for (int i = 0; i < BLOCK_COUNT; i++)
            if (wanted & BLOCK_BIT(i))
                wanted |= blocks[i].needs;
    } while (wanted != before);
    return wanted;
}
