#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/run.sh [--quick | --long] [--windows] [STEP...]
# Installs what is missing (on Debian 12), runs every test and counts. The last line is "N passed, N failed"; the exit
# status is 0 only when none failed. What is built and every step's log stay in build-tests.
#   --quick   the gcc build and its tests only
#   --windows also build for Windows and run the tests under wine, build for macOS, and make packages
#   --long    ten times the random cases, every fault, and valgrind over the slow unit tests too
#   STEP      only the steps of these names; suites, which makes chroots, runs only where it is named
# shellcheck disable=SC2046,SC2086 # lists of files, packages and numbers are split on purpose
# shellcheck disable=SC2317 # steps are called by their names
set -u

cd "$(dirname "$0")/.." || exit 2
# shellcheck source=tests/lib/packages.sh
. tests/lib/packages.sh
out=build-tests
program=$out/gcc/compiler/cli/modavd-profile
jobs=$(nproc 2>/dev/null || echo 2)

# What each group of steps needs beside the build.
quick_packages="$build_packages libcmocka-dev acpica-tools dash mksh toybox busybox-static"
form_packages="clang clang-format clang-tidy cppcheck shellcheck"
run_packages="libclang-rt-14-dev valgrind qemu-system-x86 strace cpio jq locales faketime unzip ntfs-3g zsh fish mandoc libxml2-utils pre-commit git"

# ---- the steps: each is a function that prints, and whose status is its result ----

c_files() {
  find compiler backends tests -name '*.[ch]' | LC_ALL=C sort
}

product_files() {
  find compiler backends -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort
}

# Ours; what the program wrote for golden cases is none.
scripts() {
  find examples backends tests .ci -path tests/golden -prune -o -type f \( -name '*.sh' -o -name run \) -print | LC_ALL=C sort
}

step_format() {
  c_files | xargs clang-format --dry-run -Werror
}

step_scripts() {
  scripts | xargs shellcheck -x
}

step_functions() {
  product_files | xargs awk -f tests/form/functions.awk
}

step_layers() {
  product_files | xargs awk -f tests/form/layers.awk meson.build
}

step_licences() {
  {
    c_files
    scripts
    find meson.build profiles compiler backends tests -name meson.build -o -name '*.def' -o -name '*.awk' -o -name '*.js'
  } | while read -r file; do
    head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$file: no licence on its first lines"
  done >"$out/licences"
  cat "$out/licences"
  [ ! -s "$out/licences" ]
}

# build DIR COMPILER [OPTION...]
build() {
  dir=$out/$1 compiler=$2
  shift 2
  [ -f "$dir/build.ninja" ] || CC=$compiler meson setup "$@" "$dir" || return
  ninja --quiet -C "$dir"
}

# Those of the slow suites are steps of their own.
meson_test() { # DIR [OPTION...]
  dir=$out/$1
  shift
  meson test -C "$dir" --print-errorlogs --no-suite property --no-suite mutants "$@"
}

step_gcc() {
  build gcc gcc && meson_test gcc
}

step_clang() {
  build clang clang && meson_test clang
}

# UBSan goes on after what it finds unless it is told to stop.
step_sanitizers() {
  build sanitizers clang -Db_sanitize=address,undefined -Db_lundef=false &&
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 meson_test sanitizers -t 4
}

# The two that take minutes under valgrind run there with --long only; the sanitizers have them always.
unit_tests() {
  meson test -C "$out/gcc" --list --suite unit 2>/dev/null | sed -n 's,.* / ,,p' | grep -vx $slow_tests
}

step_valgrind() {
  meson_test gcc -t 20 $(unit_tests) \
    --wrapper 'valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite'
}

# The files for Windows and macOS need headers of their own, which clang has not here.
step_tidy() {
  product_files | grep '\.c$' | grep -v -e '^compiler/os/.*windows' -e '^compiler/os/.*darwin' | xargs -P "$jobs" -n 8 clang-tidy -p "$out/clang" --quiet --warnings-as-errors='*'
}

step_cppcheck() {
  cppcheck -q -j "$jobs" --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
    --suppress=missingIncludeSystem $(product_files | sed -n 's,/[^/]*\.h$,,p' | sort -u | sed 's/^/-I/') compiler backends
}

# Against iasl, byte by byte.
step_tables() {
  "$out/gcc/tests/property/ssdt_iasl" --lists "$random_lists"
}

step_mutants() {
  sh tests/mutants/mutants.sh "$out/mutants"
}

step_guest() {
  sh tests/guest/run.sh "$program"
}

step_profiles() {
  sh tests/guest/profiles.sh "$program"
}

step_readback() {
  sh tests/qemu/readback.sh "$program"
}

step_suites() {
  sh tests/qemu/suites.sh "$program"
}

step_probe() {
  sh tests/probe/run.sh "$program"
}

step_agree() {
  sh tests/schema/agree.sh "$program" "$made_files"
}

step_editor() {
  sh tests/schema/editor.sh "$program"
}

step_completion() {
  sh tests/schema/completion.sh "$program"
}

step_manual() {
  sh tests/schema/manual.sh "$program"
}

step_here() {
  sh tests/here/run.sh "$program"
}

step_same() {
  sh tests/same/run.sh "$program"
}

step_findings() {
  sh tests/findings/run.sh "$program"
}

step_ci() {
  sh tests/ci/run.sh "$program"
}

step_quote() {
  sh tests/quote/run.sh "$program" "$out/gcc/tests/property/quote_words" $((random_lists * 7))
}

step_macos() {
  sh tests/macos/run.sh
}

step_package() {
  sh tests/package/run.sh "$program"
}

# The tracer is built for one CPU only.
fault_test() { # NAME [ARGUMENT...]
  test=$out/gcc/tests/faults/$1
  shift
  [ -x "$test" ] || { echo "skipped: $test is not built on this system"; return 77; }
  "$test" $long "$@"
}

step_crash() {
  fault_test crash "$program"
}

step_together() {
  fault_test together "$program"
}

step_memory() {
  fault_test memory "$program" "$out/gcc/tests/faults/nth_malloc.so"
}

step_disk() {
  sh tests/faults/disk.sh "$program"
}

# The seed is in the log.
step_injection() {
  "$out/gcc/tests/injection/injection" "$program" "$evil_cases" "$(date +%s)"
}

step_fuzz() {
  sh tests/fuzz/run.sh "$fuzz_seconds"
}

step_windows() {
  sh tests/windows/run.sh "$program"
}

step_examples() {
  rm -rf "$out/gcc/examples"
  sh examples/run.sh "$out/gcc" >"$out/first" || { cat "$out/first"; return 1; }
  sh examples/run.sh "$out/gcc" >"$out/second" || { cat "$out/second"; return 1; }
  grep -q '^The instances were compiled' "$out/first" && grep -q '^Nothing changed' "$out/second" &&
    shellcheck -s sh "$out"/gcc/examples/instances/*/modavd-postboot.sh
}

step_readme() {
  sh tests/readme/check.sh "$program"
}

# ---- running and counting ----

passed=0 failed=0 skipped=0 failures=''

# Runs a step unless others were asked for, shows the end of its log where it failed, and counts.
step() { # NAME TITLE
  case " $wanted " in
  '  ' | *" $1 "*) ;;
  *) return ;;
  esac
  printf '\n== %s: %s\n' "$1" "$2"
  began=$(date +%s)
  "step_$1" >"$out/$1.log" 2>&1 </dev/null
  status=$?
  set -- "$1" $(awk -v status=$status -f tests/lib/tally.awk "$out/$1.log")
  passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
  if [ "$3" != 0 ]; then
    failures="$failures $1"
    grep -v '^ok ' "$out/$1.log" | tail -n 60 | cut -c 1-300
  fi
  echo "$2 passed, $3 failed, $4 skipped ($(($(date +%s) - began)) s; $out/$1.log)"
}

finish() {
  printf '\n== result\n'
  [ -z "$failures" ] || echo "failed steps:$failures"
  [ "$skipped" = 0 ] || echo "$skipped skipped"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}

# A step whose tools are missing fails and says so, so an installation that fails ends nothing here.
need() {
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_packages "$@" || echo "tests/run.sh: not everything could be installed" >&2
  fi
}

quick='' windows='' wanted='' long='' evil_cases=200 fuzz_seconds=10 random_lists=300 made_files=1000 slow_tests='-e set -e postboot'
for argument in "$@"; do
  case $argument in
  --quick) quick=yes ;;
  --windows) windows=yes ;;
  --long) long=--long evil_cases=4000 fuzz_seconds=600 random_lists=3000 made_files=40000 slow_tests='-e none' ;;
  -*)
    sed -n '3,9s/^# //p' "$0"
    exit 2
    ;;
  *) wanted="$wanted${wanted:+ }$argument" ;;
  esac
done
mkdir -p "$out"
# What a developer's shell holds must not change what the program does.
unset MODAVD_SYNC_IO ANDROID_HOME ANDROID_SDK_ROOT ANDROID_AVD_HOME ANDROID_PREFS_ROOT ANDROID_SDK_HOME ANDROID_USER_HOME ANDROID_EMULATOR_HOME

if [ -n "$quick" ]; then
  need $quick_packages
  step gcc 'build with gcc, every test of meson'
  finish
fi
need $quick_packages $form_packages $run_packages
step format 'clang-format'
step scripts 'shellcheck of every script'
step functions 'no function over 70 lines'
step layers 'each layer includes only layers before it'
step licences 'a licence on every source file'
step gcc 'build with gcc, every test of meson'
step clang 'the same with clang'
step sanitizers 'the same with AddressSanitizer and UndefinedBehaviorSanitizer'
step valgrind 'the unit tests under valgrind'
step tidy 'clang-tidy'
step cppcheck 'cppcheck'
step tables 'the tables against iasl'
step examples 'examples/run.sh, twice'
step readme 'what README.md shows is what the program prints'
step mutants 'each operator and constant of the table code broken in turn'
step guest 'a real kernel in QEMU with what the program compiled'
step profiles 'the same with each shipped profile and without'
step readback 'what QEMU has, asked over its monitor, is what each profile says'
case " $wanted " in
*' suites '*) step suites 'the same with the QEMUs of other Debian releases' ;;
esac
step agree 'the parser and the JSON Schemas take the same files'
step editor 'a real language server with the schemas'
step completion 'real shells complete by the printed scripts'
step manual 'manual pages and what the reference holds'
step probe 'what a real QEMU tells, through crashes too'
step here 'what is found on this machine'
step crash 'the program killed at every call of the file system, and each call failing'
step together 'twenty processes at once, and locks of dead ones'
step memory 'allocations that fail'
step disk 'a full disk and a read-only one'
step injection 'texts that try to be more than a text'
step fuzz 'inputs that nobody would write'
step same 'the same bytes under other locales, clocks, directories, users'
step findings 'findings for machines, judged by the validator of SARIF'
step ci 'the set-ups of examples/ci, with pre-commit itself'
step quote 'command lines, read back by real shells, and what exec starts'
case "$windows $wanted " in
*yes* | *' windows '* | *' package '* | *' macos '*)
  step package 'what people download: twice the same bytes, unpacked, run'
  step macos 'the program for macOS, compiled and linked'
  step windows 'the program for Windows, under wine' ;;
esac
finish
