#!/bin/sh
# SPDX-License-Identifier: MIT
# consumer.sh CMAKE COMPILER PREFIX BUILD VERSION: a project that finds Polhode below PREFIX builds, and tells VERSION.
set -eu
cmake=$1 compiler=$2 prefix=$3 build=$4 version=$5
here=$(dirname "$0")

rm -rf "$build"
"$cmake" -G Ninja -S "$here/consumer" -B "$build" \
  -D CMAKE_CXX_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_BUILD_TYPE=Release
"$cmake" --build "$build"

found=$("$build/consumer")
if [ "$found" != "polhode $version" ]; then
  echo "consumer: printed '$found', expected 'polhode $version'" >&2
  exit 1
fi
