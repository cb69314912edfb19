#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: enough writes for QEMU's CPU seconds to be told apart, first one by one, then 32 at a time. The marks are
# for the host's clock.

mark() {
	printf '%s' "$1" >/dev/ttyS1
}

sleep 1
mark '('
echo "seconds-1 $(queue_writes /dev/vda 4096 20000 1)"
mark ')'
sleep 1
mark '{'
echo "seconds-32 $(queue_writes /dev/vda 4096 200000 32)"
mark '}'
# The host is to see the last mark before QEMU ends.
sleep 1
