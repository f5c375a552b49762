// SPDX-License-Identifier: MIT
// Corners and jumps in formulas, and features narrower than a step: steps end at the ones and see the others.
#include "series/corners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <polhode/simulation/simulate.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula.hpp>
#include <polhode/torque/formula_text.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/refusal.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace corners_test {
namespace {

using test::distance;

const Inertia body = Inertia::from_moments({1, 2, 3});
const Inertia ball = Inertia::from_moments({1, 1, 1});

State turning(double x, double y, double z) { return {Attitude{1, 0, 0, 0}, {x, y, z}}; }

Torque about_x(const std::string& formula) {
  return formula_torque(std::array<std::string, 3>{formula, "0", "0"});
}

/// Of a ball that turns about x, at the end.
double momentum_after(const std::string& formula, double begun, double end, double tolerance) {
  const Simulation s =
      simulate(ball, turning(begun, 0, 0), about_x(formula), std::vector<double>{end}, tolerance);
  EXPECT_EQ(s.engine, "series") << formula;
  EXPECT_FALSE(s.stopped) << formula << ": " << s.stopped->reason;
  return s.states.empty() ? std::nan("") : s.states.back().momentum.x();
}

TEST(FirstZero, IsFoundAmongSeveral) {
  // (x - 1/4)(x - 1/2)(x - 3/4) with the sign that is positive at 0, and a double zero.
  const double three[] = {6 / 64.0, -44 / 64.0, 96 / 64.0, -1};
  EXPECT_DOUBLE_EQ(series::first_zero(three, 3, 1).at, 0.25);
  EXPECT_FALSE(series::first_zero(three, 3, 0.2).is_found);
  const double touching[] = {0.25, -1, 1};
  EXPECT_TRUE(series::first_zero(touching, 2, 1).is_found);
  const double above[] = {0.25 + 1e-9, -1, 1};
  EXPECT_FALSE(series::first_zero(above, 2, 1).is_found);
}

TEST(Corners, QuadraticDragMeetsTheTolerance) {
  // The reference is a Runge-Kutta method in long double with 1.5 million steps.
  const State start = turning(1, 1, 2.4);
  const Torque torque = quadratic_drag({0.1, 0.2, 0.1}) + heavy_top({0, 0, 1}, {0.5, 0.2, 0.3});
  const Eigen::Vector3d exact(-0.83701378673894762, 0.094796215613096983, 0.37421815833681229);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const Simulation s = simulate(body, start, torque, std::vector<double>{30}, tolerance);
    EXPECT_EQ(s.engine, "series");
    const double error = (s.states.at(0).momentum - exact).norm() / exact.norm();
    EXPECT_LE(error, 0.5 * tolerance);
    EXPECT_LE(error, 3 * s.error_estimate);
    EXPECT_LE(s.error_estimate, tolerance);
    EXPECT_TRUE(s.warnings.empty());
  }
}

TEST(Corners, JumpsInTime) {
  // The integral of sign(sin((t - a) / w)) is w arccos(cos((t - a) / w)).
  for (const auto& [a, w] : {std::pair{0.0, 1.0}, {5.6, 0.086}, {2.5, 0.3}}) {
    const std::string formula = "sign(sin((t-" + std::to_string(a) + ")/" + std::to_string(w) + "))";
    const auto integral = [a = a, w = w](double t) { return w * std::acos(std::cos((t - a) / w)); };
    EXPECT_NEAR(momentum_after(formula, 1, 10, 1e-10), 1 + integral(10) - integral(0), 1e-13) << formula;
  }
}

TEST(Corners, AreMembersOfFormulaStates) {
  const Torque recorded = formula_torque("limited", [](const auto& s) {
    const auto x = s.clip(s.number(-2) * s.angular_velocity.x, s.number(-0.1), s.number(0.1));
    const auto y = s.where(s.time - s.number(3.3), s.number(0.2), -s.abs(s.attitude.x));
    return decltype(s.momentum){x, y, s.min(s.attitude.y, s.attitude.z) + s.sign(s.attitude.w)};
  });
  const Torque text =
      formula_torque({"min(max(-2*omega1, -0.1), 0.1)", "0.2*(1+sign(t-3.3))/2 - abs(qx)*(1-sign(t-3.3))/2",
                      "min(qy,qz) + sign(qw)"});
  const std::vector<double> times{10};
  const Simulation a = simulate(body, turning(0.3, 1, 0.4), recorded, times, 1e-11),
                   b = simulate(body, turning(0.3, 1, 0.4), text, times, 1e-11);
  EXPECT_EQ(a.engine, "series");
  EXPECT_LE(distance(a.states.at(0), b.states.at(0)), 1e-11);
  SimulationOptions function;
  function.splitting = splitting("strang_kick");
  function.step = 1e-3;
  EXPECT_LE(distance(a.states.at(0),
                     simulate(body, turning(0.3, 1, 0.4), recorded, times, 0.5, function).states.at(0)),
            1e-3);
}

TEST(Corners, AreLocatedFarFromTheOriginOfTime) {
  SimulationOptions late;
  late.start_time = 1e9;
  const Simulation s = simulate(ball, turning(1, 0, 0), about_x("sign(t-1000000005.25)"),
                                std::vector<double>{1e9 + 10}, 1e-9, late);
  EXPECT_NEAR(s.states.at(0).momentum.x(), 0.5, 5e-7);  // some roundings of the time
  EXPECT_GE(s.error_estimate, std::abs(s.states.at(0).momentum.x() - 0.5) / 3);
}

TEST(Corners, TwoSignsAtOneTimeHaveTheirOwnErrors) {
  // Between the zeros of m_1 and m_2, a quarter of the time's rounding apart, the torque is -2000.
  SimulationOptions late;
  late.start_time = 1e9;
  const double apart = 0x1p-25, first = 1.0 / 3, second = first + apart;
  const Torque torque = formula_torque({"-1", "-1", "1000*(sign(m1)-sign(m2))"});
  const Simulation s =
      simulate(ball, turning(first, second, 1), torque, std::vector<double>{1e9 + 0.5}, 1e-10, late);
  const double error = std::abs(s.states.at(0).momentum.z() - (1 - 2000 * (second - first)));
  EXPECT_GE(error, 1e-5);
  EXPECT_GE(s.error_estimate, error / 3);
  EXPECT_LE(s.error_estimate, 3 * error);
}

TEST(Corners, AnErrorDecidesWhenASignEndsARest) {
  // Turned by a radian between two impulses, the ball rests until the sign changes.
  const double changes = 60 - 100 * std::sin(0.5), end = 13.5;
  const Torque torque = about_x("(1+sign(t-60+100*qx))/2") + impulses({{1, {1, 0, 0}}, {2, {-1, 0, 0}}});
  const Simulation s = simulate(ball, turning(0, 0, 0), torque, std::vector<double>{end}, 1e-3);
  const double error = std::abs(s.states.at(0).momentum.x() - (end - changes)) / (end - changes);
  EXPECT_GE(s.error_estimate, error / 3);
  EXPECT_LE(error, 1e-3);
}

TEST(Corners, TheZeroOfAPowerMayLieAsFarAsItsRoundingReaches) {
  for (const char* form : {"(t-3)^3", "(t-3)^5", "t^3-9*t^2+27*t-27"})
    for (const double tolerance : {1e-6, 1e-10, 1e-12}) {
      const Simulation s = simulate(ball, turning(0, 0, 0), about_x(std::string("0.5*sign(") + form + ")"),
                                    std::vector<double>{10}, tolerance);
      EXPECT_LE(std::abs(s.states.at(0).momentum.x() - 2) / 2, 3 * s.error_estimate) << form << tolerance;
    }
}

TEST(SeriesFromRest, CoefficientsThatVanishInTurnsAreCounted) {
  for (int p = 1; p <= 5; ++p)
    for (const double first : {0.0, 1e-9, 1e-3})
      for (int digits = 3; digits <= 13; ++digits) {
        const double tolerance = std::pow(10, -digits), end = 4;
        const Simulation s = simulate(ball, turning(first, 0, 0), about_x("0.05*t^" + std::to_string(p)),
                                      std::vector<double>{end}, tolerance);
        const double momentum = first + 0.05 * std::pow(end, p + 1) / (p + 1),
                     half = (first * end + 0.05 * std::pow(end, p + 2) / ((p + 1) * (p + 2))) / 2;
        const State& found = s.states.at(0);
        const double error =
            std::hypot(found.attitude.w() - std::cos(half), found.attitude.x() - std::sin(half),
                       found.momentum.x() / momentum - 1);
        EXPECT_LE(error, 3 * tolerance + 1e-13) << p << ' ' << first << ' ' << tolerance;
        EXPECT_LE(error, 30 * s.error_estimate + 1e-13) << p << ' ' << first << ' ' << tolerance;
      }
}

TEST(SeriesFarFromTimeZero, SinesOfTimeKeepTheirDigits) {
  for (const double start : {1e5, 1e7, 1e9}) {
    SimulationOptions late;
    late.start_time = start;
    const auto rate = static_cast<long double>(0.8);
    const long double begin = rate * static_cast<long double>(start),
                      end = rate * static_cast<long double>(start + 10);
    const Simulation s = simulate(ball, turning(1, 0, 0), about_x("0.5*sin(0.8*t)"),
                                  std::vector<double>{start + 10}, 1e-12, late);
    const double expected = static_cast<double>(1 + 0.5L / rate * (std::cos(begin) - std::cos(end)));
    EXPECT_NEAR(s.states.at(0).momentum.x(), expected, 1e-12 + 1e-19 * start) << start;
  }
}

TEST(Corners, AChoiceAtZeroIsTheFirst) {
  const Torque torque = formula_torque("choice", [](const auto& s) {
    return decltype(s.momentum){s.where(s.momentum.y, s.number(1), s.number(0)), s.number(0), s.number(0)};
  });
  EXPECT_NEAR(
      simulate(ball, turning(1, 0, 0), torque, std::vector<double>{1}, 1e-9).states.at(0).momentum.x(), 2,
      1e-12);
}

// Steps that run from corner to corner are no chattering.
TEST(Corners, SmallSwingsGoOn) {
  const Simulation s = simulate(ball, {Attitude{std::cos(5e-4), std::sin(5e-4), 0, 0}, {0, 0, 0}},
                                about_x("-sign(qx)"), std::vector<double>{20}, 1e-9);
  EXPECT_FALSE(s.stopped) << s.stopped->reason;
  // From an angle a at rest it swings to -a and back with period 4 sqrt(2 a).
  EXPECT_GE(s.steps, 20 / std::sqrt(2 * 1e-3) / 2);
}

TEST(Corners, ChatteringIsSaid) {
  const Torque friction = formula_torque({"-sign(omega1)", "-sign(omega2)", "-sign(omega3)"});
  const Simulation s = simulate(body, turning(0.1, 1, 0.2), friction, std::vector<double>{0.05, 10}, 1e-9);
  ASSERT_TRUE(s.stopped);
  EXPECT_TRUE(test::contains(s.stopped->reason, "chattering")) << s.stopped->reason;
  EXPECT_EQ(s.states.size(), 1U);
  // A body at rest stays there: sign(0) is 0.
  EXPECT_EQ(
      simulate(body, turning(0, 0, 0), friction, std::vector<double>{10}, 1e-9).states.at(0).momentum.norm(),
      0);
}

TEST(Corners, SingularitiesEndTheRun) {
  for (const char* formula : {"abs(omega1)^3+1", "1/abs(0.5-t)", "sin(1/(t-0.5))", "omega1/(t-0.5)"}) {
    const Simulation s = simulate(ball, turning(1, 0, 0), about_x(formula), std::vector<double>{10}, 1e-9);
    ASSERT_TRUE(s.stopped) << formula;
    EXPECT_LE(s.stopped->time, 0.5 + 1e-9) << formula;
  }
}

TEST(Corners, ProductsThatOverflowAreRefused) {
  for (const Torque& torque :
       {gravity_gradient_circular(1e160), heavy_top({0, 0, 1e200}, {0, 0, 1e200}),
        quadratic_drag({1e300, 1e300, 1e300}), gravity_gradient_elliptic(1e160, 0.3)}) {
    const auto run = [&] {
      const Simulation s = simulate(Inertia::from_moments({1e-20, 2e-20, 2.5e-20}), turning(1, 2, 3), torque,
                                    std::vector<double>{1}, 1e-9);
      if (s.stopped) throw InvalidInput("run", "stopped", s.stopped->reason);
    };
    EXPECT_THROW(run(), InvalidInput) << torque.name();
  }
}

struct Feature {
  const char* formula;           ///< of X, with its place and width
  double (*integral)(double x);  ///< of x = (X - place) / width, over the width
};
const Feature features[] = {
    {"exp(-((X-A)/W)^2)", [](double x) { return std::sqrt(std::numbers::pi) / 2 * std::erf(x); }},
    {"1/(1+((X-A)/W)^2)", [](double x) { return std::atan(x); }},
    {"tanh((X-A)/W)",
     [](double x) { return std::abs(x) + std::log1p(std::exp(-2 * std::abs(x))) - std::log(2.0); }},
    {"1/(1+exp(-(X-A)/W))", [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }},
    {"max(0, 1-abs((X-A)/W))",
     [](double x) {
       return x <= -1 ? 0 : x >= 1 ? 1 : x < 0 ? (1 + x) * (1 + x) / 2 : 1 - (1 - x) * (1 - x) / 2;
     }},
    {"atan((X-A)/W)", [](double x) { return x * std::atan(x) - std::log1p(x * x) / 2; }},
};

std::string with(std::string formula, const std::string& x, double place, double width) {
  std::string made;
  char number[40];
  for (const char c : formula) {
    std::snprintf(number, sizeof number, "%.17g", c == 'A' ? place : width);
    made += c == 'X' ? x : c == 'A' || c == 'W' ? "(" + std::string(number) + ")" : std::string(1, c);
  }
  return made;
}

/// The worst error, in tolerances, of features at random places in time.
double worst_of_features(int count, double tolerance) {
  std::mt19937 random(7);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<>(a, b)(random); };
  double worst = 0;
  for (int i = 0; i < count; ++i)
    for (const Feature& f : features) {
      const double width = std::exp(uniform(std::log(0.01), std::log(0.4))), place = uniform(0, 10);
      // Coefficients of exp(690) and more leave the range of numbers: such a run stops and says so.
      if (&f == &features[3] && place > 690 * width) continue;
      const double exact = 1 + width * (f.integral((10 - place) / width) - f.integral(-place / width));
      const double found = momentum_after(with(f.formula, "t", place, width), 1, 10, tolerance);
      worst = std::max(worst, std::abs(found - exact) / std::max(1.0, std::abs(exact)) / tolerance);
    }
  return worst;
}

TEST(NarrowFeatures, InTimeAreSeen) {
  for (const double tolerance : {1e-4, 1e-9}) EXPECT_LE(worst_of_features(8, tolerance), 2) << tolerance;
}

TEST(LongNarrowFeatures, InTimeAreSeen) {
  for (const double tolerance : {1e-4, 1e-6, 1e-9, 1e-12})
    EXPECT_LE(worst_of_features(400, tolerance), 3) << tolerance;
}

TEST(NarrowFeatures, OfHighPowersAreSeen) {
  // Integrals from 0 to 2 pi of sin^n: 2 pi (n - 1)!! / n!!.
  for (const int n : {12, 20, 40, 64}) {
    double exact = 2 * std::numbers::pi;
    for (int k = 2; k <= n; k += 2) exact *= (k - 1.0) / k;
    for (const double tolerance : {1e-3, 1e-6, 1e-10})
      EXPECT_NEAR(momentum_after("0.01*sin(t)^" + std::to_string(n), 0.01, 2 * std::numbers::pi, tolerance),
                  0.01 + 0.01 * exact, 3 * tolerance * 0.04)
          << n << " at " << tolerance;
  }
}

TEST(NarrowFeatures, OfFunctionsOfNarrowFunctionsAreSeen) {
  // A switch whose pulse in the outer function both of its constant sides hide.
  const auto pulse = [](double t) {
    const double x = 31 * (std::atan(200 * t) - 0.18);
    return std::exp(-x * x);
  };
  double integral = 0;
  constexpr double step = 1e-6;
  for (int i = -4000; i <= 4000; ++i) integral += step * pulse(i * step);
  for (const double tolerance : {1e-4, 1e-6, 1e-9, 1e-12})
    EXPECT_NEAR(momentum_after("exp(-(31*(atan(200*(t-5.37))-0.18))^2)", 0.001, 10, tolerance),
                0.001 + integral, 3 * tolerance * (0.001 + integral))
        << tolerance;
}

TEST(Corners, ASplittingSaysThatItDoesNotLocateThem) {
  SimulationOptions options;
  options.splitting = splitting("strang_kick");
  const auto warnings = [&](const char* formula) {
    return simulate(ball, turning(0.1, 0, 0), about_x(formula), std::vector<double>{1}, 1e-4, options)
        .warnings;
  };
  EXPECT_TRUE(warnings("cos(t)").empty());
  const std::vector<std::string> said = warnings("sign(t-0.3)");
  ASSERT_FALSE(said.empty());
  EXPECT_TRUE(test::contains(said.back(), "does not locate")) << said.back();
}

TEST(NarrowFeatures, ASplittingSaysThatItMayPassOverThem) {
  SimulationOptions options;
  options.splitting = splitting("strang_kick");
  std::vector<double> times;
  for (int i = 1; i <= 10; ++i) times.push_back(i);
  const auto warns = [&](const Torque& torque, std::optional<double> step) {
    options.step = step;
    const std::vector<std::string> said =
        simulate(body, turning(0.1, 0.2, 0), torque, times, 1e-4, options).warnings;
    return std::any_of(said.begin(), said.end(),
                       [](const std::string& w) { return test::contains(w, "what lies in between"); });
  };
  EXPECT_TRUE(warns(about_x("2*exp(-((t-3.33)/0.01)^2)"), {}));
  for (const char* hidden : {"2*exp(-((t-3.33)/0.01)^2)", "2*sin(4*pi*t/0.3)^2", "1/(1+((t-3.33)/0.01)^2)",
                             "tanh((t-3.33)/0.001)", "sin(30*t)", "exp(-((qx-0.01)/0.0001)^2)"}) {
    EXPECT_TRUE(warns(about_x(hidden), 0.3)) << hidden;
  }
  for (const char* smooth : {"cos(t)", "qx", "exp(-t/10)", "exp(-((t-5)/2)^2)", "tanh(qx)", "sin(2*t)*qx",
                             "1/(1+t^2)", "atan(t-5)", "0.1*t^3*qw", "1/(1+exp(5-t))", "qx^8"})
    EXPECT_FALSE(warns(about_x(smooth), 0.3)) << smooth;
  // Those that are built in, and short steps.
  for (const Torque& torque : {gravity_gradient_elliptic(0.5, 0.8), heavy_top({0, 0, 1}, {0.1, 0, 0.2}),
                               quadratic_drag({0.1, 0.2, 0.3}), gravity_gradient_circular(0.5)})
    EXPECT_FALSE(warns(torque, 0.3)) << torque.name();
  EXPECT_FALSE(warns(about_x("2*exp(-((t-3.33)/0.01)^2)"), 0.002));
}

TEST(Corners, APotentialThatJumpsIsWarnedOf) {
  const auto warnings = [](const std::string& potential) {
    const std::vector<double> times{5, 10, 15, 20};
    return simulate(body, turning(1, 0.4, 0.3), potential_torque(potential), times, 1e-10).warnings;
  };
  // The body goes from one side to the other as if there were no step between them.
  for (const char* jumping :
       {"0.3*sign(qx)", "where(qx, 0.3, 0)", "0.3*qz + 1e-3*sign(qx)", "0.3*atan2(qx, qw)"}) {
    const std::vector<std::string> said = warnings(jumping);
    ASSERT_EQ(said.size(), 1U) << jumping;
    EXPECT_TRUE(test::contains(said[0], "more than the error of the motion explains: the potential jumps"))
        << said[0];
  }
  for (const char* continuous :
       {"0.3*abs(qx)", "0.3*max(qx, qy)", "where(qx, qx, 0)", "0.3*qz", "sign(qx)*qx^2"})
    EXPECT_TRUE(warnings(continuous).empty()) << continuous;
}

TEST(NarrowFeatures, AreNotPassedOverByDerivatives) {
  const std::string said = test::failure([] {
    simulate_derivative(ball, turning(0.01, 0, 0), about_x("exp(-((t-5)/0.05)^2)"), std::vector<double>{10});
  });
  EXPECT_TRUE(test::contains(said, "differs by")) << said;
}

TEST(NarrowFeatures, OfTheAttitudeAreSeen) {
  // Against the same run with breakpoints every fiftieth of a unit of time, which no feature fits between.
  std::vector<double> often;
  for (int i = 1; i < 500; ++i) often.push_back(i / 50.0);
  std::mt19937 random(8);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<>(a, b)(random); };
  for (const Feature& f : features) {
    const std::string formula = "0.1*" + with(f.formula, "qx", uniform(-0.9, 0.9), uniform(0.01, 0.1));
    const std::vector<double> end{10};
    const State exact =
        simulate(ball, turning(1, 0, 0), about_x(formula).with_breakpoints(often), end, 1e-13).states.at(0);
    for (const double tolerance : {1e-4, 1e-9})
      EXPECT_LE(
          distance(simulate(ball, turning(1, 0, 0), about_x(formula), end, tolerance).states.at(0), exact),
          3 * tolerance)
          << formula;
  }
}

}  // namespace
}  // namespace corners_test
}  // namespace polhode
