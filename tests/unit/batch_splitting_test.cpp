// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <polhode/batch/splitting_stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <stdexcept>
#include <string>
#include <support/random_motion.hpp>
#include <support/refusal.hpp>
#include <support/some_motion.hpp>
#include <support/worst.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "batch/stepper_access.hpp"
#include "torque/kernel_list.hpp"

namespace polhode::batch {
namespace batch_splitting_test {
namespace {

using test::refusal;
using Stepper = SplittingStepper<double>;
constexpr double eps = std::numeric_limits<double>::epsilon(), nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

/// By moments in no order, by a tensor, symmetric, linear; the drag needs principal axes.
std::vector<Inertia> kinds(bool on_principal_axes = false) {
  return {Inertia::from_moments(1.1, 1.6, 0.7),
          on_principal_axes ? Inertia::from_moments(0.9, 1.1, 1.4) : test::some_motion::askew,
          Inertia::from_moments(0.8, 1.3, 0.8), Inertia::from_moments(1, 0, 1)};
}

std::vector<std::uint32_t> some_of_each(std::size_t size, std::size_t count) {
  std::vector<std::uint32_t> which(size);
  for (std::size_t i = 0; i < size; ++i) which[i] = static_cast<std::uint32_t>((i * 7 + i / 3) % count);
  return which;
}

/// Of momenta near one; without spin about the user's second axis, which is that of the linear body.
std::vector<State> starts(std::size_t size) {
  test::RandomMotions random(17);
  std::vector<State> all;
  for (std::size_t i = 0; i < size; ++i) {
    const Vec3<double> m = random.next().m;
    const auto r = [&] { return random.uniform(-1, 1); };
    all.push_back(state_from_momentum({r(), r(), r(), r() + 1.1}, {m.x, 0, m.z}));
  }
  return all;
}

struct Acting {
  std::string name;
  Torque torque;
  bool is_of_attitude, has_gradient = false, is_on_principal_axes = false;
};

std::vector<Acting> torques() {
  const Plane plane{{1, 0.2, 0}, {0, 1, -0.3}};
  const Torque top = heavy_top({0.1, -0.2, 0.9}, {0.3, 0.2, -0.4});
  const Torque circular = gravity_gradient_circular(0.7, plane);
  Eigen::Matrix3d d;
  d << 0.3, 0.1, 0, -0.05, 0.2, 0.02, 0.01, 0, 0.4;
  const auto table = [](TorqueFrame frame) {
    return tabulated_torque({0, 0.4, 2}, {{0.1, 0, 0.2}, {0, 0.3, 0}, {0.1, 0.1, 0.1}}, frame, Beyond::hold);
  };
  const auto swing = [](double t) { return Eigen::Vector3d(0.2 * std::cos(t), 0.1, t); };
  const Torque function = Torque::of_attitude("dipole", [](const Eigen::Quaterniond& q, double t) {
    const Eigen::Vector3d arm(0, 0.8, 0.1), field(0.3, std::cos(2 * t), -1.1);
    return Eigen::Vector3d(arm.cross(q.conjugate() * field));
  });
  const Torque of_state = Torque::of_state("magnet", [](const State& s, double) {
    return Eigen::Vector3d(0.2 * s.momentum.cross(s.attitude.conjugate() * Eigen::Vector3d(0, 0, 1)));
  });
  return {{"none", Torque(), true, true},
          {"heavy top", top, true, true},
          {"fixed", gravity_gradient_fixed(0.8, {1, 2, -1}), true, true},
          {"circular", circular, true, true},
          {"elliptic", gravity_gradient_elliptic(0.7, 0.4, 0.2, plane), true, true},
          {"vessel", vessel_restoring(1, 1, 0.6, 0.2), true, true},
          {"steady in body", steady_torque({0.1, 0.2, -0.1}, TorqueFrame::body), true},
          {"steady in space", steady_torque({0.1, 0.2, -0.1}, TorqueFrame::space), true},
          {"table in space", table(TorqueFrame::space), true},
          {"table in body", table(TorqueFrame::body), true},
          {"control", control_torque(swing, TorqueFrame::space), true},
          {"function", function, true},
          {"damping", linear_damping(d), false},
          {"gyrostat", gyrostat({0.2, -0.1, 0.5}), false},
          {"sum of attitude", top + circular + steady_torque({0.1, 0, 0}, TorqueFrame::body), true},
          {"linear sum", top + linear_damping(d) + gyrostat({0.2, 0, 0.5}), false},
          {"linear sum with function", function + linear_damping(d), false},
          {"drag", quadratic_drag({0.2, 0.1, 0.3}), false, false, true},
          {"dissipation", internal_dissipation(0.2), false},
          {"sum by collocation", top + internal_dissipation(0.2), false},
          {"function of state", of_state, false}};
}

double difference(const State& a, const State& b) {
  const double q = (a.attitude.coeffs() - b.attitude.coeffs()).cwiseAbs().maxCoeff();
  return std::max(q, (a.momentum - b.momentum).cwiseAbs().maxCoeff());
}

bool is_same(const State& a, const State& b) { return difference(a, b) == 0; }

std::vector<Inertia> bodies_of(const std::vector<Inertia>& all, const std::vector<std::uint32_t>& which) {
  std::vector<Inertia> bodies;
  for (const std::uint32_t k : which) bodies.push_back(all[k]);
  return bodies;
}

constexpr double first_step = 0.05, back_step = -0.03;

template <class S>
void take_steps(S& stepper) {
  for (int n = 0; n < 10; ++n) stepper.step(n == 6 ? back_step : first_step);
}

std::vector<State> moved_alone(const Acting& acting, const std::vector<Inertia>& bodies,
                               const std::vector<State>& from, const Splitting& s, Summation summation) {
  std::vector<State> ends;
  for (std::size_t i = 0; i < from.size(); ++i) {
    polhode::SplittingStepper alone(bodies[i], from[i], acting.torque, s,
                                    {.summation = summation, .start_time = 0.3});
    take_steps(alone);
    ends.push_back(alone.state());
  }
  return ends;
}

TEST(BatchSplitting, MovesEachBodyAsAlone) {
  constexpr std::size_t size = 23;
  const auto which = some_of_each(size, 4);
  const auto from = starts(size);
  test::Worst worst("batch against scalar splitting, eps");
  for (const Acting& acting : torques()) {
    const auto all = kinds(acting.is_on_principal_axes);
    const auto bodies = bodies_of(all, which);
    for (const char* name : {"strang_kick", "strang_drift", "suzuki4", "blanes_moan_srkn11b", "chin_4a"}) {
      const Splitting& s = splitting(name);
      if (s.need == KickNeed::attitude_only && !acting.is_of_attitude) continue;
      if (s.need == KickNeed::gradient && !acting.has_gradient) continue;
      for (const Summation summation : {Summation::plain, Summation::compensated}) {
        const auto expected = moved_alone(acting, bodies, from, s, summation);
        for (const Target target : targets()) {
          const StepperOptions options{.start_time = 0.3, .target = target};
          Stepper by_kind(all, which, States<double>::from_user(from, all, which, summation), acting.torque,
                          s, options);
          Stepper each(bodies, States<double>::from_user(from, bodies, summation), acting.torque, s, options);
          take_steps(by_kind);
          take_steps(each);
          const auto found = by_kind.states().to_user(all, which), same = each.states().to_user(bodies);
          for (std::size_t i = 0; i < size; ++i) {
            const auto where = [&] {
              return acting.name + ", " + s.name + ", " + batch::name(target) + ", body " + std::to_string(i);
            };
            worst.add(difference(found[i], expected[i]) / eps, where);
            EXPECT_TRUE(is_same(found[i], same[i])) << where();
          }
        }
      }
    }
  }
  // Fused operations round otherwise, in each of up to 110 drifts, at random; 4 were measured.
  worst.expect_at_most(6);
}

TEST(BatchSplitting, TakesTheApproximateFreeMethods) {
  const Inertia body = kinds()[0];
  const auto from = starts(5);
  const std::pair<BuiltInMethod, const char*> methods[] = {
      {BuiltInMethod::dmv2, "dmv"},
      {BuiltInMethod::dmv6, "dmv6"},
      {BuiltInMethod::lie_poisson_123, "lie_poisson_123"}};
  for (const auto& [method, name] : methods) {
    const FreeMethod drift = free_method(name);
    Stepper all(body, States<double>::from_user(from, body), torques()[1].torque, splitting("suzuki4"),
                {.free_method = method});
    take_steps(all);
    for (std::size_t i = 0; i < from.size(); ++i) {
      polhode::SplittingStepper alone(body, from[i], torques()[1].torque, splitting("suzuki4"),
                                      {.free_method = drift});
      take_steps(alone);
      EXPECT_LE(difference(all.states().to_user(body)[i], alone.state()), 8 * eps) << name;
      EXPECT_EQ(all.order(), alone.order());
      EXPECT_EQ(all.warnings(), alone.warnings());
      EXPECT_EQ(all.time(), alone.time());
    }
  }
}

/// Each body by itself must come out the same to the last bit.
TEST(BatchSplitting, DoesNotDependOnPlaceNeighboursAndThreads) {
  constexpr std::size_t size = 700;
  const auto which = some_of_each(size, 4);
  const auto from = starts(size);
  for (const Acting& acting : torques()) {
    if (acting.name == "drag") continue;
    const auto all = kinds();
    for (const Target target : targets()) {
      const auto run = [&](int threads) {
        Stepper stepper(all, which, States<double>::from_user(from, all, which), acting.torque,
                        splitting("suzuki4"), {.target = target, .threads = threads});
        for (int n = 0; n < 2; ++n) stepper.step(0.1);
        return stepper.states().to_user(all, which);
      };
      const auto one = run(1), many = run(3);
      for (std::size_t i = 0; i < size; ++i) ASSERT_TRUE(is_same(one[i], many[i])) << acting.name << ' ' << i;
      for (const std::size_t i : {0u, 1u, 126u, 128u, 255u, 697u, 699u}) {
        const Inertia& body = all[which[i]];
        Stepper alone(body, States<double>::from_user(std::vector{from[i]}, body), acting.torque,
                      splitting("suzuki4"), {.target = target});
        for (int n = 0; n < 2; ++n) alone.step(0.1);
        EXPECT_TRUE(is_same(alone.states().to_user(body)[0], one[i])) << acting.name << ' ' << i;
      }
    }
  }
}

TEST(BatchSplitting, DoesNotDependOnWhetherTheStatesAreAskedFor) {
  for (const char* name : {"strang_kick", "strang_drift", "chin_4a"})
    for (const std::size_t torque : {std::size_t{1}, std::size_t{11}}) {
      if (splitting(name).need == KickNeed::gradient && torque == 11) continue;
      const Inertia body = kinds()[1];
      const auto make = [&] {
        return Stepper(body, States<double>::from_user(starts(9), body, Summation::compensated),
                       torques()[torque].torque, splitting(name));
      };
      Stepper seen = make(), unseen = make();
      for (int n = 0; n < 5; ++n) {
        seen.step(0.1);
        unseen.step(0.1);
        static_cast<void>(seen.states());
      }
      EXPECT_TRUE(is_same(seen.states().to_user(body)[7], unseen.states().to_user(body)[7])) << name;
    }
}

/// States of the user, in whatever way the bodies are given, are those that States::from_user makes of them.
TEST(BatchSplitting, TakesStatesOfTheUser) {
  const std::vector<Inertia> two = {test::some_motion::body, test::some_motion::askew};
  const std::vector<State> from = starts(9);
  const std::vector<std::uint32_t> which = some_of_each(from.size(), two.size());
  const std::vector<Inertia> each = bodies_of(two, which);
  const Torque top = test::some_motion::top();
  const Splitting& s = splitting("strang_kick");
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    const StepperOptions with{.summation = summation};
    const auto expect_same = [&](SplittingStepper<double> a, SplittingStepper<double> b) {
      a.step(0.1);
      b.step(0.1);
      const std::vector<State> now = a.user_states(), expected = b.user_states();
      for (std::size_t i = 0; i < from.size(); ++i) EXPECT_TRUE(is_same(now[i], expected[i])) << i;
      EXPECT_EQ(a.states().summation(), summation);
    };
    using Double = States<double>;
    expect_same({two[1], from, top, s, with}, {two[1], Double::from_user(from, two[1], summation), top, s});
    expect_same({each, from, top, s, with}, {each, Double::from_user(from, each, summation), top, s});
    expect_same({two, which, from, top, s, with},
                {two, which, Double::from_user(from, two, which, summation), top, s});
  }
  const std::vector<State> few(from.begin(), from.begin() + 3);
  EXPECT_THROW(SplittingStepper<double>(each, few, top, s), InvalidInput);
}

TEST(BatchSplitting, GoesOnFromACheckpoint) {
  for (const char* name : {"strang_kick", "blanes_moan_s6"})
    for (const Summation summation : {Summation::plain, Summation::compensated}) {
      const auto made = [&](std::size_t size) {
        return SplittingStepper<double>(
            test::some_motion::body, starts(size),
            test::some_motion::top() + impulses({{0.35, {0, 1, 0}, TorqueFrame::space}}), splitting(name),
            {.summation = summation});
      };
      auto one = made(20), other = made(20), fewer = made(19);
      for (int n = 0; n < 3; ++n) one.step(0.1);
      const Checkpoint checkpoint = one.checkpoint();
      other.step(1.7);
      other.resume(Checkpoint(checkpoint.bytes()));
      EXPECT_EQ(other.time(), one.time());
      for (int n = 0; n < 7; ++n)
        for (auto* stepper : {&one, &other}) stepper->step(0.1);
      EXPECT_EQ(one.checkpoint(), other.checkpoint());
      EXPECT_TRUE(test::contains(test::refusal([&] { fewer.resume(checkpoint); }),
                                 "with another body, method or torque"));
    }
}

TEST(BatchSplitting, ThatWasMovedFromRefuses) {
  SplittingStepper<double> first(test::some_motion::body, starts(3), test::some_motion::top(),
                                 splitting("strang_kick"));
  SplittingStepper<double> second(std::move(first));
  // NOLINTBEGIN(bugprone-use-after-move)
  EXPECT_EQ(test::refusal([&] { first.step(0.1); }),
            "batch: found a moved-from object, expected an object that was not moved from");
  EXPECT_THROW(first.states(), InvalidInput);
  EXPECT_THROW(first.user_states(), InvalidInput);
  EXPECT_THROW(first.add_momentum(0, {1, 0, 0}), InvalidInput);
  EXPECT_THROW(first.checkpoint(), InvalidInput);
  EXPECT_THROW(first.resume(second.checkpoint()), InvalidInput);
  EXPECT_EQ(first.size(), 0U);
  EXPECT_TRUE(std::isnan(first.time()));
  EXPECT_EQ(first.order(), 0);
  EXPECT_TRUE(first.warnings().empty());
  // NOLINTEND(bugprone-use-after-move)
  first = std::move(second);
  first.step(0.1);
  EXPECT_EQ(first.time(), 0.1);
}

TEST(BatchSplitting, FloatsFollowTheDoubles) {
  constexpr std::size_t size = 37;
  const auto which = some_of_each(size, 4);
  const auto from = starts(size);
  test::Worst worst("float against double, eps of float");
  for (const Acting& acting : torques()) {
    const auto all = kinds(acting.is_on_principal_axes);
    for (const Target target : targets()) {
      Stepper wide(all, which, States<double>::from_user(from, all, which), acting.torque,
                   splitting("suzuki4"), {.target = target});
      SplittingStepper<float> narrow(all, which, States<float>::from_user(from, all, which), acting.torque,
                                     splitting("suzuki4"), {.target = target});
      take_steps(wide);
      take_steps(narrow);
      const auto expected = wide.states().to_user(all, which), found = narrow.states().to_user(all, which);
      for (std::size_t i = 0; i < size; ++i)
        worst.add(
            difference(found[i], expected[i]) / static_cast<double>(std::numeric_limits<float>::epsilon()),
            [&] { return acting.name + ", " + batch::name(target); });
    }
  }
  worst.expect_at_most(16);
}

// ---- A user's function.

/// A dipole in a field that swings, in the principal frame.
void dipoles(const TorqueQuestion<double>& asked, const TorqueSpans<double>& torques) {
  const Vec3<double> arm{0.3, 0.8, -0.2}, field{0.3, std::cos(2 * asked.time), -1.1};
  for (std::size_t i = 0; i < asked.qw.size(); ++i) {
    const Quat<double> q{asked.qw[i], asked.qx[i], asked.qy[i], asked.qz[i]};
    const Vec3<double> t = cross(arm, torques::in_body(q, field));
    torques.x[i] += t.x;
    torques.y[i] += t.y;
    torques.z[i] += t.z;
  }
}

TEST(BatchSplitting, AsksAFunctionOfTheAttitudes) {
  constexpr std::size_t size = 300;
  // In ascending moments, so that the user's frame is the principal one.
  const std::vector<Inertia> all{Inertia::from_moments(0.7, 1.1, 1.6), Inertia::from_moments(0, 1, 1)};
  auto from = starts(size);
  const auto which = some_of_each(size, 2);
  for (std::size_t i = 0; i < size; ++i) from[i].momentum.x() = 0;
  const Torque scalar = Torque::of_attitude("dipole", [](const Eigen::Quaterniond& q, double t) {
    const Eigen::Vector3d arm(0.3, 0.8, -0.2), field(0.3, std::cos(2 * t), -1.1);
    return Eigen::Vector3d(arm.cross(q.conjugate() * field));
  });
  for (const char* name : {"strang_kick", "strang_drift", "blanes_moan_srkn6b"})
    for (const Sees sees : {Sees::attitude, Sees::all_attitudes}) {
      Stepper stepper(all, which, States<double>::from_user(from, all, which),
                      TorqueFunction<double>{.name = "dipoles", .sees = sees, .torques = dipoles},
                      splitting(name), {.start_time = 0.3, .threads = 2});
      take_steps(stepper);
      const auto found = stepper.states().to_user(all, which);
      for (const std::size_t i : {0u, 1u, 127u, 128u, 298u, 299u}) {
        polhode::SplittingStepper alone(all[which[i]], from[i], scalar, splitting(name), {.start_time = 0.3});
        take_steps(alone);
        EXPECT_LE(difference(found[i], alone.state()), 8 * eps) << name << ' ' << i;
      }
    }
}

TEST(BatchSplitting, AsksAFunctionOfTheState) {
  const Inertia body = Inertia::from_moments(0.7, 1.1, 1.6);
  const auto from = starts(9);
  const TorqueFunction<double> drag{
      .name = "drag",
      .sees = Sees::state,
      .torques =
          [](const TorqueQuestion<double>& asked, const TorqueSpans<double>& t) {
            for (std::size_t i = 0; i < asked.mx.size(); ++i) t.x[i] = -asked.mx[i] * std::abs(asked.mx[i]);
          },
      .is_dissipative = true};
  const Torque scalar = Torque::of_state(
      "drag",
      [](const State& s, double) {
        return Eigen::Vector3d(-s.momentum.x() * std::abs(s.momentum.x()), 0, 0);
      },
      true);
  Stepper stepper(body, States<double>::from_user(from, body), drag, splitting("suzuki4"));
  EXPECT_EQ(stepper.warnings().size(), 1u);
  take_steps(stepper);
  for (std::size_t i = 0; i < from.size(); ++i) {
    polhode::SplittingStepper alone(body, from[i], scalar, splitting("suzuki4"));
    take_steps(alone);
    EXPECT_LE(difference(stepper.states().to_user(body)[i], alone.state()), 8 * eps);
  }
}

TEST(BatchSplitting, AsksAFunctionOfAllOncePerKick) {
  const Inertia body = kinds()[0];
  int asked = 0;
  Stepper stepper(
      body, States<double>(200),
      TorqueFunction<double>{.sees = Sees::all_attitudes,
                             .torques =
                                 [&](const TorqueQuestion<double>& question, const TorqueSpans<double>& t) {
                                   ++asked;
                                   EXPECT_EQ(question.qw.size(), 200u);
                                   EXPECT_EQ(question.mx.size(), 0u);
                                   EXPECT_EQ(t.x[199], 0);
                                   t.x[199] = 1;
                                 },
                             .is_pure = true},
      splitting("suzuki4"));
  for (int n = 0; n < 10; ++n) {
    stepper.step(0.1);
    static_cast<void>(stepper.states());
  }
  EXPECT_EQ(asked, 10 * splitting("suzuki4").kicks_per_step() + 1);
}

// ---- What goes wrong.

/// Dipoles, of which something happens to body 131 from time 0.42 on.
TorqueFunction<double> failing(Sees sees, const std::function<void(double&)>& fail) {
  return {.name = "dipoles",
          .sees = sees,
          .torques = [fail](const TorqueQuestion<double>& asked, const TorqueSpans<double>& t) {
            dipoles(asked, t);
            const bool is_here = asked.first <= 131 && asked.first + t.z.size() > 131;
            if (asked.time > 0.42 && is_here) fail(t.z[131 - asked.first]);
          }};
}

void expect_same(States<double> a, States<double> b, const Inertia& body) {
  const auto x = a.to_user(body), y = b.to_user(body);
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_TRUE(is_same(x[i], y[i])) << i;
}

/// That body is NaN, the others are the same to the last bit.
template <class Real>
void expect_failed(std::size_t failed, States<Real> a, States<Real> others, const Inertia& body) {
  const auto x = a.to_user(body), y = others.to_user(body);
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i == failed)
      EXPECT_TRUE(std::isnan(x[i].attitude.w()) && std::isnan(x[i].momentum.x()));
    else
      EXPECT_TRUE(is_same(x[i], y[i])) << i;
  }
}

TEST(BatchSplitting, NamesTheBodyWhoseTorqueIsNotFinite) {
  const Inertia body = kinds()[0];
  for (const Sees sees : {Sees::attitude, Sees::all_attitudes})
    for (const char* name : {"suzuki4", "strang_drift"})
      for (const Summation summation : {Summation::plain, Summation::compensated}) {
        const auto to_nan = [](double& t) { t = nan; };
        Stepper all(body, States<double>::from_user(starts(400), body, summation), failing(sees, to_nan),
                    splitting(name), {.threads = 2});
        Stepper others(body, States<double>::from_user(starts(400), body, summation),
                       failing(sees, [](double&) {}), splitting(name));
        for (int n = 0; n < 4; ++n) {
          EXPECT_EQ(all.step(0.1).failed, 0u);
          others.step(0.1);
        }
        for (const double h : {0.1, 0.1, -0.2, 0.05}) {
          const Outcome outcome = all.step(h);
          EXPECT_EQ(outcome.failed, 1u);
          EXPECT_EQ(outcome.first_failed, 131u);
          EXPECT_NE(outcome.reason.find("step from time 0.4, torque dipoles on body 131 at time 0.4"),
                    std::string::npos)
              << outcome.reason;
          EXPECT_NE(outcome.reason.find("nan), expected a finite torque"), std::string::npos)
              << outcome.reason;
          others.step(h);
          expect_failed(131, all.states(), others.states(), body);
        }
        EXPECT_EQ(all.time(), others.time());
        Stepper copy(body, States<double>::from_user(starts(400), body, summation), failing(sees, to_nan),
                     splitting(name));
        SplittingStepperAccess::go_to(copy, all);
        EXPECT_EQ(copy.step(0.1).first_failed, 131u);
      }
}

TEST(BatchSplitting, CountsTheBodiesThatHaveFailed) {
  const Inertia body = kinds()[0];
  const TorqueFunction<double> late{
      .name = "late", .torques = [](const TorqueQuestion<double>& asked, const TorqueSpans<double>& t) {
        for (std::size_t i = 0; i < t.x.size(); ++i) {
          const std::size_t place = asked.first + i;
          if ((place == 150 && asked.time > 0.15) || (place == 20 && asked.time > 0.25)) t.x[i] = nan;
        }
      }};
  Stepper all(body, States<double>::from_user(starts(200), body), late, splitting("strang_kick"));
  EXPECT_EQ(all.step(0.1).failed, 0u);
  EXPECT_EQ(all.step(0.1).first_failed, 150u);
  const Outcome outcome = all.step(0.1);
  EXPECT_EQ(outcome.failed, 2u);
  EXPECT_EQ(outcome.first_failed, 20u);
  EXPECT_NE(outcome.reason.find("on body 20 at time 0.3"), std::string::npos) << outcome.reason;
}

TEST(BatchSplitting, ResumesWithTheFailuresOfTheCheckpoint) {
  const Inertia body = kinds()[0];
  for (const char* name : {"strang_kick", "strang_drift"}) {
    bool fails = false;
    const TorqueFunction<double> sometimes{
        .name = "sometimes",
        .torques = [&](const TorqueQuestion<double>& asked, const TorqueSpans<double>& t) {
          if (fails && asked.first <= 150 && asked.first + t.x.size() > 150) t.x[150 - asked.first] = nan;
        }};
    const auto make = [&] {
      return Stepper(body, States<double>::from_user(starts(200), body), sometimes, splitting(name));
    };
    Stepper all = make(), others = make();
    all.step(0.1);
    const Checkpoint before = all.checkpoint();
    fails = true;
    const std::string reason = all.step(0.1).reason;
    const Checkpoint after = all.checkpoint();
    fails = false;
    others.step(0.1);
    others.step(0.1);

    Stepper another = make();
    another.resume(after);
    expect_failed(150, another.states(), others.states(), body);
    EXPECT_EQ(another.checkpoint(), after);
    const Outcome outcome = another.step(0.1);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_EQ(outcome.first_failed, 150u);
    EXPECT_EQ(outcome.reason, reason);

    all.resume(before);
    EXPECT_EQ(all.step(0.1).failed, 0u);
    expect_same(all.states(), others.states(), body);
  }
}

TEST(BatchSplitting, PassesOnWhatAFunctionThrows) {
  const Inertia body = kinds()[0];
  const auto throws = [](double&) { throw std::out_of_range("too far"); };
  for (const Sees sees : {Sees::attitude, Sees::all_attitudes})
    for (const char* name : {"strang_kick", "strang_drift"}) {
      Stepper all(body, States<double>::from_user(starts(1300), body), failing(sees, throws), splitting(name),
                  {.threads = 2});
      for (int n = 0; n < 4; ++n) all.step(0.1);
      States<double> kept = all.states();
      EXPECT_THROW(all.step(0.1), std::out_of_range);
      EXPECT_THROW(all.step(0.1), std::out_of_range);
      EXPECT_EQ(all.time(), 0.4);
      expect_same(all.states(), std::move(kept), body);
    }
  // In a Torque, and while a collocation asks.
  const auto thrower = [](const State&, double t) -> Eigen::Vector3d {
    if (t > 0.05) throw std::out_of_range("too far");
    return {0, 0, 0};
  };
  Stepper all(body, States<double>::from_user(starts(3), body), Torque::of_state("thrower", thrower),
              splitting("strang_kick"));
  EXPECT_THROW(all.step(0.1), std::out_of_range);
  EXPECT_EQ(all.time(), 0);
}

TEST(BatchSplitting, NamesTheBodyWhoseMomentumIsNotFinite) {
  const Inertia body = kinds(true)[0];
  auto from = starts(200);
  from[150].momentum.y() = 200;  // so much that drag backwards in time has no end
  for (const char* name : {"strang_kick", "strang_drift"}) {
    Stepper all(body, States<double>::from_user(from, body), quadratic_drag({1, 1, 1}), splitting(name));
    const Outcome outcome = all.step(-0.05);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_NE(outcome.reason.find("torque quadratic drag on body 150"), std::string::npos) << outcome.reason;
    auto calm = from;
    calm[150].momentum.y() = 0;
    Stepper others(body, States<double>::from_user(calm, body), quadratic_drag({1, 1, 1}), splitting(name));
    others.step(-0.05);
    expect_failed(150, all.states(), others.states(), body);
  }
}

/// The matrix of the flow is then NaN: of one body for all, of kinds and of a body each.
TEST(BatchSplitting, NamesTheBodyWhoseLinearFlowIsNotFinite) {
  const auto all = kinds();
  const auto from = starts(5);
  const std::vector<std::uint32_t> which(5, 0);
  const std::vector<Inertia> same(5, all[0]);
  struct Case {
    const char* acting;
    double h;
  };
  for (const char* name : {"strang_kick", "strang_drift"})
    for (const Case& c : {Case{"damping", -5000}, Case{"gyrostat", -1e308}}) {
      const auto known = torques();
      const Torque torque = std::ranges::find(known, c.acting, &Acting::name)->torque;
      const auto start = [&] { return States<double>::from_user(from, all[0]); };
      Stepper steppers[] = {{all[0], start(), torque, splitting(name)},
                            {all, which, start(), torque, splitting(name)},
                            {same, start(), torque, splitting(name)}};
      for (Stepper& stepper : steppers) {
        const Outcome outcome = stepper.step(c.h);
        EXPECT_EQ(outcome.failed, 5u);
        EXPECT_NE(outcome.reason.find("on body 0"), std::string::npos)
            << name << ", " << c.acting << ": " << outcome.reason;
      }
    }
}

template <class Real>
void none(const TorqueQuestion<Real>&, const TorqueSpans<Real>&) {}

/// A part that stays pending fails in its step, or never: drifts over turns that are no number, and kicks to
/// momenta that are none. Body 131 of several blocks is pushed that far; the others go on as if nothing acted.
template <class Real>
void expect_tried(const char* name, const Inertia& body, const AnyTorque<Real>& torque, double h) {
  SCOPED_TRACE(std::string(name) + (sizeof(Real) == 4 ? " in float" : ""));
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    States<Real> from(300, summation);
    for (std::size_t i = 0; i < 300; ++i) from.spans().mx[i] = from.spans().mz[i] = Real(0.5);
    SplittingStepper<Real> all(body, std::move(from), torque, splitting(name));
    const Outcome outcome = all.step(h);
    EXPECT_EQ(outcome.failed, 1u);
    EXPECT_EQ(outcome.first_failed, 131u) << outcome.reason;
    States<Real> same(300, summation);
    for (std::size_t i = 0; i < 300; ++i) same.spans().mx[i] = same.spans().mz[i] = Real(0.5);
    SplittingStepper<Real> others(body, std::move(same), TorqueFunction<Real>{.torques = none<Real>},
                                  splitting(name));
    others.step(h);
    expect_failed(131, all.states(), others.states(), body);
    EXPECT_EQ(all.step(h * 1e-200).failed, 1u);  // and goes on
  }
}

TEST(BatchSplitting, TriesWhatStaysPending) {
  const Inertia body = Inertia::from_moments(1, 2, 3), heavy = Inertia::from_moments(1e30, 2e30, 3e30);
  const Torque slight = linear_damping(1e-300 * Eigen::Matrix3d::Identity());
  for (const Sees sees : {Sees::attitude, Sees::all_attitudes}) {
    const TorqueFunction<double> push{
        .name = "push",
        .sees = sees,
        .torques = [](const TorqueQuestion<double>& asked, const TorqueSpans<double>& t) {
          for (std::size_t i = 0; i < t.x.size(); ++i) t.x[i] = t.y[i] = t.z[i] = asked.first + i == 131;
        }};
    expect_tried<double>("strang_drift", body, push, 1e200);
    const TorqueFunction<double> shove{
        .name = "shove",
        .sees = sees,
        .torques = [](const TorqueQuestion<double>& asked, const TorqueSpans<double>& t) {
          for (std::size_t i = 0; i < t.x.size(); ++i) {
            t.x[i] = t.y[i] = 0;
            t.z[i] = asked.first + i == 131 && asked.time != 0 ? 1e300 : 0;
          }
        }};
    expect_tried<double>("strang_kick", body, shove, 1e20);
  }
  const TorqueFunction<float> push{
      .name = "push", .torques = [](const TorqueQuestion<float>& asked, const TorqueSpans<float>& t) {
        for (std::size_t i = 0; i < t.x.size(); ++i) {
          t.x[i] = t.y[i] = 0;
          t.z[i] = asked.first + i == 131 ? 1e5f : 0.0f;
        }
      }};
  expect_tried<float>("strang_drift", body, push, 1e18);
  // With a push at the end alone, by the flow of a linear torque.
  const Torque late =
      control_torque([](double t) { return Eigen::Vector3d(0, t == 0 ? 0 : 1e290, 0); }, TorqueFrame::body);
  Stepper all(heavy, States<double>(300), late + slight, splitting("strang_kick"));
  EXPECT_EQ(all.step(1e25).failed, 300u);
  for (const State& s : all.states().to_user(heavy)) EXPECT_TRUE(std::isnan(s.momentum.x()));
}

TEST(BatchSplitting, PassesOnWhatAFlowThrowsWhenAskedForTheStates) {
  const Inertia body = kinds()[0];
  auto throws = std::make_shared<bool>(false);
  const Torque moody{"moody", [throws](const Inertia& b) {
                       PreparedTorque t = internal_dissipation(0.2).prepare(b);
                       t.flow = [throws](const PreparedTorque::Phase&, double, double) -> Vec3<double> {
                         if (*throws) throw std::out_of_range("not now");
                         return {0.1, 0, 0};
                       };
                       return t;
                     }};
  Stepper all(body, States<double>::from_user(starts(300), body), moody, splitting("strang_kick"));
  all.step(0.1);
  States<double> kept = all.states();
  *throws = true;
  EXPECT_THROW(all.states(), std::out_of_range);
  *throws = false;
  expect_same(all.states(), std::move(kept), body);
}

/// What all bodies need for a kick is found before any is stepped.
TEST(BatchSplitting, StaysWhereItIsIfADirectionThrows) {
  const Inertia body = kinds()[0];
  const Torque orbit = gravity_gradient_circular(0.7);
  const Torque lost{"lost", [orbit](const Inertia& b) {
                      PreparedTorque t = orbit.prepare(b);
                      auto kernels = std::make_shared<torques::KernelList>(*t.kernels);
                      for (torques::ListedKernel& kernel : kernels->all)
                        kernel.direction = [inner = kernel.direction](double time) {
                          if (time > 0.15) throw std::out_of_range("no ephemeris");
                          return inner(time);
                        };
                      t.kernels = kernels;
                      return t;
                    }};
  for (const char* name : {"strang_kick", "strang_drift"}) {
    Stepper all(body, States<double>::from_user(starts(10), body), lost, splitting(name));
    all.step(0.1);
    States<double> kept = all.states();
    EXPECT_THROW(all.step(0.2), std::out_of_range);
    EXPECT_EQ(all.time(), 0.1);
    expect_same(all.states(), std::move(kept), body);
    all.step(0.04);
    EXPECT_NEAR(all.time(), 0.14, eps);
  }
}

/// Two threads, under a torque whose kicks need a matrix for each kind; few bodies, so that they meet often.
TEST(BatchSplitting, TellsItsStatesToThreadsAtOnce) {
  const auto all = kinds();
  const auto which = some_of_each(5, 3);
  const auto from = starts(5);
  const auto known = torques();
  const Torque torque = std::ranges::find(known, "linear sum", &Acting::name)->torque;
  for (const char* name : {"strang_kick", "strang_drift"}) {
    const auto made = [&] {
      Stepper stepper(all, which, States<double>::from_user(from, all, which), torque, splitting(name));
      stepper.step(0.1);
      return stepper;
    };
    const Stepper asked = made();
    const auto now = made().states().to_user(all, which);
    std::array<int, 2> different{};
    {
      std::vector<std::jthread> threads;
      for (int& here : different)
        threads.emplace_back([&] {
          for (int n = 0; n < 500; ++n) {
            const auto told = asked.states().to_user(all, which);
            here +=
                !std::ranges::equal(told, now, [](const State& a, const State& b) { return is_same(a, b); });
          }
        });
    }
    EXPECT_EQ(different, (std::array<int, 2>{}));
  }
}

TEST(BatchSplitting, RefusesWhatDoesNotSuit) {
  const auto all = kinds();
  const auto which = some_of_each(10, 4);
  const auto from = starts(10);
  const auto made = [&](const char* name, const AnyTorque<double>& torque, const StepperOptions& options) {
    return refusal([&] {
      Stepper(all, which, States<double>::from_user(from, all, which), torque, splitting(name), options);
    });
  };
  const Torque top = torques()[1].torque;
  EXPECT_EQ(made("strang_kick", top, {}), "accepted");
  // As alone, word for word.
  for (const Acting& acting : torques()) {
    if (acting.is_on_principal_axes) continue;
    for (const Splitting& s : splittings())
      EXPECT_EQ(made(s.name.c_str(), acting.torque, {}),
                refusal([&] { polhode::SplittingStepper(all[which[0]], from[0], acting.torque, s); }))
          << acting.name << ", " << s.name;
  }
  const TorqueFunction<double> function{.torques = dipoles};
  EXPECT_EQ(made("blanes_moan_srkn6b", function, {}), "accepted");
  EXPECT_NE(made("chin_4a", function, {}).find("does not provide the gradient"), std::string::npos);
  EXPECT_NE(made("blanes_moan_srkn11b", TorqueFunction<double>{.sees = Sees::state, .torques = dipoles}, {})
                .find("depends on the momentum (function)"),
            std::string::npos);
  EXPECT_EQ(made("strang_kick", TorqueFunction<double>{}, {}),
            "torque function: found no function, expected a function");
  EXPECT_NE(made("strang_kick", top, {.threads = -1}).find("number of threads: found -1"), std::string::npos);
  EXPECT_NE(made("strang_kick", top, {.start_time = nan}).find("time of the start"), std::string::npos);

  const Inertia linear = all[3];
  States<double> turns(3);
  turns.spans().mx[1] = 1;
  EXPECT_EQ(refusal([&] { Stepper(linear, std::move(turns), top, splitting("strang_kick")); }),
            "momentum about the axis of body 1: found 1, expected 0, because the body is linear");
  States<double> none(3);
  none.spans().qz[2] = nan;
  EXPECT_EQ(refusal([&] { Stepper(linear, std::move(none), top, splitting("strang_kick")); }),
            "state of body 2: found nan, expected finite numbers");
  EXPECT_EQ(refusal([&] { Stepper(all, States<double>(3), top, splitting("strang_kick")); }),
            "number of bodies: found 4 with 3 states, expected one state per body, and at least one body");
  EXPECT_NE(refusal([&] {
              Stepper(all, {0, 4, 1}, States<double>(3), top, splitting("strang_kick"));
            }).find("kind of body 1: found 4"),
            std::string::npos);
  Stepper stepper(linear, States<double>(3), top, splitting("strang_kick"));
  EXPECT_EQ(refusal([&] { stepper.step(infinity); }), "step: found inf, expected a finite number");
}

}  // namespace
}  // namespace batch_splitting_test
}  // namespace polhode::batch
