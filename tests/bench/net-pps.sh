#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: net-pps.sh PROGRAM
# Small frames from the guest, first into QEMU's own back end, which asks for kicks, then to DPDK's testpmd over vhost-user,
# which polls and sends each frame back. Prints medians as a Markdown table. Exit 77 when it cannot be measured here.
set -eu

# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/guest/vhost.sh
. "$guest/vhost.sh"

frames=20000
vhost_frames=100000

# own KIND [ARGUMENT...]: a card on QEMU's user network, where frames of an unknown type end.
own() {
	kind=$1
	shift
	printf '%s\n' -netdev user,id=net -device virtio-net-pci,netdev=net,romfile= "$@" >"$work/$kind.args"
	echo "$frames" >"$work/$kind.options"
}

# vhost KIND QUEUES [ARGUMENT...]: a card that testpmd serves.
vhost() {
	kind=$1 queues=$2
	shift 2
	printf '%s\n' -chardev "socket,id=vhost,path=$work/vhost.sock" \
		-netdev "vhost-user,id=net,chardev=vhost,queues=$queues" \
		-device virtio-net-pci,netdev=net,romfile= "$@" >"$work/$kind.args"
	echo "$queues" >"$work/$kind.queues"
	echo "$vhost_frames" >"$work/$kind.options"
}

# Memory that testpmd can see is a must, not a gain, so every side has it but the one that shows what happens without. So
# is vectors=0 where MSI-X crashes QEMU.
make_kinds() {
	off='packed=off event_idx=off mq=off'
	no_msix=''
	qemu_at_least 10 0 || no_msix=vectors=0
	# shellcheck disable=SC2086 # lists of properties
	{
		own own-off
		globals virtio-net-pci $off >>"$work/own-off.args"
		own own-default
		own own-profile
		fragment net-pps >>"$work/own-profile.args"
		shared='-object memory-backend-memfd,id=mem,size=512M,share=on -numa node,memdev=mem'
		vhost vhost-off 1 $shared
		globals virtio-net-pci $off $no_msix >>"$work/vhost-off.args"
		vhost vhost-default 1 $shared
		globals virtio-net-pci $no_msix >>"$work/vhost-default.args"
	}
	vhost vhost-profile 2
	fragment net-pps-vhost-user >>"$work/vhost-profile.args"
	cp "$work/vhost-profile.queues" "$work/vhost-unshared.queues"
	cp "$work/vhost-profile.options" "$work/vhost-unshared.options"
	sed 's/share=on/share=off/' "$work/vhost-profile.args" >"$work/vhost-unshared.args"
}

# The features are there with and without shared memory, so they prove nothing about the frames.
check_features() {
	case $1 in
	*-off) agreed_on "$1" 29 0 && agreed_on "$1" 34 0 ;;
	*-default) agreed_on "$1" 29 1 && agreed_on "$1" 34 0 ;;
	*) agreed_on "$1" 29 1 && agreed_on "$1" 34 1 ;;
	esac
}

# record_rate KIND: frames a second, and interrupts for each thousand frames in either direction.
record_rate() {
	check_features "$1"
	record "$1" rate "$(echo "$(fact sent) $(fact seconds)" | awk '$1 { print $1 / $2 }')"
	record "$1" interrupts "$(echo "$(fact interrupts) $(fact sent) $(fact received)" |
		awk '$2 + $3 { print $1 * 1000 / ($2 + $3) }')"
	record_facts "$1" received queues
}

measure_own() {
	boot "$1" frames
	record_rate "$1"
	boot_traced "$1" frames virtio_notify
	record "$1" notify "$(events 1 virtio_notify)"
	boot_straced "$1" frames
	record "$1" kicks "$(calls 1 1)"
}

# testpmd polls on the second CPU; QEMU is to leave it that one.
measure_vhost() {
	read -r queues <"$work/$1.queues"
	start_testpmd "$work/vhost.sock" "$queues" "$work" macswap || { tail -n 5 "$work/testpmd.log" >&2; exit 1; }
	QEMU_UNDER='taskset -c 0'
	export QEMU_UNDER
	boot "$1" frames 2>"$work/boot.log" || { cat "$work/boot.log" >&2; exit 1; }
	unset QEMU_UNDER
	stop_testpmd || :
	record "$1" arrived "$(received_by_testpmd "$work")"
	record_rate "$1"
}

measure() {
	case $1 in
	own-*) measure_own "$1" ;;
	vhost-*) measure_vhost "$1" ;;
	esac
}

own_rows() {
	row "own back end: kick eventfd writes for $frames frames; base event_idx=off, packed=off" kicks own-off own-profile
	row 'the same, base QEMU as it is (event_idx=on, packed=off)' kicks own-default own-profile
	row "own back end: notify calls for $frames frames; base event_idx=off, packed=off" notify own-off own-profile
	row 'the same, base QEMU as it is' notify own-default own-profile
	row 'own back end: frames a second out of the guest (weak witness); base event_idx=off, packed=off' rate own-off own-profile
	row 'the same, base QEMU as it is' rate own-default own-profile
}

vhost_rows() {
	row "vhost-user: frames of $vhost_frames that testpmd got; base the profile with share=off" arrived vhost-unshared vhost-profile
	row 'the same; base event_idx=off, packed=off, mq=off' arrived vhost-off vhost-profile
	row 'vhost-user: frames that came back to the guest; base event_idx=off, packed=off, mq=off' received vhost-off vhost-profile
	row 'the same, base QEMU as it is' received vhost-default vhost-profile
	row 'vhost-user: guest interrupts for 1,000 frames (weak witness); base event_idx=off, packed=off, mq=off' interrupts vhost-off vhost-profile %.1f
	row 'the same, base QEMU as it is' interrupts vhost-default vhost-profile %.1f
	row 'vhost-user: frames a second out of the guest (weak witness); base event_idx=off, packed=off, mq=off' rate vhost-off vhost-profile
	row 'the same, base QEMU as it is' rate vhost-default vhost-profile
	row 'vhost-user: pairs of queues in the guest' queues vhost-default vhost-profile
}

use_qemu
need_events
need_strace
make_kinds
in_turn own-off own-default own-profile
head_row
own_rows

reason=$(no_testpmd)
[ -z "$reason" ] || { echo "net-pps.sh: skipped: vhost-user: $reason" >&2; exit 0; }
# shellcheck disable=SC2034 # vhost.sh uses it
dpdk=$(sh "$here/testpmd.sh") || exit 0
in_turn vhost-off vhost-default vhost-profile vhost-unshared
vhost_rows
