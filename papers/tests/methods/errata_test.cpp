// SPDX-License-Identifier: MIT
// The misprints of the papers that papers/docs/errata.md lists, each shown by number: the corrected formula holds,
// the printed one does not. Equation numbers are those of Celledoni and Zanna 2008 unless Vilmart 2008 is
// named.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/rotation/quat.hpp>

#include "frame_rates.hpp"
#include "frames/angle_quadrature.hpp"
#include "frames/textbook_momentum.hpp"
#include "free/exact_by_frames.hpp"

namespace errata_test {
namespace {

using namespace polhode;
using namespace polhode::papers;

constexpr double right = 1e-12, wrong = 1e-3;

/// The paper's constants for unit m, and the arc of a step.
struct Orbit {
  Orbit(const Vec3<double>& moments, const Vec3<double>& direction, double step)
      : I(moments),
        m(1 / std::sqrt(dot(direction, direction)) * direction),
        h(step),
        arc(TextbookMomentum<double>(I)(m, h)) {
    T2 = m.x * m.x / I.x + m.y * m.y / I.y + m.z * m.z / I.z;
  }
  double moment(int j) const { return j == 1 ? I.x : j == 2 ? I.y : I.z; }
  double delta(int j) const { return std::abs(1 - T2 * moment(j)); }
  double span(int j, int k) const { return std::abs(moment(j) - moment(k)); }
  double B(int j, int k) const { return std::sqrt(moment(j) * delta(k) / span(j, k)); }
  double k() const { return std::sqrt(delta(1) * span(3, 2) / (delta(3) * span(2, 1))); }
  /// Pi(am(u1), n) - Pi(am(u0), n) as an integral over u.
  double pi(double n) const { return AngleQuadrature::carlson()({n, 1 - n}, arc); }

  Vec3<double> I, m;
  double h, T2 = 0;
  MomentumArc arc;
};

const Orbit inner({0.8, 1.3, 1.9}, {-0.8, 0.3, 0.4}, 2.0);  // case (i)
const Orbit outer({0.8, 1.3, 1.9}, {0.4, -0.3, 0.9}, 2.0);  // case (ii)

/// The angle of a frame over the step.
double angle_by(const test::FrameRate& rate, const Orbit& o) { return test::integrated(rate, o.I, o.m, o.h); }

TEST(Errata, Equation9HasTheSquareOfB23AndMinusDelta2) {
  const double exact = angle_by(test::rate_of_rate_frame, inner), n = 1 / (inner.B(2, 3) * inner.B(2, 3));
  const double factor = inner.delta(2) / (inner.arc.lambda * inner.I.y), uniform = inner.T2 * inner.h;
  EXPECT_NEAR(uniform - factor * inner.pi(n), exact, right);
  EXPECT_GT(std::abs(uniform + factor * inner.pi(n) - exact), wrong);
  EXPECT_GT(std::abs(uniform - factor * inner.pi(1 / inner.B(2, 3)) - exact), wrong);
}

TEST(Errata, Equation9InCaseTwoHasTheSquareOfB21AndPlusDelta2) {
  const double exact = angle_by(test::rate_of_rate_frame, outer), n = 1 / (outer.B(2, 1) * outer.B(2, 1));
  const double factor = outer.delta(2) / (outer.arc.lambda * outer.I.y), uniform = outer.T2 * outer.h;
  EXPECT_NEAR(uniform + factor * outer.pi(n), exact, right);
  EXPECT_GT(std::abs(uniform - factor * outer.pi(n) - exact), wrong);
  EXPECT_GT(std::abs(uniform + factor * outer.pi(1 / outer.B(2, 1)) - exact), wrong);
}

TEST(Errata, Equation16SubtractsF) {
  const Orbit& o = inner;
  const double front = o.span(3, 1) / (o.I.x * o.I.z * o.arc.lambda), n = -std::pow(o.B(3, 1) / o.B(1, 3), 2);
  const auto f = [&](const ArcEnd& e) {
    return o.B(1, 3) * o.B(3, 1) / o.B(2, 1) * std::atan(o.B(2, 1) / o.B(1, 3) * e.parity() * e.sn / e.dn);
  };
  const double change = f(o.arc.end) - f(o.arc.begin), exact = angle_by(test::rate_of_smallest_turn, o);
  EXPECT_NEAR(o.h / o.I.z + front * (o.pi(n) - change), exact, right);
  EXPECT_GT(std::abs(o.h / o.I.z + front * (o.pi(n) + change) - exact), wrong);
}

TEST(Errata, Equation16InCaseTwoDoesNotFollowByRenaming) {
  const Orbit& o = outer;
  const double front = o.span(3, 1) / (o.I.x * o.I.z * o.arc.lambda), kt = 1 / o.k();
  const double n = -std::pow(o.B(3, 1) * kt / o.B(1, 3), 2);
  const auto f = [&](const ArcEnd& e) {  // continued by pi at each half turn
    return -o.arc.sigma * o.B(1, 3) * o.B(3, 1) / o.B(2, 3) *
           (std::atan(o.B(2, 3) / o.B(1, 3) * e.sn / e.cn) + e.half_turns * std::numbers::pi);
  };
  const double change = f(o.arc.end) - f(o.arc.begin), exact = angle_by(test::rate_of_smallest_turn, o);
  EXPECT_NEAR(o.h / o.I.z + front * (o.pi(n) + change), exact, right);
  const double as_in_case_one = -std::pow(o.B(3, 1) / o.B(1, 3), 2);
  EXPECT_GT(std::abs(o.h / o.I.z + front * (o.pi(as_in_case_one) + change) - exact), wrong);
}

/// p of (15) from its fourth component's square and the sign of p0 p3.
Quat<double> frame_from(const Vec3<double>& m, double p3_square, double sign) {
  const double p0 = std::sqrt((1 + m.z) / 2 - p3_square), p3 = std::copysign(std::sqrt(p3_square), sign);
  return {p0, (p3 * m.x + p0 * m.y) / (1 + m.z), (p3 * m.y - p0 * m.x) / (1 + m.z), p3};
}

/// How far p is from taking m to e3 and v to e1.
double miss(const Quat<double>& p, const Vec3<double>& m, const Vec3<double>& v) {
  const Vec3<double> a = rotate(p, m) - Vec3<double>{0, 0, 1},
                     b = rotate(p, 1 / std::sqrt(dot(v, v)) * v) - Vec3<double>{1, 0, 0};
  return std::sqrt(dot(a, a)) + std::sqrt(dot(b, b));
}

TEST(Errata, FrameTwoHasTheSquareOfB32AndTheOppositeSign) {
  const Orbit& o = inner;
  const Vec3<double> v = cross(o.m, {o.m.x / o.I.x, o.m.y / o.I.y, o.m.z / o.I.z});
  const auto p3_square = [&](double b) {
    return (1 + o.m.z) / 4 + o.span(3, 2) * o.m.y / (4 * o.I.y * o.I.z * std::sqrt(dot(v, v))) * (o.m.z - b);
  };
  const double printed = o.m.x * o.m.z * o.span(3, 1) / (o.I.x * o.I.z) + o.m.x * (1 - o.T2 * o.I.x) / o.I.x;
  const double B = o.B(3, 2);
  EXPECT_LT(miss(frame_from(o.m, p3_square(B * B), -printed), o.m, v), right);
  EXPECT_GT(miss(frame_from(o.m, p3_square(B * B), printed), o.m, v), wrong);
  EXPECT_GT(miss(frame_from(o.m, p3_square(B), -printed), o.m, v), wrong);
}

TEST(Errata, FrameThreeHasTheSignOfM1AndAQuotientInN) {
  const Orbit& o = inner;
  const Vec3<double> v = cross(o.m, {0, 0, 1});
  const double p3_square = (1 + o.m.z) / 4 - o.m.y * (1 + o.m.z) / (4 * std::sqrt(1 - o.m.z * o.m.z));
  EXPECT_LT(miss(frame_from(o.m, p3_square, o.m.x), o.m, v), right);
  EXPECT_GT(miss(frame_from(o.m, p3_square, o.m.z * o.m.y - o.m.x), o.m, v), wrong);

  const double front = o.span(3, 1) / (o.I.x * o.I.z * o.arc.lambda),
               exact = angle_by(test::rate_of_polar_frame, o);
  EXPECT_NEAR(o.h / o.I.z + front * o.pi(-std::pow(o.B(3, 1) / o.B(1, 3), 2)), exact, right);
  EXPECT_GT(std::abs(o.h / o.I.z + front * o.pi(-std::pow(o.B(3, 1) * o.B(1, 3), -2)) - exact), wrong);
}

TEST(Errata, SeparatrixHasTwoSigns) {
  // I = (3, 4, 6), m = (1, 1, -1)/sqrt 3: m1 m3 < 0, so sigma = -1 with sigma' = 1.
  const Vec3<double> I{3, 4, 6};
  const double part = 1 / std::sqrt(3.0), h = 2, lambda = -std::sqrt((2.0 / 4) * 1 / (3.0 * 4 * 6));
  const auto exact =
      ExactByFrames<long double>(convert<long double>(I))(
          {static_cast<long double>(part), static_cast<long double>(part), -static_cast<long double>(part)},
          static_cast<long double>(h))
          .m;
  const double B = std::sqrt(0.5), u = lambda * h + std::atanh(part);  // B13 = B31 = sqrt(1/2), B2 = 1
  EXPECT_NEAR(B / std::cosh(u), static_cast<double>(exact.x), right);
  EXPECT_NEAR(std::tanh(u), static_cast<double>(exact.y), right);
  EXPECT_NEAR(-B / std::cosh(u), static_cast<double>(exact.z), right);          // sigma sigma' B31 sech
  EXPECT_GT(std::abs(B / std::cosh(u) - static_cast<double>(exact.z)), wrong);  // printed: sigma' B31 sech
}

TEST(Errata, OddPermutationsTurnTheCrossProduct) {
  const Vec3<double> a{1, 2, 3}, b{-2, 0.5, 4};
  const auto swapped = [](const Vec3<double>& v) { return Vec3<double>{v.y, v.x, v.z}; };
  const auto cycled = [](const Vec3<double>& v) { return Vec3<double>{v.y, v.z, v.x}; };
  EXPECT_EQ(swapped(cross(a, b)), -cross(swapped(a), swapped(b)));
  EXPECT_EQ(cycled(cross(a, b)), cross(cycled(a), cycled(b)));
  // Figure 3 sorts and unsorts with the same indices, which a cycle of three does not undo.
  EXPECT_EQ(swapped(swapped(a)), a);
  EXPECT_NE(cycled(cycled(a)), a);
}

TEST(Errata, AscendingLandenHasTheTangentOfPhi) {
  const double m = 0.7, phi0 = 0.9;
  const auto by_ascent = [&](const std::function<double(double a, double phi)>& right_side) {
    double a = 1, b = std::sqrt(1 - m), phi = phi0, scale = 1;
    for (int n = 0; n < 7; ++n, scale *= 2) {
      phi += std::atan(b / a * std::tan(right_side(a, phi))) +
             std::numbers::pi * std::round(phi / std::numbers::pi);
      const double mean = (a + b) / 2;
      b = std::sqrt(a * b);
      a = mean;
    }
    return phi / (scale * a);
  };
  const double exact = elliptic::ellint_f(phi0, elliptic::from_m(m));
  EXPECT_NEAR(by_ascent([](double, double phi) { return phi; }), exact, right);
  EXPECT_GT(std::abs(by_ascent([](double a, double) { return a; }) - exact), wrong);
}

TEST(Errata, DescendingLandenEndsWithN1) {
  const double m = 0.7, u = 1.1;
  constexpr int N = 6;
  std::array<double, N + 1> a{1}, c{std::sqrt(m)};
  double b = std::sqrt(1 - m);
  for (std::size_t n = 0; n < N; ++n) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
  }
  double phi = std::ldexp(a[N] * u, N);
  const auto descend = [&](std::size_t n) { phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2; };
  for (std::size_t n = N; n >= 1; --n) descend(n);
  const double exact = elliptic::amplitude(u, elliptic::from_m(m));
  EXPECT_NEAR(phi, exact, right);
  descend(0);  // printed: n = N, ..., 0
  EXPECT_GT(std::abs(phi - exact), wrong);
  EXPECT_GT(elliptic::amplitude(5.0, elliptic::from_m(m)), std::numbers::pi / 2);  // am maps to all of R
}

TEST(Errata, VilmartEquation2HasTheOppositeSign) {
  // d/dt (Q y) = Q (W y + y x omega) must vanish; W = hat(omega) does it, the printed matrix is -hat(omega).
  const Vec3<double> y{0.5, 0.2, 0.8}, omega{0.5 / 0.345, 0.2 / 0.653, 0.8};
  const Vec3<double> printed{omega.z * y.y - omega.y * y.z, omega.x * y.z - omega.z * y.x,
                             omega.y * y.x - omega.x * y.y};
  const Vec3<double> held = cross(omega, y) + cross(y, omega), broken = printed + cross(y, omega);
  EXPECT_EQ(held, (Vec3<double>{0, 0, 0}));
  EXPECT_GT(std::sqrt(dot(broken, broken)), wrong);
}

}  // namespace
}  // namespace errata_test
