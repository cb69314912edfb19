#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh compiler/package.sh [OUT]
# Makes what people download, in OUT (default: build-package): modavd-profile-VERSION-linux-ARCH.tar.gz,
# modavd-profile-VERSION-windows-x86_64.zip and SHA256SUMS. The same sources and tools give the same bytes, wherever and
# whenever: times are SOURCE_DATE_EPOCH (default: the last commit's).
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=tests/lib/packages.sh
. tests/lib/packages.sh
mkdir -p "${1:-build-package}"
out=$(cd "${1:-build-package}" && pwd)
work=$out/work
# The program for Windows prints its own pages, under wine.
export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
export LC_ALL=C TZ=UTC
umask 022

# What was modified is none of a commit's, and a copy without history has no commit: the first second that a .zip can name.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) || SOURCE_DATE_EPOCH=315532800
fi
export SOURCE_DATE_EPOCH

# shellcheck disable=SC2086 # the names are to be split
need() {
  install_packages $build_packages gcc-mingw-w64-x86-64 wine wine64 cmake make dpkg-dev zip >"$work.log" 2>&1 || {
    cat "$work.log"
    exit 1
  }
}

# The libraries are linked statically, except the C library: their licences go along.
third_party() {
  for library in libyaml-dev libjansson-dev libmd-dev; do
    printf '==== %s ====\n\n' "${library%-dev}"
    cat "/usr/share/doc/$library/copyright"
    echo
  done
}

# build NAME [OPTION...]: what is installed goes to work/NAME/modavd-profile-VERSION.
build() {
  name=$1
  shift
  rm -rf "${work:?}/$name"
  [ -f "$work/build-$name/build.ninja" ] || meson setup --buildtype release --prefix / -Dprefer_static=true \
    "$@" "$work/build-$name"
  DESTDIR=$work/$name/$stem meson install -C "$work/build-$name" --strip --quiet
  third_party >"$work/$name/$stem/THIRD-PARTY.txt"
  find "$work/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

make_tarball() { # NAME
  tar -C "$work/$1" --format ustar --sort name --mtime "@$SOURCE_DATE_EPOCH" --owner 0 --group 0 --numeric-owner \
    -cf - "$stem" | gzip -9n >"$out/$stem-$1.tar.gz"
}

make_zip() { # NAME
  rm -f "$out/$stem-$1.zip"
  (cd "$work/$1" && find "$stem" | sort | zip -q -9 -X "$out/$stem-$1.zip" -@)
}

need
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
stem=modavd-profile-$version
prefix=$(sh tests/cross/libraries.sh windows)
mkdir -p "$WINEPREFIX"
sed "s,@PREFIX@,$prefix," tests/windows/cross.ini.in >"$work/windows.ini"
linux=linux-$(uname -m)
exec 3>&1 >"$work.log" 2>&1
trap '[ $? = 0 ] || tail -n 30 "$work.log" >&3' EXIT
build "$linux"
build windows-x86_64 --cross-file "$work/windows.ini" --bindir / --datadir /
make_tarball "$linux"
make_zip windows-x86_64
(cd "$out" && sha256sum "$stem-$linux.tar.gz" "$stem-windows-x86_64.zip" | tee SHA256SUMS >&3)
