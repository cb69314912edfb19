# SPDX-License-Identifier: Apache-2.0
# Prints every function of more than 70 lines in C files as clang-format leaves them; exit status 1 if there is one.
# A definition ends its head with ") {" and its body with a "}" in the first column.

FNR == 1 { start = 0 }
!start && /\) \{$/ { start = FNR }
start && /^}/ {
  lines = FNR - start - 1
  if (lines > 70) {
    print FILENAME ":" start ": a function of " lines " lines"
    found = 1
  }
  start = 0
}
END { exit found }
