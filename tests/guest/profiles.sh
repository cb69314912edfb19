#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: profiles.sh PROGRAM
# Boots a real kernel without and with what PROGRAM compiled of each shipped profile, and asks the guest and QEMU. Prints
# TAP; exit 77 when it cannot be done here.
set -u

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/guest/tap.sh
. "$here/tap.sh"
# shellcheck source=tests/guest/vhost.sh
. "$here/vhost.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all_profiles='small-io iothread-poll net-pps share-9p'
tap_nic='-netdev tap,id=net,queues=2,script=no,downscript=no -device virtio-net-pci,netdev=net,romfile='
peer=192.0.2.1 own=192.0.2.2

# The value of the fact $1 in the output of the last boot.
fact() {
	sed -n "s/^$1 //p" "$work/facts"
}

# Whether driver and device have agreed on the feature bit $2, 0 or 1.
bit() {
	fact "features.$1" | cut -c "$(($2 + 1))"
}

# compile PROFILE [OPTION...]: into $work/PROFILE. PROFILE-loose is the same profile with other parameters.
compile() {
	profile=$1
	shift
	if sh "$here/build.sh" "$program" "$work/$profile" 2 --profile "${profile%-loose}" "$@"; then
		ok "$profile: the program compiles it"
	else
		not_ok "$profile: the program compiles it"
		sed 's/^/# /' "$work/$profile/build.log"
	fi
}

args_of() {
	echo "$work/$1/instances/guest/modavd.args"
}

# boot NAME ARGS_FILE PROFILES [QEMU_ARGUMENT...]: the facts of a guest that runs the scripts of PROFILES; without them
# a result tells why.
boot() {
	name=$1 args_file=$2 profiles=$3
	shift 3
	rm -rf "$work/scenario"
	mkdir "$work/scenario"
	cp "$here/scenarios/profile.sh" "$work/scenario/run.sh"
	for profile in $profiles; do
		cp "$work/$profile/instances/guest/modavd-postboot.sh" "$work/scenario/$profile.sh"
	done
	[ ! -f "$work/peer" ] || cp "$work/peer" "$work/scenario/"
	sh "$here/boot.sh" "$work/run" "$args_file" "$work/scenario" 2 "$@" >"$work/facts" 2>"$work/boot.log" && return
	not_ok "$name: the guest came to its end"
	sed 's/^/# /' "$work/boot.log"
	return 1
}

# What the script of the profile $1 has to say, by status and exit, and why where it is not ok.
expect_script() {
	for shell in mksh dash ash; do
		is "$1 $4: last line under $shell$5" "modavd-postboot: status=$2" "$(fact "$1.$shell$5.last")"
		is "$1 $4: exit status under $shell$5" "$3" "$(fact "$1.$shell$5.exit")"
		[ "$2" != ok ] || is "$1 $4: no failed check under $shell$5" '' "$(fact "$1.$shell$5.line" | grep '^not ok')"
	done
}

script_ok() {
	expect_script "$1" ok 0 'with the profile' "${2:-}"
}

script_failed() {
	expect_script "$1" failed 1 'without the profile' "${2:-}"
}

# ---- QEMU itself ----

# ask_qemu QUESTION...: sets qmp to arguments with which QEMU answers these into $work/qmp.out when it starts.
ask_qemu() {
	printf '%s\n' '{"execute": "qmp_capabilities"}' "$@" >"$work/qmp.in"
	: >"$work/qmp.out"
	qmp="-chardev pipe,id=qmp,path=$work/qmp -mon chardev=qmp,mode=control"
}

# ask_disk ID PROPERTY: the question for a property of the disk, which is the first device that has no id.
ask_disk() {
	printf '{"execute": "qom-get", "id": "%s", "arguments": {"path": "/machine/peripheral-anon/device[0]", "property": "%s"}}' "$@"
}

ask_threads() {
	ask_qemu '{"execute": "query-iothreads", "id": "threads"}' "$(ask_disk link iothread)" "$(ask_disk type type)"
}

# answer ID FILTER: what jq makes of the answer.
answer() {
	jq -r --arg id "$1" "select(.id == \$id) | $2" "$work/qmp.out"
}

# Why a NIC with two queues cannot be had here, or nothing.
no_tap() {
	# shellcheck disable=SC2086
	echo quit | qemu-system-x86_64 -machine pc -nodefaults -S -display none -accel tcg -monitor stdio $tap_nic 2>&1 \
		>/dev/null | head -n 1
}

# ---- the tests ----

# One boot for all: what a guest sees that was given nothing. Its disk and its NIC are those of the other boots.
test_without() {
	ask_threads
	: >"$work/empty"
	# shellcheck disable=SC2086
	boot 'without a profile' "$work/empty" "$profiles_here" $nic $qmp || return
	is 'without a profile: two queues of the disk for two CPUs' 2 "$(fact block-queues)"
	is 'without a profile: requests of the disk' 256 "$(fact nr-requests)"
	is 'without a profile: segments of a request' 254 "$(fact max-segments)"
	is 'without a profile: no thread for disks' 0 "$(answer threads '.return | length')"
	is 'without a profile: the disk has no thread' '' "$(answer link .return)"
	is 'without a profile: the guest is told nothing' '' "$(grep '^fw-cfg' "$work/facts")"
	[ -z "$nic" ] || is 'without a profile: no packed virtqueues' 0 "$(bit virtio_net 34)"
	[ -z "$nic" ] || is 'without a profile: one pair of queues of the NIC' '1 1' "$(fact net-rx-queues) $(fact net-tx-queues)"
	for profile in $profiles_here; do
		script_failed "$profile"
	done
	script_failed share-9p .mounting
}

test_small_io() {
	boot small-io "$(args_of small-io)" small-io || return
	is 'small-io: event index' 1 "$(bit virtio_blk 29)"
	is 'small-io: one queue of the disk for two CPUs' 1 "$(fact block-queues)"
	is 'small-io: requests of the disk, as many as the queue has entries' 128 "$(fact nr-requests)"
	is 'small-io: segments of a request, two less' 126 "$(fact max-segments)"
	script_ok small-io
}

test_iothread_poll() {
	ask_threads
	# shellcheck disable=SC2086
	boot iothread-poll "$(args_of iothread-poll)" iothread-poll $qmp || return
	is 'iothread-poll: the guest is told' 32768 "$(fact fw-cfg.iothread-poll)"
	is 'iothread-poll: the threads of QEMU' \
		'[{"id":"modavd-io0","poll-max-ns":32768,"poll-grow":2,"poll-shrink":2}]' \
		"$(answer threads '.return | map({id, "poll-max-ns", "poll-grow", "poll-shrink"}) | tojson')"
	is 'iothread-poll: the disk' virtio-blk-pci "$(answer type .return)"
	is "iothread-poll: the disk's thread" /objects/modavd-io0 "$(answer link .return)"
	script_ok iothread-poll
}

expect_net_features() {
	is "$1: event index" 1 "$(bit virtio_net 29)"
	is "$1: packed virtqueues" 1 "$(bit virtio_net 34)"
	is "$1: more than one pair of queues" 1 "$(bit virtio_net 22)"
	is "$1: pairs of queues, for receiving and sending" '2 2' "$(fact net-rx-queues) $(fact net-tx-queues)"
}

test_net_pps() {
	# shellcheck disable=SC2086
	boot net-pps "$(args_of net-pps)" net-pps $nic || return
	expect_net_features net-pps
	script_ok net-pps
}

# expect_packets NAME PINGS
expect_packets() {
	is "$1: answers to 5 pings" "$2" "$(fact pings)"
	if [ "$2" = 0 ]; then
		is "$1: no packet comes out of the guest" 0 "$packets"
	elif [ "${packets:-0}" -ge "$2" ]; then
		ok "$1: packets come out of the guest"
	else
		not_ok "$1: packets come out of the guest, $packets did"
	fi
}

# boot_vhost NAME ARGS_FILE: beside a back end that maps the guest's memory.
boot_vhost() {
	if ! start_testpmd "$work/vhost.sock" 2 "$work"; then
		not_ok "$1: testpmd starts"
		sed 's/^/# /' "$work/testpmd.log" | tail -n 5
		return 1
	fi
	echo "$peer $own" >"$work/peer"
	boot "$1" "$2" net-pps-vhost-user -chardev "socket,id=vhost,path=$work/vhost.sock" \
		-netdev vhost-user,id=net,chardev=vhost,queues=2 -device virtio-net-pci,netdev=net,romfile=
	booted=$?
	rm "$work/peer"
	stop_testpmd
	packets=$(received_by_testpmd "$work")
	return $booted
}

# The features show just the same where the memory is not shared.
test_net_pps_vhost_user() {
	reason=$(no_testpmd)
	dpdk=$(sh "$here/../bench/testpmd.sh" 2>"$work/dpdk.log") || reason=$(tail -n 1 "$work/dpdk.log")
	if [ -n "$reason" ]; then
		skip net-pps-vhost-user "$reason"
		return
	fi
	compile net-pps-vhost-user
	if boot_vhost net-pps-vhost-user "$(args_of net-pps-vhost-user)"; then
		expect_net_features net-pps-vhost-user
		expect_packets net-pps-vhost-user 5
		script_ok net-pps-vhost-user
	fi
	sed 's/share=on/share=off/' "$(args_of net-pps-vhost-user)" >"$work/unshared"
	boot_vhost 'memory not shared' "$work/unshared" && expect_packets 'memory not shared' 0
}

# expect_share NAME OPTIONS: these as Linux 6.1 spells them.
expect_share() {
	expect_script "$1" failed 1 'not mounted' ''
	script_ok "$1" .mounting
	script_ok "$1" .mounted
	for shell in mksh dash ash; do
		is "$1: what $shell mounted" "share /mnt/share 9p $2" "$(fact "$1.$shell.options")"
		is "$1: a file of the host, mounted by $shell" 'told by the host' "$(fact "$1.$shell.file")"
	done
}

# The cache is the guest's own affair, so one guest can mount with both. 131072, its default, it does not show.
test_share_9p() {
	boot share-9p "$(args_of share-9p)" 'share-9p share-9p-loose' || return
	expect_share share-9p rw,sync,dirsync,relatime,access=client,msize=262144,trans=virtio
	expect_share share-9p-loose rw,dirsync,relatime,loose,access=client,trans=virtio
}

if ! sh "$here/kernel.sh" >/dev/null 2>"$work/boot.log"; then
	skip 'everything in the guest' "$(tail -n 1 "$work/boot.log")"
	finish
fi
mkdir "$work/run" "$work/share"
echo 'told by the host' >"$work/share/file"
compile small-io
compile iothread-poll
compile net-pps
compile share-9p --param "share-9p.path=$work/share"
compile share-9p-loose --param "share-9p.path=$work/share" --param share-9p.cache=loose --param share-9p.msize=128KiB

nic=$tap_nic profiles_here=$all_profiles
reason=$(no_tap)
if [ -n "$reason" ]; then
	nic='' profiles_here='small-io iothread-poll share-9p'
	skip net-pps "no NIC with two queues: $reason"
fi
test_without
test_small_io
test_iothread_poll
[ -z "$nic" ] || test_net_pps
test_net_pps_vhost_user
test_share_9p
finish
