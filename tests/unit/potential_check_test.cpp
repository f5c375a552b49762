// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/torque/potential_check.hpp>
#include <support/attitude_torques.hpp>
#include <vector>

#include "torque/energy.hpp"
#include "torque/heavy_top.hpp"

namespace potential_check_test {
namespace {

using namespace polhode;
using torques::check_gradient;
using torques::check_potential;
using torques::HeavyTop;
using torques::Instant;
using L = long double;

static_assert(torques::kinetic_energy(torques::InverseInertia<double>({0, 2, 4}), {9, 2, 4}) ==
              3);  // a linear body

const Vec3<L> moments{1, 1.5L, 2.25L};
const HeavyTop<L> top({0.3L, -0.7L, 1.1L}, {-0.4L, 0.2L, 0.9L}, moments);

/// The top with mistakes: torque and gradient multiplied, or a component of either changed.
struct Mistaken {
  static constexpr bool depends_on_momentum = false, is_dissipative = false;
  L torque_factor = 1, gradient_factor = 1, along_z = 0;

  Vec3<L> operator()(const kernel::Phase<L>& p, const L& t) const noexcept {
    const Vec3<L> v = torque_factor * top(p, t);
    return {v.x, v.y, v.z + along_z};
  }
  L potential(const Quat<L>& q, const L& t) const noexcept { return top.potential(q, t); }
  Vec3<L> gradient(const Quat<L>& q, const L& t) const noexcept {
    return gradient_factor * top.gradient(q, t);
  }
};

TEST(PotentialCheck, PassesWhatIsRight) {
  const auto instants = test::random_instants<L>(200, 1);
  EXPECT_LE(check_potential(Mistaken{}, instants).relative, 1e-16L);
  EXPECT_LE(check_gradient(Mistaken{}, moments, instants).relative, 1e-16L);
}

TEST(PotentialCheck, FindsSignAndFactor) {
  const auto instants = test::random_instants<L>(20, 1);
  EXPECT_GE(check_potential(Mistaken{.torque_factor = -1}, instants).relative, 1);
  EXPECT_GE(check_potential(Mistaken{.torque_factor = 2}, instants).relative, 0.4L);
  EXPECT_GE(check_potential(Mistaken{.torque_factor = 1 + 1e-13L}, instants).relative, 1e-14L);
  EXPECT_GE(check_gradient(Mistaken{.gradient_factor = -1}, moments, instants).relative, 0.5L);
  EXPECT_GE(check_gradient(Mistaken{.gradient_factor = 0.5L}, moments, instants).relative, 0.2L);
}

TEST(PotentialCheck, FindsATorqueWithoutPotential) {
  // Constant about z: no potential has it, least of all this one.
  EXPECT_GE(check_potential(Mistaken{.along_z = 1e-10L}, test::random_instants<L>(20, 1)).relative, 1e-11L);
}

TEST(PotentialCheck, TellsWhere) {
  auto instants = test::random_instants<L>(5, 1);
  for (auto& instant : instants) instant.phase.q = Quat<L>::identity();
  const Quat<L> turned{0.5L, 0.5L, 0.5L, 0.5L};
  instants[3].phase.q = turned;
  const auto wrong_when_turned = [&](const kernel::Phase<L>& p, const L& t) {
    return (p.q == turned ? L(-1) : L(1)) * top(p, t);
  };
  const auto found = torques::compare_with_derivative<L>(
      [](const Quat<L>& q, const L& t) { return top.potential(q, t); }, wrong_when_turned, instants);
  EXPECT_EQ(found.instant, 3u);
  EXPECT_EQ(found.found, -top({{}, turned}, 0));
  EXPECT_LE(test::relative_difference(found.expected, -found.found), 1e-15L);
}

/// Where there is no torque at all the stiffness is the measure, so that rounding is not taken for a mistake.
TEST(PotentialCheck, PassesAnEquilibrium) {
  const HeavyTop<L> plain({0, 0, 1}, {0, 0, 1}, moments);
  const std::vector<Instant<L>> rest{{{{}, Quat<L>::identity()}, 0}, {{{}, {0, 1, 0, 0}}, 0}};
  EXPECT_LE(check_potential(plain, rest).relative, 1e-16L);
  EXPECT_LE(check_gradient(plain, moments, rest).relative, 1e-16L);
  const HeavyTop<L> none({0, 0, 0}, {0, 0, 1}, moments);
  EXPECT_EQ(check_potential(none, rest).relative, 0);
}

TEST(PotentialCheck, TakesNoNumberForTheWorst) {
  const auto instants = test::random_instants<L>(4, 1);
  EXPECT_TRUE(std::isnan(
      check_potential(Mistaken{.along_z = std::numeric_limits<L>::quiet_NaN()}, instants).relative));
}

TEST(PotentialCheck, WorksInDouble) {
  const HeavyTop<double> plain({0.3, -0.7, 1.1}, {-0.4, 0.2, 0.9}, {1, 1.5, 2.25});
  const auto instants = test::random_instants<double>(200, 1);
  EXPECT_LE(check_potential(plain, instants).relative, 1e-13);
  EXPECT_LE(check_gradient(plain, {1, 1.5, 2.25}, instants).relative, 1e-13);
}

}  // namespace
}  // namespace potential_check_test
