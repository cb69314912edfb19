#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/probe/run.sh PROGRAM
# Has PROGRAM read this machine's QEMU: it must come to the same every time, to what the catalogue in the sources says, and
# through crashes. These are made by scripts in front of the real QEMU. TAP; 77 where there is no QEMU.
set -u

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/guest/tap.sh
. "$here/../guest/tap.sh"
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
qemu=$(command -v qemu-system-x86_64) || {
  echo '# skipped: qemu-system-x86_64 is not there'
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# NAME: a program of what comes on standard input
script() {
  {
    echo '#!/bin/sh'
    cat
  } >"$1"
  chmod +x "$1"
}

# A QEMU that does "$4" where it meets a query with the text $2, while $3 is true.
stops_at() { # NAME TEXT CONDITION ACTION
  script "$1" <<END
case "\$*" in *-qmp*) ;; *) exec $qemu "\$@" ;; esac
cat >in
grep -q '$2' in && $3 || exec $qemu "\$@" <in
{
  sed '/$2/,\$d' in
  echo '{"execute":"quit"}'
} | $qemu "\$@"
$4
END
}

# NAME STATUS TEXT: what a probe of NAME comes to, and what it says
refuses() {
  "$program" probe "$1" >out 2>errors
  status=$?
  is "$1: exit status, and nothing printed" "$2 " "$status $(cat out)"
  if grep -qF "$3" errors; then
    ok "$1: $3"
  else
    not_ok "$1: $3"
    sed 's/^/# /' errors
  fi
}

# NAME FILE: the probe succeeds
probes() {
  "$program" probe "./$1" --output "$2" 2>"$2.errors"
  is "$1: exit status" 0 $?
}

same() { # NAME FILE FILE
  if cmp -s "$2" "$3"; then
    ok "$1"
  else
    not_ok "$1"
    diff "$2" "$3" | head -n 10 | sed 's/^/# /'
  fi
}

without_version() {
  sed '/^  "version": /d' "$1"
}

# ---- the real one ----

"$program" probe "$qemu" >first 2>first.errors
is 'a probe succeeds' 0 $?
"$program" probe qemu-system-x86_64 --output second >out 2>/dev/null
is 'a probe into a file succeeds' 0 $?
is 'a probe into a file prints nothing' '' "$(cat out)"
same 'two probes come to the same bytes' first second
version=$(sed -n 's/^  "version": "\([0-9]*\.[0-9]*\)\..*/\1/p' first)
committed=$here/../../backends/qemu/catalogues/qemu-$version.json
if [ -f "$committed" ]; then
  without_version "$committed" >wanted
  without_version first >got
  same "what the sources say of $version is so" wanted got
else
  skip 'what the sources say is so' "they have no catalogue of $version"
fi
"$program" probe "$qemu" --format json >document 2>/dev/null
is 'in JSON the catalogue is one key' "$(grep -c '"modavd-catalogue": 1' document) $(grep -c '^  "catalogue": {' document)" '1 1'

# ---- crashes ----

# shellcheck disable=SC2016 # $$ is the script's
crash='kill -SEGV $$'
stops_at crashes-at-list '"qom-list-properties".*"iothread"' true "$crash"
probes crashes-at-list at-list
same 'the instance tells what a crash kept back' first at-list
is 'the crash is told' 1 "$(grep -c 'no answer to qom-list-properties of iothread: it crashed \[MP0406\]' at-list.errors)"

stops_at crashes-at-device '"virtio-blk-pci"' true "$crash"
probes crashes-at-device at-device
is 'the type is there without its properties' '"device": true, "parent": "virtio-blk-pci-base"' \
  "$(sed -n '/^    "virtio-blk-pci": {/,/^    }/{//d;p;}' at-device | tr -s ' \n' ' ' | sed 's/^ //;s/ $//')"
awk '/^    "virtio-blk-pci": \{/ { skip = 1 } !skip { print } /^    \},?$/ { skip = 0 }' first >wanted
awk '/^    "virtio-blk-pci": \{/ { skip = 1 } !skip { print } /^    \},?$/ { skip = 0 }' at-device >got
same 'all others are as without the crash' wanted got

stops_at crashes-at-make '"object-add".*"iothread"' true "$crash"
probes crashes-at-make at-make
is 'without an instance no default is known' 1 "$(grep -c '"poll-max-ns": {"type": "int"}' at-make)"

stops_at crashes-once '"virtio-net-pci"' '[ ! -e once ] && touch once' "$crash"
probes crashes-once at-once
same 'what crashes once is asked again' first at-once

# As builds for WHPX do.
script crashes-with-none <<END
case "\$*" in *'-machine none'*) $crash ;; esac
exec $qemu "\$@"
END
probes crashes-with-none with-none
is 'another machine tells as much' "$(grep -c '"type"' first)" "$(grep -c '"type"' with-none)"
is 'and the aliases too' 1 "$(grep -c '^    "virtio-blk": "virtio-blk-pci"' with-none)"

script crashes-without-tcg <<END
case "\$*" in *-qmp*) case "\$*" in *'-accel tcg'*) ;; *) $crash ;; esac ;; esac
exec $qemu "\$@"
END
probes crashes-without-tcg without-tcg
is 'so does another accelerator' "$(grep -c '"type"' first)" "$(grep -c '"type"' without-tcg)"

began=$(date +%s)
stops_at hangs '"virtio-scsi-pci"' true 'sleep 600'
probes hangs hung
is 'a hang is told' 1 "$(grep -c 'virtio-scsi-pci: nothing more came in 10 seconds \[MP0406\]' hung.errors)"
[ $(($(date +%s) - began)) -lt 60 ]
is 'a hang is bounded' 0 $?

# ---- no QEMU ----

script copies <<'END'
exec cat
END
script says-yes <<'END'
sed 's/.*"id":\(-*[0-9]*\).*/{"return":{},"id":\1}/'
END
script says-no <<'END'
echo 'first line' >&2
echo 'last line' >&2
exit 9
END
script helps-only <<END
case "\$*" in *-qmp*) exec $qemu "\$@" ;; esac
END
printf 'no program' >text
chmod -x text
refuses /bin/cat 1 'it does not answer as a QEMU does: it ended with status 1 [MP0405]'
refuses /bin/false 1 'it ended with status 1 [MP0405]'
refuses ./copies 1 'it ended with status 0 [MP0405]'
refuses ./says-yes 1 'it does not tell its version and its devices [MP0405]'
refuses ./says-no 1 'it said: last line'
refuses ./helps-only 1 'its -help names no options [MP0405]'
refuses yes 1 '[MP0405]'
refuses ./missing 3 './missing: no such file or directory [MP0405]'
refuses ./text 3 './text: permission denied [MP0405]'
refuses "$work" 3 'permission denied [MP0405]'
refuses '' 2 '[MP0901]'
script sleeps <<'END'
exec sleep 600
END
refuses ./sleeps 1 'nothing more came in 10 seconds [MP0405]'
script prints-forever <<'END'
exec yes
END
refuses ./prints-forever 1 'it prints without end, which no QEMU does [MP0405]'
"$program" probe "$qemu" --output missing/file 2>errors
is 'a file that cannot be written: exit status' 3 $?
is 'a file that cannot be written' 1 "$(grep -c 'missing/file: no such file or directory \[MP0602\]' errors)"
for words in '' "$qemu $qemu" "$qemu --output="; do
  # shellcheck disable=SC2086 # the words are to be split
  "$program" probe $words >out 2>&1
  is "wrong use: probe $(echo "$words" | sed "s,$qemu,QEMU,g")" 2 $?
done
finish
