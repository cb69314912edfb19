#!/system/bin/sh
# Made by modavd-profile: build again rather than edit.
# usage: sh modavd-postboot.sh [--dry-run] [--mount]
# Checks in the booted guest that the profiles work, and stops daemons that are not needed
# then. Prints TAP and, last, one line with status= and decision.<daemon>=. Exit 0: ok, 1: a
# check failed, 2: something could not be checked. --mount (as root) mounts what is to be
# mounted where nothing is; --dry-run changes nothing.
# Needs a POSIX shell (mksh, dash, busybox ash) and, where a check asks for them: cat, sleep
# (daemons), dmesg (kernel-log), getprop, rm, sync (cpuidle.polls), mkdir, mount (--mount).
#
# Functions are called by name in variables, which shellcheck cannot follow, and not every
# script uses every variable:
# shellcheck disable=SC2317,SC2034

LC_ALL=C
export LC_ALL
sys=/sys
proc=/proc

newline='
'

# mksh has no printf of its own, and the echo of mksh and dash changes backslashes.
case ${KSH_VERSION-} in
'') say() { printf '%s\n' "$1"; } ;;
*) say() { print -r -- "$1"; } ;;
esac

# Makes shown of $1: one line without "#", where a TAP reader would see a directive.
tidy() {
    shown='' rest=$1
    while :; do
        head=${rest%%["#$newline"]*}
        shown=$shown$head
        [ "$head" = "$rest" ] && return
        rest=${rest#"$head"}
        shown="$shown "
        rest=${rest#?}
    done
}

number=0 failed=0 unknown=0 finished=0 decided='' pending='' dry_run=0 mount=0

# A comment for people.
note() {
    tidy "$1"
    say "# $shown"
}

passed() {
    number=$((number + 1))
    tidy "$1"
    say "ok $number - $shown"
}

broken() {
    number=$((number + 1)) failed=$((failed + 1))
    tidy "$1"
    say "not ok $number - $shown"
}

# $1 is what, $2 why not.
skipped() {
    number=$((number + 1))
    tidy "$1"
    what=$shown
    tidy "$2"
    say "ok $number - $what # SKIP $shown"
}

undecided() {
    unknown=$((unknown + 1))
    skipped "$1" "could not check: $2"
}

# Runs on every way out, so that the last line is always the same.
finish() {
    status=unknown code=2
    if [ "$failed" -gt 0 ]; then
        status=failed code=1
    elif [ "$finished" = 1 ] && [ "$unknown" = 0 ]; then
        status=ok code=0
    fi
    say "modavd-postboot: status=$status$decided$pending"
    trap - EXIT
    exit "$code"
}
trap finish EXIT
trap 'exit 2' HUP INT TERM

for option; do
    case $option in
    --dry-run) dry_run=1 ;;
    --mount) mount=1 ;;
    *)
        say 'Bail out! usage: sh modavd-postboot.sh [--dry-run] [--mount]'
        exit 2
        ;;
    esac
done
if [ "$dry_run" = 1 ]; then
    note 'dry run, nothing is changed'
fi

# The user id without id, which fails where there is no user database.
uid=''
while read -r key value _; do
    [ "$key" = Uid: ] && uid=$value
done 2>/dev/null <"$proc/$$/status"
root_hint=''
[ "$uid" = 0 ] || root_hint=' without root, which Play Store images do not give'

# The first line of the file $1. A file that may not be read is not one that is not
# there.
read_line() {
    found='' state=absent
    [ -e "$1" ] || return 0
    state=unknown why="$1 cannot be read$root_hint"
    { true <"$1"; } 2>/dev/null || return 0
    state=present
    { IFS= read -r found <"$1"; } 2>/dev/null
    return 0
}

# Whether the tool $1 is there. Without it the probe cannot know.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    state=unknown why="there is no $1 here"
    return 1
}

# How the version $1 compares with $2, part by part and as far as $2 goes: order is
# less, equal or greater, and exact tells whether all that $1 has more is zero.
compare_versions() {
    left=${1%%[!0-9.]*} right=$2 order=equal exact=yes
    while [ -n "$right" ]; do
        left_part=${left%%.*} right_part=${right%%.*}
        [ "${left_part:-0}" -lt "$right_part" ] && order=less && return
        [ "${left_part:-0}" -gt "$right_part" ] && order=greater && return
        case $left in *.*) left=${left#*.} ;; *) left='' ;; esac
        case $right in *.*) right=${right#*.} ;; *) right='' ;; esac
    done
    case $left in *[1-9]*) exact=no ;; esac
}

# Whether the version found is in all of "$@", each such as ">= 5.8".
in_range() {
    for value; do
        compare_versions "$found" "${value#* }"
        case ${value%% *}:$order:$exact in
        =:equal:* | '!=':[lg]* | '<':less:* | '<=':less:* | '<=':equal:yes) ;;
        '>':greater:* | '>':equal:no | '>=':greater:* | '>=':equal:*) ;;
        *) return 1 ;;
        esac
    done
}

# A probe sets state: present (found is what is there), absent, or unknown (why says
# more). judge compares that with the test $1 and the values behind it: verdict is yes,
# no or unknown.
judge() {
    test=$1 verdict=no
    shift
    [ "$state" = absent ] && found=none
    case $state:$test in
    unknown:*) verdict=unknown ;;
    absent:absent) verdict=yes ;;
    absent:is | present:is) [ "$found" = "$1" ] && verdict=yes ;;
    present:list) in_order "$@" && verdict=yes ;;
    present:any-of) any_of "$@" && verdict=yes ;;
    present:at-least) at_least "$found" "$1" && verdict=yes ;;
    present:without) none_of "$@" && verdict=yes ;;
    present:bits) all_bits "$@" && verdict=yes ;;
    present:in-range) in_range "$@" && verdict=yes ;;
    esac
}

nowhere='no CPU was found' why=''

# $1 is the name for people, $2 the probe, then come the test and its values. The probe
# reads argument and place; places has one word for each place to look at. The first
# place that is not as wanted decides.
ask() {
    name=$1 probe=$2 place='' verdict=none
    shift 2
    for place in $places; do
        "$probe"
        judge "$@"
        [ "$verdict" = yes ] || break
    done
    case $place in here) where='' ;; *) where=" on $place" ;; esac
}

# What check is asked for, in words: holds when it is so, want when it is not.
word() {
    test=$3 want=''
    shift 3
    for value; do
        want="$want${want:+, }$value"
    done
    holds="is $want"
    case $test in
    at-least) holds="is at least $want" want="at least $want" ;;
    absent) want=nothing holds='is absent' ;;
    any-of) holds="is one of $want" want="one of $want" ;;
    without) holds="has no $want" want="no $want" ;;
    bits) holds="has the bits $want" want="the bits $want" ;;
    esac
}

# Asks and reports.
check() {
    word "$@"
    ask "$@"
    case $verdict in
    yes) passed "$name $holds" ;;
    no) broken "$name: expected $want, found ${found:-an empty line}$where" ;;
    none) skipped "$name $holds" "$nowhere" ;;
    *) undecided "$name $holds" "$why$where" ;;
    esac
}

# The option argument2 of what is mounted last at argument, which is spelt as the kernel
# spells it. An option without a value is "on".
probe_mount_option() {
    state=unknown why="$proc/mounts cannot be read" options='' kind=''
    [ -r "$proc/mounts" ] || return 0
    while read -r _ point type current _; do
        [ "$point" = "$argument" ] && options=$current kind=$type
    done <"$proc/mounts"
    state=absent found=none
    case ,$options, in
    *",$argument2="*)
        found=,$options, state=present
        found=${found#*",$argument2="}
        found=${found%%,*}
        ;;
    *",$argument2,"*) found=on state=present ;;
    esac
    case $state:$kind in
    absent:9p) probe_9p_default ;;
    present:9p) probe_9p_number ;;
    esac
}

# From Linux 6.4 on the cache is a number, later with 0x before it (fs/9p/v9fs.h,
# p9_cache_shortcuts).
probe_9p_number() {
    case $argument2:${found#0x} in
    cache:0) found=none ;;
    cache:1) found=readahead ;;
    cache:5) found=mmap ;;
    cache:f) found=loose ;;
    cache:8f) found=fscache ;;
    esac
}

# 9p leaves out of /proc/mounts what is the kernel's default, and before 6.4 the word cache=
# too (fs/9p/v9fs.c, v9fs_show_options; net/9p/client.c).
probe_9p_default() {
    case $argument2 in
    msize)
        read_line "$proc/sys/kernel/osrelease"
        compare_versions "$found" 5.15
        state=present found=131072
        [ "$order" != less ] || found=8192
        ;;
    version)
        state=present found=9p2000.L
        case ,$options, in *,noextend,*) found=9p2000 ;; esac
        ;;
    cache)
        state=present found=none
        for value in readahead loose mmap fscache; do
            case ,$options, in *",$value,"*) found=$value ;; esac
        done
        ;;
    esac
}

# Makes argument of the path $1, as /proc/mounts spells it: without links, blanks in octal.
spell_path() {
    rest=$(cd "$1" 2>/dev/null && pwd -P)
    rest=${rest:-$1} argument=''
    while [ -n "$rest" ]; do
        first=${rest%"${rest#?}"} rest=${rest#?}
        case $first in
        ' ') argument=$argument'\040' ;;
        \\) argument=$argument'\134' ;;
        *) argument=$argument$first ;;
        esac
    done
}

# What is mounted last at the path $1, and its type where that is not $2.
look_at() {
    spell_path "$1"
    state=unknown why="$proc/mounts cannot be read"
    [ -r "$proc/mounts" ] || return 0
    state=absent found=none
    while read -r device point type _; do
        [ "$point" = "$argument" ] || continue
        state=present found=$device
        [ "$type" = "$2" ] || found="$device of type $type"
    done <"$proc/mounts"
}

# Mounts the share $2 of the type $1 at $3, where nothing is, with the options $4. It starts
# there, in an empty directory: mount takes a file of the share's name for a disk.
mount_share() {
    mkdir -p "$3" && cd "$3" && mount -t "$1" ${4:+-o "$4"} "$2" "$3"
}

# Mounts it, or tells why not and returns 1.
try_mount() {
    if [ "$uid" != 0 ]; then
        undecided "$name is $2" "it cannot be mounted$root_hint"
    elif ! need mkdir || ! need mount; then
        undecided "$name is $2" "$why"
    elif [ "$dry_run" = 1 ]; then
        skipped "$name is $2" "dry run, it would mount -t $1 -o '$4' $2 $3"
    elif output=$(mount_share "$@" 2>&1); then
        look_at "$3" "$1"
        return 0
    else
        broken "$name: expected $2, mounting it says: $output"
    fi
    return 1
}

# The share $2 of the type $1 at the path $3 with the options $4. With --mount it is mounted
# where nothing is. Leaves in mounted whether its options can be asked for.
share() {
    name="mount.$3" mounted=no nowhere='it is not mounted' hint=''
    look_at "$3" "$1"
    if [ "$state:$mount" = absent:1 ]; then
        try_mount "$@" || return 0
    elif [ "$state" = absent ]; then
        hint=', which --mount mounts'
    fi
    case $state:$found in
    unknown:*) nowhere=$why && undecided "$name is $2" "$why" ;;
    present:"$2") mounted=yes && passed "$name is $2" ;;
    *) broken "$name: expected $2$hint, found $found" ;;
    esac
}

# The next check is of the option $2 of the share. Where the kernel is silent about it, that
# says something only of an option that is sure.
share_option() {
    argument2=$2 places=''
    [ "$mounted" = yes ] || return 0
    probe_mount_option
    nowhere='the kernel does not show it'
    [ "$1:$state" = unsure:absent ] || places=here
}

say 'TAP version 13'
say '1..5'

note 'profile share-9p'
share '9p' 'share' '/mnt/share' 'trans=virtio,version=9p2000.L,msize=262144,cache=loose'
share_option unsure 'trans'
check 'mount./mnt/share.trans' probe_mount_option is 'virtio'
share_option sure 'version'
check 'mount./mnt/share.version' probe_mount_option is '9p2000.L'
share_option sure 'msize'
check 'mount./mnt/share.msize' probe_mount_option is '262144'
share_option sure 'cache'
check 'mount./mnt/share.cache' probe_mount_option is 'loose'

finished=1
exit
