// SPDX-License-Identifier: MIT
// Two independent routes to the exact step are held together here: the midpoint form (kernel/exact.hpp) and
// the one by frames and addition theorems.
#include "free/exact_by_frames.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <polhode/kernel/exact.hpp>
#include <string>
#include <support/random_motion.hpp>

namespace exact_by_frames_test {
namespace {

using namespace polhode;
using kernel::Image;

constexpr double eps = 0x1p-52;

template <class T>
Image<T> midpoint(const Vec3<T>& I, const Vec3<T>& m, T h) {
  const kernel::Increment<T> i = kernel::Exact(I)(m, h);
  return {m + i.dm, Quat<T>::identity() + i.dr};
}

template <class T>
double relative_distance(const Image<T>& a, const Image<T>& b) {
  const Vec3<T> dm = a.m - b.m;
  const Quat<T> dr = a.r - b.r;
  return static_cast<double>(std::max(std::sqrt(dot(dm, dm) / dot(b.m, b.m)), std::sqrt(dot(dr, dr))));
}

/// Both in long double, to eps of double per radian turned: that leaves three digits for conditioning.
void expect_together(const Vec3<double>& I, const Vec3<double>& m, double h, const std::string& what) {
  const Vec3<long double> J = convert<long double>(I), n = convert<long double>(m);
  const long double t = static_cast<long double>(h);
  const double turned = std::abs(h) * std::sqrt(dot(m, m)) / I.x;
  EXPECT_LT(relative_distance(ExactByFrames<long double>(J)(n, t), midpoint(J, n, t)), eps * (1 + turned))
      << what;
}

std::string describe(const Vec3<double>& I, const Vec3<double>& m, double h) {
  char text[240];
  std::snprintf(text, sizeof text, "I = %.17g %.17g %.17g  m = %.17g %.17g %.17g  h = %.17g", I.x, I.y, I.z,
                m.x, m.y, m.z, h);
  return text;
}

TEST(ExactByFrames, HoldsTogetherWithTheMidpointForm) {
  test::RandomMotions random(41);
  for (int i = 0; i < 3000; ++i) {
    const auto [I, m] = random.next();
    const double h = std::exp(random.uniform(-7, 2.5)) * (i % 2 ? 1 : -1);
    expect_together(I, m, h, describe(I, m, h));
  }
}

TEST(ExactByFrames, HoldsTogetherNearTheAxes) {
  test::RandomMotions random(42);
  for (int i = 0; i < 600; ++i) {
    const Vec3<double> I = random.next().moments;
    const double a = std::pow(10, random.uniform(-14, -2)) * (i & 1 ? 1 : -1),
                 b = std::pow(10, random.uniform(-14, -2));
    const double s = i & 2 ? 1 : -1, h = random.uniform(-1, 1);
    const Vec3<double> m = i % 3 == 0   ? Vec3<double>{s, a, b}
                           : i % 3 == 1 ? Vec3<double>{a, s, b}
                                        : Vec3<double>{a, b, s};
    expect_together(I, m, h, describe(I, m, h));
  }
}

TEST(ExactByFrames, HoldsTogetherWhereSquaresUnderflow) {
  const Vec3<double> I{1, 2, 3};
  for (double tiny : {1e-100, 1e-170, 1e-300})
    for (const Vec3<double>& m : {Vec3<double>{1, tiny, 2 * tiny}, {tiny, -tiny, 1}, {0, tiny, -1}}) {
      expect_together(I, m, 2.5, describe(I, m, 2.5));
      const Image<double> narrow = ExactByFrames<double>(I)(m, 2.5);
      const auto wide = ExactByFrames<long double>(convert<long double>(I))(convert<long double>(m), 2.5L);
      const Vec3<double> expected = convert<double>(wide.m);
      const Quat<double> dr = narrow.r - convert<double>(wide.r);
      EXPECT_LT(std::sqrt(dot(dr, dr)), 4 * eps) << describe(I, m, 2.5);
      EXPECT_NEAR(narrow.m.x / expected.x, 1, 16 * eps);
      EXPECT_NEAR(narrow.m.y / expected.y, 1, 16 * eps);
      EXPECT_NEAR(narrow.m.z / expected.z, 1, 16 * eps);
    }
}

TEST(ExactByFrames, HoldsTogetherForRodsPlatesAndNearlyEqualMoments) {
  test::RandomMotions random(43);
  for (int i = 0; i < 600; ++i) {
    const Vec3<double> m = random.next().m;
    const double small = std::pow(10, random.uniform(-12, -1)), tiny = std::pow(10, random.uniform(-14, -1));
    const Vec3<double> rod{small, 1, 1 + tiny}, flat{1, 1 + tiny, 2}, ball{1, 1 + tiny, 1 + 2 * tiny};
    const double h = random.uniform(-3, 3);
    const Vec3<double> slow{m.x * small, m.y, m.z};
    expect_together(rod, slow, h, describe(rod, slow, h));
    expect_together(flat, m, h, describe(flat, m, h));
    expect_together(ball, m, h, describe(ball, m, h));
  }
}

TEST(ExactByFrames, HoldsTogetherOnTheSeparatrixAndOnEqualMoments) {
  for (double s1 : {-1.0, 1.0})
    for (double s3 : {-1.0, 1.0})
      for (double h : {-3.0, 0.01, 3.0}) {
        for (const auto& [I, m] : test::on_separatrix(s1, 0.5, s3))
          expect_together(I, m, h, describe(I, m, h));
        for (const Vec3<double>& I : {Vec3<double>{1, 1, 2}, {1, 2, 2}, {2, 2, 2}}) {
          const Vec3<double> m{0.3 * s1, -0.7, 0.5 * s3};
          expect_together(I, m, h, describe(I, m, h));
        }
      }
}

TEST(ExactByFrames, SignIsContinuousThroughLongSteps) {
  for (const Vec3<double>& m :
       {Vec3<double>{0.8, 0.3, 0.4}, {-0.8, 0.3, -0.4}, {0.3, -0.3, 0.9}, {0.3, -0.3, -0.9}}) {
    const ExactByFrames<double> step({0.8, 1.3, 1.9});
    Quat<double> before = Quat<double>::identity();
    for (int i = 1; i <= 2000; ++i) {
      const Quat<double> r = step(m, 0.05 * i).r;
      ASSERT_GT(dot(r, before), 0.9) << i;
      before = r;
    }
  }
}

TEST(ExactByFrames, DoubleAgreesWithLongDouble) {
  test::RandomMotions random(44);
  double worst = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [I, m] = random.next();
    const double h = random.uniform(-2, 2), turned = std::abs(h) * std::sqrt(dot(m, m)) / I.x;
    const Image<double> a = ExactByFrames<double>(I)(m, h);
    const Image<long double> b = ExactByFrames<long double>(convert<long double>(I))(
        convert<long double>(m), static_cast<long double>(h));
    const Image<long double> wide{convert<long double>(a.m), convert<long double>(a.r)};
    worst = std::max(worst, relative_distance(wide, b) / (eps * (1 + turned)));
  }
  std::printf("  worst difference, double and long double: %.2f eps (1 + angle)\n", worst);
  EXPECT_LT(worst, 8);
}

}  // namespace
}  // namespace exact_by_frames_test
