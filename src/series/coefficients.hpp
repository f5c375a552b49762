// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The coefficients of a motion under a recorded torque, four products of series at once. Included only by
/// the files that are compiled for one instruction set (target_avx2.cpp and the like).
///
/// Convention. I is FourNumbers of core/four_numbers.hpp: four numbers, I::Four, and their operations. Only
///             functions of the standard library that are always inlined are used here: the linker could
///             otherwise use this file's copy, with its instructions, for the whole program.
/// Method.     m' = m x omega + torque, q' = q (0, omega) / 2: docs/series.md. In a product of series c_k =
///             a_0 b_k + (a_1 b_(k-1) + ... + a_(k-1) b_1) + a_k b_0 only the outer terms need the newest
///             coefficients. The middle is summed in two halves, of odd and even i. If four numbers fit in
///             one register, the step from order K to K + 1 is specialised for each K.

#include <cstddef>
#include <utility>

#include "series/targets.hpp"

namespace polhode::series {

namespace {

template <class I>
struct Engine {
  using Four = typename I::Four;

  [[gnu::always_inline]] static Four load(const double* p) noexcept { return I::load(p); }
  [[gnu::always_inline]] static void store(double* p, Four v) noexcept { I::store(p, v); }
  [[gnu::always_inline]] static Four all(double x) noexcept { return I::all(x); }

  /// The four rows of an operand at order k.
  [[gnu::always_inline]] static Four operand(const Operand& o, const double* at, bool is_group) noexcept {
    if (is_group) return I::reordered(at + o.group, o.halves);
    return I::of(at[o.rows[0]], at[o.rows[1]], at[o.rows[2]], at[o.rows[3]]);
  }
  /// Four forms, added to `even`.
  [[gnu::always_inline]] static Four columns(const Column* c, int count, const double* rows,
                                             Four even) noexcept {
    Four odd = all(0);
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even = I::fused(load(c[j].factors), all(rows[c[j].row]), even);
      odd = I::fused(load(c[j + 1].factors), all(rows[c[j + 1].row]), odd);
    }
    if (j < count) even = I::fused(load(c[j].factors), all(rows[c[j].row]), even);
    return even + odd;
  }

  /// Whether each order has specialised code. Without it, steps take 1.25 times as long at tolerances of 1e-6
  /// and 1e-9. x86-64 without AVX2 is rare, and compiling that code for it takes twenty seconds.
#ifdef __x86_64__
  static constexpr bool has_code_for_each_order = I::registers == 1;
#else
  static constexpr bool has_code_for_each_order = true;
#endif

  /// Adds two terms of a sum, starting with a_i r_i.
  [[gnu::always_inline]] static void add_two(const double* a, const double* r, int i, Four& even,
                                             Four& odd) noexcept {
    even = I::fused(load(a + 4 * i), load(r + 4 * i), even);
    odd = I::fused(load(a + 4 * i + 4), load(r + 4 * i + 4), odd);
  }

  /// The sum of a_i r_i over `terms` terms, in two halves.
  [[gnu::always_inline]] static Four middle(const double* a, const double* r, int terms) noexcept {
    if (terms == 0) return all(0);
    Four even = load(a) * load(r), odd = all(0);
    if (terms > 1) odd = load(a + 4) * load(r + 4);
    if constexpr (has_code_for_each_order) {
#pragma GCC unroll 32
      for (int i = 2; i + 1 < terms; i += 2) add_two(a, r, i, even, odd);
    } else {
      for (int i = 2; i + 1 < terms; i += 2) add_two(a, r, i, even, odd);
    }
    if (terms > 2 && terms % 2 == 1) even = I::fused(load(a + 4 * terms - 4), load(r + 4 * terms - 4), even);
    return even + odd;
  }

  [[gnu::always_inline]] static void add_products(const double* a, const double* x, const double* y,
                                                  const double* z, Four (&sums)[3]) noexcept {
    const Four now = load(a);
    sums[0] = I::fused(now, load(x), sums[0]);
    sums[1] = I::fused(now, load(y), sums[1]);
    sums[2] = I::fused(now, load(z), sums[2]);
  }

  /// The same sums of a with x, y and z. In two halves if careful, which rounds less.
  template <bool Careful>
  [[gnu::always_inline]] static void middles(const double* a, const double* x, const double* y,
                                             const double* z, int terms, Four (&sums)[3]) noexcept {
    if constexpr (Careful) {
      sums[0] = middle(a, x, terms);
      sums[1] = middle(a, y, terms);
      sums[2] = middle(a, z, terms);
    } else if (terms == 0) {
      sums[0] = sums[1] = sums[2] = all(0);
    } else {
      const Four first = load(a);
      sums[0] = first * load(x);
      sums[1] = first * load(y);
      sums[2] = first * load(z);
      if constexpr (has_code_for_each_order) {
#pragma GCC unroll 32
        for (int i = 1; i < terms; ++i) add_products(a + 4 * i, x + 4 * i, y + 4 * i, z + 4 * i, sums);
      } else {
        for (int i = 1; i < terms; ++i) add_products(a + 4 * i, x + 4 * i, y + 4 * i, z + 4 * i, sums);
      }
    }
  }

  /// Stores coefficient k >= 1 of both operands of a product.
  [[gnu::always_inline]] static void keep(double* forward, double* reverse, int order, int k, Four a,
                                          Four b) noexcept {
    store(forward + 4 * (k - 1), a);
    store(reverse + 4 * (order - k), b);
  }
  /// The start of the reversed coefficients for the sum over 1, ..., k - 1.
  [[gnu::always_inline]] static const double* from(const double* reverse, int order, int k) noexcept {
    return reverse + 4 * (order - k + 1);
  }

  [[gnu::always_inline]] static void pack(const ProductPack& p, double* rows, int order, int K) noexcept {
    if (K == 0) {
      const Four a = operand(p.a, rows, p.are_groups), b = operand(p.b, rows, p.are_groups);
      store(p.first_a, a);
      store(p.first_b, b);
      store(rows + p.out, a * b);
    } else {
      const Four inner = middle(p.forward, from(p.reverse, order, K), K - 1);
      const Four a = operand(p.a, rows, p.are_groups), b = operand(p.b, rows, p.are_groups);
      keep(p.forward, p.reverse, order, K, a, b);
      store(rows + p.out, I::fused(load(p.first_a), b, I::fused(a, load(p.first_b), inner)));
    }
  }

  [[gnu::always_inline]] static void function(const View& v, const FunctionRow& f, double* rows,
                                              int K) noexcept {
    if (K == 0 || f.maker != Maker::sine || !f.is_of_line) {
      v.function(v, f, K);
      return;
    }
    // Sine and cosine linear in time, the most frequent case.
    const double* before = rows - v.row_count;
    const double a = f.a_terms[0].factor * v.unit * (1.0 / K);
    rows[f.out] = a * before[f.partner];
    rows[f.partner] = -a * before[f.out];
  }

  /// Coefficients of order 0: attitude, half the angular velocity, and the factors of m x omega.
  struct First {
    Four q, w[3], m[2], r[2];
  };

  static constexpr int any_order = -1;

  /// Computes the coefficients of order K + 1 of attitude and momentum from those of order K, where K is
  /// `Known`, or `k` if that is any_order.
  template <int Known, bool Careful, bool HasFunctions>
  static void step(const View& v, double* rows, First& first, int k) noexcept {
    const int order = v.order, K = Known == any_order ? k : Known;
    // Products that do not need the newest coefficients: the attitude times each component of half the
    // angular velocity (permuted below), and the momentum times the angular velocity.
    Four turns[3] = {all(0), all(0), all(0)}, bend = all(0);
    if (K > 0)
      middles<Careful>(v.kinematic[0], from(v.kinematic[1], order, K), from(v.kinematic[2], order, K),
                       from(v.kinematic[3], order, K), K - 1, turns);
    if (K > 1) {
      bend = middle(v.euler[0], from(v.euler[1], order, K), K - 1);
      if constexpr (Careful) bend = bend + middle(v.euler[2], from(v.euler[3], order, K), K - 1);
    }
    const Four q = load(rows + row::attitude), m = load(rows + row::momentum);
    const Four half = load(v.half_inverse) * m;
    const Four w1 = I::template shuffled<0, 0, 0, 0>(half), w2 = I::template shuffled<1, 1, 1, 1>(half),
               w3 = I::template shuffled<2, 2, 2, 2>(half);
    const Four m1 = I::template shuffled<1, 2, 0, 3>(m), m2 = I::template shuffled<2, 0, 1, 3>(m);
    Four r1 = m1, r2 = m1;
    if constexpr (Careful) {
      const Four omega = load(v.inverse) * m;
      r1 = I::template shuffled<2, 0, 1, 3>(omega);
      r2 = -I::template shuffled<1, 2, 0, 3>(omega);
    } else {
      r1 = load(v.gap) * m2;
    }
    if (K == 0) {
      // A turning frame adds only to the factors of the attitude's newest coefficients.
      first = {q, {w1 + load(v.frame), w2 + load(v.frame + 4), w3 + load(v.frame + 8)}, {m1, m2}, {r1, r2}};
      for (int i = 0; i < 3; ++i) turns[i] = q * first.w[i];
      bend = m1 * r1;
      if constexpr (Careful) bend = I::fused(m2, r2, bend);
    } else {
      keep(v.kinematic[0], v.kinematic[1], order, K, q, w1);
      store(v.kinematic[2] + 4 * (order - K), w2);
      store(v.kinematic[3] + 4 * (order - K), w3);
      keep(v.euler[0], v.euler[1], order, K, m1, r1);
      turns[0] = I::fused(first.q, w1, I::fused(q, first.w[0], turns[0]));
      turns[1] = I::fused(first.q, w2, I::fused(q, first.w[1], turns[1]));
      turns[2] = I::fused(first.q, w3, I::fused(q, first.w[2], turns[2]));
      bend = I::fused(first.m[0], r1, I::fused(m1, first.r[0], bend));
      if constexpr (Careful) {
        keep(v.euler[2], v.euler[3], order, K, m2, r2);
        bend = I::fused(first.m[1], r2, I::fused(m2, first.r[1], bend));
      }
    }
    const Four turn =
        (I::template flipped<true, false, false, true>(I::template shuffled<1, 0, 3, 2>(turns[0])) +
         I::template flipped<true, true, false, false>(I::template shuffled<2, 3, 0, 1>(turns[1]))) +
        I::template flipped<true, false, true, false>(I::template shuffled<3, 2, 1, 0>(turns[2]));
    // The unit of time is a power of two.
    double* next = rows + v.row_count;
    const Four factor = all(v.unit * (1.0 / (K + 1)));
    store(next + row::attitude, Careful ? all(v.unit) * turn / all(K + 1) : factor * turn);
    const Stage *stage = v.stages, *const early_end = stage + v.early_count,
                *const end = stage + v.stage_count;
    if (K == 0)
      for (const Stage* s = stage; s != early_end; ++s) pack(*s->pack, rows, order, 0);
    for (const Stage* s = early_end; s != end; ++s) {
      if (s->pack)
        pack(*s->pack, rows, order, K);
      else if (!HasFunctions || s->linear)
        store(rows + s->linear->out, columns(s->linear->columns, s->linear->count, rows, all(0)));
      else
        function(v, *s->function, rows, K);
    }
    bend = columns(v.torque, v.torque_count, rows, bend);
    store(next + row::momentum, Careful ? all(v.unit) * bend / all(K + 1) : factor * bend);
    // Products of the attitude of the next order are computed here, because they need neither the newest
    // momentum nor the stages above.
    if (K + 1 < order)
      for (const Stage* s = stage; s != early_end; ++s) pack(*s->pack, next, order, K + 1);
    next[row::time] = K == 0 ? v.unit : 0;
  }

  using Step = void (*)(const View&, double* rows, First& first, int k) noexcept;

  template <bool Careful, bool HasFunctions, int... K>
  struct Steps {
    static constexpr Step all[] = {step<K, Careful, HasFunctions>...};
  };
  template <bool Careful, bool HasFunctions, int... K>
  static constexpr const Step* steps(std::integer_sequence<int, K...>) noexcept {
    return Steps<Careful, HasFunctions, K...>::all;
  }

  /// Computes coefficients order by order.
  struct Rising {
    const View& v;
    const Step* steps;
    double* rows;
    First first;

    Rising(const View& view, double time, bool careful) noexcept
        : v(view), steps(steps_for(view, careful)), rows(view.rows) {
      rows[row::one] = 1;
      rows[row::time] = time;
    }
    [[gnu::always_inline]] void to(int order) noexcept {
      steps[has_code_for_each_order ? order - 1 : 0](v, rows, first, order - 1);
      rows += v.row_count;
    }
  };

  template <class Orders>
  static const Step* steps_of(const View& v, bool careful, Orders orders) noexcept {
    return careful           ? steps<true, true>(orders)
           : v.has_functions ? steps<false, true>(orders)
                             : steps<false, false>(orders);
  }
  static const Step* steps_for(const View& v, bool careful) noexcept {
    if constexpr (has_code_for_each_order)
      return steps_of(v, careful, std::make_integer_sequence<int, highest_order>());
    else
      return steps_of(v, careful, std::integer_sequence<int, any_order>());
  }

  static void coefficients(const View& v, double time, bool careful) noexcept {
    Rising all(v, time, careful);
    for (int k = 1; k <= v.order; ++k) all.to(k);
  }

  static void coefficients_of_two(const View& v, const View& other, double time, bool careful) noexcept {
    Rising first(v, time, careful), second(other, time, false);
    for (int k = 1; k <= v.order || k <= other.order; ++k) {
      if (k <= v.order) first.to(k);
      if (k <= other.order) second.to(k);
    }
  }

  static void error_terms(const View& run, const View& beside, double factor, ErrorTerms& t) noexcept {
    const Four by = all(factor);
    t.order = beside.order;
    const double *x = run.rows, *y = beside.rows;
    for (double *to = t.terms, *end = to + 8 * t.order; to != end; to += 8) {
      x += run.row_count;
      y += beside.row_count;
      store(to, by * (load(y + row::attitude) - load(x + row::attitude)));
      store(to + 4, by * (load(y + row::momentum) - load(x + row::momentum)));
    }
  }

  static void errors(const View& run, const ErrorTerms& t, const double* s, int count, ErrorAt* at) noexcept {
    for (const double* end = s + count; s != end; ++s, ++at) {
      const Four x = all(*s);
      Four q = all(0), eq = q, em = q;
      const double *rows = run.rows + static_cast<std::ptrdiff_t>(t.order) * run.row_count,
                   *terms = t.terms + 8 * (t.order - 1);
      for (int k = t.order; k > 0; --k, rows -= run.row_count, terms -= 8) {
        q = x * (q + load(rows + row::attitude));
        eq = x * (eq + load(terms));
        em = x * (em + load(terms + 4));
      }
      double power = 1;
      double y = *s;
      for (int n = t.left_out_order; n > 0; n /= 2, y *= y)
        if (n % 2 == 1) power *= y;
      const Four last = all(power);
      q = q + load(rows + row::attitude);
      eq = load(t.begun) + (eq + last * load(t.left_out));
      em = load(t.begun + 4) + (em + last * load(t.left_out + 4));
      store(at->error, eq);
      store(at->error + 4, em);
      double two[2];
      I::totals(eq * eq, em * em, two);
      at->attitude_square = two[0];
      at->momentum_square = two[1];
      I::totals(q * eq, q, two);
      at->along = two[0];
    }
  }

  /// sum_{k=1}^{order} x_k s^k
  [[gnu::always_inline]] static void sum(const View& v, double s, Four& q, Four& m) noexcept {
    const double* rows = v.rows + static_cast<std::ptrdiff_t>(v.order) * v.row_count;
    const Four x = all(s);
    q = load(rows + row::attitude);
    m = load(rows + row::momentum);
    for (int k = v.order - 1; k > 0; --k) {
      rows -= v.row_count;
      q = I::fused(q, x, load(rows + row::attitude));
      m = I::fused(m, x, load(rows + row::momentum));
    }
    q = q * x;
    m = m * x;
  }

  /// Two such sums, computed in parallel.
  [[gnu::always_inline]] static void sums(const View& v, double s, double t, Four (&q)[2],
                                          Four (&m)[2]) noexcept {
    const double* rows = v.rows + static_cast<std::ptrdiff_t>(v.order) * v.row_count;
    const Four x = all(s), y = all(t);
    q[0] = q[1] = load(rows + row::attitude);
    m[0] = m[1] = load(rows + row::momentum);
    for (int k = v.order - 1; k > 0; --k) {
      rows -= v.row_count;
      const Four qk = load(rows + row::attitude), mk = load(rows + row::momentum);
      q[0] = I::fused(q[0], x, qk);
      m[0] = I::fused(m[0], x, mk);
      q[1] = I::fused(q[1], y, qk);
      m[1] = I::fused(m[1], y, mk);
    }
    q[0] = q[0] * x;
    m[0] = m[0] * x;
    q[1] = q[1] * y;
    m[1] = m[1] * y;
  }

  static void states(const View& v, double scale, const Sums& begin, const double* s, int count,
                     double* eights) noexcept {
    for (int i = 0; i < count; i += 2) {
      const bool is_pair = i + 1 < count;
      Four q[2], m[2];
      sums(v, s[i], s[is_pair ? i + 1 : i], q, m);
      for (int j = 0; j < 2; ++j) {
        q[j] = load(begin.q) + (load(begin.lost_q) + q[j]);
        m[j] = load(begin.m) + (load(begin.lost_m) + all(scale) * m[j]);
      }
      double squares[2];
      I::totals(q[0] * q[0], q[1] * q[1], squares);
      for (int j = 0; j < (is_pair ? 2 : 1); ++j, eights += 8) {
        store(eights, all(1 / __builtin_sqrt(squares[j])) * q[j]);
        store(eights + 4, m[j]);
      }
    }
  }

  static void sizes(const View& v, Sizes& all_sizes) noexcept {
    const auto at = [&v](int k, int r) {
      return load(v.rows + static_cast<std::ptrdiff_t>(k) * v.row_count + r);
    };
    double two[2];
    for (int i = 0; i < 3; ++i) {
      const Four early = at(1 + i, row::momentum), q = at(v.order - 2 + i, row::attitude),
                 m = at(v.order - 2 + i, row::momentum);
      I::totals(q * q, m * m, two);
      all_sizes.attitude[i] = two[0];
      all_sizes.momentum[i] = two[1];
      I::totals(early * early, early, two);
      all_sizes.early[i] = two[0];
    }
  }

  /// As compensated_add of core/compensated.hpp.
  [[gnu::always_inline]] static void add(Four& sum, Four& lost, Four x) noexcept {
    const Four b = x + lost, s = sum + b, bb = s - sum;
    lost = (sum - (s - bb)) + (b - bb);
    sum = s;
  }

  static void advance(const View& v, double s, double scale, Sums& sums) noexcept {
    Four q, m;
    sum(v, s, q, m);
    Four now = load(sums.q), lost = load(sums.lost_q);
    add(now, lost, q);
    store(sums.q, now);
    store(sums.lost_q, lost);
    now = load(sums.m);
    lost = load(sums.lost_m);
    add(now, lost, all(scale) * m);
    store(sums.m, now);
    store(sums.lost_m, lost);
  }

  static constexpr Functions functions() noexcept {
    return {coefficients, coefficients_of_two, error_terms, errors, states, sizes, advance};
  }
};

}  // namespace

}  // namespace polhode::series
