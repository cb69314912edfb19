# SPDX-License-Identifier: Apache-2.0
# usage: awk -v status=EXIT -f tally.awk LOG
# Prints how many tests of a step passed, failed and were skipped. Reads the summary of "meson test" and lines of the
# form "N passed, N failed" and "# N skipped"; a step that prints none of these is one test, and 77 means skipped.

/^(Ok|Expected Fail): +[0-9]+/ { passed += $NF; counted = 1 }
/^(Fail|Unexpected Pass|Timeout): +[0-9]+/ { failed += $NF; counted = 1 }
/^Skipped: +[0-9]+/ { skipped += $NF; counted = 1 }
/^[0-9]+ passed, [0-9]+ failed/ { passed += $1; failed += $3; counted = 1 }
/^# [0-9]+ skipped/ { skipped += $2; counted = 1 }

END {
  if (!counted && status == 0)
    passed = 1
  if (status == 77 && !skipped)
    skipped = 1
  # A step that stopped half way has failed, whatever it had counted.
  if (status != 0 && status != 77 && !failed)
    failed = 1
  if (passed + failed + skipped == 0)
    failed = 1
  print passed + 0, failed + 0, skipped + 0
}
