#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: readback.sh PROGRAM [QEMU...]
# Starts each QEMU with what PROGRAM compiled of each shipped profile for its version, and asks it over QMP for every
# value. A QEMU is a command (default qemu-system-x86_64) and may be "chroot DIR qemu-system-x86_64". Prints TAP; exit 77
# when there is no QEMU.
set -u

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
shift
# shellcheck source=tests/guest/tap.sh
. "$here/../guest/tap.sh"
# shellcheck source=tests/guest/vhost.sh
. "$here/../guest/vhost.sh"
work=$(mktemp -d)
inside=''
trap 'rm -rf "$work" ${inside:+"$inside"}' EXIT
# sync-io-tcg is sync-io for a machine that any Linux can run.
cases='sync-io-tcg small-io small-io-other iothread-poll iothread-poll-other net-pps net-pps-other net-pps-vhost-user
share-9p'
user_nic='-netdev user,id=net'

# The parameters of the case $1. Those of the profiles as they are could be QEMU's defaults.
parameters() {
	case $1 in
	small-io-other) echo small-io.queues=3 small-io.queue-size=64 ;;
	iothread-poll-other)
		printf 'iothread-poll.%s ' poll-max=12us poll-grow=3 poll-shrink=4 poll-weight=5
		;;
	net-pps-other) echo net-pps.max-queues=1 net-pps.rx-queue-size=512 ;;
	share-9p) echo share-9p.path=/tmp ;;
	esac
}

# The settings that QEMU $version is to have in the case $1.
wanted() {
	awk -v wanted="$1" -v version="$version" '
		function number(text, parts) {
			split(text, parts, ".")
			return parts[1] * 1000 + parts[2]
		}
		$1 != wanted { next }
		$2 == "all" || $2 ~ /^>=/ && number(version) >= number(substr($2, 3)) ||
		$2 ~ /^</ && number(version) < number(substr($2, 2)) { print $3, $4, $5 }' "$here/wanted.txt" | LC_ALL=C sort
}

# Of the settings in the input, those that QEMU can be asked for.
askable() {
	grep -v '^f[a-z_]*:'
}

# ask PATH PROPERTY ID
ask() {
	printf '{"execute": "qom-get", "id": "%s", "arguments": {"path": "%s", "property": "%s"}}\n' "$3" "$1" "$2"
}

# The questions for the settings in the input. The devices have their types as ids, the profile's own the ids it gave.
questions() {
	echo '{"execute": "qmp_capabilities"}'
	while read -r object property _; do
		case $object in
		ram) echo '{"execute": "human-monitor-command", "id": "ram backend", "arguments": {"command-line": "info mtree -f"}}' ;;
		modavd-io0 | modavd-mem) ask "/objects/$object" "$property" "$object $property" ;;
		*) ask "/machine/peripheral/$object" "$property" "$object $property" ;;
		esac
	done
	echo '{"execute": "query-iothreads", "id": "threads"}'
	echo '{"execute": "quit"}'
}

# start_qemu ARGS_FILE NIC: QEMU with the devices that the profiles are about; it answers $work/questions.
start_qemu() {
	# shellcheck disable=SC2086 # lists of words
	set -- "$1" $qemu -S -qmp stdio -nodefaults -no-user-config -display none -machine pc -accel tcg -smp 2 -m 512 \
		-blockdev null-co,node-name=disk,read-zeroes=on -device virtio-blk-pci,drive=disk,id=virtio-blk-pci \
		-device virtio-scsi-pci,id=virtio-scsi-pci $2 -device virtio-net-pci,netdev=net,romfile=,id=virtio-net-pci
	args_file=$1
	shift
	while IFS= read -r line || [ -n "$line" ]; do
		set -- "$@" "$line"
	done <"$args_file"
	timeout -k 5 60 "$@" <"$work/questions" >"$work/answers" 2>"$work/messages"
}

# The iothreads as QEMU lists them, with the properties that the profile sets.
threads() {
	jq -r 'select(.id == "threads") | .return[] | . as $t | keys[] | "\($t.id) \(.) \($t[.])"' "$work/answers" |
		grep -Fx -f "$work/wanted"
}

# compile CASE: what it comes to is in $work/args. The table is left out: QEMU cannot be asked for it, and a chroot has
# not got it; the guest tests look at it byte for byte.
compile() {
	rm -rf "$work/build"
	# shellcheck disable=SC2046
	set -- --profile "${1%-other}" $(parameters "$1" | sed 's/[^ ]*=/--param &/g')
	GUEST_QEMU=$version sh "$here/../guest/build.sh" "$program" "$work/build" 2 "$@" || return
	grep -vxE -e '-acpitable|file=.*' "$work/build/instances/guest/modavd.args" >"$work/args" || [ "$?" = 1 ]
}

# compare TITLE: each setting of $work/wanted with QEMU's answer.
compare() {
	jq -r -f "$here/answer.jq" "$work/answers" >"$work/got"
	askable <"$work/wanted" >"$work/askable"
	while read -r object property value; do
		is "$1: $object $property" "$value" "$(sed -n "s/^$object $property //p" "$work/got")"
	done <"$work/askable"
	if grep -q '^modavd-io0 ' "$work/wanted"; then
		is "$1: query-iothreads" "$(grep '^modavd-io0 ' "$work/wanted")" "$(threads | LC_ALL=C sort)"
	fi
}

# readback CASE NIC
readback() {
	title="QEMU $version, $1"
	if ! compile "$1"; then
		not_ok "$title: the program compiles it"
		sed 's/^/# /' "$work/build/build.log"
		return
	fi
	wanted "$1" >"$work/wanted"
	is "$title: what is compiled" "$(cat "$work/wanted")" "$(awk -f "$here/fragment.awk" "$work/args" | LC_ALL=C sort)"
	if [ ! -s "$work/wanted" ]; then
		echo "# $title: is off"
		return
	fi
	questions <"$work/wanted" >"$work/questions"
	start_qemu "$work/args" "$2"
	is "$title: QEMU starts and ends" 0 $?
	is "$title: QEMU has nothing to say about it" '' "$(cat "$work/messages")"
	compare "$title"
}

# The back end has to be there before QEMU is; its socket where QEMU sees it.
readback_vhost_user() {
	reason=$(no_testpmd)
	dpdk=$(sh "$here/../bench/testpmd.sh" 2>"$work/dpdk.log") || reason=$(tail -n 1 "$work/dpdk.log")
	if [ -n "$reason" ]; then
		skip "QEMU $version, net-pps-vhost-user" "$reason"
	elif start_testpmd "$inside/sock" 2 "$work"; then
		readback net-pps-vhost-user \
			"-chardev socket,id=vhost,path=${inside#"$root"}/sock -netdev vhost-user,id=net,chardev=vhost,queues=2"
		stop_testpmd
	else
		not_ok "QEMU $version, net-pps-vhost-user: testpmd starts"
		sed 's/^/# /' "$work/testpmd.log" | tail -n 5
	fi
}

# The directory that is / for the QEMU.
root_of() {
	case $1 in
	'chroot '*) echo "$1" | cut -d ' ' -f 2 ;;
	esac
}

readback_all() {
	root=$(root_of "$qemu")
	inside=$(mktemp -d "$root/tmp/readback.XXXXXX")
	for case in $cases; do
		case $case in
		net-pps-vhost-user) readback_vhost_user ;;
		*) readback "$case" "$user_nic" ;;
		esac
	done
	rm -rf "$inside"
}

[ "$#" -gt 0 ] || set -- qemu-system-x86_64
for qemu in "$@"; do
	# shellcheck disable=SC2086
	version=$($qemu --version 2>"$work/messages" | sed -n 's/^QEMU emulator version \([0-9.]*\).*/\1/p')
	if [ -z "$version" ]; then
		skip "$qemu" "$(cat "$work/messages")"
	else
		readback_all
	fi
done
finish
