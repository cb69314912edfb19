#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/schema/completion.sh PROGRAM
# Has each real shell complete the lines of a table by the script that PROGRAM prints. A shell that is not here is
# skipped. The last line is "N passed, N failed".
set -u

program=$1
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$(dirname "$program")" && pwd)
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
mkdir -p "$work/home" "$work/place/inner"
touch "$work/place/some.yaml" "$work/place/two words.yaml"

for shell in bash zsh fish powershell; do
  "$program" completion "$shell" >"$work/$shell" || exit
done

# A word is complete:  LINE | what must be offered, with ',' between | what must not
# The last word of LINE is the one to complete; '^' stands for an empty one.
cat >"$work/table" <<'TABLE'
^|build,check,schema,completion|--host,windows
sch|schema|show,check
build --ho|--host|--dry-run
build --|--host,--dry-run,--force,--format|--output
probe --|--output,--format|--host,--force
list --|--profiles|--host,--dry-run
build --host ^|windows,linux,macos|whpx
build --host w|windows|linux
build --accel ^|whpx,aehd,kvm,tcg|windows
check --emulator ^|android,qemu|windows
build --accept ^|data|windows
build --enable ^|small-io,sync-io,net-pps|windows,build
build --profile s|small-io,sync-io,share-9p|net-pps
show ^|sync-io,small-io|place/
doc ^|commands,language,checks|bash
doc --format ^|markdown,man|json
check --format ^|text,json|markdown
schema ^|profile,instance,settings|bash
completion ^|bash,zsh,fish,powershell|profile
build --color ^|auto,always,never|windows
build --host linux --accel k|kvm|whpx
check pl|place|profiles
check place/|place/some.yaml,place/inner,place/two words.yaml|windows
build --run-dir place/|place/inner|place/some.yaml
probe place/so|place/some.yaml|place/inner
TABLE

# holds WANTED: whether the lines of $work/got have WANTED, apart from a '/' at the end.
holds() {
  sed 's,/$,,; s,\\ , ,g' "$work/got" | grep -qxF -- "${1%/}"
}

# try SHELL LINE WANTED UNWANTED
try() {
  missing='' line=$2
  IFS=,
  for word in $3; do holds "$word" || missing="$missing '$word' is missing;"; done
  for word in $4; do ! holds "$word" || missing="$missing '$word' is there;"; done
  unset IFS
  if [ -z "$missing" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "not ok - $1: modavd-profile $line:$missing got: $(tr '\n' ' ' <"$work/got" | cut -c 1-200)"
  fi
}

complete_bash() {
  (cd "$work" && env -i PATH="$bin:$PATH" HOME="$work/home" bash "$here/completion.bash" "$work/bash" "$1") >"$work/got" 2>&1
}

# One zsh for all lines: its completion system takes long to start.
all_of_zsh() {
  sed 's/^/modavd-profile /; s/|.*//; s/\^$//' "$work/table" >"$work/lines"
  (cd "$work" && env -i PATH="$bin:$PATH" HOME="$work/home" TERM=dumb HITS="$work/hits" \
    timeout 60 zsh -f "$here/completion.zsh" "$work/zsh") <"$work/lines" >"$work/zsh.log" 2>&1
}

complete_zsh() {
  [ -f "$work/zsh.log" ] || all_of_zsh
  cat "$work/hits.$number" >"$work/got" 2>&1
}

# A line per candidate: the word, a tab, and its description.
complete_fish() {
  (cd "$work" && env -i PATH="$bin:$PATH" HOME="$work/home" \
    fish --no-config -c "source $work/fish; complete -C \"modavd-profile $1\"") 2>"$work/fish.log" |
    sed 's/\t.*//' >"$work/got"
}

for shell in bash zsh fish; do
  if ! command -v "$shell" >/dev/null; then
    echo "skipped: no $shell"
    skipped=$((skipped + 1))
    continue
  fi
  number=0
  while IFS='|' read -r line wanted unwanted; do
    number=$((number + 1))
    "complete_$shell" "$(echo "$line" | sed 's/\^$//')" </dev/null
    try "$shell" "$line" "$wanted" "$unwanted"
  done <"$work/table"
done

# PowerShell is in no Debian: without it only what the script holds is looked at.
if command -v pwsh >/dev/null; then
  while IFS='|' read -r line wanted unwanted; do
    case $line in *place* | *' pl') continue ;; esac # files are PowerShell's own
    (cd "$work" && PATH="$bin:$PATH" pwsh -NoProfile -File "$here/completion.ps1" "$work/powershell" \
      "modavd-profile $(echo "$line" | sed 's/\^$//')") </dev/null >"$work/got" 2>&1
    try pwsh "$line" "$wanted" "$unwanted"
  done <"$work/table"
else
  echo "skipped: no pwsh runs the script for PowerShell"
  skipped=$((skipped + 1))
  grep -v "'[^']*[(){}][^']*'" "$work/powershell" >"$work/plain"
  open=$(tr -cd '{(' <"$work/plain" | wc -c) close=$(tr -cd '})' <"$work/plain" | wc -c)
  cp "$work/powershell" "$work/got"
  if [ "$open" = "$close" ] && grep -q "^Register-ArgumentCompleter -Native -CommandName modavd-profile" "$work/got" &&
    grep -q "'build --host'.*'windows', 'linux', 'macos'" "$work/got"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "not ok - powershell: $open opening, $close closing"
  fi
fi

echo "# $skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
