#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: sends small frames over eth0 between two marks that a trace of QEMU shows, and tells what came back.
# /scenario/options: how many.
# shellcheck source=tests/guest/interrupts.sh
. /scenario/interrupts.sh

received() {
	cat /sys/class/net/eth0/statistics/rx_packets
}

# Nobody is to send but us.
echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
ip link set eth0 up
sleep 2
read -r count </scenario/options
echo "features $(features virtio_net)"
set -- /sys/class/net/eth0/queues/tx-*
echo "queues $#"

interrupts_before=$(interrupts virtio_net) received_before=$(received)
printf '[' >/dev/ttyS1
sent=$(blast eth0 64 "$count")
printf ']' >/dev/ttyS1
# What is still under way is to arrive.
sleep 1
echo "interrupts $(($(interrupts virtio_net) - interrupts_before))"
echo "received $(($(received) - received_before))"
echo "sent ${sent% *}"
echo "seconds ${sent#* }"
