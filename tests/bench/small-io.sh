#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: small-io.sh PROGRAM
# Fewer notifications for small I/O: 3,200 writes of 4 KiB, one by one and 32 at a time, without and with event_idx. Prints
# medians as a Markdown table. Exit 77 when it cannot be measured here.
set -eu

# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

# With ioeventfd=on and no event index, QEMU 7.2 gathers the notify calls of one turn of its loop by itself
# (batch_notifications in virtio-blk's data plane), so there the event index shows only with ioeventfd=off, on both sides.
make_kinds() {
	: >"$work/default.args"
	globals virtio-blk-pci event_idx=off num-queues=1 >"$work/off.args"
	fragment small-io >"$work/profile.args"
	for kind in off profile; do
		{ cat "$work/$kind.args"; globals virtio-blk-pci ioeventfd=off; } >"$work/$kind-direct.args"
	done
}

# What QEMU logs when it notifies the guest, from another thread or the data plane by the second name.
notify='virtio_notify|virtio_notify_irqfd'

measure() {
	boot_traced "$1" queued 'virtio_notify*'
	case $1 in
	off*) agreed_on "$1" 29 0 ;;
	*) agreed_on "$1" 29 1 ;;
	esac
	record "$1" notify-1 "$(events 1 "$notify")"
	record "$1" notify-32 "$(events 2 "$notify")"
	record_facts "$1" interrupts-1 interrupts-32 seconds-32
}

use_qemu
need_events
make_kinds
in_turn off-direct profile-direct off profile default

head_row
row 'notify calls for 3,200 writes, 32 at a time; base event_idx=off; both ioeventfd=off' notify-32 off-direct profile-direct
row 'the same, both ioeventfd=on' notify-32 off profile
row 'the same, base QEMU as it is (event_idx=on)' notify-32 default profile
row 'notify calls for 3,200 writes, one by one; base event_idx=off' notify-1 off profile
row 'guest interrupts for 3,200 writes, 32 at a time; base event_idx=off, both ioeventfd=off' interrupts-32 off-direct profile-direct
row 'seconds for 3,200 writes, 32 at a time, traced (weak witness)' seconds-32 off-direct profile-direct %.2f
