#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: build.sh PROGRAM DIR CPUS
# Makes DIR/instances/guest, a machine with CPUS processors, and compiles the test profile for it. DIR/run is the
# directory that QEMU is to be started in.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
guest=$2/instances/guest
mkdir -p "$guest" "$2/run"
printf '%s\n' 'name: guest' "cpus: $3" 'ram: 512M' 'arch: x86_64' 'machine: pc' >"$guest/instance.yaml"
"$1" build --profiles "$here/profiles" --host linux --accel tcg --emulator qemu --qemu 7.2 --run-dir "$2/run" \
	"$2/instances" >"$2/build.log" 2>&1
