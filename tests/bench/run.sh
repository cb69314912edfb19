#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM [BENCH...]
# Runs the benches, or those of these names, one after another, and prints one Markdown table. What could not be measured
# here is named below it, with the reason. Exit 1 when a bench failed, 77 when none could be run.
#   ROUNDS=N      how often each side is measured (default 3)
#   QEMU=COMMAND  the QEMU to measure. One that lies unpacked in DIR can be called as
#                 "DIR/lib64/ld-linux-x86-64.so.2 --library-path DIR/usr/lib/x86_64-linux-gnu DIR/usr/bin/qemu-system-x86_64
#                 -L DIR/usr/share/seabios -L DIR/usr/share/qemu"
set -u

here=$(cd "$(dirname "$0")" && pwd)
[ "$#" -gt 0 ] || { sed -n '3,9s/^# //p' "$0"; exit 2; }
program=$1
shift
[ "$#" -gt 0 ] || set -- small-io share-9p net-pps iothread-poll sync-io
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of the tables, one head is enough.
print_rows() {
	[ "$measured" -gt 0 ] || sed -n 1,2p "$work/table"
	echo "| **$1** | | | |"
	sed 1,2d "$work/table"
	measured=$((measured + 1))
}

measured=0 failed=0
for bench in "$@"; do
	sh "$here/$bench.sh" "$program" >"$work/table" 2>"$work/log"
	status=$?
	[ ! -s "$work/table" ] || print_rows "$bench"
	case $status in
	0 | 77) ;;
	*)
		failed=$((failed + 1))
		echo "$bench: failed" >>"$work/notes"
		sed 's/^/    /' "$work/log" >>"$work/notes"
		;;
	esac
	sed -n 's/^[^ ]*: skipped: \(.*\)/'"$bench"': skipped: \1/p' "$work/log" >"$work/skips"
	[ "$status" != 77 ] || [ -s "$work/skips" ] || echo "$bench: skipped, and did not say why" >"$work/skips"
	cat "$work/skips" >>"$work/notes"
done
[ ! -s "$work/notes" ] || { echo; cat "$work/notes"; }
[ "$failed" = 0 ] || exit 1
[ "$measured" -gt 0 ] || exit 77
