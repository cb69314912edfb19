#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: guest.sh PROGRAM
# Boots a guest without and with what PROGRAM compiled, in turn, three times each, and prints medians as a Markdown
# table. Exit 77 when no guest can be booted here.
set -eu

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
guest=$(cd "$(dirname "$0")/../guest" && pwd)
rounds=${ROUNDS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# boot KIND SCENARIO: KIND is base or profile.
boot() {
	mkdir -p "$work/scenario"
	cp "$guest/scenarios/$2.sh" "$work/scenario/run.sh"
	rm -f "$work/scenario/daemon"
	[ "$1" = profile ] || : >"$work/scenario/daemon"
	sh "$guest/boot.sh" "$work/run" "$work/$1.args" "$work/scenario" 2 >"$work/facts"
}

# record KIND NAME VALUE
record() {
	[ -z "$3" ] || echo "$3" >>"$work/$1.$2"
}

fact() {
	sed -n "s/^$1 //p" "$work/facts"
}

# CPU seconds from when the mark $1 was first seen to when $2 was.
between() {
	awk -v first="$1" -v last="$2" '
		index($1, first) && start == "" { start = $2 }
		index($1, last) { printf "%.2f\n", $2 - start; exit }' "$work/times"
}

# What tracing would disturb is measured in boots of its own.
measure() {
	GUEST_TIMES=$work/times
	export GUEST_TIMES
	boot "$1" bench
	unset GUEST_TIMES
	for name in write-4k write-7k poll-idle poll-writes; do
		record "$1" $name "$(fact $name)"
	done
	record "$1" cpu-idle "$(between '(' ')')"
	record "$1" cpu-plain "$(between '{' '}')"
	record "$1" cpu-work "$(between '[' ']')"
}

count_calls() {
	GUEST_TRACE=$work/trace
	export GUEST_TRACE
	boot "$1" writes
	unset GUEST_TRACE
	calls=$(awk -f "$guest/count_kicks.awk" "$work/trace")
	record "$1" kicks "$(per_write "${calls% *}")"
	record "$1" polls "$(per_write "${calls#* }")"
}

# The scenario writes 400 times.
per_write() {
	awk -v calls="$1" 'BEGIN { printf "%.3f\n", calls / 400 }'
}

median() {
	[ -f "$work/$1" ] && sort -n "$work/$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# row TEXT NAME DIVISOR
row() {
	base=$(median "base.$2" || echo none)
	profile=$(median "profile.$2" || echo none)
	awk -v text="$1" -v base="$base" -v profile="$profile" -v divisor="$3" 'BEGIN {
		ratio = base == "none" || base == 0 ? "-" : sprintf("%.2f", profile / base)
		base = base == "none" ? base : sprintf("%.3f", base / divisor)
		printf "| %s | %s | %.3f | %s |\n", text, base, profile / divisor, ratio
	}'
}

sh "$guest/build.sh" "$program" "$work" 2 || { cat "$work/build.log" >&2; exit 1; }
cp "$work/instances/guest/modavd.args" "$work/profile.args"
: >"$work/base.args"
round=0
while [ "$round" -lt "$rounds" ]; do
	for kind in base profile; do
		measure $kind
		count_calls $kind
	done
	round=$((round + 1))
done

echo "| TCG, 2 vCPUs, medians of $rounds boots each | base | profile | profile/base |"
echo '|---|---|---|---|'
row 'kick eventfd writes for each 4 KiB write + fsync' kicks 1
row 'ppoll calls for each 4 KiB write + fsync' polls 1
row 'CPU seconds of QEMU for 1000 writes, the base with the busy daemon' cpu-work 1
row 'CPU seconds of QEMU for 1000 writes, no daemon on either side' cpu-plain 1
row 'CPU seconds of QEMU while idle for 20 s, no daemon' cpu-idle 1
row 'seconds in POLL while idle for 20 s, both CPUs' poll-idle 1000000
row 'seconds in POLL during 1000 writes' poll-writes 1000000
row '4 KiB write + fsync, median us (weak witness under TCG)' write-4k 1
row '7 KB write + fsync, median us (weak witness under TCG)' write-7k 1
