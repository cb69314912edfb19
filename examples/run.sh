#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh examples/run.sh [BUILD]
# Installs what is missing (on Debian), builds the program in BUILD (default: build) and compiles a copy of
# examples/instances with it. The copy stays, so that a second run finds nothing to change.
# One of the instances, mas_6, is broken on purpose. Exit status: 0 when all others were built and it alone was reported.
set -eu

cd "$(dirname "$0")/.."
# shellcheck source=tests/lib/packages.sh
. tests/lib/packages.sh
build=${1:-build}
instances=$build/examples/instances
program=$build/compiler/cli/modavd-profile

title() {
  printf '\n== %s\n' "$1"
}

# Shows a command and runs it; what the command prints may go elsewhere.
exec 3>&1
run() {
  printf '$ %s\n' "$*" >&3
  "$@"
}

fail() {
  printf '\nexamples/run.sh: %s\n' "$1" >&2
  exit 1
}

# Renamed only when complete, so an interrupted run leaves no half copy behind.
copy_instances() {
  [ ! -d "$instances" ] || return 0
  rm -rf "$instances.new"
  mkdir -p "$build/examples"
  run cp -R examples/instances "$instances.new"
  run mv "$instances.new" "$instances"
}

# The program tells 1 where an instance has errors, and here one has.
build_instances() {
  status=0
  run "$program" build "$instances" >"$build/examples/said" 2>"$build/examples/found" || status=$?
  cat "$build/examples/found" "$build/examples/said"
  [ "$status" = 1 ] || fail "build ended with $status instead of 1"
  [ "$(grep -c ': error: ' "$build/examples/found")" = 1 ] || fail "more than the one broken instance was reported"
  grep -q '/mas_6.avd/config.ini:[0-9]*:[0-9]*: error: .*4x' "$build/examples/found" || fail "mas_6 was not reported"
  grep -q '^10 instances: .* 1 not built$' "$build/examples/said" || fail "not all other instances were built"
}

# What the last line of the report comes to, in words.
conclude() {
  title 'What happened'
  case $(tail -n 1 "$build/examples/said") in
  *' 0 written, '*) echo 'Nothing changed: every file is what the profiles and the instances ask for, and was left alone.' ;;
  *) echo 'The instances were compiled. Run this again: nothing will change.' ;;
  esac
  echo 'mas_6 was reported and left out, as it should be: its hw.cpu.ncore is broken on purpose.'
  echo "The files are in $instances; README.md tells what each is for."
}

title 'What the build needs'
need_build_packages || fail 'what the build needs is not there'
echo 'all there'

title 'Build'
[ -f "$build/build.ninja" ] || run meson setup "$build"
run ninja --quiet -C "$build"

title 'Compile the instances, for the Windows host that their modavd.yaml names'
copy_instances
build_instances

title 'What a manager passes to the emulator behind -qemu, one argument a line'
run cat "$instances/mas_0.avd/modavd.args"

title 'Why'
run "$program" explain "$instances/mas_0.avd"

conclude
