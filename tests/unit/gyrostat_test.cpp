// SPDX-License-Identifier: MIT
#include "torque/gyrostat.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/torque/direction.hpp>
#include <support/kick_reference.hpp>
#include <support/random_motion.hpp>
#include <type_traits>

#include "splitting/kick.hpp"

namespace gyrostat_test {
namespace {

using namespace polhode;
using test::at;
using torques::Gyrostat;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();

static_assert(torques::TorqueKernel<Gyrostat<double>, double> &&
              torques::IsLinear<Gyrostat<double>, double> && torques::HasConserved<Gyrostat<double>, double>);
static_assert(std::is_same_v<KickFor<double, Gyrostat<double>>, LinearKick<double, Gyrostat<double>>>);

TEST(Gyrostat, RateIsItsMatrix) {
  const Gyrostat<double> torque({1, 2, 4}, {0.5, 2, 4});
  const auto p = at<double>({3, 5, 7});
  EXPECT_EQ(torque(p, 0), cross(Vec3<double>{1, 2, 4}, Vec3<double>{6, 2.5, 1.75}));
  EXPECT_EQ(torque.rate() * p.m, torque(p, 0));
}

TEST(Gyrostat, OfASymmetricBodyTurnsTheMomentum) {
  // h_w along e3, I1 = I2: (m1, m2) turns by h h_w / I1.
  auto kick = make_kick<double>(Gyrostat<double>({0, 0, 3}, {2, 2, 5}), 4);
  for (const double h : {1e-6, 0.3, -2.0, 40.0}) {
    const Vec3<double> m{0.6, -0.8, 0.3}, after = m + kick(at(m), 0, h, 0);
    const double angle = 1.5 * h, c = std::cos(angle), s = std::sin(angle),
                 tolerance = 2 * eps * (1 + std::abs(angle));
    EXPECT_NEAR(after.x, c * m.x - s * m.y, tolerance) << h;
    EXPECT_NEAR(after.y, s * m.x + c * m.y, tolerance) << h;
    EXPECT_EQ(after.z, m.z);
  }
}

TEST(Gyrostat, AgreesWithSmallSteps) {
  test::RandomMotions motions(4);
  for (int n = 0; n < 20; ++n) {
    const test::RandomMotion r = motions.next();
    const Vec3<double> wheel{motions.uniform(-1, 1), motions.uniform(-1, 1), motions.uniform(-1, 1)};
    const Gyrostat<L> torque(convert<L>(wheel), convert<L>(r.moments));
    SCOPED_TRACE(n);
    test::expect_kick_of_small_steps(torque, 4, r.m, motions.uniform(-0.5, 0.5), 2000);
  }
}

TEST(Gyrostat, KickKeepsTheEnergyAndTheMomentumAlongTheWheel) {
  test::RandomMotions motions(5);
  for (int n = 0; n < 200; ++n) {
    const test::RandomMotion r = motions.next();
    const Vec3<double> wheel{motions.uniform(-1, 1), motions.uniform(-1, 1), motions.uniform(-1, 1)};
    const Gyrostat<double> torque(wheel, r.moments);
    auto kick = make_kick<double>(torque, 4);
    const double h = motions.uniform(-1, 1);
    const Vec3<double> after = r.m + kick(at(r.m), 0, h, 0);
    const double energy = torque.conserved(at(r.m), 0);
    // Condition: h times the norm of the rate; the momentum is heavier than the energy by up to sqrt(I3/I1).
    const double scale = 1 + std::abs(h) * detail::row_norm(torque.rate());
    EXPECT_LE(std::abs(torque.conserved(at(after), 0) - energy),
              4 * eps * scale * energy * std::sqrt(r.moments.z / r.moments.x))
        << n;
    EXPECT_LE(std::abs(dot(wheel, after) - dot(wheel, r.m)), 2 * eps * scale * norm(wheel) * norm(r.m)) << n;
  }
}

TEST(Gyrostat, WholeMotionKeepsTheEnergyAndTheTotalMomentumInSpace) {
  const Vec3<L> moments{1, 2, 4}, wheel{0.3L, -0.5L, 0.7L};
  const Gyrostat<L> torque(wheel, moments);
  const torques::InverseInertia<L> inverse(moments);
  kernel::Phase<L> p{{1, 0.5L, -0.25L}, Quat<L>::identity()};
  const L energy = torque.conserved(p, L(0)), h = 0.001L;
  const Vec3<L> total = p.m + wheel;
  const auto slope = [&](const kernel::Phase<L>& s) {
    const Vec3<L> w = inverse * s.m;
    return kernel::Phase<L>{cross(s.m, w) + torque(s, L(0)), s.q * Quat<L>{0, w.x / 2, w.y / 2, w.z / 2}};
  };
  const auto moved = [](const kernel::Phase<L>& s, L by, const kernel::Phase<L>& d) {
    return kernel::Phase<L>{s.m + by * d.m, s.q + by * d.q};
  };
  for (int n = 0; n < 3000; ++n) {
    const auto k1 = slope(p), k2 = slope(moved(p, h / 2, k1)), k3 = slope(moved(p, h / 2, k2)),
               k4 = slope(moved(p, h, k3));
    p = moved(moved(moved(moved(p, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }
  // Runge-Kutta's own error is some h^4 / 100 per unit of time.
  EXPECT_NEAR(static_cast<double>(torque.conserved(p, L(0)) - energy), 0, 1e-13);
  EXPECT_NEAR(static_cast<double>(norm(torques::in_space(p.q, p.m + wheel) - total)), 0, 1e-13);
  EXPECT_GT(norm(torques::in_space(p.q, p.m) - (total - wheel)), 0.1L);
}

TEST(Gyrostat, WithItsWheelAlongALinearBodyGivesNoTorqueAboutIt) {
  auto kick = make_kick<double>(Gyrostat<double>({3, 0, 0}, {0, 2, 2}), 4);
  const Vec3<double> dm = kick(at<double>({0, 1, 0}), 0, 0.5, 0);
  EXPECT_EQ(dm.x, 0);
  EXPECT_NEAR(dm.z, std::sin(0.75), eps);
}

}  // namespace
}  // namespace gyrostat_test
