# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be read by a test: counts and prints its results. A skipped test is never counted as passed.

passed=0 failed=0 skipped=0

ok() {
	passed=$((passed + 1))
	echo "ok $((passed + failed + skipped)) - $1"
}

not_ok() {
	failed=$((failed + 1))
	echo "not ok $((passed + failed + skipped)) - $1"
}

skip() {
	skipped=$((skipped + 1))
	echo "ok $((passed + failed + skipped)) - $1 # SKIP $2"
}

# NAME WANTED GOT
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
		printf '%s\n' "wanted: $2" "got:    $3" | sed 's/^/# /'
	fi
}

# Prints the end of the report and leaves. With skipped tests and no more than one that passed, nothing of worth was
# tried: 77.
finish() {
	total=$((passed + failed + skipped))
	echo "1..$total"
	[ "$skipped" = 0 ] || echo "# $skipped skipped"
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] || exit 1
	[ "$skipped" = 0 ] || [ "$passed" -gt 1 ] || exit 77
	exit 0
}
