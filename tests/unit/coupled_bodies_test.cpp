// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <support/refusal.hpp>
#include <support/three_bodies.hpp>
#include <vector>

namespace polhode {
namespace coupled_bodies_test {
namespace {

using test::refusal, test::three_bodies, test::three_states;
constexpr double eps = std::numeric_limits<double>::epsilon();

/// An arm (body) in a field (space) that swings; along the axis of the linear body.
Eigen::Vector3d dipole_torque(const Eigen::Quaterniond& q, double t) {
  const Eigen::Vector3d field(0.3, 0.4 * std::cos(2 * t), -1.1);
  return Eigen::Vector3d(0, 0.8, 0).cross(q.conjugate() * field);
}

void independent_torques(std::span<const State> states, double t, std::span<Eigen::Vector3d> torques) {
  for (std::size_t i = 0; i < states.size(); ++i) torques[i] = dipole_torque(states[i].attitude, t);
}

bool is_same(const State& a, const State& b) {
  return a.attitude.coeffs() == b.attitude.coeffs() && a.momentum == b.momentum;
}

void expect_same(const std::vector<State>& a, const std::vector<State>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(is_same(a[i], b[i])) << "body " << i;
}

TEST(CoupledBodies, MovesIndependentBodiesAsAlone) {
  const auto bodies = three_bodies();
  const auto starts = three_states();
  const Torque torque = Torque::of_attitude("dipole", dipole_torque);
  for (const char* name : {"strang_kick", "strang_drift", "suzuki4", "blanes_moan_srkn6b", "kahan_li8"})
    for (const Summation summation : {Summation::plain, Summation::compensated})
      for (const char* drift : {"exact", "lie_poisson_123"}) {
        const FreeMethod method = free_method(drift);
        const SplittingOptions options{.summation = summation, .start_time = 0.3, .free_method = method};
        if (drift != std::string("exact") && name != std::string("suzuki4")) continue;
        std::vector<Inertia> some = bodies;
        std::vector<State> their = starts;
        if (drift != std::string("exact")) {  // which alone knows linear bodies
          some.pop_back();
          their.pop_back();
        }
        CoupledBodiesStepper together(some, their, independent_torques, splitting(name), options);
        std::vector<SplittingStepper> alone;
        for (std::size_t i = 0; i < some.size(); ++i)
          alone.emplace_back(some[i], their[i], torque, splitting(name), options);
        for (int n = 0; n < 50; ++n) {
          const double h = n == 20 ? -0.1 : 0.05;
          together.step(h);
          for (SplittingStepper& one : alone) one.step(h);
        }
        std::vector<State> expected;
        for (const SplittingStepper& one : alone) expected.push_back(one.state());
        SCOPED_TRACE(std::string(name) + ", " + drift);
        expect_same(together.states(), expected);
        EXPECT_EQ(together.time(), alone.front().time());
        EXPECT_EQ(together.size(), some.size());
      }
}

TEST(CoupledBodies, UsesAMethodForWhatItIsNotForItsName) {
  const std::vector<Inertia> bodies(2, Inertia::from_moments(1.1, 1.6, 0.7));
  const std::vector<State> starts{three_states()[0], three_states()[1]};
  const auto with = [&](const FreeMethod& method) {
    CoupledBodiesStepper together(bodies, starts, independent_torques, splitting("strang_kick"),
                                  {.free_method = method});
    for (int n = 0; n < 20; ++n) together.step(0.05);
    return together.states();
  };
  FreeMethod renamed = free_method("implicit_midpoint");
  renamed.name = "exact";
  expect_same(with(renamed), with(free_method("implicit_midpoint")));
  EXPECT_FALSE(is_same(with(renamed)[0], with(free_method("exact"))[0]));
}

/// The bodies' second axes attract each other: V = -sum of (a_i . a_j)^2.
struct Pairs {
  static Eigen::Vector3d axis(const State& s) { return to_space(s.attitude, Eigen::Vector3d::UnitY()); }

  static void torques(std::span<const State> states, double, std::span<Eigen::Vector3d> torques) {
    for (std::size_t i = 0; i < states.size(); ++i)
      for (std::size_t j = 0; j < states.size(); ++j) {
        if (i == j) continue;
        const Eigen::Vector3d a = axis(states[i]), b = axis(states[j]);
        torques[i] += to_body(states[i].attitude, 2 * a.dot(b) * a.cross(b));
      }
  }

  static double potential(const std::vector<State>& states) {
    double v = 0;
    for (std::size_t i = 0; i < states.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) v -= std::pow(axis(states[i]).dot(axis(states[j])), 2);
    return v;
  }
};

double energy(const std::vector<Inertia>& bodies, const std::vector<State>& states) {
  double e = Pairs::potential(states);
  for (std::size_t i = 0; i < bodies.size(); ++i) e += kinetic_energy(bodies[i], states[i]);
  return e;
}

Eigen::Vector3d whole_momentum(const std::vector<State>& states) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const State& s : states) sum += spatial_momentum(s);
  return sum;
}

TEST(CoupledBodies, ConservesEnergyAndMomentumOfBodiesThatAttractEachOther) {
  const auto bodies = three_bodies();
  const auto starts = three_states();
  const auto energy_error = [&](int steps) {
    CoupledBodiesStepper all(bodies, starts, Pairs::torques, splitting("blanes_moan_srkn6b"));
    for (int n = 0; n < steps; ++n) all.step(5.0 / steps);
    const std::vector<State> end = all.states();
    EXPECT_LE((whole_momentum(end) - whole_momentum(starts)).norm(), 200 * eps);
    EXPECT_GE((spatial_momentum(end[0]) - spatial_momentum(starts[0])).norm(), 0.1)
        << "they act on each other";
    return std::abs(energy(bodies, end) - energy(bodies, starts));
  };
  EXPECT_NEAR(std::log2(energy_error(50) / energy_error(100)), 4, 0.5);
  EXPECT_LE(energy_error(400), 1e-8);
}

TEST(CoupledBodies, EqualBodiesNeedOneInertia) {
  const Inertia body = three_bodies()[1];
  const auto starts = three_states();
  CoupledBodiesStepper one(body, starts, Pairs::torques, splitting("strang_kick"));
  CoupledBodiesStepper all(std::vector<Inertia>(3, body), starts, Pairs::torques, splitting("strang_kick"));
  one.step(0.1);
  all.step(0.1);
  expect_same(one.states(), all.states());
}

TEST(CoupledBodies, AsksOncePerKickHoweverOftenTheStatesAreAskedFor) {
  int asked = 0;
  const auto counting = [&](std::span<const State> states, double t, std::span<Eigen::Vector3d> torques) {
    ++asked;
    for (std::size_t i = 0; i < states.size(); ++i) {
      EXPECT_TRUE(std::isnan(states[i].momentum.x()));
      EXPECT_NEAR(states[i].attitude.norm(), 1, 4 * eps);
    }
    Pairs::torques(states, t, torques);
  };
  CoupledBodiesStepper all(three_bodies(), three_states(), counting, splitting("suzuki4"),
                           {.torques_are_pure = true});
  CoupledBodiesStepper unseen(three_bodies(), three_states(), Pairs::torques, splitting("suzuki4"));
  for (int n = 0; n < 10; ++n) {
    all.step(0.1);
    unseen.step(0.1);
    static_cast<void>(all.states());
    static_cast<void>(all.states());
  }
  EXPECT_EQ(asked, 10 * splitting("suzuki4").kicks_per_step() + 1);
  expect_same(all.states(), unseen.states());
}

/// Fails for one body from time 0.42 on.
CoupledBodiesStepper failing(const std::function<void(Eigen::Vector3d&)>& fail, Summation summation) {
  const auto torques = [fail](std::span<const State> states, double t, std::span<Eigen::Vector3d> all) {
    Pairs::torques(states, t, all);
    if (t > 0.42) fail(all[1]);
  };
  return {three_bodies(), three_states(), torques, splitting("suzuki4"), {.summation = summation}};
}

TEST(CoupledBodies, NamesTheBodyWhoseTorqueIsNotFinite) {
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    CoupledBodiesStepper all =
        failing([](Eigen::Vector3d& t) { t.z() = std::numeric_limits<double>::infinity(); }, summation);
    for (int n = 0; n < 4; ++n) all.step(0.1);
    const std::vector<State> before = all.states();
    try {
      all.step(0.1);
      FAIL() << "accepted";
    } catch (const StepFailure& e) {
      const std::string said = e.what();
      EXPECT_NE(said.find("step from time 0.4, torque on body 1 at time 0.44"), std::string::npos) << said;
      EXPECT_NE(said.find("inf), expected a finite torque"), std::string::npos) << said;
      EXPECT_EQ(e.time(), 0.4);
      EXPECT_TRUE(is_same(e.state(), before[1]));
    }
    EXPECT_EQ(all.time(), 0.4);
    expect_same(all.states(), before);
    all.step(-0.1);  // and goes on
    EXPECT_NEAR(all.time(), 0.3, eps);
  }
}

TEST(CoupledBodies, PassesOnWhatTheCallbackThrows) {
  CoupledBodiesStepper all =
      failing([](Eigen::Vector3d&) { throw std::out_of_range("too far"); }, Summation::plain);
  for (int n = 0; n < 4; ++n) all.step(0.1);
  const std::vector<State> before = all.states();
  EXPECT_THROW(all.step(0.1), std::out_of_range);
  EXPECT_EQ(all.time(), 0.4);
  expect_same(all.states(), before);

  // The kick at the end of a step belongs to that step.
  CoupledBodiesStepper last(
      three_bodies(), three_states(),
      [](auto, double t, auto) {
        if (t > 0.15) throw std::out_of_range("too far");
      },
      splitting("strang_kick"));
  last.step(0.1);
  EXPECT_THROW(last.step(0.1), std::out_of_range);
  EXPECT_EQ(last.time(), 0.1);
  last.step(-0.1);
  EXPECT_EQ(last.time(), 0);
}

TEST(CoupledBodies, KeepsItsStatesWhereTheCallbackNeverRecovers) {
  bool is_broken = false;
  const auto breaks = [&](std::span<const State> states, double t, std::span<Eigen::Vector3d> all) {
    is_broken = is_broken || t > 0.42;
    if (is_broken) throw std::out_of_range("too far");
    Pairs::torques(states, t, all);
  };
  CoupledBodiesStepper all(three_bodies(), three_states(), breaks, splitting("suzuki4"));
  for (int n = 0; n < 4; ++n) all.step(0.1);
  const std::vector<State> before = all.states();
  EXPECT_THROW(all.step(0.1), std::out_of_range);
  expect_same(all.states(), before);
}

TEST(CoupledBodies, RefusesWhatDoesNotSuit) {
  const auto bodies = three_bodies();
  auto starts = three_states();
  const auto made = [&](const char* name, CoupledBodiesStepper::Torques torques) {
    return refusal([&] { CoupledBodiesStepper(bodies, starts, torques, splitting(name)); });
  };
  for (const Splitting& s : splittings()) {
    const std::string said = made(s.name.c_str(), Pairs::torques);
    if (s.need == KickNeed::gradient)
      EXPECT_NE(said.find("splitting of coupled bodies: found " + s.name), std::string::npos) << said;
    else
      EXPECT_EQ(said, "accepted") << s.name;
  }
  EXPECT_EQ(made("strang_kick", {}), "torques of coupled bodies: found no function, expected a function");
  starts[2].momentum.y() = 1;  // about the axis of the linear body
  EXPECT_NE(made("strang_kick", Pairs::torques).find("of body 2"), std::string::npos);
  starts.pop_back();
  EXPECT_EQ(
      made("strang_kick", Pairs::torques),
      "coupled bodies: found 3 bodies and 2 states, expected one state per body, and at least one body");
}

}  // namespace
}  // namespace coupled_bodies_test
}  // namespace polhode
