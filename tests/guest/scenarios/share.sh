#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: lets the profile's script mount the share, or mounts it with the options of /scenario/options, and reads the
# file big. busybox's cat asks for 128 KiB at a time, dd for 1 MiB.
# shellcheck source=tests/guest/interrupts.sh
. /scenario/interrupts.sh

# Seconds since the start, with two places.
clock() {
	cut -d ' ' -f 1 /proc/uptime
}

# measure NAME COMMAND...
measure() {
	name=$1
	shift
	before=$(interrupts 9pnet_virtio) start=$(clock)
	"$@" || return
	echo "seconds-$name $(echo "$start $(clock)" | awk '{ printf "%.2f", $2 - $1 }')"
	echo "interrupts-$name $(($(interrupts 9pnet_virtio) - before))"
}

read_file() {
	cat /mnt/share/big >/dev/null
}

read_blocks() {
	dd if=/mnt/share/big of=/dev/null bs=1M 2>/dev/null
}

mount_share() {
	mkdir -p /mnt/share
	read -r options </scenario/options
	mount -t 9p -o "$options" share /mnt/share
}

if [ -f /scenario/modavd-postboot.sh ]; then
	sh /scenario/modavd-postboot.sh --mount >/dev/null
else
	mount_share
fi
echo "options $(grep ' 9p ' /proc/mounts)"
measure file read_file
measure blocks read_blocks
