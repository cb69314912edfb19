#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM QUOTE_WORDS [COUNT]
# Every form of emit, read back by what it is for: random words by real shells, JSON by jq, XML by xmllint, a file by
# QEMU's -readconfig; and exec, by what the program it starts gets. The last line is "N passed, N failed".
set -u

program=$(realpath "$1") words=$(realpath "$2") count=${3:-2000}
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
seed=${MODAVD_SEED:-$(date +%s)}
echo "# seed $seed"

# The lines of a script whose commands print what they get, as quote_words writes it down.
test_shell() { # NAME COMMAND...
  name=$1
  shift
  command -v "$1" >/dev/null || { skip "$name" "no $1"; return; }
  "$words" sh "$seed" "$count" raw >lines
  { cat "$top/tests/quote/command.sh"; cat lines; } >script
  "$@" script >got 2>errors
  cmp raw got >differs 2>&1
  is "$name: $count lines of random words come out as they were" 0 $?
}

prepare() {
  mkdir -p "with 'quote & \$x/vm" run
  printf 'name: vm\ncpus: 4\nram: 2G\nmachine: pc\n' >"with 'quote & \$x/vm/instance.yaml"
  cp -R "with 'quote & \$x" plain
  "$program" emit --format readconfig --host linux --accel tcg --qemu 7.2.22 --enable small-io --enable iothread-poll plain/vm \
    >small.readconfig 2>small.readconfig.errors
  echo $? >small.readconfig.status
}

# libvirt's own schema of a domain, out of its package, which need not be installed.
test_schema() {
  (mkdir -p libvirt && cd libvirt && apt-get -q download libvirt0 && dpkg-deb -x libvirt0_*.deb .) >/dev/null 2>&1
  schema=libvirt/usr/share/libvirt/schemas/domain.rng
  [ -f "$schema" ] || { skip 'libvirt: its own schema' 'the package cannot be had'; return; }
  { echo "<domain type='qemu'><name>a</name><memory>1024</memory><os><type>hvm</type></os>"; cat form.xml; echo '</domain>'; } >domain.xml
  is 'libvirt: its own schema takes the element' 0 "$(xmllint --noout --relaxng "$schema" domain.xml >differs 2>&1; echo $?)"
}

# A profile with a table, from a directory that every shell minds; --run-dir makes the path long.
test_forms() {
  mkdir -p profiles
  printf '%s\n' 'modavd-profile: 1' 'name: all' 'default: on' 'qemu:' '  globals: {virtio-blk-pci: {ioeventfd: off}}' \
    "  arguments: [-name, \"it's <a> & \\\"b\\\" %c% \$d ‘e’\"]" >profiles/all.yaml
  printf '%s\n' 'acpi: {cst: [{state: C1, enter: hlt, latency: 1us}]}' >>profiles/all.yaml
  set -- --profiles profiles --host linux --accel tcg --qemu 7.2.22 --run-dir "$work/run" "$work/with 'quote & \$x/vm"
  "$program" build "$@" >/dev/null 2>&1
  "$program" emit "$@" >args 2>errors
  cmp args "with 'quote & \$x/vm/modavd.args"
  is 'args: what build writes' 0 $?
  "$program" emit --format json "$@" >form.json 2>errors
  is 'json: the same words' "$(cat args)" "$(jq -r '.[]' form.json)"
  "$program" emit --format sh "$@" >form.sh 2>errors
  is 'sh: the same words' "$(cat args)" "$(eval "printf '%s\n' $(cat form.sh)")"
  "$program" emit --format libvirt "$@" >form.xml 2>errors
  is 'libvirt: another run-dir than / is an error' '1 1' "$? $(grep -c 'MP0411.*' errors)"
  "$program" emit --format libvirt "$@" --run-dir / >form.xml 2>errors
  is 'libvirt: with it, it is written' 0 $?
  "$program" emit "$@" --run-dir / >args 2>errors
  is 'libvirt: a parser of XML finds the same words' "$(cat args)" \
    "$(for i in 1 2 3 4 5 6; do xmllint --xpath "string((//*[local-name()='arg'])[$i]/@value)" form.xml; done)"
  test_schema
  "$program" emit --format powershell "$@" >form.ps1 2>errors
  is 'powershell: a word with a quotation mark is refused, with its place' 1 "$(grep -c '^profiles/all.yaml:6:.*PowerShell cannot carry.*MP0411' errors)"
  is 'and nothing is printed' '' "$(cat form.ps1)"
}

# What QEMU has from the file is what it has from the arguments.
qemu_has() {
  printf 'info qtree\ninfo iothreads\nquit\n' | timeout 60 qemu-system-x86_64 -nodefaults -display none -S -monitor stdio \
    -drive if=none,id=d0,format=raw,file=disk "$@" -device virtio-blk-pci,id=b0,drive=d0 2>&1 | tr -d '\r' | grep -v '^(qemu)' | sed 's/thread_id=.*//'
}

test_readconfig() {
  command -v qemu-system-x86_64 >/dev/null || { skip 'readconfig' 'no QEMU'; return; }
  truncate -s 1M disk
  is 'readconfig: a shipped profile' '0 0' "$(cat small.readconfig.status) $(grep -c MP0411 small.readconfig.errors)"
  qemu_has -readconfig small.readconfig >from-file
  is 'readconfig: QEMU takes its file' 1 "$(grep -c 'modavd-io0' from-file)"
  "$program" emit --format readconfig --host windows --accel whpx plain/vm --qemu 7.2.22 --run-dir run >file 2>errors
  is 'readconfig: what a file cannot carry is named' '1 1' "$? $(grep -c -e '-readconfig cannot carry .-acpitable.*MP0411' errors)"
  printf '%s\n' 'modavd-profile: 1' 'name: both' 'default: on' 'qemu:' \
    '  globals: {virtio-blk-pci: {num-queues: 3, event_idx: off, serial: "a,b c"}}' \
    '  objects: [{type: iothread, id: modavd-io0, poll-max-ns: 12us}]' >profiles/all.yaml
  set -- --profiles profiles --host linux --accel tcg --qemu 7.2.22 plain/vm
  "$program" emit --format readconfig "$@" >file 2>errors
  is 'readconfig: a file is made' 0 $?
  "$program" emit "$@" >args
  qemu_has -readconfig file >from-file
  # shellcheck disable=SC2046 # one word a line, none with blanks but the last
  (IFS='
'; qemu_has $(cat args)) >from-args
  is 'readconfig: QEMU has of it what it has of the arguments' "$(cat from-args)" "$(cat from-file)"
  is 'readconfig: and that is what the profile says' '1 1 1' \
    "$(grep -c 'num-queues = 3' from-file) $(grep -c 'serial = "a,b c"' from-file) $(grep -c 'poll-max-ns=12000' from-file)"
}

test_exec() {
  printf '#!/bin/sh\npwd\nprintf "[%%s]" "$@"\necho\ncat\nexit 7\n' >program
  chmod +x program
  mkdir -p avd/pix.avd run
  echo 'path.rel=avd/pix.avd' >avd/pix.ini
  printf 'hw.cpu.arch=x86_64\nhw.cpu.ncore=4\n' >avd/pix.avd/config.ini
  set -- --host windows --accel whpx --emulator-version 36.1.9 --run-dir run avd/pix.avd
  said=$(echo in | "$program" exec "$@" -- ./program -avd pix --host x 2>errors)
  is 'exec: the program ends it' 7 $?
  is 'exec: what the program gets, and where' "$work/run
[-avd][pix][--host][x][-qemu][-global][virtio-blk-pci.ioeventfd=off][-acpitable][file=..\\avd\\pix.avd\\modavd-cst.aml]
in" "$said"
  is 'exec: the files are there' 'modavd-cst.aml' "$(cd avd/pix.avd && ls modavd-cst.aml)"
  is 'exec: no word of ours' '' "$(cat errors)"
  said=$("$program" exec "$@" -- ./program -qemu -m 1G </dev/null 2>errors | sed -n 2p)
  is 'exec: -qemu of the caller is the only one' '[-qemu][-m][1G][-global][virtio-blk-pci.ioeventfd=off][-acpitable][file=..\avd\pix.avd\modavd-cst.aml]' "$said"
  "$program" exec "$@" -- ./nothing >said 2>errors
  is 'exec: a program that is not there: status 3' '3 1' "$? $(grep -c 'no such file' errors)"
  echo 'hw.cpu.ncore=4x' >avd/pix.avd/config.ini
  "$program" exec "$@" -- ./program >said 2>errors
  is 'exec: a finding, and nothing is run' '1 0' "$? $(wc -l <said)"
  "$program" exec avd/pix.avd >said 2>errors
  is 'exec: without a program: wrong use' 2 $?
  # Signals that the program ignores must not stay ignored.
  printf 'hw.cpu.arch=x86_64\n' >avd/pix.avd/config.ini
  ignored=$("$program" exec "$@" -- /bin/sh -c 'sed -n "s/^SigIgn:[[:space:]]*//p" /proc/self/status' 2>errors)
  is 'exec: signals are as they were' "$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status)" "$ignored"
}

test_shell dash dash
test_shell mksh mksh
test_shell busybox busybox sh
test_shell bash bash
prepare
test_forms
test_readconfig
test_exec
finish
