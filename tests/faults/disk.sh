#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: disk.sh PROGRAM
# Builds on a disk that is really full, after every number of free pages, and on one that is really read-only. Prints
# TAP; without root all is skipped.
set -u

program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/guest/tap.sh
. "$here/../guest/tap.sh"
work=$(mktemp -d)
trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
pages=24
vm=$work/disk/vm

# A disk of so many pages with one instance, which has its first set.
new_disk() {
	umount "$work/disk" 2>/dev/null
	mkdir -p "$work/disk"
	mount -t tmpfs -o "size=$((pages * 4))k" none "$work/disk" || return
	mkdir "$vm"
	printf 'cpus: 4\nram: 4GiB\narch: x86_64\nname: vm\n' >"$vm/instance.yaml"
	printf 'target: {host: windows, accel: whpx, emulator: qemu, qemu: 7.2.0, run-dir: .}\n' >"$vm/modavd.yaml"
	"$program" build "$vm" >"$work/said" 2>&1
}

outputs() {
	(cd "$vm" && sha256sum modavd*)
}

fill() { # FREE_PAGES
	free=$(df --output=avail "$work/disk" | tail -n 1)
	dd if=/dev/zero of="$work/disk/filling" bs=1k count=$((free - $1 * 4)) 2>/dev/null
}

other() { # COMMAND
	"$program" "$1" --enable small-io --param sync-io.latency=50us "$vm" >"$work/said" 2>&1
}

test_full() {
	free_pages=0 refused=0
	while new_disk && outputs >"$work/old" && fill "$free_pages" && ! other build; do
		is "full, $free_pages pages free: the status" 3 "$(other build; echo $?)"
		is "full, $free_pages pages free: it says so" 1 "$(grep -c 'cannot be written: no space left.*MP0602' "$work/said")"
		is "full, $free_pages pages free: the old set stays" "$(cat "$work/old")" "$(outputs)"
		rm "$work/disk/filling"
		is "full, $free_pages pages free: with room it goes on" 0 "$(other build; echo $?)"
		is "full, $free_pages pages free: the new set" 0 "$(other verify; echo $?)"
		free_pages=$((free_pages + 1)) refused=$((refused + 1))
	done
	is 'with enough pages it is built on a nearly full disk' 0 "$(other verify; echo $?)"
	is 'there were disks that were too full' yes "$([ "$refused" -gt 3 ] && echo yes)"
}

test_read_only() {
	new_disk && outputs >"$work/old" && mount -o remount,ro "$work/disk" || return
	is 'read-only: the set is verified' 0 "$("$program" verify "$vm" >"$work/said" 2>&1; echo $?)"
	is 'read-only: nothing to do is fine' 0 "$("$program" build "$vm" >"$work/said" 2>&1; echo $?)"
	is 'read-only: another set is told' 1 "$(other verify; echo $?)"
	is 'read-only: it is not built' 3 "$(other build; echo $?)"
	is 'read-only: it says so' 1 "$(grep -c 'read-only file system.*MP0602' "$work/said")"
	is 'read-only: the old set stays' "$(cat "$work/old")" "$(outputs)"
}

if [ "$(id -u)" != 0 ] || ! new_disk; then
	skip 'a full disk and a read-only one' 'that takes root and tmpfs'
	finish
fi
test_full
test_read_only
finish
