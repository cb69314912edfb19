#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/schema/agree.sh PROGRAM [COUNT [SEED]]
# The parser and the JSON Schemas take the same files: each rule of the schemas met and broken by itself, COUNT mutations of
# right files, the shipped profiles, the wrong inputs of tests/bad and the YAML of README.md. ajv judges by the schemas. The
# last line is "N passed, N failed".
set -u

program=$1 count=${2:-1000} seed=${3:-20261201}
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/lib/packages.sh
. "$root/tests/lib/packages.sh"
# shellcheck source=tests/lib/npm.sh
. "$root/tests/lib/npm.sh"
modules=$(npm_packages ajv@8.17.1 yaml@2.8.1) || exit
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
for kind in profile instance settings; do
  "$program" schema "$kind" >"$work/$kind.json" || exit
done
NODE_PATH=$modules/node_modules node "$root/tests/schema/agree.js" "$program" "$work" "$root" "$count" "$seed"
