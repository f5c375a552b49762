// SPDX-License-Identifier: MIT
// The experiment itself is tested on methods whose errors are known: none, a constant one, a coin toss.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/free/round_off.hpp>
#include <polhode/rotation/convention.hpp>
#include <stdexcept>
#include <string>
#include <support/refusal.hpp>
#include <vector>

namespace round_off_test {
namespace {

using namespace polhode;
using kernel::Image;
using kernel::Increment;
using test::refusal;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double jump = 0x1p-40;  ///< 4096 eps

struct Nothing {
  Increment<double> operator()(const Vec3<double>&, const double&) const noexcept { return {}; }
};

struct NothingAsImage {
  Image<double> operator()(const Vec3<double>& m, const double&) const noexcept {
    return {m, Quat<double>::identity()};
  }
};

/// Lengthens m by the same part of itself at each step.
struct Bias {
  Increment<double> operator()(const Vec3<double>& m, const double&) const noexcept { return {jump * m, {}}; }
};

/// Moves m3 up or down. m1 counts the steps, too finely to be felt, so that the toss does not repeat itself.
struct Coin {
  Increment<double> operator()(const Vec3<double>& m, const double&) const noexcept {
    std::uint64_t x = std::bit_cast<std::uint64_t>(m.x) ^ (std::bit_cast<std::uint64_t>(m.z) << 20);
    for (int k = 0; k < 3; ++k) x = (x ^ (x >> 31)) * 0x9E3779B97F4A7C15U;
    return {{0x1p-55, 0, (x >> 63) != 0 ? jump : -jump}, {}};
  }
};

/// Fails at the step from 1 + 20 jump on.
struct Mortal {
  Increment<double> operator()(const Vec3<double>& m, const double&) const noexcept {
    return m.z > 1 + 19.5 * jump ? kernel::failed_increment<double>() : Increment<double>{{0, 0, jump}, {}};
  }
};

template <class Kernel>
FreeMethod method(Kernel k) {
  FreeMethod m = free_methods().front();
  m.name = "made_up";
  m.prepare = [k](const Inertia&) -> FreeStep { return k; };
  return m;
}

RoundOffExperiment small(const FreeMethod& m) {
  RoundOffExperiment e;
  e.momentum = {0, 0, 1};
  e.spread = 0;
  e.steps = 1000;
  e.starts = 10;
  e.method = m;
  return e;
}

TEST(RoundOffExperiments, AreVilmartsByDefault) {
  const RoundOffExperiment e;
  EXPECT_EQ(e.method.name, "exact");
  EXPECT_EQ(e.steps, 1000000U);
  EXPECT_EQ(e.starts, 200);
  EXPECT_EQ(e.h, 0.01);
  EXPECT_NEAR(e.momentum.norm(), 1, 2 * eps);
  EXPECT_EQ(e.body.moments().y(), 0.653);
}

TEST(RoundOffExperiments, FindAConstantBias) {
  const RoundOff r = measure_round_off(small(method(Bias{})));
  for (const RoundOffOfInvariant* i : {&r.energy(), &r.half_square()}) {
    // |m|^2 grows by two jumps a step; half of it, or the energy of a body with I3 = 1, by one.
    EXPECT_NEAR(i->slope, 4096, 1e-5);
    EXPECT_NEAR(i->slope_error, 0, 1e-6);
    EXPECT_NEAR(i->growth, 1, 1e-6);
    EXPECT_NEAR(i->mean.back(), 4096 * 1000, 0.01);
    EXPECT_NEAR(i->final_mean, 4096 * std::sqrt(1000), 1e-3);
    EXPECT_NEAR(i->final_deviation, 0, 1e-6);
  }
  // Each start has its own attitude; so the spatial momentum grows along different directions.
  double squares = 0;
  for (const std::size_t k : {0U, 1U, 2U}) {
    const RoundOffOfInvariant& i = r.spatial_momentum(k);
    squares += (i.mean.back() * i.mean.back() + 0.9 * i.deviation.back() * i.deviation.back());
  }
  EXPECT_NEAR(std::sqrt(squares), 4096 * 1000, 1);
  EXPECT_THROW(static_cast<void>(r.spatial_momentum(3)), std::out_of_range);
}

TEST(RoundOffExperiments, FindARandomWalk) {
  RoundOffExperiment e = small(method(Coin{}));
  e.starts = 400;
  e.spread = 0.01;
  const RoundOff r = measure_round_off(e);
  const RoundOffOfInvariant& i = r.half_square();
  EXPECT_NEAR(i.final_deviation / 4096, 1, 4 / std::sqrt(2.0 * e.starts));
  EXPECT_LE(std::abs(i.final_mean), 4 * i.standard_error);
  EXPECT_NEAR(i.standard_error, i.final_deviation / 20, 1e-9 * i.final_deviation);
  EXPECT_LE(std::abs(i.slope), 4 * i.slope_error);
  // The slope fitted to a random walk of N steps has the variance 6/(5 N).
  EXPECT_NEAR(i.slope_error / 4096, std::sqrt(1.2 / 1000 / 400), 4 * std::sqrt(1.2 / 1000 / 400 / 800));
  EXPECT_NEAR(i.growth, 0.5, 0.06);
}

TEST(RoundOffExperiments, CountCompensatedSumsInSteps) {
  RoundOffExperiment e = small(method(Nothing{}));
  EXPECT_DOUBLE_EQ(measure_round_off(e).unit, std::sqrt(1000));
  e.summation = Summation::compensated;
  EXPECT_DOUBLE_EQ(measure_round_off(e).unit, 0.01 * std::sqrt(1000));
  EXPECT_DOUBLE_EQ(measure_round_off(e).omega, 1);
  e.momentum = {2, 0, 0};
  EXPECT_DOUBLE_EQ(measure_round_off(e).unit, 0.02 * std::sqrt(1000));
  EXPECT_DOUBLE_EQ(measure_round_off(e).omega, 1 / 0.345);
}

TEST(RoundOffExperiments, DoNotCountKicks) {
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    RoundOffExperiment e = small(method(Nothing{}));
    e.summation = summation;
    e.kick = 0.1;
    const RoundOff still = measure_round_off(e);
    for (const RoundOffOfInvariant& i : still.invariants) {
      EXPECT_LE(std::abs(i.mean.back()), 0.05);
      EXPECT_LE(i.deviation.back(), 0.05);
      EXPECT_GT(i.deviation.back(), 0) << "were there any kicks?";
    }
    e.method = method(Bias{});
    e.kick = 1e-3;
    EXPECT_NEAR(measure_round_off(e).half_square().slope, 4096, 200);
  }
}

TEST(RoundOffExperiments, FindNothingWhereThereIsNothing) {
  const RoundOff r = measure_round_off(small(method(NothingAsImage{})));
  EXPECT_EQ(r.half_square().growth, 0);
  EXPECT_EQ(r.half_square().slope, 0);
  EXPECT_EQ(r.energy().final_deviation, 0);
}

bool same(const RoundOff& a, const RoundOff& b) {
  bool equal = a.steps == b.steps;
  for (std::size_t i = 0; i < a.invariants.size(); ++i)
    equal = equal && a.invariants[i].mean == b.invariants[i].mean &&
            a.invariants[i].deviation == b.invariants[i].deviation &&
            a.invariants[i].slope == b.invariants[i].slope &&
            a.invariants[i].growth == b.invariants[i].growth;
  return equal;
}

TEST(RoundOffExperiments, DependOnTheSeedAndNotOnTheThreads) {
  RoundOffExperiment e;
  e.steps = 200;
  e.starts = 7;
  e.kick = 1e-4;
  e.threads = 1;
  const RoundOff one = measure_round_off(e);
  e.threads = 3;
  EXPECT_TRUE(same(one, measure_round_off(e)));
  e.threads = 0;
  EXPECT_TRUE(same(one, measure_round_off(e)));
  e.seed = 2;
  EXPECT_FALSE(same(one, measure_round_off(e)));
}

TEST(RoundOffExperiments, DoNotDependOnUnits) {
  RoundOffExperiment e;
  e.steps = 300;
  e.starts = 5;
  const RoundOff unscaled = measure_round_off(e);
  const Vec3<double> i = from_eigen(e.body.moments());
  e.body = Inertia::from_moments(0x1p100 * i.x, 0x1p100 * i.y, 0x1p100 * i.z);
  e.momentum *= 0x1p-300;
  e.h *= 0x1p400;
  const RoundOff scaled = measure_round_off(e);
  EXPECT_TRUE(same(unscaled, scaled));
  EXPECT_EQ(scaled.unit, unscaled.unit);
  EXPECT_DOUBLE_EQ(scaled.omega, unscaled.omega);
}

TEST(RoundOffExperiments, SampleEvenlyToTheEnd) {
  RoundOffExperiment e = small(method(Bias{}));
  e.steps = 7;
  e.samples = 3;
  const RoundOff r = measure_round_off(e);
  EXPECT_EQ(r.steps, (std::vector<std::uint64_t>{2, 4, 7}));
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(r.half_square().mean[k], 4096 * static_cast<double>(r.steps[k]), 1e-6);
}

TEST(RoundOffExperiments, TakeLinearBodies) {
  RoundOffExperiment e;
  e.body = Inertia::from_moments(0, 1, 1);
  e.momentum = {0, 0.6, 0.8};
  e.steps = 1000;
  e.starts = 10;
  e.kick = 1e-3;
  const RoundOff r = measure_round_off(e);
  EXPECT_GT(r.spatial_momentum(0).final_deviation, 0);
  for (const RoundOffOfInvariant& i : r.invariants) EXPECT_LE(i.final_deviation, 0.5);
}

TEST(RoundOffExperiments, AreRefused) {
  const auto said = [](auto change) {
    RoundOffExperiment e = small(method(Nothing{}));
    change(e);
    return refusal([&] { static_cast<void>(measure_round_off(e)); });
  };
  using E = RoundOffExperiment;
  EXPECT_EQ(said([](E&) {}), "accepted");
  EXPECT_NE(said([](E& e) { e.momentum = {0, 0, 0}; }).find("momentum"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.momentum = {0, nan, 0}; }).find("momentum"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.h = nan; }).find("step"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.h = 1e17; }).find("2^53 radians"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.starts = 1; }).find("number of starts"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.samples = 1; }).find("number of samples"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.steps = 99; }).find("number of steps: found 99"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.steps = std::uint64_t{1} << 60; }).find("number of steps"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.spread = -1; }).find("spread"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.kick = nan; }).find("kick"), std::string::npos);
  EXPECT_NE(said([](E& e) { e.method.prepare = {}; }).find("method"), std::string::npos);
  EXPECT_NE(said([](E& e) {
              e.method = method(NothingAsImage{});
              e.summation = Summation::compensated;
            }).find("gives increments"),
            std::string::npos);
}

TEST(RoundOffExperiments, NameTheStepAtWhichAMethodFails) {
  const std::string said =
      test::failure([] { static_cast<void>(measure_round_off(small(method(Mortal{})))); });
  EXPECT_NE(said.find("step 21 of method made_up"), std::string::npos) << said;
}

RoundOffExperiment brief() {
  RoundOffExperiment e;
  e.steps = 200;
  e.starts = 6;
  e.samples = 10;
  return e;
}

TEST(RoundOffExperiments, HandOutTheFirstTrajectories) {
  RoundOffExperiment e = brief();
  EXPECT_TRUE(measure_round_off(e).trajectories.empty());
  e.kept = e.starts;
  const RoundOff r = measure_round_off(e);
  ASSERT_EQ(r.trajectories.size(), 6U);
  for (std::size_t k = 0; k < r.steps.size(); ++k) {
    double sum = 0;
    for (const auto& trajectory : r.trajectories) sum += trajectory.at(k)[0];
    EXPECT_DOUBLE_EQ(sum / 6, r.energy().mean[k]);
  }
  e.kept = 2;
  const RoundOff two = measure_round_off(e);
  ASSERT_EQ(two.trajectories.size(), 2U);
  EXPECT_EQ(two.trajectories[1], r.trajectories[1]);
  e.kept = 7;
  EXPECT_THROW(measure_round_off(e), InvalidInput);
}

TEST(RoundOffExperiments, ReportProgressAndCanBeEnded) {
  RoundOffExperiment e = brief();
  e.threads = 1;
  std::vector<double> parts;
  e.progress = [&parts](double part) { parts.push_back(part); };
  measure_round_off(e);
  ASSERT_EQ(parts.size(), 6U);
  EXPECT_EQ(parts.back(), 1);
  for (const int threads : {1, 2}) {
    e.threads = threads;
    e.starts = 20000;  // so many that this thread has its turn before the other is done with all of them
    e.progress = [](double) { throw std::runtime_error("enough"); };
    EXPECT_THROW(measure_round_off(e), std::runtime_error);
  }
}

TEST(RoundOffExperiments, EndWithinATrajectory) {
  RoundOffExperiment e = brief();
  e.steps = 1'000'000'000'000;  // of which the other thread does no more either
  e.threads = 2;
  int asked = 0;
  e.progress = [&asked](double part) {
    EXPECT_EQ(part, 0);
    if (++asked == 3) throw std::runtime_error("enough");
  };
  EXPECT_THROW(measure_round_off(e), std::runtime_error);
}

}  // namespace
}  // namespace round_off_test
