// SPDX-License-Identifier: MIT
// Invariants, scale and rest of the methods with the exact momentum, for more steps and closer than
// laws/method_law_test.cpp, which has every method and its order.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/body/inertia.hpp>
#include <polhode/free/method.hpp>
#include <string>
#include <support/kernel_checks.hpp>
#include <variant>

namespace papers_listed_kernel_test {
namespace {

using namespace polhode;
using Increment = kernel::Increment<double>;

constexpr double eps = std::numeric_limits<double>::epsilon();
const Vec3<double> water{0.345, 0.653, 1}, start{0.5, 0.2, 0.843};

FreeStep step_of(const std::string& name, const Vec3<double>& moments) {
  return free_method(name).prepare(Inertia::from_moments(moments.x, moments.y, moments.z));
}

TEST(PapersKernels, FactorizationKeepsNormEnergyAndSpatialMomentum) {
  for (const double h : {0.01, 0.25, 2.0}) {
    const auto drifts = test::drifts_after(step_of("factorization2", water), water, start, h, 1000);
    EXPECT_LE(drifts.norm, 32 * eps) << h;
    EXPECT_LE(drifts.energy, 64 * eps) << h;
    EXPECT_LE(drifts.spatial, 64 * eps) << h;
  }
}

Increment increment_of(const std::string& name, const Vec3<double>& moments, const Vec3<double>& m,
                       double h) {
  return std::get<Increment>(step_of(name, moments)(m, h));
}

/// Scaled by powers of two, momentum, moments and time give the same step: that of m digit for digit, r within
/// `within`.
void expect_no_units(const std::string& name, double within) {
  const Increment plain = increment_of(name, water, start, 0.3);
  for (const int a : {-600, 40, 600})
    for (const int b : {-300, 0, 300}) {
      const Increment i = increment_of(name, scaled(water, a), scaled(start, b), std::ldexp(0.3, a - b));
      EXPECT_EQ(i.dm, scaled(plain.dm, b)) << name << ' ' << a << ' ' << b;
      EXPECT_LE(norm(i.dr - plain.dr), within) << name << ' ' << a << ' ' << b;
    }
}

TEST(PapersKernels, KnowNoUnits) {
  expect_no_units("magnus6", 0);
  expect_no_units("factorization6", 2 * eps);
}

TEST(PapersKernels, StandStillInNoTimeAndWithoutMomentum) {
  for (const char* name : {"magnus8", "factorization8"})
    EXPECT_TRUE(test::stands_still([name](const Vec3<double>& m, double h) {
      return increment_of(name, {0.345, 0.653, 1}, m, h);
    })) << name;
}

}  // namespace
}  // namespace papers_listed_kernel_test
