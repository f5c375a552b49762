// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/core/vec3.hpp>
#include <random>

#include "support/wide.hpp"
#include "support/worst.hpp"

namespace invariants_test {
namespace {

using polhode::Inertia;
using polhode::State;
using polhode::Vec3;
using polhode::test::Wide;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(Invariants, EnergyWhereverItIsRepresentable) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(1, 2), power(-1070, 1020);
  const auto wild = [&] { return std::ldexp(mantissa(random), static_cast<int>(power(random))); };
  Worst worst("kinetic_energy [eps, relative]");
  int representable = 0;
  for (int n = 0; n < 40000; ++n) {
    const Vec3<double> i{wild(), wild(), wild()}, m{wild(), -wild(), wild()};
    const auto term = [](double a, double b) { return Wide(a) * Wide(a) / (2 * Wide(b)); };
    const Wide exact = term(m.x, i.x) + term(m.y, i.y) + term(m.z, i.z);
    const double energy = polhode::kinetic_energy({i.x, i.y, i.z}, {m.x, m.y, m.z});
    if (exact > Wide(std::numeric_limits<double>::max())) {
      EXPECT_EQ(energy, std::numeric_limits<double>::infinity());
    } else if (exact > 1e-300) {
      ++representable;
      worst.add(static_cast<double>(abs(Wide(energy) / exact - 1)) / eps, [&] { return std::to_string(n); });
    }
  }
  EXPECT_GT(representable, 1000);
  worst.expect_at_most(2);
}

TEST(Invariants, OfAStateInTheUsersFrame) {
  Eigen::Matrix3d tensor;
  tensor << 2, 0.5, 0.25, 0.5, 3, -0.5, 0.25, -0.5, 4;
  const Inertia body = Inertia::from_tensor(tensor);
  const Eigen::Vector3d omega(0.3, -0.4, 0.5);
  const State state = state_from_angular_velocity(body, Eigen::Quaterniond(0.6, 0, 0.8, 0), omega);
  const double energy = omega.dot(tensor * omega) / 2;
  EXPECT_NEAR(kinetic_energy(body, state), energy, 8 * eps * energy);
  EXPECT_NEAR(momentum_length(state), (tensor * omega).norm(), 4 * eps);
  EXPECT_NEAR(spatial_momentum(state).norm(), momentum_length(state), 4 * eps);
}

TEST(Invariants, EndsOfTheRange) {
  const State state{Eigen::Quaterniond::Identity(), {3e200, 0, 4e200}};
  EXPECT_NEAR(momentum_length(state) / 5e200, 1, eps);
  EXPECT_NEAR(kinetic_energy(Inertia::from_moments(1e200, 1e200, 1e200), state) / 12.5e200, 1, 2 * eps);
  EXPECT_EQ(kinetic_energy(Inertia::from_moments(0, 2, 2), {Eigen::Quaterniond::Identity(), {0, 2, 0}}), 1);
  EXPECT_EQ(kinetic_energy(Inertia::from_moments(1, 2, 3), {Eigen::Quaterniond::Identity(), {0, 0, 0}}), 0);
}

}  // namespace
}  // namespace invariants_test
