#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: iothread-poll.sh PROGRAM
# Polling in an iothread against none (poll-max-ns=0), and against QEMU as it is, without an iothread. Prints medians as a
# Markdown table. Exit 77 when it cannot be measured here.
set -eu

# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

make_kinds() {
	: >"$work/default.args"
	{
		printf '%s\n' -object iothread,id=io0,poll-max-ns=0
		globals virtio-blk-pci iothread=io0
	} >"$work/zero.args"
	fragment iothread-poll >"$work/profile.args"
	# The weight that forgets fastest, beside the profile's. There is none before QEMU 11.1.
	sed 's/poll-weight=[0-9]*/poll-weight=1/' "$work/profile.args" >"$work/light.args"
}

# Times are taken in boots of their own, which nothing traces.
measure() {
	boot_traced "$1" queued run_poll_handlers_begin
	record "$1" polls-1 "$(events 1 run_poll_handlers_begin)"
	record "$1" polls-32 "$(events 2 run_poll_handlers_begin)"
	# "ctx POINTER max_ns N timeout N"
	record "$1" window-1 "$(events 1 run_poll_handlers_begin 5)"
	record "$1" window-32 "$(events 2 run_poll_handlers_begin 5)"
	[ "$1" != light ] || return 0
	boot_timed "$1" busy-disk
	record "$1" cpu-1 "$(between '(' ')')"
	record "$1" cpu-32 "$(between '{' '}')"
	record_facts "$1" seconds-1 seconds-32
}

use_qemu
need_events
make_kinds
kinds='zero profile default'
! qemu_at_least 11 1 || kinds="$kinds light"
# shellcheck disable=SC2086 # a list
in_turn $kinds

head_row
row 'handler polls for 3,200 writes, one by one; base poll-max-ns=0' polls-1 zero profile
row 'handler polls for 3,200 writes, 32 at a time; base poll-max-ns=0' polls-32 zero profile
row 'QEMU CPU seconds for 200,000 writes, 32 at a time (weak witness on a busy machine); base poll-max-ns=0' cpu-32 zero profile %.2f
row 'the same, base no iothread' cpu-32 default profile %.2f
row 'seconds for these writes; base poll-max-ns=0' seconds-32 zero profile %.2f
row 'the same, base no iothread' seconds-32 default profile %.2f
row 'QEMU CPU seconds for 20,000 writes, one by one (weak witness); base poll-max-ns=0' cpu-1 zero profile %.2f
row 'the same, base no iothread' cpu-1 default profile %.2f
row 'seconds for these writes; base poll-max-ns=0' seconds-1 zero profile %.2f
if qemu_at_least 11 1; then
	row 'mean polling window in ns, 32 writes at a time; base poll-weight=1' window-32 light profile
	row 'mean polling window in ns, writes one by one; base poll-weight=1' window-1 light profile
else
	echo "${0##*/}: skipped: the weighted average of poll-weight needs QEMU 11.1, this is $qemu_version" >&2
fi
