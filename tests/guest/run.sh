#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM
# Boots a real kernel with what PROGRAM compiled, and asks the guest. Prints TAP; exit 77 when it cannot be done here.
set -u

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/guest/tap.sh
. "$here/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The value of the fact $1 in the output of the last boot.
fact() {
	sed -n "s/^$1 //p" "$work/facts"
}

# boot ARGS_FILE SCENARIO CPUS NAME [SHELL...]: the facts of a guest; without them a result tells why.
boot() {
	rm -rf "$work/scenario"
	mkdir "$work/scenario"
	cp "$here/scenarios/$2.sh" "$work/scenario/run.sh"
	cp "$work/two/instances/guest/modavd-postboot.sh" "$work/scenario/"
	args_file=$1 cpus=$3 name=$4
	shift 4
	[ "$#" = 0 ] || printf '%s\n' "$@" >"$work/scenario/shells"
	sh "$here/boot.sh" "$work/two/run" "$args_file" "$work/scenario" "$cpus" \
		>"$work/facts" 2>"$work/boot.log" &&
		return 0
	not_ok "$name: the guest came to its end"
	sed 's/^/# /' "$work/boot.log"
	return 1
}

# What the script has to do under the shell $1 when the table is there.
expect_stop() {
	last='modavd-postboot: status=ok decision.mas-idlepoll.sh=stop'
	for run in dry first second; do
		is "$1, $run run: exit status" 0 "$(fact "$1.$run.exit")"
		is "$1, $run run: last line" "$last" "$(fact "$1.$run.last")"
		is "$1, $run run: nothing but the daemon is stopped" yes "$(fact "$1.$run.bystanders")"
		is "$1, $run run: no failed check" '' "$(fact "$1.$run.line" | grep '^not ok')"
	done
	is "$1: a dry run leaves the daemon" yes "$(fact "$1.dry.daemon")"
	is "$1: the daemon is stopped" no "$(fact "$1.first.daemon")"
}

# And when it is not.
expect_stay() {
	last='modavd-postboot: status=failed decision.mas-idlepoll.sh=start'
	for run in dry first second; do
		is "$1, $run run without the table: exit status" 1 "$(fact "$1.$run.exit")"
		is "$1, $run run without the table: last line" "$last" "$(fact "$1.$run.last")"
		is "$1, $run run without the table: the daemon stays" yes "$(fact "$1.$run.daemon")"
	done
}

test_with_table() {
	boot "$args" checks 2 'with the table' mksh dash ash || return
	is 'cpuidle driver' acpi_idle "$(fact driver)"
	for cpu in cpu0 cpu1; do
		is "idle states of $cpu" 'POLL C1' "$(fact states.$cpu)"
		is "latency of C1 on $cpu" 100 "$(fact latency.$cpu)"
	done
	is 'no ACPI error in the log' '' "$(fact acpi-message)"
	is 'the guest sees our table byte for byte' "$(md5sum <"$table" | cut -d ' ' -f 1)" "$(fact table)"
	for shell in mksh dash ash; do
		expect_stop $shell
	done
}

test_without_table() {
	grep -vxE -e '-acpitable|file=.*' "$args" >"$work/args"
	boot "$work/args" checks 2 'without the table' mksh dash ash || return
	is 'no table: cpuidle driver' none "$(fact driver)"
	is 'no table: no table' '' "$(fact table)"
	for shell in mksh dash ash; do
		expect_stay $shell
	done
}

# Linux tells about a CPU object that the machine has not, and goes on (ACPICA since 4.19).
test_one_cpu_less() {
	boot "$args" checks 1 'one CPU less than the table has' mksh || return
	is 'one CPU less: idle states of cpu0' 'POLL C1' "$(fact states.cpu0)"
	is 'one CPU less: one symbol is not found' 1 \
		"$(fact acpi-message | grep -c 'Could not resolve symbol \[\\_SB.CPUS.C001\], AE_NOT_FOUND')"
	is 'one CPU less: cpuidle driver' acpi_idle "$(fact driver)"
}

test_one_cpu_more() {
	boot "$args" checks 3 'one CPU more than the table has' mksh || return
	is 'one CPU more: idle states of cpu1' 'POLL C1' "$(fact states.cpu1)"
	is 'one CPU more: cpu2 has no cpuidle' none "$(fact states.cpu2)"
	is 'one CPU more: no ACPI error in the log' '' "$(fact acpi-message)"
	is 'one CPU more: the script names the CPU' \
		'cpuidle.states: expected POLL, C1, found none on cpu2' \
		"$(fact mksh.first.line | sed -n 's/^not ok [0-9]* - \(cpuidle.states.*\)/\1/p')"
}

# Kicks through an eventfd for 400 times write and fsync, which are two requests each.
count_kicks() {
	GUEST_TRACE=$work/trace
	export GUEST_TRACE
	boot "$1" writes 2 "$3" && is "$3" "$2" "$(awk -f "$here/count_kicks.awk" "$work/trace" | cut -d ' ' -f 1)"
	unset GUEST_TRACE
}

test_effect() {
	if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
		skip 'eventfd writes for 400 times write and fsync' 'strace does not work here'
		return
	fi
	: >"$work/empty"
	count_kicks "$work/empty" 800 'without the profile: 2.000 eventfd writes for each write and fsync'
	count_kicks "$args" 0 'with the profile: no eventfd write'
}

if ! sh "$here/build.sh" "$program" "$work/two" 2; then
	sed 's/^/# /' "$work/two/build.log"
	not_ok 'the program compiles the guest'
	finish
fi
ok 'the program compiles the guest'
args=$work/two/instances/guest/modavd.args
table=$work/two/instances/guest/modavd-cst.aml
if ! sh "$here/kernel.sh" >/dev/null 2>"$work/boot.log"; then
	skip 'everything in the guest' "$(tail -n 1 "$work/boot.log")"
	finish
fi
test_with_table
test_without_table
test_one_cpu_less
test_one_cpu_more
test_effect
finish
