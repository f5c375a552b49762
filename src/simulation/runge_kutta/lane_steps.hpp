// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The functions of bodies_on_lanes.hpp on lanes. Included by the units of instructions alone;
/// batch/block.hpp says what may not stand here.

#include <cstddef>
#include <polhode/core/compensated.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>

#include "batch/lanes.hpp"
#include "batch/rough_logarithm_lanes.hpp"
#include "simulation/runge_kutta/bodies_on_lanes.hpp"
#include "simulation/runge_kutta/dormand_prince.hpp"
#include "simulation/runge_kutta/step_control.hpp"
#include "torque/gravity_gradient.hpp"
#include "torque/heavy_top.hpp"
#include "torque/steady.hpp"
#include "torque/vessel_restoring.hpp"

namespace polhode::simulation::runge_kutta {

namespace {

/// The same instructions, for numbers whose attitudes are unit ones: at the ends of steps they are, and at
/// the stages any smooth function of q that is right at |q| = 1 gives the same motion.
template <class Instructions>
struct OfUnits : Instructions {};

}  // namespace

}  // namespace polhode::simulation::runge_kutta

namespace polhode::torques {
template <class I>
inline constexpr bool has_unit_attitudes<batch::Lanes<double, simulation::runge_kutta::OfUnits<I>>> = true;
}  // namespace polhode::torques

namespace polhode::simulation::runge_kutta {

namespace {

namespace dp = dormand_prince;

/// Weights that are not 0, row after row: of the stages, of the step, of the error of order 5, and by what
/// those of the error of order 3 differ from those of the step.
struct WeightTable {
  static constexpr std::size_t rows = dp::stages + 3, fifth = dp::stages + 1, third = dp::stages + 2;
  std::size_t first[rows + 1]{};
  std::size_t stage[rows * dp::stages]{};
  double weight[rows * dp::stages]{};

  constexpr WeightTable() {
    std::size_t count = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      first[r] = count;
      const dp::Row& row = r == fifth   ? dp::error_of_order_5
                           : r == third ? dp::error_of_order_3
                                        : dp::weights[r];
      for (std::size_t j = 0; j < dp::stages; ++j) {
        const double w = r == third ? row[j] - dp::weights[dp::stages][j] : row[j];
        if (w == 0) continue;
        stage[count] = j;
        weight[count++] = w;
      }
    }
    first[rows] = count;
  }
};
constexpr WeightTable table;

/// On two registers, so that one does not have to wait for the results of the other; on one where that holds
/// eight bodies, since then there is nothing to be gained.
template <class L>
class LaneSteps {
 public:
  static constexpr std::size_t registers = L::width < 8 ? 2 : 1;

  explicit LaneSteps(BodiesOnLanes& run) noexcept : run_(run) {
    for (std::size_t r = 0; r < registers; ++r)
      for (std::size_t c = 0; c < 7; ++c) {
        now_[r][c] = from(run.now[c], r);
        lost_[r][c] = from(run.lost[c], r);
      }
  }

  unsigned go_on(int trials) noexcept {
    const unsigned rested = resting();
    for (int i = 0; i < trials; ++i) {
      const unsigned failed = step();
      if (failed != 0 || resting() != rested) return failed;
    }
    return 0;
  }

  void store() noexcept {
    for (std::size_t r = 0; r < registers; ++r)
      for (std::size_t c = 0; c < 7; ++c) {
        to(run_.now[c], r, now_[r][c]);
        to(run_.lost[c], r, lost_[r][c]);
      }
  }

 private:
  using M = typename L::MaskType;
  using Numbers = BodiesOnLanes::Numbers;

  [[gnu::always_inline]] static L from(const Numbers& numbers, std::size_t r) noexcept {
    return L::from(numbers + r * L::width);
  }
  [[gnu::always_inline]] static void to(Numbers& numbers, std::size_t r, const L& value) noexcept {
    value.to(numbers + r * L::width);
  }
  [[gnu::always_inline]] static L fused(const L& a, const L& b, const L& c) noexcept {
    return fused_multiply_add(a, b, c);
  }
  [[gnu::always_inline]] static L larger(const L& a, const L& b) noexcept { return select(a > b, a, b); }
  [[gnu::always_inline]] static L square_of_momentum(const L* y) noexcept {
    return fused(y[4], y[4], fused(y[5], y[5], y[6] * y[6]));
  }
  [[gnu::always_inline]] static L square_of_attitude(const L* y) noexcept {
    return fused(y[0], y[0], fused(y[1], y[1], fused(y[2], y[2], y[3] * y[3])));
  }

  unsigned resting() const noexcept {
    unsigned all = 0;
    for (std::size_t r = 0; r < registers; ++r)
      all |= packed(from(run_.time, r) == from(run_.end, r)) << (r * L::width);
    return all;
  }

  template <class K>
  [[gnu::always_inline]] static Vec3<L> torque_of(const Numbers* numbers, std::size_t r,
                                                  const Quat<L>& q) noexcept {
    K kernel;
    std::size_t i = 0;
    for_each_number(
        kernel, [&](L & number) __attribute__((always_inline)) { number = from(numbers[i++], r); });
    return kernel(kernel::Phase<L>{{}, q}, L(0));
  }

  [[gnu::always_inline]] Vec3<L> torque_at(std::size_t r, const Quat<L>& q) const noexcept {
    Vec3<L> sum{L(0), L(0), L(0)};
    for (std::size_t i = 0; i < run_.kernel_count; ++i) {
      const Numbers* k = run_.numbers[i];
      switch (run_.forms[i]) {
        case batch::TorqueForm::heavy_top:
          sum = sum + torque_of<torques::HeavyTop<L>>(k, r, q);
          break;
        case batch::TorqueForm::gravity_gradient:
          sum = sum + torque_of<torques::GravityGradient<L, torques::FixedDirection<L>>>(k, r, q);
          break;
        case batch::TorqueForm::vessel_restoring:
          sum = sum + torque_of<torques::VesselRestoring<L>>(k, r, q);
          break;
        case batch::TorqueForm::steady_in_space:
          sum = sum + torque_of<torques::SteadyInSpace<L>>(k, r, q);
          break;
        case batch::TorqueForm::steady_in_body:
          sum = sum + torque_of<torques::SteadyInBody<L>>(k, r, q);
          break;
      }
    }
    return sum;
  }

  /// q' = (q (0, omega) - (0, Omega) q) / 2, m' = m x omega + torque.
  [[gnu::always_inline]] void rate(std::size_t r, const L* y, L* rate) const noexcept {
    const L w = y[0], x = y[1], v = y[2], z = y[3];
    L a[3], b[3];
#pragma GCC unroll 3
    for (std::size_t i = 0; i < 3; ++i) {
      const L half = from(run_.half_inverse[i], r) * y[4 + i], turning = from(run_.half_turning[i], r);
      a[i] = half - turning;
      b[i] = half + turning;
    }
    const Vec3<L> torque = torque_at(r, {w, x, v, z});
    rate[0] = -fused(x, a[0], fused(v, a[1], z * a[2]));
    rate[1] = fused(w, a[0], fused(v, b[2], -(z * b[1])));
    rate[2] = fused(w, a[1], fused(z, b[0], -(x * b[2])));
    rate[3] = fused(w, a[2], fused(x, b[1], -(v * b[0])));
    rate[4] = fused(from(run_.gap[0], r) * y[5], y[6], torque.x);
    rate[5] = fused(from(run_.gap[1], r) * y[6], y[4], torque.y);
    rate[6] = fused(from(run_.gap[2], r) * y[4], y[5], torque.z);
  }

  /// Adds the rates so far with the weights of a row.
  [[gnu::always_inline]] void add_weighted(std::size_t row, L (&sum)[registers][7]) const noexcept {
    for (std::size_t i = table.first[row]; i < table.first[row + 1]; ++i) {
      const L weight(table.weight[i]);
      const auto& k = rates_[table.stage[i]];
#pragma GCC unroll 2
      for (std::size_t r = 0; r < registers; ++r)
#pragma GCC unroll 7
        for (std::size_t c = 0; c < 7; ++c) sum[r][c] = fused(weight, k[r][c], sum[r][c]);
    }
  }
  [[gnu::always_inline]] void weighted(std::size_t row, L (&sum)[registers][7]) const noexcept {
#pragma GCC unroll 2
    for (std::size_t r = 0; r < registers; ++r)
#pragma GCC unroll 7
      for (std::size_t c = 0; c < 7; ++c) sum[r][c] = L(0);
    add_weighted(row, sum);
  }

  /// Tries a step on all lanes; gives those that have failed.
  unsigned step() noexcept {
    L length[registers], y[registers][7], sum[registers][7];
#pragma GCC unroll 2
    for (std::size_t r = 0; r < registers; ++r) {
      // The step is what the time changes by: else roundings of the time would add up.
      length[r] = step_end(r) - from(run_.time, r);
#pragma GCC unroll 7
      for (std::size_t c = 0; c < 7; ++c) y[r][c] = now_[r][c];
    }
    for (std::size_t stage = 0;;) {
#pragma GCC unroll 2
      for (std::size_t r = 0; r < registers; ++r) rate(r, y[r], rates_[stage][r]);
      if (++stage == dp::stages) break;
      weighted(stage, sum);
#pragma GCC unroll 2
      for (std::size_t r = 0; r < registers; ++r)
#pragma GCC unroll 7
        for (std::size_t c = 0; c < 7; ++c) y[r][c] = fused(length[r], sum[r][c], now_[r][c]);
    }
    L third[registers][7];
    weighted(dp::stages, third);
#pragma GCC unroll 2
    for (std::size_t r = 0; r < registers; ++r)
#pragma GCC unroll 7
      for (std::size_t c = 0; c < 7; ++c) y[r][c] = length[r] * third[r][c];
    weighted(WeightTable::fifth, sum);
    add_weighted(WeightTable::third, third);
    unsigned failed = 0;
    for (std::size_t r = 0; r < registers; ++r)
      failed |= packed(end_step(r, length[r], y[r], sum[r], third[r])) << (r * L::width);
    return failed;
  }

  [[gnu::always_inline]] M is_last(std::size_t r) const noexcept {
    return L(nearly_all) * from(run_.h, r) >= abs(from(run_.end, r) - from(run_.time, r));
  }
  [[gnu::always_inline]] L step_end(std::size_t r) const noexcept {
    return select(is_last(r), from(run_.end, r),
                  from(run_.time, r) + from(run_.direction, r) * from(run_.h, r));
  }

  /// Judges a step by its errors of orders 5 and 3, takes it where it is accurate enough, and sets the next.
  /// Gives the lanes that have failed.
  M end_step(std::size_t r, const L& signed_length, const L* change, const L* error_5,
             const L* error_3) noexcept {
    const L time = from(run_.time, r), h = from(run_.h, r), direction = from(run_.direction, r),
            end = step_end(r), length = abs(signed_length);
    L y[7], finite(0);
#pragma GCC unroll 7
    for (std::size_t c = 0; c < 7; ++c) {
      y[c] = now_[r][c] + change[c];
      finite = finite + L(0) * y[c];
    }
    // A momentum whose square is 0 is none: whoever puts bodies on lanes sees to that.
    constexpr double least_square = 0x1p-1000;
    const L before = larger(from(run_.largest, r), square_of_momentum(now_[r]));
    const L square = length * length,
            per_square = square / larger(larger(before, square_of_momentum(y)), L(least_square));
    const auto square_of = [&](const L* e) __attribute__((always_inline)) {
      return fused(square_of_attitude(e), square, square_of_momentum(e) * per_square);
    };
    const L fifth = square_of(error_5), below = fused(L(0.01), square_of(error_3), fifth);
    const L allowed = larger(from(run_.error_rate, r) * length, L(least_error));
    const M is_finite = L(0) * below + finite == L(0);
    const L found = select(fifth > L(0), part_allowed(fifth, below, allowed), L(1 / prudence)),
            part = select(is_finite, found, L(0));

    const L least = select(is_finite, L(least_part), L(part_if_not_finite)), wanted = L(prudence) * part,
            next = larger(select(wanted < L(most_part), wanted, L(most_part)), least) * length;
    const M rests = time == from(run_.end, r);
    const L enough = select(from(run_.was_too_long, r) > L(0), L(prudence), L(accepted));
    const M is_taken = (!rests) & (part >= enough);
    // A last step that was cut short says nothing of longer ones.
    const L next_h = select(is_taken & is_last(r) & (next <= h), h, next);

    advance(r, is_taken, change);
    to(run_.time, r, select(is_taken, end, time));
    to(run_.h, r, select(rests, h, next_h));
    to(run_.was_too_long, r, select(is_taken | rests, L(0), L(1)));
    to(run_.largest, r, select(rests, from(run_.largest, r), before));
    to(run_.steps, r, from(run_.steps, r) + where(is_taken, L(1)));
    to(run_.trials, r, from(run_.trials, r) + where(!rests, L(1)));
    const L longest = from(run_.longest_step, r);
    to(run_.longest_step, r, select(is_taken & (length > longest), length, longest));
    return (!(rests | is_taken)) & (time + direction * next_h == time);
  }

  [[gnu::always_inline]] void advance(std::size_t r, const M& is_taken, const L* change) noexcept {
    L sum[7], lost[7];
#pragma GCC unroll 7
    for (std::size_t c = 0; c < 7; ++c) {
      sum[c] = now_[r][c];
      lost[c] = lost_[r][c];
      compensated_add(sum[c], lost[c], change[c]);
    }
    const L mend = (L(1) - square_of_attitude(sum)) * L(0.5);
#pragma GCC unroll 4
    for (std::size_t c = 0; c < 4; ++c) compensated_add(sum[c], lost[c], mend * sum[c]);
#pragma GCC unroll 7
    for (std::size_t c = 0; c < 7; ++c) {
      now_[r][c] = select(is_taken, sum[c], now_[r][c]);
      lost_[r][c] = select(is_taken, lost[c], lost_[r][c]);
    }
  }

  BodiesOnLanes& run_;
  L now_[registers][7], lost_[registers][7], rates_[dp::stages][registers][7];
};

template <class L>
unsigned run_lanes(BodiesOnLanes& run, int trials) noexcept {
  LaneSteps<L> lanes(run);
  const unsigned failed = lanes.go_on(trials);
  lanes.store();
  return failed;
}

template <class L>
constexpr LaneFunctions lane_functions_on{LaneSteps<L>::registers * L::width, run_lanes<L>};

}  // namespace

}  // namespace polhode::simulation::runge_kutta
