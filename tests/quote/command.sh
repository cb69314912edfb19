# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# In front of the lines of quote_words: prints what a command gets, each word with a NUL behind it.
COMMAND() {
  [ $# = 0 ] || printf '%s\0' "$@"
  echo
}
