// SPDX-License-Identifier: MIT
// Celledoni and Zanna 2008, section 4.3: a slightly perturbed body from 0 to 5e4 in steps of 0.5 by the
// sixth-order splitting of Blanes and Moan. "The numerical trajectory stays nicely bounded over very long
// time", on a torus close to the free motion's.
//
// The torque is u x e3 with u = Q^T u0, |u0| = 1e-3: a heavy top of that weight.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <stdexcept>
#include <string>
#include <support/reference_table.hpp>
#include <vector>

namespace celledoni_zanna_test {
namespace {

using namespace polhode;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double h = 0.5;

/// The paper's numbers, with motions of 36 digits at three times.
std::vector<test::ReferenceRow> perturbed() {
  std::vector<test::ReferenceRow> rows;
  for (const auto& row : test::read_reference_table("torqued.csv"))
    if (row.text("tag") == "b_cz_perturbed") rows.push_back(row);
  if (rows.empty()) throw std::runtime_error("torqued.csv has no perturbed body");
  return rows;
}

Eigen::Vector3d vector(const test::ReferenceRow& row, const char* x, const char* y, const char* z) {
  return {row.number(x), row.number(y), row.number(z)};
}

SplittingStepper stepper(const test::ReferenceRow& row, const char* name, Summation summation) {
  return SplittingStepper(Inertia::from_moments(row.number("I1"), row.number("I2"), row.number("I3")),
                          {Eigen::Quaterniond::Identity(), vector(row, "m0_1", "m0_2", "m0_3")},
                          heavy_top(vector(row, "p1", "p2", "p3"), vector(row, "p4", "p5", "p6")),
                          splitting(name), {.summation = summation});
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double width() const { return high - low; }
};

/// Of the relative energy error and of |m|, in each tenth of the run.
struct Tenth {
  Range energy, momentum;
};

std::array<Tenth, 10> tenths(const char* name, Summation summation) {
  constexpr int steps = 100'000;
  SplittingStepper body = stepper(perturbed().front(), name, summation);
  const double energy = body.conserved();
  std::array<Tenth, 10> all;
  for (Tenth& t : all) {
    for (int i = 0; i < steps / 10; ++i) {
      body.step(h);
      t.energy.add(body.conserved() / energy - 1);
      t.momentum.add(body.state().momentum.norm());
    }
    std::printf("  %s: energy %+.2e to %+.2e, |m| %.6f to %.6f\n", name, t.energy.low, t.energy.high,
                t.momentum.low, t.momentum.high);
  }
  return all;
}

struct Errors {
  double momentum, attitude;
};

Errors errors_at_end(const test::ReferenceRow& row, double step) {
  SplittingStepper body = stepper(row, "blanes_moan_srkn14a", Summation::compensated);
  const int steps = static_cast<int>(std::lround(row.number("t") / step));
  for (int i = 0; i < steps; ++i) body.step(step);
  const State end = body.state();
  const Eigen::Quaterniond q(row.number("q_w"), row.number("q_x"), row.number("q_y"), row.number("q_z"));
  return {(end.momentum - vector(row, "m_1", "m_2", "m_3")).norm(),
          (end.attitude.coeffs() - q.coeffs()).norm()};
}

// At t = 0.5, 50 and 500. With the paper's step it is the splitting's own error that is seen, which does not
// grow in the momentum and grows with time in the attitude. Half the step makes it 64 times smaller, and
// leaves rounding.
TEST(CelledoniZanna, PerturbedBodyMeetsTheReference) {
  for (const auto& row : perturbed()) {
    const double t = row.number("t");
    const Errors paper = errors_at_end(row, h), half = errors_at_end(row, h / 2);
    const double m_unit = eps * (1 + row.number("cond_m")), q_unit = eps * (1 + row.number("cond_q"));
    std::printf("  t %-4g m %.1e  q %.1e; half the step m %.1e (%.2f eps (1 + cond))  q %.1e (%.2f)\n", t,
                paper.momentum, paper.attitude, half.momentum, half.momentum / m_unit, half.attitude,
                half.attitude / q_unit);
    EXPECT_LE(paper.momentum, 1e-13) << row.text("id");
    EXPECT_LE(paper.attitude, 3e-14 + 6e-15 * t) << row.text("id");
    EXPECT_LE(half.momentum, 4 * m_unit) << row.text("id");
    EXPECT_LE(half.attitude, 4 * q_unit) << row.text("id");
  }
}

/// The torus: |m| would stand still without the torque. It moves within 0.62 |u0|, in the same range in each
/// tenth to 1 % of that.
void expect_same_momenta(const std::array<Tenth, 10>& all, const std::string& name) {
  const double weight = vector(perturbed().front(), "p1", "p2", "p3").norm();
  EXPECT_NEAR(weight, 1e-3, 1e-15);
  for (const Tenth& t : all) {
    EXPECT_LE(t.momentum.width(), 0.62 * weight) << name;
    EXPECT_NEAR(t.momentum.low, all[0].momentum.low, 0.01 * weight) << name;
    EXPECT_NEAR(t.momentum.high, all[0].momentum.high, 0.01 * weight) << name;
  }
}

// The excursion of the energy is the method's and repeats: each tenth's is the first's to 5 %.
TEST(CelledoniZanna, PerturbedBodyStaysOnItsTorus) {
  const auto all = tenths("blanes_moan_srkn14a", Summation::compensated);
  EXPECT_LE(all[0].energy.width(), 1.5e-13);
  for (const Tenth& t : all) {
    EXPECT_NEAR(t.energy.width() / all[0].energy.width(), 1, 0.05);
    EXPECT_LE(std::abs(t.energy.low - all[0].energy.low), 0.05 * all[0].energy.width());
  }
  expect_same_momenta(all, "blanes_moan_srkn14a");
}

// Strang's splitting is not so exact, and as bounded: an energy error of 6e-5, the same in each tenth to the
// third digit.
TEST(CelledoniZanna, PerturbedBodyStaysOnItsTorusBySecondOrder) {
  const auto all = tenths("strang_kick", Summation::compensated);
  EXPECT_NEAR(all[0].energy.width(), 6.02e-5, 0.02e-5);
  for (const Tenth& t : all) EXPECT_NEAR(t.energy.width() / all[0].energy.width(), 1, 1e-3);
  expect_same_momenta(all, "strang_kick");
}

// With plain sums round-off is added, which is as large after 5e4: a random walk of 0.3 eps sqrt(drifts) is
// 8e-14.
TEST(CelledoniZanna, PerturbedBodyWithPlainSums) {
  const auto all = tenths("blanes_moan_srkn14a", Summation::plain);
  for (const Tenth& t : all) {
    EXPECT_LE(t.energy.high, all[0].energy.high + 8e-14);
    EXPECT_GE(t.energy.low, all[0].energy.low - 8e-14);
  }
}

}  // namespace
}  // namespace celledoni_zanna_test
