# SPDX-License-Identifier: Apache-2.0
# Reads an strace of QEMU and prints "KICKS PPOLLS": how often, between the guest's marks "[" and "]", a vCPU wrote to a
# kick eventfd and QEMU called ppoll. The first thread in the trace is the main one. The eventfds that another thread
# makes are the ones a vCPU sets up for the queues its guest has just announced; of these the vCPUs write only the kicks
# (the other one of each pair tells of completions, and the main thread writes it).

# The number of the file descriptor in "write(13<...>".
function descriptor(call) {
	sub(/^[a-z0-9]+\(/, "", call)
	sub(/<.*/, "", call)
	return call
}

NR == 1 { main_thread = $1 }
$1 != main_thread && /eventfd2\(.*= [0-9]/ { sub(/.*= /, ""); sub(/<.*/, ""); queue[$0] = 1; next }
$2 ~ /^writev\(.*marks>/ && index($0, "iov_base=\"[\"") { inside = 1; kicks = 0; polls = 0 }
$2 ~ /^writev\(.*marks>/ && index($0, "iov_base=\"]\"") { inside = 0; ended = 1 }
inside && $1 != main_thread && $2 ~ /^write\(/ && descriptor($2) in queue { kicks++ }
inside && $2 ~ /^ppoll\(/ { polls++ }
END {
	if (!ended)
		exit 1
	print kicks + 0, polls + 0
}
