// SPDX-License-Identifier: MIT
#include "frames/textbook_momentum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <support/random_motion.hpp>

#include "frames/two_constant_momentum.hpp"
#include "free/exact_by_frames.hpp"

namespace textbook_momentum_test {
namespace {

using namespace polhode;
using namespace polhode::papers;

constexpr double eps = 0x1p-52;

double distance(const Vec3<double>& a, const Vec3<long double>& b) {
  const Vec3<long double> d = convert<long double>(a) - b;
  return static_cast<double>(std::sqrt(dot(d, d)));
}

template <class Momentum>
class MomentumForm : public testing::Test {};
using Forms = testing::Types<TextbookMomentum<double>, TextbookMomentum<long double>, TwoConstantMomentum>;
TYPED_TEST_SUITE(MomentumForm, Forms);

TYPED_TEST(MomentumForm, IsTheExactMomentum) {
  test::RandomMotions random(2);
  int inner = 0, outer = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [I, m] = random.next();
    const double h = random.uniform(-3, 3);
    const MomentumArc arc = TypeParam(I)(m, h);
    const auto exact = ExactByFrames<long double>(convert<long double>(I))(convert<long double>(m),
                                                                           static_cast<long double>(h));
    if (arc.k.mc < 1e-3) continue;  // near the separatrix the phase is ill conditioned
    ++(arc.kind == ArcCase::circles_axis_1 ? inner : outer);
    ASSERT_FALSE(arc.lost);
    // Near an axis the textbook constants cancel.
    const double cancelled = 1 / (std::min(arc.B1, arc.B3) * std::min(arc.B1, arc.B3));
    EXPECT_LT(distance(arc.m, exact.m), 20 * eps * (1 + std::abs(h) / I.x) * cancelled / arc.k.mc) << i;
  }
  EXPECT_GT(inner, 300);
  EXPECT_GT(outer, 300);
}

TYPED_TEST(MomentumForm, AmplitudesAndModulusAreThoseOfThePaper) {
  test::RandomMotions random(3);
  for (int i = 0; i < 500; ++i) {
    const auto [I, m] = random.next();
    const double G2 = dot(m, m), T2 = m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z;
    const double D1 = std::abs(G2 - T2 * I.x), D3 = std::abs(G2 - T2 * I.z);
    const MomentumArc arc = TypeParam(I)(m, 0.1);
    const bool inner = arc.kind == ArcCase::circles_axis_1;
    EXPECT_NEAR(arc.B1 * arc.B1, I.x * D3 / (I.z - I.x), 1e-13);
    EXPECT_NEAR(arc.B3 * arc.B3, I.z * D1 / (I.z - I.x), 1e-13);
    const double B2 = inner ? I.y * D1 / (I.y - I.x) : I.y * D3 / (I.z - I.y);
    EXPECT_NEAR(arc.B2 * arc.B2 / B2, 1, 1e-12 * (1 + 1 / D1 + 1 / D3));
    const double k2 = D1 * (I.z - I.y) / (D3 * (I.y - I.x));
    EXPECT_NEAR(arc.k.m, inner ? k2 : 1 / k2, 1e-12 * (1 + 1 / D1 + 1 / D3));
    EXPECT_EQ(std::signbit(arc.lambda), std::signbit(inner ? m.x : m.z));
  }
}

TYPED_TEST(MomentumForm, SeparatrixKeepsTheSignsOfBothOuterComponents) {
  int on_it = 0;
  for (double s1 : {-1.0, 1.0})
    for (double s3 : {-1.0, 1.0})
      for (double h : {-7.0, 0.5, 7.0})
        for (const auto& [I, m] : test::on_separatrix(s1, 0.5, s3)) {
          const MomentumArc arc = TypeParam(I)(m, h);
          if (arc.kind != ArcCase::separatrix) continue;
          ++on_it;
          const auto exact = ExactByFrames<long double>(convert<long double>(I))(convert<long double>(m),
                                                                                 static_cast<long double>(h));
          EXPECT_LT(distance(arc.m, exact.m), 1e-13) << s1 << s3 << h;
        }
  EXPECT_GE(on_it, 12);
}

/// Change of energy and |m|^2/2 over `steps` steps in eps, averaged over starts near Vilmart's (4).
struct Drift {
  double energy, casimir;
};

template <class Momentum>
Drift mean_drift(int starts, int steps) {
  const Vec3<double> I{0.345, 0.653, 1.0};
  const Momentum momentum(I);
  const auto energy = [&](const Vec3<double>& m) {
    const auto w = convert<long double>(m), J = convert<long double>(I);
    return (w.x * w.x / J.x + w.y * w.y / J.y + w.z * w.z / J.z) / 2;
  };
  const auto casimir = [](const Vec3<double>& m) {
    const auto w = convert<long double>(m);
    return dot(w, w) / 2;
  };
  test::RandomMotions random(4);
  Drift drift{0, 0};
  for (int i = 0; i < starts; ++i) {
    const double m1 = 0.5 + random.uniform(-0.01, 0.01), m2 = 0.2 + random.uniform(-0.01, 0.01);
    const Vec3<double> start{m1, m2, std::sqrt(1 - m1 * m1 - m2 * m2)};
    Vec3<double> m = start;
    for (int step = 0; step < steps; ++step) m = momentum(m, 0.01).m;
    drift.energy += static_cast<double>(energy(m) - energy(start)) / eps / starts;
    drift.casimir += static_cast<double>(casimir(m) - casimir(start)) / eps / starts;
  }
  return drift;
}

TEST(TextbookMomentum, DriftsLinearlyAndTheControlDoesNot) {
  constexpr int starts = 4, steps = 20000;
  const Drift textbook = mean_drift<TextbookMomentum<double>>(starts, steps);
  const Drift control = mean_drift<TextbookMomentum<long double>>(starts, steps);
  std::printf("  drift in eps a step: textbook H %.4f C %.4f, extended H %.5f C %.5f\n",
              textbook.energy / steps, textbook.casimir / steps, control.energy / steps,
              control.casimir / steps);
  // Measured over 24 starts and 1e5 steps: -0.047 (H), -0.040 (C); the paper has 0.056 for H.
  EXPECT_NEAR(textbook.energy / steps, -0.047, 0.02);
  EXPECT_NEAR(textbook.casimir / steps, -0.040, 0.02);
  const double walk = std::sqrt(double(steps) / starts);
  EXPECT_LT(std::abs(control.energy), 3 * 0.57 * walk);
  EXPECT_LT(std::abs(control.casimir), 3 * 0.37 * walk);
}

TEST(TwoConstantMomentum, WalksAtRandom) {
  constexpr int starts = 4, steps = 20000;
  const Drift drift = mean_drift<TwoConstantMomentum>(starts, steps);
  const double walk = std::sqrt(double(steps) / starts);
  std::printf("  mean after N steps in eps sqrt(N): H %.2f C %.2f\n", drift.energy / std::sqrt(double(steps)),
              drift.casimir / std::sqrt(double(steps)));
  EXPECT_LT(std::abs(drift.energy), 3 * 0.15 * walk);
  EXPECT_LT(std::abs(drift.casimir), 3 * 0.11 * walk);
}

TEST(TextbookMomentum, ConstantsWithoutDigitsAreMarkedAsLost) {
  const Vec3<double> I{1, 2, 3};
  for (const Vec3<double>& m : {Vec3<double>{1, 1e-9, 1e-9}, {1e-9, 1e-9, 1}, {1e-9, 1, 1e-9}})
    EXPECT_TRUE(TextbookMomentum<double>(I)(m, 0.1).lost);
}

TEST(TwoConstantMomentum, HoldsNearTheStableAxesAndIsLostNearTheOther) {
  const Vec3<double> I{1, 2, 3};
  for (const Vec3<double>& m : {Vec3<double>{1, 1e-9, 2e-9}, {1e-9, -1e-9, -1}}) {
    const MomentumArc arc = TwoConstantMomentum(I)(m, 5);
    ASSERT_FALSE(arc.lost);
    const auto exact = ExactByFrames<long double>(convert<long double>(I))(convert<long double>(m), 5);
    EXPECT_LT(distance(arc.m, exact.m), 2 * eps);
    EXPECT_NEAR(arc.m.y, static_cast<double>(exact.m.y), 1e-9 * 20 * eps);
  }
  EXPECT_TRUE(TwoConstantMomentum(I)({1e-9, 1, 1e-9}, 0.1).lost);
}

}  // namespace
}  // namespace textbook_momentum_test
