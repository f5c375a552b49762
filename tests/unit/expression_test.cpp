// SPDX-License-Identifier: MIT
// Formulas as data: every function in numbers, texts, generic functions, derivatives and power series; what is recorded.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <polhode/core/dual.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/expression.hpp>
#include <polhode/torque/formula.hpp>
#include <polhode/torque/formula_text.hpp>
#include <string>
#include <vector>

#include "support/refusal.hpp"
#include "support/some_motion.hpp"
#include "support/state_distance.hpp"

namespace polhode {
namespace expression_test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
using test::some_motion::askew;
using test::some_motion::body;
using test::some_motion::start;

/// Every function of the table, of arguments within its domain that change with time, and its value.
struct Case {
  const char* text;
  double (*value)(double t);
};
const std::map<std::string, Case> cases{
    {"sin", {"sin(t)", [](double t) { return std::sin(t); }}},
    {"cos", {"cos(t)", [](double t) { return std::cos(t); }}},
    {"tan", {"tan(t/4)", [](double t) { return std::tan(t / 4); }}},
    {"asin", {"asin(t/5)", [](double t) { return std::asin(t / 5); }}},
    {"acos", {"acos(t/5)", [](double t) { return std::acos(t / 5); }}},
    {"atan", {"atan(t)", [](double t) { return std::atan(t); }}},
    {"atan2",
     {"atan2(sin(2*t), cos(2*t))", [](double t) { return std::atan2(std::sin(2 * t), std::cos(2 * t)); }}},
    {"sinh", {"sinh(t - 1)", [](double t) { return std::sinh(t - 1); }}},
    {"cosh", {"cosh(t - 1)", [](double t) { return std::cosh(t - 1); }}},
    {"tanh", {"tanh(t - 1)", [](double t) { return std::tanh(t - 1); }}},
    {"exp", {"exp(t)", [](double t) { return std::exp(t); }}},
    {"log", {"log(1 + t)", [](double t) { return std::log(1 + t); }}},
    {"sqrt", {"sqrt(1 + t)", [](double t) { return std::sqrt(1 + t); }}},
    {"pow", {"pow(1 + t, 1.7)", [](double t) { return std::pow(1 + t, 1.7); }}},
    {"hypot", {"hypot(t - 1, t + 1)", [](double t) { return std::hypot(t - 1, t + 1); }}},
    {"abs", {"abs(t - 1)", [](double t) { return std::abs(t - 1); }}},
    {"sign", {"sign(t - 1)", [](double t) { return t < 1   ? -1.0
                                                   : t > 1 ? 1.0
                                                           : 0.0; }}},
    {"min", {"min(t, 2 - t)", [](double t) { return std::min(t, 2 - t); }}},
    {"max", {"max(t, 2 - t)", [](double t) { return std::max(t, 2 - t); }}},
    {"clip", {"clip(t, 0.5, 1.5)", [](double t) { return std::clamp(t, 0.5, 1.5); }}},
    {"where", {"where(t - 1, t, 3)", [](double t) { return t >= 1 ? t : 3; }}}};

/// The integral from 0 to 2, whose corners are multiples of a quarter or pi / 2: Gauss's rule in pieces.
double integral(double (*f)(double)) {
  constexpr double nodes[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                              0.9739065285171717},
                   weights[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                0.1494513491505806, 0.0666713443086881};
  double sum = 0;
  for (const auto& [from, to] : {std::pair{0.0, 0.5},
                                 {0.5, 1.0},
                                 {1.0, 1.5},
                                 {1.5, std::numbers::pi / 2},
                                 {std::numbers::pi / 2, 2.0}})
    for (int k = 0; k < 5; ++k)
      for (const double side : {-1, 1})
        sum += weights[k] * (to - from) / 2 * f((from + to) / 2 + side * nodes[k] * (to - from) / 2);
  return sum;
}

TEST(FormulaFunctions, AllAreTested) {
  for (const FormulaFunction& f : formula_functions()) EXPECT_TRUE(cases.contains(f.name)) << f.name;
}

TEST(FormulaFunctions, HaveTheirValues) {
  for (const auto& [name, c] : cases) {
    const PreparedTorque torque = formula_torque({c.text, "0", "0"}).prepare(body);
    for (const double t : {0.1, 0.6, 1.0, 1.3, 1.9})
      EXPECT_NEAR(torque.torque({{0, 0, 1}, {1, 0, 0, 0}}, t).x, c.value(t),
                  4 * eps * (1 + std::abs(c.value(t))))
          << name << t;
  }
}

TEST(FormulaFunctions, AreFollowedByPowerSeries) {
  const Inertia ball = Inertia::from_moments(1, 1, 1);
  for (const auto& [name, c] : cases)
    for (const double tolerance : {1e-6, 1e-11}) {
      const Simulation s = simulate(ball, {Attitude::Identity(), {1, 0, 0}},
                                    formula_torque({c.text, "0", "0"}), std::vector<double>{2}, tolerance);
      EXPECT_EQ(s.engine, "series") << name;
      ASSERT_EQ(s.states.size(), 1u) << name;
      const double expected = 1 + integral(c.value);
      EXPECT_NEAR(s.states[0].momentum.x() / expected, 1, tolerance) << name;
    }
}

TEST(FormulaFunctions, HaveDerivatives) {
  using Number = Dual<double, 1>;
  for (const FormulaFunction& f : formula_functions()) {
    const FormulaState<Expression> s = Expression::state();
    const Expression arguments[] = {0.2 + 0.3 * s.time, 0.9 - 0.2 * s.time, 0.7 + s.time};
    const Expression exponent[] = {arguments[0], 1.7};
    const Formula formula(s, f.of(f.name == std::string("pow") ? exponent : arguments));
    const auto at = [&](double t) {
      FormulaState<double> state{};
      state.time = t;
      return formula.number(state);
    };
    FormulaState<Number> state{};
    state.time = Number(0.4, {1});
    const Number found = formula.number(state);
    constexpr double h = 1e-3;
    const double slope = (8 * (at(0.4 + h) - at(0.4 - h)) - (at(0.4 + 2 * h) - at(0.4 - 2 * h))) / (12 * h);
    EXPECT_EQ(found.value, at(0.4)) << f.name;
    EXPECT_NEAR(found.slope[0], slope, 1e-10) << f.name;
  }
}

/// Of the functions of formulas, in C++.
template <class S>
auto of(const S& s, const std::string& name, const typename S::Number& x, const typename S::Number& y,
        const typename S::Number& z) {
  using std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::hypot, std::log,
      std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  const std::map<std::string, typename S::Number> values{
      {"sin", sin(x)},        {"cos", cos(x)},           {"tan", tan(x)},
      {"asin", asin(x)},      {"acos", acos(x)},         {"atan", atan(x)},
      {"atan2", atan2(x, y)}, {"sinh", sinh(x)},         {"cosh", cosh(x)},
      {"tanh", tanh(x)},      {"exp", exp(x)},           {"log", log(x)},
      {"sqrt", sqrt(x)},      {"pow", pow(x, y)},        {"hypot", hypot(x, y)},
      {"abs", s.abs(x)},      {"sign", s.sign(x)},       {"min", s.min(x, y)},
      {"max", s.max(x, y)},   {"clip", s.clip(x, y, z)}, {"where", s.where(x, y, z)}};
  return values.at(name);
}

TEST(FormulaFunctions, AreTheSameInFunctions) {
  FormulaState<double> state{};
  state.attitude.x = 0.4;
  for (const FormulaFunction& f : formula_functions()) {
    const FormulaState<Expression> s = Expression::state();
    const Expression arguments[] = {s.attitude.x, 0.3, 0.7};
    const Formula by_table(s, f.of(arguments)),
        by_name(s, of(s, f.name, arguments[0], arguments[1], arguments[2]));
    EXPECT_EQ(by_table.nodes(), by_name.nodes()) << f.name;
    EXPECT_EQ(by_table.number(state), of(state, f.name, 0.4, 0.3, 0.7)) << f.name;
  }
}

/// A generic function with every function that has a name of its own in C++.
const auto many = [](const auto& s) {
  using std::acos, std::asin, std::atan2, std::cosh, std::hypot, std::sinh;
  const auto& w = s.angular_velocity;
  return decltype(s.momentum){
      asin(s.attitude.x / s.number(2)) - acos(s.attitude.y / s.number(3)),
      s.number(0.1) * atan2(w.x, w.y) + s.number(0.1) * hypot(w.y, w.z),
      s.number(0.1) * (sinh(w.z) - cosh(w.x)) * s.clip(w.x, s.number(-1), s.number(0.5))};
};

TEST(Formula, TextsAndFunctionsAreOneFormula) {
  const Torque function = formula_torque("many", many);
  const Torque text =
      formula_torque({"asin(qx/2) - acos(qy/3)", "0.1*atan2(omega1, omega2) + 0.1*hypot(omega2, omega3)",
                      "0.1*(sinh(omega3) - cosh(omega1))*clip(omega1, -1, 0.5)"});
  const Formula recorded = torques::recorded(many);
  const Torque data = formula_torque("data", Formula(recorded.nodes(), recorded.results()));
  for (const Inertia& b : {body, askew}) {
    const State expected = simulate(b, start, function, std::vector<double>{4}, 1e-11).states.at(0);
    for (const auto& [torque, bar] : {std::pair{text, 4 * eps}, {data, 0.0}}) {
      const Simulation s = simulate(b, start, torque, std::vector<double>{4}, 1e-11);
      EXPECT_EQ(s.engine, "series");
      EXPECT_LE(test::distance(s.states.at(0), expected), bar);
    }
    const Torque called = Torque::of_state("called", [&](const State& s, double t) -> Eigen::Vector3d {
      const Eigen::Vector3d w = b.angular_velocity(s.momentum);
      const Vec3<double> v =
          many(FormulaState<double>{{s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()},
                                    {s.momentum.x(), s.momentum.y(), s.momentum.z()},
                                    {w.x(), w.y(), w.z()},
                                    t});
      return {v.x, v.y, v.z};
    });
    EXPECT_LE(
        test::distance(simulate(b, start, called, std::vector<double>{4}, 1e-10).states.at(0), expected),
        1e-8);
  }
}

TEST(Formula, RecordsWhatIsNeededOnce) {
  const FormulaState<Expression> s = Expression::state();
  const Expression x = s.momentum.x + 0, unused = exp(s.time);
  const Formula f(s, Vec3<Expression>{x * s.time + 0 * unused, x * s.time * 1, Expression(2) * 3});
  ASSERT_EQ(f.nodes().size(), 4u);  // two inputs, their product and 6
  EXPECT_EQ(f.results()[0], f.results()[1]);
  EXPECT_TRUE(f.depends_on_time() && f.depends_on_momentum());
  FormulaState<double> state{};
  state.momentum.x = 5;
  state.time = 7;
  EXPECT_EQ(f.values(state), (std::vector<double>{35, 35, 6}));
  EXPECT_EQ(s.time.recorded(), unused.recorded());
}

TEST(Formula, RootsOfSquaresAreFound) {
  const FormulaState<Expression> s = Expression::state();
  const Expression x = s.angular_velocity.x, y = s.angular_velocity.y;
  for (const Expression& e : {sqrt(x * x), sqrt(2 * (x * x) / 3), pow(x * x, 1.5), sqrt(pow(x, 6))})
    EXPECT_TRUE(Formula(s, e).has_root_of_square());
  for (const Expression& e : {sqrt(x * x + y * y), sqrt(x), hypot(x, y), hypot(x, 0), sqrt(x * x * y)})
    EXPECT_FALSE(Formula(s, e).has_root_of_square());
}

TEST(Formula, PartsThatAreNotChosenMayNotBeFinite) {
  const FormulaState<Expression> s = Expression::state();
  const Formula guarded(s, s.where(s.time - 1e-9, sin(s.time) / s.time, 1));
  FormulaState<double> state{};
  EXPECT_EQ(guarded.number(state), 1);
  EXPECT_FALSE(guarded.is_finite(state));
  state.time = 1;
  EXPECT_TRUE(guarded.is_finite(state));
}

TEST(Formula, RefusesOtherOperations) {
  const FormulaNode time{Operation::input, 10};
  EXPECT_TRUE(test::contains(test::refusal([&] { Formula({time, {Operation::sine, 1}}, {0}); }), "index 1"));
  EXPECT_TRUE(test::contains(test::refusal([&] { Formula({time}, {1}); }), "index 1"));
  EXPECT_TRUE(test::contains(test::refusal([&] { Formula({{Operation::input, 11}}, {0}); }), "index 11"));
  EXPECT_TRUE(test::contains(test::refusal([&] { Expression::state().time + Expression::state().time; }),
                             "two recordings"));
  EXPECT_EQ(operation_named("sine") ? *operation_named("sine") : Operation::number, Operation::sine);
  EXPECT_EQ(operation_named("nothing"), nullptr);
}

TEST(Recordability, SaysWhyNot) {
  EXPECT_TRUE(Torque().recordability(body).is_formula);
  EXPECT_TRUE(
      (heavy_top({0, 0, 1}, {0, 0, 1}) + formula_torque("many", many)).recordability(askew).is_formula);
  EXPECT_TRUE(tabulated_torque({0, 1}, {{0, 0, 0}, {0, 0, 1}}, TorqueFrame::body, Beyond::zero)
                  .recordability(body)
                  .is_formula);
  const Torque choosing = formula_torque("choosing", [](const auto& s) {
    return s.time < s.number(1) ? s.vector(0.1, 0, 0) : s.vector(0, 0, 0);
  });
  const Torque own = Torque::of_attitude("own", [](const Eigen::Quaterniond&, double) -> Eigen::Vector3d {
    return {0.1, 0, 0};
  });
  EXPECT_EQ(choosing.recordability(body).why_not, "it branches on a value that varies with the state");
  EXPECT_EQ(own.recordability(body).why_not,
            "it is a function of numbers; formula_torque() records generic ones");
  EXPECT_EQ((own + linear_damping(Eigen::Matrix3d::Identity()) + choosing).recordability(body).why_not,
            own.recordability(body).why_not + "; " + choosing.recordability(body).why_not);
  EXPECT_EQ(heavy_top({0, 0, 1e200}, {0, 0, 1e200}).recordability(body).why_not,
            "products of its parameters overflow");
}

TEST(Angles, JumpIsLocated) {
  // The integral of t less whole turns, with jumps at pi and 3 pi.
  const Inertia ball = Inertia::from_moments(1, 1, 1);
  const Simulation s =
      simulate(ball, {Attitude::Identity(), {1, 0, 0}}, formula_torque({"atan2(sin(t), cos(t))", "0", "0"}),
               std::vector<double>{10}, 1e-11);
  const double left = 10 - 4 * std::numbers::pi;
  EXPECT_NEAR(s.states.at(0).momentum.x(), 1 + left * left / 2, 1e-10);
  EXPECT_EQ(formula_torque({"atan2(0*t, -1)", "0", "0"}).prepare(ball).torque({{0, 0, 1}, {1, 0, 0, 0}}, 0).x,
            std::numbers::pi);
}

}  // namespace
}  // namespace expression_test
}  // namespace polhode
