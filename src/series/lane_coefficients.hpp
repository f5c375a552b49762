// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The coefficients of the motions of several bodies at once, one per lane. Included only by the files that
/// are compiled for one instruction set.
///
/// Convention. The sums are those of coefficients.hpp, each in the same order, so that a body has the same
///             digits on lanes and alone, whatever is on the other lanes.
/// Method.     On lanes the limit is throughput rather than latency. A coefficient in memory is read once for
///             as many products as there are registers for their sums: the attitude with half the angular
///             velocity 7 times for 12 products. (Code specialised for each order, as for single motions, was
///             10 % slower.)

#include <cstddef>

#include "series/lane_program.hpp"

namespace polhode::series {

namespace {

template <class I>
struct LaneEngine {
  using Four = typename I::Four;
  static_assert(sizeof(Four) == lane_count * sizeof(double));

  [[gnu::always_inline]] static Four load(const double* p) noexcept { return I::load(p); }
  [[gnu::always_inline]] static void store(double* p, Four v) noexcept { I::store(p, v); }
  [[gnu::always_inline]] static Four all(double x) noexcept { return I::all(x); }
  /// Coefficient k of a series.
  [[gnu::always_inline]] static Four at(const double* series, int k) noexcept {
    return load(series + lane_count * static_cast<std::ptrdiff_t>(k));
  }

  /// sums_j = sum_{i=1}^{k-1} a_i (b_j)_{k-i}, in two halves, of odd and even i.
  template <std::size_t Count>
  [[gnu::always_inline]] static void middles(const double* a, const double* const (&b)[Count], int k,
                                             Four (&sums)[Count]) noexcept {
    if (k < 2) {
      for (std::size_t j = 0; j < Count; ++j) sums[j] = all(0);
      return;
    }
    Four odd[Count];
    Four now = at(a, 1);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < Count; ++j) {
      sums[j] = now * at(b[j], k - 1);
      odd[j] = all(0);
    }
    if (k > 2) {
      now = at(a, 2);
#pragma GCC unroll 4
      for (std::size_t j = 0; j < Count; ++j) odd[j] = now * at(b[j], k - 2);
    }
    int i = 3;
    for (; i + 1 < k; i += 2) {
      now = at(a, i);
#pragma GCC unroll 4
      for (std::size_t j = 0; j < Count; ++j) sums[j] = I::fused(now, at(b[j], k - i), sums[j]);
      now = at(a, i + 1);
#pragma GCC unroll 4
      for (std::size_t j = 0; j < Count; ++j) odd[j] = I::fused(now, at(b[j], k - i - 1), odd[j]);
    }
    if (i < k) {
      now = at(a, i);
#pragma GCC unroll 4
      for (std::size_t j = 0; j < Count; ++j) sums[j] = I::fused(now, at(b[j], k - i), sums[j]);
    }
#pragma GCC unroll 4
    for (std::size_t j = 0; j < Count; ++j) sums[j] = sums[j] + odd[j];
  }

  /// The attitude times Count components of half the angular velocity, each sum in one part.
  template <std::size_t Count>
  [[gnu::always_inline]] static void turns(const double* const (&q)[4], const double* const* w, int k,
                                           Four (*sums)[4]) noexcept {
    if (k < 2) {
      for (std::size_t j = 0; j < Count; ++j)
        for (int c = 0; c < 4; ++c) sums[j][c] = all(0);
      return;
    }
    Four s[Count][4];
    Four factor[Count];
#pragma GCC unroll 4
    for (std::size_t j = 0; j < Count; ++j) factor[j] = at(w[j], k - 1);
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) {
      const Four now = at(q[c], 1);
#pragma GCC unroll 4
      for (std::size_t j = 0; j < Count; ++j) s[j][c] = now * factor[j];
    }
    for (int i = 2; i < k; ++i) {
#pragma GCC unroll 4
      for (std::size_t j = 0; j < Count; ++j) factor[j] = at(w[j], k - i);
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) {
        const Four now = at(q[c], i);
#pragma GCC unroll 4
        for (std::size_t j = 0; j < Count; ++j) s[j][c] = I::fused(now, factor[j], s[j][c]);
      }
    }
#pragma GCC unroll 4
    for (std::size_t j = 0; j < Count; ++j)
#pragma GCC unroll 4
      for (int c = 0; c < 4; ++c) sums[j][c] = s[j][c];
  }

  /// The same in two halves, as in careful steps.
  [[gnu::always_inline]] static void careful_turns(const double* const (&q)[4], const double* w, int k,
                                                   Four (&sums)[4]) noexcept {
    for (int c = 0; c < 4; ++c) {
      const double* const one[1] = {w};
      Four sum[1];
      middles<1>(q[c], one, k, sum);
      sums[c] = sum[0];
    }
  }

  template <std::size_t Count>
  static void products(const LaneView& v, const LaneProducts& p, int k) noexcept {
    const double* a = v.rows + p.a;
    const double* b[Count];
    for (std::size_t j = 0; j < Count; ++j) b[j] = v.rows + p.b[j];
    const std::ptrdiff_t now = static_cast<std::ptrdiff_t>(lane_count) * k;
    if (k == 0) {
      for (std::size_t j = 0; j < Count; ++j) store(v.rows + p.out[j], load(a) * load(b[j]));
      return;
    }
    Four inner[Count];
    const double* const(&series)[Count] = b;
    middles<Count>(a, series, k, inner);
    const Four first = load(a), last = load(a + now);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < Count; ++j)
      store(v.rows + p.out[j] + now, I::fused(first, load(b[j] + now), I::fused(last, load(b[j]), inner[j])));
  }

  /// A form at order k, added to `even`.
  [[gnu::always_inline]] static Four form(const LaneView& v, const LaneForm& f, int k, Four even) noexcept {
    const double* rows = v.rows + static_cast<std::ptrdiff_t>(lane_count) * k;
    const LaneTerm* t = v.terms + f.first;
    Four odd = all(0);
    for (int j = 0; j < f.even; ++j, ++t)
      even = I::fused(load(v.constants + t->constant), load(rows + t->row), even);
    for (int j = 0; j < f.odd; ++j, ++t)
      odd = I::fused(load(v.constants + t->constant), load(rows + t->row), odd);
    return even + odd;
  }

  static void line(const LaneView& v, const LaneLine& l, int k) noexcept {
    const std::ptrdiff_t now = static_cast<std::ptrdiff_t>(lane_count) * k, before = now - lane_count;
    const Four a = load(v.constants + l.constant) * load(v.unit) * all(1.0 / k);
    store(v.rows + l.sine + now, a * load(v.rows + l.cosine + before));
    store(v.rows + l.cosine + now, -a * load(v.rows + l.sine + before));
  }

  [[gnu::always_inline]] static void stages(const LaneView& v, int k) noexcept {
    for (const LaneStage *s = v.stages, *end = s + v.stage_count; s != end; ++s) {
      switch (s->kind) {
        case LaneStage::Kind::products:
          for (const LaneProducts *p = v.products + s->first, *last = p + s->count; p != last; ++p)
            switch (p->count) {
              case 1:
                products<1>(v, *p, k);
                break;
              case 2:
                products<2>(v, *p, k);
                break;
              case 3:
                products<3>(v, *p, k);
                break;
              default:
                products<4>(v, *p, k);
            }
          break;
        case LaneStage::Kind::forms:
          for (const LaneForm *f = v.forms + s->first, *last = f + s->count; f != last; ++f)
            store(v.rows + f->out + static_cast<std::ptrdiff_t>(lane_count) * k, form(v, *f, k, all(0)));
          break;
        case LaneStage::Kind::line:
          if (k == 0)
            v.function(v, s->count, k);
          else
            line(v, v.lines[s->first], k);
          break;
        case LaneStage::Kind::function:
          v.function(v, s->first, k);
      }
    }
  }

  /// Stores coefficient k of attitude and momentum to the rows of each body.
  [[gnu::always_inline]] static void store_rows(const LaneView& v, int k, Four (&q)[4],
                                                Four (&m)[4]) noexcept {
    I::transpose(q);
    I::transpose(m);
    const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(k) * v.row_count;
    for (int lane = 0; lane < lane_count; ++lane) {
      store(v.body_rows[lane] + to + row::attitude, q[lane]);
      store(v.body_rows[lane] + to + row::momentum, m[lane]);
    }
  }

  /// Computes order k + 1 of attitude and momentum from order k.
  template <bool Careful>
  static void step(const LaneView& v, int k) noexcept {
    const std::ptrdiff_t series = static_cast<std::ptrdiff_t>(lane_count) * (v.order + 1),
                         now = static_cast<std::ptrdiff_t>(lane_count) * k;
    double* const rows = v.rows;
    const auto constant = [&v](int place, int i) __attribute__((always_inline)) {
      return load(v.constants + place + lane_count * i);
    };
    const double* const q[4] = {rows, rows + series, rows + 2 * series, rows + 3 * series};
    double* const m[3] = {rows + 4 * series, rows + 5 * series, rows + 6 * series};
    double* const w[3] = {rows + v.omega, rows + v.omega + series, rows + v.omega + 2 * series};
    double* const r = rows + v.bent;
    for (int i = 0; i < 3; ++i) {
      store(w[i] + now, constant(v.half_inverse, i) * load(m[i] + now));
      // The factors of the component after m_i in m x omega.
      const int j = (i + 1) % 3, l = (i + 2) % 3;
      if constexpr (Careful) {
        store(r + i * series + now, constant(v.inverse, l) * load(m[l] + now));
        store(r + (3 + i) * series + now, -(constant(v.inverse, j) * load(m[j] + now)));
      } else {
        store(r + i * series + now, constant(v.gap, i) * load(m[l] + now));
      }
    }

    Four turned[3][4];
    if constexpr (Careful) {
      for (int i = 0; i < 3; ++i) careful_turns(q, w[i], k, turned[i]);
    } else if constexpr (I::registers == 1) {
      turns<3>(q, w, k, turned);
    } else {
      for (int i = 0; i < 3; ++i) turns<1>(q, w + i, k, turned + i);
    }
    for (int i = 0; i < 3; ++i) {
      const Four last = load(w[i] + now);
      double* const first = v.turn + 4 * lane_count * i;
      for (int c = 0; c < 4; ++c) {
        if (k == 0) {
          // A turning frame adds only to the factors of the attitude's newest coefficients.
          store(first + lane_count * c, last + constant(v.frame, 4 * i + c));
          turned[i][c] = load(q[c]) * load(first + lane_count * c);
        } else {
          turned[i][c] = I::fused(load(q[c]), last,
                                  I::fused(load(q[c] + now), load(first + lane_count * c), turned[i][c]));
        }
      }
    }
    Four turn[4] = {
        (-turned[0][1] - turned[1][2]) - turned[2][3], (turned[0][0] - turned[1][3]) + turned[2][2],
        (turned[0][3] + turned[1][0]) - turned[2][1], (turned[1][1] - turned[0][2]) + turned[2][0]};

    Four bend[4];
    for (int i = 0; i < 3; ++i) {
      const double *m1 = m[(i + 1) % 3], *m2 = m[(i + 2) % 3], *r1 = r + i * series;
      const double* const r2 = r + (3 + i) * series;
      const double *const of_first[1] = {r1}, *const of_second[1] = {r2};
      Four sum[1];
      if (k == 0) {
        sum[0] = load(m1) * load(r1);
        if constexpr (Careful) sum[0] = I::fused(load(m2), load(r2), sum[0]);
      } else {
        middles<1>(m1, of_first, k, sum);
        if constexpr (Careful) {
          Four second[1];
          middles<1>(m2, of_second, k, second);
          sum[0] = sum[0] + second[0];
        }
        sum[0] = I::fused(load(m1), load(r1 + now), I::fused(load(m1 + now), load(r1), sum[0]));
        if constexpr (Careful)
          sum[0] = I::fused(load(m2), load(r2 + now), I::fused(load(m2 + now), load(r2), sum[0]));
      }
      bend[i] = sum[0];
    }
    bend[3] = all(0);
    stages(v, k);
    for (int i = 0; i < 3; ++i) bend[i] = form(v, v.torque[i], k, bend[i]);

    const Four unit = load(v.unit);
    if constexpr (Careful) {
      const Four divisor = all(k + 1);
      for (int c = 0; c < 4; ++c) turn[c] = unit * turn[c] / divisor;
      for (int i = 0; i < 3; ++i) bend[i] = unit * bend[i] / divisor;
    } else {
      const Four factor = unit * all(1.0 / (k + 1));
      for (int c = 0; c < 4; ++c) turn[c] = factor * turn[c];
      for (int i = 0; i < 3; ++i) bend[i] = factor * bend[i];
    }
    for (int c = 0; c < 4; ++c) store(rows + c * series + now + lane_count, turn[c]);
    for (int i = 0; i < 3; ++i) store(m[i] + now + lane_count, bend[i]);
    store_rows(v, k + 1, turn, bend);
  }

  static void coefficients(const LaneView& v, bool careful) noexcept {
    const std::ptrdiff_t series = static_cast<std::ptrdiff_t>(lane_count) * (v.order + 1);
    for (int lane = 0; lane < lane_count; ++lane)
      for (int i = 0; i < row::one; ++i) v.rows[i * series + lane] = v.body_rows[lane][i];
    store(v.rows + row::time * series, load(v.time));
    store(v.rows + row::time * series + lane_count, load(v.unit));
    for (int k = 0; k < v.order; ++k)
      if (careful)
        step<true>(v, k);
      else
        step<false>(v, k);
  }
};

}  // namespace

}  // namespace polhode::series
