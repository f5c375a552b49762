// SPDX-License-Identifier: MIT
// Series on registers of 256 bits with fused operations. Compiled with -mavx2 -mfma.
#include <immintrin.h>

#include "series/four_lanes.hpp"

namespace polhode::series {

namespace {

struct Avx2 {
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept {
    return _mm256_fmadd_pd(a, b, c);
  }
};

using Here = Engine<FourLanes<Avx2>>;
constexpr Functions here{Here::coefficients, Here::increment};

}  // namespace

const Functions& avx2_functions() noexcept { return here; }

}  // namespace polhode::series
