#!/bin/sh
# SPDX-License-Identifier: MIT
# consumer.sh CMAKE COMPILER PREFIX BUILD VERSION: a project that finds Polhode below PREFIX builds, and tells VERSION; so does one that includes every header.
set -eu
cmake=$1 compiler=$2 prefix=$3 build=$4 version=$5
here=$(dirname "$0")

rm -rf "$build"
"$cmake" -G Ninja -S "$here/consumer" -B "$build" \
  -D CMAKE_CXX_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_BUILD_TYPE=Release
"$cmake" --build "$build"

# Every header that was installed, side by side.
(cd "$prefix/include" && find polhode -name '*.hpp' | sort | sed 's/.*/#include <&>/' && echo 'int main() {}') > "$build/every_header.cpp"
"$cmake" -G Ninja -S "$here/consumer" -B "$build/every_header" -D CONSUMER_SOURCE="$build/every_header.cpp" \
  -D CMAKE_CXX_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_BUILD_TYPE=Release
"$cmake" --build "$build/every_header"

found=$("$build/consumer")
if [ "$found" != "polhode $version" ]; then
  echo "consumer: printed '$found', expected 'polhode $version'" >&2
  exit 1
fi
