# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be read by a script: what the program is built with, and how missing packages come to be there.

# Debian's names of what the program needs.
build_packages="gcc libc6-dev meson ninja-build pkg-config libyaml-dev libjansson-dev libmd-dev"

# Prints those of the packages "$@" that Debian's package manager does not have.
missing_packages() {
  for package in "$@"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
    installed) ;;
    *) echo "$package" ;;
    esac
  done
}

# Runs "$@" as root; says what to run where that is not possible.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "As root, run: $*" >&2
    return 1
  fi
}

# Installs those of the packages "$@" that are missing, on Debian and its children.
install_packages() {
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  echo "missing: $missing"
  as_root apt-get -q update || return
  # The names are to be split.
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing
}

# Node.js's package manager is there, from wherever, or is installed.
need_npm() {
  command -v npm >/dev/null || install_packages npm
}

# Says whether what the program is built with is there, on any system.
can_build() {
  for tool in cc meson ninja pkg-config; do
    command -v "$tool" >/dev/null || return
  done
  pkg-config --exists yaml-0.1 jansson libmd
}

# Prints how to install it where that is left to people.
how_to_install() {
  if [ "$(uname -s)" = Darwin ]; then
    echo "xcode-select --install; brew install meson ninja pkg-config libyaml jansson libmd"
  else
    echo "install a C compiler, meson, ninja, pkg-config and the development files of libyaml, jansson and libmd"
  fi
}

# Installs what the program is built with, or says how to.
need_build_packages() {
  can_build && return
  # shellcheck disable=SC2086
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_packages $build_packages
  else
    echo "Something that the build needs is missing: $(how_to_install)" >&2
    return 1
  fi
}
