// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A free motion near a time as a polynomial, for one instruction set.
///
/// Convention. Rows of four numbers: attitude x, y, z, w and momentum 1, 2, 3, 0. Row k of a polynomial is
///             the coefficient of s^k, where s is the time from the middle in units of half the length, from
///             -1 to 1.
/// Method.     q' = q (0, omega) / 2 and Euler's equations give each coefficient from the previous ones:
///             (k + 1) q_(k+1) = sum_j q_(k-j) (0, omega_j) / 2, (k + 1) m_(k+1) = sum_j (m x omega)_(j,
///             k-j).

#include <cstddef>

namespace polhode::piece {

constexpr int order = 20;

/// The coefficients of a motion over an interval.
struct Polynomial {
  alignas(32) double attitude[order + 1][4];
  alignas(32) double momentum[order + 1][4];
};

/// The coefficients of the equations, in units of the interval: angular velocity = rate * momentum.
struct Rates {
  double rate[3];
};

struct Functions {
  /// Computes the coefficients after the first, in the principal frame.
  void (*expand)(Polynomial& p, const Rates& rates) noexcept;
  /// Transforms those of the attitude after the first: q -> left q, and q -> q right, in place.
  void (*turn)(const double (*from)[4], double (*to)[4], const double* left) noexcept;
  void (*turn_frame)(double (*rows)[4], const double* right) noexcept;
  /// Transforms those of the momentum after the first: m -> matrix m, by columns of four.
  void (*transform)(double (*rows)[4], const double (*columns)[4]) noexcept;
  /// Evaluates attitude (four numbers) and momentum (three) at `count` values s = ((t - middle) - rest) *
  /// scale, each `stride` numbers after the previous one.
  void (*evaluate)(const double (*attitude)[4], const double (*momentum)[4], const double* times,
                   std::size_t count, double middle, double rest, double scale, double* to,
                   std::size_t stride) noexcept;
};

const Functions& sse2_functions() noexcept;
const Functions& avx2_functions() noexcept;
/// The functions for this processor.
const Functions& functions() noexcept;

/// V provides Four, load, store, all, of, fused and shuffles, as in core/four_numbers.hpp.
template <class V>
struct Kernel {
  using Four = typename V::Four;

  static void expand(Polynomial& p, const Rates& rates) noexcept {
    alignas(32) double omega[3][order + 1];
    const double* r = rates.rate;
    const Four change = V::of(r[2] - r[1], r[0] - r[2], r[1] - r[0], 0);
    // The momentum permuted to 2, 3, 1 and 3, 1, 2.
    alignas(32) double first[order + 1][4], second[order + 1][4];
    const auto prepare = [&](int k) __attribute__((always_inline)) {
      const double* m = p.momentum[k];
      for (int i = 0; i < 3; ++i) omega[i][k] = 0.5 * r[i] * m[i];
      const Four whole = V::load(m);
      V::store(first[k], V::template shuffled<1, 2, 0, 3>(whole));
      V::store(second[k], V::template shuffled<2, 0, 1, 3>(whole));
    };
    prepare(0);
    for (int k = 0; k < order; ++k) {
      Four sum[4] = {V::all(0), V::all(0), V::all(0), V::all(0)};
      Four other[4] = {V::all(0), V::all(0), V::all(0), V::all(0)};
      const auto add = [&](Four * to, int j) __attribute__((always_inline)) {
        const Four q = V::load(p.attitude[k - j]);
        for (int i = 0; i < 3; ++i) to[i] = V::fused(V::all(omega[i][j]), q, to[i]);
        to[3] = V::fused(V::load(first[j]), V::load(second[k - j]), to[3]);
      };
      int j = 0;
      for (; j < k; j += 2) {
        add(sum, j);
        add(other, j + 1);
      }
      if (j == k) add(sum, j);
      for (int i = 0; i < 4; ++i) sum[i] = sum[i] + other[i];
      const Four count = V::all(k + 1);
      // q (0, omega): the columns of x, y, z, w.
      const Four along_1 =
          V::template flipped<false, false, true, true>(V::template shuffled<3, 2, 1, 0>(sum[0]));
      const Four along_2 =
          V::template flipped<true, false, false, true>(V::template shuffled<2, 3, 0, 1>(sum[1]));
      const Four along_3 =
          V::template flipped<false, true, false, true>(V::template shuffled<1, 0, 3, 2>(sum[2]));
      V::store(p.attitude[k + 1], ((along_1 + along_2) + along_3) / count);
      V::store(p.momentum[k + 1], change * sum[3] / count);
      prepare(k + 1);
    }
  }

  static void turn(const double (*from)[4], double (*to)[4], const double* left) noexcept {
    const Four x = V::all(left[0]), y = V::all(left[1]), z = V::all(left[2]), w = V::all(left[3]);
    for (int k = 1; k <= order; ++k) {
      const Four q = V::load(from[k]);
      const Four of_x = V::template flipped<false, true, false, true>(V::template shuffled<3, 2, 1, 0>(q)),
                 of_y = V::template flipped<false, false, true, true>(V::template shuffled<2, 3, 0, 1>(q)),
                 of_z = V::template flipped<true, false, false, true>(V::template shuffled<1, 0, 3, 2>(q));
      V::store(to[k], V::fused(w, q, V::fused(x, of_x, V::fused(y, of_y, z * of_z))));
    }
  }

  static void turn_frame(double (*rows)[4], const double* right) noexcept {
    const Four x = V::all(right[0]), y = V::all(right[1]), z = V::all(right[2]), w = V::all(right[3]);
    for (int k = 1; k <= order; ++k) {
      const Four q = V::load(rows[k]);
      const Four of_x = V::template flipped<false, false, true, true>(V::template shuffled<3, 2, 1, 0>(q)),
                 of_y = V::template flipped<true, false, false, true>(V::template shuffled<2, 3, 0, 1>(q)),
                 of_z = V::template flipped<false, true, false, true>(V::template shuffled<1, 0, 3, 2>(q));
      V::store(rows[k], V::fused(w, q, V::fused(x, of_x, V::fused(y, of_y, z * of_z))));
    }
  }

  static void transform(double (*rows)[4], const double (*columns)[4]) noexcept {
    const Four x = V::load(columns[0]), y = V::load(columns[1]), z = V::load(columns[2]);
    for (int k = 1; k <= order; ++k)
      V::store(rows[k],
               V::fused(x, V::all(rows[k][0]), V::fused(y, V::all(rows[k][1]), z * V::all(rows[k][2]))));
  }

  static void evaluate(const double (*attitude)[4], const double (*momentum)[4], const double* times,
                       std::size_t count, double middle, double rest, double scale, double* to,
                       std::size_t stride) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const Four s = V::all(((times[i] - middle) - rest) * scale);
      Four q = V::load(attitude[order]), m = V::load(momentum[order]);
      for (int k = order - 1; k >= 0; --k) {
        q = V::fused(q, s, V::load(attitude[k]));
        m = V::fused(m, s, V::load(momentum[k]));
      }
      alignas(32) double last[4];
      V::store(to + i * stride, q);
      V::store(last, m);
      for (std::size_t k = 0; k < 3; ++k) to[i * stride + 4 + k] = last[k];
    }
  }

  static constexpr Functions functions{expand, turn, turn_frame, transform, evaluate};
};

}  // namespace polhode::piece
