// SPDX-License-Identifier: MIT
// FreeMotion at many times: what at(t) gives, for times of every kind.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/free/motion.hpp>
#include <polhode/rotation/convention.hpp>
#include <random>
#include <string>
#include <support/conditioning.hpp>
#include <support/nasty_motion.hpp>
#include <support/random_motion.hpp>
#include <support/refusal.hpp>
#include <support/state_distance.hpp>
#include <support/water.hpp>
#include <support/worst.hpp>
#include <vector>

namespace motion_times_test {
namespace {

using namespace polhode;
using test::distance, test::some_rotation;
using test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The same body in a frame that is not its principal one.
struct Turned {
  Inertia body;
  State start;
};
Turned turned(const Vec3<double>& moments, const Vec3<double>& m) {
  const Eigen::Matrix3d axes = Eigen::Quaterniond(0.7, 0.1, -0.4, 0.5).normalized().toRotationMatrix();
  const Eigen::Matrix3d tensor =
      axes * Eigen::Vector3d(moments.x, moments.y, moments.z).asDiagonal() * axes.transpose();
  return {Inertia::from_tensor((tensor + tensor.transpose()) / 2), {some_rotation(), axes * to_eigen(m)}};
}

std::vector<double> evenly(double from, double step, int count) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(from + step * i);
  return times;
}

/// The error in eps, against the exact step in long double.
double error(const State& s, const kernel::Phase<long double>& exact) {
  const test::Difference d = test::difference(
      {convert<long double>(from_eigen(s.momentum)), convert<long double>(from_eigen(s.attitude))}, exact);
  return std::max(d.m, d.q) / eps;
}

/// The errors of some of the times in units of (4 + conditioning) eps; with that of at(t) for comparison.
void add_errors(Worst& many, Worst& one, const Vec3<double>& moments, const Vec3<double>& m,
                const std::vector<double>& times, std::size_t stride, const std::string& kind) {
  const State start{some_rotation(), to_eigen(m)};
  const kernel::Phase<double> phase{m, from_eigen(start.attitude)};
  const FreeMotion motion(Inertia::from_moments(moments.x, moments.y, moments.z), start);
  const std::vector<State> states = motion.at(times);
  for (std::size_t i = 0; i < times.size(); i += stride) {
    const auto exact = test::stepped(convert<long double>(moments), test::widened(phase),
                                     static_cast<long double>(times[i]));
    const double e = error(states[i], exact), of_one = error(motion.at(times[i]), exact);
    if (e <= 2 && of_one <= 2) continue;
    const test::Conditioning c = test::conditioning(moments, phase, times[i]);
    const double allowed = 4 + std::max(c.m, c.q);
    many.add(e / allowed, [&] { return kind; });
    one.add(of_one / allowed, [&] { return kind; });
  }
}

TEST(MotionTimes, AreAsAccurateAsOneTime) {
  test::RandomMotions random(11);
  Worst many("at(times), error / ((4 + conditioning) eps)"), one("at(t), the same");
  for (int n = 0; n < 200; ++n) {
    const test::RandomMotion c = random.next();
    const double rate = norm(c.m) / c.moments.y;
    const double step = (n % 3 == 0 ? 0.003 : n % 3 == 1 ? 0.1 : 0.9) / rate;
    add_errors(many, one, c.moments, c.m, evenly(n % 2 == 0 ? 0 : -20 / rate, step, 400), 13,
               std::to_string(n));
  }
  one.print();
  many.expect_at_most(1.2);
  EXPECT_LE(many.value(), 1.2 * one.value());
}

TEST(MotionTimes, OfAwkwardMotions) {
  test::NastyMotions nasty(5);
  Worst many("at(times) of awkward motions, error / ((4 + conditioning) eps)"), one("at(t), the same");
  for (int n = 0; n < 1500; ++n) {
    const test::NastyMotion c = nasty.next();
    const std::vector<double> times = evenly(0, c.h / 40, 41);
    if (!std::isnormal(times[1]) || !std::isfinite(times[40])) continue;
    try {
      add_errors(many, one, c.moments, c.m, times, 8, c.kind);
    } catch (const InvalidInput&) {
    }
  }
  one.print();
  many.expect_at_most(1.1);
}

/// The largest difference from at(t), in eps.
double farthest(const FreeMotion& motion, const std::vector<double>& times) {
  const std::vector<State> states = motion.at(times);
  double most = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double d = distance(states[i], motion.at(times[i]));
    most = !(d <= most) ? d : most;
  }
  return most / eps;
}

TEST(MotionTimes, InAnyOrderTurnedAndFarAway) {
  test::RandomMotions random(12);
  std::mt19937_64 engine(3);
  Worst shuffled("at(times) in any order - at(t), eps"), other("of a turned body"),
      far("after 1e6 periods, eps");
  for (int n = 0; n < 60; ++n) {
    const test::RandomMotion c = random.next();
    const FreeMotion motion(Inertia::from_moments(c.moments.x, c.moments.y, c.moments.z),
                            {some_rotation(), to_eigen(c.m)});
    const Turned t = turned(c.moments, c.m);
    const double rate = norm(c.m) / c.moments.y;
    std::vector<double> times = evenly(-20 / rate, 0.05 / rate, 800);
    other.add(farthest(FreeMotion(t.body, t.start, 1.25 / rate), times), [&] { return std::to_string(n); });
    std::sort(times.begin(), times.end(), std::greater<>());
    shuffled.add(farthest(motion, times), [&] { return std::to_string(n); });
    std::shuffle(times.begin(), times.end(), engine);
    shuffled.add(farthest(motion, times), [&] { return std::to_string(n); });
    // The phase of both is known in extended precision: some thousandths of what rounding t does.
    far.add(farthest(motion, evenly(6e6 / rate, 0.05 / rate, 300)), [&] { return std::to_string(n); });
  }
  shuffled.expect_at_most(100);
  other.expect_at_most(100);
  far.expect_at_most(1e4);
}

TEST(MotionTimes, OfSpecialBodies) {
  const State start{some_rotation(), {0.3, -1.1, 0.4}};
  const struct {
    const char* name;
    Inertia body;
    State start;
  } cases[] = {{"sphere", Inertia::from_moments(2, 2, 2), start},
               {"oblate", Inertia::from_moments(1, 1, 1.8), start},
               {"prolate", Inertia::from_moments(0.2, 1, 1), start},
               {"rod", Inertia::from_moments(0, 1, 1), {some_rotation(), {0, -1.1, 0.4}}},
               {"about the least axis", Inertia::from_moments(1, 2, 3), {some_rotation(), {1, 0, 0}}},
               {"about the intermediate axis", Inertia::from_moments(1, 2, 3), {some_rotation(), {0, 1, 0}}},
               {"on the separatrix", Inertia::from_moments(1, 2, 2.25), {some_rotation(), {0.25, 0.5, 0.75}}},
               {"beyond the triangle", Inertia::from_moments(0.1, 0.2, 3), start},
               {"at rest", Inertia::from_moments(1, 2, 3), {some_rotation(), {0, 0, 0}}}};
  for (const auto& [name, body, from] : cases)
    EXPECT_LE(farthest(FreeMotion(body, from), evenly(-3, 0.02, 600)), 40) << name;
}

TEST(MotionTimes, AreRefusedAsOneIs) {
  const FreeMotion motion(Inertia::from_moments(1, 2, 3), {some_rotation(), {0.3, -1.1, 0.4}});
  std::vector<double> times = evenly(0, 0.01, 50);
  EXPECT_TRUE(motion.at(std::vector<double>{}).empty());
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    times[20] = bad;
    EXPECT_EQ(test::refusal([&] { motion.at(times); }), test::refusal([&] { motion.at(bad); }));
  }
  std::vector<State> room(3);
  EXPECT_TRUE(test::contains(test::refusal([&] { motion.at(times, room); }), "as many as times"));
}

}  // namespace
}  // namespace motion_times_test
