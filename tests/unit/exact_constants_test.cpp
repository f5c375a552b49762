// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/kernel/exact_constants.hpp>
#include <sstream>
#include <string>
#include <support/nasty_motion.hpp>
#include <support/wide.hpp>
#include <support/worst.hpp>
#include <vector>

namespace exact_constants_test {
namespace {

using namespace polhode;
using kernel::exact_constants;
using kernel::ExactConstants;
using kernel::Factors;
using kernel::UnitFactor;
using test::Wide;

template <class T>
std::string text(const Vec3<T>& i) {
  std::ostringstream s;
  s.precision(21);
  s << "I (" << i.x << ", " << i.y << ", " << i.z << ")";
  return s.str();
}

template <class T>
Wide value(const UnitFactor<T>& c) {
  return Wide(c.whole) + Wide(c.small);
}

/// The same from their definitions, in fifty digits; time is scaled by 2^exponent.
struct Definition {
  Wide c1, c2, half_a2, half_inv_i3;

  template <class T>
  Definition(const Vec3<T>& moments, int exponent) {
    const Wide i1(moments.x), i2(moments.y), i3(moments.z);
    c1 = i1 * (i3 - i2) / (i2 * (i3 - i1));
    c2 = i3 * (i2 - i1) / (i2 * (i3 - i1));
    half_a2 = ldexp((i3 - i1) / (i1 * i3) / 2, exponent);
    half_inv_i3 = ldexp(1 / i3 / 2, exponent);
  }
};

template <class T>
double relative(const T& found, const Wide& exact) {
  using limits = std::numeric_limits<T>;
  // A subnormal number has no more digits than its place allows.
  const Wide unit = std::max(Wide(abs(exact) * Wide(limits::epsilon())), Wide(limits::denorm_min()));
  return static_cast<double>(abs(Wide(found) - exact) / unit);
}

/// Errors of the four constants in eps of T; that of the smaller of c1 and c2 is relative to itself.
template <class T>
double worst_error(const Vec3<T>& moments) {
  const ExactConstants<T> k = exact_constants(moments);
  const Definition d(moments, k.exponent);
  const double small = k.c1.whole == T(0) ? relative(k.c1.small, d.c1) : relative(k.c2.small, d.c2);
  return std::max({small, relative(k.half_a2, d.half_a2), relative(k.half_inv_i3, d.half_inv_i3)});
}

/// Bodies with three different moments, among them rods and such as are symmetric but for the last digit.
template <class T>
std::vector<Vec3<T>> awkward_bodies() {
  const T eps = std::numeric_limits<T>::epsilon();
  return {{1, 2, 3},
          {T(0.345L), T(0.653L), 1},
          {1, 1 + eps, 2},
          {1, 2 - eps, 2},
          {1, 1 + eps, 1 + 2 * eps},
          {T(1e-15L), 1, 1 + eps},
          {T(1e-15L), T(1e-15L) * (1 + eps), 1},
          {T(1e-300L), 1, 2},
          {T(1e-300L), 1, 1 + eps},
          {T(1e-300L), T(2e-300L), 1},
          {1, T(1e10L), T(1e20L)},
          {T(1e-8L), 1, T(1e8L)},
          {1, 2, T(2.25L)},
          {3, 4, 6}};
}

TEST(ExactConstantsOfDouble, AreRoundedOnce) {
  test::Worst worst("constants in double, eps");
  for (const Vec3<double>& i : awkward_bodies<double>()) worst.add(worst_error(i), [&] { return text(i); });
  test::NastyMotions random(11);
  for (int n = 0; n < 2000; ++n) {
    const Vec3<double> i = random.next().moments;
    if (i.x < i.z) worst.add(worst_error(i), [&] { return text(i); });
  }
  // Computed with eleven bits more.
  worst.expect_at_most(0.502);
}

TEST(ExactConstantsOfLongDouble, KeepTheirDigits) {
  test::Worst worst("constants in long double, eps");
  for (const Vec3<long double>& i : awkward_bodies<long double>())
    worst.add(worst_error(i), [&] { return text(i); });
  test::NastyMotions random(12);
  for (int n = 0; n < 2000; ++n) {
    const Vec3<long double> i = convert<long double>(random.next().moments);
    if (i.x < i.z) worst.add(worst_error(i), [&] { return text(i); });
  }
  // Two differences, two quotients, a product and a quotient of half an eps each.
  worst.expect_at_most(3);
}

TEST(ExactConstantsOfFloat, AreRoundedOnce) {
  for (const Vec3<float>& i : {Vec3<float>{1, 2, 3}, {0.345f, 0.653f, 1}, {1e-6f, 1, 1.0000001f}})
    EXPECT_LE(worst_error(i), 0.51) << text(i);
}

template <class T>
class ExactConstantsLaws : public testing::Test {};
using Types = testing::Types<double, long double>;
TYPED_TEST_SUITE(ExactConstantsLaws, Types);

TYPED_TEST(ExactConstantsLaws, TheTwoMakeOneExactly) {
  using T = TypeParam;
  std::vector<Vec3<T>> bodies = awkward_bodies<T>();
  test::NastyMotions random(13);
  for (int n = 0; n < 1000; ++n) bodies.push_back(convert<T>(random.next().moments));
  bodies.push_back({0, 1, 1});
  for (const Vec3<T>& i : bodies) {
    const ExactConstants<T> k = exact_constants(i);
    EXPECT_EQ(k.c1.whole + k.c2.whole, T(1)) << text(i);
    EXPECT_EQ(k.c1.small, -k.c2.small) << text(i);
    EXPECT_EQ(value(k.c1) + value(k.c2), Wide(1)) << text(i);
    // What is stored is the smaller of the two, and a factor of [0, 1/2].
    const T stored = k.c1.whole == T(0) ? k.c1.small : k.c2.small;
    EXPECT_TRUE(stored >= T(0) && stored <= T(0.5)) << text(i);
  }
}

TYPED_TEST(ExactConstantsLaws, AppliedTheyShareOutEveryNumber) {
  using T = TypeParam;
  const T eps = std::numeric_limits<T>::epsilon();
  test::NastyMotions random(14);
  for (int n = 0; n < 2000; ++n) {
    const ExactConstants<T> k = exact_constants(convert<T>(random.next().moments));
    const T x = static_cast<T>(random.normal());
    const Wide sum = Wide(k.c1(x)) + Wide(k.c2(x));
    EXPECT_LE(abs(sum - Wide(x)), Wide(eps) * abs(Wide(x)));
    EXPECT_LE(abs(Wide(k.c1(x)) - value(k.c1) * Wide(x)), Wide(eps) * abs(Wide(x)));
    EXPECT_EQ(k.c1(-x), -k.c1(x));
    EXPECT_EQ(k.c1(T(0)), T(0));
  }
}

TYPED_TEST(ExactConstantsLaws, TheFactorsGiveTheSameDigits) {
  using T = TypeParam;
  test::NastyMotions random(15);
  for (int n = 0; n < 1000; ++n) {
    const ExactConstants<T> k = exact_constants(convert<T>(random.next().moments));
    const T x = static_cast<T>(random.normal());
    if (k.c1.whole == T(0)) {
      const Factors<T, true> f{k.c1.small};
      EXPECT_EQ(f.c1(x), k.c1(x));
      EXPECT_EQ(f.c2(x), k.c2(x));
    } else {
      const Factors<T, false> f{k.c2.small};
      EXPECT_EQ(f.c1(x), k.c1(x));
      EXPECT_EQ(f.c2(x), k.c2(x));
    }
  }
}

TYPED_TEST(ExactConstantsLaws, SymmetricBodiesHaveZeroAndOne) {
  using T = TypeParam;
  const ExactConstants<T> oblate = exact_constants(Vec3<T>{1, 1, 2}),
                          prolate = exact_constants(Vec3<T>{1, 2, 2});
  for (const T x : {T(1), T(-0.3L), T(1e-200L), T(7)}) {
    EXPECT_EQ(oblate.c1(x), x);
    EXPECT_EQ(oblate.c2(x), T(0));
    EXPECT_EQ(prolate.c1(x), T(0));
    EXPECT_EQ(prolate.c2(x), x);
  }
}

TYPED_TEST(ExactConstantsLaws, SpheresAndLinearBodiesHoldTheMomentumStill) {
  using T = TypeParam;
  for (const Vec3<T>& i :
       {Vec3<T>{1, 1, 1}, {T(0.3L), T(0.3L), T(0.3L)}, {0, 1, 1}, {0, T(1e-200L), T(1e-200L)}}) {
    const ExactConstants<T> k = exact_constants(i);
    EXPECT_EQ(k.half_a2, T(0)) << text(i);
    EXPECT_EQ(value(k.c1) + value(k.c2), Wide(1));
    EXPECT_LE(relative(k.half_inv_i3, ldexp(1 / Wide(i.z) / 2, k.exponent)), 0.6) << text(i);
  }
}

/// The same constants, to the last digit, for moments times 2^e.
template <class T>
void expect_only_the_exponent_changes(const Vec3<T>& moments, int e) {
  const ExactConstants<T> k = exact_constants(moments);
  const Vec3<T> larger{std::ldexp(moments.x, e), std::ldexp(moments.y, e), std::ldexp(moments.z, e)};
  const ExactConstants<T> l = exact_constants(larger);
  EXPECT_EQ(l.c1.whole, k.c1.whole) << text(larger);
  EXPECT_EQ(l.c1.small, k.c1.small) << text(larger);
  EXPECT_EQ(l.c2.small, k.c2.small) << text(larger);
  EXPECT_EQ(l.half_a2, k.half_a2) << text(larger);
  EXPECT_EQ(l.half_inv_i3, k.half_inv_i3) << text(larger);
  EXPECT_EQ(l.exponent, k.exponent + e) << text(larger);
}

TYPED_TEST(ExactConstantsLaws, PowersOfTwoChangeTheExponentAlone) {
  using T = TypeParam;
  for (const Vec3<T>& i : {Vec3<T>{1, 2, 3}, {T(0.345L), T(0.653L), 1}, {T(1e-6L), 1, T(1.0000001L)}})
    for (const int e : {-900, -100, -1, 1, 100, 900}) expect_only_the_exponent_changes(i, e);
}

TYPED_TEST(ExactConstantsLaws, SubnormalMomentsAreAsGoodAsOthers) {
  using T = TypeParam;
  const int least = std::ilogb(std::numeric_limits<T>::denorm_min()),
            most = std::numeric_limits<T>::max_exponent - 3;
  expect_only_the_exponent_changes(Vec3<T>{1, 2, 3}, least);
  expect_only_the_exponent_changes(Vec3<T>{1, 1, 3}, least);
  expect_only_the_exponent_changes(Vec3<T>{1, 2, 3}, least + 5);
  expect_only_the_exponent_changes(Vec3<T>{5, 6, 7}, most);
}

TYPED_TEST(ExactConstantsLaws, TimeScalesWithTheMoments) {
  using T = TypeParam;
  EXPECT_EQ(exact_constants(Vec3<T>{1, 1, T(1.5L)}).time_scale, T(1));
  EXPECT_EQ(exact_constants(Vec3<T>{2, 3, 5}).time_scale, T(0.25L));
  EXPECT_EQ(exact_constants(Vec3<T>{T(0.1L), T(0.1L), T(0.125L)}).time_scale, T(8));
  // Where 2^-exponent or its inverse is out of range the step scales by exponents instead.
  const T least = std::numeric_limits<T>::denorm_min();
  EXPECT_EQ(exact_constants(Vec3<T>{least, 2 * least, 3 * least}).time_scale, T(0));
  const T most = std::numeric_limits<T>::max();
  EXPECT_EQ(exact_constants(Vec3<T>{most / 4, most / 2, most}).time_scale, T(0));
}

TEST(ExactConstantsConverted, KeepEveryDigit) {
  const auto k = exact_constants(Vec3<double>{0.345, 0.653, 1});
  const auto w = kernel::convert<long double>(k);
  EXPECT_EQ(w.c1.small, static_cast<long double>(k.c1.small));
  EXPECT_EQ(w.half_a2, static_cast<long double>(k.half_a2));
  EXPECT_EQ(w.exponent, k.exponent);
  const auto back = kernel::convert<double>(w);
  EXPECT_EQ(back.c2.small, k.c2.small);
  EXPECT_EQ(back.half_inv_i3, k.half_inv_i3);
}

}  // namespace
}  // namespace exact_constants_test
