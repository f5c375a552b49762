// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The modified moments of inertia that raise the discrete Moser-Veselov step to the orders 4, 6, 8 and 10.
///
/// Convention. 1/It_j = (1 + s)/I_j + d with s and d polynomials in C = h^2 |m|^2/2 and H = h^2 (kinetic energy), both
///             conserved. Moments of any order of size about one (moser_veselov.hpp scales them).
/// Method.     The 28 coefficients are those of [Hairer, Vilmart 2006], given there as symmetric functions of the moments:
///             sigma(a) = sum I_i^a and mix(a, b) = sum (I_i^a + I_j^a)/I_k^b, delta = I1 I2 I3.
///             Here s and d are polynomials in C and P = H - C/I3 instead, because for a thin rod s in C and H is the
///             difference of two numbers of size 1/I1; the change is made once for a body, in a wider type.
/// Accuracy.   The orders 4, 6, 8, 10 of momentum and attitude are seen within 0.05:
///             tests/unit/moser_veselov_series_test.cpp. The coefficients are differences of numbers up to 1/I1^4: in
///             double, from coefficients in long double, s and d keep 8 eps for I1 = 0.01 I3 and 4e-5 for I1 = 1e-6 I3.

#include <array>
#include <cstddef>
#include <polhode/core/fused.hpp>
#include <polhode/core/polynomial.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact_constants.hpp>

namespace polhode::kernel {

/// s or d as printed: term[k][i] belongs to C^(k+1-i) H^i, k = 0..3.
template <class T>
using MoserVeselovTerms = std::array<std::array<T, 5>, 4>;

template <class T>
struct MoserVeselovSeries {
  MoserVeselovTerms<T> s{}, d{};
};

namespace detail {

template <class T>
constexpr T whole_power(const T& x, int exponent) noexcept {
  T p = T(1);
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) p = p * x;
  return exponent < 0 ? T(1) / p : p;
}

/// The symmetric functions of the moments in which the coefficients are given.
template <class T>
class SymmetricSums {
 public:
  explicit constexpr SymmetricSums(const Vec3<T>& moments) noexcept : i_(moments) {}

  constexpr T sigma(int a) const noexcept {
    return whole_power(i_.x, a) + whole_power(i_.y, a) + whole_power(i_.z, a);
  }
  constexpr T mix(int a, int b) const noexcept {
    const T x = whole_power(i_.x, a), y = whole_power(i_.y, a), z = whole_power(i_.z, a);
    return (x + y) * whole_power(i_.z, -b) + (y + z) * whole_power(i_.x, -b) +
           (z + x) * whole_power(i_.y, -b);
  }
  constexpr T delta() const noexcept { return i_.x * i_.y * i_.z; }

 private:
  Vec3<T> i_;
};

}  // namespace detail

/// The coefficients in C and H for a body.
template <class T>
MoserVeselovSeries<T> moser_veselov_series(const Vec3<T>& moments) noexcept {
  const detail::SymmetricSums<T> sums(moments);
  const auto n = [&sums](int a) { return sums.sigma(a); };
  const auto x = [&sums](int a, int b) { return sums.mix(a, b); };
  const auto k = [](int whole) { return T(whole); };
  const T D = sums.delta(), D2 = D * D, D3 = D2 * D, D4 = D2 * D2;
  MoserVeselovSeries<T> c;
  c.s[0] = {n(1) / (k(6) * D), -n(-1) / k(3)};
  c.d[0] = {k(-1) / (k(3) * D), n(1) / (k(6) * D)};
  c.s[1] = {(n(2) / D - n(-1)) / (k(30) * D), (k(1) - x(1, 1)) / (k(30) * D),
            (k(3) * n(1) / D + k(2) * n(-2)) / k(60)};
  c.d[1] = {-n(1) / (k(60) * D2), n(-1) / (k(10) * D) - n(2) / (k(60) * D2), -(k(9) + x(1, 1)) / (k(60) * D)};
  c.s[2] = {(k(4) * D + k(17) * n(3) - k(15) * D * x(1, 1)) / (k(2520) * D3),
            (k(9) * n(1) + k(10) * D * n(-2) - k(6) * x(2, 1)) / (k(420) * D2),
            (k(6) * D * x(1, 2) - k(100) * D * n(-1) + k(53) * n(2)) / (k(2520) * D2),
            (k(15) - D * n(-3) - k(2) * x(1, 1)) / (k(630) * D)};
  c.d[2] = {(k(34) * D * n(-1) - k(19) * n(2)) / (k(2520) * D3),
            (n(3) + k(2) * D * x(1, 1) - k(85) * D) / (k(1260) * D3),
            (k(47) * n(1) + k(13) * x(2, 1) - k(38) * D * n(-2)) / (k(2520) * D2),
            (k(9) * D * n(-1) + D * x(1, 2) - k(11) * n(2)) / (k(1260) * D2)};
  c.s[3] = {(k(62) * n(4) - k(94) * D * x(2, 1) + k(66) * D2 * n(-2) + k(81) * D * n(1)) / (k(45360) * D4),
            (k(-77) * x(3, 1) + k(75) * D * x(1, 2) + k(214) * n(2) - k(240) * D * n(-1)) / (k(22680) * D3),
            (k(26) * D * x(2, 2) + k(55) * n(3) + k(204) * D - k(50) * D2 * n(-3) - k(59) * D * x(1, 1)) /
                (k(7560) * D3),
            (k(137) * D * n(-2) - D * x(1, 3) + k(3) * n(1) - k(69) * x(2, 1)) / (k(11340) * D2),
            (k(2) * D2 * n(-4) + k(5) * D * x(1, 2) - k(171) * D * n(-1) + k(159) * n(2)) / (k(45360) * D2)};
  c.d[3] = {(k(60) * D * x(1, 1) - k(61) * n(3) - k(247) * D) / (k(45360) * D4),
            (k(54) * D * n(1) - n(4) + k(218) * D * x(2, 1) - k(426) * D2 * n(-2)) / (k(45360) * D4),
            (k(125) * D * n(-1) - k(5) * x(3, 1) - k(130) * n(2) + k(4) * D * x(1, 2)) / (k(7560) * D3),
            (k(67) * n(3) - k(735) * D - k(15) * D * x(2, 2) + k(87) * D * x(1, 1) + k(34) * D2 * n(-3)) /
                (k(22680) * D3),
            (k(165) * n(1) - D * x(1, 3) - k(9) * x(2, 1) - k(145) * D * n(-2)) / (k(45360) * D2)};
  return c;
}

/// A polynomial of two variables without a constant term: row[i][j] belongs to C^j P^i.
template <class T>
class SeriesInCAndP {
 public:
  SeriesInCAndP() = default;

  /// From the terms in C and H, with H = C/I3 + P.
  template <class Wide>
  SeriesInCAndP(const MoserVeselovTerms<Wide>& terms, const Wide& inverse_i3) noexcept {
    std::array<std::array<Wide, 5>, 5> sum{};
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t i = 0; i <= k + 1; ++i) {
        Wide share = terms[k][i];  // times binomial(i, j) (C/I3)^(i-j) P^j, from j = i downwards
        for (std::size_t j = i;; --j) {
          sum[j][k + 1 - j] = sum[j][k + 1 - j] + share;
          if (j == 0) break;
          share = share * inverse_i3 * Wide(static_cast<int>(j)) / Wide(static_cast<int>(i - j + 1));
        }
      }
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; i + j < 5; ++j) row_[i][j] = static_cast<T>(sum[i][j]);
  }

  /// All terms up to the given degree.
  template <int Degree>
  [[gnu::always_inline]] T up_to(const T& c, const T& p) const noexcept {
    static_assert(Degree >= 1 && Degree <= 4);
    const auto& r = row_;
    if constexpr (Degree == 1) {
      return fused_multiply_add(p, r[1][0], c * r[0][1]);
    } else if constexpr (Degree == 2) {
      return fused_multiply_add(p, fused_multiply_add(p, r[2][0], polynomial(c, r[1][0], r[1][1])),
                                c * polynomial(c, r[0][1], r[0][2]));
    } else if constexpr (Degree == 3) {
      const T high = fused_multiply_add(p, r[3][0], polynomial(c, r[2][0], r[2][1]));
      return fused_multiply_add(p, fused_multiply_add(p, high, polynomial(c, r[1][0], r[1][1], r[1][2])),
                                c * polynomial(c, r[0][1], r[0][2], r[0][3]));
    } else {
      const T high = fused_multiply_add(p, fused_multiply_add(p, r[4][0], polynomial(c, r[3][0], r[3][1])),
                                        polynomial(c, r[2][0], r[2][1], r[2][2]));
      const T low = fused_multiply_add(p, polynomial(c, r[1][0], r[1][1], r[1][2], r[1][3]),
                                       c * polynomial(c, r[0][1], r[0][2], r[0][3], r[0][4]));
      return fused_multiply_add(p * p, high, low);
    }
  }

 private:
  std::array<std::array<T, 5>, 5> row_{};
};

/// s and d as functions of C = h^2 |m|^2/2 and P = h^2 (kinetic energy - |m|^2/(2 I3)).
template <class T>
struct ModifiedMoments {
  SeriesInCAndP<T> s, d;
};

template <class T>
ModifiedMoments<T> modified_moments(const Vec3<T>& moments) noexcept {
  using Wide = typename Wider<T>::type;
  const MoserVeselovSeries<Wide> c = moser_veselov_series(convert<Wide>(moments));
  const Wide inverse_i3 = Wide(1) / Wide(moments.z);
  return {SeriesInCAndP<T>(c.s, inverse_i3), SeriesInCAndP<T>(c.d, inverse_i3)};
}

}  // namespace polhode::kernel
