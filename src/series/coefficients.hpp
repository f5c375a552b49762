// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The coefficients of a motion under a recorded torque, four products of series at once. Included by the units of
/// instructions alone.
///
/// Convention. Instructions is the unit's own struct, as in batch/lanes.hpp: fused() and middle(). Nothing of the
///             standard library stands here, since the linker might take it for another unit's.
/// Method.     m' = m x omega + torque, q' = q (0, omega) / 2: docs/series.md. In a product of series
///             c_k = a_0 b_k + (a_1 b_(k-1) + ... + a_(k-1) b_1) + a_k b_0 only the outer terms wait for the
///             newest coefficients. The middle is summed in two halves, of odd and of even i, on all machines alike.

#include <cstddef>

#include "series/targets.hpp"

namespace polhode::series {

namespace {

typedef double Four __attribute__((vector_size(32)));
typedef long long FourBits __attribute__((vector_size(32)));

[[gnu::always_inline]] inline Four load(const double* p) noexcept {
  Four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
[[gnu::always_inline]] inline void store(double* p, Four v) noexcept { __builtin_memcpy(p, &v, sizeof v); }
[[gnu::always_inline]] inline Four all(double x) noexcept { return Four{x, x, x, x}; }

/// The signs of some lanes changed.
template <bool A, bool B, bool C, bool D>
[[gnu::always_inline]] inline Four flipped(Four v) noexcept {
  constexpr long long sign = static_cast<long long>(1ULL << 63);
  const FourBits mask{A ? sign : 0, B ? sign : 0, C ? sign : 0, D ? sign : 0};
  return __builtin_bit_cast(Four, __builtin_bit_cast(FourBits, v) ^ mask);
}

template <class I>
struct Engine {
  /// The four forms of an operand at order k, whose rows are there.
  [[gnu::always_inline]] static Four operand(const Operand& o, const double* rows) noexcept {
    if (o.is_rows) return Four{rows[o.rows[0]], rows[o.rows[1]], rows[o.rows[2]], rows[o.rows[3]]};
    return columns(o.columns, o.count, rows);
  }
  [[gnu::always_inline]] static Four columns(const Column* c, int count, const double* rows) noexcept {
    Four even{}, odd{};
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even = I::fused(load(c[j].factors), all(rows[c[j].row]), even);
      odd = I::fused(load(c[j + 1].factors), all(rows[c[j + 1].row]), odd);
    }
    if (j < count) even = I::fused(load(c[j].factors), all(rows[c[j].row]), even);
    return even + odd;
  }

  /// Keeps coefficient k >= 1 of both operands of a product.
  [[gnu::always_inline]] static void keep(double* forward, double* reverse, int order, int k, Four a,
                                          Four b) noexcept {
    store(forward + 4 * (k - 1), a);
    store(reverse + 4 * (order - k), b);
  }
  /// Where the reversed coefficients begin for the sum over 1, ..., k - 1.
  [[gnu::always_inline]] static const double* from(const double* reverse, int order, int k) noexcept {
    return reverse + 4 * (order - k + 1);
  }

  static void pack(const ProductPack& p, double* rows, int order, int k) noexcept {
    if (k == 0) {
      const Four a = operand(p.a, rows), b = operand(p.b, rows);
      store(p.first_a, a);
      store(p.first_b, b);
      store(rows + p.out, a * b);
      return;
    }
    const Four middle = I::middle(p.forward, from(p.reverse, order, k), k - 1);
    const Four a = operand(p.a, rows), b = operand(p.b, rows);
    keep(p.forward, p.reverse, order, k, a, b);
    store(rows + p.out, I::fused(load(p.first_a), b, I::fused(a, load(p.first_b), middle)));
  }

  [[gnu::always_inline]] static void function(const View& v, const FunctionRow& f, double* rows,
                                              int k) noexcept {
    if (f.maker != Maker::sine || !f.is_of_line || k == 0) {
      v.function(v, f, k);
      return;
    }
    // Sine and cosine of a line, which are met most often.
    const double* before = rows - v.row_count;
    const double a = f.a_terms[0].factor * v.unit * inverses[k - 1];
    rows[f.out] = a * before[f.partner];
    rows[f.partner] = -a * before[f.out];
  }

  template <bool Careful>
  [[gnu::always_inline]] static void run(const View& v, double time) noexcept {
    const int order = v.order;
    const Four inverse = load(v.inverse), gap = load(v.gap);
    double* rows = v.rows;
    rows[row::one] = 1;
    rows[row::time] = time;
    Four q0[3]{}, w0[3]{}, m0[2]{}, r0[2]{};
    for (int k = 0; k < order; ++k, rows += v.row_count) {
      // What does not wait for the newest coefficients.
      Four turn{}, bend{};
      if (k > 1) {
        turn = I::middle3(v.kinematic, order, k);
        bend = I::middle(v.euler[0], from(v.euler[1], order, k), k - 1);
        if constexpr (Careful) bend += I::middle(v.euler[2], from(v.euler[3], order, k), k - 1);
      }
      const Four q = load(rows + row::attitude), m = load(rows + row::momentum);
      const Four omega = inverse * m, half = all(0.5) * omega;
      const Four q1 = flipped<true, false, false, true>(__builtin_shufflevector(q, q, 1, 0, 3, 2)),
                 q2 = flipped<true, true, false, false>(__builtin_shufflevector(q, q, 2, 3, 0, 1)),
                 q3 = flipped<true, false, true, false>(__builtin_shufflevector(q, q, 3, 2, 1, 0));
      const Four w1 = __builtin_shufflevector(half, half, 0, 0, 0, 0),
                 w2 = __builtin_shufflevector(half, half, 1, 1, 1, 1),
                 w3 = __builtin_shufflevector(half, half, 2, 2, 2, 2);
      const Four m1 = __builtin_shufflevector(m, m, 1, 2, 0, 3);
      const Four m2 = __builtin_shufflevector(m, m, 2, 0, 1, 3);
      Four r1, r2{};
      if constexpr (Careful) {
        r1 = __builtin_shufflevector(omega, omega, 2, 0, 1, 3);
        r2 = -__builtin_shufflevector(omega, omega, 1, 2, 0, 3);
      } else {
        r1 = gap * m2;
      }
      if (k == 0) {
        q0[0] = q1, q0[1] = q2, q0[2] = q3, w0[0] = w1, w0[1] = w2, w0[2] = w3;
        m0[0] = m1, m0[1] = m2, r0[0] = r1, r0[1] = r2;
        turn = I::fused(q1, w1, I::fused(q2, w2, q3 * w3));
        bend = m1 * r1;
        if constexpr (Careful) bend = I::fused(m2, r2, bend);
      } else {
        keep(v.kinematic[0], v.kinematic[3], order, k, q1, w1);
        keep(v.kinematic[1], v.kinematic[4], order, k, q2, w2);
        keep(v.kinematic[2], v.kinematic[5], order, k, q3, w3);
        keep(v.euler[0], v.euler[1], order, k, m1, r1);
        turn = I::fused(q1, w0[0], turn) + I::fused(q0[0], w1, q0[1] * w2);
        turn += I::fused(q2, w0[1], q3 * w0[2]);
        turn = I::fused(q0[2], w3, turn);
        bend = I::fused(m0[0], r1, I::fused(m1, r0[0], bend));
        if constexpr (Careful) {
          keep(v.euler[2], v.euler[3], order, k, m2, r2);
          bend = I::fused(m0[1], r2, I::fused(m2, r0[1], bend));
        }
      }
      for (int s = 0; s < v.stage_count; ++s) {
        if (const Stage& stage = v.stages[s]; stage.pack)
          pack(*stage.pack, rows, order, k);
        else
          function(v, *stage.function, rows, k);
      }
      bend += columns(v.torque, v.torque_count, rows);
      // The unit of time is a power of two.
      double* next = rows + v.row_count;
      if constexpr (Careful) {
        const Four divisor = all(static_cast<double>(k + 1)), unit = all(v.unit);
        store(next + row::attitude, unit * turn / divisor);
        store(next + row::momentum, unit * bend / divisor);
      } else {
        const Four factor = all(v.unit * inverses[k]);
        store(next + row::attitude, factor * turn);
        store(next + row::momentum, factor * bend);
      }
      next[row::time] = k == 0 ? v.unit : 0;
    }
  }

  static void coefficients(const View& v, double time, bool careful) noexcept {
    if (careful)
      run<true>(v, time);
    else
      run<false>(v, time);
  }

  static void increment(const View& v, double s, double* eight) noexcept {
    const double* rows = v.rows + static_cast<std::ptrdiff_t>(v.order) * v.row_count;
    const Four x = all(s);
    Four q = load(rows + row::attitude), m = load(rows + row::momentum);
    for (int k = v.order - 1; k > 0; --k) {
      rows -= v.row_count;
      q = I::fused(q, x, load(rows + row::attitude));
      m = I::fused(m, x, load(rows + row::momentum));
    }
    store(eight, q * x);
    store(eight + 4, m * x);
  }

  static constexpr double inverses[] = {1.0 / 1,  1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
                                        1.0 / 8,  1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14,
                                        1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21,
                                        1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28,
                                        1.0 / 29, 1.0 / 30, 1.0 / 31, 1.0 / 32};
};

}  // namespace

}  // namespace polhode::series
