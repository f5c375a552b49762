// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The modified moments of inertia that raise the order of the discrete Moser-Veselov step to 4, 6, 8 and 10.
/// Interface. Not stable: kernel/ may change with any version.
///
/// Convention. 1/It_j = (1 + s)/I_j + d with s and d polynomials in C = h^2 |m|^2/2 and P = h^2 (kinetic
///             energy) - C/I3, both conserved. Ascending moments of magnitude about one (scaled by
///             moser_veselov.hpp), given by their inverses.
/// Method.     The 28 coefficients of [Hairer, Vilmart 2006] are symmetric functions of the moments and
///             multiply powers of C and the energy; for a thin rod they are of size 1/I1^8 and cancel. In
///             terms of C and P and of u = 1/I1, g = 1/I2 - 1/I3, w = 1/I3 each is a sum of terms u^i g^j w^k
///             C^a P^b with i <= a + b and j >= i - b, none larger than (h |omega|)^(2(a + b)): u P is
///             omega1^2 and u g is at most w/I2 for a real body. Thin rods therefore lose no digits. The
///             digits of g are those of I3 - I2.
/// Accuracy.   The coefficients are the published ones, in 50 digits; s and d of rods down to I1 = 1e-12 I3
///             are within an eps, and the orders 4, 6, 8, 10 of momentum and attitude within 0.05:
///             tests/unit/moser_veselov_series_test.cpp.

#include <array>
#include <cstddef>
#include <polhode/core/fused.hpp>
#include <polhode/core/polynomial.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact_constants.hpp>

namespace polhode::kernel {

/// A coefficient of s or d, of C^c P^p: the sum of row[i][j] u^i g^j w^k over the denominator. k >= 0 is such
/// that i + j + k = 2 c + p for s, and one more for d.
struct SeriesCoefficient {
  std::size_t c, p;
  int denominator;
  std::array<std::array<int, 5>, 5> row;
};

/// By ascending c + p.
using SeriesCoefficients = std::array<SeriesCoefficient, 14>;

// clang-format off
inline constexpr SeriesCoefficients coefficients_of_s{{
    {1, 0, 6, {{{-3, -1}, {0, 1}}}},
    {0, 1, 3, {{{-2, -1}, {-1}}}},
    {2, 0, 60, {{{5, 5, 2}, {0, -5, -4}, {0, 0, 2}}}},
    {1, 1, 30, {{{5, 4, 1}, {5, 2, -1}, {0, -1}}}},
    {0, 2, 60, {{{7, 7, 2}, {6, 3}, {2}}}},
    {3, 0, 2520, {{{-14, -35, -42, -17}, {0, 35, 84, 51}, {0, 0, -42, -51}, {0, 0, 0, 17}}}},
    {2, 1, 1260, {{{-7, -14, -31, -18}, {-35, -42, 23, 36}, {0, 21, 26, -18}, {0, 0, -18}}}},
    {1, 2, 2520, {{{-7, 22, 11, -6}, {-56, -150, -106, 6}, {-42, -18, 53}, {0, 6}}}},
    {0, 3, 630, {{{-6, -9, -5, -1}, {11, 11, -2}, {-4, -2}, {-1}}}},
    {4, 0, 45360, {{{9, 42, 126, 153, 62}, {0, -42, -252, -459, -248}, {0, 0, 126, 459, 372}, {0, 0, 0, -153, -248}, {0, 0, 0, 0, 62}}}},
    {3, 1, 22680, {{{-6, -21, 69, 157, 77}, {42, 126, 87, -232, -231}, {0, -63, -318, -84, 231}, {0, 0, 162, 236, -77}, {0, 0, 0, -77}}}},
    {2, 2, 7560, {{{0, -33, -31, 26, 26}, {0, 57, 124, 12, -52}, {21, 27, -66, -93, 26}, {0, -9, -32, 55}, {0, 0, 26}}}},
    {1, 3, 11340, {{{33, -4, -96, -60, 1}, {-57, 52, 252, 138, -1}, {15, -51, -45, -69}, {9, 4, -69}, {0, -1}}}},
    {0, 4, 45360, {{{173, 346, 186, 13, 2}, {-332, -498, -156, 5}, {147, 147, 159}, {10, 5}, {2}}}}}};

inline constexpr SeriesCoefficients coefficients_of_d{{
    {1, 0, 6, {{{1, 1}, {0, -1}}}},
    {0, 1, 6, {{{1, 1}, {2, 1}}}},
    {2, 0, 60, {{{-3, -5, -2}, {0, 5, 4}, {0, 0, -2}}}},
    {1, 1, 60, {{{-5, -8, -3}, {-10, -4, 4}, {0, 2, -1}}}},
    {0, 2, 60, {{{-2, -3, -1}, {-11, -11, -1}, {-2, -1}}}},
    {3, 0, 2520, {{{10, 35, 42, 17}, {0, -35, -84, -51}, {0, 0, 42, 51}, {0, 0, 0, -17}}}},
    {2, 1, 1260, {{{0, 14, 31, 17}, {35, 42, -23, -33}, {0, -21, -26, 15}, {0, 0, 18, 1}}}},
    {1, 2, 2520, {{{-28, -43, 4, 19}, {91, 122, 5, -32}, {42, 102, 20, 13}, {0, -6, 13}}}},
    {0, 3, 1260, {{{-9, -18, -8, 1}, {20, 30, 12, 1}, {-13, -13, -11}, {2, 1}}}},
    {4, 0, 45360, {{{-7, -42, -126, -153, -62}, {0, 42, 252, 459, 248}, {0, 0, -126, -459, -372}, {0, 0, 0, 153, 248}, {0, 0, 0, 0, -62}}}},
    {3, 1, 45360, {{{21, 42, -138, -314, -155}, {-84, -252, -174, 464, 466}, {0, 126, 636, 168, -468}, {0, 0, -324, -472, 158}, {0, 0, 0, 154, -1}}}},
    {2, 2, 7560, {{{7, 26, 9, -31, -21}, {-7, -15, -86, -40, 37}, {-21, -69, 98, 159, -11}, {0, 9, -16, -83, -5}, {0, 0, -26, -5}}}},
    {1, 3, 22680, {{{-3, 11, 12, -19, -17}, {-12, 97, 0, -75, 32}, {33, -246, -288, 9, -15}, {-18, 136, 270, 67}, {0, 2, -15}}}},
    {0, 4, 45360, {{{-20, -50, -42, -13, -1}, {-127, -254, -276, -149, -1}, {312, 468, 138, -9}, {-163, -163, -9}, {-2, -1}}}}}};
// clang-format on

/// A polynomial of two variables without a constant term: row[i][j] belongs to C^j P^i.
template <class T>
class SeriesInCAndP {
 public:
  SeriesInCAndP() = default;

  /// From u/w and g/w, for the variables w^2 C and w P; `unit` is 1 or w.
  template <class Wide>
  SeriesInCAndP(const SeriesCoefficients& coefficients, const Wide& u, const Wide& g, const Wide& w,
                const Wide& unit) noexcept {
    for (const SeriesCoefficient& k : coefficients) {
      Wide sum = Wide(0);
      for (std::size_t i = k.row.size(); i-- > 0;) {
        Wide in_g = Wide(0);
        for (std::size_t j = k.row[i].size(); j-- > 0;) in_g = in_g * g + Wide(k.row[i][j]);
        sum = sum * u + in_g;
      }
      Wide power = unit / Wide(k.denominator);
      for (std::size_t n = 0; n < 2 * k.c + k.p; ++n) power = power * w;
      row_[k.p][k.c] = static_cast<T>(sum * power);
    }
  }

  /// Calls f on every coefficient.
  template <class F>
  [[gnu::always_inline]] void for_each_number(const F& f) noexcept {
    for (std::size_t p = 0; p < 5; ++p)
      for (std::size_t c = p == 0 ? 1 : 0; p + c < 5; ++c) f(row_[p][c]);
  }

  /// The sum of all terms up to the given degree.
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

/// Calls f on each of the 28 coefficients.
template <class T, class F>
[[gnu::always_inline]] inline void for_each_number(ModifiedMoments<T>& k, const F& f) noexcept {
  k.s.for_each_number(f);
  k.d.for_each_number(f);
}

/// From the inverse moments 1/I_j.
template <class T>
ModifiedMoments<T> modified_moments(const Vec3<T>& inverse) noexcept {
  using Wide = typename Wider<T>::type;
  const Vec3<Wide> n = convert<Wide>(inverse);
  const Wide u = n.x / n.z, g = (n.y - n.z) / n.z;
  return {SeriesInCAndP<T>(coefficients_of_s, u, g, n.z, Wide(1)),
          SeriesInCAndP<T>(coefficients_of_d, u, g, n.z, n.z)};
}

}  // namespace polhode::kernel
