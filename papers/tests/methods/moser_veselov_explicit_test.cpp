// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <support/nasty_motion.hpp>
#include <support/random_motion.hpp>

#include "moser_veselov/explicit.hpp"

namespace moser_veselov_explicit_test {
namespace {

using namespace polhode;
using kernel::Failure;
using kernel::Increment;
using moser_veselov::roots_of;

constexpr double eps = 0x1p-52;

template <class T>
bool failed(const Increment<T>& i) {
  const auto no = [](const T& x) { return x != x; };
  const bool any =
      no(i.dm.x) || no(i.dm.y) || no(i.dm.z) || no(i.dr.w) || no(i.dr.x) || no(i.dr.y) || no(i.dr.z);
  const bool all =
      no(i.dm.x) && no(i.dm.y) && no(i.dm.z) && no(i.dr.w) && no(i.dr.x) && no(i.dr.y) && no(i.dr.z);
  EXPECT_EQ(any, all);
  return any;
}

template <class T>
T distance(const Increment<T>& a, const Increment<T>& b, const Vec3<T>& m) {
  const Vec3<T> dm = a.dm - b.dm;
  const Quat<T> dr = a.dr - b.dr;
  return std::max(std::sqrt(dot(dm, dm) / dot(m, m)), std::sqrt(dot(dr, dr)));
}

double rate(const Vec3<double>& I, const Vec3<double>& m) {
  return std::hypot(m.x / I.x, m.y / I.y, m.z / I.z);
}

/// 1 over the distance of W's spectrum from the imaginary axis, which is how much the solution magnifies
/// errors.
double magnification(const Vec3<double>& I, const Vec3<double>& m, double h) {
  const moser_veselov::EquationOfBody<double> body(I);
  const auto roots = roots_of(body.J(), body.turned(m, h));
  return 1 / roots.half_sum;
}

TEST(MoserVeselovExplicit, AgreesWithTheFixedPointOnBothBranchesOfRoots) {
  test::RandomMotions random(71);
  int real = 0, complex = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [I, m] = random.next();
    const double h =
        (i % 2 == 0 ? 1 : -1) * std::pow(10, random.uniform(i % 3 == 0 ? -6 : -0.5, -0.05)) / rate(I, m);
    const moser_veselov::EquationOfBody<double> body(I);
    (roots_of(body.J(), body.turned(m, h)).are_apart() ? real : complex)++;
    const Increment<double> a = ExplicitMoserVeselov<double>(I)(m, h),
                            b = kernel::MoserVeselov<double, 2>(I)(m, h);
    EXPECT_FALSE(failed(a)) << i;
    // Increments: a relative bound, of h |omega|.
    EXPECT_LT(distance(a, b, m), 16 * eps * h * rate(I, m) * (i % 2 == 0 ? 1 : -1) * magnification(I, m, h))
        << i;
  }
  EXPECT_GT(real, 500);
  EXPECT_GT(complex, 500);
}

TEST(MoserVeselovExplicit, IsOfOrderTwo) {
  for (const Vec3<double>& I : {Vec3<double>{1, 2, 2.5}, {1, 1, 1.5}, {0.4, 1, 1}}) {
    const Vec3<double> m{0.3, 0.5, 0.4};
    const auto error = [&](double h) {
      return distance(ExplicitMoserVeselov<double>(I)(m, h), kernel::Exact(I)(m, h), m);
    };
    EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 3, 0.01);
  }
}

TEST(MoserVeselovExplicit, ConservesAndReturns) {
  test::RandomMotions random(72);
  for (int i = 0; i < 500; ++i) {
    const test::RandomMotion motion = random.next();
    const Vec3<double>&I = motion.moments, &m = motion.m;
    const double h = random.uniform(0.05, 0.8) / rate(I, m);
    const ExplicitMoserVeselov<double> step(I);
    const Increment<double> there = step(m, h), back = step(m + there.dm, -h);
    const Quat<double> one = Quat<double>::identity(), r = one + there.dr;
    const Vec3<double> after = m + there.dm, carried = rotate(r, after) - m;
    const double size = std::sqrt(dot(m, m)), allowed = 16 * eps * magnification(I, m, h);
    EXPECT_NEAR(std::sqrt(dot(after, after)), size, 4 * eps * size);
    const auto energy = [&](const Vec3<double>& x) {
      return x.x * x.x / I.x + x.y * x.y / I.y + x.z * x.z / I.z;
    };
    EXPECT_NEAR(energy(after), energy(m), 8 * eps * energy(m));
    EXPECT_LT(std::sqrt(dot(carried, carried)), 8 * eps * size);
    EXPECT_LT(distance(Increment<double>{there.dm + back.dm, r * (one + back.dr) - one}, {}, m), allowed);
  }
}

TEST(MoserVeselovExplicit, EigenvectorsAndPolynomialGiveTheSameMatrix) {
  test::RandomMotions random(73);
  for (int i = 0; i < 1000; ++i) {
    const auto [I, m] = random.next();
    const moser_veselov::EquationOfBody<double> body(I);
    const Vec3<double> y = body.turned(m, random.uniform(0.2, 0.9) / rate(I, m));
    const auto roots = roots_of(body.J(), y);
    const auto a = moser_veselov::by_eigenvectors(body.J(), y, roots),
               b = moser_veselov::by_polynomial(body.J(), y, roots);
    double apart = 0;
    for (const double x : (a - b).entries) apart = std::hypot(apart, x);
    EXPECT_LT(apart, 1e-10) << i;  // where eigenvectors nearly coincide the first loses up to half its digits
    EXPECT_NEAR((a.transpose() * a)(0, 0), body.J().x * body.J().x, 1e-10);
  }
}

TEST(MoserVeselovExplicit, RootsOfAnOrbitServeAllItsSteps) {
  const Vec3<double> I{0.914473390305283, 1.098079115239421, 1.660020216555468};
  Vec3<double> m{0.4, 0.9, 0.06};
  const ExplicitMoserVeselovRootsOnce<double> once(I, m, 0.5);
  const ExplicitMoserVeselov<double> each(I);
  for (int i = 0; i < 200; ++i) {
    const Increment<double> a = once(m, 0.5), b = each(m, 0.5);
    ASSERT_LT(distance(a, b, m), 8 * eps);
    m = m + b.dm;
  }
  // Where the roots are not those of the step, the solution is right or refused.
  for (double h : {-0.5, 0.1, 0.8, 1.0}) {
    const Increment<double> a = once(2 * m, h / 2), b = each(2 * m, h / 2);
    EXPECT_TRUE(failed(a) || distance(a, b, m) < 16 * eps) << h;
  }
  EXPECT_TRUE(std::isnan(ExplicitMoserVeselovRootsOnce<double>(I, m, 5)(m, 5).dr.w));
  EXPECT_EQ(ExplicitMoserVeselovRootsOnce<double>(I, m, 5).why(m, 5), Failure::no_unique_solution);
}

TEST(MoserVeselovExplicit, EqualMomentsAndPlatesAreNoExceptions) {
  const Vec3<double> m{0.3, -0.5, 0.4};
  for (const Vec3<double>& I : {Vec3<double>{1, 1, 1},
                                {1, 1, 1.5},
                                {0.4, 1, 1},
                                {1, 1 + eps, 1 + 2 * eps},
                                {1, 1, 2},
                                {0.5, 0.75, 1.25},
                                {1, 1.2, 2.4},
                                {1e-9, 1, 1},
                                {1, 1 + 1e-8, 1.5}})
    for (double turn : {1e-200, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 0.7}) {
      const double h = turn / rate(I, m);
      const Increment<double> a = ExplicitMoserVeselov<double>(I)(m, h),
                              b = kernel::MoserVeselov<double, 2>(I)(m, h);
      EXPECT_FALSE(failed(a)) << I.x << " " << I.z << " " << turn;
      EXPECT_LT(distance(a, b, m), 64 * eps * turn) << I.x << " " << I.z << " " << turn;
    }
  // A sphere turns about m by asin(h |m| / I).
  const Increment<double> sphere = ExplicitMoserVeselov<double>({2, 2, 2})({0, 0, 1}, 1.9);
  EXPECT_NEAR(sphere.dr.z, std::sin(std::asin(0.95) / 2), 4 * eps);
}

TEST(MoserVeselovExplicit, NothingHappensInNoTimeAndWithoutMomentum) {
  const ExplicitMoserVeselov<double> step({1, 2, 2.5});
  for (const auto& i : {step({0.3, 0.5, 0.4}, 0), step({0, 0, 0}, 3)}) {
    EXPECT_EQ(i.dm, Vec3<double>{});
    EXPECT_EQ(i.dr, Quat<double>{});
  }
}

TEST(MoserVeselovExplicit, ScaleIsOfNoConcern) {
  const Vec3<double> I{0.5, 0.75, 1}, m{0.3, -0.7, 0.5};
  const Increment<double> a = ExplicitMoserVeselov<double>(I)(m, 0.3);
  for (int e : {-330, -50, 50, 330}) {
    const double s = std::ldexp(1.0, e);
    const Increment<double> b = ExplicitMoserVeselov<double>(I)(s * m, 0.3 / s),
                            c = ExplicitMoserVeselov<double>(s * I)(m, 0.3 * s),
                            d = ExplicitMoserVeselov<double>(s * I)(s * m, 0.3);
    EXPECT_EQ(b.dm, s * a.dm);
    EXPECT_EQ(b.dr, a.dr);
    EXPECT_EQ(c.dm, a.dm);
    EXPECT_EQ(c.dr, a.dr);
    EXPECT_EQ(d.dm, s * a.dm);
  }
}

TEST(MoserVeselovExplicit, RefusesWhatHasNoUniqueSolution) {
  const double inf = std::numeric_limits<double>::infinity();
  const ExplicitMoserVeselov<double> sphere({2, 2, 2});
  EXPECT_FALSE(failed(sphere({0, 0, 1}, 1.999)));
  EXPECT_TRUE(failed(sphere({0, 0, 1}, 2.001)));
  EXPECT_EQ(sphere.why({0, 0, 1}, 2.001), Failure::no_unique_solution);
  for (double h : {inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(failed(sphere({0, 0, 1}, h)));
    EXPECT_EQ(sphere.why({0, 0, 1}, h), Failure::out_of_range);
  }
  EXPECT_TRUE(failed(sphere({0, inf, 1}, 1)));
  EXPECT_TRUE(failed(sphere({0, inf, 1}, 0)));
}

TEST(MoserVeselovExplicit, NastyMotionsAreSolvedOrRefused) {
  test::NastyMotions random(74);
  int solved = 0;
  for (int i = 0; i < 2000; ++i) {
    const test::NastyMotion c = random.next();
    const Increment<double> a = ExplicitMoserVeselov<double>(c.moments)(c.m, c.h);
    if (failed(a)) {
      const Vec3<double>& I = c.moments;
      const double turn = std::abs(c.h) * norm(Vec3<double>{c.m.x / I.x, c.m.y / I.y, c.m.z / I.z});
      // Of bodies that no mass can have, more is refused than need be.
      if (I.z - I.y <= I.x) {
        EXPECT_GT(turn, 0.3) << c.kind;
      }
      continue;
    }
    ++solved;
    // |m| is a constant of every solution, to rounding of the sum.
    const Vec3<double> after = c.m + a.dm;
    EXPECT_NEAR(norm(after) / norm(c.m), 1, 16 * eps) << c.kind;
  }
  EXPECT_GT(solved, 800);
}

}  // namespace
}  // namespace moser_veselov_explicit_test
