// SPDX-License-Identifier: MIT
// The series of the short step, and the turn by series or sine and cosine, against fifty digits.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/kernel/exact_series.hpp>
#include <polhode/kernel/exact_short.hpp>
#include <random>
#include <string>
#include <support/wide.hpp>
#include <support/worst.hpp>
#include <utility>

namespace exact_series_test {
namespace {

using namespace polhode;
using namespace polhode::kernel;
using test::Wide;
using test::Worst;

/// s and Q of the half step tau by power series in tau, from s' = c d, c' = -U s d, d' = -V s c and
/// Q' (1 + W s^2) = W s^2 alone. What is left out is below 1e-35 where max(U, V, W) tau^2 <= 1/64.
struct Functions {
  Wide s, cm, dm, q;

  Functions(const Wide& U, const Wide& V, const Wide& W, const Wide& tau) {
    constexpr std::size_t terms = 46;
    std::array<Wide, terms> a, c, d, square, rate;
    const auto product = [](const auto& x, const auto& y, std::size_t n) {
      Wide sum = 0;
      for (std::size_t i = 0; i <= n; ++i) sum += x[i] * y[n - i];
      return sum;
    };
    a[0] = 0;
    c[0] = d[0] = 1;
    Wide power = 1;
    s = cm = dm = q = 0;
    for (std::size_t n = 0; n + 1 < terms; ++n) {
      square[n] = product(a, a, n);
      Wide fed_back = 0;
      for (std::size_t i = 1; i <= n; ++i) fed_back += square[i] * rate[n - i];
      rate[n] = W * (square[n] - fed_back);
      const Wide next = Wide(n + 1);
      a[n + 1] = product(c, d, n) / next;
      c[n + 1] = -U * product(a, d, n) / next;
      d[n + 1] = -V * product(a, c, n) / next;
      power *= tau;
      s += a[n + 1] * power;
      cm -= c[n + 1] * power;
      dm -= d[n + 1] * power;
      q += rate[n] / next * power;
    }
  }
};

template <class T>
double in_eps(const T& found, const Wide& exact) {
  if (exact == 0) return found == T(0) ? 0 : std::numeric_limits<double>::infinity();
  return static_cast<double>(abs(Wide(found) / exact - 1) / Wide(std::numeric_limits<T>::epsilon()));
}

template <class T, int N>
struct Series {
  using Number = T;
  static constexpr int terms = N;
};

template <class S>
class ExactSeries : public testing::Test {};
using Kinds = testing::Types<Series<double, 4>, Series<double, 6>, Series<double, 8>, Series<long double, 4>,
                             Series<long double, 6>, Series<long double, 8>>;
TYPED_TEST_SUITE(ExactSeries, Kinds);

/// An orbit of which only U, V, W matter.
template <class T>
Orbit<T> orbit(T U, T V, T W) {
  Orbit<T> o{};
  o.gg = 1;
  o.U = U;
  o.V = V;
  o.W = W;
  return o;
}

/// U, V, W of [0, 1], one of them 1, some 0 or equal.
template <class T>
Orbit<T> random_orbit(std::mt19937_64& random) {
  std::uniform_real_distribution<T> number(0, 1);
  std::array<T, 3> x{number(random), number(random), number(random)};
  switch (random() % 5) {
    case 0:
      x[random() % 3] = 0;
      break;
    case 1:
      x[0] = x[1];
      break;
    case 2:
      x[random() % 3] *= T(1e-12L);
      break;
    default:
      break;
  }
  x[random() % 3] = 1;
  return orbit(x[0], x[1], x[2]);
}

TYPED_TEST(ExactSeries, HoldTheirDigitsUpToTheBound) {
  using T = typename TypeParam::Number;
  constexpr int terms = TypeParam::terms;
  const std::string kind =
      std::string(sizeof(T) > 8 ? "long double" : "double") + ", " + std::to_string(terms) + " terms: ";
  Worst s(kind + "s, eps"), q(kind + "Q, eps"), roots(kind + "1-c and 1-d, eps");
  std::mt19937_64 random(1);
  std::uniform_real_distribution<T> fraction(T(0.25L), 1);
  const T bound = std::sqrt(series_bound<T, terms>());
  for (int n = 0; n < 150; ++n) {
    const Orbit<T> o = random_orbit<T>(random);
    // At the bound, just below it, and far below it; either way.
    T tau = n % 5 == 0 ? std::nextafter(bound, T(0)) : fraction(random) * bound;
    if (n % 4 == 0) tau = -tau;
    if (n % 7 == 0) tau *= T(1e-4L);
    const Excursion<T> found = series_excursion<T, terms>(o, tau);
    const Functions exact{Wide(o.U), Wide(o.V), Wide(o.W), Wide(tau)};
    const auto where = [&] {
      return "U " + std::to_string(o.U) + ", V " + std::to_string(o.V) + ", W " + std::to_string(o.W) +
             ", tau " + std::to_string(tau);
    };
    s.add(in_eps(found.s, exact.s), where);
    q.add(in_eps(found.q, exact.q), where);
    roots.add(std::max(in_eps(found.cm, exact.cm), in_eps(found.dm, exact.dm)), where);
    EXPECT_EQ(found.zm, T(0));
    EXPECT_EQ(found.zy, T(0));
  }
  s.expect_at_most(0.6);
  q.expect_at_most(4);
  roots.expect_at_most(4);
}

TYPED_TEST(ExactSeries, TruncationIsBelowRounding) {
  // The series themselves in fifty digits: what is left out, at the bound of T, in eps of T.
  using T = typename TypeParam::Number;
  constexpr int terms = TypeParam::terms;
  const Wide bound(series_bound<T, terms>()), eps(std::numeric_limits<T>::epsilon());
  Worst s("s, truncation"), q("Q, truncation"), root("root, truncation");
  for (const Wide& U : {Wide(0), Wide(0.3), Wide(1)})
    for (const Wide& V : {Wide(0), Wide(0.3), Wide(1)})
      for (const Wide& W : {Wide(0.1), Wide(1)}) {
        const Wide tau = sqrt(bound);
        const Functions exact(U, V, W, tau);
        const auto at = [&] { return "U, V, W " + U.str(2) + " " + V.str(2) + " " + W.str(2); };
        const Wide u = U * bound, v = V * bound,
                   found = tau * (1 - series_s_deficit<Wide, terms>(u + v, u * v));
        s.add(static_cast<double>(abs(found / exact.s - 1) / eps), at);
        const Wide ss = exact.s * exact.s, series = series_q<Wide, terms>(U * ss, V * ss, W * ss);
        q.add(static_cast<double>(abs(W * ss * exact.s * series / exact.q - 1) / eps), at);
        const Wide us = U * ss;
        if (U > 0)
          root.add(
              static_cast<double>(abs(series_root_deficit<Wide, terms>(us) / (1 - sqrt(1 - us)) - 1) / eps),
              at);
      }
  s.expect_at_most(0.1);
  q.expect_at_most(2);
  root.expect_at_most(0.5);
}

TYPED_TEST(ExactSeries, RootDeficitIsRightToTheSmallestNumbers) {
  using T = typename TypeParam::Number;
  constexpr int terms = TypeParam::terms;
  Worst worst("1 - sqrt(1-x), eps");
  for (T x = series_bound<T, terms>(); x > T(1e-300L); x *= T(0.83L)) {
    const Wide exact = Wide(x) / (1 + sqrt(1 - Wide(x)));
    worst.add(in_eps(series_root_deficit<T, terms>(x), exact), [&] { return std::to_string(x); });
  }
  worst.expect_at_most(2);
  EXPECT_EQ((series_root_deficit<T, terms>(T(0))), T(0));
}

TYPED_TEST(ExactSeries, AreOddInTimeAndSymmetricInUAndV) {
  using T = typename TypeParam::Number;
  constexpr int terms = TypeParam::terms;
  std::mt19937_64 random(2);
  const T bound = std::sqrt(series_bound<T, terms>());
  for (int n = 0; n < 200; ++n) {
    const Orbit<T> o = random_orbit<T>(random);
    const Excursion<T> ahead = series_excursion<T, terms>(o, bound),
                       back = series_excursion<T, terms>(o, -bound),
                       exchanged = series_excursion<T, terms>(orbit(o.V, o.U, o.W), bound);
    EXPECT_EQ(back.s, -ahead.s);
    EXPECT_EQ(back.q, -ahead.q);
    EXPECT_EQ(exchanged.s, ahead.s);
    EXPECT_EQ(exchanged.q, ahead.q);
    EXPECT_EQ(exchanged.cm, ahead.dm);
  }
}

TEST(ExactSeriesBounds, GrowWithTheNumberOfTerms) {
  static_assert(series_bound<double, 4>() == 0x1p-11);
  static_assert(series_bound<double, 6>() == 0x1p-7);
  static_assert(series_bound<double, 8>() == 0x1p-6);
  static_assert(series_bound<long double, 4>() < series_bound<long double, 6>());
  static_assert(series_bound<long double, 6>() < series_bound<long double, 8>());
  static_assert(series_bound<long double, 8>() == 0x1p-7L);
}

TEST(ExactSeriesBounds, NeighbouringSeriesMeet) {
  std::mt19937_64 random(3);
  constexpr double eps = std::numeric_limits<double>::epsilon();
  for (int n = 0; n < 300; ++n) {
    const Orbit<double> o = random_orbit<double>(random);
    const auto meet = [&](const Excursion<double>& a, const Excursion<double>& b) {
      EXPECT_NEAR(a.s / b.s, 1, 2 * eps);
      EXPECT_LE(std::abs(a.q - b.q), 8 * eps * b.q);
    };
    const double first = std::sqrt(series_bound<double, 4>()), second = std::sqrt(series_bound<double, 6>());
    meet(series_excursion<double, 4>(o, first), series_excursion<double, 6>(o, first));
    meet(series_excursion<double, 6>(o, second), series_excursion<double, 8>(o, second));
  }
}

TEST(ExactSeriesDoubled, KeepsTheDigitsUpToTheLongestShortStep) {
  // Two doublings lead from the series to X = 1/4. What z adds to the angle is compared through tan.
  std::mt19937_64 random(4);
  Worst s("s after doublings, eps"), q("G Q after doublings, eps");
  constexpr double eps = std::numeric_limits<double>::epsilon();
  for (int n = 0; n < 150; ++n) {
    // U = c1 d3 and so on, as bodies give them: the doubling of Q holds for G^2 = d1 + d3 only.
    const auto k =
        exact_constants(Vec3<double>{1, 1 + std::uniform_real_distribution<double>(0, 1)(random), 2});
    std::normal_distribution<double> normal;
    const Vec3<double> m{normal(random), normal(random), normal(random)};
    const Orbit<double> o = orbit_of(k, m);
    const double tau = std::uniform_real_distribution<double>(0.3, 1)(random) *
                       std::sqrt(short_bound<double>() / std::max({o.U, o.V, o.W}));
    double part = tau;
    int halvings = 0;
    for (; std::max({o.U, o.V, o.W}) * part * part > series_bound<double, 8>(); ++halvings) part /= 2;
    Excursion<double> x = series_excursion<double, 8>(o, part);
    for (; halvings > 0; --halvings) x = doubled(o, x);
    const Wide G = sqrt(Wide(o.gg));
    const Functions half{Wide(o.U), Wide(o.V), Wide(o.W), Wide(tau) / 4};
    // The reference by its own route: four times a quarter of the way is too long for the power series, so
    // the exact numbers come from doublings in fifty digits.
    Orbit<Wide> w{Wide(o.d1), Wide(o.d3), Wide(o.gg), Wide(o.U), Wide(o.V), Wide(o.W)};
    Excursion<Wide> y{};
    y.s = half.s;
    y.us = w.U * y.s * y.s;
    y.vs = w.V * y.s * y.s;
    y.ws = w.W * y.s * y.s;
    y.cm = half.cm;
    y.dm = half.dm;
    y.q = half.q;
    y = doubled(w, doubled(w, y));
    const Wide exact = G * y.q + atan2(G * y.zy, 1 + y.zm);
    const Wide found = G * Wide(x.q) + atan2(G * Wide(x.zy), 1 + Wide(x.zm));
    const auto where = [&] {
      return "m " + std::to_string(m.x) + " " + std::to_string(m.y) + " " + std::to_string(m.z);
    };
    s.add(in_eps(x.s, y.s), where);
    q.add(static_cast<double>(abs(found - exact)) / eps, where);
  }
  s.expect_at_most(4);
  q.expect_at_most(0.5);
}

template <class T>
class ExactTurn : public testing::Test {};
using Numbers = testing::Types<double, long double>;
TYPED_TEST_SUITE(ExactTurn, Numbers);

template <class T>
struct TurnError {
  double S, Cm;
};

template <class T>
TurnError<T> turn_error(const Turn<T>& t, const T& a, const T& gg) {
  const Wide G = sqrt(Wide(gg)), f = G * Wide(a), half = sin(f / 2);
  return {in_eps(t.S, sin(f) / G), in_eps(t.Cm, 2 * half * half)};
}

TYPED_TEST(ExactTurn, IsRightOnBothSidesOfEachThreshold) {
  using T = TypeParam;
  Worst sine("S, f up to 1, eps"), versine("1 - cos, f up to 1, eps");
  std::mt19937_64 random(5);
  std::uniform_real_distribution<T> number(T(0.5L), 2);
  const auto add = [&](const T& a, const T& gg) {
    const TurnError<T> e = turn_error(turn(a, gg), a, gg);
    const auto where = [&] { return "a " + std::to_string(a) + ", gg " + std::to_string(gg); };
    sine.add(e.S, where);
    versine.add(e.Cm, where);
  };
  for (int n = 0; n < 300; ++n) {
    const T gg = number(random);
    for (const T ff : {T(1) / 64, T(1) / 256, T(0.6L)}) {
      const T a = std::sqrt(ff / gg);
      for (const T by : {T(1) - T(1e-6L), T(1), T(1) + T(1e-6L)}) add(n % 2 == 0 ? by * a : -by * a, gg);
    }
    add(number(random) / 2 / std::sqrt(gg), gg);
  }
  sine.expect_at_most(2);
  versine.expect_at_most(3);
}

TYPED_TEST(ExactTurn, TheThreeFormsMeet) {
  using T = TypeParam;
  constexpr T eps = std::numeric_limits<T>::epsilon();
  for (T gg = T(0.25L); gg < 5; gg *= T(1.1L)) {
    const T near = std::numeric_limits<T>::digits <= 53 ? T(1) / 64 : T(1) / 256;
    const T a = std::sqrt(near / gg), b = std::sqrt(T(0.6L) / gg);
    const Turn<T> five = series_turn<T, 5>(a, near), nine = series_turn<T, 9>(a, near),
                  last = series_turn<T, 9>(b, gg * b * b), full = sincos_turn(b, gg);
    EXPECT_LE(std::abs(five.S / nine.S - 1), 2 * eps);
    EXPECT_LE(std::abs(five.Cm / nine.Cm - 1), 3 * eps);
    EXPECT_LE(std::abs(last.S / full.S - 1), 4 * eps);
    EXPECT_LE(std::abs(last.Cm / full.Cm - 1), 5 * eps);
  }
}

TYPED_TEST(ExactTurn, IsRightDownToTheSmallestAngles) {
  using T = TypeParam;
  Worst worst("S, f down to 1e-300, eps"), versine("1 - cos, while it is a normal number, eps");
  for (T a = T(0.1L); a > T(1e-300L); a *= T(0.37L)) {
    const Turn<T> t = turn(a, T(2));
    const TurnError<T> e = turn_error(t, a, T(2));
    const auto where = [&] { return std::to_string(std::log10(a)); };
    worst.add(e.S, where);
    if (a > T(1e-140L)) versine.add(e.Cm, where);
    EXPECT_GE(t.Cm, T(0));
  }
  worst.expect_at_most(0.6);
  versine.expect_at_most(1.5);
  EXPECT_EQ(turn(T(0), T(2)).S, T(0));
  EXPECT_EQ(turn(T(0), T(2)).Cm, T(0));
  EXPECT_EQ(turn(T(3), T(0)).S, T(3)) << "without momentum S = a";
}

TYPED_TEST(ExactTurn, OfManyRadiansIsRightToTheRoundingOfItsAngle) {
  using T = TypeParam;
  std::mt19937_64 random(6);
  std::uniform_real_distribution<T> number(T(0.5L), 2);
  Worst worst("G S and 1 - cos, eps (1 + f)");
  for (int n = 0; n < 300; ++n) {
    const T gg = number(random), a = number(random) * std::pow(T(10), n % 6);
    const Turn<T> t = turn(a, gg);
    const Wide G = sqrt(Wide(gg)), f = G * Wide(a), unit = Wide(std::numeric_limits<T>::epsilon()) * (1 + f);
    const Wide error = std::max(Wide(abs(G * Wide(t.S) - sin(f))), Wide(abs(Wide(t.Cm) - (1 - cos(f)))));
    worst.add(static_cast<double>(error / unit), [&] { return std::to_string(a); });
  }
  worst.expect_at_most(1);
}

}  // namespace
}  // namespace exact_series_test
