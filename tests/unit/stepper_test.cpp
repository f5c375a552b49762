// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>
#include <random>
#include <string>
#include <support/refusal.hpp>
#include <support/state_distance.hpp>
#include <support/water.hpp>
#include <utility>

namespace stepper_test {
namespace {

using namespace polhode;
using test::distance;
using test::refusal, test::some_rotation, test::water;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

State water_start() { return state_from_momentum({0.5, -0.1, 0.7, 0.5}, {0.5, 0.2, 0.84}); }

bool refused(const std::string& text, const std::string& quantity) {
  return text.rfind(quantity + ": found ", 0) == 0;
}

TEST(FreeSteppers, BeginWhereTheyAreTold) {
  const State start = water_start();
  const FreeStepper stepper(water(), start);
  EXPECT_EQ(stepper.state().momentum, start.momentum);
  EXPECT_LE(distance(stepper.state(), start), eps);
}

TEST(FreeSteppers, TakeTheMomentsInAnyOrder) {
  // The same body and motion with its axes renamed by a proper rotation: v -> det(P) P v.
  constexpr std::array<std::array<int, 3>, 6> orders{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}}};
  const std::array<double, 3> moments{0.345, 0.653, 1};
  const Eigen::Vector3d m(0.5, 0.2, 0.84);
  for (const double h : {0.01, 0.7, 30.0, -5.0}) {
    const State sorted = exact_flow(water(), water_start(), h);
    for (const auto& p : orders) {
      Eigen::Matrix3d P = Eigen::Matrix3d::Zero();
      for (int row = 0; row < 3; ++row) P(row, p[static_cast<std::size_t>(row)]) = 1;
      P *= P.determinant();
      const auto at = [&](std::size_t i) { return moments[static_cast<std::size_t>(p[i])]; };
      const Inertia body = Inertia::from_moments(at(0), at(1), at(2));
      const Eigen::Quaterniond turn(P);
      const State start{water_start().attitude * turn.conjugate(), P * m};
      const State end = exact_flow(body, start, h);
      // The momentum comes out to the same digits; the attitude passes through two products.
      EXPECT_EQ(end.momentum, P * sorted.momentum) << h;
      EXPECT_LE(((end.attitude * turn).coeffs() - sorted.attitude.coeffs()).norm(), 6 * eps) << h;
    }
  }
}

TEST(FreeSteppers, OfATensorGiveTheUsersFrame) {
  const test::TurnedWater turned;
  const State start = water_start();
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    FreeStepper a(turned.body, start, summation), b(turned.principal, turned.to_principal(start), summation);
    for (int n = 0; n < 20; ++n) {
      a.step(0.3);
      b.step(0.3);
    }
    EXPECT_LE(distance(a.state(), turned.from_principal(b.state())), 20 * eps);
    EXPECT_NEAR((spatial_momentum(a.state()) - spatial_momentum(start)).norm(), 0, 40 * eps);
  }
}

TEST(FreeSteppers, CompensatedStateIsTheSameMotion) {
  FreeStepper plain(water(), water_start()), kept(water(), water_start(), Summation::compensated);
  for (int n = 0; n < 500; ++n) {
    plain.step(0.02);
    kept.step(0.02);
  }
  const State whole = exact_flow(water(), water_start(), 0.02 * 500);
  EXPECT_LE(distance(plain.state(), whole), 600 * eps);
  EXPECT_LE(distance(kept.state(), whole), 100 * eps);
}

TEST(FreeSteppers, EveryMethodKeepsItsOwnOrder) {
  const State whole = exact_flow(water(), water_start(), 1);
  for (const char* name : {"exact", "exact_by_frames"}) {
    FreeStepper stepper(water(), water_start(), free_method(name));
    for (int n = 0; n < 64; ++n) stepper.step(1.0 / 64);
    EXPECT_LE(distance(stepper.state(), whole), 1e-12) << name;
  }
}

TEST(FreeSteppers, ZeroStepsStandStill) {
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    FreeStepper stepper(water(), water_start(), summation);
    for (int n = 0; n < 10; ++n) stepper.step(0);
    EXPECT_EQ(stepper.state().momentum, water_start().momentum);
    EXPECT_LE(distance(stepper.state(), water_start()), 2 * eps);
  }
}

TEST(FreeSteppers, ABodyAtRestStays) {
  const State start{some_rotation(), Eigen::Vector3d::Zero()};
  FreeStepper stepper(water(), start);
  for (const double h : {1.0, -1e300, 1e308}) stepper.step(h);
  EXPECT_EQ(stepper.state().momentum, Eigen::Vector3d::Zero());
  EXPECT_LE((stepper.state().attitude.coeffs() - start.attitude.coeffs()).norm(), 2 * eps);
  EXPECT_EQ(longest_time(water(), {0, 0, 0}), infinite);
}

TEST(FreeSteppers, ASphereTurnsAboutItsMomentum) {
  const Inertia sphere = Inertia::from_moments(0.7, 0.7, 0.7);
  const Eigen::Vector3d m(0.3, -0.4, 1.2);
  for (const double h : {0.001, 1.0, 10.0, 1000.0}) {
    const State end = exact_flow(sphere, {some_rotation(), m}, h);
    const double half = m.norm() * h / 0.7 / 2;
    const Eigen::Vector3d axis = std::sin(half) * m.normalized();
    const Eigen::Quaterniond expected =
        some_rotation() * Eigen::Quaterniond(std::cos(half), axis.x(), axis.y(), axis.z());
    EXPECT_EQ(end.momentum, m);
    EXPECT_LE((end.attitude.coeffs() - expected.coeffs()).norm(), 3 * eps * (1 + half)) << h;
  }
}

TEST(FreeSteppers, ALinearBodyTurnsAboutItsMomentum) {
  const Inertia rod = Inertia::from_moments(0.5, 0, 0.5);
  const Eigen::Vector3d m(0.6, 0, -0.8);
  for (const double h : {0.01, 1.0, -40.0}) {
    const State end = exact_flow(rod, {Eigen::Quaterniond::Identity(), m}, h);
    const double half = h;
    const Eigen::Quaterniond expected(std::cos(half), 0.6 * std::sin(half), 0, -0.8 * std::sin(half));
    EXPECT_EQ(end.momentum, m);
    EXPECT_LE((end.attitude.coeffs() - expected.coeffs()).norm(), 3 * eps * (1 + std::abs(half))) << h;
  }
  EXPECT_NE(refusal([&] {
              FreeStepper(rod, {Eigen::Quaterniond::Identity(), {0.6, 0.1, -0.8}});
            }),
            "accepted");
}

TEST(FreeSteppers, RefuseStepsThatAreNotFinite) {
  FreeStepper stepper(water(), water_start());
  stepper.step(0.1);
  const State before = stepper.state();
  for (const double h : {nan_value, infinite, -infinite})
    EXPECT_TRUE(refused(refusal([&] { stepper.step(h); }), "step")) << h;
  EXPECT_EQ(distance(stepper.state(), before), 0);
  // Not at rest either.
  FreeStepper rest(water(), {some_rotation(), Eigen::Vector3d::Zero()});
  EXPECT_TRUE(refused(refusal([&] { rest.step(nan_value); }), "step"));
  EXPECT_TRUE(refused(refusal([&] { rest.step(infinite); }), "step"));
}

TEST(FreeSteppers, RefuseStepsBeyondTheDigitsOfAnAngle) {
  const State start = water_start();
  const double longest = longest_time(water(), start.momentum);
  EXPECT_NEAR(longest / (0x1p53 * 0.345 / start.momentum.norm()), 1, 2 * eps);
  FreeStepper stepper(water(), start);
  for (const double h : {2 * longest, -2 * longest, 1e300})
    EXPECT_TRUE(refused(refusal([&] { stepper.step(h); }), "step")) << h;
  EXPECT_EQ(distance(stepper.state(), FreeStepper(water(), start).state()), 0);
  EXPECT_EQ(refusal([&] { stepper.step(longest); }), "accepted");
  // Of a linear body the other moment counts.
  EXPECT_NEAR(longest_time(Inertia::from_moments(0, 2, 2), {0, 1, 0}) / 0x1p54, 1, 2 * eps);
}

TEST(FreeSteppers, RefuseWhatABodyCannotHave) {
  EXPECT_NE(refusal([] { FreeStepper(water(), {some_rotation(), {nan_value, 0, 1}}); }), "accepted");
  EXPECT_NE(refusal([] { FreeStepper(water(), {some_rotation(), {infinite, 0, 1}}); }), "accepted");
  EXPECT_NE(refusal([] { FreeStepper(water(), {Eigen::Quaterniond(0, 0, 0, 0), {1, 0, 1}}); }), "accepted");
  EXPECT_NE(refusal([] {
              FreeStepper(water(), {Eigen::Quaterniond(nan_value, 0, 0, 0), {1, 0, 1}});
            }),
            "accepted");
}

TEST(FreeSteppers, RefuseCompensationWithoutIncrements) {
  const std::string text = refusal(
      [] { FreeStepper(water(), water_start(), free_method("exact_by_frames"), Summation::compensated); });
  EXPECT_TRUE(refused(text, "method with compensated summation")) << text;
  EXPECT_NE(text.find("exact_by_frames"), std::string::npos);
  EXPECT_EQ(
      refusal([] { FreeStepper(water(), water_start(), free_method("exact"), Summation::compensated); }),
      "accepted");
}

TEST(FreeSteppers, AMethodThatFailsLeavesTheState) {
  FreeMethod fails = free_method("exact");
  fails.name = "fails_beyond_one";
  fails.prepare = [](const Inertia& body) -> FreeStep {
    return [step = free_method("exact").prepare(body)](const Vec3<double>& m, double h) noexcept {
      auto result = step(m, h);
      if (h > 1) std::get<kernel::Increment<double>>(result).dr.y = nan_value;
      return result;
    };
  };
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    FreeStepper stepper(water(), water_start(), fails, summation);
    stepper.step(0.5);
    const State before = stepper.state();
    const std::string text = test::failure([&] { stepper.step(2); });
    EXPECT_TRUE(refused(text, "step 2 of method fails_beyond_one")) << text;
    EXPECT_EQ(distance(stepper.state(), before), 0);
    stepper.step(0.5);
    FreeStepper other(water(), water_start(), summation);
    other.step(0.5);
    other.step(0.5);
    EXPECT_EQ(distance(stepper.state(), other.state()), 0);
  }
}

/// The exact step until h exceeds one, then a failure for the given reason.
struct FailsBeyondOne {
  kernel::Exact<double> step;
  kernel::Failure reason;

  kernel::Increment<double> operator()(const Vec3<double>& m, double h) const noexcept {
    return h > 1 ? kernel::failed_increment<double>() : step(m, h);
  }
  kernel::Failure why(const Vec3<double>&, double) const noexcept { return reason; }
};

TEST(FreeSteppers, SayAtWhichStepAMethodFailedAndWhy) {
  using kernel::Failure;
  const std::pair<Failure, const char*> reasons[] = {
      {Failure::no_convergence, "did not converge"},
      {Failure::no_unique_solution, "no unique solution"},
      {Failure::beyond_series, "does not extend"},
      {Failure::exponent_beyond_pi, "exceeds pi"},
      {Failure::frame_singularity, "singular"},
      {Failure::lost_digits, "lose all digits"},
      {Failure::out_of_range, "finite"},
  };
  for (const auto& [reason, words] : reasons) {
    FreeMethod fails = free_method("exact");
    fails.name = "picky";
    fails.prepare = [why = reason](const Inertia& body) -> FreeStep {
      return FailsBeyondOne{kernel::Exact<double>(from_eigen(body.moments())), why};
    };
    FreeStepper stepper(water(), water_start(), fails);
    stepper.step(0.5);
    stepper.step(0.5);
    const std::string text = test::failure([&] { stepper.step(1.5); });
    EXPECT_TRUE(refused(text, "step 3 of method picky")) << text;
    EXPECT_NE(text.find("1.5 (h|omega| = "), std::string::npos) << text;
    EXPECT_NE(text.find(words), std::string::npos) << text;
  }
}

TEST(FreeSteppers, TakeMomentaNearTheEndOfTheRange) {
  // |m| is representable, the sum of its components is not.
  const State start{some_rotation(), {1e308, 1e308, 1e307}};
  EXPECT_EQ(refusal([&] { FreeStepper(water(), start).step(1e-310); }), "accepted");
  EXPECT_EQ(refusal([&] { FreeStepper(water(), start, Summation::compensated).step(1e-308); }), "accepted");
}

TEST(FreeSteppers, CopiesAreIndependent) {
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    FreeStepper first(water(), water_start(), summation);
    first.step(0.3);
    FreeStepper copy(first), assigned(Inertia::from_moments(1, 2, 3), water_start());
    assigned = first;
    const State before = first.state();
    first.step(0.3);
    EXPECT_EQ(distance(copy.state(), before), 0);
    EXPECT_EQ(distance(assigned.state(), before), 0);
    copy.step(0.3);
    assigned.step(0.3);
    EXPECT_EQ(distance(copy.state(), first.state()), 0);
    EXPECT_EQ(distance(assigned.state(), first.state()), 0);
    EXPECT_EQ(assigned.time(), first.time());
  }
}

TEST(FreeSteppers, ThatWereMovedFromRefuse) {
  FreeStepper first(water(), water_start());
  FreeStepper second(std::move(first));
  // NOLINTBEGIN(bugprone-use-after-move)
  EXPECT_EQ(refusal([&] { first.step(0.1); }),
            "stepper: found a moved-from object, expected an object that was not moved from");
  EXPECT_THROW(first.state(), InvalidInput);
  EXPECT_THROW(first.reset(water_start()), InvalidInput);
  EXPECT_THROW(first.checkpoint(), InvalidInput);
  EXPECT_THROW(first.resume(second.checkpoint()), InvalidInput);
  EXPECT_THROW(first.add_momentum({0, 0, 1}), InvalidInput);
  EXPECT_THROW(FreeStepper{first}, InvalidInput);
  EXPECT_THROW(second = first, InvalidInput);
  EXPECT_TRUE(std::isnan(first.time()));
  // NOLINTEND(bugprone-use-after-move)
  first = second;
  EXPECT_EQ(distance(first.state(), second.state()), 0);
}

TEST(FreeSteppers, NormaliseTheAttitudeTheyAreGiven) {
  State start = water_start();
  start.attitude.coeffs() *= 3;
  EXPECT_LE(distance(FreeStepper(water(), start).state(), water_start()), 2 * eps);
}

}  // namespace
}  // namespace stepper_test
