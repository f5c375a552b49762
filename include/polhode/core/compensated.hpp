// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Sums that keep what rounding would lose.
///
/// Method.     TwoSum: a + b = sum + error exactly, for any order of magnitude of a and b, barring overflow
///             [Knuth, TAOCP 2, 4.2.2, theorem B]. Needs arithmetic without reassociation.

namespace polhode {

/// A rounded sum and what rounding left out of it.
template <class T>
struct ExactSum {
  T sum, error;
};

/// a + b as sum and error.
template <class T>
[[gnu::always_inline]] inline constexpr ExactSum<T> two_sum(const T& a, const T& b) noexcept {
  const T s = a + b, bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// sum + lost stands for the true value; adds x to it and keeps |lost| below half a unit of sum. (Dekker's
/// shorter sum would not, where x is larger than sum: a component that passes through zero, a kick.)
template <class T>
[[gnu::always_inline]] inline constexpr void compensated_add(T& sum, T& lost, const T& x) noexcept {
  const ExactSum<T> r = two_sum(sum, x + lost);
  sum = r.sum;
  lost = r.error;
}

}  // namespace polhode
