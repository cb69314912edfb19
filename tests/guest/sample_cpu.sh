#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sample_cpu.sh PID_FILE MARKS_FILE
# Watches what a guest writes to its second serial port; for each new mark prints all of them, the CPU seconds that QEMU
# has used and those of its main thread, "[] 12.34 1.23". Ends with QEMU.
set -u

hertz=$(getconf CLK_TCK)

# cpu_seconds DIR: of a process or thread. User and system time are fields 14 and 15 of its stat; the second one, a name in
# brackets, may hold blanks.
cpu_seconds() {
	sed 's/.*) //' "$1/stat" 2>/dev/null | awk -v hertz="$hertz" '{ printf "%.2f\n", ($12 + $13) / hertz }'
}

tries=0
while [ ! -s "$1" ] && [ "$tries" -lt 100 ]; do
	sleep 0.1
	tries=$((tries + 1))
done
read -r pid <"$1" || exit 0
seen=''
while [ -d "/proc/$pid" ]; do
	marks=$(cat "$2" 2>/dev/null)
	if [ "$marks" != "$seen" ]; then
		echo "$marks $(cpu_seconds "/proc/$pid") $(cpu_seconds "/proc/$pid/task/$pid")"
		seen=$marks
	fi
	sleep 0.02
done
