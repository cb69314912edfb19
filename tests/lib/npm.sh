# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be read by a script, behind packages.sh: packages of npm, kept in the cache.

# npm_packages NAME@VERSION...: prints the directory whose node_modules holds them; 77 where npm cannot be had.
npm_packages() {
  modules=${MODAVD_CACHE:-.cache}/npm/$(echo "$@" | tr ' /@' '+__')
  if [ ! -f "$modules/complete" ]; then
    if ! need_npm >&2 || ! command -v node >/dev/null; then
      echo "skipped: no npm" >&2
      return 77
    fi
    rm -rf "$modules"
    mkdir -p "$modules"
    if ! timeout 300 npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts \
      --prefix "$modules" "$@" >&2; then
      echo "skipped: npm could not install $*" >&2
      return 77
    fi
    touch "$modules/complete"
  fi
  (cd "$modules" && pwd)
}
