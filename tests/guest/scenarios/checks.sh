#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: prints what the kernel made of the table, then runs the post-boot script under the shells that
# /scenario/shells names, beside a stand-in for the daemon and processes that only look like it. One fact a line: NAME VALUE.

cpu_facts() {
	echo "driver $(cat /sys/devices/system/cpu/cpuidle/current_driver)"
	for cpu in /sys/devices/system/cpu/cpu[0-9]*; do
		states='' latency=''
		for state in "$cpu"/cpuidle/state*; do
			[ -d "$state" ] || continue
			states="$states $(cat "$state/name")"
			[ "$(cat "$state/name")" = C1 ] && latency=$(cat "$state/latency")
		done
		echo "states.${cpu##*/}${states:- none}"
		echo "latency.${cpu##*/} ${latency:-none}"
	done
}

table_facts() {
	dmesg | grep -E 'ACPI.*(Error|Exception|Warning|BUG|AE_)' | sed 's/^/acpi-message /'
	for table in /sys/firmware/acpi/tables/SSDT*; do
		[ -f "$table" ] && echo "table $(md5sum <"$table" | cut -d ' ' -f 1)"
	done
}

# A process that has ended but was not waited for has no command line.
alive() {
	[ -n "$(cat "/proc/$1/cmdline" 2>/dev/null)" ] && echo yes || echo no
}

start_processes() {
	/tmp/mas-idlepoll.sh &
	daemon=$!
	/system/bin/sh -c 'while :; do sleep 1; done; : /tmp/mas-idlepoll.sh' &
	bystanders=$!
	/system/bin/sh /tmp/not-mas-idlepoll.sh &
	bystanders="$bystanders $!"
	tail -f /tmp/mas-idlepoll.sh >/dev/null &
	bystanders="$bystanders $!"
	sleep 1
}

end_processes() {
	for process in $daemon $bystanders; do
		kill -9 "$process" 2>/dev/null
	done
	wait 2>/dev/null
}

bystanders_alive() {
	for process in $bystanders; do
		[ "$(alive "$process")" = yes ] || return
	done
	echo yes
}

# Runs the script as $1 with the argument $2 and tells what came of it under the name $3.
run_once() {
	# The words of the shell's command line are to be split.
	# shellcheck disable=SC2086
	(PATH=$path; export PATH; exec $1 /scenario/modavd-postboot.sh $2) >/tmp/out 2>&1
	echo "$3.exit $?"
	sed "s/^/$3.line /" /tmp/out
	echo "$3.last $(tail -n 1 /tmp/out)"
	echo "$3.daemon $(alive "$daemon")"
	echo "$3.bystanders $(bystanders_alive)"
}

# $1 is a name, $2 the shell, $3 its PATH.
run_under() {
	path=$3
	start_processes
	run_once "$2" --dry-run "$1.dry"
	run_once "$2" '' "$1.first"
	run_once "$2" '' "$1.second"
	end_processes
}

printf '%s\n' '#!/system/bin/sh' 'while :; do sleep 1; done' >/tmp/mas-idlepoll.sh
cp /tmp/mas-idlepoll.sh /tmp/not-mas-idlepoll.sh
chmod 755 /tmp/*.sh

cpu_facts
table_facts
while read -r name; do
	case $name in
	mksh) run_under mksh /system/bin/sh /system/bin ;;
	dash) run_under dash /bin/dash /bin ;;
	ash) run_under ash '/bin/busybox ash' /bin ;;
	esac
done </scenario/shells
