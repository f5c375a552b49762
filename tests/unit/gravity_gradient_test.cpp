// SPDX-License-Identifier: MIT
#include "torque/gravity_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <support/attitude_torques.hpp>

#include "torque/orbit.hpp"

namespace gravity_gradient_test {
namespace {

using namespace polhode;
using torques::CircularOrbit;
using torques::FixedDirection;
using torques::GravityGradient;
using torques::KeplerOrbit;
using torques::OrbitPlane;
using L = long double;

const Vec3<L> moments{1, 1.5L, 2.25L}, slanted{0.6L, -0.3L, 0.5L};

using Fixed = GravityGradient<double, FixedDirection<double>>;
using Elliptic = GravityGradient<double, KeplerOrbit<double>>;
static_assert(torques::TorqueKernel<Fixed, double> && torques::HasPotential<Fixed, double> &&
              torques::HasGradient<Fixed, double> && torques::HasConserved<Fixed, double>);
static_assert(torques::TorqueKernel<Elliptic, double> && torques::HasGradient<Elliptic, double> &&
              !torques::HasConserved<Elliptic, double>);

// c = (1, 1, 1): c x I c = (I3 - I2, I1 - I3, I2 - I1).
constexpr Fixed plain(2, {1, 2, 4}, {{1, 1, 1}});
static_assert(plain({{}, Quat<double>::identity()}, 0) == Vec3<double>{12, -18, 6});
static_assert(plain.potential(Quat<double>::identity(), 0) == 21);
static_assert(plain.conserved({{1, 2, 4}, Quat<double>::identity()}, 0) == 24.5);

template <class Direction>
void expect_matrix_form(double mu, const Direction& direction) {
  const Vec3<double> I = convert<double>(moments);
  const GravityGradient<double, Direction> torque(mu, I, direction);
  for (const auto& [p, t] : test::random_instants<double>(100, 1)) {
    const Vec3<double> c = test::seen_by_matrix(p.q, direction(t)), ic{I.x * c.x, I.y * c.y, I.z * c.z};
    const double size = 3 * mu * dot(c, c) * I.z, eps = 0x1p-52;
    EXPECT_LE(norm(torque(p, t) - (3 * mu) * cross(c, ic)), 6 * eps * size);
    EXPECT_NEAR(torque.potential(p.q, t), 1.5 * mu * dot(c, ic), 6 * eps * size);
  }
}

TEST(GravityGradient, IsTheCrossProductByMatrices) {
  expect_matrix_form(1.7, FixedDirection<double>{{0.6, -0.3, 0.5}});
  expect_matrix_form(1.7, CircularOrbit<double>(0.8));
  expect_matrix_form(1.7, CircularOrbit<double>(0.8, OrbitPlane<double>({1, 2, 2}, {0, 3, -1})));
  expect_matrix_form(1.7, KeplerOrbit<double>(0.8, 0.7, 0.3));
}

template <class Direction>
void expect_sound(const Direction& direction, const Vec3<L>& body) {
  const GravityGradient<L, Direction> torque(1.7L, body, direction);
  test::expect_torque_of_potential(torque, body, 2000);
  test::expect_length_and_sign_of_q_not_to_count<L>(torque);
  if constexpr (torques::TurnsUniformly<Direction, L>) test::expect_conserved(torque, body, 2000);
}

TEST(GravityGradient, IsThatOfItsPotential) {
  const OrbitPlane<L> plane({1, 2, 2}, {0, 3, -1});
  for (const Vec3<L>& body : {moments, Vec3<L>{0, 2, 2}, Vec3<L>{1, 1, 3}}) {
    expect_sound(FixedDirection<L>{slanted}, body);
    expect_sound(CircularOrbit<L>(0.8L), body);
    expect_sound(CircularOrbit<L>(-0.8L, plane), body);
    expect_sound(KeplerOrbit<L>(0.8L, 0.5L, 0.3L, plane), body);
  }
}

/// Moments that differ in the last places: their differences count, to the last digit.
TEST(GravityGradient, DoesNotCancelForANearlyRoundBody) {
  const Vec3<double> I{1, 1 + 0x1p-50, 1 + 0x1p-48};
  const GravityGradient<double, FixedDirection<double>> torque(1, I, {{1, 1, 1}});
  EXPECT_EQ(torque({{}, Quat<double>::identity()}, 0),
            (Vec3<double>{9 * 0x1p-50, -12 * 0x1p-50, 3 * 0x1p-50}));
}

/// T011 and T012 of the reference motions.
TEST(GravityGradient, MovesAsTheReference) {
  const auto d = [](double x) { return static_cast<L>(x); };
  const Vec3<L> I{1, d(1.4), d(1.8)}, m{d(0.1), d(0.28), d(1.8900000000000001)};
  const GravityGradient<L, FixedDirection<L>> fixed(1, I, {{1, 0, 0}});
  test::expect_motion(
      test::moved(fixed, I, {m, {0.5L, 0.5L, -0.5L, 0.5L}}, 1, 40),
      {{7.34736579535387147699815770159002101e-04L, 3.02503492857967882009316404508049368e-01L,
        2.31139410924798949876435615689618660L},
       {1.84788958962743209450733147141920993e-01L, 1.10020756555467401975634371536189747e-01L,
        -6.26277241019439380422938923605152143e-01L, 7.49349912359711441835314599504321914e-01L}},
      2e-17);
  const GravityGradient<L, CircularOrbit<L>> circular(1, I, CircularOrbit<L>(1));
  test::expect_motion(
      test::moved(circular, I, {m, Quat<L>::identity()}, 1, 40),
      {{2.50323990650575796021329815094478901e-02L, 1.49644948282184911224617674596390526e-01L,
        1.86049991734766909071218677769181099L},
       {8.62896850690378989558329672665646086e-01L, 3.24449826297269216664042887180387013e-02L,
        7.98727143365618060793012837817853060e-02L, 4.97972587272926601991418620084167908e-01L}},
      2e-17);
}

/// The torque on an ellipse is 3 n^2 (a/r)^3 times that of the unit vectors.
TEST(GravityGradient, GrowsTowardsThePericentre) {
  const Quat<double> q = Quat<double>::identity();
  const Vec3<double> I{1, 2, 4};
  const double e = 0.5;
  const OrbitPlane<double> plane({0, 1, 1}, {1, 0, 0});
  const GravityGradient<double, KeplerOrbit<double>> ellipse(1, I, KeplerOrbit<double>(1, e, 0, plane));
  const GravityGradient<double, FixedDirection<double>> circle(1, I, {plane.first()});
  const double near = ellipse({{}, q}, 0).x, far = ellipse({{}, q}, std::acos(-1.0)).x,
               unit = circle({{}, q}, 0).x;
  EXPECT_NEAR(near, unit * 8, 8 * 0x1p-52 * near);
  EXPECT_NEAR(far, unit * 8 / 27, 8 * 0x1p-52 * far);
}

TEST(GravityGradient, KeepsItsDigitsAtAnyScale) {
  const Vec3<double> I{1, 2, 2.5};
  const Quat<double> q{0.5, -0.5, 0.5, 0.5};
  const FixedDirection<double> direction{{1, 3, -2}};
  const GravityGradient<double, FixedDirection<double>> torque(1.5, I, direction);
  for (const double s : {0x1p-350, 0x1p350}) {
    const GravityGradient<double, FixedDirection<double>> other(1.5 / s, s * s * I, direction);
    EXPECT_EQ(other({{}, q}, 0), s * torque({{}, q}, 0));
    EXPECT_EQ(other.potential(q, 0), s * torque.potential(q, 0));
    EXPECT_EQ(other.gradient(q, 0), torque.gradient(q, 0));
  }
}

}  // namespace
}  // namespace gravity_gradient_test
