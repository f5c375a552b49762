// SPDX-License-Identifier: MIT
#include "torque/linear_damping.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <support/kick_reference.hpp>
#include <support/random_motion.hpp>
#include <type_traits>

#include "splitting/kick.hpp"

namespace linear_damping_test {
namespace {

using namespace polhode;
using test::at;
using torques::LinearDamping;
using L = long double;

static_assert(torques::TorqueKernel<LinearDamping<double>, double> &&
              torques::IsLinear<LinearDamping<double>, double>);
static_assert(
    std::is_same_v<KickFor<double, LinearDamping<double>>, LinearKick<double, LinearDamping<double>>>);

TEST(LinearDamping, IsMinusDOmega) {
  const Mat3<double> d{{1, 2, 3, -4, 5, 6, 7, 8, -9}};
  const LinearDamping<double> torque(d, {0.5, 2, 4});
  EXPECT_EQ(torque(at<double>({3, 5, 7}), 0), -(d * Vec3<double>{6, 2.5, 1.75}));
}

template <class T>
void expect_decay_about_axes() {
  const Vec3<T> d{T(0), T(3), T(1e8)}, moments{T(0.5), T(2), T(4)};
  auto kick = make_kick<T>(LinearDamping<T>::about_principal_axes(d, moments), 4);
  for (const T h : {T(1e-9), T(0.1), T(3)}) {
    const Vec3<T> m{T(2), T(-5), T(7)}, dm = kick(at(m), T(0), h, T(0));
    const T eps = std::numeric_limits<T>::epsilon();
    EXPECT_EQ(dm.x, T(0));
    const T y = m.y * std::expm1(-h * d.y / moments.y), z = m.z * std::expm1(-h * d.z / moments.z);
    EXPECT_LE(std::abs(dm.y - y), 4 * eps * std::abs(y)) << h;
    EXPECT_LE(std::abs(dm.z - z), 4 * eps * std::abs(z)) << h;
  }
}

TEST(LinearDamping, DecaysByItselfAboutEachAxisIfDiagonal) {
  expect_decay_about_axes<double>();
  expect_decay_about_axes<long double>();
}

TEST(LinearDamping, IsNothingIfZero) {
  auto kick = make_kick<double>(LinearDamping<double>({}, {1, 2, 3}), 4);
  EXPECT_EQ(kick(at<double>({2, -5, 7}), 0, 0.5, 0), (Vec3<double>{}));
}

TEST(LinearDamping, AgreesWithSmallSteps) {
  test::RandomMotions motions(2);
  for (int n = 0; n < 20; ++n) {
    const test::RandomMotion r = motions.next();
    Mat3<L> d;
    for (L& entry : d.entries) entry = L(motions.uniform(-1, 1));
    const LinearDamping<L> torque(d, convert<L>(r.moments));
    SCOPED_TRACE(n);
    // The small steps: some (h |L| / 2000)^4 / 120, |L| <= 20 about the axis of the smallest moment.
    test::expect_kick_of_small_steps(torque, 4, r.m, motions.uniform(-0.5, 0.5), 2000);
  }
}

TEST(LinearDamping, TakesEnergyIfPositiveSemidefinite) {
  test::RandomMotions motions(3);
  for (int n = 0; n < 100; ++n) {
    const test::RandomMotion r = motions.next();
    const Vec3<double> u{motions.uniform(-1, 1), motions.uniform(-1, 1), motions.uniform(-1, 1)};
    const Mat3<double> rank_one{
        {u.x * u.x, u.x * u.y, u.x * u.z, u.y * u.x, u.y * u.y, u.y * u.z, u.z * u.x, u.z * u.y, u.z * u.z}};
    auto kick = make_kick<double>(LinearDamping<double>(rank_one, r.moments), 4);
    const torques::InverseInertia<double> inverse(r.moments);
    const Vec3<double> dm = kick(at(r.m), 0, motions.uniform(0.1, 10), 0), after = r.m + dm;
    EXPECT_LT(dot(after, inverse * after), dot(r.m, inverse * r.m)) << n;
  }
}

TEST(LinearDamping, LeavesTheAxisOfALinearBodyAlone) {
  auto kick = make_kick<double>(LinearDamping<double>::about_principal_axes({5, 1, 1}, {0, 2, 2}), 4);
  const Vec3<double> dm = kick(at<double>({1e-17, 2, 4}), 0, 1, 0);
  EXPECT_EQ(dm.x, 0);
  EXPECT_EQ(dm.z, 2 * dm.y);
}

}  // namespace
}  // namespace linear_damping_test
