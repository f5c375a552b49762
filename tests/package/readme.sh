#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh CMAKE COMPILER PREFIX BUILD README: each block ```cpp of the README is a program that
# builds against the library installed below PREFIX and prints what the next block ```text says.
set -eu
cmake=$1 compiler=$2 prefix=$3 build=$4 readme=$5
consumer=$(dirname "$0")/consumer

rm -rf "$build"
mkdir -p "$build"
[ -f "$readme" ] || { echo "readme: there is no $readme" >&2; exit 1; }

# Writes example-1.cpp, example-1.txt and so on. A program without its output, or none at all, is a mistake.
awk -v build="$build" '
  /^```/ && file != "" { close(file); file = ""; next }
  /^```cpp$/ {
    if (pending) { print "readme: program " count " has no ```text block"; failed = 1; exit 1 }
    pending = 1
    file = build "/example-" ++count ".cpp"
    printf "" > file
    next
  }
  /^```text$/ && pending { pending = 0; file = build "/example-" count ".txt"; printf "" > file; next }
  /^```/ { file = "/dev/null"; next }
  file != "" { print > file }
  END {
    if (failed) exit 1
    if (!count) { print "readme: no ```cpp block"; exit 1 }
    if (pending) { print "readme: program " count " has no ```text block"; exit 1 }
  }' "$readme" >&2

for source in "$build"/example-*.cpp; do
  name=$(basename "$source" .cpp)
  "$cmake" -G Ninja -S "$consumer" -B "$build/$name" \
    -D CMAKE_CXX_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_BUILD_TYPE=Release \
    -D CMAKE_CXX_FLAGS='-Wall -Wextra -Werror' -D CONSUMER_SOURCE="$source"
  "$cmake" --build "$build/$name"
  "$build/$name/consumer" >"$build/$name.out"
  echo "$name: lines with - are the README's, lines with + are printed"
  diff -u "$build/$name.txt" "$build/$name.out"
done
