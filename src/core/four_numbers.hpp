// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Four numbers at once, using the instructions for which the including translation unit is compiled: one
/// register of 256 bits with FMA (-mavx2 -mfma), or two of 128 bits.
///
/// Convention. Everything is local to the translation unit, so that units for different instructions share no
///             function.

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace polhode {
namespace {

#ifdef __AVX2__

typedef long long FourBits __attribute__((vector_size(32)));

struct FourNumbers {
  using Four = __m256d;
  static constexpr int registers = 1;  ///< number of registers for four numbers

  [[gnu::always_inline]] static Four load(const double* p) noexcept { return _mm256_loadu_pd(p); }
  [[gnu::always_inline]] static void store(double* p, Four v) noexcept { _mm256_storeu_pd(p, v); }
  /// Permutes four numbers; `halves` are indices of their 32-bit halves, 0 to 7.
  [[gnu::always_inline]] static Four reordered(const double* four, const int* halves) noexcept {
    const __m256i to = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(halves)),
                  from = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(four));
    return _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(from, to));
  }
  /// Stores the first three.
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
  /// The sum of the four numbers of a, and that of b.
  [[gnu::always_inline]] static void totals(Four a, Four b, double* two) noexcept {
    const Four pairs = _mm256_hadd_pd(a, b);
    _mm_storeu_pd(two, _mm256_castpd256_pd128(pairs) + _mm256_extractf128_pd(pairs, 1));
  }
  /// Transposes a 4x4 matrix.
  [[gnu::always_inline]] static void transpose(Four (&v)[4]) noexcept {
    const Four a = _mm256_unpacklo_pd(v[0], v[1]), b = _mm256_unpackhi_pd(v[0], v[1]),
               c = _mm256_unpacklo_pd(v[2], v[3]), d = _mm256_unpackhi_pd(v[2], v[3]);
    v[0] = _mm256_permute2f128_pd(a, c, 0x20);
    v[1] = _mm256_permute2f128_pd(b, d, 0x20);
    v[2] = _mm256_permute2f128_pd(a, c, 0x31);
    v[3] = _mm256_permute2f128_pd(b, d, 0x31);
  }
  template <int A, int B, int C, int D>
  [[gnu::always_inline]] static Four shuffled(Four v) noexcept {
    return __builtin_shufflevector(v, v, A, B, C, D);
  }
  /// Reverses selected signs.
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
  [[gnu::always_inline]] friend TwoPairs operator-(TwoPairs a, TwoPairs b) noexcept {
    return {a.low - b.low, a.high - b.high};
  }
  [[gnu::always_inline]] friend TwoPairs operator-(TwoPairs a) noexcept { return {-a.low, -a.high}; }
};

struct FourNumbers {
  using Four = TwoPairs;
  static constexpr int registers = 2;

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
  [[gnu::always_inline]] static Four reordered(const double* four, const int* halves) noexcept {
    return of(four[halves[0] / 2], four[halves[2] / 2], four[halves[4] / 2], four[halves[6] / 2]);
  }
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept { return a * b + c; }
  [[gnu::always_inline]] static void totals(Four a, Four b, double* two) noexcept {
    two[0] = (a.low[0] + a.low[1]) + (a.high[0] + a.high[1]);
    two[1] = (b.low[0] + b.low[1]) + (b.high[0] + b.high[1]);
  }
  [[gnu::always_inline]] static void transpose(Four (&v)[4]) noexcept {
    const auto low = [](Two a, Two b) __attribute__((always_inline)) { return Two{a[0], b[0]}; };
    const auto high = [](Two a, Two b) __attribute__((always_inline)) { return Two{a[1], b[1]}; };
    const Four a = v[0], b = v[1], c = v[2], d = v[3];
    v[0] = {low(a.low, b.low), low(c.low, d.low)};
    v[1] = {high(a.low, b.low), high(c.low, d.low)};
    v[2] = {low(a.high, b.high), low(c.high, d.high)};
    v[3] = {high(a.high, b.high), high(c.high, d.high)};
  }
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
