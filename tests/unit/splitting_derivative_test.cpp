// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/simulation/splitting_derivative.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <vector>

#include "simulation/changing_formula.hpp"

namespace polhode {
namespace splitting_derivative_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

const Eigen::Vector3d moments(0.6, 0.8, 1.1);
const State start{Attitude(0.8, 0.36, -0.48, 0), {0.5, -0.7, 0.6}};

struct Problem {
  std::string name;
  TorqueFamily family;
};

/// One of each kind of kick: of the attitude, of the time too, linear, by collocation.
std::vector<Problem> problems() {
  return {{"top",
           {[](std::span<const double> p) {
              return heavy_top({p[0], 0.1, p[1]}, {0, 0, p[2]});
            },
            {0.3, -0.4, 0.9}}},
          {"orbit", {[](std::span<const double> p) { return gravity_gradient_circular(p[0]); }, {0.7}}},
          {"damped vessel",
           {[](std::span<const double> p) {
              Eigen::Matrix3d d;
              d << p[2], p[3], 0, p[3], 0.4, 0, 0, 0, 0.2;
              return vessel_restoring(p[0], p[1], 0.3, 0.2) + linear_damping(d);
            },
            {1.2, 0.8, 0.3, 0.0}}},
          {"dissipation", {[](std::span<const double> p) { return internal_dissipation(p[0]); }, {0.2}}},
          {"gyrostat",
           {[](std::span<const double> p) {
              return gyrostat({p[0], 0.2, p[1]});
            },
            {0.3, -0.1}}}};
}

/// The state after the steps.
State after(const Eigen::Vector3d& i, const State& from, const Torque& torque, const Splitting& splitting,
            const SplittingSteps& steps) {
  SplittingOptions options;
  options.start_time = steps.start_time;
  options.free_method = free_method(steps.free_method);
  SplittingStepper stepper(Inertia::from_moments(i), from, torque, splitting, options);
  for (std::size_t n = 0; n < steps.count; ++n) stepper.step(steps.length);
  return stepper.state();
}

/// The derivative of order 8 by a number that is changed by multiples of 1/256.
StateChange difference(const std::function<State(double by)>& changed) {
  constexpr std::array<double, 4> weights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  constexpr double change = 1.0 / 256;
  const State here = changed(0);
  StateChange sum = StateChange::Zero();
  for (int k = -4; k <= 4; ++k) {
    if (k == 0) continue;
    const State there = changed(k * change);
    const double weight = (k < 0 ? -1 : 1) * weights[static_cast<std::size_t>(std::abs(k) - 1)] / change;
    sum.head<3>() += weight * 2 * (here.attitude.conjugate() * there.attitude).vec();
    sum.tail<3>() += weight * there.momentum;
  }
  return sum;
}

State turned(const State& s, Eigen::Index axis, double by) {
  Eigen::Vector3d half = Eigen::Vector3d::Zero();
  half(axis) = std::sin(by / 2);
  return {s.attitude * Attitude(std::cos(by / 2), half(0), half(1), half(2)), s.momentum};
}

void compare(const Problem& problem, const Splitting& splitting, const SplittingSteps& steps) {
  const std::string where = problem.name + ", " + splitting.name + ", " + steps.free_method;
  const TorquedDerivative found =
      splitting_derivative(Inertia::from_moments(moments), start, problem.family, splitting, steps);
  const Torque torque = problem.family.torque(problem.family.parameters);
  const State expected = after(moments, start, torque, splitting, steps);
  EXPECT_EQ(found.motion.state.momentum, expected.momentum) << where;
  EXPECT_EQ(found.motion.state.attitude.coeffs(), expected.attitude.coeffs()) << where;
  const auto check = [&](const StateChange& column, const char* what, Eigen::Index k,
                         const std::function<State(double)>& changed) {
    const StateChange reference = difference(changed);
    EXPECT_LE((column - reference).cwiseAbs().maxCoeff(),
              1e-12 * std::max(1.0, reference.cwiseAbs().maxCoeff()))
        << where << ", " << what << " " << k << ":\n"
        << column.transpose() << "\n"
        << reference.transpose();
  };
  const MotionJacobian& j = found.motion.jacobian;
  for (Eigen::Index k = 0; k < 3; ++k) {
    check(j.col(block::attitude + k), "attitude", k,
          [&](double by) { return after(moments, turned(start, k, by), torque, splitting, steps); });
    check(j.col(block::momentum + k), "momentum", k, [&](double by) {
      State s = start;
      s.momentum(k) += by;
      return after(moments, s, torque, splitting, steps);
    });
    check(j.col(block::moments + k), "moment", k, [&](double by) {
      Eigen::Vector3d i = moments;
      i(k) += by;
      return after(i, start, torque, splitting, steps);
    });
  }
  check(j.col(block::time), "time", 0, [&](double by) {
    SplittingSteps longer = steps;
    longer.length += by / static_cast<double>(steps.count);
    return after(moments, start, torque, splitting, longer);
  });
  for (std::size_t p = 0; p < problem.family.parameters.size(); ++p)
    check(found.by_parameters[p], "parameter", static_cast<Eigen::Index>(p), [&](double by) {
      std::vector<double> parameters = problem.family.parameters;
      parameters[p] += by;
      return after(moments, start, problem.family.torque(parameters), splitting, steps);
    });
}

TEST(SplittingDerivative, DifferencesOfTheStepsAgree) {
  SplittingSteps steps{.length = 0.2, .count = 3};
  steps.start_time = 0.4;
  for (const Problem& problem : problems()) {
    compare(problem, splitting("strang_kick"), steps);
    compare(problem, splitting("suzuki4"), steps);
    compare(problem, splitting("strang_drift"), steps);
  }
  const Problem top = problems()[0];
  for (const char* method : {"dmv", "dmv6", "lie_poisson_123", "implicit_midpoint"}) {
    steps.free_method = method;
    compare(top, splitting("strang_kick"), steps);
  }
  steps.length = -0.2;
  compare(top, splitting("strang_kick"), steps);
}

TEST(SplittingDerivative, APotentialAndASymplecticDriftAreSymplectic) {
  const Torque torque = heavy_top({0.3, 0.1, -0.4}, {0, 0, 0.9});
  const Inertia body = Inertia::from_moments(moments);
  const auto structure = [](const Eigen::Vector3d& v) {
    TransitionMatrix b = TransitionMatrix::Zero();
    b.topRightCorner<3, 3>().setIdentity();
    b.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
    b.bottomRightCorner<3, 3>() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return b;
  };
  for (const char* method : {"exact", "dmv", "lie_poisson_312", "implicit_midpoint"}) {
    const MotionDerivative d =
        splitting_derivative(body, start, torque, splitting("strang_kick"),
                             {.length = 0.3, .count = 4, .free_method = method, .start_time = 0})
            .motion;
    const TransitionMatrix f = d.transition();
    const double form =
        (f * structure(start.momentum) * f.transpose() - structure(d.state.momentum)).cwiseAbs().maxCoeff();
    if (free_method(method).properties.is_symplectic) {
      EXPECT_LE(form, 200 * eps * f.squaredNorm()) << method;
    } else {
      EXPECT_GE(form, 1e-6) << method;
    }
  }
}

TEST(SplittingDerivative, ManyStepsAreTheMotion) {
  const Torque torque =
      heavy_top({0.3, 0.1, -0.4}, {0, 0, 0.9}) + linear_damping(0.1 * Eigen::Matrix3d::Identity());
  const Inertia body = Inertia::from_moments(moments);
  const std::array<double, 1> times{1.0};
  const MotionJacobian motion = simulate_derivative(body, start, torque, times)[0].motion.jacobian;
  const auto error = [&](std::size_t count) {
    const SplittingSteps steps{.length = 1.0 / static_cast<double>(count), .count = count};
    return (splitting_derivative(body, start, torque, splitting("suzuki4"), steps).motion.jacobian - motion)
        .cwiseAbs()
        .maxCoeff();
  };
  const double coarse = error(16), fine = error(32);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.3);
  EXPECT_LE(fine, 1e-6);
}

TEST(SplittingDerivative, Refusals) {
  const Inertia body = Inertia::from_moments(moments);
  const Torque torque = heavy_top({0.3, 0.1, -0.4}, {0, 0, 0.9});
  const auto ask = [&](const Torque& what, const Splitting& how, const SplittingSteps& steps) {
    return splitting_derivative(body, start, what, how, steps);
  };
  EXPECT_THROW(ask(torque, splitting("strang_kick"), {.length = 0.1, .count = 0}), InvalidInput);
  EXPECT_THROW(ask(impulses({{0.05, {0, 0, 1}}}), splitting("strang_kick"), {.length = 0.1}), InvalidInput);
  EXPECT_THROW(
      ask(Torque::of_attitude("own", [](const Attitude&, double) { return Eigen::Vector3d(0, 0, 1); }),
          splitting("strang_kick"), {.length = 0.1}),
      InvalidInput);
  EXPECT_THROW(ask(quadratic_drag({0.5, 0.3, 0.2}), splitting("strang_kick"), {.length = 0.1}), InvalidInput);
  for (const Splitting& s : splittings())
    if (s.need == KickNeed::gradient) {
      EXPECT_THROW(ask(torque, s, {.length = 0.1}), InvalidInput) << s.name;
    }
}

// The formula of a body with other moments has the same rows, but for its numbers: else each step of the
// derivative would compute all of them.
TEST(ChangingFormula, OtherMomentsAddNoRows) {
  const Inertia tilted =
      Inertia::from_tensor((Eigen::Matrix3d() << 1.2, 0.1, 0.05, 0.1, 2, -0.1, 0.05, -0.1, 2.6).finished());
  for (const Torque& torque : {gravity_gradient_circular(0.4), heavy_top({0, 0, 1}, {0.1, 0, 0.2})}) {
    simulation::ChangingFormula formula(tilted, torque);
    const std::size_t before = formula.tape().all().size();
    for (int axis = 0; axis < 3; ++axis) formula.by_moment(torque, axis);
    EXPECT_EQ(formula.tape().all().size(), before) << torque.name();
  }
}

}  // namespace
}  // namespace splitting_derivative_test
}  // namespace polhode
