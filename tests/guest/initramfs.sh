#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: initramfs.sh KERNEL_DIR
# Prints the path of the base initramfs: busybox, dash, mksh with toybox as on Android, the modules and our init.
# It is kept in the cache under a name made of what went into it. The scenario comes in a second archive, see boot.sh.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
kernel=$1
toybox_tools="cat id sleep mkdir mount uname dmesg nice sync"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Copies a dynamic program with the libraries that ldd names.
add_program() {
	cp -L "$1" "$2"
	ldd "$1" | sed -n 's,^[^/]*\(/[^ ]*\) (0x.*,\1,p' | while read -r library; do
		mkdir -p "root${library%/*}"
		cp -L "$library" "root$library"
	done
}

# On Android /system/bin/sh is mksh and the tools beside it are toybox.
add_android() {
	add_program "$(command -v mksh)" root/system/bin/sh
	add_program "$(command -v toybox)" root/system/bin/toybox
	for tool in $toybox_tools; do
		ln -s toybox "root/system/bin/$tool"
	done
}

fingerprint() {
	cat "$0" "$here/init" "$here"/*.c "$kernel"/modules/* "$kernel/vmlinuz" \
		"$(command -v busybox)" "$(command -v mksh)" "$(command -v toybox)" "$(command -v dash)" |
		md5sum | cut -c 1-16
}

out=${kernel%/*}/initramfs-$(fingerprint).cpio.gz
if [ ! -f "$out" ]; then
	cc=${CC:-cc}
	cd "$work"
	mkdir -p root/bin root/dev root/modules root/proc root/sys root/system/bin root/tmp
	add_android
	add_program "$(command -v dash)" root/bin/dash
	cp "$(command -v busybox)" root/bin/busybox
	for source in "$here"/*.c; do
		name=${source##*/}
		$cc -O2 -static -o "root/bin/${name%.c}" "$source"
	done
	cp "$kernel"/modules/* root/modules/
	cp "$here/init" root/init
	chmod 755 root/init
	(cd root && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) | gzip -1 >initramfs
	rm -f "${kernel%/*}"/initramfs-*.cpio.gz
	mv initramfs "$out"
fi
echo "$out"
