#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: boot.sh RUN_DIR ARGS_FILE SCENARIO_DIR [CPUS [QEMU_ARGUMENT...]]
# Boots QEMU in RUN_DIR with the QEMU_ARGUMENTs, such as more devices, and the arguments of ARGS_FILE, one a line, last on
# the command line. Prints what the scenario's run.sh printed in the guest, which loads the modules for network cards and
# 9p where there are such devices. Exit 77: cannot be done here; 1: the guest did not come to its end.
#   GUEST_CONSOLE=FILE  keeps everything that came out of the serial port
#   GUEST_TRACE=FILE    runs QEMU under strace; what the guest writes to ttyS1 shows up there as writes to "marks"
#   GUEST_TIMES=FILE    how many CPU seconds QEMU had used at each of those writes
set -eu

here=$(cd "$(dirname "$0")" && pwd)
run_dir=$(cd "$1" && pwd)
args_file=$2
scenario=$(cd "$3" && pwd)
cpus=${4:-2}
shift "$(($# < 4 ? $# : 4))"
limit=${GUEST_TIMEOUT:-300}

kernel=$(sh "$here/kernel.sh") || exit 77
base=$(sh "$here/initramfs.sh" "$kernel")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The kernel unpacks archives that follow each other one after another.
pack_scenario() {
	mkdir "$work/root"
	cp -R "$scenario" "$work/root/scenario"
	(cd "$work/root" && find . | cpio --quiet -o -H newc -R 0:0) | gzip -1 >"$work/scenario.cpio.gz"
	cat "$base" "$work/scenario.cpio.gz" >"$work/initrd"
}

# Runs "$@" with the lines of args_file added as they are: nothing splits, expands or unquotes them.
with_generated() {
	while IFS= read -r line || [ -n "$line" ]; do
		set -- "$@" "$line"
	done <"$args_file"
	if [ -n "${GUEST_TRACE:-}" ]; then
		set -- strace -f -y --seccomp-bpf -e trace=eventfd2,write,writev,ppoll -o "$GUEST_TRACE" "$@"
	fi
	(cd "$run_dir" && exec timeout -k 5 "$limit" "$@") </dev/null
}

boot() {
	[ -z "${GUEST_TIMES:-}" ] || sh "$here/sample_cpu.sh" "$work/pid" "$work/marks" >"$GUEST_TIMES" &
	with_generated qemu-system-x86_64 -nodefaults -no-user-config -no-reboot -display none \
		-machine pc -accel tcg -smp "$cpus" -m 512 \
		-kernel "$kernel/vmlinuz" -initrd "$work/initrd" -append "console=ttyS0 quiet panic=-1" \
		-drive "file=$work/disk.raw,if=none,id=disk,format=raw" -device virtio-blk-pci,drive=disk \
		-serial "file:$work/console" -serial "file:$work/marks" -pidfile "$work/pid" "$@"
}

case $args_file in /*) ;; *) args_file=$PWD/$args_file ;; esac
pack_scenario
truncate -s 8M "$work/disk.raw"
status=0
boot "$@" || status=$?
wait
[ -f "$work/console" ] || exit 1
tr -d '\r' <"$work/console" >"$work/text"
if [ -n "${GUEST_CONSOLE:-}" ]; then
	cp "$work/text" "$GUEST_CONSOLE"
fi
if ! grep -qx '=== guest: end' "$work/text"; then
	echo "boot.sh: the guest did not finish (QEMU's status $status); its last words:" >&2
	tail -n 20 "$work/text" >&2
	exit 1
fi
sed -n '/^=== guest: begin$/,/^=== guest: end$/p' "$work/text" | sed '1d; $d'
