#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM
# Findings for machines: SARIF, judged by Microsoft's own validator and compared with --format json, and GitHub's workflow
# commands, taken apart again. The last line is "N passed, N failed".
set -u

program=$(realpath "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
# shellcheck source=tests/lib/packages.sh
. "$top/tests/lib/packages.sh"
# shellcheck source=tests/lib/npm.sh
. "$top/tests/lib/npm.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$top" || exit 2

check() { # FORMAT: every wrong input, and instances with findings of every level
  "$program" check --format "$1" tests/bad/*.yaml examples/instances --host windows
}

test_sarif() {
  check json >"$work/json" 2>"$work/errors"
  check sarif >"$work/sarif" 2>>"$work/errors"
  is 'the exit status is that of text' 1 $?
  is 'nothing is printed beside the documents' '' "$(cat "$work/errors")"
  is 'a result for each finding' "$(jq -c '[.findings[] | [.code, .level, .message]]' "$work/json")" \
    "$(jq -c '[.runs[0].results[] | [.ruleId, .level, .message.text]]' "$work/sarif")"
  is 'at its place' "$(jq -c '[.findings[] | select(.line) | [.line, .column, .column + .length]]' "$work/json")" \
    "$(jq -c '[.runs[0].results[].locations[]?.physicalLocation.region | select(.startColumn) | [.startLine, .startColumn, .endColumn]]' "$work/sarif")"
  is 'every rule is named by a result, and the right one' true \
    "$(jq '.runs[0] as $run | [$run.results[] | $run.tool.driver.rules[.ruleIndex].id == .ruleId] | all' "$work/sarif")"
  is 'a path that is not ASCII is a URI' 1 "$(grep -c '%E5%A4%87%E7%94%A8%E6%9C%BA.avd/config.ini' "$work/sarif")"
  count=$(jq '.runs[0].results | length' "$work/sarif")
  [ "$count" -gt 200 ]
  is "$count results" 0 $?
}

# A fingerprint is the same when lines are put in front, and another for another finding.
test_fingerprints() {
  prints='.runs[0].results[].partialFingerprints["codePlaceText/v1"]'
  mkdir -p "$work/p"
  printf '%s\n' 'modavd-profile: 1' 'name: x' 'colour: 1' 'shape: 2' 'qemu: {arguments: [-S]}' >"$work/p/x.yaml"
  (cd "$work" && "$program" check --format sarif p/x.yaml) | jq -r "$prints" >"$work/before"
  sed -i '1i # a comment' "$work/p/x.yaml"
  (cd "$work" && "$program" check --format sarif p/x.yaml) | jq -r "$prints" >"$work/after"
  is 'fingerprints stay when lines move' "$(cat "$work/before")" "$(cat "$work/after")"
  is 'and tell two findings apart' 2 "$(sort -u "$work/before" | wc -l)"
}

test_validator() {
  modules=$(npm_packages @microsoft/sarif-multitool-linux@5.7.0)
  status=$?
  [ $status != 77 ] || { skip 'the validator of SARIF' 'the npm package cannot be had'; return; }
  is 'the validator can be had' 0 $status
  tool=$modules/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
  chmod +x "$tool"
  cp "$work/sarif" "$work/findings.sarif"
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 timeout 100 "$tool" validate "$work/findings.sarif" >"$work/valid" 2>&1
  is 'it ends well' 1 "$(grep -c '^Analysis completed successfully' "$work/valid")"
  is 'SARIF without an error' '' "$(grep ': error ' "$work/valid" | head -n 5)"
  sed -i 's/"ruleId"/"rulerId"/' "$work/findings.sarif"
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 timeout 100 "$tool" validate "$work/findings.sarif" >"$work/valid" 2>&1
  is 'it would tell a wrong key' yes "$(grep -q ': error .*rulerId' "$work/valid" && echo yes)"
}

# As actions/toolkit takes a command apart.
test_github() {
  check github >"$work/github" 2>"$work/errors"
  is 'github: a command for each finding' "$(jq -r '.findings[] | .code' "$work/json")" \
    "$(sed -n 's/^::[a-z]* .*title=\(MP[0-9]*\)::.*/\1/p' "$work/github")"
  is 'github: each with its message' "$(jq -r '.findings[] | .message | split("\n")[0]' "$work/json")" \
    "$(sed -n 's/^::[a-z]* [^:]*::\(.*\)/\1/p' "$work/github" | sed 's/%0A.*//; s/%25/%/g')"
  is 'github: the last line is for people' 1 "$(grep -c '^[0-9]* profiles and [0-9]* instances checked' "$work/github")"
  mkdir -p "$work/a,b:c"
  printf 'nonsense: 100%%\n' >"$work/a,b:c/x.yaml"
  is 'github: what parts a command is escaped' yes \
    "$(cd "$work" && "$program" check --format github 'a,b:c' | grep -q 'file=a%2Cb%3Ac/x.yaml,line=1,' && echo yes)"
}

test_sarif
test_fingerprints
test_validator
test_github
finish
