// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/body/shapes.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <vector>

#include "support/refusal.hpp"

namespace shapes_test {
namespace {

using namespace polhode;
using polhode::test::refusal;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double pi = std::numbers::pi;
constexpr double infinite = std::numeric_limits<double>::infinity();

Matter mass(double value) { return Matter::of_mass(value); }
Matter density(double value) { return Matter::of_density(value); }

Eigen::Vector3d diagonal(const MassProperties& body) { return body.inertia.tensor().diagonal(); }

void expect_near(const Eigen::Vector3d& found, const Eigen::Vector3d& wanted, double tolerance) {
  EXPECT_LE((found - wanted).cwiseAbs().maxCoeff(), tolerance * wanted.cwiseAbs().maxCoeff())
      << found.transpose() << " for " << wanted.transpose();
}

TEST(Shapes, Box) {
  const MassProperties body = solid_box({1, 2, 3}, mass(12));
  EXPECT_EQ(body.mass, 12);
  EXPECT_EQ(body.volume, 6);
  EXPECT_EQ(body.centre, Eigen::Vector3d::Zero());
  EXPECT_EQ(diagonal(body), Eigen::Vector3d(13, 10, 5));
  EXPECT_EQ(solid_box({1, 2, 3}, density(2)).mass, 12);
  EXPECT_EQ(diagonal(solid_box({1, 2, 3}, density(2))), Eigen::Vector3d(13, 10, 5));
}

TEST(Shapes, EllipsoidAndSphere) {
  const MassProperties body = solid_ellipsoid({1, 2, 3}, mass(5));
  EXPECT_EQ(diagonal(body), Eigen::Vector3d(13, 10, 5));
  EXPECT_NEAR(body.volume, 8 * pi, 8 * pi * eps);
  EXPECT_EQ(diagonal(solid_sphere(2, mass(5))), Eigen::Vector3d(8, 8, 8));
  EXPECT_NEAR(solid_sphere(2, density(3)).mass, 32 * pi, 32 * pi * eps);
}

TEST(Shapes, CylinderAlongEachAxis) {
  EXPECT_EQ(diagonal(solid_cylinder(2, 6, FrameAxis::x, mass(12))), Eigen::Vector3d(24, 48, 48));
  EXPECT_EQ(diagonal(solid_cylinder(2, 6, FrameAxis::y, mass(12))), Eigen::Vector3d(48, 24, 48));
  EXPECT_EQ(diagonal(solid_cylinder(2, 6, FrameAxis::z, mass(12))), Eigen::Vector3d(48, 48, 24));
  EXPECT_NEAR(solid_cylinder(2, 6, FrameAxis::z, density(1)).mass, 24 * pi, 24 * pi * eps);
}

TEST(Shapes, HollowOnesAreSolidOnesLessWhatIsMissing) {
  for (const double inner : {0.0, 0.25, 0.75, 0.9375}) {
    const MassProperties sphere = hollow_sphere(1, inner, density(1));
    const MassProperties whole = solid_sphere(1, density(1));
    const double hole = std::pow(inner, 3), hole_moment = std::pow(inner, 5);
    // The differences cancel by a factor of at most 6, here and below.
    EXPECT_NEAR(sphere.mass, whole.mass * (1 - hole), 4 * eps);
    expect_near(diagonal(sphere), diagonal(whole) * (1 - hole_moment), 8 * eps);

    const MassProperties tube = hollow_cylinder(1, inner, 3, FrameAxis::y, density(1));
    const MassProperties rod = solid_cylinder(1, 3, FrameAxis::y, density(1));
    Eigen::Vector3d missing = Eigen::Vector3d::Zero();
    if (inner > 0) missing = diagonal(solid_cylinder(inner, 3, FrameAxis::y, density(1)));
    expect_near(diagonal(tube), diagonal(rod) - missing, 16 * eps);
  }
}

TEST(Shapes, WallsMayBeThinOrHaveNoThickness) {
  expect_near(diagonal(hollow_sphere(1, 1, mass(3))), {2, 2, 2}, eps);
  expect_near(diagonal(hollow_sphere(1, 1 - 1e-15, mass(3))), {2, 2, 2}, 1e-14);
  const double t = 0x1p-40;
  EXPECT_NEAR(hollow_sphere(1, 1 - t, density(1)).mass / (4 * pi * t), 1 - t, 4 * eps);
  EXPECT_EQ(diagonal(hollow_cylinder(1, 1, 0, FrameAxis::z, mass(2))), Eigen::Vector3d(1, 1, 2));
}

TEST(Shapes, WithAMassPlatesDiscsAndRods) {
  EXPECT_EQ(diagonal(solid_box({1, 2, 0}, mass(12))), Eigen::Vector3d(4, 1, 5));
  EXPECT_EQ(diagonal(solid_cylinder(2, 0, FrameAxis::z, mass(1))), Eigen::Vector3d(1, 1, 2));
  for (const MassProperties& rod :
       {solid_box({0, 3, 0}, mass(4)), solid_cylinder(0, 3, FrameAxis::y, mass(4)),
        hollow_cylinder(0, 0, 3, FrameAxis::y, mass(4))}) {
    EXPECT_TRUE(rod.inertia.is_linear());
    EXPECT_EQ(rod.volume, 0);
    EXPECT_EQ(diagonal(rod), Eigen::Vector3d(3, 0, 3));
  }
}

TEST(Shapes, EqualLengthsMakeEqualMoments) {
  for (const double a : {0.1, 0.7, 1.3e7, 3.3e-9}) {
    const auto cube = from_eigen(solid_box({a, a, a}, density(0.3)).inertia.moments());
    EXPECT_TRUE(cube.x == cube.y && cube.y == cube.z);
    const auto prism = from_eigen(solid_box({a, 3 * a, a}, mass(0.3)).inertia.moments());
    EXPECT_EQ(prism.y, prism.z);
    const auto cylinder = from_eigen(solid_cylinder(a, 7 * a, FrameAxis::x, mass(0.3)).inertia.moments());
    EXPECT_EQ(cylinder.y, cylinder.z);
  }
}

TEST(Shapes, ScaleDoesNotMatter) {
  const Eigen::Vector3d wanted = diagonal(solid_box({1, 2, 3}, mass(1)));
  for (const double scale : {0x1p-500, 0x1p500})
    EXPECT_EQ(diagonal(solid_box(scale * Eigen::Vector3d(1, 2, 3), mass(1))), scale * wanted * scale);
  for (const double scale : {0x1p-300, 0x1p300})
    EXPECT_EQ(diagonal(solid_box(scale * Eigen::Vector3d(1, 2, 3), density(1 / scale / scale / scale))),
              scale * diagonal(solid_box({1, 2, 3}, mass(6))) * scale);
  const MassProperties small = solid_sphere(1e-150, mass(1));
  expect_near(diagonal(small) * 1e300, {0.4, 0.4, 0.4}, 4 * eps);
}

TEST(Shapes, RefusalsNameTheLength) {
  struct Case {
    std::string why;
    std::string expected;
  };
  const std::vector<Case> cases{
      {refusal([] { mass(0); }), "mass: found 0, expected a positive finite number"},
      {refusal([] { mass(-2); }), "mass: found -2, expected a positive finite number"},
      {refusal([] { density(infinite); }), "density: found inf, expected a positive finite number"},
      {refusal([] {
         solid_box({1, -2, 3}, mass(1));
       }),
       "box: edge along y: found -2, expected a finite length that is not negative"},
      {refusal([] {
         solid_box({1, 2, std::nan("")}, mass(1));
       }),
       "box: edge along z: found nan, expected a finite length that is not negative"},
      {refusal([] {
         solid_box({0, 2, 3}, density(1));
       }),
       "box: edge along x: found 0, expected a positive length (a body without volume needs a mass, not a "
       "density)"},
      {refusal([] {
         solid_box({0, 0, 0}, mass(1));
       }),
       "box: found no extent, expected at least one positive length"},
      {refusal([] { solid_sphere(0, mass(1)); }),
       "sphere: found no extent, expected at least one positive length"},
      {refusal([] { hollow_sphere(0, 0, mass(1)); }),
       "hollow sphere: found no extent, expected at least one positive length"},
      {refusal([] { hollow_sphere(1, 2, mass(1)); }),
       "hollow sphere: inner radius: found 2, expected a radius from 0 to the outer radius, 1"},
      {refusal([] { hollow_sphere(1, 1, density(1)); }),
       "hollow sphere: inner radius: found 1, expected a radius from 0 to the outer radius, 1, and smaller "
       "if a density is given"},
      {refusal([] { hollow_cylinder(1, -1, 1, FrameAxis::x, mass(1)); }),
       "hollow cylinder: inner radius: found -1, expected a radius from 0 to the outer radius, 1"},
      {refusal([] {
         solid_ellipsoid({1, 1, infinite}, mass(1));
       }),
       "ellipsoid: semi-axis along z: found inf, expected a finite length that is not negative"},
      {refusal([] { solid_sphere(1e200, mass(1)); }),
       "sphere: moment of inertia: found a number too large for a double, expected a number between 2.3e-308 "
       "and 1.7e308 (other units may help)"},
      {refusal([] { solid_sphere(1e-160, mass(1)); }),
       "sphere: moment of inertia: found a number too small for a double, expected a number between 2.3e-308 "
       "and 1.7e308 (other units may help)"},
      {refusal([] { frame_axis_from_text("w"); }), "axis: found \"w\", expected x, y or z"},
  };
  for (const Case& c : cases) EXPECT_EQ(c.why, c.expected);
}

TEST(Shapes, AxesAreNamed) {
  EXPECT_EQ(frame_axis_from_text("x"), FrameAxis::x);
  EXPECT_EQ(frame_axis_from_text("Z"), FrameAxis::z);
}

}  // namespace
}  // namespace shapes_test
