#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: share-9p.sh PROGRAM
# A guest reads a file of 64 MiB over 9p with the smallest usual msize, with the kernel's own and with the profile's. Prints
# medians as a Markdown table. Exit 77 when it cannot be measured here.
#   OLD_QEMU=COMMAND  also shows, against this QEMU before 7.2, what many files cost
set -eu

# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

# With the profile its script mounts the share, else the scenario does. Linux took 8192 bytes by itself before 5.15, and
# takes 131072 since.
make_kinds() {
	fragment share-9p --param "share-9p.path=$work/share" >"$work/profile.args"
	cp "$work/share-9p/instances/guest/modavd-postboot.sh" "$work/profile.script"
	for kind in small default; do
		cp "$work/profile.args" "$work/$kind.args"
		echo trans=virtio,version=9p2000.L,cache=none >"$work/$kind.options"
	done
	sed -i 's/$/,msize=8192/' "$work/small.options"
	for kind in new old; do
		sed "s,path=$work/share,path=$work/tree," "$work/profile.args" >"$work/$kind.args"
		echo trans=virtio,version=9p2000.L,cache=loose,msize=262144 >"$work/$kind.options"
	done
	mkdir "$work/share" "$work/tree"
	head -c 67108864 /dev/urandom >"$work/share/big"
}

measure() {
	case $1 in
	new | old) measure_tree "$1" ;;
	*) measure_reads "$1" ;;
	esac
}

measure_reads() {
	boot "$1" share 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
	record_facts "$1" interrupts-file interrupts-blocks seconds-file
}

# Before 7.2 QEMU looks for a file among all that it knows, one by one, in its main thread.
measure_tree() {
	[ "$1" = new ] || QEMU_NOW=$OLD_QEMU
	GUEST_TIMEOUT=600
	export QEMU_NOW GUEST_TIMEOUT
	boot_timed "$1" many-files
	unset QEMU_NOW GUEST_TIMEOUT
	record "$1" first "$(between '(' ')' 3)"
	record "$1" last "$(between '{' '}' 3)"
}

use_qemu
make_kinds
in_turn small profile default

head_row
row 'interrupts for cat of 64 MiB; base msize=8192' interrupts-file small profile
row "the same, base the kernel's msize (131072)" interrupts-file default profile
row 'interrupts for 64 MiB in reads of 1 MiB; base msize=8192' interrupts-blocks small profile
row "the same, base the kernel's msize (131072)" interrupts-blocks default profile
row 'seconds for cat of 64 MiB; base msize=8192' seconds-file small profile %.2f
row "the same, base the kernel's msize (131072)" seconds-file default profile %.2f

if [ -z "${OLD_QEMU:-}" ]; then
	echo 'share-9p.sh: skipped: what many files cost before QEMU 7.2 needs OLD_QEMU' >&2
	exit 0
fi
(cd "$work/tree" && awk 'BEGIN { for (i = 1; i <= 20000; i++) print "f" i }' | xargs touch)
in_turn old new
# The command is to be split.
# shellcheck disable=SC2086
old_version=$(version_of $OLD_QEMU)
row "CPU seconds of QEMU's main thread for the first 5,000 files, cache=loose; base QEMU $old_version" first old new %.2f
row 'the same for the last 5,000 of 20,000' last old new %.2f
