# SPDX-License-Identifier: Apache-2.0
# usage: awk -f layers.awk meson.build FILE...
# Prints every #include "x.h" that climbs with "..", names no header of the tree or names one of a later layer.
# meson.build lists the layers in order; a file is of the layer that its path begins with.

function layer_of(path, i) {
  for (i = 1; i <= layers; i++)
    if (index(path, layer[i] "/") == 1)
      return i
  return 0
}

function complain(text) {
  print FILENAME ":" FNR ": " text
  found = 1
}

# The headers (and lists that are read like them) by name; a name that stands twice could mean either.
BEGIN {
  for (i = 2; i < ARGC; i++) {
    name = ARGV[i]
    sub(/^.*\//, "", name)
    if (name !~ /\.(h|def)$/)
      continue
    if (name in header) {
      print ARGV[i] ": " header[name] " has the same name"
      found = 1
    }
    header[name] = ARGV[i]
  }
}

NR == FNR && /^foreach layer/ { listing = 1 }
NR == FNR && listing {
  rest = $0
  while (match(rest, /'[^']*'/)) {
    layer[++layers] = substr(rest, RSTART + 1, RLENGTH - 2)
    rest = substr(rest, RSTART + RLENGTH)
  }
  if (/^\]/)
    listing = 0
}
NR == FNR { next }

/^[ \t]*#[ \t]*include[ \t]*"/ {
  includes++
  split($0, part, "\"")
  if (part[2] ~ /\.\./)
    complain("includes \"" part[2] "\", which climbs")
  else if (!(part[2] in header))
    complain("includes \"" part[2] "\", which is no header of the tree")
  else if (layer_of(header[part[2]]) > layer_of(FILENAME))
    complain("includes \"" part[2] "\", which is of the later layer " layer[layer_of(header[part[2]])])
}

END {
  if (!layers || !includes) {
    print "no layers or no includes were found"
    found = 1
  }
  exit found
}
