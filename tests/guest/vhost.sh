# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be read by a test, which sets dpdk to what tests/bench/testpmd.sh prints: a vhost-user back end.
# shellcheck disable=SC2154

# The number that the names of DPDK's plug-ins end in.
dpdk_abi() {
	(cd "$dpdk/lib" && for library in librte_net_vhost.so.*; do echo "${library#librte_net_vhost.so.}"; done) |
		sed 's/\..*//' | sort -u
}

# It ends with its standard input, which is the fifo. No option makes it look for huge pages, devices or other DPDKs.
run_testpmd() {
	abi=$(dpdk_abi)
	exec env LD_LIBRARY_PATH="$dpdk/lib" "$dpdk/bin/dpdk-testpmd" -d "librte_mempool_ring.so.$abi" \
		-d "librte_net_vhost.so.$abi" -l 0,1 -m 256 --no-huge --no-pci --no-telemetry --no-shconf \
		--vdev "net_vhost0,iface=$1,queues=$2" -- --forward-mode="${4:-icmpecho}" \
		--rxq="$2" --txq="$2" --nb-cores=1 --total-num-mbufs=8192 --auto-start <"$3/fifo" >"$3/testpmd.log" 2>&1
}

# start_testpmd SOCKET QUEUES DIR [MODE]: serves SOCKET until stop_testpmd is called. DIR gets testpmd.log. It answers pings,
# or does with packets what the forward mode MODE says.
start_testpmd() {
	rm -f "$1" "$3/fifo"
	mkfifo "$3/fifo"
	run_testpmd "$@" &
	testpmd=$!
	exec 3>"$3/fifo"
	tries=0
	while [ ! -S "$1" ]; do
		tries=$((tries + 1))
		if [ "$tries" = 200 ] || ! kill -0 "$testpmd" 2>/dev/null; then
			stop_testpmd
			return 1
		fi
		sleep 0.1
	done
}

stop_testpmd() {
	exec 3>&-
	wait "$testpmd"
}

# received_by_testpmd DIR: how many packets came out of the guest.
received_by_testpmd() {
	sed -n 's/^ *RX-packets: *\([0-9]*\) .*/\1/p' "$1/testpmd.log" | tail -n 1
}

# Why testpmd cannot be used here, or nothing. It keeps one CPU busy.
no_testpmd() {
	[ "$(nproc)" -ge 2 ] || echo 'testpmd needs two CPUs'
}
