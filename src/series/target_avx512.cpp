// SPDX-License-Identifier: MIT
// Series on registers of 512 bits: two terms of four products at once. The same digits as on 256 bits. Compiled with
// -mavx512f -mavx512dq -mfma.
#include <immintrin.h>

#include "series/coefficients.hpp"

namespace polhode::series {

namespace {

struct Avx512 {
  [[gnu::always_inline]] static Four fused(Four a, Four b, Four c) noexcept {
    return _mm256_fmadd_pd(a, b, c);
  }

  [[gnu::always_inline]] static Four halves(__m512d v) noexcept {
    return __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
  }

  [[gnu::always_inline]] static Four middle(const double* a, const double* r, int terms) noexcept {
    __m512d sum = _mm512_setzero_pd();
    for (int i = 0; i < terms; i += 2, a += 8, r += 8)
      sum = _mm512_fmadd_pd(_mm512_loadu_pd(a), _mm512_loadu_pd(r), sum);
    return halves(sum);
  }

  [[gnu::always_inline]] static Four middle3(double* const (&p)[6], int order, int k) noexcept {
    __m512d sum1 = _mm512_setzero_pd(), sum2 = sum1, sum3 = sum1;
    const std::ptrdiff_t offset = 4 * (order - k + 1);
    const double *a = p[0], *b = p[1], *c = p[2], *r = p[3] + offset, *s = p[4] + offset, *t = p[5] + offset;
    for (int i = 0; i < k - 1; i += 2) {
      const std::ptrdiff_t j = 4 * i;
      sum1 = _mm512_fmadd_pd(_mm512_loadu_pd(a + j), _mm512_loadu_pd(r + j), sum1);
      sum2 = _mm512_fmadd_pd(_mm512_loadu_pd(b + j), _mm512_loadu_pd(s + j), sum2);
      sum3 = _mm512_fmadd_pd(_mm512_loadu_pd(c + j), _mm512_loadu_pd(t + j), sum3);
    }
    return halves((sum1 + sum2) + sum3);
  }
};

using Here = Engine<Avx512>;
constexpr Functions here{Here::coefficients, Here::increment};

}  // namespace

const Functions& avx512_functions() noexcept { return here; }

}  // namespace polhode::series
