// SPDX-License-Identifier: MIT
#include "top/reduced_top.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/direction.hpp>
#include <string>
#include <utility>

#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"

namespace polhode {
namespace reduced_top_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class T>
using Sej = ReducedTop<T, kernel::Exact<T>>;
template <class T>
using Mr = ReducedTop<T, kernel::LiePoisson123<T>>;

/// u . m, |u|^2, |m|^2 in long double: the sums are not to add rounding of their own.
long double product(const Vec3<double>& a, const Vec3<double>& b) {
  return dot(convert<long double>(a), convert<long double>(b));
}

TEST(ReducedTop, TurnsTheVerticalAsTheRotationDoes) {
  using L = long double;
  const Vec3<L> u{0.3L, -1.2L, 0.7L};
  for (const L angle : {1.0L, 1e-3L, 1e-9L}) {
    const Quat<L> r{std::cos(angle), 0.48L * std::sin(angle), -0.6L * std::sin(angle),
                    0.64L * std::sin(angle)};
    const Quat<L> dr{-2 * std::sin(angle / 2) * std::sin(angle / 2), r.x, r.y, r.z};
    const Vec3<L> gained = turned_back_less_itself(dr, u);
    EXPECT_LE(norm(gained - (rotate(r.conjugate(), u) - u)), 4 * std::numeric_limits<L>::epsilon()) << angle;
    // In double it has the digits of a small turn, which u + gained has not.
    const Vec3<double> narrow = turned_back_less_itself(convert<double>(dr), convert<double>(u));
    EXPECT_LE(norm(convert<L>(narrow) - gained), 4 * static_cast<L>(eps) * norm(gained)) << angle;
  }
}

template <class Free>
void expect_equal_to_the_whole_body(const std::string& name, double bound) {
  const Vec3<double> moments{0.7, 1.1, 1.6}, centre{0.2, -0.5, 0.9}, force{0.3, 0.4, -1.1};
  const Quat<double> q{0.8, -0.48, 0.288, 0.216};  // of length one
  const Vec3<double> m{0.9, -0.4, 1.3};
  const Splitting& s = splitting(name);
  const Free free(moments);
  using Torque = torques::HeavyTop<double>;
  using Body = SplitBody<double, Free, AttitudeKick<double, Torque>>;
  SplittingFlow<double, Body> whole(
      s, Body(free, AttitudeKick<double, Torque>(Torque(force, centre, moments)), {m, q}, false));
  using Top = ReducedTop<double, Free>;
  SplittingFlow<double, Top> reduced(s, Top(free, {moments, centre}, {m, torques::in_body(q, force)}, false));
  for (int n = 0; n < 200; ++n) {
    whole.step(0.05);
    reduced.step(0.05);
  }
  const auto w = whole.system().phase();
  const auto r = reduced.system().phase();
  EXPECT_LE(norm(w.m - r.m), bound * eps * norm(m)) << name;
  EXPECT_LE(norm(torques::in_body(w.q, force) - r.u), bound * eps * norm(force)) << name;
  EXPECT_GE(norm(w.m - m), 0.1) << "the top has moved";
}

TEST(ReducedTop, IsTheWholeBodySeenWithoutItsAttitude) {
  // A change of the start grows 25-fold in this motion: 25/2 sqrt(200) eps of rounding, and sqrt(17) times
  // that for the 17 drifts of the last.
  for (const auto& [name, bound] :
       {std::pair{"strang_kick", 200.0}, {"strang_drift", 200.0}, {"kahan_li8", 700.0}}) {
    expect_equal_to_the_whole_body<kernel::Exact<double>>(name, bound);
    expect_equal_to_the_whole_body<kernel::LiePoisson123<double>>(name, bound);
  }
  for (const Splitting& s : splittings())
    if (s.need == KickNeed::gradient) expect_equal_to_the_whole_body<kernel::Exact<double>>(s.name, 200);
}

TEST(ReducedTop, KeepsTheLengthOfTheVerticalAndTheMomentumAboutIt) {
  const Vec3<double> moments{0.7, 1.1, 1.6};
  const ReducedPhase<double> start{{0.9, -0.4, 1.3}, {0.3, 0.4, -1.1}};
  SplittingFlow<double, Sej<double>> flow(
      splitting("strang_kick"),
      Sej<double>(kernel::Exact<double>(moments), {moments, {0.2, -0.5, 0.9}}, start, true));
  const int steps = 100000;
  for (int n = 0; n < steps; ++n) flow.step(0.1);
  const ReducedPhase<double> end = flow.system().phase();
  // Each step rounds the sums once or twice by eps/2: a random walk of sqrt(1e5) = 316 of them.
  const double scale = norm(start.u) * norm(start.m);
  EXPECT_LE(std::abs(product(end.u, end.m) - product(start.u, start.m)), 500 * eps * scale);
  EXPECT_LE(std::abs(product(end.u, end.u) / product(start.u, start.u) - 1), 500 * eps);
}

TEST(ReducedTop, StepsBackwards) {
  const Vec3<double> moments{1, 5, 6};
  const ReducedPhase<double> start{{1, 5, 6}, {0, 0, 1}};
  SplittingFlow<double, Sej<double>> flow(
      splitting("strang_kick"),
      Sej<double>(kernel::Exact<double>(moments), {moments, {0, 0, 1}}, start, false));
  for (int n = 0; n < 100; ++n) flow.step(0.1);
  for (int n = 0; n < 100; ++n) flow.step(-0.1);
  const ReducedPhase<double> end = flow.system().phase();
  EXPECT_LE(norm(end.m - start.m), 1000 * eps * norm(start.m));
  EXPECT_LE(norm(end.u - start.u), 1000 * eps);
}

/// Error at time 1 against the same with a step sixteen times finer and of order eight.
template <class Advance>
long double error_at_one(int steps, const Advance& advance) {
  using L = long double;
  const Vec3<L> moments{0.7L, 1.1L, 1.6L};
  const HeavyTopEquations<L> equations(moments, {0.2L, -0.5L, 0.9L});
  const ReducedPhase<L> start{{0.9L, -0.4L, 1.3L}, {0.3L, 0.4L, -1.1L}};
  SplittingFlow<L, Sej<L>> fine(splitting("kahan_li8"),
                                Sej<L>(kernel::Exact<L>(moments), equations, start, true));
  for (int n = 0; n < 128; ++n) fine.step(1.0L / 128);
  const ReducedPhase<L> reference = fine.system().phase(), end = advance(moments, equations, start, steps);
  return norm(end.m - reference.m) + norm(end.u - reference.u);
}

TEST(ReducedTop, HasTheOrdersOfItsMethods) {
  using L = long double;
  const auto by_rk4 = [](const Vec3<L>&, const HeavyTopEquations<L>& e, ReducedPhase<L> p, int steps) {
    for (int n = 0; n < steps; ++n) p = runge_kutta_4(e, p, L(1) / static_cast<L>(steps));
    return p;
  };
  const auto by_mr = [](const Vec3<L>& moments, const HeavyTopEquations<L>& e, const ReducedPhase<L>& p,
                        int steps) {
    SplittingFlow<L, Mr<L>> flow(splitting("strang_kick"),
                                 Mr<L>(kernel::LiePoisson123<L>(moments), e, p, false));
    for (int n = 0; n < steps; ++n) flow.step(L(1) / static_cast<L>(steps));
    return flow.system().phase();
  };
  EXPECT_NEAR(static_cast<double>(std::log2(error_at_one(64, by_rk4) / error_at_one(128, by_rk4))), 4, 0.05);
  EXPECT_NEAR(static_cast<double>(std::log2(error_at_one(64, by_mr) / error_at_one(128, by_mr))), 2, 0.02);
}

}  // namespace
}  // namespace reduced_top_test
}  // namespace polhode
