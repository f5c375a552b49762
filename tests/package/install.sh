#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh CMAKE BUILD SOURCE PREFIX: installs the built tree below PREFIX. It is installed somewhere else first
# and moved, and its text files may not name the trees it was made in: an installed tree does not know its place.
set -eu
cmake=$1 build=$2 source=$3 prefix=$4

rm -rf "$prefix" "$prefix.before"
"$cmake" --install "$build" --prefix "$prefix.before" >/dev/null
mv "$prefix.before" "$prefix"

if grep -rIlF -e "$build" -e "$source" -e "$prefix.before" "$prefix"; then
  echo "install: the files above name the tree that they were built or installed in" >&2
  exit 1
fi
# What only the papers need is a component of its own, which papers.sh installs.
for name in include/polhode/papers libpolhode_papers.a polhode-papers-targets.cmake; do
  if find "$prefix" -path "*/$name" | grep .; then
    echo "install: the above belongs to the component papers" >&2
    exit 1
  fi
done
for header in $(cd "$source/include" && find polhode -name '*.hpp'); do
  cmp "$source/include/$header" "$prefix/include/$header"
done
