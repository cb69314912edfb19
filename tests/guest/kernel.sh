#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the directory that holds Debian's kernel for the test guest: vmlinuz and modules. Of these, modules/order names
# those that every guest loads, modules/virtio-N those for virtio devices of the kind N, each in the order of loading.
# The package is fetched once into the cache. Exit 77 (skipped) when it is neither cached nor to be had.
set -eu

modules="drivers/virtio/virtio_ring drivers/virtio/virtio drivers/virtio/virtio_pci_legacy_dev
drivers/virtio/virtio_pci_modern_dev drivers/virtio/virtio_pci drivers/block/virtio_blk"
# The kinds are those of include/uapi/linux/virtio_ids.h.
virtio_1="net/core/failover drivers/net/net_failover drivers/net/virtio_net"
virtio_9="fs/netfs/netfs fs/fscache/fscache net/9p/9pnet fs/9p/9p net/9p/9pnet_virtio"
# What a scenario loads itself.
others="drivers/firmware/qemu_fw_cfg"

here=$(cd "$(dirname "$0")" && pwd)
cache=${MODAVD_CACHE:-$here/../../.cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
kernel=$cache/kernel

skip() {
	echo "kernel.sh: skipped: $1" >&2
	exit 77
}

# linux-image-amd64 is an empty package that depends on the current kernel.
package_name() {
	apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p' | head -n 1
}

# A stale package list points at a version that the mirror has dropped: refresh the list once and try again.
download() {
	package=$(package_name)
	[ -n "$package" ] && apt-get -q download "$package" >apt.log 2>&1 && return
	apt-get -q update >>apt.log 2>&1 || return
	package=$(package_name)
	[ -n "$package" ] && apt-get -q download "$package" >>apt.log 2>&1
}

# add_modules LIST MODULE...: copies the modules and writes their names to modules/LIST.
add_modules() {
	list=$1
	shift
	for module in "$@"; do
		cp root/lib/modules/*/kernel/"$module.ko" modules/
		echo "${module##*/}.ko" >>"modules/$list"
	done
}

# The lists are to be split.
# shellcheck disable=SC2086
unpack() {
	dpkg-deb -x ./*.deb root
	mkdir modules
	cp root/boot/vmlinuz-* vmlinuz
	add_modules order $modules
	add_modules virtio-1 $virtio_1
	add_modules virtio-9 $virtio_9
	add_modules others $others
	echo "$wanted" >wanted
	rm -rf root ./*.deb apt.log
}

# A kernel in the cache with other modules is fetched again.
wanted="$modules $virtio_1 $virtio_9 $others"
if [ "$(cat "$kernel/wanted" 2>/dev/null)" != "$wanted" ]; then
	command -v apt-get >/dev/null || skip "no apt-get here"
	work=$(mktemp -d "$cache/kernel.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	cd "$work"
	download || skip "the kernel package cannot be downloaded"
	unpack
	# Renamed only when complete, so an interrupted run leaves no half kernel behind.
	rm -rf "$kernel"
	chmod 755 "$work"
	mv "$work" "$kernel"
fi
echo "$kernel"
