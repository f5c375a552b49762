#!/bin/sh
# SPDX-License-Identifier: MIT
# flags.sh COMPILER PREFIX BUILD: a program that hands everything to and fro is built against the library installed below
# PREFIX with options that its author may have and the library has not, under the address sanitizer, and runs. What this
# machine cannot run is only built.
set -eu
compiler=$1 prefix=$2 build=$3
here=$(dirname "$0")

rm -rf "$build"
mkdir -p "$build"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name polhode.pc)")
export PKG_CONFIG_PATH
# Where a shared library is installed too, the linker takes it.
LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name libpolhode.a)")
export LD_LIBRARY_PATH

# Of what Eigen makes in the library the linker may see functions of unaligned types alone; it has no vectors of long
# double, and throw_std_bad_alloc takes nothing.
if nm -C "$(find "$prefix" -name libpolhode.a)" 2>/dev/null | grep -E ' [WVu] Eigen::' |
  grep -vE 'Matrix<double, 3, (1|3), 0, 3, (1|3)>|Quaternion<double, 2>|Matrix<double, 4, 1, 2, 4, 1>|long double|throw_std_bad_alloc'; then
  echo "flags: the functions above may be mixed with the user's" >&2
  exit 1
fi

has() { grep -qw "$1" /proc/cpuinfo 2>/dev/null; }

# build_and_run NAME NEEDS OPTIONS...
build_and_run() {
  name=$1 needs=$2
  shift 2
  "$compiler" "$@" -fsanitize=address -g1 $(pkg-config --cflags polhode) "$here/flags/flags.cpp" -o "$build/$name" \
    $(pkg-config --libs --static polhode)
  if [ -n "$needs" ] && ! has "$needs"; then
    echo "$name: built; this machine has no $needs"
    return
  fi
  found=$("$build/$name" 2>"$build/$name.log") || { echo "flags: fails with $*" >&2; head -30 "$build/$name.log" >&2; exit 1; }
  echo "$name: $found"
}

# Without optimisation Eigen's functions are not compiled in, and the linker chooses among those of both sides.
case $(uname -m) in
  x86_64)
    build_and_run native '' -std=c++20 -O2 -march=native
    build_and_run avx2 avx2 -std=c++20 -O0 -mavx2 -mfma
    build_and_run avx512 avx512f -std=c++20 -O1 -mavx512f -mfma  # Eigen asks for the second
    ;;
  *) build_and_run native '' -std=c++20 -O2 -mcpu=native ;;
esac
build_and_run newer '' -std=c++23 -O1
