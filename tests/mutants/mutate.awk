# SPDX-License-Identifier: Apache-2.0
# Breaks one operator or constant of a C source that clang-format has laid out.
#   awk -v pick=0 -f mutate.awk FILE    lists the mutants: number, line, and the line as it becomes
#   awk -v pick=N -f mutate.awk FILE    prints FILE with mutant N in it (with any other word: as it is)
# Comments, strings and preprocessor lines other than #define are left alone. A binary operator has a
# space on both sides (or ends the line): pointers, addresses and signs have not.

BEGIN {
    swap["+"] = "-"; swap["-"] = "+"; swap["*"] = "/"; swap["/"] = "*"; swap["%"] = "*"
    swap["<<"] = ">>"; swap[">>"] = "<<"; swap["&"] = "|"; swap["|"] = "&"; swap["^"] = "&"
    swap["&&"] = "||"; swap["||"] = "&&"; swap["=="] = "!="; swap["!="] = "=="
    swap["<"] = "<= >="; swap[">"] = ">= <="; swap["<="] = "< >"; swap[">="] = "> <"
    swap["+="] = "-="; swap["-="] = "+="; swap["*="] = "/="; swap["/="] = "*="
    swap["<<="] = ">>="; swap[">>="] = "<<="; swap["|="] = "&="; swap["&="] = "|="
    swap["++"] = "--"; swap["--"] = "++"
}

# A mutant of this line: SIZE characters at AT become BY.
function mutant(at, size, by,    line) {
    count++
    line = substr($0, 1, at - 1) by substr($0, at + size)
    if (pick == count)
        changed = line
    if (pick == 0) {
        sub(/^ +/, "", line)
        printf "%d\t%d\t%s\n", count, NR, line
    }
}

# The end of the string or character that starts at AT.
function quoted_end(at,    quote, i) {
    quote = substr($0, at, 1)
    for (i = at + 1; i <= length($0) && substr($0, i, 1) != quote; i++)
        if (substr($0, i, 1) == "\\")
            i++
    return i
}

function operator(at,    size, token, i, n, by) {
    for (size = 3; size > 0; size--) {
        token = substr($0, at, size)
        if (length(token) == size && (token in swap || token == "->" || token == "!"))
            break
    }
    if (size == 0)
        return 1
    if (token == "!")
        mutant(at, 1, "")
    else if (token == "++" || token == "--" || \
             (at > 1 && substr($0, at - 1, 1) == " " && substr($0, at + size, 1) ~ /^ ?$/)) {
        n = split(swap[token], by, " ")
        for (i = 1; i <= n; i++)
            mutant(at, size, by[i])
    }
    return size
}

function scan(    at, rest, c, end) {
    for (at = 1; at <= length($0);) {
        rest = substr($0, at)
        c = substr(rest, 1, 1)
        if (comment) {
            end = index(rest, "*/")
            if (!end)
                return
            comment = 0
            at += end + 1
        } else if (substr(rest, 1, 2) == "//") {
            return
        } else if (substr(rest, 1, 2) == "/*") {
            comment = 1
            at += 2
        } else if (c == "\"") {
            at = quoted_end(at) + 1
        } else if (c == "'") {
            end = quoted_end(at)
            mutant(at, end - at + 1, "(" substr($0, at, end - at + 1) " + 1)")
            at = end + 1
        } else if (match(rest, /^[A-Za-z_][A-Za-z_0-9]*/)) {
            at += RLENGTH
        } else if (match(rest, /^[0-9][A-Za-z_0-9.]*/)) {
            mutant(at, RLENGTH, "(" substr(rest, 1, RLENGTH) " + 1)")
            at += RLENGTH
        } else {
            at += operator(at)
        }
    }
}

{
    changed = $0
    if (comment || $0 !~ /^#/ || $0 ~ /^#define/)
        scan()
    if (pick != 0)
        print changed
}
