// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/papers/magnus.hpp>
#include <support/kernel_checks.hpp>
#include <support/nasty_motion.hpp>
#include <support/wide.hpp>
#include <support/worst.hpp>

#include "methods/compiled_once.hpp"

namespace magnus_test {
namespace {

using namespace polhode;
using kernel::Failure;
using kernel::Magnus;
using kernel::MagnusExponent;
using kernel::MagnusMatrix;
using test::Wide;

constexpr double eps = std::numeric_limits<double>::epsilon();
const Vec3<double> water{0.345, 0.653, 1}, start{0.5, 0.2, 0.843};

// ---- The exponent

/// A velocity that turns at a constant rate has a known solution: in the frame that turns with it, it is
/// constant. Here in fifty digits, far below any rounding, so that one wrong commutator would be seen.
template <int Order>
double order_on_a_cone() {
  const auto rule = kernel::gauss_rule<Wide, Order / 2>();
  const Vec3<Wide> w0{Wide(3) / 5, Wide(1) / 3, Wide(-1) / 2}, spin{Wide(1) / 4, Wide(-2) / 3, Wide(1) / 2};
  const auto error = [&](const Wide& h) {
    std::array<Vec3<Wide>, std::size_t{Order} / 2> w;
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] = rotate(exp_quat((rule.nodes[i] - Wide(1) / 2) * h * spin), w0);
    // With w = S w0, S' = hat(spin) S and R' = R hat(w): R S = const exp(t hat(w0 + spin seen from w0's
    // frame)).
    const Quat<Wide> exact =
        exp_quat(-h / Wide(2) * spin) * exp_quat(h * (w0 + spin)) * exp_quat(-h / Wide(2) * spin);
    return norm(exp_quat(MagnusExponent<Wide, Order>()(w, h)) - exact);
  };
  const Wide h = Wide(1) / 64;
  return static_cast<double>(log2(error(h) / error(h / 2))) - 1;
}

TEST(Magnus, HasItsOrderInFiftyDigits) {
  EXPECT_NEAR(order_on_a_cone<2>(), 2, 0.001);
  EXPECT_NEAR(order_on_a_cone<4>(), 4, 0.001);
  EXPECT_NEAR(order_on_a_cone<6>(), 6, 0.001);
  EXPECT_NEAR(order_on_a_cone<8>(), 8, 0.001);
}

template <int Order>
void expect_plain_rotation() {
  std::array<Vec3<double>, std::size_t{Order} / 2> w;
  w.fill({0.3, -0.2, 0.7});
  const Vec3<double> phi = MagnusExponent<double, Order>()(w, 2.0);
  EXPECT_LE(norm(phi - Vec3<double>{0.6, -0.4, 1.4}), 2 * eps * norm(phi)) << Order;
}

TEST(Magnus, ConstantVelocityTurnsPlainly) {
  expect_plain_rotation<2>();
  expect_plain_rotation<4>();
  expect_plain_rotation<6>();
  expect_plain_rotation<8>();
}

// ---- The step

template <int Order>
double difference_of_forms(const test::NastyMotion& c) {
  const auto q = Magnus<double, Order>(c.moments)(c.m, c.h);
  const auto r = MagnusMatrix<double, Order>(c.moments)(c.m, c.h);
  if (std::isnan(q.dr.w) || std::isnan(r.r.w)) return std::isnan(q.dr.w) && std::isnan(r.r.w) ? 0 : 1e300;
  EXPECT_EQ(c.m + q.dm, r.m);
  return norm(Quat<double>::identity() + q.dr - r.r) / eps;
}

TEST(Magnus, QuaternionsAndMatricesAgreeToRounding) {
  test::NastyMotions motions_of_any_kind(21);
  test::Worst worst("Magnus by quaternions less by matrices, eps");
  for (int i = 0; i < 1000; ++i) {
    const auto c = motions_of_any_kind.next();
    const auto where = [&] { return c.kind; };
    worst.add(difference_of_forms<2>(c), where);
    worst.add(difference_of_forms<4>(c), where);
    worst.add(difference_of_forms<6>(c), where);
    worst.add(difference_of_forms<8>(c), where);
  }
  worst.expect_at_most(3);
}

TEST(Magnus, ByMatricesIsTheIdentityWithoutTimeOrMomentum) {
  const MagnusMatrix<double, 8> by_matrix(water);
  EXPECT_EQ(by_matrix(start, 0).m, start);
  EXPECT_EQ(by_matrix(start, 0).r, Quat<double>::identity());
  EXPECT_EQ(by_matrix({0, 0, 0}, 0.1).r, Quat<double>::identity());
}

TEST(Magnus, SphereIsExactToAFullTurnOfTheQuaternion) {
  const Magnus<double, 4> step({2, 2, 2});
  const MagnusMatrix<double, 4> by_matrix({2, 2, 2});
  for (const double angle : {0.1, 3.0, 3.2, 6.0, -6.2}) {
    const Quat<double> exact = exp_quat(Vec3<double>{0, 0, angle});
    EXPECT_LE(norm(Quat<double>::identity() + step({0, 0, 2}, angle).dr - exact), 2 * eps);
    EXPECT_LE(norm(by_matrix({0, 0, 2}, angle).r - exact), 3 * eps);
  }
}

template <class Step>
void expect_refusals(const Step& step) {
  const double two_pi = 2 * std::numbers::pi;
  const auto lost = [&](double h) {
    return std::isnan(test::as_image<double>(step({0, 0, 2}, h), {0, 0, 2}).r.w);
  };
  for (const double sign : {1, -1}) {
    EXPECT_FALSE(lost(sign * two_pi * (1 - 4 * eps)));
    EXPECT_TRUE(lost(sign * two_pi * (1 + 4 * eps)));
    EXPECT_EQ(step.why({0, 0, 2}, sign * two_pi * (1 + 4 * eps)), Failure::exponent_beyond_pi);
  }
  EXPECT_EQ(step.why({0, 0, 2}, 1e300), Failure::exponent_beyond_pi);
  EXPECT_TRUE(lost(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(step.why({0, 0, 2}, std::numeric_limits<double>::infinity()), Failure::out_of_range);
  EXPECT_EQ(step.why({0, 0, std::numeric_limits<double>::quiet_NaN()}, 1), Failure::out_of_range);
}

TEST(Magnus, RefusesAnExponentBeyondPi) {
  expect_refusals(Magnus<double, 2>({2, 2, 2}));
  expect_refusals(Magnus<double, 8>({2, 2, 2}));
  expect_refusals(MagnusMatrix<double, 4>({2, 2, 2}));
}

TEST(Magnus, DoesNotTakeALinearBody) {
  const Magnus<double, 4> step({0, 1, 1});
  EXPECT_TRUE(std::isnan(step({0, 1, 0}, 0.1).dr.w));
  EXPECT_EQ(step.why({0, 1, 0}, 0.1), Failure::out_of_range);
}

TEST(Magnus, ARefusedStepIsAllNaN) {
  const auto i = Magnus<double, 4>(water)(start, 10);
  for (const double x : {i.dm.x, i.dm.y, i.dm.z, i.dr.w, i.dr.x, i.dr.y, i.dr.z}) EXPECT_TRUE(std::isnan(x));
  const auto image = MagnusMatrix<double, 4>(water)(start, 10);
  for (const double x : {image.m.x, image.m.y, image.m.z, image.r.w, image.r.x, image.r.y, image.r.z})
    EXPECT_TRUE(std::isnan(x));
}

TEST(Magnus, AcceptedStepsAreNearTheMotion) {
  test::NastyMotions motions_of_any_kind(22);
  // The nodes must resolve the motion: neither the body nor, in it, the momentum turns by more than 1/2.
  test::Worst worst("magnus8, |h omega| < 1/2: error of r, 1e-10");
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto c = motions_of_any_kind.next();
    const auto step = Magnus<double, 8>(c.moments)(c.m, c.h);
    if (std::isnan(step.dr.w)) continue;
    ++accepted;
    const kernel::ExactMomentum<double> momentum(c.moments);
    const auto path = momentum(c.m, c.h, std::array<double, 0>{});
    const double tau = kernel::exact_constants(c.moments).half_a2 * path.h;
    if (path.h * path.h * momentum.greatest_square_velocity(path.orbit) > 0.25) continue;
    if (4 * tau * tau * std::max(path.orbit.U, path.orbit.V) > 0.25) continue;
    const auto exact = kernel::Exact(c.moments)(c.m, c.h);
    worst.add(norm(step.dr - exact.dr) / 1e-10, [&] { return c.kind; });
  }
  EXPECT_GE(accepted, 1500);
  worst.expect_at_most(3);
}

}  // namespace
}  // namespace magnus_test
