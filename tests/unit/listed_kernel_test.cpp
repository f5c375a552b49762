// SPDX-License-Identifier: MIT
// Reversal, invariants, scale and rest of some approximate kernels that the library has compiled for its list of
// methods, for more steps and closer than laws/method_law_test.cpp, which has every method and its order. What only one
// kernel promises is asked in the test named after it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/free/method.hpp>
#include <string>
#include <support/kernel_checks.hpp>
#include <variant>
#include <vector>

namespace listed_kernel_test {
namespace {

using namespace polhode;
using test::checked_motions;
using test::CheckedMotion;
using Increment = kernel::Increment<double>;

constexpr double eps = std::numeric_limits<double>::epsilon();

FreeStep step_of(const std::string& name, const Vec3<double>& moments) {
  return free_method(name).prepare(Inertia::from_moments(moments.x, moments.y, moments.z));
}

const std::vector<std::string> lie_poisson{"lie_poisson_123", "lie_poisson_132", "lie_poisson_213",
                                           "lie_poisson_231", "lie_poisson_312", "lie_poisson_321"};

// ---- Kernels that approximate momentum and attitude

double distance_back(const std::string& name, const CheckedMotion& c, double h) {
  return test::distance_back<double>(step_of(name, c.moments), c.m, h);
}

TEST(ListedKernels, LeadBackButForRungeAndKuttas) {
  for (const CheckedMotion& c : checked_motions) {
    for (const std::string& name : lie_poisson)
      for (const double h : {0.01, 0.5, -1.0})
        EXPECT_LT(distance_back(name, c, h), 8 * eps) << name << ' ' << c.name << ' ' << h;
    for (const double h : {0.01, 0.5, 3.0})
      EXPECT_LT(distance_back("implicit_midpoint", c, h), 16 * eps) << c.name << ' ' << h;
    EXPECT_GT(distance_back("rk4", c, 0.3), 1e-9) << c.name;
  }
}

test::InvariantErrors errors_of(const std::string& name, const CheckedMotion& c, double h) {
  return test::invariant_errors(step_of(name, c.moments), c.moments, c.m, h);
}

TEST(ListedKernels, LiePoissonKeepsTheNormAndTheSpatialMomentumButNotTheEnergy) {
  for (const std::string& name : lie_poisson)
    for (const CheckedMotion& c : checked_motions)
      for (const double h : {1e-3, 0.3, -4.0, 100.0}) {
        const auto e = errors_of(name, c, h);
        EXPECT_LT(e.norm, 4 * eps) << name << ' ' << c.name << ' ' << h;
        EXPECT_LT(e.spatial, 8 * eps) << name << ' ' << c.name << ' ' << h;
        EXPECT_LT(e.length, 2 * eps) << name << ' ' << c.name << ' ' << h;
        EXPECT_TRUE(h != 0.3 || e.energy > 1e-6) << name << ' ' << c.name;
      }
}

TEST(ListedKernels, ImplicitMidpointKeepsNormEnergyAndSpatialMomentum) {
  for (const CheckedMotion& c : checked_motions)
    for (const double h : {1e-3, 0.3, -2.0, 10.0}) {
      const auto e = errors_of("implicit_midpoint", c, h);
      EXPECT_LT(e.norm, 2 * eps) << c.name << ' ' << h;
      EXPECT_LT(e.energy, 2 * eps) << c.name << ' ' << h;
      EXPECT_LT(e.spatial, 2 * eps * (1 + std::abs(h))) << c.name << ' ' << h;
      EXPECT_LT(e.length, eps) << c.name << ' ' << h;
    }
}

TEST(ListedKernels, RungeAndKuttasGivesRotationsAndKeepsNothing) {
  for (const CheckedMotion& c : checked_motions) {
    for (const double h : {1e-3, 0.3, -2.0}) EXPECT_LT(errors_of("rk4", c, h).length, 2 * eps) << c.name;
    const auto e = errors_of("rk4", c, 0.3);
    EXPECT_GT(e.norm, 1e-9) << c.name;
    EXPECT_GT(e.energy, 1e-9) << c.name;
    EXPECT_GT(e.spatial, 1e-9) << c.name;
  }
}

// ---- Scale and rest

Increment increment_of(const std::string& name, const Vec3<double>& moments, const Vec3<double>& m,
                       double h) {
  return std::get<Increment>(step_of(name, moments)(m, h));
}

/// Scaled by powers of two, momentum, moments and time give the same step, digit for digit.
void expect_no_units(const std::string& name, const Vec3<double>& moments, const Vec3<double>& m,
                     const std::vector<int>& of_moments, const std::vector<int>& of_m) {
  const Increment plain = increment_of(name, moments, m, 0.3);
  for (const int a : of_moments)
    for (const int b : of_m) {
      const Increment i = increment_of(name, scaled(moments, a), scaled(m, b), std::ldexp(0.3, a - b));
      EXPECT_EQ(i.dm, scaled(plain.dm, b)) << name << ' ' << a << ' ' << b;
      EXPECT_EQ(norm(i.dr - plain.dr), 0) << name << ' ' << a << ' ' << b;
    }
}

TEST(ListedKernels, KnowNoUnits) {
  for (const char* name : {"lie_poisson_213", "implicit_midpoint", "rk4"})
    for (const CheckedMotion& c : checked_motions)
      expect_no_units(name, c.moments, c.m, {-330, 0, 330}, {-330, 0, 330});
}

TEST(ListedKernels, StandStillInNoTimeAndWithoutMomentum) {
  for (const char* name : {"lie_poisson_123", "implicit_midpoint", "rk4"})
    EXPECT_TRUE(test::stands_still([name](const Vec3<double>& m, double h) {
      return increment_of(name, {0.345, 0.653, 1}, m, h);
    })) << name;
}

}  // namespace
}  // namespace listed_kernel_test
