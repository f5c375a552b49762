// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/rotation/exponential.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/number_text.hpp"
#include "support/text.hpp"
#include "support/wide.hpp"
#include "support/worst.hpp"

namespace exponential_test {
namespace {

using polhode::Mat3;
using polhode::Quat;
using polhode::Vec3;
using polhode::test::text;
using polhode::test::Wide;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

Vec3<Wide> wide(const Vec3<double>& v) { return polhode::convert<Wide>(v); }

double length(const Vec3<Wide>& v) { return static_cast<double>(sqrt(dot(v, v))); }

/// |a - b| / (eps |b|).
double error_in_eps(const Vec3<double>& a, const Vec3<Wide>& b) {
  const Vec3<Wide> d = wide(a) - b;
  const Wide scale = sqrt(dot(b, b));
  if (scale == 0) return largest(a) == 0 ? 0 : 1e300;
  return static_cast<double>(sqrt(dot(d, d)) / scale / eps);
}

double error_in_eps(double a, const Wide& b) { return static_cast<double>(abs((Wide(a) - b) / b) / eps); }

bool is_negligible(const Wide& term_squared) { return term_squared < Wide("1e-100"); }

/// Power series of the quaternion exponential: no trigonometric function is trusted.
Quat<Wide> exp_by_series(const Vec3<Wide>& phi) {
  const Quat<Wide> u{Wide(0), phi.x / 2, phi.y / 2, phi.z / 2};
  Quat<Wide> term = Quat<Wide>::identity(), sum = term;
  for (int k = 1; k < 90; ++k) {
    term = Wide(1) / k * (term * u);
    sum = sum + term;
    if (is_negligible(dot(term, term) / dot(u, u))) break;
  }
  return sum;
}

Quat<Wide> exp_minus_one_by_series(const Vec3<Wide>& phi) {
  const Quat<Wide> u{Wide(0), phi.x / 2, phi.y / 2, phi.z / 2};
  Quat<Wide> term = u, sum = term;
  for (int k = 2; k < 90; ++k) {
    term = Wide(1) / k * (term * u);
    sum = sum + term;
    if (is_negligible(dot(term, term) / dot(u, u))) break;
  }
  return sum;
}

/// dexp by its defining series, sum of ad^k v / (k+1)!.
Vec3<Wide> dexp_by_series(const Vec3<Wide>& phi, const Vec3<Wide>& v) {
  Vec3<Wide> term = v, sum = v;
  for (int k = 2; k < 100; ++k) {
    term = Wide(1) / k * cross(phi, term);
    sum = sum + term;
    if (is_negligible(dot(term, term) / dot(v, v))) break;
  }
  return sum;
}

/// Solves dexp(phi, x) = v by Cramer's rule.
Vec3<Wide> dexp_inv_by_solving(const Vec3<Wide>& phi, const Vec3<Wide>& v) {
  const Vec3<Wide> a = dexp_by_series(phi, {1, 0, 0}), b = dexp_by_series(phi, {0, 1, 0}),
                   c = dexp_by_series(phi, {0, 0, 1});
  const Wide determinant = dot(a, cross(b, c));
  return {dot(v, cross(b, c)) / determinant, dot(a, cross(v, c)) / determinant,
          dot(a, cross(b, v)) / determinant};
}

/// Rotation vectors of every size up to `most`, those near pi and 2 pi, along axes and with components far
/// apart.
std::vector<Vec3<double>> rotation_vectors(double most, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> sizes;
  for (int k = -323; k <= 0; k += 7) sizes.push_back(std::pow(10.0, k));
  for (int k = -60; k <= 5; k += 3) sizes.push_back(std::ldexp(1.0, k));
  for (const double centre : {std::numbers::pi, 2 * std::numbers::pi})
    for (int k = 4; k <= 52; k += 4) {
      sizes.push_back(centre * (1 - std::ldexp(1.0, -k)));
      sizes.push_back(centre * (1 + std::ldexp(1.0, -k)));
    }
  for (const double edge : {0.0625, std::ldexp(1.0, -30), std::ldexp(1.0, -29), 2.0}) {
    sizes.push_back(std::nextafter(edge, 0));
    sizes.push_back(edge);
    sizes.push_back(std::nextafter(edge, 9));
  }
  std::vector<Vec3<double>> result;
  for (const double size : sizes) {
    if (size > most) continue;
    for (int repeat = 0; repeat < 3; ++repeat) {
      const Vec3<double> v{normal(random), normal(random), normal(random)};
      const double scale = size / norm(v);
      result.push_back({scale * v.x, scale * v.y, scale * v.z});
    }
    result.push_back({size, 0, 0});
    result.push_back({0, -size, size * 1e-170});
    result.push_back({size * 1e-9, size * 1e-17, size});
  }
  return result;
}

TEST(Exponential, QuaternionMatchesItsPowerSeriesAtEverySize) {
  Worst vector("exp_quat, vector part [eps, relative]"), scalar("exp_quat, scalar part [eps, relative]"),
      less_one("exp_quat_minus_one, scalar part [eps, relative]");
  for (const Vec3<double>& phi : rotation_vectors(40, 1)) {
    const Quat<Wide> exact = exp_by_series(wide(phi)), exact_less_one = exp_minus_one_by_series(wide(phi));
    const Quat<double> q = exp_quat(phi), d = exp_quat_minus_one(phi);
    const auto where = [&] { return text(phi); };
    if (largest(phi) < 1e-300) {  // a half of a subnormal number may have to be rounded
      EXPECT_EQ(q, (Quat<double>{1, phi.x / 2, phi.y / 2, phi.z / 2}));
      continue;
    }
    vector.add(error_in_eps(q.vec(), exact.vec()), where);
    vector.add(error_in_eps(d.vec(), exact.vec()), where);
    scalar.add(error_in_eps(q.w, exact.w), where);
    if (abs(exact_less_one.w) > 1e-290) less_one.add(error_in_eps(d.w, exact_less_one.w), where);
  }
  vector.expect_at_most(2);
  scalar.expect_at_most(1);
  less_one.expect_at_most(2);
}

TEST(Exponential, ManyTurnsLoseNothing) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1), power(0, 12);
  Worst worst("exp_quat, up to 1e12 radians [eps, absolute]");
  for (int i = 0; i < 1000; ++i) {
    const double scale = std::pow(10.0, power(random));
    const Vec3<double> phi{scale * uniform(random), scale * uniform(random), scale * uniform(random)};
    const Vec3<Wide> p = wide(phi);
    const Wide a = sqrt(dot(p, p)), s = sin(a / 2) / a;
    const Quat<Wide> d =
        polhode::convert<Wide>(exp_quat(phi)) - Quat<Wide>{cos(a / 2), s * p.x, s * p.y, s * p.z};
    worst.add(static_cast<double>(sqrt(dot(d, d))) / eps, [&] { return text(phi); });
  }
  worst.expect_at_most(2);
}

TEST(Exponential, HugeVectorsGiveUnitQuaternions) {
  for (const double size : {1e100, 1e160, 1e300}) {
    const Quat<double> q = polhode::exp_quat(Vec3<double>{size, -size, size / 3});
    EXPECT_NEAR(dot(q, q), 1, 4 * eps);
    const Mat3<double> r = polhode::rodrigues(Vec3<double>{size, -size, size / 3});
    const Vec3<double> v = r * Vec3<double>{1, 2, 3};
    EXPECT_NEAR(dot(v, v), 14, 14 * 8 * eps);
  }
}

TEST(Exponential, ZeroIsTheIdentity) {
  const Vec3<double> zero{}, v{1, -2, 3};
  EXPECT_EQ(exp_quat(zero), Quat<double>::identity());
  EXPECT_EQ(exp_quat_minus_one(zero), Quat<double>{});
  EXPECT_EQ(rodrigues(zero), Mat3<double>::identity());
  EXPECT_EQ(dexp(zero, v), v);
  EXPECT_EQ(dexp_inv(zero, v), v);
  EXPECT_EQ(log_quat(Quat<double>::identity()), zero);
  EXPECT_EQ(log_matrix(Mat3<double>::identity()), zero);
}

TEST(Exponential, LogarithmOfTheQuaternionGiven) {
  Worst worst("log_quat [eps, relative]");
  std::vector<Quat<double>> given;
  for (const Vec3<double>& phi : rotation_vectors(2 * std::numbers::pi * (1 - 1e-15), 3)) {
    given.push_back(exp_quat(phi));
    if (largest(phi) > 1e-150) given.push_back(3e-20 * exp_quat(phi));  // any length means the same
  }
  for (const double tiny : {5e-324, 3e-310, 1e-300, 1e-17})
    for (const double w : {-1.0, 0.0, 0.25}) given.push_back({w, tiny, -tiny, 3 * tiny});
  for (const Quat<double>& q : given) {
    const Vec3<Wide> v = wide(q.vec());
    const Wide s = sqrt(dot(v, v)), factor = s == 0 ? Wide(0) : Wide(2 * atan2(s, Wide(q.w)) / s);
    if (length(factor * v) < 1e-300) continue;
    worst.add(error_in_eps(log_quat(q), factor * v),
              [&] { return text(q.vec()) + " w " + polhode::number_text(q.w); });
  }
  worst.expect_at_most(2);
}

TEST(Exponential, LogarithmInvertsTheExponentialOnItsSheet) {
  for (const Vec3<double>& phi : rotation_vectors(2 * std::numbers::pi * 0.99, 4)) {
    const Vec3<double> back = log_quat(exp_quat(phi)), d = back - phi;
    EXPECT_LE(norm(d), 6 * eps * norm(phi) + (norm(phi) > 1 ? 4 * eps / std::sin(norm(phi) / 2) : 0) + 1e-323)
        << text(phi);
  }
}

TEST(Exponential, LogarithmsOfBothSigns) {
  const Vec3<double> minus_one = polhode::log_quat(Quat<double>{-1, 0, 0, 0});
  EXPECT_EQ(minus_one, (Vec3<double>{2 * std::numbers::pi, 0, 0}));
  const Quat<double> q = polhode::exp_quat(Vec3<double>{0.3, -0.4, 1.2});
  EXPECT_EQ(rotation_vector(q), rotation_vector(-q));
  EXPECT_EQ(rotation_vector(-q), log_quat(q));
  EXPECT_NEAR(norm(log_quat(-q)), 2 * std::numbers::pi - 1.3, 8 * eps);
}

TEST(Exponential, RodriguesMatchesTheSeriesAtEverySize) {
  Worst whole("rodrigues [eps, absolute]"), skew("rodrigues, skew part up to pi/2 [eps, relative]"),
      back("log_matrix(rodrigues(phi)) up to pi/2 [eps, relative]");
  for (const Vec3<double>& phi : rotation_vectors(40, 5)) {
    const auto where = [&] { return text(phi); };
    const Mat3<double> r = rodrigues(phi);
    const Quat<Wide> q = exp_by_series(wide(phi));
    const Mat3<Wide> exact = to_matrix(q);
    for (std::size_t i = 0; i < 9; ++i)
      whole.add(static_cast<double>(abs(Wide(r.entries[i]) - exact.entries[i])) / eps, where);
    if (norm(phi) > std::numbers::pi / 2 || norm(phi) < 1e-300) continue;
    const Vec3<double> axial{(r(2, 1) - r(1, 2)) / 2, (r(0, 2) - r(2, 0)) / 2, (r(1, 0) - r(0, 1)) / 2};
    skew.add(error_in_eps(axial, 2 * q.w * q.vec()), where);
    back.add(error_in_eps(log_matrix(r), wide(phi)), where);
  }
  whole.expect_at_most(5);
  skew.expect_at_most(2);
  back.expect_at_most(3);
}

TEST(Exponential, MatrixLogarithmNearAHalfTurn) {
  Worst worst("log_matrix near pi, up to sign [eps, relative]");
  for (const Vec3<double>& phi : rotation_vectors(std::numbers::pi * (1 + 1e-12), 6)) {
    if (norm(phi) < 3) continue;
    const Vec3<double> back = log_matrix(rodrigues(phi));
    const double sign = dot(back, phi) < 0 ? -1 : 1;  // at pi itself both senses are the same rotation
    const Vec3<double> d = sign * back - phi;
    const double beyond =
        std::abs(norm(phi) - std::numbers::pi) < 1e-11 ? 2 * std::abs(norm(phi) - std::numbers::pi) : 0;
    worst.add((norm(d) - beyond) / norm(phi) / eps, [&] { return text(phi); });
  }
  worst.expect_at_most(3);
}

TEST(Exponential, DifferentialMatchesItsSeries) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  Worst forward("dexp [eps, relative to |v|]"), inverse("dexp_inv [eps, relative to its norm |v|/|sinc|]");
  for (const Vec3<double>& phi : rotation_vectors(12, 8)) {
    const auto where = [&] { return text(phi); };
    for (const Vec3<double>& v : {Vec3<double>{normal(random), normal(random), normal(random)}, phi}) {
      if (norm(v) < 1e-290) continue;
      const Vec3<Wide> exact = dexp_by_series(wide(phi), wide(v));
      forward.add(length(wide(dexp(phi, v)) - exact) / norm(v) / eps, where);
      const Vec3<Wide> exact_inverse = dexp_inv_by_solving(wide(phi), wide(v));
      const double half = norm(phi) / 2, sinc = half < 1e-8 ? 1 : std::abs(std::sin(half)) / half;
      inverse.add(length(wide(dexp_inv(phi, v)) - exact_inverse) * std::min(sinc, 1.0) / norm(v) / eps,
                  where);
    }
  }
  forward.expect_at_most(4);
  inverse.expect_at_most(4);
}

TEST(Exponential, DifferentialAcrossALongVectorKeepsItsDigits) {
  // Across phi the result is v sin(a/2)/(a/2), small: no remainder of v itself may be left in it.
  for (const double a : {50.0, 1e4, 1e9, 1e15}) {
    const Vec3<double> d = polhode::dexp(Vec3<double>{0, 0, a}, Vec3<double>{1, 0, 0});
    const Wide w(a);
    EXPECT_LE(error_in_eps(d, {sin(w) / w, (1 - cos(w)) / w, Wide(0)}), 3) << a;
  }
}

TEST(Exponential, DifferentialIsTheDerivative) {
  // In fifty digits a central difference of width 1e-16 is right to 1e-32.
  const Vec3<Wide> phi{Wide("0.7"), Wide("-1.1"), Wide("2.3")}, rate{Wide("0.4"), Wide("0.9"), Wide("-0.2")};
  const Wide h("1e-16");
  const Quat<Wide> slope = Wide(1) / (2 * h) * (exp_quat(phi + h * rate) - exp_quat(phi - h * rate));
  const auto pure = [](const Vec3<Wide>& v) { return Quat<Wide>{Wide(0), v.x, v.y, v.z}; };
  const auto distance = [](const Quat<Wide>& a, const Quat<Wide>& b) {
    return static_cast<double>(sqrt(dot(a - b, a - b)));
  };
  const Wide half("0.5");
  EXPECT_LE(distance(slope, half * (pure(dexp(phi, rate)) * exp_quat(phi))), 1e-30);   // omega in space
  EXPECT_LE(distance(slope, half * (exp_quat(phi) * pure(dexp(-phi, rate)))), 1e-30);  // omega in the body
  const Vec3<Wide> u = half * phi, du = half * rate;
  EXPECT_LE(distance(exp_pure(u), exp_quat(phi)), 1e-45);
  EXPECT_LE(distance(slope, pure(dexp_quat(u, du)) * exp_pure(u)), 1e-30);
  EXPECT_LE(length(dexp_inv_quat(u, dexp_quat(u, du)) - du), 1e-45);
  EXPECT_LE(length(log_pure(exp_pure(u)) - u), 1e-45);
}

TEST(Exponential, DoubleAndLongDoubleAgree) {
  const auto difference = [](const auto& a, const auto& b) {
    const auto d = polhode::convert<long double>(a) - b;
    return static_cast<double>(std::sqrt(dot(d, d)));
  };
  const Vec3<double> v{0.6, -0.3, 0.2};
  for (const Vec3<double>& phi : rotation_vectors(6.2, 9)) {
    if (norm(phi) < 1e-300) continue;
    const Vec3<long double> p = polhode::convert<long double>(phi), w = polhode::convert<long double>(v);
    const double size = norm(phi);
    EXPECT_LE(difference(exp_quat_minus_one(phi), exp_quat_minus_one(p)), 2 * eps * std::min(size, 2.0))
        << text(phi);
    EXPECT_LE(difference(dexp(phi, v), dexp(p, w)), 3 * eps) << text(phi);
    EXPECT_LE(difference(dexp_inv(phi, v), dexp_inv(p, w)), 6 * eps / std::max(std::sin(size / 2), 0.02))
        << text(phi);
  }
}

}  // namespace
}  // namespace exponential_test
