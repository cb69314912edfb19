# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# usage: bash completion.bash SCRIPT LINE: prints what SCRIPT offers for the last word of "modavd-profile LINE".
# shellcheck source=/dev/null
source "$1"
read -ra COMP_WORDS <<<"modavd-profile $2"
case $2 in '' | *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_modavd_profile
plain=$(printf '%s\n' "${COMPREPLY[@]}")
# The other form, as readline splits it: "--host" "=" "w". It must be offered the same.
if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[COMP_CWORD-1]} == --* ]]; then
  COMP_WORDS=("${COMP_WORDS[@]:0:COMP_CWORD}" = "${COMP_WORDS[COMP_CWORD]}")
  COMP_CWORD=$((COMP_CWORD + 1))
  _modavd_profile
  [ "$plain" = "$(printf '%s\n' "${COMPREPLY[@]}")" ] || plain="with '=': ${COMPREPLY[*]}"
fi
printf '%s\n' "$plain"
