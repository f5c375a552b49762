// SPDX-License-Identifier: MIT
// The derivation of the exact step, identity by identity. s, c, d and Q come from the elliptic functions and
// integrals, the motion itself from power series of Euler's equations: nothing here is computed by what it
// tests.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/kernel/exact_long.hpp>
#include <polhode/kernel/exact_midpoint.hpp>
#include <polhode/kernel/exact_short.hpp>
#include <random>
#include <string>
#include <support/random_motion.hpp>
#include <support/worst.hpp>
#include <vector>

namespace exact_midpoint_test {
namespace {

using namespace polhode;
using namespace polhode::kernel;
using test::Worst;

using Real = long double;
constexpr Real eps = std::numeric_limits<Real>::epsilon();

struct Constants {
  Real c1, c2, a2;
  explicit Constants(const Vec3<Real>& i)
      : c1(i.x * (i.z - i.y) / (i.y * (i.z - i.x))),
        c2(i.z * (i.y - i.x) / (i.y * (i.z - i.x))),
        a2((i.z - i.x) / (i.x * i.z)) {}
};

/// s, c, d and Q at tau for given U, V, W, by sn, cn, dn and Pi.
struct Functions {
  Real s, c, d, q;

  Functions(Real U, Real V, Real W, Real tau) {
    const Real M = std::max(U, V), root = std::sqrt(M);
    const elliptic::Parameter<Real> p{std::min(U, V) / M, std::abs(U - V) / M};
    const elliptic::Jacobi<Real> j = elliptic::jacobi(root * tau, p);
    s = j.sn / root;
    c = U >= V ? j.cn : j.dn;
    d = U >= V ? j.dn : j.cn;
    q = tau - elliptic::ellint_pi(-W / M, elliptic::amplitude(root * tau, p), p) / root;
  }
};

/// Momentum and attitude after time h from (m, 1), by power series of m' = m x omega, q' = q omega / 2, in
/// steps of less than a twentieth of a radian.
struct Flow {
  Vec3<Real> m;
  Quat<Real> q = Quat<Real>::identity();

  Flow(const Vec3<Real>& moments, const Vec3<Real>& start, Real h) : m(start) {
    const Real spin = std::sqrt(dot(start, start)) / moments.x;
    const int steps = 1 + static_cast<int>(std::abs(h) * spin * 20);
    for (int n = 0; n < steps; ++n) step(moments, h / static_cast<Real>(steps));
  }

 private:
  void step(const Vec3<Real>& i, Real t) {
    constexpr std::size_t terms = 16;
    std::array<Vec3<Real>, terms> a;
    std::array<Quat<Real>, terms> b;
    a[0] = m;
    b[0] = q;
    for (std::size_t n = 0; n + 1 < terms; ++n) {
      Vec3<Real> rate;
      Quat<Real> turn;
      for (std::size_t k = 0; k <= n; ++k) {
        const Vec3<Real> w{a[n - k].x / i.x, a[n - k].y / i.y, a[n - k].z / i.z};
        rate = rate + cross(a[k], w);
        turn = turn + b[k] * Quat<Real>{0, w.x, w.y, w.z};
      }
      const Real next = 1 / static_cast<Real>(n + 1);
      a[n + 1] = next * rate;
      b[n + 1] = (next / 2) * turn;
    }
    m = a[terms - 1];
    q = b[terms - 1];
    for (std::size_t n = terms - 1; n > 0; --n) {
      m = a[n - 1] + t * m;
      q = b[n - 1] + t * q;
    }
  }
};

/// One step as the derivation names its parts.
struct Step {
  Vec3<Real> moments, m;
  Real h, c1, c2, a2;
  Real d1, d3, gg, U, V, W, tau;
  Real s, c, d, q;
  Vec3<Real> n;
  Real e0, F, w;

  Step(const Vec3<Real>& body, const Vec3<Real>& start, Real time) : moments(body), m(start), h(time) {
    const Constants k(body);
    c1 = k.c1;
    c2 = k.c2;
    a2 = k.a2;
    d1 = m.x * m.x + c1 * m.y * m.y;
    d3 = m.z * m.z + c2 * m.y * m.y;
    gg = dot(m, m);
    U = c1 * d3;
    V = c2 * d1;
    W = c1 * d1;
    tau = a2 * h / 2;
    const Functions f(U, V, W, tau);
    s = f.s;
    c = f.c;
    d = f.d;
    q = f.q;
    n = {m.x * c - c1 * m.y * m.z * s * d, m.y * c * d + m.x * m.z * s, m.z * d - c2 * m.x * m.y * s * c};
    e0 = 1 - c1 * c2 * m.y * m.y * s * s;
    F = e0 * e0 - c1 * c2 * s * s * n.y * n.y;
    w = 1 + W * s * s;
  }

  Vec3<Real> after() const {
    return m + (2 * s / F) * Vec3<Real>{-c1 * d * n.y * n.z, n.x * n.z, -c2 * c * n.x * n.y};
  }

  Quat<Real> turned() const {
    const Real G = std::sqrt(gg), f = G * (h / (2 * moments.z) + q), S = std::sin(f) / G, C = std::cos(f);
    const Real R = 1 / std::sqrt(w * F);
    return R * Quat<Real>{e0 * (d * C - d1 * s * c * S), (c * d * S + s * C) * n.x,
                          (c * S + c1 * s * d * C) * n.y, w * S * n.z};
  }
};

/// Random bodies and starts, half steps of both signs up to several periods; both sides of the separatrix.
std::vector<Step> random_steps() {
  std::vector<Step> all;
  test::RandomMotions random(7);
  for (int n = 0; n < 60; ++n) {
    const test::RandomMotion c = random.next();
    all.emplace_back(convert<Real>(c.moments), convert<Real>(c.m), static_cast<Real>(random.uniform(-9, 9)));
  }
  return all;
}

Real distance(const Vec3<Real>& a, const Vec3<Real>& b) {
  const Vec3<Real> x = a - b;
  return std::sqrt(dot(x, x));
}
Real distance(const Quat<Real>& a, const Quat<Real>& b) {
  const Quat<Real> x = a - b;
  return std::sqrt(dot(x, x));
}

/// Both sides of an identity for each random step, within `bar` units of long double's eps.
template <class Error>
void expect_identity(const char* what, double bar, const Error& error) {
  Worst worst(what);
  int n = 0;
  for (const Step& x : random_steps()) {
    worst.add(static_cast<double>(error(x) / eps), [&] { return "step " + std::to_string(n); });
    ++n;
  }
  worst.expect_at_most(bar);
}

TEST(MidpointIdentities, TheRandomStepsLieOnBothSidesOfTheSeparatrix) {
  int circle_3 = 0, circle_1 = 0, negative = 0, long_ones = 0;
  for (const Step& x : random_steps()) {
    (x.U >= x.V ? circle_3 : circle_1)++;
    negative += x.h < 0 ? 1 : 0;
    long_ones += std::abs(x.tau) * std::sqrt(std::max(x.U, x.V)) > 2 ? 1 : 0;
  }
  EXPECT_GT(circle_3, 15);
  EXPECT_GT(circle_1, 15);
  EXPECT_GT(negative, 15);
  EXPECT_GT(long_ones, 5);
}

TEST(MidpointIdentities, TheTwoConstantsMakeOne) {
  expect_identity("c1 + c2 = 1", 4, [](const Step& x) { return std::abs(x.c1 + x.c2 - 1); });
}

TEST(MidpointIdentities, TheTwoQuadricsMakeTheSphere) {
  expect_identity("d1 + d3 = |m|^2", 4, [](const Step& x) { return std::abs(x.d1 + x.d3 - x.gg) / x.gg; });
}

TEST(MidpointIdentities, TheDistanceFromTheSeparatrixHasNoMiddleComponent) {
  expect_identity("U - V = c1 m3^2 - c2 m1^2", 8, [](const Step& x) {
    return std::abs(x.U - x.V - (x.c1 * x.m.z * x.m.z - x.c2 * x.m.x * x.m.x)) / std::max(x.U, x.V);
  });
}

TEST(MidpointIdentities, TheQuadricsAndTheEnergyAreConserved) {
  expect_identity("d1 and d3 after the step", 100, [](const Step& x) {
    const Vec3<Real> m = Flow(x.moments, x.m, x.h).m;
    return std::max(std::abs(m.x * m.x + x.c1 * m.y * m.y - x.d1),
                    std::abs(m.z * m.z + x.c2 * m.y * m.y - x.d3));
  });
}

TEST(MidpointIdentities, ThreeFormsOfE0AreEqual) {
  expect_identity("e0 = c^2 + c1 m3^2 s^2 = d^2 + c2 m1^2 s^2", 8, [](const Step& x) {
    const Real ss = x.s * x.s;
    return std::max(std::abs(x.c * x.c + x.c1 * x.m.z * x.m.z * ss - x.e0),
                    std::abs(x.d * x.d + x.c2 * x.m.x * x.m.x * ss - x.e0));
  });
}

TEST(MidpointIdentities, ThreeFormsOfFAreEqual) {
  expect_identity("F = c^2 e0^2 + c1 n3^2 s^2 = d^2 e0^2 + c2 n1^2 s^2", 8, [](const Step& x) {
    const Real ss = x.s * x.s, ee = x.e0 * x.e0;
    return std::max(std::abs(x.c * x.c * ee + x.c1 * x.n.z * x.n.z * ss - x.F),
                    std::abs(x.d * x.d * ee + x.c2 * x.n.x * x.n.x * ss - x.F));
  });
}

TEST(MidpointIdentities, NOverE0IsTheMomentumAtHalfTheStep) {
  expect_identity("n / e0 = m(h/2)", 150,
                  [](const Step& x) { return distance((1 / x.e0) * x.n, Flow(x.moments, x.m, x.h / 2).m); });
}

TEST(MidpointIdentities, TheIncrementLeadsToTheMomentumAfterTheStep) {
  expect_identity("m' - m", 300,
                  [](const Step& x) { return distance(x.after(), Flow(x.moments, x.m, x.h).m); });
}

TEST(MidpointIdentities, TheRotationIsTheAttitudeAfterTheStepWithItsSign) {
  expect_identity("r", 200, [](const Step& x) { return distance(x.turned(), Flow(x.moments, x.m, x.h).q); });
}

TEST(MidpointIdentities, TheRotationCarriesTheNewMomentumToTheOld) {
  expect_identity("r m' = m r", 30, [](const Step& x) {
    const Vec3<Real> a = x.after();
    const Quat<Real> r = x.turned();
    return distance(r * Quat<Real>{0, a.x, a.y, a.z}, Quat<Real>{0, x.m.x, x.m.y, x.m.z} * r);
  });
}

TEST(MidpointIdentities, TheRotationHasLengthOne) {
  expect_identity("|r| = 1", 25, [](const Step& x) { return std::abs(dot(x.turned(), x.turned()) - 1); });
}

TEST(MidpointIdentities, SDoubles) {
  expect_identity("s(2 tau) = 2 s c d / (1 - U V s^4)", 12, [](const Step& x) {
    const Functions twice(x.U, x.V, x.W, 2 * x.tau);
    const Real below = 1 - x.U * x.V * x.s * x.s * x.s * x.s;
    return std::abs(2 * x.s * x.c * x.d / below - twice.s) * std::sqrt(std::max(x.U, x.V));
  });
}

TEST(MidpointIdentities, CAndDDouble) {
  expect_identity("c(2 tau), d(2 tau)", 12, [](const Step& x) {
    const Functions twice(x.U, x.V, x.W, 2 * x.tau);
    const Real ss = x.s * x.s, below = 1 - x.U * x.V * ss * ss;
    return std::max(std::abs((x.c * x.c - x.U * ss * x.d * x.d) / below - twice.c),
                    std::abs((x.d * x.d - x.V * ss * x.c * x.c) / below - twice.d));
  });
}

TEST(MidpointIdentities, QDoublesByOneComplexNumber) {
  // G Q(2 tau) = 2 G Q(tau) + arg(x + i G y), as angles: compared as complex numbers of length one.
  expect_identity("Q(2 tau)", 100, [](const Step& x) {
    const Functions twice(x.U, x.V, x.W, 2 * x.tau);
    const Real G = std::sqrt(x.gg), re = 1 + x.W * (twice.s * twice.s - x.s * x.s * twice.c * twice.d),
               im = G * x.W * x.s * x.s * twice.s;
    const Real angle = G * (twice.q - 2 * x.q), length = std::hypot(re, im);
    return std::hypot(re / length - std::cos(angle), im / length - std::sin(angle));
  });
}

TEST(MidpointIdentities, QIsTheIntegralOfItsRate) {
  // Gauss's formula with five points on 160 parts of the half step.
  constexpr std::array<Real, 3> node{0, 0.538469310105683091036314420700208805L,
                                     0.906179845938663992797626878299392965L};
  constexpr std::array<Real, 3> weight{0.568888888888888888888888888888888889L,
                                       0.478628670499366468041291514835638193L,
                                       0.236926885056189087514264040719917363L};
  expect_identity("Q = int W s^2/(1 + W s^2)", 200, [&](const Step& x) {
    constexpr int parts = 160;
    const Real half = x.tau / (2 * parts);
    Real sum = 0;
    for (int n = 0; n < parts; ++n)
      for (std::size_t k = 0; k < 3; ++k)
        for (const Real side : {Real(-1), Real(1)}) {
          const Real s = Functions(x.U, x.V, x.W, (2 * static_cast<Real>(n) + 1 + side * node[k]) * half).s,
                     ws = x.W * s * s;
          sum += (k == 0 ? weight[k] / 2 : weight[k]) * ws / (1 + ws);
        }
    return std::abs(sum * half - x.q);
  });
}

TEST(QuarterPeriods, AreThoseOfTheCompleteIntegrals) {
  Worst period("quarter period, eps"), complete("complete Q, eps");
  test::RandomMotions random(8);
  for (int n = 0; n < 2000; ++n) {
    const test::RandomMotion x = random.next();
    const auto k = exact_constants(convert<Real>(x.moments));
    const Vec3<Real> m = convert<Real>(x.m);
    const Orbit<Real> o = orbit_of(k, m);
    const Side<Real> side = side_of(k, m, o);
    const QuarterPeriod<Real> found = quarter_period(o, side.mc);
    const Real M = std::max(o.U, o.V), nu = o.W / M, root = std::sqrt(M);
    const elliptic::Parameter<Real> p{1 - side.mc, side.mc};
    const Real K = elliptic::rf(Real(0), side.mc, Real(1)) / root;
    // Q = W int s^2/(1 + W s^2) as R_J, which does not cancel.
    const Real Q = nu / 3 * elliptic::rj(Real(0), side.mc, Real(1), 1 + nu) / root;
    EXPECT_EQ(side.circles_3, o.U >= o.V);
    const auto where = [&] { return std::to_string(n); };
    period.add(static_cast<double>(std::abs(found.tau / K - 1) / eps), where);
    complete.add(static_cast<double>(std::abs(found.q / Q - 1) / eps), where);
    // The same by Legendre's Pi, which cancels where n is small.
    EXPECT_LE(std::abs(found.q - (K - elliptic::ellint_pi(-nu, p) / root)), 16 * eps * K);
  }
  period.expect_at_most(4);
  complete.expect_at_most(8);
}

TEST(QuarterPeriods, OfAwkwardOrbitsConverge) {
  // mc and n over all their range, up to where W alone is there.
  for (const Real mc : {1e-4000L, 1e-300L, 1e-30L, 1e-6L, 0.1L, 0.999L, 1.0L})
    for (const Real nu : {0.0L, 1e-300L, 1e-10L, 0.5L, 1.0L, 1e6L, 1e15L}) {
      Orbit<Real> o{};
      o.U = 2;
      o.V = 2 * (1 - mc);
      o.W = 2 * nu;
      const QuarterPeriod<Real> found = quarter_period(o, mc);
      const Real K = elliptic::ellint_k(elliptic::Parameter<Real>{1 - mc, mc}) / std::sqrt(2.0L);
      const Real Q = nu / 3 * elliptic::rj(Real(0), mc, Real(1), 1 + nu) / std::sqrt(2.0L);
      EXPECT_LE(std::abs(found.tau / K - 1), 6 * eps) << mc << " " << nu;
      EXPECT_LE(std::abs(found.q - Q), 30 * eps * Q) << mc << " " << nu;
    }
}

TEST(QuarterPeriods, AreInfiniteWhereThereIsNone) {
  const auto k = exact_constants(Vec3<double>{3, 4, 6});
  const Vec3<double> separatrix{1, 0.5, 1};
  const Orbit<double> o = orbit_of(k, separatrix);
  EXPECT_EQ(side_of(k, separatrix, o).mc, 0);
  EXPECT_EQ(quarter_period(o, 0.0).tau, std::numeric_limits<double>::infinity());
  // About axis 1 of an oblate body c2 = 0 and d3 = 0: nothing moves.
  const auto oblate = exact_constants(Vec3<double>{1, 1, 2});
  const Vec3<double> along{1, 0, 0};
  EXPECT_EQ(quarter_period(orbit_of(oblate, along), 1.0).tau, std::numeric_limits<double>::infinity());
}

TEST(Increments, NearAndFarFormAgreeWhereBothHold) {
  Worst momentum("near against far: m' - m, eps"), attitude("near against far: r, eps");
  test::RandomMotions random(9);
  constexpr double deps = std::numeric_limits<double>::epsilon();
  for (int n = 0; n < 3000; ++n) {
    const test::RandomMotion x = random.next();
    const auto k = exact_constants(x.moments);
    const Orbit<double> o = orbit_of(k, x.m);
    const double largest = std::max({o.U, o.V, o.W});
    const double tau = (n % 2 == 0 ? 1 : -1) * std::pow(10, random.uniform(-6, 0)) *
                       std::sqrt(short_bound<double>() / largest);
    const double base = tau / k.half_a2 * k.half_inv_i3;
    const Increment<double> near = short_step(k, x.m, o, tau, base, largest * tau * tau);
    const Increment<double> far =
        reduced_step(k, x.m, o, side_of(k, x.m, o), Reduced<double>{tau, base, false});
    const Vec3<double> dm = near.dm - far.dm;
    const Quat<double> dr = near.dr - far.dr;
    const auto where = [&] { return std::to_string(n) + ", tau " + std::to_string(tau); };
    momentum.add(std::sqrt(dot(dm, dm) / o.gg) / deps, where);
    attitude.add(std::sqrt(dot(dr, dr)) / deps, where);
  }
  momentum.expect_at_most(4);
  attitude.expect_at_most(4);
}

TEST(Increments, OfShortStepsKeepTheirOwnDigits) {
  // m' - m and r - 1 relative to themselves, against long double: what compensated sums live on.
  Worst momentum("m' - m of itself, eps"), attitude("r - 1 of itself, eps");
  test::RandomMotions random(10);
  constexpr double deps = std::numeric_limits<double>::epsilon();
  for (int n = 0; n < 3000; ++n) {
    const test::RandomMotion x = random.next();
    const auto k = exact_constants(x.moments);
    const auto w = kernel::convert<Real>(k);
    const Vec3<Real> m = convert<Real>(x.m);
    const Orbit<double> o = orbit_of(k, x.m);
    const Orbit<Real> ow = orbit_of(w, m);
    const double largest = std::max({o.U, o.V, o.W});
    const double tau = std::pow(10, random.uniform(-9, -1)) / std::sqrt(largest),
                 base = tau / k.half_a2 * k.half_inv_i3;
    const Increment<double> i = short_step(k, x.m, o, tau, base, largest * tau * tau);
    const Increment<Real> exact =
        short_step(w, m, ow, Real(tau), Real(base), std::max({ow.U, ow.V, ow.W}) * Real(tau) * Real(tau));
    const Vec3<Real> dm = convert<Real>(i.dm) - exact.dm;
    const Quat<Real> dr = convert<Real>(i.dr) - exact.dr;
    const auto where = [&] { return std::to_string(n) + ", tau " + std::to_string(tau); };
    // The momentum moves by |m|^2 tau or less.
    momentum.add(static_cast<double>(std::sqrt(dot(dm, dm)) / (ow.gg * Real(tau))) / deps, where);
    attitude.add(static_cast<double>(std::sqrt(dot(dr, dr) / dot(exact.dr, exact.dr))) / deps, where);
  }
  momentum.expect_at_most(4);
  attitude.expect_at_most(4);
}

TEST(Increments, DoublingAgreesWithTheSeriesWhereBothHold) {
  // Half the step by series, doubled once, against the series for the whole.
  Worst s("s, eps"), turn_worst("turn, eps");
  test::RandomMotions random(11);
  constexpr double deps = std::numeric_limits<double>::epsilon();
  for (int n = 0; n < 2000; ++n) {
    const test::RandomMotion x = random.next();
    const auto k = exact_constants(x.moments);
    const Orbit<double> o = orbit_of(k, x.m);
    const double tau =
        random.uniform(-1, 1) * std::sqrt(series_bound<double, 8>() / std::max({o.U, o.V, o.W}));
    const double base = tau / k.half_a2 * k.half_inv_i3;
    const Excursion<double> whole = series_excursion<double, 8>(o, tau),
                            twice = doubled(o, series_excursion<double, 8>(o, tau / 2));
    const Turn<double> plain = turn(base + whole.q, o.gg);
    const StretchedTurn<double> longer = stretched_turn(o, twice, base);
    const double length = std::sqrt(1 + longer.stretch);
    const auto where = [&] { return std::to_string(n); };
    s.add(std::abs(twice.s / whole.s - 1) / deps, where);
    turn_worst.add(std::max(std::sqrt(o.gg) * std::abs(longer.S / length - plain.S),
                            std::abs((1 - longer.Cm) / length - (1 - plain.Cm))) /
                       deps,
                   where);
  }
  s.expect_at_most(4);
  turn_worst.expect_at_most(3);
}

}  // namespace
}  // namespace exact_midpoint_test
