# SPDX-License-Identifier: Apache-2.0
# Reads QEMU's arguments, one a line, and prints what they set: OBJECT PROPERTY VALUE. OBJECT is a device's type or an
# id. An argument that it does not know is printed as it is, for the test to stumble over.

# Prints the settings of "id=ID,NAME=VALUE,...", for the object PREFIX ID; the id stands anywhere.
function settings(prefix, text, parts, count, i, at, id) {
	count = split(text, parts, ",")
	for (i = 1; i <= count; i++)
		if (index(parts[i], "id=") == 1)
			id = substr(parts[i], 4)
	for (i = 1; i <= count; i++) {
		at = index(parts[i], "=")
		if (index(parts[i], "id=") != 1)
			print prefix id, substr(parts[i], 1, at - 1), substr(parts[i], at + 1)
	}
}

# What comes before the first comma is no setting, but what kind of thing it is.
function without_kind(text) {
	return substr(text, index(text, ",") + 1)
}

option == "" { option = $0; next }
option == "-global" {
	at = index($0, ".")
	end = index($0, "=")
	print substr($0, 1, at - 1), substr($0, at + 1, end - at - 1), substr($0, end + 1)
}
option == "-object" || option == "-device" { settings("", without_kind($0)) }
option == "-fsdev" { settings("fsdev:", "driver=" $0) }
option == "-numa" { sub(/^node,memdev=/, ""); print "ram backend", $0 }
option == "-fw_cfg" { sub(/^name=/, ""); sub(/,string=/, " "); print "fw_cfg:", $0 }
option !~ /^-(global|object|device|fsdev|numa|fw_cfg)$/ { print option, $0 }
{ option = "" }
