#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh schemas.sh DIRECTORY [PROGRAM]: writes the schemas to DIRECTORY/.vscode, where the settings beside this script
# look for them. To be run again after an update of the program.
set -eu

directory=${1:?"usage: sh schemas.sh DIRECTORY [PROGRAM]"} program=${2:-modavd-profile}
mkdir -p "$directory/.vscode"
for kind in profile instance settings; do
  "$program" schema "$kind" >"$directory/.vscode/modavd-$kind.schema.json"
done
