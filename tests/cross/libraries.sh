#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/cross/libraries.sh windows|macos-aarch64|macos-x86_64
# Builds the libraries of the program, and for Windows of its tests, for another system, as static ones, from Debian's source
# packages. Prints the directory that they are in. It is in the cache (MODAVD_CACHE, default .cache), so this is slow only once.
# For macOS, zig.sh has to have put its compilers into the cache.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=${MODAVD_CACHE:-$here/../../.cache}
target=$1
mkdir -p "$top/cross/$target"
top=$(cd "$top/cross" && pwd)
cache=$top/$target
prefix=$cache/prefix
work=$cache/work
case $target in
windows)
  system=Windows host=x86_64-w64-mingw32 sources="libyaml jansson libmd cmocka"
  cc=$host-gcc tools="-DCMAKE_RC_COMPILER=$host-windres"
  ;;
macos-*)
  system=Darwin host=${target#macos-}-apple-darwin sources="libyaml jansson libmd"
  cc=$top/zig/bin/$target-cc tools="-DCMAKE_AR=$top/zig/bin/zig-ar -DCMAKE_RANLIB=$top/zig/bin/zig-ranlib"
  export AR="$top/zig/bin/zig-ar" RANLIB="$top/zig/bin/zig-ranlib"
  ;;
*)
  sed -n '3,6s/^# //p' "$0" >&2
  exit 2
  ;;
esac
recipe=$(cksum <"$0" | tr ' ' -)
if [ "$(cat "$prefix/recipe" 2>/dev/null)" = "$recipe" ]; then
  echo "$prefix"
  exit
fi
rm -rf "$prefix" "$work"
mkdir -p "$work/lists/partial" "$prefix/lib/pkgconfig"
log=$cache/log
exec 3>&1 >"$log" 2>&1
trap 'case $? in 0 | 77) ;; *) echo "libraries.sh: failed; the end of $log:" >&3; tail -n 20 "$log" >&3 ;; esac' EXIT
cd "$work"

# The source packages of where this machine has its packages from. The machine's own lists are left as they are.
get_sources() {
  # These are not the shell's.
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Identifier: Packages' |
    sed -n 's/^Debian /deb-src /p' | sort -u >sources.list
  set -- -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists"
  apt-get -q "$@" update
  # The names are to be split.
  # shellcheck disable=SC2086
  apt-get -q "$@" source $sources
}

# with_cmake SOURCE [OPTION...]
with_cmake() {
  name=$1
  shift
  # The options are to be split.
  # shellcheck disable=SC2086
  cmake -S "$name"-*/ -B "build-$name" -DCMAKE_SYSTEM_NAME=$system -DCMAKE_C_COMPILER="$cc" $tools \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DBUILD_SHARED_LIBS=OFF "$@"
  cmake --build "build-$name" --target install
}

with_configure() {
  mkdir "build-$1"
  (cd "build-$1" && sh ../"$1"-*/configure --host="$host" --prefix="$prefix" --disable-shared CC="$cc" && make install)
}

# describe NAME LIBRARY SOURCE: the .pc file. CMake's are not there, or name a DLL. As system headers they give no warnings.
describe() {
  cat >"$prefix/lib/pkgconfig/$1.pc" <<END
Name: $1
Description: of Debian's source package
Version: $(echo "$3"-[0-9]*/ | sed 's/^.*-//; s,/$,,')
Libs: -L$prefix/lib -l$2
Cflags: -isystem $prefix/include
END
}

get_sources || {
  echo 'libraries.sh: skipped: the source packages cannot be had' >&3
  exit 77
}
with_cmake libyaml -DBUILD_TESTING=OFF
with_cmake jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF
# Mach-O has no aliases, which this version of libmd makes SHA-384 with. Newer ones, which a Mac has, know that.
[ "$system" != Darwin ] || sed -i 's/^libmd_alias(\(SHA384[A-Za-z]*\), \(.*\));$/#define \1 \2/' libmd-*/src/sha2.c
with_configure libmd
describe yaml-0.1 yaml libyaml
describe jansson jansson jansson
describe libmd md libmd
case $sources in
*cmocka*)
  # Its messages are formatted with the printf that the tests are compiled for, which knows %zu; the header is to say so.
  with_cmake cmocka -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF -DUNIT_TESTING=OFF \
    -DCMAKE_C_FLAGS=-D__USE_MINGW_ANSI_STDIO=1
  sed -i 's/__printf__/__gnu_printf__/' "$prefix/include/cmocka.h"
  describe cmocka cmocka-static cmocka
  ;;
esac
rm -rf "$work"
echo "$recipe" >"$prefix/recipe"
echo "$prefix" >&3
