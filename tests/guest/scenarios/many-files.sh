#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: asks for each of the 20,000 files of the share. Its cache keeps what it has seen, so QEMU has to know one
# file more with each. The marks, for the host's clock, are around the first and the last 5,000.

mark() {
	printf '%s' "$1" >/dev/ttyS1
}

# look FIRST LAST: one lookup each, and no process.
look() {
	i=$1
	while [ "$i" -le "$2" ]; do
		[ -e "/tmp/share/f$i" ] || exit
		i=$((i + 1))
	done
}

mkdir /tmp/share
read -r options </scenario/options
mount -t 9p -o "$options" share /tmp/share || exit
mark '('
look 1 5000
mark ')'
look 5001 15000
mark '{'
look 15001 20000
mark '}'
# The host is to see the last mark before QEMU ends.
sleep 1
