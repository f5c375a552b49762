// SPDX-License-Identifier: MIT
#include "torque/vessel_restoring.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/attitude_torques.hpp>

namespace vessel_restoring_test {
namespace {

using namespace polhode;
using torques::Vessel;
using torques::VesselRestoring;
using L = long double;

using Kernel = VesselRestoring<double>;
static_assert(torques::TorqueKernel<Kernel, double> && torques::HasPotential<Kernel, double> &&
              torques::HasGradient<Kernel, double> && torques::HasConserved<Kernel, double>);

/// The supply ship of Gustafsson's section 5.3, the doubles of the reference motions.
Vessel<L> supply_ship() {
  const auto d = [](double x) { return static_cast<L>(x); };
  return {.mass = 6362200,
          .gravity = d(9.81),
          .longitudinal_height = d(103.628),
          .transverse_height = d(2.1444),
          .moments = {321640000, 5478200000, 5742600000}};
}

/// Axes that are none of P's.
Vessel<L> slanted() {
  return {.mass = 2,
          .gravity = 1.5L,
          .longitudinal_height = 3,
          .transverse_height = 0.4L,
          .longitudinal = {0.6L, 0, 0.8L},
          .transverse = {-0.64L, 0.6L, 0.48L},
          .moments = {1, 1.5L, 2.25L}};
}

/// Heeled by a small roll to starboard it is pushed back, by m_v g GM_T sin cos; likewise in pitch.
TEST(VesselRestoring, RightsTheVessel) {
  const VesselRestoring<double> ship(
      {.mass = 2, .gravity = 10, .longitudinal_height = 5, .transverse_height = 1});
  const double angle = 0.1, s = std::sin(angle / 2), c = std::cos(angle / 2);
  const Vec3<double> roll = ship({{}, {c, s, 0, 0}}, 0), pitch = ship({{}, {c, 0, s, 0}}, 0);
  EXPECT_NEAR(roll.x, -20 * std::sin(angle) * std::cos(angle), 1e-14);
  EXPECT_NEAR(pitch.y, -100 * std::sin(angle) * std::cos(angle), 1e-13);
  EXPECT_EQ(ship({{}, {c, 0, 0, s}}, 0), Vec3<double>{});  // any course is as good
}

/// -Q^T g_r with g_r = (Q r) x (m_v g e3), as the paper has it, with matrices.
TEST(VesselRestoring, IsThePapersMoment) {
  const Vessel<L> v = supply_ship();
  const VesselRestoring<L> ship(v);
  for (const auto& [p, t] : test::random_instants<L>(100, 1)) {
    const Mat3<L> q = to_matrix(p.q);
    const Vec3<L> r{v.longitudinal_height * q(2, 0), v.transverse_height * q(2, 1), 0};
    const Vec3<L> moment = cross(q * r, Vec3<L>{0, 0, v.mass * v.gravity}),
                  expected = -(q.transpose() * moment);
    const L eps = std::numeric_limits<L>::epsilon(), size = v.mass * v.gravity * v.longitudinal_height;
    EXPECT_LE(norm(ship(p, t) - expected), 6 * eps * size);
    const Vec3<L> u = q.transpose() * Vec3<L>{0, 0, 1};
    const L potential =
        v.mass * v.gravity * (v.longitudinal_height * u.x * u.x + v.transverse_height * u.y * u.y) / 2;
    EXPECT_LE(std::abs(ship.potential(p.q, t) - potential), 6 * eps * size);
  }
}

/// The same vessel in axes that are turned by r: with its own axes, attitude and torque in them.
TEST(VesselRestoring, KnowsTheVesselsAxesInP) {
  Vessel<L> turned = supply_ship();
  const Mat3<L> r{
      {0.6L, -0.64L, 0.48L, 0, 0.6L, 0.8L, -0.8L, -0.48L, 0.36L}};  // rows: P, columns: the vessel's axes
  turned.longitudinal = r * turned.longitudinal;
  turned.transverse = r * turned.transverse;
  const VesselRestoring<L> plain(supply_ship()), other(turned);
  const Quat<L> back = to_quat(r.transpose());
  for (const auto& [p, t] : test::random_instants<L>(20, 4))
    EXPECT_LE(test::relative_difference(other({{}, p.q * back}, t), r * plain(p, t)), 1e-15L);
}

TEST(VesselRestoring, IsThatOfItsPotential) {
  for (const Vessel<L>& v : {supply_ship(), slanted()}) {
    const VesselRestoring<L> ship(v);
    test::expect_torque_of_potential(ship, v.moments, 700);
    test::expect_length_and_sign_of_q_not_to_count<L>(ship);
  }
  test::expect_conserved(VesselRestoring<L>(slanted()), slanted().moments, 1000);
}

/// T008 of the reference motions, without damping.
TEST(VesselRestoring, MovesAsTheReference) {
  const Vessel<L> v = supply_ship();
  test::expect_motion(
      test::moved(VesselRestoring<L>(v), v.moments, {v.moments, Quat<L>::identity()}, 15, 400),
      {{1.39947723254678874827071535338456128e+08L, 6.79181599347701398047857479643801142e+09L,
        2.42820927733562768372475597681140122e+09L},
       {-8.29650644020690188567145953269238385e-01L, -4.50292468340060277886554249469094389e-01L,
        1.84988516868560418007613515711175718e-01L, -2.73305233135116089067179214124691844e-01L}},
      3e-16);
}

}  // namespace
}  // namespace vessel_restoring_test
