#!/bin/sh
# SPDX-License-Identifier: MIT
# deb.sh PACKAGE README BUILD: the Debian package is installed by dpkg into an empty root. There the program runs, the
# README's programs are built by find_package and by pkg-config, against the static and the shared library, and print
# what the README says. So are programs with options that the library has not (flags.sh), and those that must not
# compile (expression.sh). What the package depends on must be there, as it would be after apt.
set -eu
package=$1 readme=$(realpath "$2") build=$3
here=$(dirname "$(realpath "$0")")

rm -rf "$build"
mkdir -p "$build/empty/var/lib/dpkg/info" "$build/empty/var/lib/dpkg/updates"
: >"$build/empty/var/lib/dpkg/status"
build=$(realpath "$build")
root=$build/empty

# Its dependencies are Debian's, and installed here.
for name in $(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g'); do
  dpkg-query --show --showformat='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed ||
    { echo "deb: depends on $name, which is not installed" >&2; exit 1; }
done
# An empty root has none of them.
dpkg --root="$root" --force-depends --force-not-root --force-script-chrootless --log=/dev/null --install "$package" >"$build/dpkg.log" 2>&1 ||
  { cat "$build/dpkg.log" >&2; exit 1; }

prefix=$root/usr
version=$(dpkg-deb --field "$package" Version)
found=$("$prefix/bin/polhode" --version)
case $found in *"$version"*) ;; *) echo "deb: the program is '$found', the package $version" >&2; exit 1 ;; esac

# It does not need MPI, whether or not the tree has polhode-mpi.
[ ! -e "$prefix/bin/polhode-mpi" ] || { echo "deb: polhode-mpi is in the package" >&2; exit 1; }

# The shared library: its soname, and nothing of Eigen's or Boost's to be seen.
library=$(find "$prefix" -name 'libpolhode.so')
objdump -p "$library" | grep -q "SONAME *libpolhode.so.${version%.*}" ||
  { echo "deb: $library has another soname" >&2; exit 1; }
if nm -D --defined-only "$library" | grep -vE ' (_ZG?[NK]*7polhode|_Z(N|NK|TI|TS|TV|GV)N?K?7polhode)' | grep -v ' A ' | grep . ; then
  echo "deb: the names above do not belong to Polhode" >&2
  exit 1
fi

"$here/readme.sh" cmake c++ "$prefix" "$build/static" "$readme" >"$build/static.log" || { cat "$build/static.log" >&2; exit 1; }
# As a user without CMake would.
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name polhode.pc)")
export PKG_CONFIG_PATH
for source in "$build"/static/example-*.cpp; do
  name=$(basename "$source" .cpp)
  c++ -std=c++20 -O2 -march=native $(pkg-config --cflags polhode) "$source" -o "$build/$name" $(pkg-config --libs polhode)
  LD_LIBRARY_PATH=$(dirname "$library") "$build/$name" | diff -u "$build/static/$name.txt" -
done
# Of the static library alone the linker may take the user's functions for the library's.
cp -R "$prefix" "$build/static_alone"
find "$build/static_alone" -name 'libpolhode.so*' -delete
"$here/flags.sh" c++ "$build/static_alone" "$build/flags"
"$here/expression.sh" c++ "$build/static_alone" "$build/expression"
echo "deb: $(basename "$package") is installed by dpkg, and the README's programs run with it"
