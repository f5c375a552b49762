// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/splitting/coupled_bodies.hpp>
#include <polhode/splitting/rigid_bodies.hpp>
#include <stdexcept>
#include <string>
#include <support/refusal.hpp>
#include <support/state_distance.hpp>
#include <vector>

namespace polhode {
namespace rigid_bodies_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using test::contains;
using test::failure;
using test::refusal;

Molecule lopsided() {
  const std::vector<PointMass> masses{
      {2, {1, 0, 0}}, {1, {-1, 1, 0}}, {1, {0, -1, 0.5}}, {0.5, {0.2, 0.3, -1}}};
  return molecule(masses);
}

/// Springs between all sites of different molecules.
void springs(std::span<const Eigen::Vector3d> sites, std::span<Eigen::Vector3d> forces, std::size_t each) {
  for (std::size_t a = 0; a < sites.size(); ++a)
    for (std::size_t b = a + 1; b < sites.size(); ++b) {
      if (a / each == b / each) continue;
      const Eigen::Vector3d f = 0.05 * (sites[b] - sites[a]);
      forces[a] += f;
      forces[b] -= f;
    }
}

double energy(const Molecule& m, const std::vector<RigidState>& states) {
  double e = 0;
  std::vector<Eigen::Vector3d> sites;
  for (const RigidState& s : states) {
    e += kinetic_energy(m.body.inertia, s.turning) + 0.5 * m.body.mass * s.velocity.squaredNorm();
    sites.resize(sites.size() + m.sites.size());
    site_positions(m, {s.turning.attitude, s.position}, std::span(sites).last(m.sites.size()));
  }
  for (std::size_t a = 0; a < sites.size(); ++a)
    for (std::size_t b = a + 1; b < sites.size(); ++b)
      if (a / m.sites.size() != b / m.sites.size()) e += 0.025 * (sites[b] - sites[a]).squaredNorm();
  return e;
}

std::vector<RigidState> three() {
  return {{state_from_momentum({1, 0.2, 0.3, 0.1}, {1, -0.4, 0.3}), {0, 0, 0}, {0.1, 0, 0}},
          {state_from_momentum({0.2, 0.9, 0.1, 0.1}, {0.2, 0.6, -1}), {3, 1, 0}, {-0.2, 0.3, 0}},
          {state_from_momentum({0.5, 0.2, -0.3, 0.7}, {0.1, 0.1, 0.4}), {-1, 2, 2}, {0, 0, -0.1}}};
}

TEST(RigidBodies, KeepMomentumAndEnergy) {
  const Molecule m = lopsided();
  EXPECT_EQ(m.body.mass, 4.5);
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  const double masses[] = {2, 1, 1, 0.5};
  for (std::size_t i = 0; i < 4; ++i) centre += masses[i] * m.sites[i];
  EXPECT_LT(centre.norm(), 8 * eps);

  const Loads loads =
      loads_of_sites(m, [&](std::span<const Eigen::Vector3d> sites, double,
                            std::span<Eigen::Vector3d> forces) { springs(sites, forces, m.sites.size()); });
  const auto totals = [&](const std::vector<RigidState>& states) {
    Eigen::Vector3d p = Eigen::Vector3d::Zero(), l = p;
    for (const RigidState& s : states) {
      p += m.body.mass * s.velocity;
      l += m.body.mass * s.position.cross(s.velocity) + spatial_momentum(s.turning);
    }
    return std::pair(p, l);
  };
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    const int steps = 200 << k;
    RigidBodiesStepper stepper(m.body, three(), loads, splitting("blanes_moan_srkn6b"),
                               {.torques_are_pure = true});
    for (int i = 0; i < steps; ++i) stepper.step(10.0 / steps);
    EXPECT_NEAR(stepper.time(), 10, 1e-12);
    const auto [p, l] = totals(stepper.states());
    const auto [p0, l0] = totals(three());
    EXPECT_LT((p - p0).norm(), 1e-13);
    EXPECT_LT((l - l0).norm(), 1e-12);
    errors[k] = std::abs(energy(m, stepper.states()) - energy(m, three()));
  }
  EXPECT_LT(errors[0], 1e-4);
  EXPECT_GT(errors[0] / errors[1], 8);  // order 4
}

TEST(RigidBodies, WithoutForcesTurnAsCoupledBodiesDo) {
  const Molecule m = lopsided();
  const auto pull = [](const Attitude& q) -> Eigen::Vector3d {
    return to_body(q, {0, 0, 1}).cross(Eigen::Vector3d(0.2, 0.1, 1));
  };
  std::vector<State> turning;
  for (const RigidState& s : three()) turning.push_back(s.turning);
  for (const char* name : {"strang_kick", "strang_drift"}) {
    RigidBodiesStepper moving(
        m.body, three(),
        [&](std::span<const Placement> bodies, double, std::span<Load> loads) {
          for (std::size_t i = 0; i < bodies.size(); ++i) loads[i].torque = pull(bodies[i].attitude);
        },
        splitting(name));
    CoupledBodiesStepper fixed(
        m.body.inertia, turning,
        [&](std::span<const State> states, double, std::span<Eigen::Vector3d> torques) {
          for (std::size_t i = 0; i < states.size(); ++i) torques[i] = pull(states[i].attitude);
        },
        splitting(name));
    for (int i = 0; i < 50; ++i) {
      moving.step(0.1);
      fixed.step(0.1);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(test::distance(moving.states()[i].turning, fixed.states()[i]), 0) << name;
      EXPECT_LT((moving.states()[i].position - three()[i].position - 5 * three()[i].velocity).norm(), 1e-14);
    }
  }
}

TEST(RigidBodies, RefuseAndFailAsTheyWere) {
  const Molecule m = lopsided();
  const Loads none = [](std::span<const Placement>, double, std::span<Load>) {};
  const Splitting& s = splitting("strang_kick");
  EXPECT_TRUE(contains(refusal([&] {
                         RigidBodiesStepper({0, m.body.inertia}, three(), none, s);
                       }),
                       "mass of body 0"));
  EXPECT_TRUE(contains(refusal([&] { RigidBodiesStepper(m.body, {}, none, s); }), "at least one body"));
  EXPECT_TRUE(contains(refusal([&] { RigidBodiesStepper(m.body, three(), {}, s); }), "no function"));
  auto starts = three();
  starts[1].position.x() = std::nan("");
  EXPECT_TRUE(contains(refusal([&] { RigidBodiesStepper(m.body, starts, none, s); }), "of body 1"));

  bool fails = false;
  RigidBodiesStepper stepper(
      m.body, three(),
      [&](std::span<const Placement>, double, std::span<Load> loads) {
        loads[2].force = Eigen::Vector3d::Constant(fails ? nan : 0.1);
      },
      s);
  stepper.step(0.1);
  const auto before = stepper.states();
  fails = true;
  EXPECT_TRUE(contains(failure([&] { stepper.step(0.1); }), "force on body 2"));
  EXPECT_EQ(stepper.time(), 0.1);
  fails = false;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((stepper.states()[i].position - before[i].position).norm(), 0);
    EXPECT_EQ((stepper.states()[i].velocity - before[i].velocity).norm(), 0);
  }
  std::vector<Eigen::Vector3d> too_few(3);
  EXPECT_TRUE(contains(refusal([&] { site_positions(m, {}, too_few); }), "one per site"));
}

TEST(PointMasses, HaveMassPropertiesOfTheirOwn) {
  const std::vector<PointMass> masses{
      {2, {101, 0, 7}}, {1, {99, 1, 7}}, {1, {100, -1, 7.5}}, {0.5, {100.2, 0.3, 6}}};
  const MassProperties found = mass_properties(masses);
  EXPECT_EQ(found.mass, 4.5);
  EXPECT_EQ(found.volume, 0);
  const Eigen::Vector3d expected(451.1 / 4.5, 0.15 / 4.5, 31.5 / 4.5);
  EXPECT_LT((found.centre - expected).norm(), 101 * eps);
  EXPECT_LT((found.inertia.tensor() - Inertia::from_point_masses(masses).tensor()).norm(), eps);
}

}  // namespace
}  // namespace rigid_bodies_test
}  // namespace polhode
