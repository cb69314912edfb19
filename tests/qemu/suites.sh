#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: suites.sh PROGRAM
# Runs readback.sh with the QEMU of this machine and those of other Debian releases, each in a chroot that is made where
# it is not there yet: about half a GB and some minutes each, as root. Prints the TAP, then a table.
#   CHROOTS=DIR   where the chroots are (default: in the cache)
#   MIRROR=URL    where Debian is (default http://deb.debian.org/debian)
set -u

here=$(cd "$(dirname "$0")" && pwd)
chroots=${CHROOTS:-${MODAVD_CACHE:-$here/../../.cache}/suites}
mkdir -p "$chroots"
chroots=$(cd "$chroots" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make_chroot SUITE: renamed only when complete, so that an interrupted run leaves no half of one behind.
make_chroot() {
	rm -rf "$chroots/$1.new"
	debootstrap --variant=minbase "$1" "$chroots/$1.new" "${MIRROR:-http://deb.debian.org/debian}" &&
		chroot "$chroots/$1.new" apt-get -q update &&
		chroot "$chroots/$1.new" env DEBIAN_FRONTEND=noninteractive \
			apt-get -q -y --no-install-recommends install qemu-system-x86 &&
		chroot "$chroots/$1.new" apt-get clean &&
		mv "$chroots/$1.new" "$chroots/$1"
}

# Adds the suites to be had to the arguments of readback.sh, and runs it.
run() {
	program=$1
	set -- qemu-system-x86_64
	for suite in bullseye trixie sid; do
		if [ -d "$chroots/$suite" ] || make_chroot "$suite" >"$work/log" 2>&1; then
			set -- "$@" "chroot $chroots/$suite qemu-system-x86_64"
		else
			echo "# $suite: no chroot: $(tail -n 1 "$work/log")"
			echo '# 1 skipped'
		fi
	done
	sh "$here/readback.sh" "$program" "$@"
}

run "$1" >"$work/tap"
status=$?
cat "$work/tap"
awk -f "$here/table.awk" "$work/tap"
exit $status
