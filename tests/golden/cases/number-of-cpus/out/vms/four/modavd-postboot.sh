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

# Whether the bits "$@" are 1 in found, whose leftmost digit is bit 0. Leaves in found
# which are not.
all_bits() {
    digits=$found found=''
    for value; do
        index=0 tail=$digits
        while [ -n "$tail" ] && [ "$index" != "$value" ]; do
            tail=${tail#?} index=$((index + 1))
        done
        case $tail in 1*) ;; *) found="$found${found:+, }$value off" ;; esac
    done
    [ -z "$found" ]
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

# The devices that the driver $1 of the virtio bus serves.
virtio_devices() {
    places='' nowhere="no device has the driver $1"
    for directory in "$sys/bus/virtio/drivers/$1"/virtio[0-9]*; do
        [ -e "$directory" ] && places="$places ${directory##*/}"
    done
    return 0
}

# How many of "$@", the result of a pattern, are there.
count_entries() {
    entries=0
    for entry; do
        [ -e "$entry" ] && entries=$((entries + 1))
    done
    return 0
}

probe_virtio_features() {
    read_line "$sys/bus/virtio/devices/$place/features"
}

# Receive and transmit queues are used in pairs, so the smaller number counts.
probe_net_queues() {
    state=absent
    [ -d "$sys/class/net/$argument" ] || return 0
    count_entries "$sys/class/net/$argument"/queues/rx-*
    found=$entries
    count_entries "$sys/class/net/$argument"/queues/tx-*
    [ "$entries" -lt "$found" ] && found=$entries
    state=present
}

say 'TAP version 13'
say '1..2'

note 'profile net-pps'
virtio_devices 'virtio_net'
check 'virtio.virtio_net.features' probe_virtio_features bits '29' '34'
places=here argument='eth0'
check 'net.eth0.queues' probe_net_queues is '4'

finished=1
exit
