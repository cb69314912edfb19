#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/macos/run.sh
# Builds and links the program for macOS on Apple's and Intel's CPUs, with every warning an error, and looks at what came
# out. Nothing here can run it. What is built stays in build-tests/macos-*; zig and the libraries in the cache (MODAVD_CACHE,
# default .cache). The last line is "N passed, N failed".
set -u

cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/lib/packages.sh
. tests/lib/packages.sh
# shellcheck source=tests/guest/tap.sh
. tests/guest/tap.sh
mkdir -p build-tests
log=$PWD/build-tests/macos.build

# What a script says to be missing is no failure: the status for skipped is 77.
need() {
  # shellcheck disable=SC2086 # the names are to be split
  install_packages $build_packages cmake make dpkg-dev llvm >"$log" || { cat "$log"; exit 77; }
  bin=$(sh tests/cross/zig.sh) || exit
}

build() { # CPU
  prefix=$(sh tests/cross/libraries.sh "macos-$1") || exit
  mkdir -p "build-tests/macos-$1.work"
  sed "s,@PREFIX@,$prefix,; s,@BIN@,$bin,; s,@CPU@,$1,g" tests/macos/cross.ini.in >"build-tests/macos-$1.work/cross.ini"
  [ -f "build-tests/macos-$1/build.ninja" ] ||
    meson setup --cross-file "build-tests/macos-$1.work/cross.ini" "build-tests/macos-$1" >"$log" 2>&1 || return
  ninja -C "build-tests/macos-$1" >"$log" 2>&1
}

test_cpu() { # CPU NAME
  build "$1"
  status=$?
  is "macOS on $1: compiles and links" 0 "$status"
  # Meson's own warning of a cross file without strip is none of the compiler's.
  is 'without a warning' 0 "$(grep -v '^WARNING: Cross file' "$log" | grep -c -i 'warning')"
  [ "$status" = 0 ] || { tail -n 30 "$log" | sed 's/^/# /'; return; }
  program=build-tests/macos-$1/compiler/cli/modavd-profile
  is 'it is a program for that CPU' "$2" "$(llvm-readobj --file-headers "$program" | sed -n 's/^Arch: //p; s/^ *FileType: \(Executable\).*/\1/p' | tr '\n' ' ')"
  is 'it needs only the system' '/usr/lib/libSystem.B.dylib' \
    "$(llvm-objdump --macho --dylibs-used "$program" | sed -n 's/^[[:space:]]*\(.*\) (compat.*/\1/p')"
}

need
test_cpu aarch64 'aarch64 Executable '
test_cpu x86_64 'x86_64 Executable '
finish
