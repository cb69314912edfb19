#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh PROGRAM
# The set-ups of examples/ci: each command that calls the program is run in a repository that is in order and in one that is
# not, and the hook by pre-commit itself. The last line is "N passed, N failed".
set -u

program=$(realpath "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/guest/tap.sh
. "$top/tests/guest/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$(dirname "$program"):$PATH
export PATH HOME="$work"

make_repository() { # NAME: with a profile and instances in order
  mkdir -p "$work/$1/profiles"
  cp -R "$top/examples/instances" "$work/$1/instances"
  # Two that are broken, or only noted, on purpose.
  rm -r "$work/$1/instances"/mas_[56]* "$work/$1/instances"/备*
  modavd-profile new mine --output "$work/$1/profiles/mine.yaml" >/dev/null
}

break_profile() { # NAME
  sed -i 's/^when:/whem:/' "$work/$1/profiles/mine.yaml"
}

# The commands of a file, one a line, without what YAML puts in front.
commands_of() { # FILE
  sed -n 's/^ *-\{0,1\} *\(run: \)\{0,1\}\(modavd-profile .*\)$/\2/p' "$top/examples/ci/$1"
}

test_commands() { # FILE COUNT
  commands_of "$1" >"$work/commands"
  is "$1: $2 commands" "$2" "$(wc -l <"$work/commands")"
  while read -r command; do
    (cd "$work/right" && sh -c "$command") >"$work/said" 2>&1
    is "$1, in order: $command" 0 $?
    wanted=1
    case $command in *'|| test $? = 1') wanted=0 ;; esac
    (cd "$work/wrong" && sh -c "$command") >"$work/said" 2>&1
    is "$1, with a mistake: status $wanted" $wanted $?
  done <"$work/commands"
}

test_reports() {
  is 'the annotation is at the line of the mistake' 1 \
    "$(cd "$work/wrong" && modavd-profile check --werror --format github profiles instances | grep -c '^::error file=profiles/mine.yaml,line=[0-9]*,col=1,')"
  is 'the report holds it' 1 "$(grep -c '"uri": "profiles/mine.yaml"' "$work/wrong/findings.sarif")"
  is 'the difference is written' yes "$(grep -q 'modavd.args' "$work/right/changes.diff" && echo yes)"
}

hook() { # NAME
  (
    cd "$work/$1" || exit
    cp "$top/examples/ci/pre-commit-config.yaml" .pre-commit-config.yaml
    git init -q . && git add -A && pre-commit run --all-files
  ) >"$work/said" 2>&1
}

test_hook() {
  command -v pre-commit >/dev/null || { skip 'pre-commit' 'it is not there'; return; }
  hook right
  is 'pre-commit: in order' 0 $?
  hook wrong
  is 'pre-commit: with a mistake' '1 1' "$? $(grep -c "unknown key 'whem', did you mean 'when'" "$work/said")"
}

make_repository right
make_repository wrong
break_profile wrong
test_commands github-actions.yml 2
test_commands gitlab-ci.yml 2
test_reports
test_hook
finish
