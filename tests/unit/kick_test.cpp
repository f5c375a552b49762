// SPDX-License-Identifier: MIT
#include "splitting/kick.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <support/kick_reference.hpp>
#include <support/random_motion.hpp>
#include <type_traits>

#include "torque/gyrostat.hpp"
#include "torque/internal_dissipation.hpp"
#include "torque/linear_damping.hpp"
#include "torque/quadratic_drag.hpp"

namespace kick_test {
namespace {

using namespace polhode;
using kernel::Phase;
using L = long double;

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class T>
Phase<T> at(const Vec3<T>& m) {
  return {m, Quat<T>{T(0.5), T(0.5), T(-0.5), T(0.5)}};
}

/// Along the vector part of q, growing with time.
template <class T>
struct ByAttitude {
  static constexpr bool depends_on_momentum = false, is_dissipative = false;
  Vec3<T> operator()(const Phase<T>& p, const T& t) const noexcept { return t * p.q.vec(); }
};
template <class T>
struct WithGradient : ByAttitude<T> {
  Vec3<T> gradient(const Quat<T>& q, const T&) const noexcept { return {q.w, T(0), T(1)}; }
};

/// m' = L m + t vec(q).
template <class T>
struct Forced {
  static constexpr bool depends_on_momentum = true, is_dissipative = false;
  Mat3<T> matrix;
  Vec3<T> operator()(const Phase<T>& p, const T& t) const noexcept { return matrix * p.m + forcing(p.q, t); }
  Mat3<T> rate() const noexcept { return matrix; }
  Vec3<T> forcing(const Quat<T>& q, const T& t) const noexcept { return t * q.vec(); }
};

static_assert(std::is_same_v<KickFor<double, ByAttitude<double>>, AttitudeKick<double, ByAttitude<double>>>);
static_assert(std::is_same_v<KickFor<double, Forced<double>>, LinearKick<double, Forced<double>>>);
static_assert(Kick<KickFor<double, WithGradient<double>>, double> && Kick<KickFor<L, Forced<L>>, L> &&
              Kick<KickFor<L, torques::QuadraticDrag<L>>, L> &&
              Kick<KickFor<double, torques::InternalDissipation<double>>, double>);
static_assert(KickFor<double, ByAttitude<double>>::is_flow && KickFor<double, Forced<double>>::is_flow &&
              KickFor<double, torques::QuadraticDrag<double>>::is_flow &&
              !KickFor<double, torques::InternalDissipation<double>>::is_flow);

TEST(Kick, OfAnAttitudeIsLinearInTime) {
  auto kick = make_kick<double>(WithGradient<double>{}, 4);
  const auto p = at<double>({1, 2, 3});
  EXPECT_EQ(kick(p, 3, 0.25, 0), 0.25 * (3.0 * p.q.vec()));
  EXPECT_EQ(kick(p, 3, 0.25, 0.125),
            (0.25 * (Vec3<double>{1.5, -1.5, 1.5} - 0.125 * Vec3<double>{0.5, 0, 1})));
}

TEST(Kick, RefusesAGradientThatIsNotThere) {
  const auto p = at<double>({1, 2, 3});
  const auto expect_refused = [&](auto kick) {
    const Vec3<double> dm = kick(p, 3, 0.25, 0.125);
    EXPECT_TRUE(dm.x != dm.x && dm.y != dm.y && dm.z != dm.z);
  };
  expect_refused(make_kick<double>(ByAttitude<double>{}, 4));
  expect_refused(make_kick<double>(Forced<double>{}, 4));
  expect_refused(make_kick<double>(torques::QuadraticDrag<double>({1, 1, 1}, {1, 1, 1}), 4));
  expect_refused(make_kick<double>(torques::InternalDissipation<double>(0.1, {1, 2, 3}), 4));
}

template <class T>
void expect_nothing_in_no_time() {
  const Vec3<T> moments{T(1), T(2), T(3)}, ones{T(1), T(2), T(5)};
  const auto expect_zero = [](auto kick) {
    EXPECT_EQ(kick(at<T>({T(1), T(2), T(3)}), T(7), T(0), T(0)), Vec3<T>{});
  };
  expect_zero(make_kick<T>(ByAttitude<T>{}, 4));
  expect_zero(make_kick<T>(torques::LinearDamping<T>::about_principal_axes(ones, moments), 4));
  expect_zero(make_kick<T>(torques::Gyrostat<T>(ones, moments), 4));
  expect_zero(make_kick<T>(torques::QuadraticDrag<T>(ones, moments), 4));
  expect_zero(make_kick<T>(torques::InternalDissipation<T>(T(1), moments), 4));
}

TEST(Kick, OfNoTimeIsZero) {
  expect_nothing_in_no_time<double>();
  expect_nothing_in_no_time<long double>();
}

TEST(Kick, OfALinearTorqueWithForcingAgreesWithSmallSteps) {
  test::RandomMotions motions(12);
  for (int n = 0; n < 20; ++n) {
    Forced<L> torque;
    for (L& entry : torque.matrix.entries) entry = L(motions.uniform(-3, 3));
    auto kick = make_kick<L>(torque, 4);
    const auto p = at(convert<L>(motions.next().m));
    const L h = L(motions.uniform(-0.5, 0.5)), t = L(motions.uniform(-2, 2));
    EXPECT_LE(norm(kick(p, t, h, L(0)) - test::small_steps(torque, p, t, h, 2000)), 1e-13L) << n;
  }
}

TEST(Kick, OfStiffDampingEndsWhereTheTorqueVanishes) {
  // Coupled, rates of 1e6 and more: m goes to -L^-1 f within rounding times |L| |L^-1|.
  const Forced<double> torque{{{-4e6, 1e6, 0, 1e6, -4e6, 1e6, 0, 1e6, -4e6}}};
  auto kick = make_kick<double>(torque, 4);
  for (const double h : {1e-3, 1.0, 1e3}) {
    Phase<double> p = at<double>({1, -2, 3});
    const double t = 1e7;
    p.m = p.m + kick(p, t, h, 0);
    const Vec3<double> left = torque(p, t);
    EXPECT_LE(norm(left), 8 * eps * 6e6 * norm(Vec3<double>{1, -2, 3})) << h;
  }
}

TEST(Kick, TwoFlowsAreOne) {
  test::RandomMotions motions(13);
  for (int n = 0; n < 100; ++n) {
    const test::RandomMotion r = motions.next();
    Mat3<double> d;
    for (double& entry : d.entries) entry = motions.uniform(-0.3, 0.3);
    const double a = motions.uniform(-1, 1), b = motions.uniform(-1, 1);
    const auto expect_group = [&](auto kick, double growth) {
      const auto p = at(r.m);
      const auto middle = at(r.m + kick(p, 2, a, 0));
      const Vec3<double> end = middle.m + kick(middle, 2, b, 0), once = r.m + kick(p, 2, a + b, 0);
      EXPECT_LE(norm(end - once), 8 * eps * growth * (norm(r.m) + norm(middle.m) + norm(once))) << n;
    };
    // The condition of both ways: e^|L|.
    const torques::LinearDamping<double> damping(d, r.moments);
    expect_group(make_kick<double>(damping, 4), std::exp(2 * detail::row_norm(damping.rate())));
    const torques::Gyrostat<double> gyrostat({d(0, 0), d(1, 1), d(2, 2)}, r.moments);
    expect_group(make_kick<double>(gyrostat, 4), 1 + 2 * detail::row_norm(gyrostat.rate()));
    expect_group(make_kick<double>(ByAttitude<double>{}, 4), 1);
  }
}

TEST(Kick, RemembersTheRightLengths) {
  const torques::Gyrostat<double> torque({1, 2, 3}, {1, 2, 4});
  auto kick = make_kick<double>(torque, 4);
  const auto p = at<double>({1, -1, 0.5});
  // More lengths than are remembered, in several orders.
  for (int round = 0; round < 3; ++round)
    for (int n = 0; n < 100; ++n) {
      const double h = 0.01 * (round == 1 ? 100 - n : (n * 37) % 100);
      auto fresh = make_kick<double>(torque, 4);
      ASSERT_EQ(kick(p, 0, h, 0), fresh(p, 0, h, 0)) << h;
    }
}

}  // namespace
}  // namespace kick_test
