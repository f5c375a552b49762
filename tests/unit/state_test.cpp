// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <random>
#include <string>

#include "support/refusal.hpp"
#include "support/worst.hpp"

namespace state_test {
namespace {

using polhode::Inertia;
using polhode::InvalidInput;
using polhode::NormalisedAttitude;
using polhode::State;
using polhode::test::contains;
using polhode::test::refusal;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();

Eigen::Quaterniond random_attitude(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return polhode::normalise_attitude({normal(random), normal(random), normal(random), normal(random)}).q;
}

Eigen::Vector3d random_vector(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

TEST(NormalisedAttitudes, AUnitQuaternionIsLeftBitForBit) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 2000; ++n) {
    const Eigen::Quaterniond q = random_attitude(random);
    for (const double factor : {1.0, 1 + 3 * eps, 1 - 3 * eps}) {
      const Eigen::Quaterniond given(Eigen::Vector4d(factor * q.coeffs()));
      const NormalisedAttitude result = polhode::normalise_attitude(given);
      EXPECT_EQ(result.q.coeffs(), given.coeffs());
      EXPECT_FALSE(result.was_far_from_unit);
    }
  }
}

TEST(NormalisedAttitudes, OthersAreNormalisedAtAnyScaleAndSaidToBe) {
  std::mt19937_64 random(2);
  Worst worst("normalise_attitude [eps, absolute]");
  for (int n = 0; n < 2000; ++n) {
    const Eigen::Quaterniond q = random_attitude(random);
    for (const double factor : {1e-300, 1e-160, 0.5, 1 + 1e-9, 1 + 1e-5, 3.0, 1e160, 1e307}) {
      const NormalisedAttitude result =
          polhode::normalise_attitude(Eigen::Quaterniond(Eigen::Vector4d(factor * q.coeffs())));
      worst.add((result.q.coeffs() - q.coeffs()).norm() / eps, [&] { return std::to_string(factor); });
      EXPECT_EQ(result.was_far_from_unit, std::abs(factor - 1) > 1e-6) << factor;
      EXPECT_NEAR(result.norm / factor, 1, 8 * eps);
    }
  }
  worst.expect_at_most(2);
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(polhode::normalise_attitude({3 * least, 0, 4 * least, 0}).q.coeffs(),
            Eigen::Vector4d(0, 0.8, 0, 0.6));
  const double most = std::numeric_limits<double>::max();
  const NormalisedAttitude huge = polhode::normalise_attitude({most, most, most, -most});
  EXPECT_EQ(huge.q.coeffs(), Eigen::Vector4d(0.5, 0.5, -0.5, 0.5));
  EXPECT_TRUE(huge.was_far_from_unit);
}

TEST(NormalisedAttitudes, ZeroAndNonFiniteAreRefused) {
  EXPECT_EQ(refusal([] {
              polhode::normalise_attitude({0, 0, 0, 0});
            }),
            "attitude quaternion: found (0, 0, 0, 0), expected a quaternion that is not zero");
  EXPECT_EQ(refusal([] {
              polhode::normalise_attitude({1, 0, infinite, 0});
            }),
            "attitude quaternion: found (1, 0, inf, 0), expected finite components");
  EXPECT_TRUE(contains(refusal([] { polhode::normalise_attitude({std::nan(""), 0, 0, 0}); }), "nan"));
}

TEST(States, ConversionsAreEachOthersInverse) {
  std::mt19937_64 random(3);
  Worst worst("state conversions, there and back [eps, I3/I1 = 4]");
  Eigen::Matrix3d tensor;
  tensor << 2, 0.5, 0.25, 0.5, 3, -0.5, 0.25, -0.5, 4;
  const std::array bodies{Inertia::from_moments(3, 1, 4), Inertia::from_tensor(tensor)};
  for (int n = 0; n < 2000; ++n)
    for (const Inertia& body : bodies) {
      const Eigen::Quaterniond q = random_attitude(random);
      const double scale = std::pow(10.0, std::uniform_real_distribution<double>(-150, 150)(random));
      const Eigen::Vector3d v = scale * random_vector(random);
      const auto add = [&](const Eigen::Vector3d& back, const char* what) {
        worst.add(((back - v) / scale).norm() / (v / scale).norm() / eps, [&] { return std::string(what); });
      };
      add(angular_velocity(body, state_from_angular_velocity(body, q, v)), "angular velocity");
      add(spatial_angular_velocity(body, state_from_spatial_angular_velocity(body, q, v)),
          "spatial angular velocity");
      add(spatial_momentum(polhode::state_from_spatial_momentum(q, v)), "spatial momentum");
      EXPECT_EQ(polhode::state_from_momentum(q, v).momentum, v);
      EXPECT_EQ(polhode::state_from_momentum(q, v).attitude.coeffs(), q.coeffs());
    }
  worst.expect_at_most(12);
}

TEST(States, SpaceAndBody) {
  // Turned by 90 degrees about z, spinning about its own x axis: in space that is y.
  const Eigen::Quaterniond q(std::sqrt(0.5), 0, 0, std::sqrt(0.5));
  const Inertia body = Inertia::from_moments(2, 3, 4);
  const State state = state_from_angular_velocity(body, q, {5, 0, 0});
  EXPECT_EQ(state.momentum, Eigen::Vector3d(10, 0, 0));
  EXPECT_LE((spatial_angular_velocity(body, state) - Eigen::Vector3d(0, 5, 0)).norm(), 10 * eps);
  EXPECT_LE((spatial_momentum(state) - Eigen::Vector3d(0, 10, 0)).norm(), 20 * eps);
  EXPECT_LE((polhode::to_body(q, Eigen::Vector3d(0, 1, 0)) - Eigen::Vector3d(1, 0, 0)).norm(), 2 * eps);
}

TEST(States, Refusals) {
  const Eigen::Quaterniond one = Eigen::Quaterniond::Identity();
  const Inertia body = Inertia::from_moments(1, 2, 3);
  EXPECT_EQ(refusal([&] {
              polhode::state_from_momentum(one, {0, infinite, 1});
            }),
            "momentum: found (0, inf, 1), expected finite components");
  EXPECT_TRUE(contains(refusal([&] {
                         polhode::state_from_momentum(one, {1.5e308, 1.5e308, 0});
                       }),
                       "expected a length within the range of double"));
  EXPECT_TRUE(contains(refusal([&] {
                         state_from_angular_velocity(body, one, {0, 0, std::nan("")});
                       }),
                       "angular velocity"));
  EXPECT_TRUE(contains(refusal([&] {
                         state_from_angular_velocity(body, one, {0, 0, 1e308});
                       }),
                       "momentum: found (0, 0, inf)"));
  EXPECT_TRUE(contains(refusal([&] {
                         state_from_spatial_angular_velocity(body, one, {infinite, 0, 0});
                       }),
                       "spatial"));
  EXPECT_TRUE(contains(refusal([&] {
                         polhode::state_from_spatial_momentum(one, {infinite, 0, 0});
                       }),
                       "spatial"));
  EXPECT_THROW(polhode::state_from_momentum({0, 0, 0, 0}, {0, 0, 1}), InvalidInput);
  EXPECT_THROW(check(body, {one, {std::nan(""), 0, 0}}), InvalidInput);
  EXPECT_THROW(check(body, {{0, 0, 0, 0}, {1, 0, 0}}), InvalidInput);
  EXPECT_NO_THROW(check(body, {one, {0, 0, 0}}));
}

TEST(States, ALinearBodyHasNoMomentumAboutItsAxis) {
  const Eigen::Quaterniond one = Eigen::Quaterniond::Identity();
  const Inertia rod = Inertia::from_moments(2, 0, 2);
  EXPECT_NO_THROW(check(rod, {one, {3, 0, -1}}));
  EXPECT_EQ(refusal([&] {
              check(rod, {one, {3, 1e-3, -1}});
            }).substr(0, 54),
            "momentum about the axis of a linear body: found 0.001,");
  EXPECT_NO_THROW(check(rod, {one, {3, 2 * eps, -1}}));
  EXPECT_EQ(principal_momentum(rod, {one, {3, 2 * eps, -1}}).x(), 0);
  const State own = principal_state(rod, {one, {3, 2 * eps, -1}});
  EXPECT_EQ(own.momentum, principal_momentum(rod, {one, {3, 2 * eps, -1}}));
  EXPECT_LE((own.attitude * own.momentum - Eigen::Vector3d(3, 0, -1)).norm(), 4 * eps);
  EXPECT_THROW(principal_state(rod, {one, {3, 1e-3, -1}}), InvalidInput);
  EXPECT_NO_THROW(check(rod, {one, {0, 0, 0}}));
  EXPECT_THROW(check(rod, {one, {0, 5e-324, 0}}), InvalidInput);
  // Angular velocity about the axis carries no momentum and is not reported back.
  const State state = state_from_angular_velocity(rod, one, {1, 7, 2});
  EXPECT_NO_THROW(check(rod, state));
  EXPECT_EQ(angular_velocity(rod, state), Eigen::Vector3d(1, 0, 2));
}

TEST(States, ALinearBodyInAnyFrameAcceptsWhatRoundingLeaves) {
  std::mt19937_64 random(4);
  for (int n = 0; n < 2000; ++n) {
    const Eigen::Vector3d along = random_vector(random).normalized();
    const Inertia rod = Inertia::from_tensor(Eigen::Matrix3d::Identity() - along * along.transpose());
    ASSERT_TRUE(rod.is_linear());
    const State state = state_from_angular_velocity(rod, random_attitude(random), random_vector(random));
    EXPECT_NO_THROW(check(rod, state));
    const State tilted{state.attitude, state.momentum + 1e-12 * state.momentum.norm() * along};
    EXPECT_THROW(check(rod, tilted), InvalidInput);
    const State in_space = state_from_spatial_angular_velocity(rod, state.attitude, random_vector(random));
    EXPECT_NO_THROW(check(rod, in_space));
  }
}

}  // namespace
}  // namespace state_test
