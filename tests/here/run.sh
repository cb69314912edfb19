#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM
# What the program finds on this machine, against what is really there: /dev/kvm as it is, without it and without the
# right to it, and an installed emulator. The last line is "N passed, N failed".
set -u

program=$(realpath "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work" || exit 2
unset ANDROID_HOME ANDROID_SDK_ROOT LOCALAPPDATA
export HOME="$work/home"

mkdir -p avd/pix.avd sdk/emulator
echo 'path.rel=avd/pix.avd' >avd/pix.ini
printf 'hw.cpu.arch=x86_64\nhw.cpu.ncore=8\n' >avd/pix.avd/config.ini
printf 'Pkg.UserSrc=false\r\nPkg.Revision=34.2.16\r\nPkg.Path=emulator\r\n' >sdk/emulator/source.properties
cp "$program" modavd-profile

fact() { # NAME, of what explain printed
  sed -n "s/^    $1  *//p" said | head -n 1
}

# What explain says of the accelerator in a name space of its own, where SETUP was run.
accel_where() { # SETUP [COMMAND_BEFORE...]
  setup=$1
  shift
  unshare -m sh -c "$setup && exec \"\$@\"" sh "$@" ./modavd-profile explain avd/pix.avd >said 2>noted
  fact accel
}

test_accelerator() {
  wanted='tcg (this machine, no /dev/kvm)'
  [ ! -e /dev/kvm ] || wanted='tcg (this machine, no access to /dev/kvm)'
  [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ] || wanted='kvm (this machine, /dev/kvm)'
  ./modavd-profile explain avd/pix.avd >said 2>noted
  is "this machine: $wanted" "$wanted" "$(fact accel)"
  ./modavd-profile explain --accel kvm avd/pix.avd >said 2>noted
  is 'what is told wins' 'kvm (command line)' "$(fact accel)"
}

test_other_machines() {
  if [ "$(id -u)" != 0 ] || ! unshare -m true 2>/dev/null; then
    skip 'with and without /dev/kvm' 'that takes root, and a mount name space'
    return
  fi
  is 'no /dev/kvm' 'tcg (this machine, no /dev/kvm)' "$(accel_where 'mount -t tmpfs none /dev')"
  is 'and a note says so' 1 "$(grep -c 'MP0414' noted)"
  make='mount -t tmpfs none /dev && mknod /dev/kvm c 10 232 && chmod'
  is 'a /dev/kvm for root only, as root' 'kvm (this machine, /dev/kvm)' "$(accel_where "$make 600 /dev/kvm")"
  is 'no note' 0 "$(grep -c 'MP0414' noted)"
  is 'the same as somebody else' 'tcg (this machine, no access to /dev/kvm)' \
    "$(accel_where "$make 600 /dev/kvm" setpriv --reuid 65534 --regid 65534 --clear-groups)"
  is 'a /dev/kvm for everybody' 'kvm (this machine, /dev/kvm)' \
    "$(accel_where "$make 666 /dev/kvm" setpriv --reuid 65534 --regid 65534 --clear-groups)"
}

test_no_open() {
  command -v strace >/dev/null || { skip 'the device is not opened' 'no strace'; return; }
  strace -f -o calls ./modavd-profile explain avd/pix.avd >said 2>noted
  is '/dev/kvm is asked for' yes "$(grep -q '"/dev/kvm"' calls && echo yes)"
  is 'and not opened' 0 "$(grep -c 'open.*"/dev/kvm"' calls)"
}

test_emulator() {
  ANDROID_HOME=$work/sdk ./modavd-profile explain avd/pix.avd >said 2>noted
  is 'the emulator of ANDROID_HOME' "34.2.16 (this machine, $work/sdk/emulator/source.properties:2:14)" "$(fact emulator-version)"
  is 'has no cap yet' '8' "$(fact cpus | cut -d' ' -f1)"
  mkdir -p "$HOME/Android" && mv sdk "$HOME/Android/Sdk"
  ./modavd-profile explain avd/pix.avd >said 2>noted
  is 'the one where Android Studio puts it' 34.2.16 "$(fact emulator-version | cut -d' ' -f1)"
  ./modavd-profile explain --host linux --accel kvm avd/pix.avd >said 2>noted
  is 'a target that is told is not this machine' 'not known (built-in default)' "$(fact emulator-version)"
}

test_accelerator
test_other_machines
test_no_open
test_emulator
finish
