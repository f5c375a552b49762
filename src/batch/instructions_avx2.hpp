// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Registers of 256 bits with FMA, for Lanes (lanes.hpp).
///
/// Convention. Local to the translation unit that includes it: see block.hpp.

#include <immintrin.h>

#include <cstddef>

namespace polhode::batch {

namespace {

struct Avx2 {
  static constexpr std::size_t bytes = 32;

  [[gnu::always_inline]] static __m256d root(__m256d a) noexcept { return _mm256_sqrt_pd(a); }
  [[gnu::always_inline]] static __m256 root(__m256 a) noexcept { return _mm256_sqrt_ps(a); }
  [[gnu::always_inline]] static __m256d fused(__m256d a, __m256d b, __m256d c) noexcept {
    return _mm256_fmadd_pd(a, b, c);
  }
  [[gnu::always_inline]] static __m256 fused(__m256 a, __m256 b, __m256 c) noexcept {
    return _mm256_fmadd_ps(a, b, c);
  }
  [[gnu::always_inline]] static __m256d select(__m256d mask, __m256d a, __m256d b) noexcept {
    return _mm256_blendv_pd(b, a, mask);
  }
  [[gnu::always_inline]] static __m256 select(__m256 mask, __m256 a, __m256 b) noexcept {
    return _mm256_blendv_ps(b, a, mask);
  }
  [[gnu::always_inline]] static unsigned packed(__m256d mask) noexcept {
    return static_cast<unsigned>(_mm256_movemask_pd(mask));
  }
  [[gnu::always_inline]] static unsigned packed(__m256 mask) noexcept {
    return static_cast<unsigned>(_mm256_movemask_ps(mask));
  }
};

}  // namespace

}  // namespace polhode::batch
