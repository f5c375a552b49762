// SPDX-License-Identifier: MIT
// What the derivative of the free motion must satisfy for every body, start and time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/rotation/convention.hpp>
#include <sstream>
#include <string>

#include "support/nasty_motion.hpp"

namespace polhode {
namespace derivative_law_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

Eigen::Matrix3d hat(const Eigen::Vector3d& v) { return to_eigen(hat(from_eigen(v))); }

/// A motion in units in which |m| is about one and so is the greatest moment.
struct Motion {
  Inertia body;
  State start;
  double t;
  std::string kind;
};

/// The scales of a nasty motion are powers of two, which change no digit: the laws are for what is left.
Motion of(const test::NastyMotion& n, test::NastyMotions& random) {
  const int em = std::ilogb(std::max({std::abs(n.m.x), std::abs(n.m.y), std::abs(n.m.z)})),
            ei = std::ilogb(n.moments.z);
  const auto scaled = [](const Vec3<double>& v, int e) {
    return Eigen::Vector3d(std::ldexp(v.x, -e), std::ldexp(v.y, -e), std::ldexp(v.z, -e));
  };
  const Attitude q(random.normal(), random.normal(), random.normal(), random.normal());
  return {Inertia::from_moments(scaled(n.moments, ei)),
          {q.normalized(), scaled(n.m, em)},
          std::ldexp(n.h, em - ei),
          n.kind};
}

/// More radians than a double resolves are refused.
bool is_too_long(const Motion& m) { return std::abs(m.t) > 0.5 * longest_time(m.body, m.start.momentum); }

/// All inputs relative to themselves and momenta to |m|, so that entries of different units compare.
MotionJacobian relative(const MotionJacobian& j, const Motion& m) {
  MotionJacobian r = j;
  const double length = m.start.momentum.norm();
  r.middleCols<3>(block::momentum) *= length;
  r.col(block::moments) *= m.body.moments().x();
  r.col(block::moments + 1) *= m.body.moments().y();
  r.col(block::moments + 2) *= m.body.moments().z();
  r.col(block::time) *= std::abs(m.t);
  r.bottomRows<3>() /= length;
  return r;
}

double size(const MotionJacobian& j) { return std::max(1.0, j.cwiseAbs().maxCoeff()); }

/// How the relative Jacobian changes with its inputs, at two distances: one that the rounding does not hide, and one
/// that sees the separatrix.
double second_order(const Motion& m, test::NastyMotions& random) {
  const MotionJacobian here = relative(FreeMotionDerivative(m.body, m.start).at(m.t).jacobian, m);
  double largest = 0;
  for (const double change : {0x1p-30, 1024 * eps}) {
    Motion other = m;
    for (int k = 0; k < 3; ++k)
      other.start.momentum(k) += change * random.uniform(-1, 1) * m.start.momentum.norm();
    const Vec3<double> i = from_eigen(m.body.moments());
    other.body = Inertia::from_moments(i.x * (1 - change * random.uniform(0, 1)), i.y,
                                       i.z * (1 + change * random.uniform(0, 1)));
    other.t *= 1 + change * random.uniform(-1, 1);
    const MotionJacobian there =
        relative(FreeMotionDerivative(other.body, other.start).at(other.t).jacobian, other);
    largest = std::max(largest, (there - here).cwiseAbs().maxCoeff() / change);
  }
  return largest;
}

void check(int count, std::uint64_t seed) {
  test::NastyMotions random(seed);
  double worst[6] = {};
  for (int n = 0; n < count; ++n) {
    const Motion m = of(random.next(), random);
    if (is_too_long(m)) continue;
    const FreeMotionDerivative motion(m.body, m.start);
    const MotionDerivative d = motion.at(m.t);
    std::ostringstream text;
    text.precision(17);
    text << m.kind << ", number " << n << ": body.moments() (" << m.body.moments().x() << ", "
         << m.body.moments().y() << ", " << m.body.moments().z() << "), momentum ("
         << m.start.momentum.transpose() << "), t " << m.t;
    const std::string where = text.str();
    ASSERT_TRUE(d.jacobian.allFinite()) << where;
    const MotionJacobian j = relative(d.jacobian, m);
    const double large = size(j), length = m.start.momentum.norm();
    if (large > 1e13)
      continue;  // beside the intermediate axis for so long that nothing is known of the motion itself
    const double logarithm = 1 + std::log(large);  // growth by e^x is known to x eps
    const auto note = [&](int law, double error, double bar) {
      worst[law] = std::max(worst[law], error / bar);
      EXPECT_LE(error, bar) << where << ", law " << law;
    };

    // The momentum in space depends on the start alone: R (dm + theta x m') = dm0 + theta0 x m0.
    const Eigen::Vector3d m0 = m.start.momentum / length, m1 = d.state.momentum / length;
    const Eigen::Matrix3d r =
        rotation_matrix(d.start.attitude).transpose() * rotation_matrix(d.state.attitude);
    Eigen::Matrix<double, 3, 10> moved = r * (j.bottomRows<3>() - hat(m1) * j.topRows<3>());
    moved.leftCols<3>() += hat(m0);
    moved.middleCols<3>(block::momentum) -= Eigen::Matrix3d::Identity();
    note(0, moved.cwiseAbs().maxCoeff(), 20 * eps * large * logarithm);

    // The energy too: omega' . dm' = omega . dm, less what a moment changes itself, relative to |m| |omega|.
    const Vec3<double> i = from_eigen(m.body.moments());
    const Eigen::Vector3d inverse(1 / i.x, 1 / i.y, 1 / i.z), w0 = inverse.cwiseProduct(m0),
                                                              w1 = inverse.cwiseProduct(m1);
    const double omega = std::max(w0.cwiseAbs().maxCoeff(), w1.cwiseAbs().maxCoeff());
    Eigen::Matrix<double, 1, 10> energy = w1.transpose() * j.bottomRows<3>();
    for (int k = 0; k < 3; ++k) {
      energy(block::momentum + k) -= w0(k);
      energy(block::moments + k) -= (w1(k) * m1(k) - w0(k) * m0(k)) / 2;
    }
    note(1, energy.cwiseAbs().maxCoeff(), 20 * eps * omega * large * logarithm);

    // The Lie-Poisson structure, and with it the volume: F B(m) F^T = B(m').
    const auto structure = [](const Eigen::Vector3d& v) {
      Eigen::Matrix<double, 6, 6> b = Eigen::Matrix<double, 6, 6>::Zero();
      b.topRightCorner<3, 3>().setIdentity();
      b.bottomLeftCorner<3, 3>() = -Eigen::Matrix3d::Identity();
      b.bottomRightCorner<3, 3>() = hat(v);
      return b;
    };
    const Eigen::Matrix<double, 6, 6> f = j.leftCols<6>();
    // A start at a distance from the intermediate axis has a period that changes by its
    // inverse, and in the turn of many that cancels: in extended precision, of which a thousandth of eps times it is left.
    const double away = std::hypot(m0.x(), m0.z());
    const double turn = 0.1 * eps / std::max(away, 1e-300);
    note(2, (f * structure(m0) * f.transpose() - structure(m1)).cwiseAbs().maxCoeff(),
         100 * eps * large * large * logarithm + turn * large);
    // Scaling the momentum is scaling the time, and so is scaling the moments, the other way.
    const StateChange by_scale = j.middleCols<3>(block::momentum) * m0,
                      by_moments = j.middleCols<3>(block::moments) * Eigen::Vector3d::Ones();
    StateChange own = StateChange::Zero();
    own.tail<3>() = m1;
    const StateChange by_time = (m.t < 0 ? -1 : 1) * j.col(block::time);
    note(3,
         std::max((by_scale - by_time - own).cwiseAbs().maxCoeff(),
                  (by_moments + by_time).cwiseAbs().maxCoeff()),
         60 * eps * large);

    // Every tenth: another way to the same, two steps for one, and differences of the motion itself.
    if (n % 10 != 0) continue;
    const double bar = 100 * eps * (large + second_order(m, random)) + turn;
    if (bar > 0.01 * large)
      continue;  // on the separatrix for so long that the derivative is not known either
    note(4, (relative(ExactFlow(m.body).derivative(m.start, m.t).jacobian, m) - j).cwiseAbs().maxCoeff(),
         bar);
    const double part = random.uniform(0, 1) * m.t;
    const MotionDerivative first = motion.at(part);
    const Motion rest{m.body, first.state, m.t - part, m.kind};
    const MotionDerivative second = FreeMotionDerivative(m.body, first.state).at(m.t - part);
    MotionJacobian both;
    both = second.transition() * first.jacobian;
    both.middleCols<3>(block::moments) += second.jacobian.middleCols<3>(block::moments);
    both.col(block::time) = second.jacobian.col(block::time);
    const double product = size(relative(first.jacobian, m)) * size(relative(second.jacobian, rest));
    note(5, (relative(both, m) - j).cwiseAbs().maxCoeff(),
         bar + 100 * eps * (product + second_order(rest, random) * size(relative(first.jacobian, m))));
  }
  for (int law = 0; law < 6; ++law)
    testing::Test::RecordProperty("law" + std::to_string(law), std::to_string(worst[law]));
}

TEST(DerivativeLaws, HoldForNastyBodies) { check(3000, 7); }
TEST(LongDerivativeLaws, HoldForAHundredThousandNastyBodies) { check(100000, 8); }

// Differences of the motion at two distances, which show their own error: some six digits, but of everything.
TEST(DerivativeLaws, DifferencesOfTheMotionAgree) {
  test::NastyMotions random(11);
  int compared = 0;
  for (int n = 0; n < 500; ++n) {
    const Motion m = of(random.next(), random);
    if (is_too_long(m)) continue;
    const MotionJacobian j = relative(FreeMotionDerivative(m.body, m.start).at(m.t).jacobian, m);
    const double large = size(j), length = m.start.momentum.norm(), change = 1e-5 / large;
    if (large > 1e5) continue;
    ++compared;
    const State here = FreeMotion(m.body, m.start).at(m.t);
    const auto difference = [&](Eigen::Index column, double by) {
      State start = m.start;
      Vec3<double> i = from_eigen(m.body.moments());
      const Eigen::Index k = column % 3;
      if (column >= block::moments)
        (k == 0 ? i.x : k == 1 ? i.y : i.z) *= 1 + by;
      else
        start.momentum(k) += by * length;
      const Inertia body = Inertia::from_moments(i.x, i.y, i.z);
      const State s = FreeMotion(body, start).at(m.t);
      StateChange c;
      c << 2 / by * (here.attitude.conjugate() * s.attitude).vec(),
          (s.momentum - here.momentum) / (by * length);
      return c;
    };
    for (Eigen::Index column = block::momentum; column < block::time; ++column) {
      const StateChange wide = (difference(column, change) + difference(column, -change)) / 2,
                        narrow = (difference(column, change / 2) + difference(column, -change / 2)) / 2;
      const double noise = 100 * eps * large / change + (wide - narrow).cwiseAbs().maxCoeff();
      EXPECT_LE((narrow - j.col(column)).cwiseAbs().maxCoeff(), noise)
          << m.kind << ", number " << n << ", column " << column;
    }
  }
  EXPECT_GE(compared, 300);
}

}  // namespace
}  // namespace derivative_law_test
}  // namespace polhode
