#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/schema/editor.sh PROGRAM
# The YAML language server of VS Code and Neovim, set up as examples/editor has it: what it offers, shows and marks. The
# last line is "N passed, N failed".
set -u

program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/lib/packages.sh
. "$root/tests/lib/packages.sh"
# shellcheck source=tests/lib/npm.sh
. "$root/tests/lib/npm.sh"
modules=$(npm_packages yaml-language-server@1.19.2) || exit
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
cp -R "$root/examples/editor/vscode/." "$work"
sh "$root/examples/editor/schemas.sh" "$work" "$program" || exit
timeout 60 node "$root/tests/schema/editor.js" "$modules/node_modules/yaml-language-server/bin/yaml-language-server" "$work" "$root/examples/editor/neovim/modavd.lua"
