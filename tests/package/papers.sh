#!/bin/sh
# SPDX-License-Identifier: MIT
# papers.sh CMAKE COMPILER TREE PREFIX BUILD: without the component papers a project that asks for it is told so; with it,
# beside what is installed below PREFIX, the project builds, and knows the papers' methods. TREE is the built tree.
set -eu
cmake=$1 compiler=$2 tree=$3 prefix=$4 build=$5
here=$(dirname "$0")

rm -rf "$build"
mkdir -p "$build"
configure() {
  "$cmake" -G Ninja -S "$here/papers_consumer" -B "$build/$1" -D CMAKE_CXX_COMPILER="$compiler" \
    -D CMAKE_PREFIX_PATH="$2" -D CMAKE_BUILD_TYPE=Release >"$build/$1.log" 2>&1
}
if configure without "$prefix"; then
  echo "papers: polhode was found with a component that is not installed" >&2
  exit 1
fi
grep -q 'papers' "$build/without.log" || { cat "$build/without.log" >&2; exit 1; }

cp -R "$prefix" "$build/prefix"
"$cmake" --install "$tree" --component papers --prefix "$build/prefix" >/dev/null
# As flags.sh of the library: of what Eigen makes the linker may see functions of unaligned types alone.
if nm -C "$(find "$build/prefix" -name libpolhode_papers.a)" 2>/dev/null | grep -E ' [WVu] Eigen::' |
  grep -vE 'Matrix<double, 3, (1|3), 0, 3, (1|3)>|Quaternion<double, 2>|Matrix<double, 4, 1, 2, 4, 1>|long double|throw_std_bad_alloc'; then
  echo "papers: the functions above may be mixed with the user's" >&2
  exit 1
fi
configure with "$build/prefix" || { cat "$build/with.log" >&2; exit 1; }
# Every header of the component, side by side.
(cd "$build/prefix/include" && find polhode/papers -name '*.hpp' | sort | sed 's/.*/#include <&>/') >"$build/with/every_header.hpp"
"$cmake" --build "$build/with"
"$build/with/consumer"
