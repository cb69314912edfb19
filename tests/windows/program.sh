#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: program.sh NATIVE PROGRAM OS_TEST WORK LOCALES
# The whole program for Windows under wine: what it is linked with, the same bytes as NATIVE, code pages, user folders,
# long paths, files that another process holds. Run by run.sh. The last line is "N passed, N failed".
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
# shellcheck source=tests/windows/wine.sh
. "$top/tests/windows/wine.sh"
native=$(realpath "$1") program=$(realpath "$2") os_test=$(realpath "$3")
work=$(realpath "$4")/program
locales=$5
export WINEPREFIX="${work%/*}/wine" LC_ALL=C.UTF-8
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 2

# ---- the file ----

test_imports() {
  imports=$(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/^.*DLL Name: //p' | tr '[:upper:]' '[:lower:]' | sort)
  others=$(echo "$imports" | grep -vxE '(kernel32|msvcrt|shell32|advapi32)\.dll')
  is "only DLLs of the system are imported" '' "$others"
  grep -q 'activeCodePage.*UTF-8' "$program" && grep -q 'longPathAware.*true' "$program"
  is "the manifest is in the program" 0 $?
}

# ---- the same bytes ----

# In directories of one name, so that paths in messages are the same too. The pointers of the examples lead to D:\farm.
prepare_farms() {
  mkdir -p native/farm windows/farm
  cp -R "$top/examples/instances" native/farm
  cp -R "$top/examples/instances" windows/farm
  rm -f "$WINEPREFIX/dosdevices/d:"
  ln -s "$work/windows" "$WINEPREFIX/dosdevices/d:"
}

same_bytes() { # HOST ACCEL
  (cd native/farm && "$native" build --force --host "$1" --accel "$2" instances >../said 2>&1; echo "status $?" >>../said)
  (cd windows/farm && wine "$program" build --force --host "$1" --accel "$2" instances >../said 2>&1; echo "status $?" >>../said)
  cmp native/said windows/said && diff -r native/farm windows/farm >differences
  is "--host $1 --accel $2: the same bytes and words as $(uname -s)'s" 0 $?
  [ ! -s differences ] || sed 's/^/# /' differences | head -n 20
  compared=$((compared + $(find windows/farm -name 'modavd[-.]*' | grep -vc '\.yaml$')))
}

test_same_bytes() {
  compared=0
  prepare_farms
  for target in 'windows whpx' 'windows aehd' 'linux kvm' 'linux tcg' 'macos hvf'; do
    # shellcheck disable=SC2086 # two words
    same_bytes $target
  done
  [ "$compared" -gt 100 ]
  is "$compared files were compared" 0 $?
  with_cr=$(find windows/farm \( -name 'modavd-[mp]*' -o -name modavd.args \) -exec grep -l "$(printf '\r')" {} +)
  is "no CR is written" '' "$with_cr"
  (cd windows/farm && wine "$program" verify --host macos --accel hvf instances >../said 2>&1)
  (cd native/farm && "$native" verify --host macos --accel hvf instances >../said 2>&1)
  cmp native/said windows/said
  is "verify says the same" 0 $?
}

# ---- user folders and code pages ----

make_avd() { # DIRECTORY
  mkdir -p "$1/pix.avd"
  printf 'avd.ini.encoding=UTF-8\r\npath.rel=avd/pix.avd\r\n' >"$1/pix.ini"
  printf 'AvdId=pix\r\nhw.cpu.arch=x86_64\r\nhw.cpu.ncore=4\r\nhw.ramSize=2048\r\n' >"$1/pix.avd/config.ini"
}

# Shows what was said where the status is not STATUS.
said_for() { # STATUS NAME GOT
  is "$2" "$1" "$3"
  [ "$1" = "$3" ] || sed 's/^/# /' said
}

build_for() { # LOCALE DIRECTORY
  wine_in "$1" "$program" build --host windows --accel whpx "$2" >said 2>&1
}

# Everything but the names of the files is ASCII, and the same wherever the AVD is.
same_set() { # DIRECTORY
  for file in modavd.args modavd-cst.aml modavd-postboot.sh; do
    cmp "plain/avd/pix.avd/$file" "$1/pix.avd/$file" || return
  done
}

test_folder() { # LOCALE PAGE USER
  avd=$work/$1/Users/$3/.android/avd
  make_avd "$avd"
  build_for "$1" "$(windows_path "$avd")"
  said_for 0 "code page $2: builds below the folder of $3" $?
  same_set "$avd"
  is "code page $2: the same files below the folder of $3" 0 $?
  echo 'hw.cpu.ncore=4x' >"$avd/pix.avd/config.ini"
  build_for "$1" "$(windows_path "$avd")"
  is "code page $2: a message shows $3" 1 "$(grep -c "/Users/$3/.android/avd/pix.avd/config.ini:1:.*error: " said)"
  make_avd "$avd"
  ANDROID_AVD_HOME=$(windows_path "$avd") wine_in "$1" "$program" build --host windows --accel whpx pix >said 2>&1
  said_for 0 "code page $2: the environment tells the folder of $3" $?
}

test_code_pages() {
  make_avd plain/avd
  build_for C plain/avd
  is "builds in a relative directory" 0 $?
  for row in zh_CN:936 ru_RU:1251 de_DE:1252; do
    LOCPATH=$locales LC_ALL=${row%:*}.UTF-8 wine "$os_test" 'test_arguments*' >said 2>&1
    is "code page ${row#*:}: arguments and output" "code page ${row#*:}" "$(tr -d '\r' <said | grep '^code page')"
    for user in 李雷 'Жанна Жук' 'Zoë Šimek'; do
      test_folder "${row%:*}" "${row#*:}" "$user"
    done
  done
}

# ---- paths ----

test_long_path() {
  long=$work/long
  for i in 1 2 3 4 5 6; do
    long=$long/$i-0123456789012345678901234567890123456789012345678901234567890123456789
  done
  make_avd "$long/avd"
  build_for C "$(windows_path "$long/avd")"
  is "builds where a path has ${#long} characters and more" 0 $?
  same_set "$long/avd"
  is "the files are there" 0 $?
}

test_names() {
  for path in nul aux.txt con/avd //./pipe/modavd; do
    timeout 60 wine "$program" build "$path" >said 2>&1
    is "$path is a device and no instance" 1 $?
  done
  for path in D:/nowhere Q:/no-drive //?/D:/nowhere; do
    wine "$program" build "$(echo "$path" | tr / "$backslash")" >said 2>&1
    is "$path is not there" 3 $?
  done
  make_avd 'case/Avd'
  build_for C CASE/aVD
  is "names are the same in any case" 0 $?
  mkdir -p double/avd double/Place
  cp case/Avd/pix.avd/config.ini double/Place
  for name in a b; do
    printf 'path=%s\r\n' "$(windows_path "$work/double/place")" >"double/avd/$name.ini"
  done
  printf 'path=%s\r\n' "$(windows_path "$work/Double/PLACE")" >double/avd/b.ini
  build_for C double/avd
  is "a directory that two spell otherwise is one" 1 "$(grep -c "'b' has the directory of 'a'.*MP0308" said)"
}

# ---- other processes ----

held_build() { # FILE MS LATENCY
  wine "$os_test" --hold "$(windows_path "$work/held/avd/pix.avd/$1")" "$2" none &
  sleep 1
  wine "$program" build --host windows --accel whpx --param "sync-io.latency=$3" held/avd >said 2>&1
}

is_whole() { # NAME
  wine "$program" verify --host windows --accel whpx --param sync-io.latency=300us held/avd >said 2>&1
  is "$1" 0 $?
  left=$(find held -name '*.modavd-*' -o -name '.modavd-*')
  is "and no temporary is left" '' "$left"
}

# The table is the first file of a set that is moved: nothing has changed yet. With a later one the set is mixed until
# the next build, which mends it; that is what its journal is for.
test_held() {
  make_avd held/avd
  build_for C held/avd
  cp -R held/avd/pix.avd before
  held_build modavd-cst.aml 8000 300us
  is "a file that stays open: status 3" 3 $?
  is "the message tells why" 1 "$(grep -c 'modavd-cst.aml.*in use by another process' said)"
  diff -r before held/avd/pix.avd >differences
  is "the old files are as they were, and no other is there" 0 $?
  sed 's/^/# /' differences
  held_build modavd-postboot.sh 8000 300us
  is "a later file that stays open: status 3" 3 $?
  cmp before/modavd-postboot.sh held/avd/pix.avd/modavd-postboot.sh
  is "it is as it was" 0 $?
  wait
  held_build modavd-postboot.sh 2000 300us
  is "a file that is soon closed" 0 $?
  wait
  is_whole "the set is whole"
}

test_many() {
  make_avd many/avd
  build_for C plain/avd
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    { wine "$program" build --host windows --accel whpx many/avd >"many.$i" 2>&1; echo $? >"many.$i.status"; } &
  done
  wait
  is "12 builds at once: each is fine" '0' "$(sort -u many.*.status)"
  same_set many/avd
  is "and the files are whole" 0 $?
  is "and nothing else is left" "config.ini modavd-cst.aml modavd-manifest.json modavd-postboot.sh modavd.args" \
    "$(cd many/avd/pix.avd && find . -type f | sed 's,^\./,,' | sort | tr '\n' ' ' | sed 's/ $//')"
}

# ---- command lines ----

# As many lines as take a moment: cmd.exe starts a program for each.
test_quoting() {
  words=$(dirname "$native")/../../tests/property/quote_words seed=${MODAVD_SEED:-$(date +%s)}
  echo "# seed $seed"
  mkdir -p quote && cd quote || return
  x86_64-w64-mingw32-gcc -O -o words.exe "$top/tests/windows/words.c" -lshell32
  "$words" windows "$seed" 5000 raw >lines
  wine words.exe --lines lines
  cmp raw got >differs 2>&1
  is "CommandLineToArgvW reads 5000 lines of random words back" 0 $?
  rm got
  "$words" cmd "$seed" 150 raw >lines
  { printf '@echo off\r\n'; sed 's/^COMMAND/words.exe/; s/$/\r/' lines; } >run.bat
  timeout 300 wine cmd /c run.bat >said 2>&1
  cmp raw got >differs 2>&1
  is "a batch file hands 150 lines of random words to a program" 0 $?
  cd ..
}

test_exec() {
  make_avd exec/avd
  cp quote/words.exe exec
  mkdir -p exec/run
  set -- --host windows --accel whpx --emulator-version 36.1.9 --run-dir exec/run exec/avd/pix.avd
  share="C:\\my share\\"
  wine "$program" exec "$@" -- 'exec\words.exe' -avd pix "$share" 'a"b' >said 2>&1
  said_for 0 "exec: a program is run" $?
  is "exec: its words are as they were given, and ours behind them" \
    '[-avd][pix][C:\my share\][a"b][-qemu][-global][virtio-blk-pci.ioeventfd=off][-acpitable][file=..\avd\pix.avd\modavd-cst.aml]' \
    "$(tr '\0' '\n' <exec/run/got | sed '/^$/d; s/.*/[&]/' | tr -d '\n')"
  wine "$program" exec "$@" -- cmd /c exit 7 >said 2>&1
  said_for 7 "exec: the exit status is the program's" $?
  for name in run.bat 'a\RUN.CMD' 'run.bat. '; do
    wine "$program" exec "$@" -- "$name" >said 2>&1
    is "exec: $name is no program" '1 1' "$? $(grep -c 'MP0412' said)"
  done
  wine "$program" exec "$@" -- nothing.exe >said 2>&1
  is "exec: a program that is not there" 3 $?
}

# ---- what the machine has ----

found_accel() {
  make_avd here/avd
  wine "$program" explain here/avd/pix.avd 2>/dev/null | tr -d '\r' | sed -n 's/^    accel  *//p'
}

# The system starts those of START 2 when it does itself; wine's sc cannot be relied on to start one later.
put_service() { # NAME START
  key="HKLM\\System\\CurrentControlSet\\Services\\$1"
  wine reg add "$key" /v ImagePath /t REG_SZ /d "$(windows_path "$work/service.exe")" /f
  wine reg add "$key" /v ObjectName /t REG_SZ /d LocalSystem /f
  for value in Type:16 "Start:$2" ErrorControl:1; do
    wine reg add "$key" /v "${value%:*}" /t REG_DWORD /d "${value#*:}" /f
  done
}

restart_wine() {
  wineserver -k
  wineserver -w
  start_wine
}

# Waits for the service to be there and running, at most 20 s.
wait_for_service() { # NAME
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    wine sc query "$1" 2>&1 | grep -q RUNNING && return
    sleep 2
  done
  echo "# $1 does not run after attempt $attempt"
}

# A service of the driver's name is what it is known by; what it runs is not.
test_drivers() {
  none='tcg (this machine, no WHPX, no AEHD, no HAXM)'
  is "no accelerator" "$none" "$(found_accel)"
  x86_64-w64-mingw32-gcc -O -o service.exe "$top/tests/windows/service.c" -ladvapi32 || return
  for row in intelhaxm:haxm gvm:aehd aehd:aehd; do
    name=${row%:*}
    put_service "$name" 2 >services.log 2>&1
    restart_wine
    wait_for_service "$name"
    is "the service $name runs" "${row#*:} (this machine, the service $name)" "$(found_accel)"
    put_service "$name" 3 >services.log 2>&1
  done
  restart_wine
  is "services that do not run are no accelerator" "$none" "$(found_accel)"
}

# Wine has no Hypervisor Platform: a library of its name stands in, which answers as documented.
test_whpx() {
  system=$WINEPREFIX/drive_c/windows/system32
  for row in '1:whpx (this machine, WinHvPlatform.dll)' '0:tcg (this machine, no WHPX, no AEHD, no HAXM)'; do
    x86_64-w64-mingw32-gcc -shared -DPRESENT="${row%%:*}" -o "$system/WinHvPlatform.dll" "$top/tests/windows/whpx.c"
    is "Hypervisor Platform, present: ${row%%:*}" "${row#*:}" "$(found_accel)"
  done
  rm "$system/WinHvPlatform.dll"
}

test_emulator() {
  mkdir -p here/sdk/emulator
  printf 'Pkg.Revision=36.3.10\r\nPkg.Path=emulator\r\n' >here/sdk/emulator/source.properties
  version=$(LOCALAPPDATA='' ANDROID_HOME=$(windows_path "$work/here/sdk") wine "$program" explain here/avd/pix.avd 2>/dev/null |
    tr -d '\r' | sed -n 's/^    emulator-version  *//p')
  is "the emulator of ANDROID_HOME" "36.3.10 (this machine, Z:$work/here/sdk/emulator/source.properties:1:14)" "$version"
}

test_console() {
  command -v script >/dev/null || { skip 'a console' 'no script(1)'; return; }
  script -qec "wine '$os_test' test_console" typescript >/dev/null </dev/null
  is "a console shows every letter" 0 $?
}

test_imports
test_same_bytes
test_code_pages
test_long_path
test_names
test_held
test_many
test_quoting
test_exec
test_drivers
test_whpx
test_emulator
test_console
finish
