// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Registers of 512 bits with FMA, for Lanes (lanes.hpp).
///
/// Convention. Local to the translation unit that includes it: see block.hpp.

#include <immintrin.h>

#include <cstddef>

namespace polhode::batch {

namespace {

struct Avx512 {
  static constexpr std::size_t bytes = 64;

  // With a full mask: for the unmasked form g++ 12 warns of an uninitialised read.
  [[gnu::always_inline]] static __m512d root(__m512d a) noexcept { return _mm512_maskz_sqrt_pd(0xff, a); }
  [[gnu::always_inline]] static __m512 root(__m512 a) noexcept { return _mm512_maskz_sqrt_ps(0xffff, a); }
  [[gnu::always_inline]] static __m512d fused(__m512d a, __m512d b, __m512d c) noexcept {
    return _mm512_fmadd_pd(a, b, c);
  }
  [[gnu::always_inline]] static __m512 fused(__m512 a, __m512 b, __m512 c) noexcept {
    return _mm512_fmadd_ps(a, b, c);
  }
  [[gnu::always_inline]] static __m512d select(__m512d mask, __m512d a, __m512d b) noexcept {
    return _mm512_mask_blend_pd(_mm512_movepi64_mask(_mm512_castpd_si512(mask)), b, a);
  }
  [[gnu::always_inline]] static __m512 select(__m512 mask, __m512 a, __m512 b) noexcept {
    return _mm512_mask_blend_ps(_mm512_movepi32_mask(_mm512_castps_si512(mask)), b, a);
  }
  [[gnu::always_inline]] static unsigned packed(__m512d mask) noexcept {
    return _mm512_movepi64_mask(_mm512_castpd_si512(mask));
  }
  [[gnu::always_inline]] static unsigned packed(__m512 mask) noexcept {
    return _mm512_movepi32_mask(_mm512_castps_si512(mask));
  }
};

}  // namespace

}  // namespace polhode::batch
