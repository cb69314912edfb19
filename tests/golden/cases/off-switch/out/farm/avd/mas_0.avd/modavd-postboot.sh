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
pending=' decision.mas-idlepoll.sh=start'

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

# Whether the words of found are "$@" in this order.
in_order() {
    words=''
    for value; do
        words="$words${words:+ }$value"
    done
    [ "$found" = "$words" ]
}

# Whether no text of "$@" is in found. Leaves in found the line with the first, up to
# its end.
none_of() {
    for value; do
        case $found in
        *"$value"*)
            found=${found%%"$value"*}
            found=${found##*"$newline"}$value
            return 1
            ;;
        esac
    done
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

# The running CPUs. They are counted, because Android lets nobody but root list the
# directory; a gap does not end the count, and an offline CPU has no idle states.
cpu=$sys/devices/system/cpu/cpu cpus='' index=0 missing=0
while [ "$missing" -lt 64 ]; do
    online=1
    if [ -d "$cpu$index" ]; then
        missing=0
        { read -r online <"$cpu$index/online"; } 2>/dev/null
        [ "$online" = 0 ] || cpus="$cpus cpu$index"
    else
        missing=$((missing + 1))
    fi
    index=$((index + 1))
done

# The directory of the idle state $2 of the CPU $1.
state_directory() {
    index=0
    while :; do
        directory=$sys/devices/system/cpu/$1/cpuidle/state$index
        read_line "$directory/name"
        [ "$state" = present ] || return 0
        [ "$found" != "$2" ] || return 0
        index=$((index + 1))
    done
}

probe_cpuidle_driver() {
    read_line "$sys/devices/system/cpu/cpuidle/current_driver"
    [ "$found" = none ] && state=absent
    return 0
}

probe_cpuidle_states() {
    names='' index=0 idle=$sys/devices/system/cpu/$place/cpuidle
    read_line "$idle/state0/name"
    while [ "$state" = present ]; do
        names="$names${names:+ }$found"
        index=$((index + 1))
        read_line "$idle/state$index/name"
    done
    [ "$state" = unknown ] && return
    found=$names state=present
    [ -n "$names" ] || state=absent
}

probe_cpuidle_latency() {
    state_directory "$place" "$argument"
    [ "$state" = present ] && read_line "$directory/latency"
    return 0
}

probe_kernel_log() {
    need dmesg || return 0
    found=$(dmesg 2>/dev/null)
    state=present
    [ -n "$found" ] || state=unknown why="the kernel's log cannot be read$root_hint"
}

probe_guest_kernel() {
    read_line "$proc/sys/kernel/osrelease"
}

# We and our parents are never stopped, whatever they are called.
own=' ' ancestor=$$
while [ "${ancestor:-0}" -gt 0 ]; do
    own="$own$ancestor " process=$ancestor ancestor=0
    while read -r key value _; do
        [ "$key" = PPid: ] && ancestor=$value
    done 2>/dev/null <"$proc/$process/status"
done

# Whether the process $1 is the daemon $2: its program, or the script that a shell runs,
# has exactly this name. cat -v shows the NUL between words as ^@; where a word has a ^@
# of its own they cannot be told apart, and the process is left alone.
is_daemon() {
    case $(cat "$proc/$1/cmdline" 2>/dev/null) in '' | *'^@'*) return 1 ;; esac
    words=$(cat -v "$proc/$1/cmdline" 2>/dev/null)
    program=${words%%'^@'*} words=${words#*'^@'}
    case ${program##*/} in
    busybox | toybox) program=${words%%'^@'*} words=${words#*'^@'} ;;
    esac
    case ${program##*/} in
    "$2") return 0 ;;
    sh | -sh | mksh | ash | dash | bash) ;;
    *) return 1 ;;
    esac
    program=${words%%'^@'*}
    [ "${program##*/}" = "$2" ]
}

# Whether read, as cat does in $(), skips the NUL between words: then the shell itself
# can tell most processes from the daemon, which saves two programs for each.
{ IFS= read -r words <"$proc/$$/cmdline"; } 2>/dev/null
skips_nul=no
[ "$words" = "$(cat "$proc/$$/cmdline" 2>/dev/null)" ] && skips_nul=yes

may_be_daemon() {
    [ "$skips_nul" = yes ] || return 0
    words=''
    { IFS= read -r words <"$proc/$1/cmdline"; } 2>/dev/null
    case $words in *"$2"*) ;; *) return 1 ;; esac
}

# The processes that are the daemon $1.
find_daemon() {
    running=''
    for directory in "$proc"/[0-9]*; do
        process=${directory##*/}
        case $own in *" $process "*) continue ;; esac
        may_be_daemon "$process" "$1" && is_daemon "$process" "$1" && running="$running $process"
    done
    return 0
}


# Sends the signal $1 to all of running that still are the daemon $2: a number may be
# another process's by now.
signal_daemon() {
    for process in $running; do
        is_daemon "$process" "$2" && kill -"$1" "$process" 2>/dev/null
    done
    return 0
}

# Asks the daemon to end, waits up to three seconds, then kills it. running is what is
# left.
stop_daemon() {
    signal_daemon TERM "$1"
    for signal in 0 0 KILL 0; do
        sleep 1
        find_daemon "$1"
        [ -n "$running" ] || return 0
        [ "$signal" = 0 ] || signal_daemon "$signal" "$1"
    done
}

# Without root, other users' processes may be hidden. Then nothing can be said of the
# daemon.
can_see_processes() {
    need cat && need sleep || return 1
    state=unknown why="other users' processes are hidden$root_hint"
    [ "$uid" = 0 ] || [ -r "$proc/1/cmdline" ]
}

# Whether the daemon $1 ended, after stop_daemon.
report_stopped() {
    if [ -z "$running" ]; then
        passed "daemon $1 is stopped, it was process$was"
    elif [ "$uid" = 0 ]; then
        broken "daemon $1: expected to be stopped, found process$running"
    else
        undecided "daemon $1 is stopped" "process$running goes on$root_hint"
    fi
}

# Makes sure that the daemon $1 does not run.
end_daemon() {
    if ! can_see_processes; then
        undecided "daemon $1 is stopped" "$why"
        return
    fi
    find_daemon "$1"
    if [ -z "$running" ]; then
        passed "daemon $1 does not run"
    elif [ "$dry_run" = 1 ]; then
        skipped "daemon $1 is stopped" "dry run, it would stop process$running"
    else
        was=$running
        stop_daemon "$1"
        report_stopped "$1"
    fi
}


# Adds one condition for a daemon to be stopped. reason tells what speaks against it.
only_if() {
    ask "$@"
    case $verdict in
    yes) ;;
    no) reason="$name is $found$where" ;;
    none) reason=$nowhere ;;
    *) reason=$why ;;
    esac
}

# The daemon $1, whose conditions have been asked. Called $2 in the last line.
daemon() {
    pending=${pending#" decision.$2=start"}
    if [ -n "$reason" ]; then
        decided="$decided decision.$2=start"
        passed "daemon $1 is left alone: $reason"
    else
        decided="$decided decision.$2=stop"
        end_daemon "$1"
    fi
}

say 'TAP version 13'
say '1..6'

note 'profile sync-io'
places=here
check 'guest-kernel' probe_guest_kernel in-range '>= 5.8'
places=here
check 'cpuidle.driver' probe_cpuidle_driver is 'acpi_idle'
places=$cpus
check 'cpuidle.states' probe_cpuidle_states list 'POLL' 'C1'
places=$cpus argument='C1'
check 'cpuidle.latency.C1' probe_cpuidle_latency is '100'
places=here
check 'kernel-log' probe_kernel_log without 'ACPI Error' 'ACPI BIOS Error'
reason=''
places=here
only_if 'cpuidle.driver' probe_cpuidle_driver is 'acpi_idle'
daemon 'mas-idlepoll.sh' 'mas-idlepoll.sh'

finished=1
exit
