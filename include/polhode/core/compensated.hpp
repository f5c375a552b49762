// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Compensated summation.
///
/// Method.     TwoSum: a + b = sum + error exactly, whatever the magnitudes of a and b, barring overflow
///             [Knuth, TAOCP 2, 4.2.2, theorem B]. Requires arithmetic without reassociation.

namespace polhode {

/// A rounded sum and its rounding error.
template <class T>
struct ExactSum {
  T sum, error;
};

/// a + b as a rounded sum and its exact error.
template <class T>
[[gnu::always_inline]] inline constexpr ExactSum<T> two_sum(const T& a, const T& b) noexcept {
  const T s = a + b, bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// Adds x to the unevaluated sum `sum + lost` and keeps |lost| below half a unit in the last place of `sum`.
/// (Dekker's shorter algorithm fails if |x| > |sum|: when a component passes through zero, or after a kick.)
template <class T>
[[gnu::always_inline]] inline constexpr void compensated_add(T& sum, T& lost, const T& x) noexcept {
  const ExactSum<T> r = two_sum(sum, x + lost);
  sum = r.sum;
  lost = r.error;
}

}  // namespace polhode
