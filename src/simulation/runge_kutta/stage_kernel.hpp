// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The functions of stages.hpp, by the instructions for which the unit that includes this is compiled.
///
/// Convention. Everything is local to the unit, as in core/four_numbers.hpp.

#include <cstddef>
#include <utility>

#include "core/four_numbers.hpp"
#include "simulation/runge_kutta/dormand_prince.hpp"
#include "simulation/runge_kutta/stages.hpp"

namespace polhode::simulation::runge_kutta {
namespace {

namespace dp = dormand_prince;

using V = FourNumbers;
using Four = V::Four;

/// Attitude and momentum.
struct Both {
  Four q, m;

  [[gnu::always_inline]] static Both load(const double* p) noexcept { return {V::load(p), V::load(p + 4)}; }
  [[gnu::always_inline]] void store(double* p) const noexcept {
    V::store(p, q);
    V::store(p + 4, m);
  }
};

/// factor x + y
[[gnu::always_inline]] inline Both sum_of(double factor, const Both& x, const Both& y) noexcept {
  const Four f = V::all(factor);
  return {V::fused(f, x.q, y.q), V::fused(f, x.m, y.m)};
}

/// The weights of a stage or of an error, as a type.
template <std::size_t Stage>
struct OfStage {
  static constexpr double weight(std::size_t j) { return dp::weights[Stage][j]; }
};
struct OfError5 {
  static constexpr double weight(std::size_t j) { return dp::error_of_order_5[j]; }
};
struct OfError3 {
  static constexpr double weight(std::size_t j) { return dp::error_of_order_3[j]; }
};
template <std::size_t Part>
struct OfDense {
  static constexpr double weight(std::size_t j) { return dp::dense[Part][j]; }
};

/// The sum of the first stages with their weights, the newest last: it is the only one that has to be waited
/// for.
template <class Weights, std::size_t... J>
[[gnu::always_inline]] inline Both weighted(const double (*k)[8], std::index_sequence<J...>) noexcept {
  Both sum{V::all(0), V::all(0)};
  const auto add = [&]<std::size_t I>() __attribute__((always_inline)) {
    constexpr double weight = Weights::weight(I);
    if constexpr (weight != 0) sum = sum_of(weight, Both::load(k[I]), sum);
  };
  (add.template operator()<J>(), ...);
  return sum;
}
template <class Weights, std::size_t Count>
[[gnu::always_inline]] inline Both weighted(const Step& step) noexcept {
  return weighted<Weights>(step.k, std::make_index_sequence<Count>());
}

/// 1 / |q|, or a little less (see Body).
[[gnu::always_inline]] inline double inverse_length(Four q) noexcept {
  const Four squares = q * q, pairs = squares + V::shuffled<1, 0, 3, 2>(squares),
             all = pairs + V::shuffled<2, 3, 0, 1>(pairs);
  double sums[4];
  V::store(sums, all);
  const double d = sums[0] - 1;
  if (__builtin_fabs(d) > 1.0 / 64) return 1 / __builtin_sqrt(sums[0]);
  // The series of 1 / sqrt(1 + d) up to d^3, whose rest is positive.
  return (1 - 0.5 * d) + d * d * (0.375 - 0.3125 * d);
}

[[gnu::always_inline]] inline void rate_of(const Body& body, const Both& y, double time, double* rate) {
  V::store(body.attitude, V::all(inverse_length(y.q)) * V::shuffled<1, 2, 3, 0>(y.q));
  V::store_three(body.momentum, V::all(body.momentum_scale) * y.m);
  double torque[3];
  body.torque(body.whose, time, torque);
  const Four half = V::load(body.half_inverse) * y.m;
  const Four x = V::shuffled<0, 0, 0, 0>(half) *
                 V::flipped<true, false, false, true>(V::shuffled<1, 0, 3, 2>(y.q)),
             xy = V::fused(V::shuffled<1, 1, 1, 1>(half),
                           V::flipped<true, true, false, false>(V::shuffled<2, 3, 0, 1>(y.q)), x),
             xyz = V::fused(V::shuffled<2, 2, 2, 2>(half),
                            V::flipped<true, false, true, false>(V::shuffled<3, 2, 1, 0>(y.q)), xy);
  const Four free = V::load(body.gap) * V::shuffled<1, 2, 0, 3>(y.m);
  V::store(rate, xyz);
  V::store(rate + 4, V::fused(free, V::shuffled<2, 0, 1, 3>(y.m), V::of(torque[0], torque[1], torque[2], 0)));
}

void rate(const Body& body, const double* state, double time, double* rate) {
  rate_of(body, Both::load(state), time, rate);
}

template <std::size_t Stage>
[[gnu::always_inline]] inline void stage(const Body& body, Step& step, double time, double h) {
  const Both y = sum_of(h, weighted<OfStage<Stage>, Stage>(step), Both::load(step.now));
  rate_of(body, y, time + dp::nodes[Stage] * h, step.k[Stage]);
}

/// The sum of the squares of the four numbers.
[[gnu::always_inline]] inline double square_of(Four x) noexcept {
  double squares[4];
  V::store(squares, x * x);
  return (squares[0] + squares[1]) + (squares[2] + squares[3]);
}

template <std::size_t... S>
[[gnu::always_inline]] inline void stages_1_to(std::index_sequence<S...>, const Body& body, Step& step,
                                               double time, double h) {
  (stage<S + 1>(body, step, time, h), ...);
}

Errors stages(const Body& body, Step& step, double time, double h) {
  stages_1_to(std::make_index_sequence<dp::stages - 1>(), body, step, time, h);
  const Four length = V::all(h);
  const Both change = weighted<OfStage<dp::stages>, dp::stages>(step);
  V::store(step.change, length * change.q);
  V::store(step.change + 4, length * change.m);
  const Both fifth = weighted<OfError5, dp::stages>(step), third = weighted<OfError3, dp::stages>(step);
  return {square_of(length * fifth.q), square_of(length * fifth.m), square_of(length * third.q),
          square_of(length * third.m)};
}

void dense(const Body& body, Step& step, double time, double h) {
  stage<13>(body, step, time, h);
  stage<14>(body, step, time, h);
  stage<15>(body, step, time, h);
  const Both none{V::all(0), V::all(0)};
  const Both change = sum_of(-1, Both::load(step.now), Both::load(step.end));
  const Both bend = sum_of(h, Both::load(step.k[0]), sum_of(-1, change, none));
  change.store(step.dense[0]);
  bend.store(step.dense[1]);
  sum_of(-1, bend, sum_of(-h, Both::load(step.k[12]), change)).store(step.dense[2]);
  sum_of(h, weighted<OfDense<0>, dp::all_stages>(step), none).store(step.dense[3]);
  sum_of(h, weighted<OfDense<1>, dp::all_stages>(step), none).store(step.dense[4]);
  sum_of(h, weighted<OfDense<2>, dp::all_stages>(step), none).store(step.dense[5]);
  sum_of(h, weighted<OfDense<3>, dp::all_stages>(step), none).store(step.dense[6]);
}

/// now + s (d0 + r (d1 + s (d2 + r (d3 + s (d4 + r (d5 + s d6)))))), r = 1 - s.
void state(const Step& step, double s, double* state) {
  const double r = 1 - s;
  Both sum = Both::load(step.dense[6]);
  sum = sum_of(s, sum, Both::load(step.dense[5]));
  sum = sum_of(r, sum, Both::load(step.dense[4]));
  sum = sum_of(s, sum, Both::load(step.dense[3]));
  sum = sum_of(r, sum, Both::load(step.dense[2]));
  sum = sum_of(s, sum, Both::load(step.dense[1]));
  sum = sum_of(r, sum, Both::load(step.dense[0]));
  sum = sum_of(s, sum, Both::load(step.lost));
  sum_of(1, sum, Both::load(step.now)).store(state);
}

constexpr Functions here{rate, stages, dense, state};

}  // namespace
}  // namespace polhode::simulation::runge_kutta
