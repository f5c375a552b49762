// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/simulation/general_method.hpp>
#include <polhode/torque/built_in.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulation/runge_kutta/dormand_prince.hpp"
#include "support/refusal.hpp"
#include "support/some_motion.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace general_method_test {
namespace {

using test::distance;
using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;
using test::some_motion::top;
namespace dp = simulation::dormand_prince;

// ---- the conditions of order, by rooted trees

/// A rooted tree: the trees at its root, as numbers in a list of all trees.
using Tree = std::multiset<std::size_t>;

struct Trees {
  std::vector<Tree> all;
  std::vector<int> order;
  std::vector<double> density;
};

/// Those of up to so many nodes: 1, 1, 2, 4, 9, 20, 48, 115 of 1, 2, ... 8.
Trees trees_up_to(int most) {
  Trees t{{{}}, {1}, {1}};
  std::set<Tree> known{{}};
  for (int n = 2; n <= most; ++n) {
    // Each of n nodes comes from one with fewer by a further branch at its root.
    const std::size_t before = t.all.size();
    for (std::size_t trunk = 0; trunk < before; ++trunk)
      for (std::size_t branch = 0; branch < before; ++branch) {
        if (t.order[trunk] + t.order[branch] != n) continue;
        Tree tree = t.all[trunk];
        tree.insert(branch);
        if (!known.insert(tree).second) continue;
        double density = n;
        for (const std::size_t b : tree) density *= t.density[b];
        t.all.push_back(tree);
        t.order.push_back(n);
        t.density.push_back(density);
      }
  }
  return t;
}

/// The elementary weight of each tree at each stage, and the sum of the absolute values of what is added,
/// which bounds its rounding.
struct Weights {
  std::array<long double, dp::all_stages> value, size;
};

std::vector<Weights> elementary_weights(const Trees& trees) {
  std::vector<Weights> all;
  for (const Tree& tree : trees.all) {
    Weights w;
    for (std::size_t i = 0; i < dp::all_stages; ++i) {
      w.value[i] = w.size[i] = 1;
      for (const std::size_t branch : tree) {
        long double value = 0, size = 0;
        for (std::size_t j = 0; j < i; ++j) {
          const auto weight = static_cast<long double>(dp::weights[i][j]);
          value += weight * all[branch].value[j];
          size += std::abs(weight) * all[branch].size[j];
        }
        w.value[i] *= value;
        w.size[i] *= size;
      }
    }
    all.push_back(w);
  }
  return all;
}

/// How far the sum with these weights is from what it should be, in roundings of the coefficients.
double missed(const dp::Row& b, const Weights& w, long double expected) {
  long double sum = 0, size = 0;
  for (std::size_t i = 0; i < dp::all_stages; ++i) {
    const auto weight = static_cast<long double>(b[i]);
    sum += weight * w.value[i];
    size += std::abs(weight) * w.size[i];
  }
  return static_cast<double>(std::abs(sum - expected) /
                             (static_cast<long double>(std::numeric_limits<double>::epsilon()) * size));
}

TEST(Dop853, CoefficientsMeetAll200ConditionsOfOrder8) {
  const Trees trees = trees_up_to(9);
  const std::vector<Weights> weights = elementary_weights(trees);
  const dp::Row& step = dp::weights[dp::stages];
  std::array<int, 10> count{};
  double worst_of_9 = 0;
  for (std::size_t t = 0; t < trees.all.size(); ++t) {
    const int order = trees.order[t];
    ++count[static_cast<std::size_t>(order)];
    const double off = missed(step, weights[t], 1 / static_cast<long double>(trees.density[t]));
    if (order == 9) {
      worst_of_9 = std::max(worst_of_9, off);
      continue;
    }
    EXPECT_LT(off, 1) << order;
    // The errors vanish where the embedded methods are exact too.
    if (order <= 5) {
      EXPECT_LT(missed(dp::error_of_order_5, weights[t], 0), 1) << order;
    }
    if (order <= 3) {
      EXPECT_LT(missed(dp::error_of_order_3, weights[t], 0), 1) << order;
    }
  }
  EXPECT_EQ(count, (std::array{0, 1, 1, 2, 4, 9, 20, 48, 115, 286}));
  EXPECT_GT(worst_of_9, 1e6);  // the order is not 9
}

/// The state at a fraction of a step, as weights of the stages.
TEST(Dop853, DenseOutputIsOfOrder7) {
  const Trees trees = trees_up_to(7);
  const std::vector<Weights> weights = elementary_weights(trees);
  for (const double s : {0.125, 0.5, 0.875}) {
    std::array<dp::Row, 7> parts{};
    parts[0] = dp::weights[dp::stages];
    parts[1][0] = 1;
    for (std::size_t k = 0; k < dp::all_stages; ++k) {
      parts[1][k] -= parts[0][k];
      parts[2][k] = parts[0][k] - parts[1][k] - (k == dp::stages ? 1 : 0);
      for (std::size_t d = 0; d < dp::dense.size(); ++d) parts[3 + d][k] = dp::dense[d][k];
    }
    dp::Row b{};
    for (std::size_t k = 0; k < dp::all_stages; ++k) {
      for (std::size_t d = 7; d-- > 0;) b[k] = parts[d][k] + (d % 2 == 1 ? s : 1 - s) * b[k];
      b[k] *= s;
    }
    for (std::size_t t = 0; t < trees.all.size(); ++t)
      EXPECT_LT(
          missed(b, weights[t], static_cast<long double>(std::pow(s, trees.order[t]) / trees.density[t])), 20)
          << trees.order[t] << ' ' << s;
  }
}

// ---- the methods

const std::vector<double> times{0.3, 1.7, 4, 6.1, 10};

double worst(const Simulation& run, const Simulation& reference) {
  EXPECT_EQ(run.states.size(), reference.states.size());
  double most = 0;
  for (std::size_t i = 0; i < run.states.size(); ++i)
    most = std::max(most, distance(run.states[i], reference.states[i]));
  return most;
}

TEST(GeneralMethod, ClassicalRungeKuttaIsOfOrder4) {
  for (const Inertia& b : {body, askew}) {
    const Simulation reference = simulate(b, start, top(), times, 1e-14);
    const auto error = [&](double step) {
      return worst(simulate_by(general_method("classical_rk4"), b, start, top(), times, step), reference);
    };
    const double at_5 = error(0.05), at_2 = error(0.02), at_1 = error(0.01);
    EXPECT_LT(at_5, 1e-3);
    EXPECT_NEAR(std::log(at_5 / at_2) / std::log(2.5), 4, 0.25);
    EXPECT_NEAR(std::log2(at_2 / at_1), 4, 0.1);
  }
}

/// The tolerance is for a step: this motion amplifies what all of them err by up to some hundred times.
/// (SciPy's DOP853 errs by 3.6e-5, 3.3e-7, 2.7e-9 and 2.0e-11 for `body` at 1e-6 to 1e-12, in 13 to 62 steps.)
TEST(GeneralMethod, Dop853ErrsAsItsToleranceSays) {
  for (const Inertia& b : {body, askew}) {
    const Simulation reference = simulate(b, start, top(), times, 1e-14);
    double before = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
      const Simulation run = simulate_by(general_method("dop853"), b, start, top(), times, tolerance);
      const double error = worst(run, reference);
      EXPECT_LT(error, 300 * tolerance) << tolerance;
      EXPECT_GT(error, 3 * tolerance) << tolerance;
      EXPECT_LT(error, before);
      before = error;
      EXPECT_LT(run.torque_evaluations, 3000U);
    }
  }
}

/// Steps of the order's eighth root: of an eighth order, a tolerance of 2^-24 smaller takes 8 times as many.
TEST(GeneralMethod, Dop853TakesStepsAsItsOrderSays) {
  const auto steps = [](double tolerance) {
    return static_cast<double>(
        simulate_by(general_method("dop853"), body, start, top(), std::vector<double>{100}, tolerance).steps);
  };
  EXPECT_NEAR(std::log(steps(1e-12) / steps(1e-6)) / std::log(1e6), 1.0 / 8, 0.01);
}

TEST(GeneralMethod, StepsDoNotDependOnTheRequestedTimes) {
  for (const GeneralMethod& method : general_methods()) {
    const double how = method.controls_steps ? 1e-8 : 0.03;
    const auto at_10 = [&](const std::vector<double>& at) {
      return simulate_by(method, askew, start, top(), at, how);
    };
    const Simulation few = at_10({10}), many = at_10({0, 0.5, 0.5, 3, 9.99, 10});
    EXPECT_EQ(distance(few.states.back(), many.states.back()), 0) << method.name;
    EXPECT_EQ(few.steps, many.steps);
    EXPECT_LT(distance(many.states[0], start), 1e-15);
    EXPECT_EQ(distance(many.states[1], many.states[2]), 0);
  }
}

/// Impulses of the body and of space, a torque that jumps where it says so, and the way back.
TEST(GeneralMethod, ImpulsesAndBreakpointsDivideTheRun) {
  const Torque acts = top() + impulses({{1.3, {0.5, 0, 0.2}}, {2.7, {0, -0.4, 0.1}, TorqueFrame::space}}) +
                      control_torque([](double t) { return Eigen::Vector3d(t < 2 ? 0.4 : -0.3, 0.1, 0); },
                                     TorqueFrame::body, {2.0});
  const std::vector<double> at{1.3, 2, 2.7, 5};
  const Simulation reference = simulate(askew, start, acts, at, 1e-13);
  for (const GeneralMethod& method : general_methods()) {
    const double how = method.controls_steps ? 1e-12 : 0.001;
    const Simulation run = simulate_by(method, askew, start, acts, at, how);
    EXPECT_LT(worst(run, reference), 1e-10) << method.name;
    GeneralOptions back;
    back.start_time = 5;
    const std::vector<double> there{5, 2.7, 1.3, 0};
    SimulationOptions reference_back;
    reference_back.start_time = 5;
    EXPECT_LT(worst(simulate_by(method, askew, run.states[3], acts, there, how, back),
                    simulate(askew, run.states[3], acts, there, 1e-13, reference_back)),
              1e-10)
        << method.name;
  }
}

TEST(GeneralMethod, FreeBodiesLinearBodiesAndRest) {
  const Inertia linear = Inertia::from_moments(0, 1.5, 1.5);
  const State spin{Attitude::Identity(), {0, 0.3, 0.9}}, rest{Attitude(0.5, 0.5, 0.5, 0.5), {0, 0, 0}};
  for (const GeneralMethod& method : general_methods()) {
    const double how = method.controls_steps ? 1e-10 : 0.005;
    const auto expect_right = [&](const Inertia& b, const State& from, const Torque& torque) {
      EXPECT_LT(
          worst(simulate_by(method, b, from, torque, times, how), simulate(b, from, torque, times, 1e-13)),
          1e-7)
          << method.name;
    };
    expect_right(body, start, Torque());
    expect_right(linear, spin, heavy_top({0, 0, 1}, {0.3, 0, 0}));
    expect_right(body, rest, top());
    EXPECT_EQ(simulate_by(method, body, rest, Torque(), times, how).states.back().momentum.norm(), 0);
  }
}

TEST(GeneralMethod, SaysWhyARunStops) {
  const Torque pole = Torque::of_attitude(
      "pole", [](const Attitude&, double t) { return Eigen::Vector3d(1 / ((t - 2) * (t - 2)), 0, 0); });
  const Simulation tight = simulate_by(general_method("dop853"), body, start, pole, times, 1e-9);
  ASSERT_TRUE(tight.stopped);
  EXPECT_NEAR(tight.stopped->time, 2, 1e-3);
  EXPECT_NE(tight.stopped->reason.find("below the rounding"), std::string::npos);
  EXPECT_EQ(tight.states.size(), 2U);
  const Torque nothing = Torque::of_attitude("nan", [](const Attitude&, double t) {
    return Eigen::Vector3d(t < 2 ? 0.0 : std::numeric_limits<double>::quiet_NaN(), 0, 0);
  });
  const Simulation fixed = simulate_by(general_method("classical_rk4"), body, start, nothing, times, 0.1);
  ASSERT_TRUE(fixed.stopped);
  EXPECT_NEAR(fixed.stopped->time, 1.9, 1e-12);
  EXPECT_TRUE(fixed.stopped->state.momentum.allFinite());
  EXPECT_NE(fixed.stopped->reason.find("not finite"), std::string::npos);
  GeneralOptions asked;
  asked.progress = [](double part) { return part < 0.5; };
  const Simulation stopped =
      simulate_by(general_method("classical_rk4"), body, start, top(), times, 0.001, asked);
  ASSERT_TRUE(stopped.stopped);
  EXPECT_NEAR(stopped.stopped->time, 5, 0.1);
}

TEST(GeneralMethod, RefusesBadInput) {
  const auto refused = [](const std::string& method, const std::vector<double>& at, double how) {
    return test::refusal([&] { simulate_by(general_method(method), body, start, top(), at, how); });
  };
  EXPECT_EQ(refused("classical_rk4", {1}, 0), "step: found 0, expected a positive number");
  EXPECT_EQ(refused("dop853", {1}, 1), "tolerance: found 1, expected a number between 0 and 1");
  EXPECT_EQ(refused("dop583", {1}, 0.1),
            "general method: found dop583, expected one of general_methods(), such as dop853");
  EXPECT_NE(refused("dop853", {1, -1}, 0.1), "");
}

}  // namespace
}  // namespace general_method_test
}  // namespace polhode
