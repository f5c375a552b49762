// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// core/rough_logarithm.hpp on lanes: the same digits.

#include "batch/lanes.hpp"

namespace polhode::batch {

/// Of a number that is not negative; some -1023 for 0.
template <class Instructions>
[[gnu::always_inline]] inline Lanes<double, Instructions> rough_log2(
    const Lanes<double, Instructions>& x) noexcept {
  using L = Lanes<double, Instructions>;
  typedef unsigned long long Bits __attribute__((vector_size(Instructions::bytes)));
  const Bits bits = __builtin_bit_cast(Bits, x.number());
  const L part =
      L(__builtin_bit_cast(typename L::Number, (bits & 0xfffffffffffff) | 0x3ff0000000000000)) - L(1);
  // A whole number below 2^52, put into the last digits of 2^52.
  const L exponent = L(__builtin_bit_cast(typename L::Number, (bits >> 52) | 0x4330000000000000)) - L(0x1p52);
  return (exponent - L(1023)) + part * (L(1.3465) - L(0.3465) * part);
}

/// Of a number between -1000 and 1000; others are taken for these.
template <class Instructions>
[[gnu::always_inline]] inline Lanes<double, Instructions> rough_exp2(
    const Lanes<double, Instructions>& x) noexcept {
  using L = Lanes<double, Instructions>;
  typedef unsigned long long Bits __attribute__((vector_size(Instructions::bytes)));
  constexpr double most = 1000, to_whole = 0x1.8p52;
  const L above = select(x < L(-most), L(-most), x), bounded = select(above > L(most), L(most), above);
  const L nearest = (bounded + L(to_whole)) - L(to_whole);
  const L whole = select(nearest > bounded, nearest - L(1), nearest), part = bounded - whole;
  const Bits exponent = __builtin_bit_cast(Bits, ((whole + L(1023)) + L(0x1p52)).number());
  return L(__builtin_bit_cast(typename L::Number, exponent << 52)) *
         (L(1) + part * (L(0.6565) + L(0.3435) * part));
}

}  // namespace polhode::batch
