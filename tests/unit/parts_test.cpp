// SPDX-License-Identifier: MIT
// Bodies made of parts, and inertia about another point.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/parts.hpp>
#include <polhode/body/shapes.hpp>
#include <polhode/core/error.hpp>
#include <vector>

namespace parts_test {
namespace {

using namespace polhode;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double eps = std::numeric_limits<double>::epsilon();

void expect_same(const Inertia& a, const Inertia& b, double tolerance = 4 * eps) {
  const double size = b.tensor().cwiseAbs().maxCoeff();
  EXPECT_LE((a.tensor() - b.tensor()).cwiseAbs().maxCoeff(), tolerance * size) << a.tensor() << "\nand\n"
                                                                               << b.tensor();
}

Quaterniond turned(double angle, const Vector3d& axis) {
  return Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

TEST(ParallelAxes, RodAtItsEndHasAThirdOfItsMassTimesItsLengthSquared) {
  const MassProperties rod = solid_cylinder(0, 1, FrameAxis::z, Matter::of_mass(2));
  const Inertia at_end = inertia_about(rod, {0, 0, 0.5});
  EXPECT_TRUE(at_end.is_linear());
  EXPECT_NEAR(at_end.moments().z(), 2.0 / 3, 2 * eps);
  // A rod of no thickness, turned about a point beside it, is not linear any more.
  EXPECT_NEAR(inertia_about(rod, {0.1, 0, 0}).moments().x(), 0.02, 2 * eps);
}

TEST(ParallelAxes, LeadBackToTheCentre) {
  const MassProperties box = solid_box({1, 2, 3}, Matter::of_mass(5));
  const Vector3d point(0.3, -0.4, 1.7);
  const Inertia moved = inertia_about(box, point);
  const double d2 = point.squaredNorm();
  const Matrix3d expected =
      box.inertia.tensor() + 5 * (d2 * Matrix3d::Identity() - Matrix3d(point * point.transpose()));
  EXPECT_LE((moved.tensor() - expected).cwiseAbs().maxCoeff(), 4 * eps * expected.cwiseAbs().maxCoeff());
  expect_same(inertia_about_centre(moved, 5, -point), box.inertia, 16 * eps);
  EXPECT_EQ(inertia_about(box, {0, 0, 0}).moments().x(), box.inertia.moments().x());
}

TEST(ParallelAxes, RefuseWhatNoBodyHas) {
  const Inertia top = Inertia::from_moments(1e-4, 1e-4, 5e-5);
  EXPECT_THROW(inertia_about_centre(top, 1, {0, 0, 0.1}), InvalidInput);
  EXPECT_THROW(inertia_about_centre(top, -1, {0, 0, 0}), InvalidInput);
  EXPECT_THROW(inertia_about(solid_sphere(1, Matter::of_mass(1)), {std::nan(""), 0, 0}), InvalidInput);
}

TEST(Parts, TwoHalvesMakeTheWhole) {
  const Matter clay = Matter::of_density(3);
  const MassProperties half = solid_box({1, 1, 2}, clay), whole = solid_box({2, 1, 2}, clay);
  // One half stands on its head, which changes nothing of it; then the whole is turned and moved.
  const Quaterniond q = turned(0.7, {1, 2, 3});
  const Vector3d shift(3, -1, 2);
  const auto place = [&](const Vector3d& at) -> Vector3d { return shift + q * at; };
  const std::vector<BodyPart> parts{part(half, place({0.5, 0, 0}), q),
                                    part(half, place({-0.5, 0, 0}), q * turned(std::numbers::pi, {1, 0, 0}))};
  const MassProperties made = mass_properties(parts);
  EXPECT_NEAR(made.mass, 12, 12 * 2 * eps);
  EXPECT_NEAR(made.volume, 4, 4 * 2 * eps);
  EXPECT_LE((made.centre - shift).norm(), 8 * eps);
  expect_same(made.inertia,
              inertia_about(mass_properties(std::vector<BodyPart>{part(whole, shift, q)}), shift), 16 * eps);
  EXPECT_NEAR(made.inertia.moments().x(), whole.inertia.moments().x(),
              32 * eps * whole.inertia.moments().z());
  EXPECT_NEAR(made.inertia.moments().z(), whole.inertia.moments().z(),
              32 * eps * whole.inertia.moments().z());
}

TEST(Parts, CavityMakesAHollowSphere) {
  const Matter iron = Matter::of_density(8);
  const std::vector<BodyPart> parts{part(solid_sphere(2, iron)), cavity(part(solid_sphere(1.5, iron)))};
  const MassProperties made = mass_properties(parts), expected = hollow_sphere(2, 1.5, iron);
  EXPECT_NEAR(made.mass, expected.mass, 8 * eps * expected.mass);
  expect_same(made.inertia, expected.inertia, 16 * eps);
}

TEST(Parts, PointsOnALineAreLinearAndDumbbellsKnowTheirCentre) {
  const std::vector<BodyPart> points{part(PointMass{1, {0.1, 0.1, 0.1}}),
                                     part(PointMass{2, {0.4, 0.4, 0.4}})};
  const MassProperties made = mass_properties(points);
  EXPECT_TRUE(made.inertia.is_linear());
  EXPECT_LE((made.centre - Vector3d::Constant(0.3)).norm(), 4 * eps);
  const std::vector<PointMass> same{{1, {0.1, 0.1, 0.1}}, {2, {0.4, 0.4, 0.4}}};
  expect_same(made.inertia, Inertia::from_point_masses(same), 8 * eps);
}

TEST(Parts, RefuseWhatIsNoBody) {
  const MassProperties ball = solid_sphere(1, Matter::of_mass(1));
  EXPECT_THROW(mass_properties(std::vector<BodyPart>{}), InvalidInput);
  EXPECT_THROW(mass_properties(std::vector<BodyPart>{part(PointMass{1, {1, 2, 3}})}), InvalidInput);
  EXPECT_THROW(mass_properties(std::vector<BodyPart>{part(ball), cavity(part(ball))}), InvalidInput);
  // A hole that reaches far out of the body.
  const MassProperties far = solid_sphere(0.5, Matter::of_mass(0.5));
  EXPECT_THROW(mass_properties(std::vector<BodyPart>{part(ball), cavity(part(far, {5, 0, 0}))}),
               InvalidInput);
  EXPECT_THROW(part(PointMass{0, {0, 0, 0}}), InvalidInput);
  EXPECT_THROW(part(ball, {std::numeric_limits<double>::infinity(), 0, 0}), InvalidInput);
  EXPECT_THROW(part(ball, {0, 0, 0}, Quaterniond(0, 0, 0, 0)), InvalidInput);
}

}  // namespace
}  // namespace parts_test
