# SPDX-License-Identifier: Apache-2.0
# usage: HITS=PREFIX zsh -f completion.zsh SCRIPT <LINES: an interactive zsh, on a terminal of its own, completes each line by SCRIPT.
# What it is offered for line N goes to PREFIX.N: compadd, which every completion ends in, is asked for its matches.
zmodload zsh/zpty
zpty -b inner zsh -f -i
start="$HITS.start"
cat >$start <<'END'
PROMPT=
autoload -U compinit
compinit -u -D
bindkey '^I' complete-word
compadd() {
  local -a found
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  builtin compadd -A found "$@"
  # the part of a path before the word is an option of compadd's
  local -A given
  local prefix=
  zmodload zsh/zutil
  local -a words; words=("$@")
  local index=${words[(i)-p]}
  (( index < $#words )) && prefix=${words[index+1]}
  (( $#found )) && print -rl -- $prefix$^found >>$HITS.$number
  builtin compadd "$@"
}
END
print -r -- 'number=1
finish() { print done $((number++)) >>$HITS.done; zle kill-buffer }
zle -N finish
bindkey "^G" finish' >>$start
print -r -- "source ${(q)1}" >>$start
zpty -w inner "export HITS=${(q)HITS}; source ${(q)start}; print ready >>\$HITS.done"
wait_for() {
  local i
  for ((i = 0; i < 200; i++)); do
    grep -q "$1" $HITS.done 2>/dev/null && return
    zpty -r -t inner text
    sleep 0.02
  done
}
rm -f $HITS.done
wait_for ready
number=1
while IFS= read -r line; do
  zpty -w -n inner "$line"$'\t'$'\x07'
  wait_for "done $((number++))\$"
done
zpty -d inner
rm -f $HITS.done $HITS.start
