#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh backends/qemu/catalogues/make.sh PROGRAM [SUITE...]
# Makes the catalogues beside this script with the command `probe` of PROGRAM, from Debian's binaries: one qemu-VERSION.json
# for each suite (default: bullseye 5.2, bookworm 7.2, trixie 10.0, sid, which was 11.1). Needs root, and debootstrap where
# a chroot is missing.
#   CHROOTS        where the chroots are or come to be, one directory a suite (default: .cache/chroots)
#   DEBIAN_MIRROR  where they are made from (default: http://deb.debian.org/debian)
# What a crash of a QEMU left unknown is told on standard error.
set -eu

[ $# -gt 0 ] || {
  sed -n '3,9s/^# //p' "$0"
  exit 2
}
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
shift
here=$(cd "$(dirname "$0")" && pwd)
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
chroots=${CHROOTS:-$here/../../../.cache/chroots}
mkdir -p "$chroots"
chroots=$(cd "$chroots" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One that was not made to its end is made again.
make_chroot() { # DIR SUITE
  [ -x "$1/usr/bin/qemu-system-x86_64" ] && return
  rm -rf "$1"
  debootstrap --variant=minbase "$2" "$1" "$mirror"
  chroot "$1" apt-get -q update
  chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install qemu-system-x86
}

# The release that this system is needs no chroot of its own.
is_this_system() { # SUITE
  # shellcheck source=/dev/null
  [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = "$1" ] && command -v qemu-system-x86_64 >/dev/null
}

make_wrapper() { # SUITE
  if [ ! -d "$chroots/$1" ] && is_this_system "$1"; then
    start=qemu-system-x86_64
  else
    make_chroot "$chroots/$1" "$1" >"$work/log" 2>&1 || {
      tail -n 20 "$work/log"
      return 1
    }
    start="chroot '$chroots/$1' qemu-system-x86_64"
  fi
  printf '#!/bin/sh\nexec %s "$@"\n' "$start" >"$work/$1"
  chmod +x "$work/$1"
}

# "7.2" of the version in FILE
version_of() {
  sed -n 's/^  "version": "\([0-9]*\.[0-9]*\)\..*/\1/p' "$1"
}

[ $# -gt 0 ] || set -- bullseye bookworm trixie sid
for suite in "$@"; do
  make_wrapper "$suite"
  "$program" probe "$work/$suite" --output "$work/$suite.json"
  name=qemu-$(version_of "$work/$suite.json").json
  mv "$work/$suite.json" "$here/$name"
  echo "$suite: $name, $(wc -c <"$here/$name") bytes"
done
