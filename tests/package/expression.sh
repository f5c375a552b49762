#!/bin/sh
# SPDX-License-Identifier: MIT
# expression.sh COMPILER PREFIX BUILD: torques that return an expression of Eigen's, whose numbers are gone when it is
# evaluated, do not compile, and the compiler says why.
set -eu
compiler=$1 prefix=$2 build=$3

rm -rf "$build"
mkdir -p "$build"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name polhode.pc)")
export PKG_CONFIG_PATH

# Read once: it takes longer than all the programs.
cat >"$build/head.hpp" <<'CODE'
#include <polhode/polhode.hpp>
using namespace polhode;
const Eigen::Vector3d up(0, 0, 1), arm(1, 0, 0);
CODE
"$compiler" -std=c++20 $(pkg-config --cflags polhode) -x c++-header "$build/head.hpp" -o "$build/head.hpp.gch"
try() {
  { echo '#include "head.hpp"'; echo "$1"; echo 'int main() {}'; } >"$build/program.cpp"
  "$compiler" -std=c++20 -fsyntax-only $(pkg-config --cflags polhode) "$build/program.cpp" 2>"$build/said"
}
refused() {
  if try "$1"; then
    echo "expression: this compiles: $1" >&2
    exit 1
  fi
  grep -q 'must return an Eigen::Vector3d' "$build/said" || { cat "$build/said" >&2; exit 1; }
}

try 'const Torque t = Torque::of_attitude("a", [](const Attitude& q, double) -> Eigen::Vector3d { return -2 * to_body(q, up).cross(arm); });'
try 'const Torque t = Torque::of_attitude("a", [](const Eigen::Quaterniond&, double) { return up; });'
refused 'const Torque t = Torque::of_attitude("a", [](const Attitude& q, double) { return -2 * to_body(q, up).cross(arm); });'
refused 'const Torque t = Torque::of_state("a", [](const State& s, double) { return -0.1 * s.momentum; });'
refused 'const Torque t = control_torque([](double time) { return time * up; }, TorqueFrame::body);'
refused 'const ChangingBodyStepper s([](double time) { return (1 + time) * up; }, State{}, Torque(), splitting("strang_kick"));'
echo 'expression: refused, and said why'
