# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be read by a scenario, in the guest.

# interrupts DRIVER: how many interrupts all CPUs have taken for the one virtio device of that driver. With MSI-X they are
# called "virtio1-input.0" and so on, without "virtio1".
interrupts() {
	set -- "/sys/bus/virtio/drivers/$1"/virtio*
	awk -v name="${1##*/}" '
		$NF == name || index($NF, name "-") == 1 {
			for (i = 2; $i ~ /^[0-9]+$/; i++)
				sum += $i
		}
		END { print sum + 0 }' /proc/interrupts
}

# features DRIVER: what that device and its driver agreed on, a string with bit 0 first.
features() {
	cat "/sys/bus/virtio/drivers/$1"/virtio*/features
}
