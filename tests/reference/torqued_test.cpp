// SPDX-License-Identifier: MIT
// Bodies under torque against 36-digit references: tests/reference/torqued.csv.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/simulate_many.hpp>
#include <polhode/torque/built_in.hpp>
#include <span>
#include <string>
#include <vector>

#include "support/reference_table.hpp"

namespace polhode {
namespace torqued_test {
namespace {

using test::ReferenceRow;

Eigen::Vector3d vector_of(const ReferenceRow& row, const std::string& name, int first = 1) {
  const auto component = [&](int i) { return row.number(name + std::to_string(i)); };
  return {component(first), component(first + 1), component(first + 2)};
}

Eigen::Quaterniond quaternion_of(const ReferenceRow& row, const std::string& name) {
  return {row.number(name + "_w"), row.number(name + "_x"), row.number(name + "_y"), row.number(name + "_z")};
}

Torque torque_of(const ReferenceRow& row) {
  const std::string& kind = row.text("kind");
  if (kind == "heavy_top") return heavy_top(vector_of(row, "p"), vector_of(row, "p", 4));
  if (kind == "gravity_gradient_fixed")
    return gravity_gradient_fixed(row.number("p1"), vector_of(row, "p", 2));
  if (kind == "gravity_gradient_circular") return gravity_gradient_circular(row.number("p1"));
  const Torque vessel =
      vessel_restoring(row.number("p1"), row.number("p2"), row.number("p3"), row.number("p4"));
  const Eigen::Vector3d damping = vector_of(row, "p", 5);
  return damping.isZero() ? vessel : vessel + linear_damping(damping.asDiagonal().toDenseMatrix());
}

struct Motion {
  explicit Motion(const ReferenceRow& row)
      : id(row.text("id")),
        body(Inertia::from_moments(row.number("I1"), row.number("I2"), row.number("I3"))),
        start{quaternion_of(row, "q0"), vector_of(row, "m0_")},
        torque(torque_of(row)),
        time(row.number("t")),
        end{quaternion_of(row, "q"), vector_of(row, "m_")},
        cond_m(row.number("cond_m")),
        cond_q(row.number("cond_q")) {}

  Simulation run(double tolerance, const SimulationOptions& options = {}) const {
    return simulate(body, start, torque, std::vector<double>{time}, tolerance, options);
  }

  double momentum_error(const State& s) const {
    return (s.momentum - end.momentum).norm() / end.momentum.norm();
  }
  double attitude_error(const State& s) const { return (s.attitude.coeffs() - end.attitude.coeffs()).norm(); }

  /// As simulate measures: relative to the largest momentum at start and end.
  double error(const State& s) const {
    const double scale = std::max(start.momentum.norm(), end.momentum.norm());
    return std::max((s.momentum - end.momentum).norm() / scale, attitude_error(s));
  }

  std::string id;
  Inertia body;
  State start;
  Torque torque;
  double time;
  State end;
  double cond_m, cond_q;
};

std::vector<Motion> motions() {
  std::vector<Motion> all;
  for (const ReferenceRow& row : test::read_reference_table("torqued.csv")) all.emplace_back(row);
  return all;
}

TEST(TorquedReference, ToleranceIsReached) {
  ASSERT_EQ(motions().size(), 18u);
  for (const Motion& m : motions()) {
    const Simulation s = m.run(1e-12);
    ASSERT_EQ(s.states.size(), 1u) << m.id;
    EXPECT_LE(m.momentum_error(s.states[0]), 1e-12 * (1 + m.cond_m)) << m.id;
    EXPECT_LE(m.attitude_error(s.states[0]), 1e-12 * (1 + m.cond_q)) << m.id;
    EXPECT_TRUE(s.warnings.empty()) << m.id << ": " << s.warnings.front();
    EXPECT_FALSE(s.stopped) << m.id;
  }
}

// Side by side, on lanes where formulas have the same shape: tops with tops, vessels with vessels.
TEST(TorquedReference, ToleranceIsReachedByManyAtOnce) {
  const std::vector<Motion> all = motions();
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    std::vector<State> ends(all.size());
    ManyMotionsSink sink;
    sink.state = [&](std::uint64_t i, double, const State& s) { ends[i] = s; };
    sink.end = [](std::uint64_t, const SimulationReport& r) { EXPECT_EQ(r.engine, "series"); };
    const auto problem = [&](std::uint64_t i) -> std::optional<Problem> {
      const Motion& m = all[i];
      return Problem{m.body, m.start, m.torque, TimeSequence(std::span(&m.time, 1)), tolerance};
    };
    EXPECT_TRUE(simulate_many(all.size(), problem, sink, {1, {}}));
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_LE(all[i].momentum_error(ends[i]), tolerance * (1 + all[i].cond_m)) << all[i].id;
      EXPECT_LE(all[i].attitude_error(ends[i]), tolerance * (1 + all[i].cond_q)) << all[i].id;
      const State alone = all[i].run(tolerance).states[0];
      EXPECT_EQ(ends[i].attitude.coeffs(), alone.attitude.coeffs()) << all[i].id;
      EXPECT_EQ(ends[i].momentum, alone.momentum) << all[i].id;
    }
  }
}

// By series, which reach the tolerance in all of them. The error is carried along with the run (docs/series.md). The longest
// rows have a round-off of some 2e-14.
TEST(TorquedReference, ErrorIsWhatTheEstimateSays) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    double logarithms = 0, count = 0;
    for (const Motion& m : motions()) {
      const Simulation s = m.run(tolerance);
      EXPECT_EQ(s.engine, "series") << m.id;
      const double error = m.error(s.states.at(0));
      EXPECT_LE(error, 2 * tolerance) << m.id;
      EXPECT_LE(s.error_estimate, 3 * tolerance) << m.id;
      // Mostly within a factor of 2; where what is left out nearly cancels the terms after the first count.
      EXPECT_LE(error, 5 * s.error_estimate + 2e-14) << m.id << " at " << tolerance;
      EXPECT_GE(error, s.error_estimate / 6 - 2e-14) << m.id << " at " << tolerance;
      if (error < 1e-13) continue;
      logarithms += std::log(s.error_estimate / error);
      count += 1;
    }
    if (tolerance < 1e-9) continue;  // near rounding
    const double mean = std::exp(logarithms / count);
    EXPECT_GE(mean, 0.8) << tolerance;
    EXPECT_LE(mean, 1.4) << tolerance;
  }
}

// Splittings, with steps found from a tolerance.
TEST(TorquedReference, ErrorOfASplittingIsWhatTheEstimateSays) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12})
    for (const Motion& m : motions()) {
      SimulationOptions options;
      options.splitting = default_splitting(m.id == "T009" || m.id == "T010", tolerance);
      const Simulation s = m.run(tolerance, options);
      EXPECT_EQ(s.engine, "splitting");
      const double error = m.error(s.states.at(0));
      EXPECT_LE(s.error_estimate, tolerance) << m.id;
      EXPECT_LE(error, 1.3 * s.error_estimate + 2e-14) << m.id << " at " << tolerance;
      // The estimate is that of the worst of 16 times on the way.
      EXPECT_GE(error, 0.05 * s.error_estimate - 2e-14) << m.id << " at " << tolerance;
    }
}

// As accurate as doubles allow, by the engine itself.
TEST(TorquedReference, SeriesAtRounding) {
  for (const double tolerance : {1e-15, 1e-14, 1e-13})
    for (const Motion& m : motions()) {
      const State s = m.run(tolerance).states.at(0);
      EXPECT_LE(m.momentum_error(s), tolerance + 1e-15 * (1 + m.cond_m)) << m.id << " at " << tolerance;
      EXPECT_LE(m.attitude_error(s), tolerance + 1e-15 * (1 + m.cond_q)) << m.id << " at " << tolerance;
    }
}

// With a fixed step and coefficients of order 6, 8 and 10: the turn h |omega| of a step, and no search.
TEST(TorquedReference, FixedStepsOfHighOrder) {
  struct Choice {
    const char* name;
    double turn;
  };
  for (const Choice& c : {Choice{"blanes_moan_s10", 0.08}, {"kahan_li8", 0.1}, {"sofroniou_spaletta10", 0.2}})
    for (const Motion& m : motions()) {
      SimulationOptions options;
      options.splitting = splitting(c.name);
      options.estimate_error = false;
      // Torques turn a vessel and the slow satellites faster than their angular velocity at the start.
      const double rate = std::max(angular_velocity(m.body, m.start).norm(), 0.0022);
      options.step = c.turn / rate;
      const Simulation s = m.run(0.5, options);
      EXPECT_LE(m.momentum_error(s.states.at(0)), 1e-12 * (1 + m.cond_m)) << m.id << " by " << c.name;
      EXPECT_LE(m.attitude_error(s.states.at(0)), 1e-12 * (1 + m.cond_q)) << m.id << " by " << c.name;
    }
}

}  // namespace
}  // namespace torqued_test
}  // namespace polhode
