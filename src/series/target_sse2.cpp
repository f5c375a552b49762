// SPDX-License-Identifier: MIT
// Series on what every x86-64 has, without fused operations; on other processors what the compiler makes of it.
#include "series/four_lanes.hpp"

namespace polhode::series {

namespace {

struct Sse2 {
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept { return a * b + c; }
};

using Here = Engine<FourLanes<Sse2>>;
constexpr Functions here{Here::coefficients, Here::increment};

}  // namespace

const Functions& sse2_functions() noexcept { return here; }

}  // namespace polhode::series
