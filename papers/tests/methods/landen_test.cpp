// SPDX-License-Identifier: MIT
#include "frames/landen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <random>
#include <string>

#include "support/worst.hpp"

namespace landen_test {
namespace {

using namespace polhode::elliptic;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

double any_mc(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  return random() % 2 == 0 ? unit(random) : std::pow(10.0, -14 * unit(random));
}

TEST(LandenRoute, FirstKindAgreesWithCarlson) {
  std::mt19937_64 random(41);
  std::uniform_real_distribution<double> angle(-30, 30);
  Worst worst("F by Landen against Carlson, in eps(1 + cond)");
  for (int i = 0; i < 20000; ++i) {
    const Parameter<double> p = from_mc(any_mc(random));
    const double phi = angle(random), f = ellint_f(phi, p);
    const double slope = 1 / std::sqrt(p.mc + p.m * std::pow(std::cos(phi), 2));
    worst.add(std::abs(landen_f(phi, p) - f) / (eps * (std::abs(f) + std::abs(phi) * slope)),
              [&] { return "phi = " + std::to_string(phi) + ", mc = " + std::to_string(p.mc); });
  }
  worst.expect_at_most(8);
}

TEST(LandenRoute, AmplitudeAndFunctionsAgreeWithTheDefault) {
  std::mt19937_64 random(42);
  std::uniform_real_distribution<double> turn(-9, 9);
  Worst worst("am by Landen against the default, in eps(1 + cond)");
  for (int i = 0; i < 20000; ++i) {
    const Parameter<double> p = from_mc(any_mc(random));
    const double u = turn(random) * ellint_k(p), am = amplitude(u, p);
    const Jacobi<double> f = jacobi(u, p), g = landen_jacobi(u, p);
    const double scale = eps * (1 + std::abs(am) + std::abs(u) * f.dn);
    const auto where = [&] { return "u = " + std::to_string(u) + ", mc = " + std::to_string(p.mc); };
    worst.add(std::abs(landen_amplitude(u, p) - am) / scale, where);
    worst.add(std::abs(f.sn - g.sn) / scale, where);
    worst.add(std::abs(f.cn - g.cn) / scale, where);
    worst.add(std::abs(f.dn - g.dn) / scale, where);
  }
  worst.expect_at_most(8);
}

TEST(LandenRoute, TransformationsUndoEachOther) {
  for (const double m : {0.0, 1e-10, 0.3, 0.9, 0.9999})
    for (const double u : {-50.0, -1.0, 1e-200, 0.5, 3.0, 1000.0}) {
      const Parameter<double> p = from_m(m);
      const double back = landen_f(landen_amplitude(u, p), p);
      EXPECT_NEAR(back, u, 16 * eps * std::abs(u) / std::sqrt(p.mc)) << m;
    }
}

TEST(LandenRoute, NanOutsideTheDomain) {
  EXPECT_TRUE(std::isnan(landen_f(1.0, from_m(1.0))));
  EXPECT_TRUE(std::isnan(landen_amplitude(1.0, from_m(1.0))));
  EXPECT_TRUE(std::isnan(landen_pi(0.3, 1.0, from_m(0.5))));
  EXPECT_TRUE(std::isnan(landen_pi(1.5, 1.0, from_m(0.5))));
}

}  // namespace
}  // namespace landen_test
