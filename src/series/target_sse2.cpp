// SPDX-License-Identifier: MIT
// Series on pairs of numbers, without fused operations: what every x86-64 has. On other processors the
// compiler makes of them what it can.
#include "core/four_numbers.hpp"
#include "series/coefficients.hpp"

namespace polhode::series {

namespace {

constexpr Functions here = Engine<FourNumbers>::functions();

}  // namespace

const Functions& sse2_functions() noexcept { return here; }

}  // namespace polhode::series
