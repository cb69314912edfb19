#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: prints what of the profiles it can see, one fact a line, NAME VALUE. Then runs each /scenario/PROFILE.sh,
# which is a profile's post-boot script, under the three shells. /scenario/peer: an address to ping over eth0.

# The features that driver and device have agreed on; bit 0 comes first.
device_facts() {
	for device in /sys/bus/virtio/devices/*; do
		driver=$(readlink "$device/driver")
		echo "features.${driver##*/} $(cat "$device/features")"
	done
}

# count NAME PATH...: how many of the paths there are.
count() {
	name=$1
	shift
	[ -e "$1" ] || shift
	echo "$name $#"
}

# A scheduler, which the kernel sets for a disk with one queue, has a number of requests of its own.
queue_facts() {
	count block-queues /sys/block/vda/mq/[0-9]*
	echo none >/sys/block/vda/queue/scheduler
	echo "nr-requests $(cat /sys/block/vda/queue/nr_requests)"
	echo "max-segments $(cat /sys/block/vda/queue/max_segments)"
	count net-rx-queues /sys/class/net/eth0/queues/rx-*
	count net-tx-queues /sys/class/net/eth0/queues/tx-*
}

# What QEMU was given as -fw_cfg name=opt/modavd/NAME,string=VALUE. It has no line end of its own.
fw_cfg_facts() {
	insmod /modules/qemu_fw_cfg.ko
	for entry in /sys/firmware/qemu_fw_cfg/by_name/opt/modavd/*; do
		[ -d "$entry" ] && echo "fw-cfg.${entry##*/} $(cat "$entry/raw")"
	done
}

# Features and queues show without a working connection, so packets are the proof.
ping_facts() {
	read -r peer own </scenario/peer
	ip addr add "$own/24" dev eth0
	ip link set eth0 up
	sleep 1
	echo "pings $(ping -c 5 -i 0.2 -W 1 "$peer" | sed -n 's/.* transmitted, \([0-9]*\) packets received.*/\1/p')"
}

# run_script LABEL SHELL [ARGUMENT]: the script of the profile and what came of it. As on Android, mksh has toybox's tools.
run_script() {
	case $2 in
	mksh) command=/system/bin/sh path=/system/bin ;;
	dash) command=/bin/dash path=/bin ;;
	ash) command='/bin/busybox ash' path=/bin ;;
	esac
	# The words of the shell's command line are to be split.
	# shellcheck disable=SC2086
	(PATH=$path; export PATH; exec $command "$script" $3) >/tmp/out 2>&1
	echo "$profile.$1.exit $?"
	sed "s/^/$profile.$1.line /" /tmp/out
	echo "$profile.$1.last $(tail -n 1 /tmp/out)"
}

# With --mount the script mounts what is not mounted. Each shell is to do it anew.
mount_with() {
	umount /mnt/share 2>/dev/null
	run_script "$1" "$1"
	run_script "$1.mounting" "$1" --mount
	echo "$profile.$1.options $(grep ' 9p ' /proc/mounts | cut -d ' ' -f 1-4)"
	echo "$profile.$1.file $(cat /mnt/share/file 2>/dev/null)"
	run_script "$1.mounted" "$1"
}

device_facts
queue_facts
fw_cfg_facts
[ ! -f /scenario/peer ] || ping_facts
for script in /scenario/*.sh; do
	profile=${script##*/} profile=${profile%.sh}
	for shell in mksh dash ash; do
		case $profile in
		run) ;;
		share-9p*) mount_with $shell ;;
		*) run_script $shell $shell ;;
		esac
	done
done
