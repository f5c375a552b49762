// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/splitting/changing_body.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/direction.hpp>
#include <stdexcept>
#include <string>
#include <support/refusal.hpp>

#include "splitting/changing_exact.hpp"
#include "splitting/flow.hpp"
#include "splitting/kick.hpp"
#include "splitting/split_body.hpp"

namespace polhode {
namespace changing_body_test {
namespace {

using test::failure;
using test::refusal;
constexpr double eps = std::numeric_limits<double>::epsilon();
const State start{Eigen::Quaterniond(0.8, -0.48, 0.288, 0.216), {0.9, -0.4, 1.3}};

/// Its axes change places on the way from 0 to 1: the order is 231 at first and 312 at the end.
template <class T>
Vec3<T> moments_at(const T& t) noexcept {
  using std::sin;
  return {T(1.3L) - T(0.5L) * t * t, T(0.8L) + T(0.3L) * sin(T(2) * t), T(1.0L) + T(0.2L) * t};
}
Eigen::Vector3d unfolding(double t) { return {moments_at(t).x, moments_at(t).y, moments_at(t).z}; }

/// A force that swings, at a fixed point of the body.
template <class T>
struct SwingingForce {
  static constexpr bool depends_on_momentum = false, is_dissipative = false;

  Vec3<T> operator()(const kernel::Phase<T>& p, const T& t) const noexcept {
    using std::cos;
    return cos(T(3) * t) * cross(torques::in_body(p.q, Vec3<T>{T(0.3L), T(0.4L), T(-1.1L)}),
                                 Vec3<T>{T(0.2L), T(-0.5L), T(0.9L)});
  }
};

const Torque swinging_force = Torque::of_attitude("swinging force", [](const auto& q, double t) {
  const Vec3<double> torque = SwingingForce<double>()({{}, {q.w(), q.x(), q.y(), q.z()}}, t);
  return Eigen::Vector3d(torque.x, torque.y, torque.z);
});

template <class T>
kernel::Phase<T> phase_at_start() {
  return {{T(start.momentum.x()), T(start.momentum.y()), T(start.momentum.z())},
          {T(start.attitude.w()), T(start.attitude.x()), T(start.attitude.y()), T(start.attitude.z())}};
}

/// The motion until time 1 by a general method of order eight in long double, to some 1e-17.
const kernel::Phase<long double>& independent_end() {
  using L = long double;
  using Numbers = std::array<L, 7>;
  static const kernel::Phase<L> end = [] {
    const auto rate = [](const Numbers& y, Numbers& dy, L t) {
      const Vec3<L> m{y[0], y[1], y[2]}, i = moments_at(t), omega{m.x / i.x, m.y / i.y, m.z / i.z};
      const Quat<L> q{y[3], y[4], y[5], y[6]}, dq = 0.5L * (q * Quat<L>{0, omega.x, omega.y, omega.z});
      const Vec3<L> dm = cross(m, omega) + SwingingForce<L>()({m, q}, t);
      dy = {dm.x, dm.y, dm.z, dq.w, dq.x, dq.y, dq.z};
    };
    const kernel::Phase<L> p = phase_at_start<L>();
    Numbers y{p.m.x, p.m.y, p.m.z, p.q.w, p.q.x, p.q.y, p.q.z};
    boost::numeric::odeint::runge_kutta_fehlberg78<Numbers, L> stepper;
    const int steps = 200;
    for (int n = 0; n < steps; ++n) stepper.do_step(rate, y, L(n) / steps, L(1) / steps);
    return kernel::Phase<L>{{y[0], y[1], y[2]}, {y[3], y[4], y[5], y[6]}};
  }();
  return end;
}

long double error_at_one(const std::string& name, int steps) {
  using L = long double;
  const auto moments = [](const L& t) noexcept { return moments_at(t); };
  using Free = ChangingExact<L, decltype(moments)>;
  using Kick = AttitudeKick<L, SwingingForce<L>>;
  using Body = SplitBody<L, Free, Kick>;
  static_assert(TimedFreeKernel<Free, L>);
  SplittingFlow<L, Body> flow(splitting(name),
                              Body(Free(moments), Kick(SwingingForce<L>()), phase_at_start<L>(), false));
  for (int n = 0; n < steps; ++n) flow.step(L(1) / static_cast<L>(steps));
  const kernel::Phase<L> end = flow.system().phase();
  return norm(end.m - independent_end().m) + norm(end.q - independent_end().q);
}

double order_seen(const std::string& name, int steps) {
  return static_cast<double>(std::log2(error_at_one(name, steps) / error_at_one(name, 2 * steps)));
}

TEST(ChangingBody, CompositionsKeepTheirOrders) {
  EXPECT_NEAR(order_seen("strang_kick", 64), 2, 0.02);
  EXPECT_NEAR(order_seen("suzuki4", 16), 4, 0.1);
  EXPECT_NEAR(order_seen("kahan_li6", 12), 6, 0.2);
  EXPECT_NEAR(order_seen("kahan_li8", 12), 8, 0.3);
  EXPECT_LT(error_at_one("kahan_li8", 48), 1e-15L);
}

TEST(ChangingBody, OtherSplittingsLoseTheirOrder) {
  EXPECT_LT(order_seen("blanes_moan_s10", 16), 2.5);
  EXPECT_LT(order_seen("blanes_moan_srkn6b", 16), 2.5);
}

TEST(ChangingBody, ExchangesAxesByRotations) {
  const Vec3<double> a{1, 2, 3}, b{-0.5, 0.25, 4};
  for (const Vec3<double>& i :
       {Vec3<double>{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}) {
    const AscendingAxes<double> axes(i);
    EXPECT_EQ(axes.moments(), (Vec3<double>{1, 2, 3}));
    EXPECT_EQ(axes.to_user(axes.from_user(a)), a);
    EXPECT_EQ(axes.from_user(axes.to_user(a)), a);
    EXPECT_EQ(cross(axes.from_user(a), axes.from_user(b)), axes.from_user(cross(a, b)));
    // The moments go along with their axes.
    EXPECT_EQ(std::abs(axes.from_user(i).x), 1);
    EXPECT_EQ(std::abs(axes.from_user(i).z), 3);
  }
}

ChangingBodyStepper after(int steps, double h, const Torque& torque, const char* name,
                          ChangingBodyStepper::Moments moments = unfolding,
                          Summation summation = Summation::plain) {
  ChangingBodyStepper body(std::move(moments), start, torque, splitting(name), {.summation = summation});
  for (int n = 0; n < steps; ++n) body.step(h);
  return body;
}

double difference(const State& a, const State& b) {
  return (a.momentum - b.momentum).norm() + (a.attitude.coeffs() - b.attitude.coeffs()).norm();
}

TEST(ChangingBody, ArrivesWhereTheIndependentIntegrationDoes) {
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    const ChangingBodyStepper body = after(64, 1.0 / 64, swinging_force, "kahan_li8", unfolding, summation);
    const kernel::Phase<double> end{convert<double>(independent_end().m),
                                    convert<double>(independent_end().q)};
    const State reference{{end.q.w, end.q.x, end.q.y, end.q.z}, {end.m.x, end.m.y, end.m.z}};
    EXPECT_EQ(body.time(), 1);
    // 1088 drifts and kicks, rounded at random.
    EXPECT_LE(difference(body.state(), reference), (summation == Summation::plain ? 200 : 20) * eps);
  }
}

TEST(ChangingBody, KeepsTheSpatialMomentumWhereNoTorqueActs) {
  const auto breathing = [](double t) { return Eigen::Vector3d(2 + std::sin(t), 2 + std::cos(t), 1.7); };
  const ChangingBodyStepper body = after(10000, 0.1, Torque(), "strang_kick", breathing);
  const State end = body.state();
  EXPECT_LE((spatial_momentum(end) - spatial_momentum(start)).norm(), 500 * eps * start.momentum.norm());
  EXPECT_LE(std::abs(end.momentum.norm() - start.momentum.norm()), 500 * eps * start.momentum.norm());
  EXPECT_GE((end.momentum - start.momentum).norm(), 0.1) << "it tumbles";
}

TEST(ChangingBody, IsAnOrdinaryBodyWhereNothingChanges) {
  for (const Eigen::Vector3d& i :
       {Eigen::Vector3d(0.7, 1.1, 1.6), Eigen::Vector3d(1.6, 1.1, 0.7), Eigen::Vector3d(1.1, 1.6, 0.7)}) {
    SplittingStepper ordinary(Inertia::from_moments(i.x(), i.y(), i.z()), start, swinging_force,
                              splitting("suzuki4"));
    for (int n = 0; n < 100; ++n) ordinary.step(0.05);
    const ChangingBodyStepper body = after(100, 0.05, swinging_force, "suzuki4", [i](double) { return i; });
    EXPECT_LE(difference(body.state(), ordinary.state()), 100 * eps);
  }
}

// 3 n^2 c x I(t) c: the built-in kernel holds the moments of the body for which it was prepared.
TEST(ChangingBody, TorquesSeeTheMomentsOfTheirTime) {
  const double n = 0.9;
  const Torque own =
      Torque::of_attitude("own", [n](const Eigen::Quaterniond& q, double t) -> Eigen::Vector3d {
        const Eigen::Vector3d c = q.conjugate() * Eigen::Vector3d::UnitX();
        return 3 * n * n * c.cross(unfolding(t).cwiseProduct(c));
      });
  const State a = after(50, 0.02, own, "mclachlan_ss5").state();
  const State b =
      after(50, 0.02, gravity_gradient_fixed(n, Eigen::Vector3d::UnitX()), "mclachlan_ss5").state();
  EXPECT_LE(difference(a, b), 100 * eps);
  EXPECT_GE(difference(a, after(50, 0.02, Torque(), "mclachlan_ss5").state()), 0.1);
}

// The flow of m' = -d I^-1 m for the body as it is: linear, and by collocation where only a function is
// known.
TEST(ChangingBody, TorquesMayDependOnTheMomentum) {
  const double d = 0.4;
  const Torque own = Torque::of_state("own", [d](const State& s, double t) -> Eigen::Vector3d {
    return -d * s.momentum.cwiseQuotient(unfolding(t));
  });
  const Torque linear = linear_damping(d * Eigen::Matrix3d::Identity());
  const State a = after(64, 1.0 / 64, own, "kahan_li8").state();
  const State b = after(64, 1.0 / 64, linear, "kahan_li8").state();
  EXPECT_LE(difference(a, b), 200 * eps);
}

TEST(ChangingBody, StateMayBeAskedAtAnyTime) {
  ChangingBodyStepper asked(unfolding, start, swinging_force, splitting("suzuki4"));
  for (int n = 0; n < 20; ++n) {
    asked.step(0.05);
    static_cast<void>(asked.state());
  }
  EXPECT_EQ(difference(asked.state(), after(20, 0.05, swinging_force, "suzuki4").state()), 0);
}

TEST(ChangingBody, StepsBackwards) {
  ChangingBodyStepper body = after(50, 0.02, swinging_force, "suzuki4");
  for (int n = 0; n < 50; ++n) body.step(-0.02);
  EXPECT_NEAR(body.time(), 0, eps);
  EXPECT_LE(difference(body.state(), start), 200 * eps);
}

TEST(ChangingBody, RefusesSplittingsThatAreNoCompositions) {
  for (const Splitting& s : splittings()) {
    const std::string said = refusal([&] { ChangingBodyStepper(unfolding, start, Torque(), s); });
    if (!s.composed.empty() && s.starts_with_kick)
      EXPECT_EQ(said, "accepted") << s.name;
    else
      EXPECT_NE(said.find("splitting of a body that changes: found " + s.name + ", expected a composition"),
                std::string::npos)
          << said;
  }
}

TEST(ChangingBody, RefusesWhatIsNoBodyAtTheStart) {
  const auto made = [](ChangingBodyStepper::Moments moments) {
    return refusal([&] { ChangingBodyStepper(moments, start, Torque(), splitting("strang_kick")); });
  };
  EXPECT_EQ(made([](double) { return Eigen::Vector3d(1, -2, 3); }),
            "moments of inertia at time 0: found (1, -2, 3), expected three positive, finite numbers");
  EXPECT_EQ(made([](double) { return Eigen::Vector3d(0, 1, 1); }),
            "moments of inertia at time 0: found (0, 1, 1), expected three positive, finite numbers");
  EXPECT_EQ(made({}), "moments of inertia: found no function, expected a function of time");
}

/// Steps of 0.1 until one fails; what it says.
std::string failure_of(ChangingBodyStepper::Moments moments, const Torque& torque, double expected_time) {
  ChangingBodyStepper body(std::move(moments), start, torque, splitting("strang_kick"));
  State before = start;
  try {
    for (int n = 0; n < 100; ++n) {
      before = body.state();
      body.step(0.1);
    }
  } catch (const StepFailure& e) {
    EXPECT_NEAR(e.time(), expected_time, 1e-9);
    EXPECT_EQ(body.time(), e.time());
    EXPECT_EQ(difference(e.state(), before), 0);
    EXPECT_EQ(difference(body.state(), before), 0) << "as before the step";
    return e.what();
  }
  return "accepted";
}

TEST(ChangingBody, SaysWhenTheMomentsFail) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto shrinking = [](double t) { return Eigen::Vector3d(1 - t, 1, 2); };
  EXPECT_NE(failure_of(shrinking, Torque(), 1.0).find("moments of inertia at time 1.05"), std::string::npos);
  const auto vanishing = [nan](double t) { return Eigen::Vector3d(1, 2, t < 0.52 ? 3 : nan); };
  const std::string said = failure_of(vanishing, Torque(), 0.5);
  EXPECT_NE(said.find("(1, 2, nan), expected three positive, finite numbers"), std::string::npos) << said;
}

TEST(ChangingBody, SaysWhenTheTorqueFails) {
  const Torque torque = Torque::of_attitude("switch", [](const auto&, double t) -> Eigen::Vector3d {
    return Eigen::Vector3d::UnitX() / (t < 0.51 ? 1.0 : 0.0);
  });
  ChangingBodyStepper body(unfolding, start, torque, splitting("suzuki4"));
  for (int n = 0; n < 5; ++n) body.step(0.1);
  const State before = body.state();
  EXPECT_NE(failure([&] { body.step(0.1); }).find("step from time 0.5, torque switch at time 0.54"),
            std::string::npos);
  EXPECT_EQ(difference(body.state(), before), 0);
  body.step(-0.1);  // and goes on
  EXPECT_NEAR(body.time(), 0.4, 1e-15);
}

TEST(ChangingBody, PassesOnWhatTheFunctionsThrow) {
  ChangingBodyStepper body(
      [](double t) {
        if (t > 0.3) throw std::out_of_range("no moments beyond 0.3");
        return unfolding(t);
      },
      start, swinging_force, splitting("strang_kick"));
  body.step(0.25);
  const State before = body.state();
  EXPECT_THROW(body.step(0.25), std::out_of_range);
  EXPECT_EQ(body.time(), 0.25);
  EXPECT_EQ(difference(body.state(), before), 0);

  ChangingBodyStepper kicked(unfolding, start,
                             Torque::of_attitude("throws",
                                                 [](const auto&, double t) -> Eigen::Vector3d {
                                                   if (t > 0.3) throw std::runtime_error("no torque");
                                                   return Eigen::Vector3d::Zero();
                                                 }),
                             splitting("suzuki4"));
  EXPECT_THROW(kicked.step(1), std::runtime_error);
  EXPECT_EQ(kicked.time(), 0);
  EXPECT_EQ(difference(kicked.state(), start), 0);
}

}  // namespace
}  // namespace changing_body_test
}  // namespace polhode
