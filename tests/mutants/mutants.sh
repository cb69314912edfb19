#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Breaks every operator and constant of the files in rows.txt, one at a time, and runs their unit test
# each time. Prints "mutants: C of T caught"; fails where one survives that equivalent.txt does not
# name, or where equivalent.txt names one that is caught.
#   mutants.sh [WORK]    with WORK, a directory to keep, only rows whose files changed run again
# shellcheck disable=SC2046,SC2086,SC2116 # lists are split into words, and blanks cut, on purpose
# shellcheck disable=SC3045 # dash, bash and busybox have these limits
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
seconds=2 # of the processor: a test takes less than one, and what loops for ever counts as caught

# Sets what a line of rows.txt says; its globs stay as they are until used.
read_row() { # LINE
    set -f
    IFS='|'
    set -- $1
    unset IFS
    broken=$(echo $1) test=$(echo $2) built=$(echo $3) linked=$(echo $4) libraries=$(echo $5)
    set +f
}

# Mutant NUMBER of the row in DIR, in a directory of its own. What is built stands as a copy beside the
# broken file, so that a broken header is the one that it includes.
run_one() { # DIR NUMBER
    read_row "$(cat "$1/row")"
    own=$1/$2 result=survived
    mkdir -p "$own"
    cp $built "$own"
    awk -v pick="$2" -f "$here/mutate.awk" "$broken" >"$own/${broken##*/}"
    if ! $compile -O0 -iquote "$own" "$own"/*.c "$1"/*.o $libraries -o "$own/test" 2>/dev/null; then
        result=unbuilt
    else
        (ulimit -c 0 && ulimit -v 500000 && ulimit -t $seconds && timeout 60 "$own/test" || exit 1) \
            >/dev/null 2>&1 || result=caught
    fi
    rm -r "$own"
    echo $result >"$1/$2.result"
}

# Objects that no mutant changes; the test must pass as long as nothing is broken.
prepare() { # DIR
    rm -rf "$1"
    mkdir -p "$1"
    echo "$broken | $test | $built | $linked | $libraries" >"$1/row"
    for file in $test $linked; do
        $compile -O2 -c "$file" -o "$1/${file##*/}.o"
    done
    awk -v pick=0 -f "$here/mutate.awk" "$broken" >"$1/list"
    run_one "$1" none
    read -r result <"$1/none.result"
    if [ "$result" != survived ]; then
        echo "$test fails (or does not build) with nothing broken" >&2
        exit 1
    fi
}

# Every file that the row's objects are made of, as the compiler tells them.
row_files() {
    $compile -MM $test $linked $built |
        awk '{ for (i = 1; i <= NF; i++) if ($i ~ /[.][ch]$/) print $i }' | sort -u
}

# Runs the row unless the digest of all that matters is the one kept in DIR.
run_row() { # DIR
    digest=$(cat $(row_files) "$broken" "$here/mutate.awk" "$here/mutants.sh" | sha256sum)
    [ "$(cat "$1/digest" 2>/dev/null)" = "$digest" ] && return
    prepare "$1"
    cut -f 1 "$1/list" | xargs -P "$(nproc)" -n 1 "$here/mutants.sh" --one "$1"
    echo "$digest" >"$1/digest"
}

# One line a mutant: result, file:line, the line as it becomes.
report() { # DIR
    while IFS="$(printf '\t')" read -r number line text; do
        read -r result <"$1/$number.result"
        printf '%s\t%s:%s\t%s\n' "$result" "$broken" "$line" "$text"
    done <"$1/list"
}

# Reads the report; equivalent.txt has the file's name, the broken line and the reason, by tabs.
judge() {
    awk -F '\t' '
        NR == FNR && /^[^#]/ { named[$1 FS $2] = $3; next }
        NR == FNR { next }
        $1 == "unbuilt" { unbuilt++; next }
        { total++; file = $2; sub(/^.*\//, "", file); sub(/:.*/, "", file); key = file FS $3 }
        $1 == "caught" { caught++; next }
        key in named { equivalent++; used[key] = 1; next }
        { survived++; print "survived: " $2 ": " $3 }
        END {
            for (key in named)
                if (!(key in used)) { stale++; print "no survivor, so not equivalent: " key }
            printf "mutants: %d of %d caught", caught, total
            printf " (%d equivalent, %d survived; %d did not compile)\n", \
                equivalent, survived, unbuilt
            exit survived + stale > 0
        }' "$here/equivalent.txt" -
}

# The workers get it from here: looking for the folders takes longer than a small compile.
if [ -z "${compile-}" ]; then
    folders=$(find compiler backends -name '*.h' -exec dirname {} + | sort -u)
    compile="${CC:-cc} -std=c11 -w$(printf ' -I %s' $folders)"
    export compile
fi

if [ "${1-}" = --one ]; then
    run_one "$2" "$3"
    exit
fi

work=${1-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)
grep -v '^#' "$here/rows.txt" >"$work/rows"
row=0
while read -r line; do
    row=$((row + 1))
    read_row "$line"
    run_row "$work/$row" >&2 </dev/null
    report "$work/$row"
done <"$work/rows" >"$work/report"
judge <"$work/report"
