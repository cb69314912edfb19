# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# shellcheck disable=SC2154 # locales
# To be read by a script: how programs for Windows run here. WINEPREFIX and the directory $locales are the caller's.

export WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' # no log, and no offer to install what is not needed
unset DISPLAY

# Wine takes the code page of Windows from the locale: 936, 1251 and 1252. The names are those of localedef.
code_page_locales="zh_CN ru_RU de_DE"

make_locales() {
  mkdir -p "$locales"
  for locale in $code_page_locales; do
    [ -d "$locales/$locale.UTF-8" ] || localedef -i "$locale" -f UTF-8 "$locales/$locale.UTF-8" || return
  done
}

# wine_in LOCALE COMMAND...: as a Windows of that language runs it.
wine_in() {
  locale=$1
  shift
  LOCPATH=$locales LC_ALL=$locale.UTF-8 wine "$@"
}

# A first start makes the system's directories, which takes a while. The server stays until end_wine, and is not started by
# a test: it would keep that one's output open.
start_wine() {
  wineserver -p
  # Any program starts the system; wineboot would start it once more, with a second service manager that knows nothing of
  # the services of the first.
  wine cmd /c rem >/dev/null 2>&1 </dev/null
}

end_wine() {
  wineserver -k
}

backslash='\134' # as tr takes it

# A Windows path of the Unix path $1.
windows_path() {
  echo "Z:$1" | tr / "$backslash"
}
