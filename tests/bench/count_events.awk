# SPDX-License-Identifier: Apache-2.0
# Reads the trace events that QEMU logged. Between the marks "[" and "]" that the guest wrote for the NTH time, counts the
# lines whose event is all of the pattern EVENT; with FIELD, prints the mean of that field instead. QEMU 7.2 logs "serial_write write addr 0x00 val 0x5b",
# QEMU 11.1 "serial_write [0x00] <- 0x5b".

/^serial_write .*0x00(\] <-| val) 0x5b$/ { pair++; inside = pair == nth }
/^serial_write .*0x00(\] <-| val) 0x5d$/ { inside = 0 }
inside && $1 ~ "^(" event ")$" { count++; sum += $field }
END {
	if (pair < nth)
		exit 1
	print field ? (count ? sum / count : 0) : count + 0
}
