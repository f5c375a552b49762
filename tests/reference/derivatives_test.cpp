// SPDX-License-Identifier: MIT
// Derivatives against numbers of 50 digits: free_derivatives.csv and torqued_derivatives.csv (make/derivatives.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

#include "support/reference_table.hpp"

namespace polhode {
namespace derivatives_test {
namespace {

using test::ReferenceRow;

constexpr double eps = std::numeric_limits<double>::epsilon();

struct Case {
  std::string id;
  Eigen::Vector3d moments;
  State start;
  double t;
};

Case case_of(const ReferenceRow& r, const std::string& id) {
  return {id,
          {r.number("I1"), r.number("I2"), r.number("I3")},
          {Attitude(r.number("q0_w"), r.number("q0_x"), r.number("q0_y"), r.number("q0_z")),
           {r.number("m0_1"), r.number("m0_2"), r.number("m0_3")}},
          r.number("t")};
}

/// An entry of the table, rows 0 to 5: attitude and momentum of the end.
double entry(const ReferenceRow& r, int row, int column) {
  return r.number((row < 3 ? "a" : "m") + std::to_string(row % 3 + 1) + "_" + std::to_string(column));
}

/// The largest error of a block of columns, in its rows of attitude and of momentum, over the largest of 1 and the
/// block itself; all inputs changed relative to themselves, momenta relative to |m|.
template <class Value>
double block_error(const ReferenceRow& r, int first, const std::vector<double>& scales, double momentum,
                   const Value& value) {
  double worst = 0;
  for (const int row : {0, 3}) {
    double largest = 1, error = 0;
    const double unit = row == 0 ? 1 : 1 / momentum;
    for (int i = row; i < row + 3; ++i)
      for (int k = 0; k < static_cast<int>(scales.size()); ++k) {
        const double scale = unit * scales[static_cast<std::size_t>(k)], expected = entry(r, i, first + k);
        const double off = std::abs(value(i, k) - expected) * scale;
        largest = std::max(largest, std::abs(expected) * scale);
        error = off <= error ? error : off;  // NaN stays
      }
    const double relative = error / largest;
    worst = relative <= worst ? worst : relative;
  }
  return worst;
}

/// Columns of moments in the order in which they were given, from those in ascending order.
std::array<int, 3> places(const Eigen::Vector3d& moments) {
  std::array<int, 3> order{0, 1, 2}, place{};
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return moments(i) < moments(j); });
  for (int k = 0; k < 3; ++k) place[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])] = k;
  return place;
}

double error_of(const ReferenceRow& r, const Case& c, const MotionJacobian& j) {
  const std::array<int, 3> place = places(c.moments);
  const double m = c.start.momentum.norm();
  const auto at = [&](int first) { return [&j, first](int i, int k) { return j(i, first + k); }; };
  return std::max({block_error(r, 0, {1, 1, 1}, m, at(0)), block_error(r, 3, {m, m, m}, m, at(3)),
                   block_error(r, 6, {c.moments(0), c.moments(1), c.moments(2)}, m,
                               [&](int i, int k) { return j(i, 6 + place[static_cast<std::size_t>(k)]); }),
                   block_error(r, 9, {std::abs(c.t)}, m, at(9))});
}

std::map<std::string, Case> free_cases() {
  std::map<std::string, Case> all;
  for (const ReferenceRow& r : test::read_reference_table("free.csv"))
    all.emplace(r.text("id"), case_of(r, r.text("id")));
  for (const ReferenceRow& r : test::read_reference_table("motion.csv")) {
    const std::string id = r.text("id") + "_" + r.text("periods");
    all.emplace(id, case_of(r, id));
  }
  return all;
}

// The bar is 1e3 eps (1 + second-order conditioning); what was seen is below 2 of these.
TEST(DerivativeReference, FreeMotionsUpToABillionPeriods) {
  const auto cases = free_cases();
  const auto rows = test::read_reference_table("free_derivatives.csv");
  ASSERT_GE(rows.size(), 130u);
  for (const ReferenceRow& r : rows) {
    const Case& c = cases.at(r.text("id"));
    const Inertia body = Inertia::from_moments(c.moments);
    const double bar = 10 * eps * (1 + r.number("second"));
    const MotionDerivative d = FreeMotionDerivative(body, c.start).at(c.t);
    EXPECT_LE(error_of(r, c, d.jacobian), bar) << c.id;
    EXPECT_EQ(d.state.momentum, FreeMotion(body, c.start).at(c.t).momentum) << c.id;
    if (c.id.front() == 'A') {
      EXPECT_LE(error_of(r, c, ExactFlow(body).derivative(c.start, c.t).jacobian), bar) << c.id;
    }
  }
}

TEST(DerivativeReference, TensorsDiagonalIsWhatTheMomentsSay) {
  const auto cases = free_cases();
  for (const ReferenceRow& r : test::read_reference_table("free_derivatives.csv")) {
    const Case& c = cases.at(r.text("id"));
    if (c.id.front() != 'A') continue;
    const TransitionMatrix j = FreeMotionDerivative(Inertia::from_moments(c.moments), c.start).by_tensor(c.t);
    EXPECT_TRUE(j.allFinite()) << c.id;
    EXPECT_LE(block_error(r, 6, {c.moments(0), c.moments(1), c.moments(2)}, c.start.momentum.norm(),
                          [&](int i, int k) { return j(i, k); }),
              10 * eps * (1 + r.number("second")))
        << c.id;
  }
}

TorqueFamily family_of(const ReferenceRow& row) {
  TorqueFamily f;
  for (int k = 1; k <= 7; ++k) {
    const std::string name = "p" + std::to_string(k);
    f.parameters.push_back(row.empty(name) ? 0 : row.number(name));
  }
  const std::string kind = row.text("kind");
  f.torque = [kind](std::span<const double> p) {
    if (kind == "heavy_top") return heavy_top({p[0], p[1], p[2]}, {p[3], p[4], p[5]});
    if (kind == "gravity_gradient_fixed") {
      // The direction is normalised by the library, and by the table it is not.
      const double length = Eigen::Vector3d(p[1], p[2], p[3]).norm();
      return gravity_gradient_fixed(p[0] * length, {p[1], p[2], p[3]});
    }
    if (kind == "gravity_gradient_circular") return gravity_gradient_circular(p[0]);
    const Torque vessel = vessel_restoring(p[0], p[1], p[2], p[3]);
    if (p.size() < 7) return vessel;
    return vessel + linear_damping(Eigen::Vector3d(p[4], p[5], p[6]).asDiagonal().toDenseMatrix());
  };
  if (kind == "vessel_restoring" && f.parameters[4] == 0) f.parameters.resize(4);
  if (kind == "gravity_gradient_circular") f.parameters.resize(1);
  if (kind == "gravity_gradient_fixed") f.parameters.resize(4);
  if (kind == "heavy_top") f.parameters.resize(6);
  return f;
}

TEST(DerivativeReference, MotionsUnderTorque) {
  std::map<std::string, ReferenceRow> torqued;
  for (const ReferenceRow& r : test::read_reference_table("torqued.csv")) torqued.emplace(r.text("id"), r);
  for (const ReferenceRow& r : test::read_reference_table("torqued_derivatives.csv")) {
    const ReferenceRow& row = torqued.at(r.text("id"));
    const Case c = case_of(row, r.text("id"));
    const TorqueFamily family = family_of(row);
    const std::array<double, 1> times{c.t};
    const auto results = simulate_derivative(Inertia::from_moments(c.moments), c.start, family, times);
    const double bar = 1e3 * eps * (1 + r.number("second"));
    EXPECT_LE(error_of(r, c, results[0].motion.jacobian), bar) << c.id;
    std::vector<double> scales;
    for (const double p : family.parameters) scales.push_back(p == 0 ? 1 : std::abs(p));
    EXPECT_LE(
        block_error(r, 10, scales, c.start.momentum.norm(),
                    [&](int i, int k) { return results[0].by_parameters[static_cast<std::size_t>(k)](i); }),
        bar)
        << c.id;
  }
}

}  // namespace
}  // namespace derivatives_test
}  // namespace polhode
