# SPDX-License-Identifier: Apache-2.0
# Reads the TAP of readback.sh and prints a Markdown table: how many of the results are ok, by case and QEMU.

# "QEMU VERSION, CASE: ..." or "QEMU VERSION, CASE"
function note(text, parts, version, name) {
	sub(/^QEMU /, "", text)
	split(text, parts, /, |: /)
	version = parts[1]
	name = parts[2]
	if (!(version in versions)) {
		versions[version] = ++columns
		column[columns] = version
	}
	if (!(name in names)) {
		names[name] = ++rows
		row[rows] = name
	}
	return name SUBSEP version
}

/^(not )?ok .*# SKIP/ { sub(/.* - /, ""); sub(/ # SKIP.*/, ""); said[note($0)] = "skipped"; next }
/^ok / { sub(/.* - /, ""); key = note($0); good[key]++; all[key]++ }
/^not ok / { sub(/.* - /, ""); all[note($0)]++ }
/^# QEMU .*: is off$/ { sub(/^# /, ""); said[note($0)] = "off" }

END {
	line = "| case |"
	rule = "|---|"
	for (c = 1; c <= columns; c++) {
		line = line " QEMU " column[c] " |"
		rule = rule "---|"
	}
	print line
	print rule
	for (r = 1; r <= rows; r++) {
		line = "| " row[r] " |"
		for (c = 1; c <= columns; c++) {
			key = row[r] SUBSEP column[c]
			cell = good[key] + 0 " of " all[key] + 0
			if (key in said)
				cell = said[key] (good[key] < all[key] ? ", " cell : "")
			line = line " " cell " |"
		}
		print line
	}
}
