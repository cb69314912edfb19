#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: sh tests/schema/manual.sh PROGRAM
# The reference: manual pages that mandoc has nothing to say about, every key, check, command and option in it, and the
# same bytes each time. The last line is "N passed, N failed".
set -u

program=$1
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# ok TITLE COMMAND...: COMMAND succeeds and prints nothing.
ok() {
  title=$1
  shift
  if said=$("$@" 2>&1) && [ -z "$said" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "not ok - $title: $(echo "$said" | head -n 5)"
  fi
}

# Prints the lines of WORDS that FILE lacks between backquotes.
lacking() { # FILE WORDS
  while IFS= read -r word; do
    grep -qF -e "\`$word\`" -e "\`$word:" "$1" || echo "$word"
  done <"$2"
}

topics=$("$program" doc --help | sed -n 's/^TOPIC is \(.*\)\.$/\1/p' | sed 's/,//g; s/ or / /')
for topic in $topics; do
  "$program" doc --format man "$topic" >"$work/$topic.man" || exit
  "$program" doc "$topic" >"$work/$topic.md" || exit
  if command -v mandoc >/dev/null; then
    ok "mandoc: $topic" mandoc -Tlint -Wwarning "$work/$topic.man"
  else
    echo "skipped: no mandoc"
    skipped=$((skipped + 1))
  fi
done
ok 'there is a page of the language' [ -s "$work/language.md" ]

jq -r '.. | .properties? // empty | keys[]' >"$work/keys" <<END
$(for kind in profile instance settings; do "$program" schema "$kind"; done | jq 'walk(if type == "object" then del(.patternProperties) else . end)')
END
grep -vx -e 'at-least' -e 'absent' -e '.*\..*' -e clocksource "$work/keys" | sort -u >"$work/language.words"
ok 'the schemas have keys' [ "$(wc -l <"$work/language.words")" -gt 50 ]
ok 'every key is in doc language' lacking "$work/language.md" "$work/language.words"

"$program" --help | awk '/^  [a-z]/ { print $1 }' >"$work/commands.words"
while IFS= read -r command; do
  "$program" "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p'
done <"$work/commands.words" | sort -u >"$work/options.words"
ok 'there are options' [ "$(wc -l <"$work/options.words")" -gt 15 ]
cat "$work/options.words" >>"$work/commands.words"
ok 'every command and option is in doc commands' lacking "$work/commands.md" "$work/commands.words"

"$program" schema | jq -r '.properties.guest.properties.checks.items.properties | keys[] | select(. != "proves")' >"$work/checks.words"
ok 'every check of one name is in doc checks' lacking "$work/checks.md" "$work/checks.words"

for words in schema 'schema settings' doc 'doc --format man language' 'completion bash' 'completion zsh' 'completion fish' 'completion powershell'; do
  # the words are to be split
  # shellcheck disable=SC2086
  { LC_ALL=C "$program" $words >"$work/first" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo "$program" $words >"$work/second"; } || exit
  ok "$words: the same bytes each time" cmp "$work/first" "$work/second"
done

"$program" new mine --output "$work/mine.yaml" >/dev/null
sed 's/^#://; s/^name: mine/name: examples/' "$work/mine.yaml" >"$work/examples.yaml"
for file in mine examples; do
  "$program" check --werror "$work/$file.yaml" >"$work/said" 2>&1
  ok "new: $file.yaml is in order" [ $? = 0 ]
done

echo "# $skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
