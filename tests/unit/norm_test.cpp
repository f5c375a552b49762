// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/quat.hpp>

#include "core/number_text.hpp"

namespace norm_test {
namespace {

using polhode::Quat;
using polhode::Vec3;

TEST(Norm, ScalingByPowersOfTwoChangesNoDigit) {
  const Vec3<double> v{0.3, -1.7, 0.9};
  const Quat<double> q{0.3, -1.7, 0.9, 1.1};
  const double a = norm(v), b = norm(q);
  for (int e = -1018; e <= 1021; ++e) {
    EXPECT_EQ(norm(scaled(v, e)), std::ldexp(a, e)) << e;
    EXPECT_EQ(norm(std::ldexp(1.0, e) * q), std::ldexp(b, e)) << e;
  }
}

TEST(Norm, EndsOfTheRange) {
  constexpr double least = std::numeric_limits<double>::denorm_min(),
                   most = std::numeric_limits<double>::max(),
                   infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(norm(Vec3<double>{}), 0);
  EXPECT_EQ(norm(Vec3<double>{0, -least, 0}), least);
  EXPECT_EQ(norm(Vec3<double>{0, 3 * least, 4 * least}), 5 * least);
  EXPECT_EQ(norm(Vec3<double>{0, 0, most}), most);
  EXPECT_EQ(norm(Vec3<double>{most, most, 0}), infinite);
  EXPECT_EQ(norm(Vec3<double>{1, -infinite, 0}), infinite);
  EXPECT_TRUE(std::isnan(norm(Vec3<double>{1, std::nan(""), 0})));
  EXPECT_TRUE(std::isnan(norm(Vec3<double>{std::nan(""), 1, 0})));
  EXPECT_EQ(norm(Quat<double>{3 * least, 0, -4 * least, 0}), 5 * least);
  EXPECT_EQ(norm(Quat<double>{-infinite, 0, 0, 0}), infinite);
  EXPECT_TRUE(std::isnan(norm(Quat<double>{std::nan(""), 0, 0, 0})));
}

TEST(NumberText, ReadsBackAsTheSameNumber) {
  for (const double x : {0.1, 1.0 / 3, -5e-324, -std::numeric_limits<double>::max(), 6.02214076e23})
    EXPECT_EQ(std::strtod(polhode::number_text(x).c_str(), nullptr), x);
  EXPECT_EQ(polhode::number_text(0.1), "0.1");
  EXPECT_EQ(polhode::number_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(polhode::number_text(-2.2250738585072014e-308), "-2.2250738585072014e-308");
}

}  // namespace
}  // namespace norm_test
