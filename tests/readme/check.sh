#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: check.sh [--renew] PROGRAM
# Runs every command of README.md's console blocks, one after the other in a new directory that holds only a copy of
# examples, and compares what it prints with what README.md shows; then checks that the program takes its two yaml
# blocks, modavd.yaml and the profile. The last line is "N passed, N failed".
#   --renew   writes into README.md what was printed; look at the difference before you commit it
set -u

renew=''
if [ "$1" = --renew ]; then
  renew=yes
  shift
fi
program=$(cd "$(dirname "$1")" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$program:$PATH
export PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/home/build"
cp -R "$top/examples" "$work/home/examples"

# Writes each command and what is to follow it into files by number, and prints how many there are.
cut_blocks() {
  awk -v work="$work" '
    /^```console$/ { inside = 1; next }
    /^```$/ { inside = 0 }
    !inside { next }
    /^\$ / { n++; print substr($0, 3) >(work "/" n ".command"); printf "" >(work "/" n ".wanted"); next }
    { print >(work "/" n ".wanted") }
    END { print n + 0 }
  ' "$top/README.md"
}

# The directory's own path differs from run to run.
run_command() { # NUMBER
  (cd "$work/home" && sh "$work/$1.command") 2>&1 | sed "s,$work/home,/home/you/modavd-profile,g" >"$work/$1.got"
}

# The profile extends one that stands for any other.
check_yaml() {
  cd "$work" || return
  mkdir -p yaml/profiles yaml/instances
  cp -R "$top/examples/instances/build-vm" yaml/instances
  awk '/^```yaml$/ { n++; inside = 1; next } /^```$/ { inside = 0 } inside { print >("yaml/" n) }' "$top/README.md"
  mv yaml/1 yaml/instances/modavd.yaml
  mv yaml/2 yaml/profiles/sync-io.yaml
  printf '%s\n' 'modavd-profile: 1' 'name: other-profile' 'qemu: {arguments: [-snapshot]}' >yaml/profiles/other.yaml
  modavd-profile check --profiles yaml/profiles yaml/instances
}

result() { # STATUS NAME
  if [ "$1" = 0 ]; then
    passed=$((passed + 1))
    printf 'ok - %s\n' "$2"
  else
    failed=$((failed + 1))
    printf 'not ok - %s\n' "$2"
  fi
}

renew_blocks() {
  awk -v work="$work" '
    /^```console$/ { inside = 1; print; next }
    /^```$/ { inside = 0 }
    inside && !/^\$ / { next }
    { print }
    inside { n++; while ((getline line <(work "/" n ".got")) > 0) print line }
  ' "$top/README.md" >"$work/README.md" && cp "$work/README.md" "$top/README.md"
}

passed=0 failed=0 number=0
total=$(cut_blocks)
while [ "$number" -lt "$total" ]; do
  number=$((number + 1))
  run_command "$number"
  diff -u --label README.md --label printed "$work/$number.wanted" "$work/$number.got"
  result $? "$(cat "$work/$number.command")"
done
[ -z "$renew" ] || renew_blocks
(check_yaml)
result $? 'the yaml blocks are sound'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$total" != 0 ]
