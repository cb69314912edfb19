#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh SECONDS [TARGET...]
# Builds the fuzz targets with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, and runs each for SECONDS, two
# at a time, from seeds made of the examples, the profiles, tests/bad and tests/fuzz/corpus. What fails is kept in
# build-fuzz/found. MODAVD_MINIMISE=1 then puts what reaches something new into the corpus. The last line is
# "N passed, N failed".
set -u

seconds=${1:?usage: run.sh SECONDS [TARGET...]}
shift
cd "$(dirname "$0")/../.." || exit 2
targets=${*:-yaml ini compile command_line catalogue manifest}
work=build-fuzz
corpus=tests/fuzz/corpus
passed=0 failed=0

build_targets() {
	if [ ! -f "$work/build.ninja" ]; then
		CC=clang meson setup -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link \
			-Dbuildtype=debugoptimized "$work" >/dev/null || return
	fi
	# shellcheck disable=SC2046 # words
	ninja --quiet -C "$work" compiler/cli/modavd-profile $(for target in $targets; do echo "tests/fuzz/fuzz_$target"; done)
}

# join NAME FILE...: the files with the mark between them.
join() {
	into=$1
	shift
	for file in "$@"; do
		[ "$file" = "$1" ] || printf '\n%%%%%%\n'
		cat "$file"
	done >"$into"
}

make_seeds() {
	rm -rf "$work/seeds"
	for target in $targets; do
		mkdir -p "$work/seeds/$target" "$work/found"
	done
	number=0
	for file in profiles/*.yaml tests/bad/*.yaml tests/bad/*/*/*.yaml examples/instances/*.yaml examples/instances/*/*.yaml; do
		number=$((number + 1))
		cp "$file" "$work/seeds/yaml/$number" 2>/dev/null
		join "$work/seeds/compile/$number" "$file" examples/instances/build-vm/instance.yaml tests/fuzz/modavd.yaml profiles/sync-io.yaml
		join "$work/seeds/compile/i$number" profiles/share-9p.yaml "$file" "$file" tests/bad/empty.yaml
	done 2>/dev/null
	for file in tests/data/avd/*.ini examples/instances/*.ini; do
		number=$((number + 1))
		join "$work/seeds/ini/$number" "$file" "${file%.ini}.avd/config.ini"
	done 2>/dev/null
	cat tests/golden/cases/*/commands | while read -r line; do
		number=$((number + 1))
		echo "$line" | sed 's/^.*modavd-profile //' | tr ' ' '\n' >"$work/seeds/command_line/$number"
	done
	find tests/golden/cases -name modavd-manifest.json | while read -r file; do
		cp "$file" "$work/seeds/manifest/$(echo "$file" | cksum | cut -d ' ' -f 1)"
	done
	for file in backends/qemu/catalogues/*.json; do
		# The whole ones are too long to be changed in useful ways: their first types, closed.
		sed '/^  "types"/,$d' "$file" | sed '$s/$/"types": {}, "version": "7.2.0"}/' >"$work/seeds/catalogue/$(basename "$file")"
	done
	cp tests/data/*.json "$work/seeds/catalogue" 2>/dev/null
	find "$work/seeds" -size +64k -exec rm {} +
}

# Every word of the language, as the program itself tells it.
make_words() {
	for kind in profile instance settings; do
		"$work/compiler/cli/modavd-profile" schema $kind
	done | grep -o '"[a-z][a-z0-9_.-]*"' | LC_ALL=C sort -u >"$work/words"
	grep -o '^    {"[a-z-]*"' compiler/cli/options.c | sed 's/^ *{"/"--/' >>"$work/words"
	# shellcheck disable=SC2016 # as the language has it
	printf '%s\n' '"\x0a%%%\x0a"' '"${"' '"modavd-manifest"' '"artifacts"' '"sha256"' '"modavd-catalogue"' '"types"' >>"$work/words"
}

fuzz() { # TARGET
	mkdir -p "$work/grown/$1"
	"$work/tests/fuzz/fuzz_$1" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=65536 -dict="$work/words" \
		-artifact_prefix="$work/found/$1-" -print_final_stats=1 "$work/grown/$1" "$corpus/$1" "$work/seeds/$1" >"$work/$1.log" 2>&1
	echo $? >"$work/$1.status"
}

report() { # TARGET
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$1.log")
	if [ "$(cat "$work/$1.status")" = 0 ]; then
		passed=$((passed + 1))
		echo "ok $1: $runs runs in $seconds s"
	else
		failed=$((failed + 1))
		echo "not ok $1: $(grep -m 1 -E '^(==|SUMMARY|does not hold|.*runtime error)' "$work/$1.log")"
		tail -n 40 "$work/$1.log" | cut -c 1-200
	fi
}

minimise() { # TARGET
	rm -rf "$work/least"
	mkdir -p "$work/least"
	"$work/tests/fuzz/fuzz_$1" -set_cover_merge=1 -use_counters=0 -timeout=20 "$work/least" "$corpus/$1" "$work/grown/$1" \
		"$work/seeds/$1" >"$work/$1.merge" 2>&1
	rm -rf "${corpus:?}/$1"
	mkdir -p "$corpus/$1"
	find "$work/least" -size -8k -type f | while read -r file; do
		cp "$file" "$corpus/$1/$(basename "$file" | cut -c 1-12)"
	done
}

build_targets && make_seeds && make_words || exit 1
for target in $targets; do
	mkdir -p "$corpus/$target"
	fuzz "$target" &
	running=$((${running:-0} + 1))
	[ $((running % 2)) = 1 ] || wait
done
wait
for target in $targets; do
	report "$target"
	[ -z "${MODAVD_MINIMISE:-}" ] || minimise "$target"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
