#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sync-io.sh PROGRAM
# Small synchronous writes without and with the profile. Prints medians as a Markdown table. Exit 77 when no guest can be
# booted here.
set -eu

# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

# The base runs the daemon that the profile makes needless. The table's path counts from the directory QEMU starts in.
make_kinds() {
	sh "$guest/build.sh" "$program" "$work" "$cpus" || { cat "$work/build.log" >&2; exit 1; }
	run_dir=$work/run
	cp "$work/instances/guest/modavd.args" "$work/profile.args"
	: >"$work/base.args"
	echo daemon >"$work/base.options"
}

# What tracing would disturb is measured in boots of its own.
measure() {
	boot_timed "$1" bench
	record_facts "$1" write-4k write-7k poll-idle poll-writes
	record "$1" cpu-idle "$(between '(' ')')"
	record "$1" cpu-plain "$(between '{' '}')"
	record "$1" cpu-work "$(between '[' ']')"
	boot_straced "$1" writes
	record "$1" kicks "$(calls 1 400)"
	record "$1" polls "$(calls 2 400)"
}

use_qemu
need_strace
make_kinds
in_turn base profile

head_row
row 'kick eventfd writes for each 4 KiB write + fsync' kicks base profile %.3f
row 'ppoll calls for each 4 KiB write + fsync' polls base profile %.3f
row 'CPU seconds of QEMU for 1000 writes, the base with the busy daemon' cpu-work base profile %.2f
row 'CPU seconds of QEMU for 1000 writes, no daemon on either side' cpu-plain base profile %.2f
row 'CPU seconds of QEMU while idle for 20 s, no daemon' cpu-idle base profile %.2f
row 'us in POLL while idle for 20 s, both CPUs' poll-idle base profile
row 'us in POLL during 1000 writes' poll-writes base profile
row '4 KiB write + fsync, median us (weak witness under TCG)' write-4k base profile %.1f
row '7 KB write + fsync, median us (weak witness under TCG)' write-7k base profile %.1f
