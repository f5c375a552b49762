// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <polhode/series/symbol.hpp>
#include <polhode/torque/direction.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/kepler.hpp"
#include "series/program.hpp"
#include "series/stepper.hpp"
#include "series/targets.hpp"
#include "torque/gravity_gradient.hpp"
#include "torque/heavy_top.hpp"
#include "torque/on_symbols.hpp"
#include "torque/orbit.hpp"
#include "torque/vessel_restoring.hpp"

namespace polhode {
namespace series_test {
namespace {

using kernel::Phase;
using series::Maker;
using series::Recorded;
using series::Symbol;

constexpr double eps = std::numeric_limits<double>::epsilon();

template <class Torque>
Recorded record(const Torque& torque) {
  Recorded r;
  const auto at = [&](int row) { return Symbol(r.tape, row); };
  const Phase<Symbol> p{{at(4), at(5), at(6)}, {at(0), at(1), at(2), at(3)}};
  const Vec3<Symbol> t = torque(p, at(series::row::time));
  r.torque[0] = t.x.form();
  r.torque[1] = t.y.form();
  r.torque[2] = t.z.form();
  return r;
}

std::shared_ptr<series::Program> program(const Recorded& r, const Vec3<double>& moments, int order) {
  const torques::InverseInertia<double> inertia(moments);
  return std::make_shared<series::Program>(r, inertia.inverse(), inertia.gap(), 1.0, order);
}

const Vec3<double> moments{1, 1.7, 2.3};

TEST(SeriesTape, ConstantsAreFoldedAndProductsShared) {
  series::Tape tape;
  const Symbol x(tape, 4), y(tape, 5);
  EXPECT_TRUE((Symbol(2) * Symbol(3) + sqrt(Symbol(4))).is_constant());
  EXPECT_EQ((Symbol(2) * Symbol(3) + sqrt(Symbol(4))).form().constant, 8);
  EXPECT_EQ(tape.all().size(), 0u);
  const Symbol a = (Symbol(2) * x) * y, b = y * (Symbol(-8) * x);
  EXPECT_EQ(tape.all().size(), 1u);  // one product, with two factors
  EXPECT_EQ((Symbol(4) * a + b).form().terms.size(), 0u);
  const Symbol c = (x + Symbol(2) * y) * y, d = (Symbol(3) * x + Symbol(6) * y) * y;
  EXPECT_EQ(tape.all().size(), 2u);
  EXPECT_TRUE((Symbol(3) * c - d).is_constant());
  EXPECT_EQ(sin(x).form(), sin(x).form());
  EXPECT_EQ(tape.all().size(), 4u);  // the cosine comes with the sine
  cos(x);
  EXPECT_EQ(tape.all().size(), 4u);
}

/// Of a long tape rows are looked up, not compared one by one.
TEST(SeriesTape, RowsOfALongTapeAreSharedToo) {
  series::Tape tape;
  const series::Symbol time(tape, series::row::time), m(tape, series::row::momentum);
  std::vector<series::Form> first;
  for (const bool is_again : {false, true}) {
    for (int k = 0; k < 200; ++k) {
      const series::Symbol product = (time + series::Symbol(k + 1)) * (m - series::Symbol(3 * k));
      const series::Form forms[]{product.form(), sin(product).form(), cos(product).form()};
      for (const series::Form& form : forms) {
        if (!is_again) first.push_back(form);
        EXPECT_TRUE(form == first[static_cast<std::size_t>(3 * k + (&form - forms))]) << k;
      }
    }
    EXPECT_EQ(tape.all().size(), 600U);
  }
}

TEST(SeriesTape, TorquesShareTheProductsOfTheAttitude) {
  const torques::HeavyTop<double> top({0.1, 0.2, 0.3}, {0.3, -0.2, 0.5}, moments);
  const torques::VesselRestoring<double> vessel({1, 9.81, 2, 0.5, {1, 0, 0}, {0, 1, 0}, moments});
  const auto one = program(record(torques::on_symbols(top)), moments, 8);
  EXPECT_LE(one->products(), 9u);
  const auto both = program(record([&](const Phase<Symbol>& p, const Symbol& t) {
                              return torques::on_symbols(top)(p, t) + torques::on_symbols(vessel)(p, t);
                            }),
                            moments, 8);
  EXPECT_EQ(both->products(), one->products() + 3);
  // Upright: four of the ten.
  EXPECT_EQ(program(record(torques::on_symbols(torques::HeavyTop<double>({0, 0, 1}, {0, 0, 1}, moments))),
                    moments, 8)
                ->products(),
            4u);
}

TEST(SeriesTape, ALengthOfOneIsNotDividedBy) {
  const Recorded r = record([](const Phase<Symbol>& p, const Symbol&) {
    return torques::in_body(p.q, Vec3<Symbol>{Symbol(1), Symbol(2), Symbol(3)});
  });
  for (const series::Row& row : r.tape.all()) EXPECT_EQ(row.maker, Maker::product);
}

TEST(SeriesTape, AChoiceByWhatChangesFails) {
  series::Tape tape;
  const Symbol x(tape, 4);
  EXPECT_TRUE(Symbol(1) < Symbol(2));
  EXPECT_FALSE(tape.has_failed());
  (void)(x < Symbol(0));
  EXPECT_TRUE(tape.has_failed());
}

/// The momentum about x that a torque f(t) gives from t0 to t1, by one expansion about t0.
double given(const std::function<Symbol(const Symbol&)>& f, double t0, double t1) {
  const Recorded r = record([&](const Phase<Symbol>&, const Symbol& t) { return Vec3<Symbol>{f(t), 0, 0}; });
  series::Stepper s(program(r, {1, 1, 1}, 30), {30, 1e-300, 1e-30, true}, t1 > t0 ? 1 : -1, 0.25);
  s.begin({{0, 0, 0}, {1, 0, 0, 0}}, t0);
  EXPECT_TRUE(s.expand(t1));
  return s.at(t1).m.x;
}

// Each recurrence against the integral of its function.
TEST(SeriesFunctions, CoefficientsAreThoseOfTheFunctions) {
  struct Case {
    std::string name;
    std::function<Symbol(const Symbol&)> symbol;
    std::function<double(double)> function;
  };
  const double e = 0.6;
  const std::vector<Case> cases{
      {"quotient", [](const Symbol& t) { return (t + Symbol(1)) / (t * t + Symbol(2)); },
       [](double t) { return (t + 1) / (t * t + 2); }},
      {"root", [](const Symbol& t) { return sqrt(t * t + Symbol(1)); },
       [](double t) { return std::sqrt(t * t + 1); }},
      {"exponent", [](const Symbol& t) { return exp(sin(t)); },
       [](double t) { return std::exp(std::sin(t)); }},
      {"logarithm", [](const Symbol& t) { return log(t * t + Symbol(3)); },
       [](double t) { return std::log(t * t + 3); }},
      {"power", [](const Symbol& t) { return pow(t * t + Symbol(1), Symbol(-1.5)); },
       [](double t) { return std::pow(t * t + 1, -1.5); }},
      {"sine of a line", [](const Symbol& t) { return sin(Symbol(3) * t + Symbol(1)); },
       [](double t) { return std::sin(3 * t + 1); }},
      {"cosine", [](const Symbol& t) { return cos(t * t); }, [](double t) { return std::cos(t * t); }},
      {"tangent", [](const Symbol& t) { return tan(Symbol(0.5) * t); },
       [](double t) { return std::tan(t / 2); }},
      {"arctangent", [](const Symbol& t) { return atan(Symbol(2) * t); },
       [](double t) { return std::atan(2 * t); }},
      {"hyperbolic tangent", [](const Symbol& t) { return tanh(t); }, [](double t) { return std::tanh(t); }},
      {"anomaly",
       [=](const Symbol& t) {
         return Symbol::kepler_anomaly(remainder(Symbol(0.7) * t, Symbol(6.5)), Symbol(e));
       },
       [=](double t) { return eccentric_anomaly(0.7 * t, e); }},
      {"sum of products", [](const Symbol& t) { return (t * t * t - Symbol(2) * t) * exp(-t) + Symbol(0.5); },
       [](double t) { return (t * t * t - 2 * t) * std::exp(-t) + 0.5; }}};
  for (const Case& c : cases)
    for (const auto& [from, to] : {std::pair{0.3, 0.5}, {0.3, 0.1}, {-0.4, -0.2}}) {
      const double expected = boost::math::quadrature::gauss<double, 30>::integrate(c.function, from, to);
      EXPECT_NEAR(given(c.symbol, from, to), expected, 16 * eps)
          << c.name << " from " << from << " to " << to;
    }
}

/// All coefficients of a motion by the functions of one set of instructions.
std::vector<double> coefficients(const series::Functions& functions, bool careful) {
  const torques::GravityGradient<double, torques::CircularOrbit<double>> torque(
      0.3, moments, torques::CircularOrbit<double>(0.5));
  const auto p = program(record(torques::on_symbols(torque)), moments, 21);
  series::View& v = p->view();
  const std::array<double, 7> start{0.5, 0.5, -0.1, 0.7, 0.4, 1.1, -0.7};
  std::copy(start.begin(), start.end(), v.rows);
  v.unit = 0.5;
  functions.coefficients(v, 0.3, careful);
  std::vector<double> all;
  for (int k = 0; k <= 21; ++k)
    for (int r = 0; r < 7; ++r) all.push_back(v.rows[k * v.row_count + r]);
  return all;
}

TEST(SeriesFunctions, EveryMachineGivesTheSameCoefficientsButForRounding) {
  for (const bool careful : {false, true}) {
    const std::vector<double> plain = coefficients(series::sse2_functions(), careful),
                              best = coefficients(series::functions(), careful);
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(best[i], plain[i], 32 * eps);
    for (const double x : plain) EXPECT_TRUE(std::isfinite(x));
  }
}

// A free sphere turns evenly: q is a cosine and a sine.
TEST(SeriesStepper, ASphereTurnsEvenly) {
  const auto none = [](const Phase<Symbol>&, const Symbol&) { return Vec3<Symbol>{}; };
  series::Stepper s(program(record(none), {2, 2, 2}, 24), {24, 1e-300, 1e-17, true}, 1, 1);
  s.begin({{0, 0, 3}, {1, 0, 0, 0}}, 0);
  while (s.instant().time < 100) {
    ASSERT_TRUE(s.expand(100));
    const double middle = (s.instant().time + s.end()) / 2;
    EXPECT_NEAR(s.at(middle).q.w, std::cos(0.75 * middle), 24 * eps);
    s.advance();
  }
  EXPECT_NEAR(s.instant().phase.q.z, std::sin(75), 40 * eps);
  EXPECT_EQ(s.instant().phase.m.z, 3);
}

}  // namespace
}  // namespace series_test
}  // namespace polhode
