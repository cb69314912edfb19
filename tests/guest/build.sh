#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: build.sh PROGRAM DIR CPUS [OPTION...]
# Makes DIR/instances/guest, a machine with CPUS processors, and compiles the profiles for it that are on, which is the test
# profile unless the OPTIONs for the program say otherwise. DIR/run is the directory that QEMU is to be started in.
#   GUEST_QEMU=VERSION  the version of QEMU to compile for (default 7.2)
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$1 dir=$2 cpus=$3
shift 3
guest=$dir/instances/guest
mkdir -p "$guest" "$dir/run"
printf '%s\n' 'name: guest' "cpus: $cpus" 'ram: 512M' 'arch: x86_64' 'machine: pc' >"$guest/instance.yaml"
"$program" build --profiles "$here/profiles" --host linux --accel tcg --emulator qemu --qemu "${GUEST_QEMU:-7.2}" \
	--run-dir "$dir/run" "$@" "$dir/instances" >"$dir/build.log" 2>&1
