// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Registers of 128 bits, without FMA, for Lanes (lanes.hpp): available on every x86-64; other processors use
/// the compiler's emulation.
///
/// Convention. Local to the translation unit that includes it: see block.hpp.

#include <cmath>
#include <cstddef>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace polhode::batch {

namespace {

struct Sse2 {
  static constexpr std::size_t bytes = 16;

  template <class Number>
  [[gnu::always_inline]] static Number fused(Number a, Number b, Number c) noexcept {
    return a * b + c;
  }
  template <class Number>
  [[gnu::always_inline]] static Number select(Number mask, Number a, Number b) noexcept {
    using Bits = decltype(a < b);
    const Bits m = __builtin_bit_cast(Bits, mask);
    return __builtin_bit_cast(Number, (m & __builtin_bit_cast(Bits, a)) | (~m & __builtin_bit_cast(Bits, b)));
  }
#ifdef __SSE2__
  [[gnu::always_inline]] static __m128d root(__m128d a) noexcept { return _mm_sqrt_pd(a); }
  [[gnu::always_inline]] static __m128 root(__m128 a) noexcept { return _mm_sqrt_ps(a); }
  [[gnu::always_inline]] static unsigned packed(__m128d mask) noexcept {
    return static_cast<unsigned>(_mm_movemask_pd(mask));
  }
  [[gnu::always_inline]] static unsigned packed(__m128 mask) noexcept {
    return static_cast<unsigned>(_mm_movemask_ps(mask));
  }
#else
  template <class Number>
  static Number root(Number a) noexcept {
    for (std::size_t i = 0; i < bytes / sizeof a[0]; ++i) a[i] = std::sqrt(a[i]);
    return a;
  }
  template <class Number>
  static unsigned packed(Number mask) noexcept {
    unsigned all = 0;
    for (std::size_t i = 0; i < bytes / sizeof mask[0]; ++i) all |= unsigned{std::signbit(mask[i])} << i;
    return all;
  }
#endif
};

}  // namespace

}  // namespace polhode::batch
