# SPDX-License-Identifier: Apache-2.0
# Reads what QEMU said over QMP and prints OBJECT PROPERTY VALUE for each question that had an id, spelt as arguments are.

def spelt:
  if . == true then "on" elif . == false then "off" else tostring | ltrimstr("/objects/") end;

# The memory that the CPU sees at address 0.
def memory:
  [match("\n +0{16}-[0-9a-f]+ \\(prio 0, ram\\): ([^ \r]+)").captures[0].string] | first;

def answer:
  if .error then "(\(.error.desc))"
  elif .id == "ram backend" then .return | memory
  else .return | spelt
  end;

select(.id and .id != "threads") | "\(.id) \(answer)"
