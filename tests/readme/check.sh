#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: check.sh PROGRAM [README]
# Runs every command of README's console blocks, one after the other in a new directory that holds only a copy of
# examples, and compares what it prints with what README shows. Prints "N passed, N failed".
#   check.sh --print PROGRAM [README]   prints the blocks as they ought to be
set -u

print=''
if [ "$1" = --print ]; then
  print=yes
  shift
fi
program=$(cd "$(dirname "$1")" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)
readme=${2:-$top/README.md}
PATH=$program:$PATH
export PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/home/build"
cp -R "$top/examples" "$work/home/examples"

# Each command and what is to follow it, in files by number.
cut_blocks() {
  awk -v work="$work" '
    /^```console$/ { inside = 1; next }
    /^```$/ { inside = 0; next }
    !inside { next }
    /^\$ / { n++; print substr($0, 3) >(work "/" n ".command"); printf "" >(work "/" n ".wanted"); next }
    { print >(work "/" n ".wanted") }
    END { print n + 0 }
  ' "$readme"
}

passed=0 failed=0 number=0
total=$(cut_blocks)
while [ "$number" -lt "$total" ]; do
  number=$((number + 1))
  (cd "$work/home" && sh "$work/$number.command") >"$work/got" 2>&1
  if [ -n "$print" ]; then
    printf '$ %s\n' "$(cat "$work/$number.command")"
    cat "$work/got"
  elif diff -u --label README.md --label printed "$work/$number.wanted" "$work/got"; then
    passed=$((passed + 1))
    echo "ok $number - $(cat "$work/$number.command")"
  else
    failed=$((failed + 1))
    echo "not ok $number - $(cat "$work/$number.command")"
  fi
done
[ -z "$print" ] || exit 0
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$total" != 0 ]
