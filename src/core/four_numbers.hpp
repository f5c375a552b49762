// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Four numbers at once, by the instructions for which the unit that includes this is compiled: a register of 256 bits
/// with fused operations (-mavx2 -mfma), or two pairs.
///
/// Convention. Everything is local to the unit, so that units for different instructions share no function.

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace polhode {
namespace {

#ifdef __AVX2__

typedef long long FourBits __attribute__((vector_size(32)));

struct FourNumbers {
  using Four = __m256d;

  [[gnu::always_inline]] static Four load(const double* p) noexcept { return _mm256_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double* p, Four v) noexcept { _mm256_storeu_pd(p, v); }
  /// The first three.
  [[gnu::always_inline]] static void store_three(double* p, Four v) noexcept {
    _mm_storeu_pd(p, _mm256_castpd256_pd128(v));
    _mm_storel_pd(p + 2, _mm256_extractf128_pd(v, 1));
  }
  [[gnu::always_inline]] static Four all(double x) noexcept { return Four{x, x, x, x}; }
  [[gnu::always_inline]] static Four of(double a, double b, double c, double d) noexcept {
    return Four{a, b, c, d};
  }
  /// a b + c
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept {
    return _mm256_fmadd_pd(a, b, c);
  }
  template <int A, int B, int C, int D>
  [[gnu::always_inline]] static Four shuffled(Four v) noexcept {
    return __builtin_shufflevector(v, v, A, B, C, D);
  }
  /// The signs of some changed.
  template <bool A, bool B, bool C, bool D>
  [[gnu::always_inline]] static Four flipped(Four v) noexcept {
    constexpr long long sign = static_cast<long long>(1ULL << 63U);
    const FourBits mask{A ? sign : 0, B ? sign : 0, C ? sign : 0, D ? sign : 0};
    return __builtin_bit_cast(Four, __builtin_bit_cast(FourBits, v) ^ mask);
  }
};

#else

typedef double Two __attribute__((vector_size(16)));

struct TwoPairs {
  Two low, high;

  [[gnu::always_inline]] friend TwoPairs operator+(TwoPairs a, TwoPairs b) noexcept {
    return {a.low + b.low, a.high + b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator*(TwoPairs a, TwoPairs b) noexcept {
    return {a.low * b.low, a.high * b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator/(TwoPairs a, TwoPairs b) noexcept {
    return {a.low / b.low, a.high / b.high};
  }
};

struct FourNumbers {
  using Four = TwoPairs;

  [[gnu::always_inline]] static Four load(const double* p) noexcept {
    Four v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  [[gnu::always_inline]] static void store(double* p, Four v) noexcept { __builtin_memcpy(p, &v, sizeof v); }
  [[gnu::always_inline]] static void store_three(double* p, Four v) noexcept {
    __builtin_memcpy(p, &v.low, sizeof v.low);
    p[2] = v.high[0];
  }
  [[gnu::always_inline]] static Four all(double x) noexcept { return {Two{x, x}, Two{x, x}}; }
  [[gnu::always_inline]] static Four of(double a, double b, double c, double d) noexcept {
    return {Two{a, b}, Two{c, d}};
  }
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept { return a * b + c; }
  template <int A, int B, int C, int D>
  [[gnu::always_inline]] static Four shuffled(Four v) noexcept {
    return {__builtin_shufflevector(v.low, v.high, A, B), __builtin_shufflevector(v.low, v.high, C, D)};
  }
  template <bool A, bool B, bool C, bool D>
  [[gnu::always_inline]] static Four flipped(Four v) noexcept {
    return {v.low * Two{A ? -1.0 : 1.0, B ? -1.0 : 1.0}, v.high * Two{C ? -1.0 : 1.0, D ? -1.0 : 1.0}};
  }
};

#endif

}  // namespace
}  // namespace polhode
