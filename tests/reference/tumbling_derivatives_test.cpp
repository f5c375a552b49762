// SPDX-License-Identifier: MIT
// Periods, rates, nutation and the next flip: their derivatives against differences in 120 digits (make_tumbling.py), and
// what they must satisfy for every body.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/free/tumbling_derivative.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <support/nasty_motion.hpp>
#include <support/reference_table.hpp>

namespace polhode {
namespace tumbling_derivatives_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

using Gradient = std::optional<TumblingGradient>;
struct Quantity {
  const char* name;
  double TumblingDescription::*value;
  Gradient TumblingDerivative::*gradient;
  int power_of_time;
};
const std::array<Quantity, 8> quantities{
    {{"polhode_period", &TumblingDescription::polhode_period, &TumblingDerivative::polhode_period, 1},
     {"precession_rate", &TumblingDescription::precession_rate, &TumblingDerivative::precession_rate, -1},
     {"long_axis_rate", &TumblingDescription::long_axis_rate, &TumblingDerivative::long_axis_rate, -1},
     {"rotation_number", &TumblingDescription::rotation_number, &TumblingDerivative::rotation_number, 0},
     {"smallest_nutation", &TumblingDescription::smallest_nutation, &TumblingDerivative::smallest_nutation,
      0},
     {"largest_nutation", &TumblingDescription::largest_nutation, &TumblingDerivative::largest_nutation, 0},
     {"next_flip", &TumblingDescription::next_flip, &TumblingDerivative::next_flip, 1},
     {"precession_period", &TumblingDescription::precession_period, &TumblingDerivative::precession_period,
      1}}};

Eigen::Matrix<double, 6, 1> together(const TumblingGradient& g) {
  Eigen::Matrix<double, 6, 1> all;
  all << g.by_momentum, g.by_moments;
  return all;
}

TEST(TumblingDerivatives, AreThoseOfTheTable) {
  for (const test::ReferenceRow& r : test::read_reference_table("tumbling_derivatives.csv")) {
    const Eigen::Vector3d i(r.number("I1"), r.number("I2"), r.number("I3")),
        m(r.number("m1"), r.number("m2"), r.number("m3"));
    const TumblingDerivative d =
        describe_derivative(Inertia::from_moments(i), {Attitude(0.5, -0.5, 0.5, 0.5), m});
    for (std::size_t n = 0; n < 7; ++n) {
      const Quantity& q = quantities[n];
      const std::string where = r.text("id") + ", " + q.name;
      const Gradient& found = d.*q.gradient;
      EXPECT_EQ(found.has_value(), !r.empty(q.name)) << where;
      if (!found || r.empty(q.name)) continue;
      const double value = r.number(q.name), second = r.number(q.name + std::string("_second"));
      EXPECT_NEAR(d.value.*q.value, value, 1e3 * eps * (1 + second) * value) << where;
      const auto own = together(*found);
      double error = 0, largest = value;
      for (int k = 0; k < 6; ++k) {
        const double expected =
            r.number(q.name + std::string(k < 3 ? "_m" : "_I") + std::to_string(k % 3 + 1));
        const double scale = k < 3 ? m.norm() : i(k - 3);
        largest = std::max(largest, std::abs(expected) * scale);
        error = std::max(error, std::abs(own(k) - expected) * scale);
      }
      EXPECT_LE(error, 1e3 * eps * (1 + second) * largest) << where;
    }
  }
}

/// m x omega, without what cancels in it.
Eigen::Vector3d flow_of(const Eigen::Vector3d& i, const Eigen::Vector3d& m) {
  const auto part = [&](int a, int b) {
    return static_cast<double>(static_cast<long double>(m(a)) * static_cast<long double>(m(b)) *
                               (static_cast<long double>(i(a)) - static_cast<long double>(i(b))) /
                               (static_cast<long double>(i(a)) * static_cast<long double>(i(b))));
  };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

/// A body and its momentum, in units in which both are near one: scales are powers of two, which change no digit.
struct Motion {
  Eigen::Vector3d i, m;

  explicit Motion(const test::NastyMotion& c)
      : i(scaled(c.moments, std::ilogb(c.moments.z))),
        m(scaled(c.m, std::ilogb(std::max({std::abs(c.m.x), std::abs(c.m.y), std::abs(c.m.z)})))) {}
  TumblingDerivative derivative() const {
    return describe_derivative(Inertia::from_moments(i), {Attitude(1, 0, 0, 0), m});
  }

 private:
  static Eigen::Vector3d scaled(const Vec3<double>& v, int e) {
    return {std::ldexp(v.x, -e), std::ldexp(v.y, -e), std::ldexp(v.z, -e)};
  }
};

/// By relative changes of the moments and changes of the momentum relative to |m|.
Eigen::Matrix<double, 6, 1> relative(const Motion& x, const TumblingGradient& g) {
  Eigen::Matrix<double, 6, 1> all;
  all << x.m.norm() * g.by_momentum, g.by_moments.cwiseProduct(x.i);
  return all;
}

double largest(const Eigen::Matrix<double, 6, 1>& g) { return g.cwiseAbs().maxCoeff(); }

/// Scaling, moving along the orbit; and numbers everywhere.
void expect_laws(std::uint64_t seed, int count) {
  test::NastyMotions motions(seed);
  int with_period = 0, with_flip = 0, tight = 0;
  for (int n = 0; n < count; ++n) {
    const test::NastyMotion c = motions.next();
    const Motion x(c);
    const TumblingDerivative d = x.derivative();
    const Eigen::Vector3d flow = flow_of(x.i, x.m);
    std::array<double, quantities.size()> second{};
    for (const double change : {0x1p-30, 1024 * eps, -1024 * eps}) {
      Motion other = x;
      for (int k = 0; k < 3; ++k) {
        other.m(k) += change * motions.uniform(0.3, 1) * x.m.norm();
        other.i(k) *= 1 + change * motions.uniform(0.3, 1);
      }
      std::sort(other.i.begin(), other.i.end());
      const TumblingDerivative o = other.derivative();
      for (std::size_t q = 0; q < quantities.size(); ++q) {
        const Gradient &here = d.*quantities[q].gradient, &there = o.*quantities[q].gradient;
        // Where it ends so close by, nothing is asked of it.
        const double apart = here && there ? largest(relative(x, *here) - relative(x, *there)) : HUGE_VAL;
        second[q] = std::max(second[q], apart / std::abs(change));
      }
    }
    for (std::size_t k = 0; k < quantities.size(); ++k) {
      const Quantity& q = quantities[k];
      const Gradient& g = d.*q.gradient;
      if (!g) continue;
      const std::string where = std::to_string(n) + ", " + c.kind + ", " + q.name;
      ASSERT_TRUE(together(*g).allFinite()) << where;
      const bool is_flip = q.gradient == &TumblingDerivative::next_flip;
      const auto by = relative(x, *g);
      const double value = d.value.*q.value,
                   most = (is_flip ? 1e3 : 16) * eps * (value + largest(by) + second[k]);
      // Twice the momentum: half the times. Twice the moments: twice the times.
      EXPECT_LE(std::abs(g->by_momentum.dot(x.m) + q.power_of_time * value), most) << where;
      EXPECT_LE(std::abs(by.tail<3>().sum() - q.power_of_time * value), most) << where;
      // A flip comes nearer as time passes; all else belongs to the orbit.
      const double along = g->by_momentum.dot(flow) + (is_flip ? 1 : 0);
      EXPECT_LE(std::abs(along), most * flow.cwiseAbs().maxCoeff() + is_flip * 1e3 * eps) << where;
      tight += std::isfinite(most) && most < 1e-9 * (value + largest(by));
    }
    with_period += d.polhode_period.has_value();
    with_flip += d.next_flip.has_value();
    const bool circles =
        d.value.regime == Regime::long_axis_mode || d.value.regime == Regime::short_axis_mode;
    EXPECT_TRUE(circles || !d.polhode_period) << c.kind;
    EXPECT_TRUE(std::isfinite(d.value.next_flip) || !d.next_flip) << c.kind;
  }
  EXPECT_GT(with_period, count / 2);
  EXPECT_GT(with_flip, count / 2);
  EXPECT_GT(tight, 5 * count / 2) << "most of them are well conditioned";
}

TEST(TumblingDerivatives, ScaleAsTimesDoAndDoNotChangeAlongTheOrbit) { expect_laws(20191, 3000); }
TEST(LongTumblingDerivatives, ScaleAsTimesDoAndDoNotChangeAlongTheOrbit) { expect_laws(20192, 100000); }

TEST(TumblingDerivatives, InTheUsersFrameAndByTheAngularVelocity) {
  const Eigen::Matrix3d axes = Eigen::Quaterniond(0.8, 0.36, 0.48, 0).toRotationMatrix();
  const Eigen::Vector3d moments(0.345, 0.653, 1);
  const auto body_of = [&](const Eigen::Vector3d& i) {
    const Eigen::Matrix3d t = axes * i.asDiagonal() * axes.transpose();
    return Inertia::from_tensor((t + t.transpose()) / 2);
  };
  const Inertia body = body_of(moments);
  const Eigen::Vector3d omega(0.7, -0.4, 1.1);
  const auto at = [&](const Eigen::Vector3d& i, const Eigen::Vector3d& w) {
    const Inertia other = body_of(i);
    return describe(other, state_from_angular_velocity(other, Attitude(1, 0, 0, 0), w));
  };
  const State state = state_from_angular_velocity(body, Attitude(1, 0, 0, 0), omega);
  const TumblingDerivative d = describe_derivative(body, state);
  const double by = 1e-4;
  for (const Quantity& q : quantities) {
    ASSERT_TRUE((d.*q.gradient).has_value()) << q.name;
    const TumblingGradient g = (d.*q.gradient)->in_angular_velocity(body, state);
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d step = by * Eigen::Vector3d::Unit(k);
      const auto difference = [&](const Eigen::Vector3d& i, const Eigen::Vector3d& w) {
        const auto value = [&](double n) { return at(moments + n * i, omega + n * w).*q.value; };
        return (8 * (value(1) - value(-1)) - (value(2) - value(-2))) / (12 * by);
      };
      const double size = 1 + g.by_momentum.norm() + g.by_moments.norm();
      EXPECT_NEAR(g.by_momentum(k), difference({0, 0, 0}, step), 1e-9 * size) << q.name << k;
      EXPECT_NEAR(g.by_moments(k), difference(step, {0, 0, 0}), 1e-9 * size) << q.name << k;
    }
  }
}

TEST(TumblingDerivatives, SayWhereThereAreNone) {
  const auto of = [](const Eigen::Vector3d& i, const Eigen::Vector3d& m) {
    return describe_derivative(Inertia::from_moments(i), {Attitude(1, 0, 0, 0), m});
  };
  const auto count = [](const TumblingDerivative& d) {
    int n = 0;
    for (const Quantity& q : quantities) n += (d.*q.gradient).has_value();
    return n;
  };
  EXPECT_EQ(count(of({1, 2, 3}, {0, 0, 0})), 0);
  EXPECT_EQ(count(of({1, 2, 3}, {0, 0, 1})), 0);  // pure rotation
  EXPECT_EQ(count(of({1, 2, 3}, {0, 1, 0})), 0);
  EXPECT_EQ(count(of({1, 1, 2}, {1, 1, 0})), 0);
  EXPECT_EQ(count(of({3, 4, 6}, {1, 0.5, 1})), 0);  // the separatrix, after its flip
  const TumblingDerivative coming = of({3, 4, 6}, {1, -0.5, 1});
  EXPECT_EQ(count(coming), 1);
  EXPECT_TRUE(coming.next_flip);
  const TumblingDerivative oblate = of({1, 1, 2}, {0.3, 0.4, 1.2});  // no flip
  EXPECT_EQ(count(oblate), 7);
  EXPECT_FALSE(oblate.next_flip);
  EXPECT_EQ(count(of({0x1p900, 0x1.8p900, 0x1p901}, {0x1p-900, 0x1p-901, 0x1p-900})),
            5);  // times beyond the range

  // |m| / I, while a sphere stays one.
  for (const Eigen::Vector3d& i : {Eigen::Vector3d(2, 2, 2), Eigen::Vector3d(0, 2, 2)}) {
    const TumblingDerivative d = of(i, {0, 3, 4});
    EXPECT_EQ(count(d), 3);
    ASSERT_TRUE(d.precession_rate);
    EXPECT_LE((d.precession_rate->by_momentum - Eigen::Vector3d(0, 0.3, 0.4)).norm(), 2 * eps);
    EXPECT_NEAR(d.precession_rate->by_moments.sum(), -1.25, 4 * eps);
    ASSERT_TRUE(d.precession_period);
    EXPECT_NEAR(d.precession_period->by_moments.sum(), 2 * std::numbers::pi / 5, 8 * eps);
  }
  EXPECT_THROW(of({1, 2, 3}, {0, HUGE_VAL, 0}), InvalidInput);
}

}  // namespace
}  // namespace tumbling_derivatives_test
}  // namespace polhode
