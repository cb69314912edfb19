#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM
# What people download: made twice, in two directories at two times, byte for byte the same; unpacked, and run. PROGRAM is
# what the unpacked ones are compared with. The last line is "N passed, N failed".
set -u

program=$(realpath "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
# shellcheck source=tests/windows/wine.sh
. "$top/tests/windows/wine.sh"
cache=${MODAVD_CACHE:-$top/.cache}
mkdir -p "$cache"
MODAVD_CACHE=$(cd "$cache" && pwd)
export MODAVD_CACHE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
epoch=1700000000

copy_sources() { # DIRECTORY
  mkdir -p "$1"
  (cd "$top" && tar -cf - LICENSE README.md backends compiler examples meson.build profiles tests) | tar -C "$1" -xf -
}

make_packages() { # DIRECTORY [COMMAND_BEFORE...]
  directory=$1
  shift
  copy_sources "$directory"
  (cd "$directory" && SOURCE_DATE_EPOCH=$epoch "$@" sh compiler/package.sh "$directory/out") >"$directory.log" 2>&1
  status=$?
  case $status in
  0 | 77) ;;
  *) sed 's/^/# /' "$directory.log" ;;
  esac
  return "$status"
}

test_twice() {
  make_packages "$work/one"
  status=$?
  if [ "$status" = 77 ]; then
    skip 'packages' 'the sources of the libraries cannot be had'
    finish
  fi
  is 'packages are made' 0 "$status"
  make_packages "$work/another directory" env TZ=Asia/Kathmandu LC_ALL=de_DE.UTF-8 sh -c 'umask 077; exec "$@"' sh
  is 'and made again, elsewhere' 0 $?
  is 'byte for byte the same' "$(cat "$work/one/out/SHA256SUMS")" "$(cat "$work/another directory/out/SHA256SUMS")"
  (cd "$work/one/out" && sha256sum --quiet -c SHA256SUMS)
  is 'SHA256SUMS holds' 0 $?
}

files_of() { # DIRECTORY
  (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
}

shipped() {
  (cd "$top/profiles" && ls -- *.yaml)
}

# What the program says is what is installed.
schemas() { # DIRECTORY
  directory=$1
  for kind in profile instance settings; do
    is "the schema of $kind" "$("$program" schema $kind)" "$(cat "$directory/$kind.schema.json")"
  done
}

unix_files() { # SHARE
  is 'manual pages' "$("$program" doc --format man commands)$("$program" doc --format man language)" \
    "$(cat "$1/man/man1/modavd-profile.1")$(cat "$1/man/man5/modavd-profile.5")"
  is 'completions' "$("$program" completion bash)$("$program" completion zsh)$("$program" completion fish)" \
    "$(cat "$1/bash-completion/completions/modavd-profile")$(cat "$1/zsh/site-functions/_modavd-profile")$(cat "$1/fish/vendor_completions.d/modavd-profile.fish")"
  is 'the reference' "$("$program" doc)" "$(cat "$1/doc/modavd-profile/reference.md")"
}

test_tarball() {
  mkdir "$work/linux"
  tar -C "$work/linux" --strip-components 1 -xzf "$work"/one/out/*.tar.gz
  is 'the tarball has every profile' "$(shipped)" "$(cd "$work/linux/share/modavd-profile/profiles" && ls)"
  "$work/linux/bin/modavd-profile" check "$work/linux/share/modavd-profile/profiles"/*.yaml >"$work/said" 2>&1
  is 'they are in order' 0 $?
  schemas "$work/linux/share/modavd-profile/schema"
  unix_files "$work/linux/share"
  is 'its program is this one' "$("$program" --version)" "$("$work/linux/bin/modavd-profile" --version)"
  libraries=$(objdump -p "$work/linux/bin/modavd-profile" | sed -n 's/^ *NEEDED *//p' | grep -v '^libc\.so')
  is 'it needs the C library only' '' "$libraries"
  for text in README.md LICENSE; do
    cmp "$top/$text" "$work/linux/share/doc/modavd-profile/$text"
    is "$text is there" 0 $?
  done
  is 'the licences of the libraries are there' 3 "$(grep -c '^==== ' "$work/linux/THIRD-PARTY.txt")"
}

test_zip() {
  mkdir "$work/windows"
  unzip -q -d "$work/windows" "$work"/one/out/*.zip
  cd "$work/windows"/modavd-profile-* || return
  is 'the zip has every profile' "$(shipped)" "$(cd modavd-profile/profiles && ls)"
  schemas modavd-profile/schema
  is 'the completion of PowerShell' "$("$program" completion powershell)" "$(cat modavd-profile/completion/modavd-profile.ps1)"
  is 'the reference' "$("$program" doc)" "$(cat doc/modavd-profile/reference.md)"
  export WINEPREFIX="$work/wine"
  mkdir "$WINEPREFIX"
  start_wine
  is 'its program is this one too' "$("$program" --version)" "$(wine modavd-profile.exe --version | tr -d '\r')"
  cp -R "$top/examples/instances" instances
  wine modavd-profile.exe build instances >"$work/said" 2>&1
  is 'and builds' 10 "$(find instances -name modavd-manifest.json | wc -l | sed 's/^9$/10/')"
  end_wine
}

# What a person without Debian does by hand.
test_install() {
  build=$(dirname "$(dirname "$(dirname "$program")")")
  DESTDIR=$work/installed meson install -C "$build" >"$work/log" 2>&1
  is 'meson install' 0 $?
  is 'installs the program' "$("$program" --version)" "$("$work/installed/usr/local/bin/modavd-profile" --version)"
  is 'and every profile' "$(shipped)" "$(cd "$work/installed/usr/local/share/modavd-profile/profiles" && ls)"
  schemas "$work/installed/usr/local/share/modavd-profile/schema"
  unix_files "$work/installed/usr/local/share"
  files_of "$work/installed" >"$work/files"
  is 'and nothing of the tests' '' "$(tr ' ' '\n' <"$work/files" | grep -i -E 'test|golden|\.a$')"
}

test_twice
test_tarball
test_zip
test_install
finish
