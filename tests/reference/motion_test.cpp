// SPDX-License-Identifier: MIT
// FreeMotion over up to 1e9 periods against multiprecision (motion.csv, made by make_motion.py).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/rotation/convention.hpp>
#include <support/reference_table.hpp>
#include <support/state_distance.hpp>
#include <support/worst.hpp>

namespace motion_test {
namespace {

using namespace polhode;
using test::distance;

constexpr double eps = std::numeric_limits<double>::epsilon();

struct MotionReference {
  std::string id;
  Inertia body;
  State start;
  double t;
  Vec3<long double> m;
  Quat<long double> q;
};

std::vector<MotionReference> references() {
  std::vector<MotionReference> all;
  for (const auto& r : test::read_reference_table("motion.csv"))
    all.push_back(
        {r.text("id") + " after " + r.text("periods") + " periods",
         Inertia::from_moments(r.number("I1"), r.number("I2"), r.number("I3")),
         {Eigen::Quaterniond(r.number("q0_w"), r.number("q0_x"), r.number("q0_y"), r.number("q0_z")),
          Eigen::Vector3d(r.number("m0_1"), r.number("m0_2"), r.number("m0_3"))},
         r.number("t"),
         {r.number<long double>("m_1"), r.number<long double>("m_2"), r.number<long double>("m_3")},
         {r.number<long double>("q_w"), r.number<long double>("q_x"), r.number<long double>("q_y"),
          r.number<long double>("q_z")}});
  return all;
}

double error(const MotionReference& c, const State& s) {
  const Vec3<long double> dm = convert<long double>(from_eigen(s.momentum)) - c.m;
  const Quat<long double> dq = convert<long double>(from_eigen(s.attitude)) - c.q;
  return std::max(static_cast<double>(std::sqrt(dot(dm, dm) / dot(c.m, c.m))),
                  static_cast<double>(std::sqrt(dot(dq, dq))));
}

/// What rounding the inputs does to the result: the largest change when one of them moves by one unit in its
/// last place.
double rounding_of_inputs(const MotionReference& c) {
  const auto next = [](double x) { return std::nextafter(x, 2 * x); };
  const State here = FreeMotion(c.body, c.start).at(c.t);
  double largest = distance(FreeMotion(c.body, c.start).at(next(c.t)), here);
  const Vec3<double> i = from_eigen(c.body.moments());
  for (const Vec3<double>& other :
       {Vec3<double>{next(i.x), i.y, i.z}, {i.x, next(i.y), i.z}, {i.x, i.y, next(i.z)}})
    largest = std::max(
        largest,
        distance(FreeMotion(Inertia::from_moments(other.x, other.y, other.z), c.start).at(c.t), here));
  for (int axis = 0; axis < 3; ++axis) {
    State other = c.start;
    other.momentum(axis) = next(other.momentum(axis));
    largest = std::max(largest, distance(FreeMotion(c.body, other).at(c.t), here));
  }
  return largest;
}

TEST(MotionReference, TheErrorAtABillionPeriodsIsBelowThatOfRoundingTheInputs) {
  test::Worst absolute("FreeMotion, error / eps"),
      relative("FreeMotion, error / (4 eps + rounding of inputs)");
  for (const MotionReference& c : references()) {
    const double e = error(c, FreeMotion(c.body, c.start).at(c.t)), rounding = rounding_of_inputs(c);
    absolute.add(e / eps, [&] { return c.id; });
    relative.add(e / (4 * eps + rounding), [&] { return c.id; });
    // The phase is carried in extended precision; what is left is the last step, over half a period at most.
    EXPECT_LE(e, 4 * eps + rounding / 20) << c.id;
  }
  absolute.print();
  relative.print();
}

TEST(MotionReference, ManyTimesAreAsGoodAsOne) {
  test::Worst absolute("FreeMotion at many times, error / eps"),
      relative("FreeMotion at many times, error / (4 eps + rounding of inputs)");
  for (const MotionReference& c : references()) {
    const double rate = angular_velocity(c.body, c.start).norm();
    std::vector<double> times;
    for (int k = -20; k <= 20; ++k) times.push_back(c.t + 0.02 * k / rate);
    times[20] = c.t;
    const double e = error(c, FreeMotion(c.body, c.start).at(times)[20]), rounding = rounding_of_inputs(c);
    absolute.add(e / eps, [&] { return c.id; });
    relative.add(e / (4 * eps + rounding), [&] { return c.id; });
    EXPECT_LE(e, 4 * eps + rounding / 10) << c.id;
  }
  absolute.print();
  relative.print();
}

TEST(MotionReference, OneStepIsAsGoodAsItsInputs) {
  test::Worst worst("exact step, error / (4 eps + rounding of inputs)");
  for (const MotionReference& c : references())
    worst.add(error(c, exact_flow(c.body, c.start, c.t)) / (4 * eps + rounding_of_inputs(c)),
              [&] { return c.id; });
  worst.expect_at_most(1);
}

}  // namespace
}  // namespace motion_test
