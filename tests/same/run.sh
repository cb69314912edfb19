#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM
# Same input, same bytes: the example instances are compiled under other locales, clocks, directories, orders of directory
# entries, users and environments, and every file and word is compared. The last line is "N passed, N failed".
set -u

program=$(realpath "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
work=$(mktemp -d)
trap 'umount "$work/shuffled" "$work/folding" 2>/dev/null; rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work" || exit 2
cp "$program" modavd-profile
program=$work/modavd-profile
export LOCPATH="$work/locales"
mkdir locales

# A fresh copy of the examples in DIRECTORY/home, which is where its pointers' and settings' relative paths lead from.
prepare() { # DIRECTORY
  mkdir -p "$1/home" && cp -R "$top/examples/instances" "$1/home" && chmod -R a+rwX "$1"
}

outputs() { # DIRECTORY
  (cd "$1/home" && find . -name 'modavd*' ! -name modavd.yaml | LC_ALL=C sort | while read -r file; do sha256sum "$file"; done)
}

# Runs every command that reads the instances; what they say goes to DIRECTORY/said.
run_all() { # DIRECTORY PATH [COMMAND_BEFORE...]
  into=$1 path=$2
  shift 2
  "$@" "$program" build "$path" >"$into/said" 2>&1
  for command in verify check explain; do
    "$@" "$program" "$command" --format json "$path/mas_0.avd" >>"$into/said" 2>&1
  done
  "$@" "$program" list --format json >>"$into/said" 2>&1
  "$@" "$program" show sync-io >>"$into/said" 2>&1
}

# What was said, without the one absolute path in it: explain tells the run directory so.
words_of() { # DIRECTORY
  sed "s,$work/$1/,HERE/," "$1/said"
}

# The same files as the first run, and where the path is spelt the same way the same words too.
compare() { # NAME DIRECTORY [said]
  outputs "$2" >"$2/sums"
  is "$1: the same files" "$(cat first/sums)" "$(cat "$2/sums")"
  [ $# = 2 ] || is "$1: the same words" "$(words_of first)" "$(words_of "$2")"
}

vary() { # NAME [COMMAND_BEFORE...]
  rm -rf again
  prepare again
  name=$1
  shift
  (cd again/home && run_all .. instances "$@")
  compare "$name" again said
}

test_first() {
  prepare first
  (cd first/home && run_all .. instances)
  outputs first >first/sums
  is 'the examples give files' 35 "$(wc -l <first/sums)"
}

test_locales() {
  for row in de_DE:UTF-8 tr_TR:UTF-8 zh_CN:GB18030 ja_JP:EUC-JP; do
    locale=${row%:*}.${row#*:}
    if localedef -i "${row%:*}" -f "${row#*:}" "locales/$locale" 2>/dev/null; then
      vary "LC_ALL=$locale" env LC_ALL="$locale" LANGUAGE= LANG="$locale"
    else
      skip "LC_ALL=$locale" 'the locale cannot be made'
    fi
  done
}

test_surroundings() {
  vary 'no environment' env -i
  vary 'another time zone' env TZ=Asia/Kathmandu
  vary 'a strict umask' sh -c 'umask 077; exec "$@"' sh
  if command -v faketime >/dev/null; then
    vary 'in 2039' faketime '2039-02-03 04:05:06'
  else
    skip 'in 2039' 'no faketime'
  fi
  if [ "$(id -u)" = 0 ]; then
    vary 'as somebody else' setpriv --reuid 65534 --regid 65534 --clear-groups
  else
    skip 'as somebody else' 'that takes root'
  fi
}

elsewhere() { # NAME DIRECTORY PATH
  rm -rf again
  prepare again
  (cd "$2" && run_all "$work/again" "$3")
  compare "$1" again
}

test_directories() {
  elsewhere 'an absolute path' / "$work/again/home/instances"
  elsewhere 'from inside' again/home/instances .
  elsewhere 'a path with dots' again ./home/../home//instances/
  ln -s again link
  elsewhere 'over a link' . link/home/instances
}

# tmpfs lists the newest entry first: two orders of making give two orders of listing.
test_order() {
  rm -rf again
  mkdir -p shuffled
  if ! mount -t tmpfs none shuffled 2>/dev/null; then
    skip 'another order of directory entries' 'that takes root and tmpfs'
    return
  fi
  for order in '' -r; do
    rm -rf shuffled/home
    mkdir -p shuffled/home
    (cd "$top/examples" && find instances | LC_ALL=C sort) >list
    grep -v / list | (cd shuffled/home && xargs mkdir)
    # Directories first, as files need them; both in the wanted order.
    # shellcheck disable=SC2086 # nothing or one word
    (cd "$top/examples" && find instances -mindepth 1 -type d) | LC_ALL=C sort $order | (cd shuffled/home && xargs -d '\n' mkdir -p)
    # shellcheck disable=SC2086
    (cd "$top/examples" && find instances -type f) | LC_ALL=C sort $order |
      while read -r file; do cp "$top/examples/$file" "shuffled/home/$file"; done
    find shuffled/home/instances -maxdepth 1 | sed 1d >"order$order"
    (cd shuffled/home && run_all .. instances)
    compare "entries ${order:-in order}" shuffled said
  done
  cmp order order-r >/dev/null 2>&1
  is 'the entries were listed in two orders' 1 $?
}

# NTFS, with names that are the same in any case, as Windows has them.
test_folding() {
  truncate -s 16M disk && mkdir -p folding
  if ! mkntfs -q -F -f disk >/dev/null 2>&1 || ! lowntfs-3g -o ignore_case "$work/disk" folding 2>/dev/null; then
    skip 'a directory that two spell otherwise is one' 'that takes root, FUSE and ntfs-3g'
    return
  fi
  mkdir folding/home folding/Place
  cp "$top/examples/instances/mas_0.avd/config.ini" folding/Place
  echo "path=$work/folding/place" >folding/home/a.ini
  echo "path=$work/folding/Place" >folding/home/b.ini
  "$program" build folding/home >folding/said 2>&1
  is 'a directory that two spell otherwise is one' 1 "$(grep -c "'b' has the directory of 'a'.*MP0308" folding/said)"
}

test_first
test_locales
test_surroundings
test_directories
test_order
test_folding
finish
