# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be read by a bench, which is called with the path of the program. A kind is one way to start the machine: KIND.args
# in $work has the arguments that are its own. The bench boots the kinds in turn, records figures, and prints rows.
#   ROUNDS=N      how often each kind is measured (default 3)
#   QEMU=COMMAND  the QEMU to measure, instead of the qemu-system-x86_64 in PATH

here=$(cd "$(dirname "$0")" && pwd)
guest=$(cd "$here/../guest" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
rounds=${ROUNDS:-3}
cpus=2
work=$(mktemp -d)
run_dir=$work
trap 'rm -rf "$work"' EXIT

# Leaves: this cannot be measured here.
skip() {
	echo "${0##*/}: skipped: $1" >&2
	exit 77
}

# version_of QEMU [ARGUMENT...]
version_of() {
	"$@" --version | sed -n 's/^QEMU emulator version \([0-9.]*\).*/\1/p'
}

# boot.sh finds the QEMU to measure under the usual name. QEMU_UNDER may hold a command to run it under, such as taskset,
# and QEMU_NOW another QEMU.
use_qemu() {
	qemu=${QEMU:-$(command -v qemu-system-x86_64)} || skip 'there is no qemu-system-x86_64'
	mkdir "$work/bin"
	# shellcheck disable=SC2016 # for the script that is written
	printf '#!/bin/sh\nexec ${QEMU_UNDER:-} ${QEMU_NOW:-%s} "$@"\n' "$qemu" >"$work/bin/qemu-system-x86_64"
	chmod 755 "$work/bin/qemu-system-x86_64"
	PATH=$work/bin:$PATH
	qemu_version=$(version_of qemu-system-x86_64)
	[ -n "$qemu_version" ] || skip 'QEMU does not start'
	sh "$guest/kernel.sh" >/dev/null
}

# qemu_at_least MAJOR MINOR
qemu_at_least() {
	echo "$qemu_version" | awk -F . -v major="$1" -v minor="$2" '{ exit !($1 > major || $1 == major && $2 >= minor) }'
}

# globals DEVICE PROPERTY=VALUE...: as lines of arguments.
globals() {
	device=$1
	shift
	for property in "$@"; do
		printf '%s\n' -global "$device.$property"
	done
}

# fragment PROFILE [OPTION...]: the arguments that the program compiles of the profile for this QEMU, one a line.
fragment() {
	if ! GUEST_QEMU=$qemu_version sh "$guest/build.sh" "$program" "$work/$1" "$cpus" --profile "$@"; then
		cat "$work/$1/build.log" >&2
		exit 1
	fi
	cat "$work/$1/instances/guest/modavd.args"
}

# boot KIND SCENARIO: what the guest told is in $work/facts. The scenario finds KIND.options there as options,
# and KIND.script as modavd-postboot.sh.
boot() {
	rm -rf "$work/scenario"
	mkdir "$work/scenario"
	cp "$guest/scenarios/$2.sh" "$work/scenario/run.sh"
	cp "$guest/interrupts.sh" "$work/scenario/"
	[ ! -f "$work/$1.options" ] || cp "$work/$1.options" "$work/scenario/options"
	[ ! -f "$work/$1.script" ] || cp "$work/$1.script" "$work/scenario/modavd-postboot.sh"
	sh "$guest/boot.sh" "$run_dir" "$work/$1.args" "$work/scenario" "$cpus" >"$work/facts"
}

# boot_timed KIND SCENARIO: also tells QEMU's CPU seconds at each mark, in $work/times.
boot_timed() {
	GUEST_TIMES=$work/times
	export GUEST_TIMES
	boot "$1" "$2"
	unset GUEST_TIMES
}

# boot_traced KIND SCENARIO EVENT...: also writes those trace events of QEMU to $work/events. The guest's marks show as
# the event serial_write.
boot_traced() {
	kind=$1 scenario=$2
	shift 2
	cp "$work/$kind.args" "$work/traced.args"
	[ ! -f "$work/$kind.options" ] || cp "$work/$kind.options" "$work/traced.options"
	printf -- '-trace\n%s\n' serial_write "$@" >>"$work/traced.args"
	printf '%s\n' -D "$work/events" >>"$work/traced.args"
	rm -f "$work/events"
	boot traced "$scenario"
}

# boot_straced KIND SCENARIO: also leaves an strace of QEMU in $work/trace.
boot_straced() {
	GUEST_TRACE=$work/trace
	export GUEST_TRACE
	boot "$1" "$2"
	unset GUEST_TRACE
}

# calls FIELD TIMES: between the marks "[" and "]" in that trace, writes to kick eventfds (FIELD 1) or ppoll calls (2) for
# each of TIMES turns.
calls() {
	awk -f "$guest/count_kicks.awk" "$work/trace" | awk -v field="$1" -v times="$2" '{ print $field / times }'
}

need_strace() {
	strace -o /dev/null true 2>/dev/null || skip 'strace does not work here'
}

# Leaves where QEMU was built without what boot_traced needs.
need_events() {
	qemu-system-x86_64 -d help | grep -q '^trace:' || skip 'this QEMU does not log trace events'
}

# between FIRST LAST [FIELD]: CPU seconds from when the mark FIRST was first seen to when LAST was; with FIELD 3 those of
# QEMU's main thread alone.
between() {
	awk -v first="$1" -v last="$2" -v field="${3:-2}" '
		index($1, first) && start == "" { start = $field }
		index($1, last) { printf "%.2f\n", $field - start; exit }' "$work/times"
}

# events NTH EVENT [FIELD]: how often an event of that pattern came between the NTH pair of the marks "[" and "]"; with
# FIELD, the mean of the event's field of that number.
events() {
	awk -v nth="$1" -v event="$2" -v field="${3:-0}" -f "$here/count_events.awk" "$work/events"
}

fact() {
	sed -n "s/^$1 //p" "$work/facts"
}

# agreed BIT: the bit of that number in what device and driver agreed on in the last boot, 0 or 1.
agreed() {
	fact features | cut -c $(($1 + 1))
}

# agreed_on KIND BIT VALUE: a kind that is not what its name says would be measured for nothing.
agreed_on() {
	[ "$(agreed "$2")" = "$3" ] && return
	echo "${0##*/}: $1: bit $2 of the features is not $3: $(fact features)" >&2
	exit 1
}

# record KIND NAME VALUE
record() {
	[ -z "$3" ] || echo "$3" >>"$work/$1.$2"
}

# record_facts KIND NAME...
record_facts() {
	recorded=$1
	shift
	for name in "$@"; do
		record "$recorded" "$name" "$(fact "$name")"
	done
}

# spread FILE: "median LEAST GREATEST" of the figures in FILE, as three words; "none" three times without them.
spread() {
	{ sort -n "$work/$1" 2>/dev/null || :; } | awk '
		{ v[NR] = $1 }
		END { if (NR) print v[int((NR + 1) / 2)], v[1], v[NR]; else print "none none none" }'
}

# row TEXT NAME BASE PROFILE [FORMAT]: a row about what was recorded under NAME for the kinds BASE and PROFILE. A figure
# that was not the same every time has its least and greatest value in parentheses.
row() {
	echo "$(spread "$3.$2") $(spread "$4.$2")" | awk -v text="$1" -v format="${5:-%d}" '
		function cell(median, least, greatest) {
			if (median == "none")
				return median
			if (sprintf(format, least) == sprintf(format, greatest))
				return sprintf(format, median)
			return sprintf(format " (" format "-" format ")", median, least, greatest)
		}
		{
			ratio = $1 == "none" || $4 == "none" || $1 == 0 ? "-" : sprintf("%.2f", $4 / $1)
			printf "| %s | %s | %s | %s |\n", text, cell($1, $2, $3), cell($4, $5, $6), ratio
		}'
}

# The table's head. QEMU 7.2 is not QEMU 11.1, so it names the version.
head_row() {
	echo "| QEMU $qemu_version, TCG, $cpus vCPUs, medians of $rounds | base | profile | profile/base |"
	echo '|---|---|---|---|'
}

# in_turn KIND...: calls measure with each kind, ROUNDS times.
in_turn() {
	round=0
	while [ "$round" -lt "$rounds" ]; do
		for turn in "$@"; do
			measure "$turn"
		done
		round=$((round + 1))
	done
}
