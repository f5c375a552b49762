// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Nodes and weights of the Gauss-Legendre rules with one to five nodes on [0, 1], in any number type.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Method.     Closed forms [DLMF 3.5(v)]. Nodes ascend, weights sum to one; N nodes are exact for
///             polynomials of degree 2N - 1. (papers/src/frames/angle_quadrature.hpp has rules with up to ten
///             nodes, as rounded doubles.)

#include <array>
#include <cmath>
#include <cstddef>

namespace polhode::kernel {

template <class T, std::size_t N>
struct GaussRule {
  std::array<T, N> nodes, weights;
};

template <class T, std::size_t N>
GaussRule<T, N> gauss_rule() noexcept {
  static_assert(N >= 1 && N <= 5);
  using std::sqrt;
  const T half = T(1) / T(2);
  if constexpr (N == 1) {
    return {{half}, {T(1)}};
  } else if constexpr (N == 2) {
    const T x = sqrt(T(3)) / T(6);
    return {{half - x, half + x}, {half, half}};
  } else if constexpr (N == 3) {
    const T x = sqrt(T(15)) / T(10), outer = T(5) / T(18);
    return {{half - x, half, half + x}, {outer, T(4) / T(9), outer}};
  } else if constexpr (N == 4) {
    const T root = T(2) * sqrt(T(6) / T(5)), x = sqrt((T(3) + root) / T(28)), y = sqrt((T(3) - root) / T(28));
    const T outer = (T(18) - sqrt(T(30))) / T(72), inner = (T(18) + sqrt(T(30))) / T(72);
    return {{half - x, half - y, half + y, half + x}, {outer, inner, inner, outer}};
  } else {
    const T root = T(2) * sqrt(T(10) / T(7)), x = sqrt(T(5) + root) / T(6), y = sqrt(T(5) - root) / T(6);
    const T root_70 = T(13) * sqrt(T(70)), outer = (T(322) - root_70) / T(1800),
            inner = (T(322) + root_70) / T(1800);
    return {{half - x, half - y, half, half + y, half + x}, {outer, inner, T(64) / T(225), inner, outer}};
  }
}

}  // namespace polhode::kernel
