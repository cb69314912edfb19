#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the directory that holds Debian's DPDK: bin/dpdk-testpmd, and in lib the libraries that it needs and that this
# machine has not. They are fetched once into the cache and never installed. Exit 77 when they are not to be had.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=${MODAVD_CACHE:-$here/../../.cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
dpdk=$cache/dpdk
# shellcheck source=tests/lib/packages.sh
. "$here/../lib/packages.sh"

skip() {
	echo "testpmd.sh: skipped: $1" >&2
	exit 77
}

# What the packages "$@" depend on; with --recurse among them the whole of it, each package's name at the start of a line.
depends() {
	apt-cache depends --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances "$@"
}

# Of dpdk-dev only testpmd is wanted, not what its headers need. The drivers for vhost and for plain memory pools are
# plug-ins, whose names end in the number of DPDK's ABI as the libraries' do.
libraries() {
	direct=$(depends dpdk-dev | sed -n 's/^ *Depends: \(lib[^ ]*\|ibverbs[^ ]*\)$/\1/p' | grep -v -e -dev)
	abi=$(echo "$direct" | sed -n 's/^librte-eal//p')
	# The names are to be split.
	# shellcheck disable=SC2086
	depends --recurse $direct "librte-net-vhost$abi" "librte-mempool-ring$abi" | grep -E '^(lib|ibverbs)' | sort -u
}

download() {
	# shellcheck disable=SC2046
	apt-get -q download dpdk-dev $(missing_packages $(libraries)) >apt.log 2>&1
}

unpack() {
	for package in ./*.deb; do
		dpkg-deb -x "$package" root
	done
	mkdir bin lib
	mv root/usr/bin/dpdk-testpmd bin/
	# Debian puts the plug-ins in a directory of their own and links to them there.
	find root -name '*.so.*' -path '*/lib/*' | LC_ALL=C sort | while read -r library; do
		cp -L "$library" "lib/${library##*/}"
	done
	rm -rf root ./*.deb apt.log
}

if [ ! -x "$dpdk/bin/dpdk-testpmd" ]; then
	command -v apt-get >/dev/null || skip 'no apt-get here'
	work=$(mktemp -d "$cache/dpdk.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	cd "$work"
	# A stale package list points at a version that the mirror has dropped.
	download || { as_root apt-get -q update >apt.log 2>&1 && rm -f ./*.deb && download; } ||
		skip "Debian's DPDK cannot be downloaded"
	unpack
	# DPDK refuses plug-ins in a directory that anybody can write to.
	chmod 755 . bin lib
	rm -rf "$dpdk"
	mv "$work" "$dpdk"
fi
echo "$dpdk"
