#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: 3,200 writes one by one, then 32 at a time; each between two marks that a trace of QEMU shows.
# shellcheck source=tests/guest/interrupts.sh
. /scenario/interrupts.sh

echo "features $(features virtio_blk)"
for depth in 1 32; do
	before=$(interrupts virtio_blk)
	printf '[' >/dev/ttyS1
	seconds=$(queue_writes /dev/vda 4096 3200 $depth)
	printf ']' >/dev/ttyS1
	echo "interrupts-$depth $(($(interrupts virtio_blk) - before))"
	echo "seconds-$depth $seconds"
done
