// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <polhode/body/step_failure.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <support/braked.hpp>
#include <vector>

namespace polhode {
namespace motion_derivative_test {
namespace {

const Eigen::Vector3d moments(0.345, 0.653, 1.0);
const State start{Attitude(0.5, 0.5, -0.5, 0.5), {0.5, 0.2, 0.84}};

/// A tensor whose axes are not the user's.
Eigen::Matrix3d tilted(const Eigen::Vector3d& i) {
  const Eigen::Matrix3d a = Eigen::Quaterniond(0.8, 0.36, 0.48, 0).toRotationMatrix();
  const Eigen::Matrix3d t = a * i.asDiagonal() * a.transpose();
  return (t + t.transpose()) / 2;
}

StateChange difference(const State& above, const State& below, double by) {
  const Eigen::Quaterniond turn = below.attitude.conjugate() * above.attitude;
  StateChange c;
  c << 2 / by * turn.vec(), (above.momentum - below.momentum) / by;
  return c;
}

TEST(MotionDerivative, ByTheTensorAlsoWhereMomentsAreEqual) {
  for (const Eigen::Vector3d& i : {moments, Eigen::Vector3d(1, 1, 1.7), Eigen::Vector3d(0.6, 1, 1),
                                   Eigen::Vector3d(1, 1 + 1e-9, 2), Eigen::Vector3d(1, 1, 1)}) {
    const Eigen::Matrix3d tensor = tilted(i);
    const double t = 3.7, by = 1e-5;
    const TransitionMatrix j = FreeMotionDerivative(Inertia::from_tensor(tensor), start).by_tensor(t);
    constexpr int places[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int n = 0; n < 6; ++n) {
      const auto at = [&](double change) {
        Eigen::Matrix3d other = tensor;
        other(places[n][0], places[n][1]) += change;
        if (n > 2) other(places[n][1], places[n][0]) += change;
        return FreeMotion(Inertia::from_tensor(other), start).at(t);
      };
      const StateChange expected = difference(at(by), at(-by), 2 * by);
      EXPECT_LE((j.col(n) - expected).norm(), 2e-8 * (1 + expected.norm())) << i.transpose() << ", " << n;
    }
  }
  EXPECT_THROW(
      FreeMotionDerivative(Inertia::from_moments(0, 1, 1), {Attitude(1, 0, 0, 0), {0, 1, 0}}).by_tensor(1),
      InvalidInput);
}

TEST(MotionDerivative, OtherVariablesAreThoseOfDifferences) {
  const Inertia body = Inertia::from_tensor(tilted(moments));
  const double t = 2.3, by = 1e-5;
  const MotionDerivative d = FreeMotionDerivative(body, start).at(t);
  const MotionJacobian j = d.in_angular_velocity(body);
  const Eigen::Vector3d omega = body.angular_velocity(start.momentum);
  for (int k = 0; k < 3; ++k) {
    const auto at = [&](double change) {
      const State s = FreeMotion(body, state_from_angular_velocity(body, start.attitude,
                                                                   omega + change * Eigen::Vector3d::Unit(k)))
                          .at(t);
      return State{s.attitude, body.angular_velocity(s.momentum)};
    };
    EXPECT_LE((j.col(block::momentum + k) - difference(at(by), at(-by), 2 * by)).norm(), 1e-8) << k;
    const auto turned = [&](double change) {
      const Eigen::Quaterniond turn(Eigen::AngleAxisd(change, Eigen::Vector3d::Unit(k)));
      return FreeMotion(body, {turn * start.attitude, start.momentum}).at(t);
    };
    // In space a rotation stays what it was.
    const Eigen::Vector3d in_space = d.in_space().block<3, 1>(0, k);
    EXPECT_LE((in_space - Eigen::Vector3d::Unit(k)).norm(), 1e-14) << k;
    EXPECT_LE((turned(by).momentum - d.state.momentum).norm(), 1e-14);
  }
  const Eigen::Vector3d a(0.3, -1, 2), m(1, 0.5, -0.2);
  const MotionGradient g = d.gradient(a, m);
  EXPECT_NEAR(g.by_moments(1),
              (d.jacobian.topRows<3>().transpose() * a +
               d.jacobian.bottomRows<3>().transpose() * m)(block::moments + 1),
              1e-14);
  EXPECT_NEAR(g.by_time, d.attitude_by_time().dot(a) + d.momentum_by_time().dot(m), 1e-14);
}

TEST(MotionDerivative, LinearBodiesAndRestHaveLimits) {
  const MotionDerivative rod =
      FreeMotionDerivative(Inertia::from_moments(0, 2, 2), {Attitude(1, 0, 0, 0), {0, 0.6, 0.8}}).at(5);
  EXPECT_TRUE(rod.jacobian.allFinite());
  EXPECT_TRUE(rod.jacobian.col(block::momentum).isZero());
  const MotionDerivative rest =
      FreeMotionDerivative(Inertia::from_moments(1, 2, 3), {Attitude(1, 0, 0, 0), {0, 0, 0}}).at(5);
  // Each momentum begins to turn the body about its own axis.
  MotionJacobian expected = MotionJacobian::Zero();
  expected.leftCols<6>().setIdentity();
  expected.block<3, 3>(block::attitude, block::momentum).diagonal() << 5.0, 2.5, 5.0 / 3;
  EXPECT_LE((rest.jacobian - expected).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(TorquedDerivative, WithoutForceItIsTheFreeMotions) {
  const Inertia body = Inertia::from_tensor(tilted(moments));
  const Torque none = heavy_top({0, 0, 0}, {0, 0, 1});
  const std::array<double, 2> times{4.0, 9.5};
  const auto results = simulate_derivative(body, start, none, times);
  for (std::size_t n = 0; n < times.size(); ++n) {
    const MotionJacobian expected = FreeMotionDerivative(body, start).at(times[n]).jacobian;
    EXPECT_LE((results[n].motion.jacobian - expected).norm(), 1e-12 * expected.norm()) << n;
  }
}

TEST(TorquedDerivative, ImpulsesAndFunctionsAndTimes) {
  const Inertia body = Inertia::from_moments(moments);
  const Torque kicked = heavy_top({0, 0, 0.3}, {0, 0, 1})
                            .with_impulses({{1.0, {0.1, 0.2, 0}, TorqueFrame::space}, {2.0, {0, 0.1, 0}}});
  const std::array<double, 1> times{3.0};
  const TransitionMatrix f = simulate_derivative(body, start, kicked, times)[0].motion.transition();
  const double by = 1e-5;
  for (int k = 0; k < 3; ++k) {
    const auto at = [&](double change) {
      State s = start;
      s.momentum(k) += change;
      return simulate_derivative(body, s, kicked, times)[0].motion.state;
    };
    EXPECT_LE((f.col(3 + k) - difference(at(by), at(-by), 2 * by)).norm(), 1e-7) << k;
  }
  const Torque function =
      Torque::of_attitude("function", [](const Attitude&, double) { return Eigen::Vector3d(0, 0, 1); });
  EXPECT_THROW(simulate_derivative(body, start, function, times), InvalidInput);
  const std::array<double, 2> wrong{3.0, 2.0};
  EXPECT_THROW(simulate_derivative(body, start, kicked, wrong), InvalidInput);
}

TEST(TorquedDerivative, ByTheMomentumOfAnImpulse) {
  const Inertia body = Inertia::from_tensor(tilted(moments));
  for (const double end : {6.0, -6.0}) {
    const TorqueFamily family{
        [](std::span<const double> p) {
          return heavy_top({0, 0, p[2]}, {0, 0, 1})
              .with_impulses({{2, {p[0], 0.1, 0}, TorqueFrame::space}, {-3, {0, p[0] * p[1], p[1]}}});
        },
        {0.2, 0.3, 0.4}};
    const std::array<double, 1> times{end};
    const auto by_parameters = simulate_derivative(body, start, family, times)[0].by_parameters;
    const double by = 1e-5;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = [&](double change) {
        std::vector<double> p = family.parameters;
        p[k] += change;
        return simulate_derivative(body, start, family.torque(p), times)[0].motion.state;
      };
      EXPECT_LE((by_parameters[k] - difference(at(by), at(-by), 2 * by)).norm(), 1e-7) << k << ' ' << end;
    }
  }
}

TEST(TorquedDerivative, ParametersThatMoveImpulsesOrBreakpointsAreRefused) {
  const Inertia body = Inertia::from_moments(moments);
  const std::array<double, 1> times{7.0};
  const auto refused = [&](const auto& torque, std::vector<double> parameters) {
    EXPECT_THROW(simulate_derivative(body, start, TorqueFamily{torque, parameters}, times), InvalidInput);
  };
  refused([](std::span<const double> p) { return impulses({{p[0], {0.1, 0.3, 0}}}); }, {2});
  refused(
      [](std::span<const double> p) {
        return tabulated_torque({0, p[0], 5}, {{0, 0, 0.1}, {0, 0.5, 0}, {0.1, 0, 0}}, TorqueFrame::body,
                                Beyond::zero);
      },
      {3});
  // What the rows say may change.
  const auto rows = [](std::span<const double> p) {
    return tabulated_torque({0, 3, 5}, {{0, 0, 0.1}, {0, p[0], 0}, {0.1, 0, 0}}, TorqueFrame::body,
                            Beyond::zero);
  };
  const StateChange by =
      simulate_derivative(body, start, TorqueFamily{rows, {0.5}}, times)[0].by_parameters[0];
  const auto at = [&](double p) {
    return simulate_derivative(body, start, rows(std::array<double, 1>{p}), times)[0].motion.state;
  };
  EXPECT_LE((by - difference(at(0.5 + 1e-5), at(0.5 - 1e-5), 2e-5)).norm(), 1e-7);
}

// The place of a feature that is narrow beside it: a change by a part of it would move the feature away from
// the motion, or too far. With the slope of the formula by c as a formula of its own, times p, the derivative
// by p at 0 is the same, and a formula that is linear in its number has exact differences.
TEST(TorquedDerivative, ByThePlaceOfANarrowFeature) {
  struct Case {
    const char *torque, *slope;
    double c, w, begin, end, allowed;
  };
  constexpr const char *pulse = "[0.5*exp(-((t-c)/w)^2),0,0.1]",
                       *pulse_slope = "[0.5*exp(-((t-c)/w)^2)*2*(t-c)/w^2,0,0]",
                       *pulse_and_line = "[c/1000+0.5*exp(-((t-c)/w)^2),0,0.1]",
                       *pulse_and_line_slope = "[0.001+0.5*exp(-((t-c)/w)^2)*2*(t-c)/w^2,0,0]",
                       *spike = "[0.5/(1+((qx-c)/w)^2),0,0.1]",
                       *spike_slope = "[(qx-c)/w^2/(1+((qx-c)/w)^2)^2,0,0]";
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const State from = state_from_angular_velocity(body, Attitude(1, 0, 0, 0), {0.3, 0.5, 0.4});
  for (const Case& k :
       {Case{pulse, pulse_slope, 1000, 0.3, 997, 1004, 1e-11},
        Case{pulse, pulse_slope, 1e6, 0.3, 1e6 - 3, 1e6 + 4, 1e-9},
        Case{pulse_and_line, pulse_and_line_slope, 1000, 0.3, 997, 1004, 1e-11},
        Case{spike, spike_slope, 0.5, 0.03, 0, 8, 1e-9}, Case{spike, spike_slope, 0.5, 0.01, 0, 8, 1e-8}}) {
    const auto by = [&](const std::string& text, bool is_linear) {
      const TorqueFamily family{[&](std::span<const double> number) {
                                  FormulaNames names;
                                  names.numbers = {{"c", is_linear ? k.c : number[0]},
                                                   {"w", k.w},
                                                   {"p", is_linear ? number[0] : 0}};
                                  return formula_torque(text, names);
                                },
                                {is_linear ? 0 : k.c}};
      const std::array<double, 1> times{k.end};
      return simulate_derivative(body, from, family, times, k.begin)[0].by_parameters[0];
    };
    const StateChange expected = by(std::string(k.torque) + " + p*" + k.slope, true);
    EXPECT_GT(expected.norm(), 0.1);
    EXPECT_LE((by(k.torque, false) - expected).norm(), k.allowed * expected.norm()) << k.torque << k.w;
  }
}

// 3 w' = -1 - |w| w / 2 from w = 0.2 comes to zero at 0.597.
TEST(TorquedDerivative, ARootThatTurnsIsTheEndOfIt) {
  const Torque braked = test::braked();
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const State spun{Attitude(1, 0, 0, 0), {0, 0, 0.6}};
  const std::array<double, 1> before{0.5}, after{1.0};
  const MotionDerivative d = simulate_derivative(body, spun, braked, before)[0].motion;
  const double w = d.state.momentum.z() / 3;
  EXPECT_NEAR(d.momentum_by_momentum()(2, 2), (2 + w * w) / (2 + 0.2 * 0.2), 1e-13);
  EXPECT_THROW(simulate_derivative(body, spun, braked, after), StepFailure);
  EXPECT_THROW(divergence(body, spun, braked, 1.0), StepFailure);
}

TEST(TorquedDerivatives, TellTheirProgressAndCanBeEnded) {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const TorqueFamily family{[](std::span<const double> p) {
                              return heavy_top({0, 0, p[0]}, {0.1, 0, 1});
                            },
                            {1}};
  const std::array<double, 2> times{4, 8};
  std::vector<double> parts;
  const auto told = simulate_derivative(body, start, family, times, 0, [&](double p) { parts.push_back(p); });
  const auto alone = simulate_derivative(body, start, family, times);
  EXPECT_EQ(told[1].by_parameters[0], alone[1].by_parameters[0]);
  ASSERT_GT(parts.size(), 4u);
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  EXPECT_GE(parts.front(), 0);
  EXPECT_LT(parts.back(), 1);
  EXPECT_GT(parts.back(), 0.5);
  const auto ends = [](double) { throw std::runtime_error("enough"); };
  EXPECT_THROW(simulate_derivative(body, start, family, times, 0, ends), std::runtime_error);
}

TEST(Divergence, IsTheRateOfTheUnstableAxisAndFallsInRegularMotion) {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const Torque none = heavy_top({0, 0, 0}, {0, 0, 1});
  const double rate = std::sqrt((1.0 - 1.0 / 2) * (1.0 / 2 - 1.0 / 3));
  const Divergence unstable = divergence(body, {Attitude(1, 0, 0, 0), {0, 1, 0}}, none, 60);
  EXPECT_NEAR(unstable.exponent, rate, 1e-2 * rate);  // at t = 6 others still count
  // eps / 2 e^(rate t) = 0.1, but for a factor of the first growth.
  EXPECT_FALSE(std::isfinite(unstable.horizon));
  const Divergence longer = divergence(body, {Attitude(1, 0, 0, 0), {0, 1, 0}}, none, 200);
  EXPECT_NEAR(longer.horizon, std::log(0.1 * 2 / 2.2e-16) / rate, 8);
  const Divergence regular = divergence(body, {Attitude(1, 0, 0, 0), {0.3, 0.2, 1}}, none, 400);
  EXPECT_LE(regular.exponent, 0.01);
  EXPECT_FALSE(std::isfinite(regular.horizon));
}

}  // namespace
}  // namespace motion_derivative_test
}  // namespace polhode
