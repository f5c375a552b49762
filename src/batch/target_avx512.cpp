// SPDX-License-Identifier: MIT
// The steps on registers of 512 bits. Compiled with -mavx512f -mavx512dq; block.hpp says what may not stand
// here.
#include <immintrin.h>

#include <cstddef>

#include "batch/target_functions.hpp"

namespace polhode::batch {

namespace {

struct Avx512 {
  static constexpr std::size_t bytes = 64;

  // Under a full mask: of the plain form g++ 12 warns that it reads what it does not.
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

const Functions<double>& avx512_functions(double) noexcept { return functions_on<Lanes<double, Avx512>>; }
const Functions<float>& avx512_functions(float) noexcept { return functions_on<Lanes<float, Avx512>>; }

}  // namespace polhode::batch
