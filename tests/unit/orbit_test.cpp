// SPDX-License-Identifier: MIT
#include "torque/orbit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/refusal.hpp>
#include <support/wide.hpp>
#include <utility>

namespace orbit_test {
namespace {

using namespace polhode;
using test::Wide;
using torques::CircularOrbit;
using torques::KeplerOrbit;
using torques::OrbitPlane;

constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(OrbitPlane, IsSpannedByAnyTwoVectors) {
  const OrbitPlane<double> plain;
  EXPECT_EQ(plain.normal(), (Vec3<double>{0, 0, 1}));
  const OrbitPlane<double> exact({0, 0, 0x1p-600}, {3 * 0x1p600, 0, 0x1p601});
  EXPECT_EQ(exact.first(), (Vec3<double>{0, 0, 1}));
  EXPECT_NEAR(exact.second().x, 1, eps);
  EXPECT_EQ(exact.second().z, 0);
  const OrbitPlane<double> narrow({1, 2, 3}, {1, 2, 3 + 1e-9});
  EXPECT_NEAR(dot(narrow.first(), narrow.second()), 0, 2 * eps);
  EXPECT_NEAR(norm(narrow.second()), 1, 2 * eps);
  EXPECT_GT(narrow.second().z, 0);
}

TEST(OrbitPlane, RefusesWhatSpansNone) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      test::refusal([] {
        OrbitPlane<double>({0, 0, 0}, {1, 0, 0});
      }),
      "first vector of the plane of an orbit: found (0, 0, 0), expected a finite vector that is not zero");
  EXPECT_EQ(
      test::refusal([&] {
        OrbitPlane<double>({1, 0, 0}, {0, inf, 0});
      }),
      "second vector of the plane of an orbit: found (0, inf, 0), expected a finite vector that is not zero");
  EXPECT_EQ(test::refusal([] {
              OrbitPlane<double>({1, 2, 3}, {-2, -4, -6});
            }),
            "second vector of the plane of an orbit: found (-2, -4, -6), expected a vector that is not "
            "parallel to the first");
}

TEST(CircularOrbit, GoesRoundFromTheFirstToTheSecond) {
  const OrbitPlane<double> plane({0, 1, 0}, {0, 0, 1});
  const CircularOrbit<double> orbit(2, plane);
  EXPECT_EQ(orbit(0), plane.first());
  const Vec3<double> d = orbit(0.3);
  EXPECT_EQ(d, (Vec3<double>{0, std::cos(0.6), std::sin(0.6)}));
  EXPECT_EQ(orbit.angular_velocity(), (Vec3<double>{2, 0, 0}));
}

/// The true anomaly and the distance in fifty digits from the double e and the time.
Vec3<Wide> wide_direction(double n, double e, double t) {
  return KeplerOrbit<Wide>(Wide(n), Wide(e))(Wide(t));
}

TEST(KeplerOrbit, IsACircleWithoutEccentricity) {
  const KeplerOrbit<double> ellipse(0.7, 0, 0.2);
  const CircularOrbit<double> circle(0.7);
  for (const double t : {-3.0, 0.2, 1.0, 4.0, 100.0})
    EXPECT_LE(norm(ellipse(t) - circle(t - 0.2)), 4 * eps * (1 + std::abs(t)));
}

/// Kepler's laws, by differences in fifty digits: r^2 f' = n a^2 sqrt(1 - e^2), and r = a (1 - e^2) / (1 + e
/// cos f).
TEST(KeplerOrbit, ObeysKeplersLaws) {
  const Wide h("1e-12");
  for (const char* text : {"0", "0.3", "0.9", "0.999"}) {
    const Wide e(text), n("0.7");
    const KeplerOrbit<Wide> orbit(n, e);
    for (const char* time : {"0.01", "1", "4.4", "-2"}) {
      const Wide t(time);
      const auto polar = [&](const Wide& at) {
        const Vec3<Wide> d = orbit(at);
        const Wide cube = sqrt(dot(d, d));  // (a/r)^(3/2)
        return std::pair<Wide, Wide>(1 / cbrt(cube * cube), atan2(d.y, d.x));
      };
      const auto [r, f] = polar(t);
      EXPECT_LE(abs(r * (1 + e * cos(f)) - (1 - e * e)), Wide("1e-45"));
      const Wide rate = (polar(t + h).second - polar(t - h).second) / (2 * h);
      EXPECT_LE(abs(r * r * rate / (n * sqrt(1 - e * e)) - 1), Wide("1e-12"));
    }
  }
}

/// From one revolution before to one after, to what the rounding of M allows: |d| has d(ln |d|)/d(ln M) of up
/// to 1.5 e sin E M / (r/a)^2,
/// the direction the same order.
TEST(KeplerOrbit, KeepsItsDigitsNearThePericentre) {
  for (const double e : {0.0, 0.5, 0.99, 1 - 1e-6, 1 - 1e-12}) {
    const KeplerOrbit<double> orbit(1, e);
    for (const double t : {1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 3.0}) {
      const Vec3<Wide> d = wide_direction(1, e, t), off = convert<Wide>(orbit(t)) - d;
      const Vec3<Wide> moved = wide_direction(1, e, t * (1 + 1e-6)) - d;
      const Wide size = sqrt(dot(d, d)), condition = sqrt(dot(moved, moved)) / size * 1e6;
      EXPECT_LE(static_cast<double>(sqrt(dot(off, off)) / size),
                eps * (6 + 3 * static_cast<double>(condition)))
          << e << " " << t;
    }
  }
}

TEST(KeplerOrbit, ComesBackAfterATurn) {
  const KeplerOrbit<double> orbit(2, 0.4, 0.7);
  for (const double t : {0.1, 0.7, 1.3}) {
    EXPECT_LE(norm(orbit(t + std::acos(-1.0)) - orbit(t)), 100 * eps);
    EXPECT_LE(norm(orbit(t - 10 * std::acos(-1.0)) - orbit(t)), 1000 * eps);
  }
}

TEST(KeplerOrbit, RefusesWhatIsNoEllipse) {
  for (const double e : {-0.1, 1.0, 2.0, std::nan("")})
    EXPECT_NE(test::refusal([e] { KeplerOrbit<double>(1, e); }), "accepted") << e;
  EXPECT_EQ(test::refusal([] { KeplerOrbit<double>(1, 1.5); }),
            "eccentricity of an orbit: found 1.5, expected a number from 0 to less than 1");
}

}  // namespace
}  // namespace orbit_test
