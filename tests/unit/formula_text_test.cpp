// SPDX-License-Identifier: MIT
// Torques by formulas that are text: what they give, and what is refused.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <polhode/simulation/simulate.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>
#include <polhode/torque/potential_check.hpp>
#include <string>
#include <vector>

#include "support/refusal.hpp"
#include "support/some_motion.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace formula_text_test {
namespace {

using Eigen::Vector3d;
using test::distance;

constexpr double eps = std::numeric_limits<double>::epsilon();
using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;
constexpr double time = 0.75;

/// The body torque at `start` and `time`, in the user's frame.
Vector3d at_start(const Inertia& b, const Torque& torque) {
  const Eigen::Matrix3d axes = b.axes();
  const Vector3d m = axes.transpose() * start.momentum;
  const Eigen::Quaterniond q = Eigen::Quaterniond(start.attitude) * Eigen::Quaterniond(axes);
  const Vec3<double> t =
      torque.prepare(b).torque({{m.x(), m.y(), m.z()}, {q.w(), q.x(), q.y(), q.z()}}, time);
  return axes * Vector3d(t.x, t.y, t.z);
}

/// The value of a formula for a number.
double value(const std::string& formula, const FormulaNames& names = {}) {
  return at_start(body, formula_torque({formula, "0", "0"}, names)).x();
}

TEST(FormulaText, Arithmetic) {
  const FormulaNames names{{{"k", 3}, {"k_1", 5}}, {{"v", {1, 2, 3}}}, {}};
  const struct {
    const char* formula;
    double value;
  } cases[] = {{"1 + 2*3", 7},
               {"(1 + 2)*3", 9},
               {"2 - 3 - 4", -5},
               {"24/4/3", 2},
               {"-2^2", -4},
               {"2^3^2", 512},
               {"2^-1", 0.5},
               {"+ 2 - -3", 5},
               {".5e1 + 1E-1", 5.1},
               {"2*pi", 2 * std::numbers::pi},
               {"k*k_1", 15},
               {"v2 + v_3", 5},
               {"dot(v, v)", 14},
               {"length([3, 4, 0])", 5},
               {"pow(2, 10)", 1024},
               {"min(2, 3) + max(2, 3)", 5},
               {"abs(-2) + sign(-3) + sign(0)", 1},
               {"sin(0.3)^2 + cos(0.3)^2", 1},
               {"tan(0.4)", std::tan(0.4)},
               {"asin(0.3)", std::asin(0.3)},
               {"acos(-0.3)", std::acos(-0.3)},
               {"atan(2)", std::atan(2)},
               {"tanh(0.7)", std::tanh(0.7)},
               {"exp(log(3))", 3},
               {"sqrt(2) - 2^0.5", 0},
               {"t", time},
               {"qw + 10*qx + 100*qy + 1000*q_z", 0.5 + 5 - 50 + 500},
               {"m1 + 10*m2 + 100*m_3", 0.4 + 11 - 70},
               {"omega1*1 + omega2*1.7 + omega3*2.3", 0.4 + 1.1 - 0.7},
               {"(2*t)^3 - (-t)^-2 + t^0 + t^1.5",
                8 * time * time * time - 1 / (time * time) + 1 + std::pow(time, 1.5)},
               {"2^t", std::exp2(time)},
               {"abs(m3) + min(m1, m2) + max(m1, m2) + sign(m3)", 0.7 + 1.5 - 1},
               {" (  t\n ) ", time}};
  for (const auto& [formula, expected] : cases)
    EXPECT_NEAR(value(formula, names), expected, 4 * eps * (1 + std::abs(expected))) << formula;
}

TEST(FormulaText, FramesAreWhatTheySay) {
  const Eigen::Matrix3d turn = Eigen::Quaterniond(start.attitude).toRotationMatrix();
  const Vector3d up(0.2, -0.4, 0.9);
  const FormulaNames names{{}, {{"up", up}}, {{"u", up}}};
  const auto expect = [&](const std::string& formula, const Vector3d& expected,
                          TorqueFrame frame = TorqueFrame::body) {
    for (const Inertia& b : {body, askew})
      EXPECT_LE((at_start(b, formula_torque(formula, names, frame)) - expected).norm(), 8 * eps) << formula;
  };
  expect("in_body(up)", turn.transpose() * up);
  expect("u", turn.transpose() * up);
  expect("[u1, u2, u_3]", turn.transpose() * up);
  expect("in_space(up)", turn * up);
  expect("in_space(u)", up);
  expect("M", turn * start.momentum);
  expect("m", start.momentum);
  expect("up", turn.transpose() * up, TorqueFrame::space);
  expect("M - t*M", 0.25 * start.momentum, TorqueFrame::space);
  expect("-cross(m, up)/2", -start.momentum.cross(up) / 2);
  for (const Inertia& b : {body, askew}) {
    const Vector3d omega = b.angular_velocity(start.momentum);
    EXPECT_LE((at_start(b, formula_torque("omega")) - omega).norm(), 8 * eps);
    EXPECT_LE((at_start(b, formula_torque("Omega")) - turn * omega).norm(), 8 * eps);
    EXPECT_LE((at_start(b, formula_torque({"omega1", "omega2", "omega3"})) - omega).norm(), 8 * eps);
  }
}

Simulation run(const Inertia& b, const Torque& torque, double tolerance) {
  return simulate(b, start, torque, std::vector<double>{4}, tolerance);
}

// The formulas of built-in torques.
TEST(FormulaText, AgreesWithBuiltInTorques) {
  const FormulaNames top{{}, {{"chi", {0.2, 0.1, 0.9}}}, {{"a", {0.1, 0.2, 1}}}};
  for (const Inertia& b : {body, askew}) {
    const struct {
      Torque text, built_in;
    } cases[] = {{formula_torque("cross(a, chi)", top), heavy_top({0.1, 0.2, 1}, {0.2, 0.1, 0.9})},
                 {potential_torque("dot(a, chi)", top), heavy_top({0.1, 0.2, 1}, {0.2, 0.1, 0.9})},
                 {formula_torque("-0.2*omega"), linear_damping(Vector3d(0.2, 0.2, 0.2).asDiagonal())},
                 {formula_torque({"0.1", "-0.2", "0.3"}, {}, TorqueFrame::space),
                  steady_torque({0.1, -0.2, 0.3}, TorqueFrame::space)},
                 {formula_torque("cross([0.1, 0, 0.4], omega)"), gyrostat({0.1, 0, 0.4})},
                 {formula_torque("0.05*cross(m, cross(m, omega))"), internal_dissipation(0.05)}};
    for (const auto& [text, built_in] : cases) {
      const Simulation s = run(b, text, 1e-12);
      EXPECT_EQ(s.engine, "series");
      EXPECT_LE(distance(s.states.at(0), run(b, built_in, 1e-12).states.at(0)), 3e-12);
      EXPECT_EQ(text.prepare(b).depends_on_momentum, built_in.prepare(b).depends_on_momentum);
    }
  }
  const Torque gradient = formula_torque("3*n^2*[(2.3 - 1.7)*c2*c3, (1 - 2.3)*c3*c1, (1.7 - 1)*c1*c2]",
                                         {{{"n", 0.6}}, {}, {{"c", {1, 0, 0}}}});
  EXPECT_LE(distance(run(body, gradient, 1e-12).states.at(0),
                     run(body, gravity_gradient_fixed(0.6, {1, 0, 0}), 1e-12).states.at(0)),
            3e-12);
}

// Sinusoids, PD control, a magnet in a turning field and B-dot, against functions written by hand.
TEST(FormulaText, AgreesWithFunctionsWrittenByHand) {
  using Function = std::function<Vector3d(const Eigen::Matrix3d&, const State&, const Vector3d&, double)>;
  const auto field = [](double t) { return Vector3d(std::cos(t), std::sin(t), 0.5); };
  const FormulaNames names{{{"k", 0.6}, {"d", 0.2}}, {{"mu", {0.1, 0, 0.4}}}, {}};
  const struct {
    Torque text;
    Function function;
  } cases[] = {
      {formula_torque({"0.2*sin(1.3*t)", "-0.1*sin(1.3*t) + 0.2*exp(-t)", "0.3*sin(1.3*t)"}, names),
       [](const auto&, const State&, const Vector3d&, double t) -> Vector3d {
         return std::sin(1.3 * t) * Vector3d(0.2, -0.1, 0.3) + std::exp(-t) * Vector3d(0, 0.2, 0);
       }},
      {formula_torque({"-k*qw*qx - d*omega1", "-k*qw*qy - d*omega2", "-k*qw*qz - d*omega3"}, names),
       [](const auto&, const State& s, const Vector3d& omega, double) -> Vector3d {
         return -0.6 * s.attitude.w() * Vector3d(s.attitude.x(), s.attitude.y(), s.attitude.z()) -
                0.2 * omega;
       }},
      {formula_torque("cross(mu, in_body([cos(t), sin(t), 0.5]))", names),
       [&](const auto& turn, const State&, const Vector3d&, double t) -> Vector3d {
         return Vector3d(0.1, 0, 0.4).cross(turn.transpose() * field(t));
       }},
      {potential_torque("-dot(mu, in_body([cos(t), sin(t), 0.5]))", names),
       [&](const auto& turn, const State&, const Vector3d&, double t) -> Vector3d {
         return Vector3d(0.1, 0, 0.4).cross(turn.transpose() * field(t));
       }},
      {formula_torque(
           "cross(-0.3*(in_body([-sin(t), cos(t), 0]) + cross(in_body([cos(t), sin(t), 0.5]), omega)), "
           "in_body([cos(t), sin(t), 0.5]))",
           names),
       [&](const auto& turn, const State&, const Vector3d& omega, double t) -> Vector3d {
         const Vector3d b = turn.transpose() * field(t);
         const Vector3d rate = turn.transpose() * Vector3d(-std::sin(t), std::cos(t), 0) + b.cross(omega);
         return (-0.3 * rate).cross(b);
       }},
      {formula_torque("-[tanh(omega1), atan(omega2), asin(qx/2)*acos(qy/3)] + pow(2 + qz, 1.5)*u",
                      {{}, {}, {{"u", {0, 0.1, 0.2}}}}),
       [](const auto& turn, const State& s, const Vector3d& w, double) -> Vector3d {
         return -Vector3d(std::tanh(w.x()), std::atan(w.y()),
                          std::asin(s.attitude.x() / 2) * std::acos(s.attitude.y() / 3)) +
                std::pow(2 + s.attitude.z(), 1.5) * (turn.transpose() * Vector3d(0, 0.1, 0.2));
       }}};
  for (const Inertia& b : {body, askew})
    for (const auto& [text, function] : cases) {
      const Torque by_hand = Torque::of_state("by hand", [&, f = function](const State& s, double t) {
        return f(Eigen::Quaterniond(s.attitude).toRotationMatrix(), s, b.angular_velocity(s.momentum), t);
      });
      const Simulation s = run(b, text, 1e-12);
      EXPECT_EQ(s.engine, "series");
      EXPECT_LE(distance(s.states.at(0), run(b, by_hand, 1e-12).states.at(0)), 3e-12);
    }
}

TEST(FormulaText, PotentialsHaveTheirTorqueAndEnergy) {
  const FormulaNames names{{{"k", 0.4}}, {}, {{"u", {0.3, -0.2, 0.9}}}};
  const Torque torque = potential_torque(
      "k*sin(u1*u2) + exp(u3)*qw^2 + u1/(u2^2 + 2) + log(3 + u1)*sqrt(2 + u2) - atan(u3) + (2 + u1)^1.5",
      names);
  for (const Inertia& b : {body, askew}) {
    const PreparedTorque p = torque.prepare(b);
    EXPECT_EQ(p.conserved_name, "energy");
    EXPECT_FALSE(p.depends_on_momentum);
    std::vector<torques::Instant<double>> instants;
    for (int i = 0; i < 50; ++i) {
      const Quat<double> q{std::sin(i), std::cos(2 * i), std::sin(3 * i + 1), std::cos(5 * i)};
      instants.push_back({{{}, (1 / norm(q)) * q}, 0.0});
    }
    EXPECT_LE(torques::compare_with_derivative<double>(p.potential, p.torque, instants).relative, 1e-12);
    EXPECT_EQ(run(b, torque, 1e-12).engine, "series");
  }
  EXPECT_EQ(potential_torque("t*qw").prepare(body).conserved_name, "");
}

TEST(FormulaText, WithCornersIsFollowedBySeries) {
  const Torque drag =
      formula_torque({"-0.01*abs(omega1)*omega1", "-0.02*abs(omega2)*omega2", "-0.03*abs(omega3)*omega3"});
  const Simulation s = run(body, drag, 1e-10);
  EXPECT_EQ(s.engine, "series");
  EXPECT_LE(distance(s.states.at(0), run(body, quadratic_drag({0.01, 0.02, 0.03}), 1e-10).states.at(0)),
            2e-11);
  EXPECT_EQ(run(body, formula_torque({"abs(-2)*t", "0", "max(1, 2)"}), 1e-10).engine, "series");
}

// At zeros of what a power or a quotient is made of.
TEST(FormulaText, WholePowersAreProducts) {
  const State rest{Eigen::Quaterniond::Identity(), {0, 0, 1}};
  const Simulation s =
      simulate(Inertia::from_moments(1, 1.7, 2.3), rest,
               formula_torque({"0.1*cos(t)", "qx^4 + m1^5 + qx^2", "0"}), std::vector<double>{4}, 1e-10);
  EXPECT_EQ(s.engine, "series");
  EXPECT_EQ(s.states.size(), 1u);
}

struct Refused {
  const char* formula;
  const char* told;
};

TEST(FormulaText, RefusalsSayWhereWhatAndWhy) {
  const FormulaNames names{{{"gain", 3}}, {{"mu", {1, 2, 3}}}, {{"u", {0, 0, 1}}}};
  const Refused cases[] = {
      {"", "formula 1, column 1: found the end, expected a number, a name, \"(\" or \"[\""},
      {"1 +", "formula 1, column 4: found the end, expected a number, a name, \"(\" or \"[\""},
      {"1 + * 2", "formula 1, column 5: found \"*\", expected a number, a name, \"(\" or \"[\""},
      {"2 omega1", "formula 1, column 3: found \"omega1\", expected an operator, + - * / or ^, or the end"},
      {"0,5*t", "formula 1, column 2: found \",\", expected an operator, + - * / or ^, or the end"},
      {"2 ** t", "formula 1, column 3: found \"**\", expected ^ for a power"},
      {"(1 + t",
       "formula 1, column 7: found the end, expected an operator, or \")\" to close the one at column 1"},
      {"1 + t)", "formula 1, column 6: found \")\", expected an operator, + - * / or ^, or the end"},
      {"-gain*omga1",
       "formula 1, column 7: found \"omga1\", expected one of t, pi, qw, qx, qy, qz, m, omega, M, Omega, "
       "gain, mu, u, or the name of a given constant; did you mean omega1?"},
      {"-gian*t",
       "formula 1, column 2: found \"gian\", expected one of t, pi, qw, qx, qy, qz, m, omega, M, Omega, "
       "gain, mu, u, or the name of a given constant; did you mean gain?"},
      {"sine(t)",
       "formula 1, column 1: found \"sine\", expected a function, one of sin, cos, tan, asin, acos, atan, "
       "atan2, sinh, cosh, tanh, exp, log, sqrt, pow, hypot, abs, sign, min, max, clip, where, dot, cross, "
       "length, in_body, in_space; did you mean sin?"},
      {"2*sin t", "formula 1, column 3: found sin without parentheses, expected sin(...)"},
      {"t(2)", "formula 1, column 1: found \"t(\", expected an operator after t, such as *"},
      {"sin(t, 2)", "formula 1, column 6: found \",\", expected \")\": sin has 1 argument"},
      {"pow(t)", "formula 1, column 6: found \")\", expected \",\": pow has 2 arguments"},
      {"sin()", "formula 1, column 5: found \")\", expected a number, a name, \"(\" or \"[\""},
      {"sin(m)", "formula 1, column 5: found a vector, expected a number for sin"},
      {"dot(m, 2)", "formula 1, column 8: found a number, expected a vector for dot"},
      {"m*omega", "formula 1, column 2: found a vector * a vector, expected dot(a, b) or cross(a, b)"},
      {"1/m", "formula 1, column 2: found a division by a vector, expected a division by a number"},
      {"m + 1", "formula 1, column 3: found a vector + a number, expected two numbers or two vectors"},
      {"m^2",
       "formula 1, column 2: found a power of a vector, expected numbers; dot(a, a) is the square of a "
       "length"},
      {"dot([1, 2], m)", "formula 1, column 10: found \"]\", expected \",\": a vector is [x, y, z]"},
      {"dot([1, 2, 3, 4], m)", "formula 1, column 13: found \",\", expected \"]\": a vector is [x, y, z]"},
      {"dot([m, 2, 3], m)", "formula 1, column 6: found a vector, expected a number: a vector is [x, y, z]"},
      {"cross(mu, u)1", "formula 1, column 13: found \"1\", expected an operator, + - * / or ^, or the end"},
      {"m", "formula 1, column 1: found a vector, expected a number, one component of the torque"},
      {"t/0", "formula 1, column 2: found a division by 0, expected a nonzero divisor"},
      {"1 + 1/(gain - 3)", "formula 1, column 6: found a division by 0, expected a nonzero divisor"},
      {"(-2)^t", "formula 1, column 5: found -2 to a varying power, expected a positive base"},
      {"sqrt(-2)",
       "formula 1, column 1: found constants whose result is not finite, expected a finite number"},
      {"log(0)*t",
       "formula 1, column 1: found constants whose result is not finite, expected a finite number"},
      {"1e999", "formula 1, column 1: found a number out of the range of double, expected a finite number"},
      {"t^2000",
       "formula 1, column 2: found the exponent 2000, expected an integer exponent of at most 1000"},
      {"t = 2", "formula 1, column 3: found \"=\", expected an operator, + - * / or ^, or the end"},
      {"2·t", "formula 1, column 2: found \"·\", expected an operator, + - * / or ^, or the end"},
      {"µ·t", "formula 1, column 1: found \"µ\", expected a number, a name, \"(\" or \"[\""},
      {"t +\n  x", "formula 1, line 2, column 3: found \"x\", ..."},
      {"$", "formula 1, column 1: found \"$\", expected a number, a name, \"(\" or \"[\""}};
  for (const auto& [formula, told] : cases) {
    const std::string text = formula;
    const std::string found = test::refusal([&] { formula_torque({text, "0", "0"}, names); });
    const std::string expected = told;
    if (expected.ends_with("..."))
      EXPECT_EQ(found.substr(0, expected.size() - 3), expected.substr(0, expected.size() - 3)) << found;
    else
      EXPECT_EQ(found, expected);
  }
  EXPECT_EQ(test::refusal([&] { formula_torque("2*t"); }),
            "formula, column 1: found a number, expected a vector: [x, y, z], or three formulas for its "
            "components");
  EXPECT_EQ(
      test::refusal([&] { potential_torque("qw + omega_1"); }),
      "formula, column 6: found \"omega_1\", expected a potential that depends on attitude and time only");
  EXPECT_EQ(test::refusal([&] { potential_torque("u", names); }),
            "formula, column 1: found a vector, expected a number");
  try {
    formula_torque({"1", "2", "t +\n )"});
  } catch (const InvalidFormula& error) {
    EXPECT_EQ(error.which(), 3);
    EXPECT_EQ(error.line(), 2u);
    EXPECT_EQ(error.column(), 2u);
  }
}

TEST(FormulaText, NamesAreChecked) {
  const auto told = [](const FormulaNames& names) {
    return test::refusal([&] { formula_torque({"0", "0", "0"}, names); });
  };
  const std::string prefix = "name in a formula: found ";
  for (const char* name : {"", "2k", "k-1", "a b", "µ"})
    EXPECT_EQ(told({{{name, 1}}, {}, {}}),
              prefix + "\"" + name + "\", expected letters, digits and _, starting with a letter");
  for (const char* name : {"t", "pi", "qw", "q_w", "m", "m1", "m_1", "Omega", "sin", "in_body"})
    EXPECT_TRUE(test::contains(told({{{name, 1}}, {}, {}}), "is already defined")) << name;
  EXPECT_TRUE(test::contains(told({{{"u", 1}}, {{"u", {1, 2, 3}}}, {}}), "u is already defined"));
  EXPECT_TRUE(test::contains(told({{{"u2", 1}}, {{"u", {1, 2, 3}}}, {}}), "u2 is already defined"));
  EXPECT_TRUE(test::contains(told({{}, {{"u", {1, 2, 3}}}, {{"u", {1, 2, 3}}}}), "u is already defined"));
  EXPECT_TRUE(
      test::contains(told({{{"k", std::numeric_limits<double>::infinity()}}, {}, {}}), "a finite number"));
}

// Nothing that is written makes it crash or take long.
TEST(FormulaText, LimitsAreKept) {
  const auto told = [](const std::string& formula) {
    return test::refusal([&] { formula_torque({formula, "0", "0"}); });
  };
  const auto repeated = [](const std::string& what, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += what;
    return text;
  };
  for (const char* open : {"(", "-", "sin(", "[", "2^", "+-", "dot([", "t*("})
    EXPECT_TRUE(test::contains(told(repeated(open, 700)), "nested more than 100 deep")) << open;
  EXPECT_TRUE(test::contains(told(repeated("1+", 3000)), "more than 4000 characters"));
  std::string powers = "1";
  for (int k = 999; k > 700; --k) powers += "+(t+" + std::to_string(k) + ")^999";
  EXPECT_TRUE(test::contains(told(powers), "more than 2000 operations"));
  EXPECT_EQ(value(repeated("(", 90) + "t" + repeated(")", 90)), time);
  EXPECT_EQ(value(repeated("t+", 1900) + "t"), 1901 * time);
}

}  // namespace
}  // namespace formula_text_test
}  // namespace polhode
