#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/windows/run.sh [NATIVE_PROGRAM]
# Builds modavd-profile.exe on Debian, runs the tests of meson and those of program.sh under wine. NATIVE_PROGRAM is this
# system's own build, whose files must be the same byte for byte (default: that of tests/run.sh, made where it is missing).
# What is built stays in build-tests/windows; libraries and locales in the cache (MODAVD_CACHE, default .cache).
set -u

cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/lib/packages.sh
. tests/lib/packages.sh
# shellcheck source=tests/windows/wine.sh
. tests/windows/wine.sh
out=build-tests/windows
native=${1:-build-tests/gcc/compiler/cli/modavd-profile}
program=$out/compiler/cli/modavd-profile.exe
mkdir -p "$out.work" "${MODAVD_CACHE:-.cache}/mingw"
work=$(cd "$out.work" && pwd)
locales=$(cd "${MODAVD_CACHE:-.cache}/mingw" && pwd)/locales
export WINEPREFIX="$work/wine" LC_ALL=C.UTF-8

# shellcheck disable=SC2086 # the names are to be split
need() {
  install_packages $build_packages gcc-mingw-w64-x86-64 wine wine64 cmake make dpkg-dev locales >"$work/packages.log" ||
    {
      cat "$work/packages.log"
      echo 'tests/windows/run.sh: skipped: mingw-w64 and wine could not be installed'
      exit 77
    }
}

build_native() {
  [ -x "$native" ] && [ "${native#build-tests/gcc/}" = "$native" ] && return
  [ -f build-tests/gcc/build.ninja ] || CC=gcc meson setup build-tests/gcc || return
  ninja --quiet -C build-tests/gcc
}

build() {
  prefix=$(sh tests/cross/libraries.sh windows) || {
    status=$?
    echo "$prefix"
    return "$status"
  }
  sed "s,@PREFIX@,$prefix," tests/windows/cross.ini.in >"$work/cross.ini.new"
  if ! cmp -s "$work/cross.ini.new" "$work/cross.ini"; then
    rm -rf "$out"
    mv "$work/cross.ini.new" "$work/cross.ini"
  fi
  [ -f "$out/build.ninja" ] || meson setup --cross-file "$work/cross.ini" "$out" || return
  ninja --quiet -C "$out"
}

# The rules of the other sources; what clang takes mingw's headers for is named here.
tidy() {
  command -v clang-tidy >/dev/null || { echo 'clang-tidy is not there: left out'; return; }
  clang-tidy --quiet --warnings-as-errors='*' compiler/os/*windows*.c -- -std=c11 \
    --target=x86_64-w64-mingw32 -isystem /usr/x86_64-w64-mingw32/include -D_WIN32_WINNT=0x0A00 \
    -Icompiler/base -Icompiler/os
}

need
build_native && build && make_locales && start_wine || exit
trap end_wine EXIT
meson test -C "$out" --print-errorlogs -t 4
status=$?
tidy || status=1
sh tests/windows/program.sh "$native" "$program" "$out/tests/unit/test_os_windows.exe" "$work" "$locales" || status=1
exit "$status"
