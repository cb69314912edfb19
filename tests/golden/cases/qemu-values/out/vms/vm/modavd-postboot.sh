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

say 'TAP version 13'
say '1..0 # SKIP nothing to check'

finished=1
exit
