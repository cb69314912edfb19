#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: time spent polling and latencies, one figure a line. With /scenario/options, a busy loop on every CPU at
# the lowest priority stands in for the daemon that kept CPUs from halting. The marks are for the host's clock.

# Microseconds that all CPUs have spent in POLL; nothing where there is no cpuidle.
polled() {
	cat /sys/devices/system/cpu/cpu[0-9]*/cpuidle/state0/time 2>/dev/null | awk '{ sum += $1 } END { if (NR) print sum }'
}

# What polled grew by during "$@", under the name of $1.
while_polling() {
	name=$1
	shift
	before=$(polled)
	"$@"
	[ -z "$before" ] || echo "poll-$name $(($(polled) - before))"
}

mark() {
	printf '%s' "$1" >/dev/ttyS1
}

write_4k() {
	echo "write-4k $(write_fsync /dev/vda 4096 1000)"
}

sleep 2
mark '('
while_polling idle sleep 20
mark ')'
mark '{'
while_polling writes write_4k
mark '}'
echo "write-7k $(write_fsync /dev/vda 7168 500)"

if [ -f /scenario/options ]; then
	daemons=''
	for _ in /sys/devices/system/cpu/cpu[0-9]*; do
		# busybox has no nice here.
		/system/bin/nice -n 19 /bin/sh -c 'while :; do :; done' &
		daemons="$daemons $!"
	done
	sleep 1
	# A figure without them would be worth nothing.
	# shellcheck disable=SC2086
	kill -0 $daemons || exit 1
fi
mark '['
write_fsync /dev/vda 4096 1000 >/dev/null
mark ']'
# The host is to see the last mark before QEMU ends.
sleep 1
